// Reads and writes Base64 (RFC 4648, section 4), one vector of characters at a time.
//
// For reading, a table lookup by the first half of a character returns what to add for its six bits. The characters
// of the alphabet whose first halves are equal need the same, except for "+" and "/":
//
//     + 2B   +19 → 62      0–9 30–39   +4 → 52–61      A–O 41–4F, P–Z 50–5A   −65 → 0–25
//     / 2F   +16 → 63                                  a–o 61–6F, p–z 70–7A   −71 → 26–51
//
// For writing, one returns what to add to six bits. Its index is 13 for the values before 26, and for the others, how
// much they exceed 51.
//
// (The methods are those of Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2 Instructions", 2018.)

#ifndef BASE64_VECTORS_H
#define BASE64_VECTORS_H

#include "WideVectors.h"

#if defined(WIDE_VECTOR_WIDTH)

typedef uint32_t base64_groups __attribute__((__vector_size__(WIDE_VECTOR_WIDTH)));

// The kinds of characters with equal first halves, each with a bit.
enum {
  base64_signs = 1,           // 2
  base64_digits = 2,          // 3
  base64_first_letters = 4,   // 4 and 6
  base64_second_letters = 8,  // 5 and 7
  base64_others = 16,
};

// Returns the six bits of each character, and adds to `faults` what isn't of the alphabet.
WIDE_VECTOR_INLINE wide_vector base64_values(wide_vector characters, wide_vector *_Nonnull faults) {
  // The kinds that a first half stands for, and those that don't have a second half.
  static const uint8_t kinds[16] = {
      base64_others, base64_others, base64_signs, base64_digits,
      base64_first_letters, base64_second_letters, base64_first_letters, base64_second_letters,
      base64_others, base64_others, base64_others, base64_others,
      base64_others, base64_others, base64_others, base64_others};
  enum {
    to_9 = base64_others | base64_signs,
    from_B = base64_others | base64_digits | base64_second_letters,
  };
  static const uint8_t faulty[16] = {
      to_9 | base64_first_letters,
      to_9, to_9, to_9, to_9, to_9, to_9, to_9, to_9, to_9,
      to_9 | base64_digits,
      from_B, from_B | base64_signs, from_B | base64_signs, from_B | base64_signs, from_B};
  // The entry of "/" comes before that of "+".
  static const uint8_t offsets[16] = {0, 16, 19, 4, 191, 191, 185, 185};
  const wide_vector first = characters >> 4;
  *faults |= wide_vector_look_up(kinds, first) & wide_vector_look_up(faulty, characters & 0x0F);
  return characters + wide_vector_look_up(offsets, first + (wide_vector)(characters == '/'));
}

// Reads vectors of characters, writes three bytes for four of them, and returns whether all are of the alphabet.
//
// Precondition: `count` vectors are readable at `text`; their bytes, and four more, are writable at `output`; and
// `wide_vectors_are_supported` returns true.
WIDE_VECTOR_TARGET static inline bool base64_vectors_read(
    const uint8_t *_Nonnull text, intptr_t count, uint8_t *_Nonnull output) {
  wide_vector faults = {0};
  for (; count > 0; count--, text += WIDE_VECTOR_WIDTH, output += WIDE_VECTOR_WIDTH / 4 * 3) {
    const base64_groups values = (base64_groups)base64_values(wide_vector_load(text), &faults);
    const base64_groups pairs = (values & 0x003F003F) << 6 | (values >> 8 & 0x003F003F);
    const wide_vector groups = (wide_vector)((pairs & 0xFFFF) << 12 | pairs >> 16);
    // The bytes of a group are in reverse order, and the fourth one is zero.
#if WIDE_VECTOR_WIDTH == 32
    const wide_vector bytes = __builtin_shufflevector(
        groups, groups, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 3, 7, 11, 15,
        18, 17, 16, 22, 21, 20, 26, 25, 24, 30, 29, 28, 19, 23, 27, 31);
    __builtin_memcpy(output, &bytes, 16);
    __builtin_memcpy(output + 12, (const uint8_t *)&bytes + 16, 16);
#else
    const wide_vector bytes = __builtin_shufflevector(
        groups, groups, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 3, 7, 11, 15);
    __builtin_memcpy(output, &bytes, 16);
#endif
  }
  return __builtin_reduce_or(faults) == 0;
}

// Writes four characters for three bytes, one vector of characters at a time.
//
// Precondition: the bytes for `count` vectors, and with vectors of 16 bytes four more, are readable at `bytes`; the
// vectors are writable at `text`; and `wide_vectors_are_supported` returns true.
WIDE_VECTOR_TARGET static inline void base64_vectors_write(
    const uint8_t *_Nonnull bytes, intptr_t count, uint8_t *_Nonnull text) {
  enum { digits = (uint8_t)('0' - 52) };
  static const uint8_t offsets[16] = {
      'a' - 26, digits, digits, digits, digits, digits, digits, digits, digits, digits, digits,
      (uint8_t)('+' - 62), (uint8_t)('/' - 63), 'A'};
  for (; count > 0; count--, text += WIDE_VECTOR_WIDTH, bytes += WIDE_VECTOR_WIDTH / 4 * 3) {
    // Three bytes in reverse order, and a fourth one that doesn't matter, are a number of 24 bits.
    wide_vector input;
    __builtin_memcpy(&input, bytes, 16);
#if WIDE_VECTOR_WIDTH == 32
    // The second half has its twelve bytes at its end, so that nothing after them is read.
    __builtin_memcpy((uint8_t *)&input + 16, bytes + 8, 16);
    const base64_groups groups = (base64_groups)__builtin_shufflevector(
        input, input, 2, 1, 0, 0, 5, 4, 3, 0, 8, 7, 6, 0, 11, 10, 9, 0,
        22, 21, 20, 0, 25, 24, 23, 0, 28, 27, 26, 0, 31, 30, 29, 0);
#else
    const base64_groups groups = (base64_groups)__builtin_shufflevector(
        input, input, 2, 1, 0, 0, 5, 4, 3, 0, 8, 7, 6, 0, 11, 10, 9, 0);
#endif
    const wide_vector values = (wide_vector)(
        (groups >> 18 & 0x3F) | (groups >> 4 & 0x3F00) | (groups << 10 & 0x3F0000) |
        (groups << 24 & 0x3F000000));
    const wide_vector isBefore26 = (wide_vector)(values < 26);
    const wide_vector excess = __builtin_elementwise_sub_sat(values, (wide_vector){} + 51);
    const wide_vector characters = values + wide_vector_look_up(offsets, excess | (isBefore26 & 13));
    __builtin_memcpy(text, &characters, sizeof(characters));
  }
}

#endif

#endif
