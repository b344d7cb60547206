// Layout of an area. The first erase unit contains only the header; the config begins with the
// second.
//
//      0  magic u32, length u32, base 8
//     16  digest 32
//     48  CRC-32C of the 48 bytes before it u32, 12 bytes FF
//     64  save mark: sequence u32, NOT sequence u32, 8 bytes FF
//     80  16 bytes for each unit of data, once it is complete: number from 1 u32, NOT number u32, 8 bytes FF
//
// Everything is programmed in complete blocks of 16 bytes, in the order BEGIN, DATA, SAVE, and
// once. The exception is a unit's mark that a power cut has torn: the same mark is programmed over
// it. In a torn mark some bits of either word are not cleared yet, so the words are not each
// other's complement. Erasing may clear bits first, so a cut can leave words with all bits 0 next
// to words with all bits 1: neither belongs to a mark.

#include <string.h>

#include "perch_internal.h"

#if PERCH_CONFIG_STORE

#define MAGIC 0x31464350u  // PCF1
#define HEADER 64
#define COVERED 48
#define DIGEST_AT 16
#define SAVE_MARK 64
#define UNIT_MARKS 80
#define GRANULE 16u

static void read_flash(const perch_core_t *core, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  core->hal->flash_read(core->hal->context, area, offset, bytes, length);
}

/// Whether the first COVERED + 4 bytes of `header` are a complete header.
static bool is_header(const uint8_t *header) {
  return perch_get32(header) == MAGIC && perch_get32(header + COVERED) == perch_crc32c(0, header, COVERED);
}

bool perch_flash_write_header(perch_core_t *core, uint8_t area, uint32_t length, const uint8_t digest[32], const uint8_t base[8]) {
  uint8_t header[HEADER];
  memset(header, 0xFF, sizeof header);
  perch_set32(header, MAGIC);
  perch_set32(header + 4, length);
  memcpy(header + 8, base, 8);
  memcpy(header + DIGEST_AT, digest, 32);
  perch_set32(header + COVERED, perch_crc32c(0, header, COVERED));
  if (!core->hal->flash_program(core->hal->context, area, 0, header, sizeof header)) {
    return false;
  }
  // An unsuccessful write of a header would otherwise show only at the next start, long after the
  // config was acknowledged.
  read_flash(core, area, 0, header, sizeof header);
  return is_header(header);
}

typedef struct {
  uint32_t value;
  uint32_t complement;
} mark_t;

static mark_t read_mark(const perch_core_t *core, uint8_t area, uint32_t offset) {
  uint8_t bytes[8];
  read_flash(core, area, offset, bytes, sizeof bytes);
  return (mark_t){perch_get32(bytes), perch_get32(bytes + 4)};
}

static bool is_mark(mark_t mark, uint32_t value) {
  return mark.value == value && mark.complement == ~value;
}

/// Whether programming the mark, perhaps over a torn one, makes it complete.
static bool can_become_mark(mark_t mark, uint32_t value) {
  return (mark.value & value) == value && (mark.complement & ~value) == ~value;
}

static bool write_mark(perch_core_t *core, uint8_t area, uint32_t offset, uint32_t value) {
  uint8_t bytes[GRANULE];
  memset(bytes, 0xFF, sizeof bytes);
  perch_set32(bytes, value);
  perch_set32(bytes + 4, ~value);
  return core->hal->flash_program(core->hal->context, area, offset, bytes, sizeof bytes) && is_mark(read_mark(core, area, offset), value);
}

static uint32_t units_of(uint32_t length) {
  return (length + PERCH_FLASH_UNIT - 1) / PERCH_FLASH_UNIT;
}

static mark_t read_unit_mark(const perch_core_t *core, uint8_t area, uint32_t number) {
  return read_mark(core, area, UNIT_MARKS - GRANULE + GRANULE * number);
}

/// Whether a transfer into the area can be completed: after an interrupted erase the places of its
/// marks may be used up.
static bool can_be_completed(const perch_core_t *core, uint8_t area, uint32_t length) {
  uint32_t number = units_of(length);
  while (number > 0 && can_become_mark(read_unit_mark(core, area, number), number)) {
    number--;
  }
  return number == 0;
}

void perch_flash_inspect(perch_core_t *core, uint8_t area) {
  perch_area_t *entry = &core->store.areas[area];
  uint8_t header[COVERED + 4];
  memset(entry, 0, sizeof *entry);
  read_flash(core, area, 0, header, sizeof header);
  entry->length = perch_get32(header + 4);
  if (!is_header(header) || entry->length > PERCH_CONFIG_LIMIT) {
    return;
  }
  const mark_t mark = read_mark(core, area, SAVE_MARK);
  if ((mark.value & mark.complement) == UINT32_MAX) {
    if (entry->length > 0 && can_be_completed(core, area, entry->length)) {
      entry->state = PERCH_AREA_STAGED;
    }
  } else if (is_mark(mark, mark.value) && mark.value != 0 && mark.value != UINT32_MAX) {
    entry->state = PERCH_AREA_MARKED;
    entry->sequence = mark.value;
  }
  // Otherwise the place of the mark is used up: the area cannot be saved any more.
}

void perch_flash_digest(const perch_core_t *core, uint8_t area, uint8_t digest[32]) {
  read_flash(core, area, DIGEST_AT, digest, 32);
}

bool perch_flash_mark_saved(perch_core_t *core, uint8_t area, uint32_t sequence) {
  return write_mark(core, area, SAVE_MARK, sequence);
}

bool perch_flash_mark_unit(perch_core_t *core, uint8_t area, uint32_t unit) {
  return write_mark(core, area, UNIT_MARKS + GRANULE * unit, unit + 1);
}

uint32_t perch_flash_units_complete(const perch_core_t *core, uint8_t area, uint32_t length) {
  const uint32_t units = units_of(length);
  uint32_t unit = 0;
  while (unit < units && is_mark(read_unit_mark(core, area, unit + 1), unit + 1)) {
    unit++;
  }
  return unit;
}

bool perch_flash_program(perch_core_t *core, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  const uint32_t whole = length / GRANULE * GRANULE;
  const uint32_t rest = length - whole;
  if (whole > 0 && !core->hal->flash_program(core->hal->context, area, PERCH_FLASH_UNIT + offset, bytes, whole)) {
    return false;
  }
  if (rest == 0) {
    return true;
  }
  uint8_t last[GRANULE];
  memset(last, 0xFF, sizeof last);
  memcpy(last, bytes + whole, rest);
  return core->hal->flash_program(core->hal->context, area, PERCH_FLASH_UNIT + offset + whole, last, sizeof last);
}

#endif
