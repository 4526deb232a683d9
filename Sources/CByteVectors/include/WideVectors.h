// Vectors of the greatest width at hand: 32 bytes with AVX2, 16 with NEON.
//
// The operations use clang's vector types; only looking up entries of a table differs between processors. On
// x86-64, functions that use these vectors are compiled for AVX2, so callers check
// `wide_vectors_are_supported` before they call them.

#ifndef WIDE_VECTORS_H
#define WIDE_VECTORS_H

#if defined(__x86_64__) || (defined(__ARM_NEON) && defined(__aarch64__))

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#define WIDE_VECTOR_TARGET __attribute__((__target__("avx2")))
#define WIDE_VECTOR_WIDTH 32
#else
#include <arm_neon.h>
#define WIDE_VECTOR_TARGET
#define WIDE_VECTOR_WIDTH 16
#endif

typedef uint8_t wide_vector __attribute__((__vector_size__(WIDE_VECTOR_WIDTH)));

#define WIDE_VECTOR_INLINE static inline __attribute__((__always_inline__)) WIDE_VECTOR_TARGET

#if defined(__x86_64__)
static inline bool wide_vectors_detect(void) {
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

// Returns whether the processor has the instructions for these vectors.
static inline bool wide_vectors_are_supported(void) {
#if defined(__x86_64__)
  // 0 until it is known. Every thread gets the same result.
  static uint8_t answer;
  uint8_t known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
  if (known == 0) {
    known = wide_vectors_detect() ? 1 : 2;
    __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
  }
  return known == 1;
#else
  return true;
#endif
}

WIDE_VECTOR_INLINE wide_vector wide_vector_load(const uint8_t *_Nonnull bytes) {
  wide_vector vector;
  __builtin_memcpy(&vector, bytes, sizeof(vector));
  return vector;
}

// Returns the entries of a table at indexes from 0 to 15.
WIDE_VECTOR_INLINE wide_vector wide_vector_look_up(
    const uint8_t *_Nonnull table, wide_vector indexes) {
#if defined(__x86_64__)
  const __m256i entries = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
  return (wide_vector)_mm256_shuffle_epi8(entries, (__m256i)indexes);
#else
  return (wide_vector)vqtbl1q_u8(vld1q_u8(table), (uint8x16_t)indexes);
#endif
}

#endif

#endif
