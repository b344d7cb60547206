/// The flash of the bench: its content, a journal of its steps, and the effect of a power cut on a
/// step.
#ifndef FAKE_FLASH_H
#define FAKE_FLASH_H

#include <stdbool.h>
#include <stdint.h>

#include "perch_config.h"

typedef struct {
  uint8_t areas[PERCH_CONFIG_AREAS][PERCH_CONFIG_AREA_BYTES];
} fake_flash_t;

/// A step that a power cut can interrupt: a word programmed or a unit erased.
typedef struct {
  bool erase;
  bool first; ///< first step of one call of the core
  uint8_t area;
  uint32_t offset; ///< in the area, bytes
  uint32_t word; ///< to be programmed
} fake_step_t;

/// The steps since `flash_steps` was 0, as many as there is room for.
#define FAKE_JOURNAL 16384u
extern fake_step_t fake_journal[FAKE_JOURNAL];

void fake_flash_apply(fake_flash_t *flash, const fake_step_t *step);

/// Leaves a step half done. `tear` chooses how: for a word, 0 leaves it unchanged, and any other
/// value clears some of the bits. For a unit it is FAKE_ERASE_SHAPES * boundary + shape: the
/// boundary within the unit, in words, and how the two sides differ.
void fake_flash_tear(fake_flash_t *flash, const fake_step_t *step, unsigned tear);
#define FAKE_ERASE_SHAPES 10u

// In the form of the HAL's functions.
bool fake_flash_erase(void *context, uint8_t area, uint32_t unit);
bool fake_flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length);
void fake_flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length);

#endif
