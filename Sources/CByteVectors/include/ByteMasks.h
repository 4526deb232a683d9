// One bit for each of 32 bytes, by vector instructions that the standard library's SIMD types cannot
// express: comparing many bytes at once is portable, gathering the outcome in an integer is not.
//
//     bytes   a b c " d …       mask   …0 1 0 0 0   the quote is at index 3, the trailing zeros
//
// Only that gathering differs from processor to processor (SSE2 and NEON, which all of x86-64 and arm64
// have); the comparisons are written with clang's vectors. Everything is `static inline`: a call becomes a
// few instructions of the Swift function it stands in.

#ifndef BYTE_MASKS_H
#define BYTE_MASKS_H

#if defined(__SSE2__) || (defined(__ARM_NEON) && defined(__aarch64__))

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <arm_neon.h>
#endif

// Sixteen bytes; operators work lane by lane, comparisons yield lanes of 0x00 and 0xFF.
typedef uint8_t byte_vector __attribute__((__vector_size__(16)));

#define BYTE_VECTOR_INLINE static inline __attribute__((__always_inline__))

// Precondition of all that follows: as many bytes as are said are readable at `bytes`.

BYTE_VECTOR_INLINE byte_vector byte_vector_load(const uint8_t *_Nonnull bytes) {
  byte_vector vector;
  __builtin_memcpy(&vector, bytes, sizeof(vector));
  return vector;
}

// The highest bits of 32 lanes, the first one lowest.
BYTE_VECTOR_INLINE uint32_t byte_vector_gather(byte_vector low, byte_vector high) {
#if defined(__SSE2__)
  return (uint32_t)_mm_movemask_epi8((__m128i)low) |
         (uint32_t)_mm_movemask_epi8((__m128i)high) << 16;
#else
  // Each lane keeps the bit of its place among eight; adding neighbours three times unites eight lanes.
  const byte_vector places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  low = (byte_vector)((int8x16_t)low < 0) & places;
  high = (byte_vector)((int8x16_t)high < 0) & places;
  uint8x16_t sums = vpaddq_u8((uint8x16_t)low, (uint8x16_t)high);
  sums = vpaddq_u8(sums, sums);
  sums = vpaddq_u8(sums, sums);
  return vgetq_lane_u32(vreinterpretq_u32_u8(sums), 0);
#endif
}

// Quotes and control characters are what is at most a space once the bit is flipped that tells a quote
// from a space.
BYTE_VECTOR_INLINE byte_vector byte_vector_string_stops(byte_vector bytes) {
  return (byte_vector)((bytes ^ 0x02) <= 0x20) | (byte_vector)(bytes == '\\');
}

// Which of 32 bytes end or interrupt a run of plain string bytes: quotes, backslashes, control
// characters.
BYTE_VECTOR_INLINE uint32_t byte_mask_string_stops(const uint8_t *_Nonnull bytes) {
  return byte_vector_gather(
      byte_vector_string_stops(byte_vector_load(bytes)),
      byte_vector_string_stops(byte_vector_load(bytes + 16)));
}

// Which of 32 bytes are not ASCII.
BYTE_VECTOR_INLINE uint32_t byte_mask_non_ascii(const uint8_t *_Nonnull bytes) {
  return byte_vector_gather(byte_vector_load(bytes), byte_vector_load(bytes + 16));
}

// Which of 32 bytes are a certain one.
BYTE_VECTOR_INLINE uint32_t byte_mask_equal(const uint8_t *_Nonnull bytes, uint8_t byte) {
  return byte_vector_gather(
      (byte_vector)(byte_vector_load(bytes) == byte),
      (byte_vector)(byte_vector_load(bytes + 16) == byte));
}

#endif

#endif
