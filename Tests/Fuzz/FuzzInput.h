/// Reads an input field by field. Past the end, numbers are zero and bytes are missing.
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  const uint8_t *bytes;
  size_t left;
} fuzz_input_t;

static inline uint8_t fuzz_byte(fuzz_input_t *input) {
  if (input->left == 0) {
    return 0;
  }
  input->left--;
  return *input->bytes++;
}

static inline uint16_t fuzz_word(fuzz_input_t *input) {
  const uint8_t low = fuzz_byte(input);
  return (uint16_t)(low | fuzz_byte(input) << 8);
}

static inline uint32_t fuzz_long(fuzz_input_t *input) {
  const uint16_t low = fuzz_word(input);
  return low | (uint32_t)fuzz_word(input) << 16;
}

/// Returns the next bytes; `count` becomes their number.
static inline const uint8_t *fuzz_bytes(fuzz_input_t *input, size_t *count) {
  const uint8_t *at = input->bytes;
  *count = *count < input->left ? *count : input->left;
  input->bytes += *count;
  input->left -= *count;
  return at;
}

/// Ends the program if `condition` does not hold, which the fuzzer counts as a crash.
#define CLAIM(condition, claimed) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, claimed); \
      abort(); \
    } \
  } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

#endif
