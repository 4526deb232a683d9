// Compares 32 bytes at once and returns one bit per byte. The standard library's SIMD types can compare
// many bytes at once, but they can't gather the results in an integer.
//
//     bytes   a b c " d …       mask   …0 1 0 0 0   the quote is at index 3, the trailing zeros
//
// Only the gathering differs between processors: it uses SSE2, which every x86-64 processor has, and NEON,
// which every arm64 processor has. The comparisons use clang's vector types. Everything is `static inline`, so a call becomes a few
// instructions in the calling Swift function.

#ifndef BYTE_MASKS_H
#define BYTE_MASKS_H

#if defined(__SSE2__) || (defined(__ARM_NEON) && defined(__aarch64__))

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <arm_neon.h>
#endif

// Sixteen bytes. Operators work lane by lane, and comparisons return lanes of 0x00 and 0xFF.
typedef uint8_t byte_vector __attribute__((__vector_size__(16)));
typedef int8_t signed_byte_vector __attribute__((__vector_size__(16)));

#define BYTE_VECTOR_INLINE static inline __attribute__((__always_inline__))

// Precondition of all functions below: the number of bytes they document is readable at `bytes`.

BYTE_VECTOR_INLINE byte_vector byte_vector_load(const uint8_t *_Nonnull bytes) {
  byte_vector vector;
  __builtin_memcpy(&vector, bytes, sizeof(vector));
  return vector;
}

// Gathers the highest bits of 32 lanes. The lowest bit of the result belongs to the first lane.
BYTE_VECTOR_INLINE uint32_t byte_vector_gather(byte_vector low, byte_vector high) {
#if defined(__SSE2__)
  return (uint32_t)_mm_movemask_epi8((__m128i)low) |
         (uint32_t)_mm_movemask_epi8((__m128i)high) << 16;
#else
  // Each lane keeps the bit of its position among eight. Adding adjacent lanes three times combines eight
  // lanes.
  const byte_vector bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  low = (byte_vector)((int8x16_t)low < 0) & bits;
  high = (byte_vector)((int8x16_t)high < 0) & bits;
  uint8x16_t sums = vpaddq_u8((uint8x16_t)low, (uint8x16_t)high);
  sums = vpaddq_u8(sums, sums);
  sums = vpaddq_u8(sums, sums);
  return vgetq_lane_u32(vreinterpretq_u32_u8(sums), 0);
#endif
}

// Marks quotes, backslashes, and control characters. Flipping the bit that distinguishes a quote from a
// space makes quotes and control characters exactly the bytes that are at most a space.
BYTE_VECTOR_INLINE byte_vector byte_vector_string_stops(byte_vector bytes) {
  return (byte_vector)((bytes ^ 0x02) <= 0x20) | (byte_vector)(bytes == '\\');
}

// Returns which of 32 bytes end a run of plain string bytes: quotes, backslashes, and control characters.
BYTE_VECTOR_INLINE uint32_t byte_mask_string_stops(const uint8_t *_Nonnull bytes) {
  return byte_vector_gather(
      byte_vector_string_stops(byte_vector_load(bytes)),
      byte_vector_string_stops(byte_vector_load(bytes + 16)));
}

// Returns which of 32 bytes end or interrupt a run of plain ASCII characters: the same bytes, and all that
// aren't ASCII, which are negative as signed numbers.
BYTE_VECTOR_INLINE uint32_t byte_mask_ascii_stops(const uint8_t *_Nonnull bytes) {
  byte_vector low = byte_vector_load(bytes), high = byte_vector_load(bytes + 16);
  return byte_vector_gather(
      (byte_vector)((signed_byte_vector)(low ^ 0x02) <= 0x20) | (byte_vector)(low == '\\'),
      (byte_vector)((signed_byte_vector)(high ^ 0x02) <= 0x20) | (byte_vector)(high == '\\'));
}

// Returns which of 32 bytes aren't ASCII.
BYTE_VECTOR_INLINE uint32_t byte_mask_non_ascii(const uint8_t *_Nonnull bytes) {
  return byte_vector_gather(byte_vector_load(bytes), byte_vector_load(bytes + 16));
}

// Returns which of 32 bytes continue a UTF-8 sequence: 0x80 to 0xBF, the lowest signed numbers.
BYTE_VECTOR_INLINE uint32_t byte_mask_continuations(const uint8_t *_Nonnull bytes) {
  return byte_vector_gather(
      (byte_vector)((signed_byte_vector)byte_vector_load(bytes) < -64),
      (byte_vector)((signed_byte_vector)byte_vector_load(bytes + 16) < -64));
}

// Returns which of 32 bytes are equal to `byte`.
BYTE_VECTOR_INLINE uint32_t byte_mask_equal(const uint8_t *_Nonnull bytes, uint8_t byte) {
  return byte_vector_gather(
      (byte_vector)(byte_vector_load(bytes) == byte),
      (byte_vector)(byte_vector_load(bytes + 16) == byte));
}

// Returns in which of 32 bytes two runs differ.
BYTE_VECTOR_INLINE uint32_t byte_mask_unequal(
    const uint8_t *_Nonnull left, const uint8_t *_Nonnull right) {
  return ~byte_vector_gather(
      (byte_vector)(byte_vector_load(left) == byte_vector_load(right)),
      (byte_vector)(byte_vector_load(left + 16) == byte_vector_load(right + 16)));
}

#endif

#endif
