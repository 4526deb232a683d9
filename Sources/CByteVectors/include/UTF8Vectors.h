// Validates UTF-8 by looking up pairs of bytes in tables of sixteen entries, one vector at a time.
//
// Three of the four halves of two adjacent bytes determine what is wrong with them. Each of three tables
// returns the faults that are possible with its half. A fault is present if all three tables return it:
//
//     E0 9F           first half E     second half 0    third half 9
//     overlong, 3     yes              yes              yes            → malformed
//     surrogate       yes              no               no
//
// Whether a byte is the third or fourth one of a sequence follows from the leads two and three bytes before.
// (The method is that of Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte", 2020.)

#ifndef UTF8_VECTORS_H
#define UTF8_VECTORS_H

#if defined(__x86_64__) || (defined(__ARM_NEON) && defined(__aarch64__))

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
// The functions are compiled for AVX2; callers check `utf8_vectors_are_supported` before they call them.
#define UTF8_VECTOR_TARGET __attribute__((__target__("avx2")))
#define UTF8_VECTOR_WIDTH 32
#else
#include <arm_neon.h>
#define UTF8_VECTOR_TARGET
#define UTF8_VECTOR_WIDTH 16
#endif

typedef uint8_t utf8_vector __attribute__((__vector_size__(UTF8_VECTOR_WIDTH)));

#define UTF8_VECTOR_INLINE static inline __attribute__((__always_inline__)) UTF8_VECTOR_TARGET

#if defined(__x86_64__)
static inline bool utf8_vectors_detect(void) {
  unsigned int a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  // The operating system must also save the wide registers (OSXSAVE, then XMM and YMM in XCR0).
  if (!(c & bit_OSXSAVE) || !(c & bit_AVX)) return false;
  uint32_t saved, rest;
  __asm__("xgetbv" : "=a"(saved), "=d"(rest) : "c"(0));
  if ((saved & 6) != 6) return false;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  return (b & bit_AVX2) != 0;
}
#endif

// Returns whether the processor has the instructions that `utf8_vectors_validate` uses.
static inline bool utf8_vectors_are_supported(void) {
#if defined(__x86_64__)
  // 0 until it is known. Every thread gets the same result.
  static uint8_t answer;
  uint8_t known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
  if (known == 0) {
    known = utf8_vectors_detect() ? 1 : 2;
    __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
  }
  return known == 1;
#else
  return true;
#endif
}

// The faults of a byte and the byte before it.
enum {
  utf8_too_short = 1,     // a lead, then no continuation
  utf8_too_long = 2,      // ASCII, then a continuation
  utf8_overlong_2 = 4,    // C0 and C1
  utf8_overlong_3 = 8,    // E0, then 80…9F
  utf8_surrogate = 16,    // ED, then A0…BF
  utf8_below_90 = 32,     // F0, then 80…8F: overlong; also F5… before these
  utf8_from_90 = 64,      // F4…, then 90…BF: above U+10FFFF
  utf8_continuations = 128,  // two of them: a fault unless the lead requires it
  utf8_any = utf8_too_short | utf8_too_long | utf8_continuations,
};

UTF8_VECTOR_INLINE utf8_vector utf8_vector_load(const uint8_t *_Nonnull bytes) {
  utf8_vector vector;
  __builtin_memcpy(&vector, bytes, sizeof(vector));
  return vector;
}

// Returns the entries of a table at indexes from 0 to 15.
UTF8_VECTOR_INLINE utf8_vector utf8_vector_look_up(
    const uint8_t *_Nonnull table, utf8_vector indexes) {
#if defined(__x86_64__)
  const __m256i entries = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
  return (utf8_vector)_mm256_shuffle_epi8(entries, (__m256i)indexes);
#else
  return (utf8_vector)vqtbl1q_u8(vld1q_u8(table), (uint8x16_t)indexes);
#endif
}

