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

#include "WideVectors.h"

#if defined(WIDE_VECTOR_WIDTH)

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

// Returns the faults of the bytes of one vector, or all zeros if the bytes are valid.
//
// Precondition: the three bytes before the vector are readable as well.
WIDE_VECTOR_INLINE wide_vector utf8_vector_faults(const uint8_t *_Nonnull bytes) {
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
  const wide_vector before = wide_vector_load(bytes - 1);
  const wide_vector faults = wide_vector_look_up(first, before >> 4) &
                             wide_vector_look_up(second, before & 0x0F) &
                             wide_vector_look_up(third, wide_vector_load(bytes) >> 4);
  // Sets the highest bit where a lead two bytes before starts a sequence of three bytes or more, or a lead
  // three bytes before starts a sequence of four. Only there are two continuations valid.
  const wide_vector none = {0};
  const wide_vector three = wide_vector_load(bytes - 2), four = wide_vector_load(bytes - 3);
  const wide_vector required = __builtin_elementwise_sub_sat(three, none + 0x60) |
                               __builtin_elementwise_sub_sat(four, none + 0x70);
  return faults ^ (required & utf8_continuations);
}

// Returns whether the bytes from `start` up to `end` are well formed. Sequences that `start` or `end` splits
// aren't validated completely.
//
// Precondition: the number of bytes is a multiple of WIDE_VECTOR_WIDTH and not 0; the three bytes before
// them are readable as well; and `wide_vectors_are_supported` returns true.
WIDE_VECTOR_TARGET static inline bool utf8_vectors_validate(
    const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
  wide_vector faults = utf8_vector_faults(start);
  for (start += WIDE_VECTOR_WIDTH; start != end; start += WIDE_VECTOR_WIDTH)
    faults |= utf8_vector_faults(start);
  return __builtin_reduce_or(faults) == 0;
}

#endif

#endif
