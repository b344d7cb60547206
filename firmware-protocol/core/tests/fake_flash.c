// The flash of the bench. A power cut leaves its word or unit half done, and nothing happens after
// it.

#include "fake_flash.h"

#include "fake.h"

/// A check of the bench itself, which counts only when it fails.
#define REQUIRE(condition) ((void)((condition) || test_check(false, #condition, __FILE__, __LINE__)))

fake_step_t fake_journal[FAKE_JOURNAL];

// MARK: State after a cut

static uint32_t rnd32(uint32_t *seed) {
  const uint32_t low = rnd(seed);
  return low ^ rnd(seed) << 16;
}

/// Each bit to be cleared may or may not be cleared yet.
static uint32_t torn_word(uint32_t old, uint32_t word, unsigned tear) {
  uint32_t seed = tear * 2654435761u;
  uint32_t kept = rnd32(&seed);
  if (tear % 2 == 0) {
    kept &= rnd32(&seed);
  }
  return tear == 0 ? old : old & (word | kept);
}

/// Erasing may begin by clearing every bit, so zeros are as likely as the old and the new value.
static uint32_t half_erased_word(uint32_t old, uint32_t index, unsigned tear, uint32_t *seed) {
  const uint32_t boundary = tear / FAKE_ERASE_SHAPES % (PERCH_FLASH_UNIT / 4);
  const bool below = index < boundary;
  const uint32_t garbage = rnd32(seed);
  switch (tear % FAKE_ERASE_SHAPES) {
    case 0:
      return below ? UINT32_MAX : old;
    case 1:
      return below ? old : UINT32_MAX;
    case 2:
      return below ? 0 : old;
    case 3:
      return below ? old : 0;
    case 4:
      return below ? old : index == boundary ? 0 : UINT32_MAX;
    case 5:
      return below ? old : index == boundary ? UINT32_MAX : 0;
    case 6:
      return below ? garbage : old;
    case 7:
      return below ? old : garbage;
    case 8:
      return old | garbage;
    default:
      return garbage;
  }
}

void fake_flash_apply(fake_flash_t *flash, const fake_step_t *step) {
  uint8_t *at = flash->areas[step->area] + step->offset;
  if (step->erase) {
    memset(at, 0xFF, PERCH_FLASH_UNIT);
  } else {
    set32(at, get32(at) & step->word);
  }
}

void fake_flash_tear(fake_flash_t *flash, const fake_step_t *step, unsigned tear) {
  uint8_t *at = flash->areas[step->area] + step->offset;
  if (!step->erase) {
    set32(at, torn_word(get32(at), step->word, tear));
    return;
  }
  uint32_t seed = tear * 2654435761u;
  for (uint32_t i = 0; i < PERCH_FLASH_UNIT / 4; i++) {
    set32(at + 4 * i, half_erased_word(get32(at + 4 * i), i, tear, &seed));
  }
}

// MARK: HAL

/// Carries out one step, or half of it when the power fails. \returns whether the power is still on
/// afterwards.
static bool take(const fake_step_t *step) {
  if (fake.dead || fake.flash_fails) {
    return false;
  }
  if (fake.flash_steps < FAKE_JOURNAL) {
    fake_journal[fake.flash_steps] = *step;
  }
  fake.flash_steps++;
  fake.dead = fake.flash_steps == fake.cut_at;
  if (fake.flash_steps == fake.forgotten) {
    return true;
  }
  if (fake.dead) {
    fake_flash_tear(&fake.flash, step, fake.torn);
  } else {
    fake_flash_apply(&fake.flash, step);
  }
  return !fake.dead;
}

bool fake_flash_erase(void *context, uint8_t area, uint32_t unit) {
  (void)context;
  REQUIRE(area < PERCH_CONFIG_AREAS && unit <= PERCH_CONFIG_UNITS);
  const fake_step_t step = {.erase = true, .first = true, .area = area, .offset = unit * PERCH_FLASH_UNIT};
  return take(&step);
}

bool fake_flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  (void)context;
  REQUIRE(area < PERCH_CONFIG_AREAS && offset % 16 == 0 && length % 16 == 0 && offset + length <= PERCH_CONFIG_AREA_BYTES);
  for (uint32_t i = 0; i < length; i += 4) {
    const fake_step_t step = {.first = i == 0, .area = area, .offset = offset + i, .word = get32(bytes + i)};
    const uint32_t old = get32(fake.flash.areas[area] + step.offset);
    if (!take(&step)) {
      return false;
    }
    fake.program_dirty |= step.word != UINT32_MAX && (old & step.word) != step.word;
  }
  return true;
}

void fake_flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  (void)context;
  REQUIRE(area < PERCH_CONFIG_AREAS && offset + length <= PERCH_CONFIG_AREA_BYTES);
  memcpy(bytes, fake.flash.areas[area] + offset, length);
}