// Returns the faults of the bytes of one vector, or all zeros if the bytes are valid.
//
// Precondition: the three bytes before the vector are readable as well.
UTF8_VECTOR_INLINE utf8_vector utf8_vector_faults(const uint8_t *_Nonnull bytes) {
  // The indexes are the two halves of the previous byte, and the first half of the byte itself.
  static const uint8_t first[16] = {
      utf8_too_long, utf8_too_long, utf8_too_long, utf8_too_long,
      utf8_too_long, utf8_too_long, utf8_too_long, utf8_too_long,
      utf8_continuations, utf8_continuations, utf8_continuations, utf8_continuations,
      utf8_too_short | utf8_overlong_2,
      utf8_too_short,
      utf8_too_short | utf8_overlong_3 | utf8_surrogate,
      utf8_too_short | utf8_below_90 | utf8_from_90};
  static const uint8_t second[16] = {
      utf8_any | utf8_overlong_2 | utf8_overlong_3 | utf8_below_90,
      utf8_any | utf8_overlong_2,
      utf8_any, utf8_any,
      utf8_any | utf8_from_90,
      utf8_any | utf8_from_90 | utf8_below_90, utf8_any | utf8_from_90 | utf8_below_90,
      utf8_any | utf8_from_90 | utf8_below_90, utf8_any | utf8_from_90 | utf8_below_90,
      utf8_any | utf8_from_90 | utf8_below_90, utf8_any | utf8_from_90 | utf8_below_90,
      utf8_any | utf8_from_90 | utf8_below_90, utf8_any | utf8_from_90 | utf8_below_90,
      utf8_any | utf8_from_90 | utf8_below_90 | utf8_surrogate,
      utf8_any | utf8_from_90 | utf8_below_90, utf8_any | utf8_from_90 | utf8_below_90};
  static const uint8_t third[16] = {
      utf8_too_short, utf8_too_short, utf8_too_short, utf8_too_short,
      utf8_too_short, utf8_too_short, utf8_too_short, utf8_too_short,
      utf8_too_long | utf8_continuations | utf8_overlong_2 | utf8_overlong_3 | utf8_below_90,
      utf8_too_long | utf8_continuations | utf8_overlong_2 | utf8_overlong_3 | utf8_from_90,
      utf8_too_long | utf8_continuations | utf8_overlong_2 | utf8_surrogate | utf8_from_90,
      utf8_too_long | utf8_continuations | utf8_overlong_2 | utf8_surrogate | utf8_from_90,
      utf8_too_short, utf8_too_short, utf8_too_short, utf8_too_short};
  const utf8_vector before = utf8_vector_load(bytes - 1);
  const utf8_vector faults = utf8_vector_look_up(first, before >> 4) &
                             utf8_vector_look_up(second, before & 0x0F) &
                             utf8_vector_look_up(third, utf8_vector_load(bytes) >> 4);
  // Sets the highest bit where a lead two bytes before starts a sequence of three bytes or more, or a lead
  // three bytes before starts a sequence of four. Only there are two continuations valid.
  const utf8_vector none = {0};
  const utf8_vector three = utf8_vector_load(bytes - 2), four = utf8_vector_load(bytes - 3);
  const utf8_vector required = __builtin_elementwise_sub_sat(three, none + 0x60) |
                               __builtin_elementwise_sub_sat(four, none + 0x70);
  return faults ^ (required & utf8_continuations);
}

// Returns whether the bytes from `start` up to `end` are well formed. Sequences that `start` or `end` splits
// aren't validated completely.
//
// Precondition: the number of bytes is a multiple of UTF8_VECTOR_WIDTH and not 0; the three bytes before
// them are readable as well; and `utf8_vectors_are_supported` returns true.
UTF8_VECTOR_TARGET static inline bool utf8_vectors_validate(
    const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
  utf8_vector faults = utf8_vector_faults(start);
  for (start += UTF8_VECTOR_WIDTH; start != end; start += UTF8_VECTOR_WIDTH)
    faults |= utf8_vector_faults(start);
  return __builtin_reduce_or(faults) == 0;
}

#endif

#endif
