// The flash of the bench. A power cut leaves the word or unit it hits half done, and nothing happens after it.

#include "fake.h"

/// A check of the bench itself: counts only when it fails.
#define REQUIRE(condition) ((void)((condition) || test_check(false, #condition, __FILE__, __LINE__)))

/// Whether power is still on for one more step; the step that is hit is torn.
static bool step(bool *tear) {
  if (fake.dead) {
    return false;
  }
  fake.flash_steps++;
  *tear = fake.flash_steps == fake.cut_at;
  if (*tear) {
    fake.dead = true;
  }
  return true;
}

bool fake_flash_erase(void *context, uint8_t area, uint32_t unit) {
  (void)context;
  bool tear;
  REQUIRE(area < PERCH_CONFIG_AREAS && unit <= PERCH_CONFIG_UNITS);
  if (fake.flash_fails || !step(&tear)) {
    return false;
  }
  uint8_t *bytes = fake.flash[area] + unit * PERCH_FLASH_UNIT;
  uint32_t seed = fake.torn;
  for (size_t i = 0; i < PERCH_FLASH_UNIT; i++) {
    if (!tear) {
      bytes[i] = 0xFF;
    } else if (fake.torn % 3 == 1) {
      bytes[i] = (uint8_t)(bytes[i] | rnd(&seed));
    } else if (fake.torn % 3 == 2 && i >= PERCH_FLASH_UNIT / 2) {
      bytes[i] = 0xFF;
    }
  }
  return !tear;
}

bool fake_flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  (void)context;
  REQUIRE(area < PERCH_CONFIG_AREAS && offset % 16 == 0 && length % 16 == 0 && offset + length <= PERCH_CONFIG_AREA_BYTES);
  if (fake.flash_fails) {
    return false;
  }
  uint8_t *at = fake.flash[area] + offset;
  for (uint32_t i = 0; i < length; i += 4) {
    bool tear;
    uint32_t seed = fake.torn;
    if (!step(&tear)) {
      return false;
    }
    for (uint32_t k = i; k < i + 4; k++) {
      uint8_t kept = 0;
      if (tear) {
        kept = fake.torn % 3 == 0 ? 0xFF : (uint8_t)rnd(&seed);
      }
      fake.program_dirty |= at[k] != 0xFF && at[k] != bytes[k] && !tear;
      at[k] = (uint8_t)(at[k] & (bytes[k] | kept));
    }
    if (tear) {
      return false;
    }
  }
  return true;
}

void fake_flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  (void)context;
  REQUIRE(area < PERCH_CONFIG_AREAS && offset + length <= PERCH_CONFIG_AREA_BYTES);
  memcpy(bytes, fake.flash[area] + offset, length);
}
