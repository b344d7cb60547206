// The config areas are at the end of flash. The CPU stops while the controller erases (21 ms a page
// on the chip) and programs, so W is 1.

#include <string.h>

#include "nrf51.h"
#include "port.h"

extern uint8_t config_areas[];  // from the linker script

static const uint8_t *place(uint8_t area, uint32_t offset) {
  return config_areas + (uint32_t)area * PERCH_CONFIG_AREA_BYTES + offset;
}

static bool is_within(uint8_t area, uint32_t offset, uint32_t length) {
  return area < PERCH_CONFIG_AREAS && offset <= PERCH_CONFIG_AREA_BYTES && length <= PERCH_CONFIG_AREA_BYTES - offset;
}

static void set_mode(uint32_t mode) {
  NRF51_NVMC_CONFIG = mode;
  while (NRF51_NVMC_READY == 0) {
  }
}

bool flash_erase(void *context, uint8_t area, uint32_t unit) {
  (void)context;
  if (unit > PERCH_CONFIG_UNITS || !is_within(area, unit * PERCH_FLASH_UNIT, PERCH_FLASH_UNIT)) {
    return false;
  }
  set_mode(NRF51_NVMC_ERASE);
  NRF51_NVMC_ERASE_PAGE = (uint32_t)place(area, unit * PERCH_FLASH_UNIT);
  set_mode(NRF51_NVMC_READ_ONLY);
  return true;
}

bool flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  (void)context;
  if (!is_within(area, offset, length)) {
    return false;
  }
  volatile uint32_t *to = (volatile uint32_t *)place(area, offset);
  set_mode(NRF51_NVMC_WRITE);
  for (uint32_t i = 0; i < length; i += 4, to++) {
    uint32_t word;
    memcpy(&word, bytes + i, sizeof word);
    *to = word;
    while (NRF51_NVMC_READY == 0) {
    }
  }
  set_mode(NRF51_NVMC_READ_ONLY);
  return memcmp(place(area, offset), bytes, length) == 0;
}

void flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  (void)context;
  memcpy(bytes, place(area, offset), length);
}
