/// The config areas: NOR flash in memory, and in a file if there is one.
#ifndef FLASH_H
#define FLASH_H

#include <stdbool.h>
#include <stdint.h>

/// Opens or creates the file; NULL = memory only. Ends the process if that fails.
void flash_open(const char *path);

// The storage functions of perch_hal_t. As in real flash, erased bytes are 0xFF and programming only clears bits. False outside of the areas, or
// when the file cannot be written.
bool flash_erase(void *context, uint8_t area, uint32_t unit);
bool flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length);
void flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length);

#endif
