/// The config areas, in a flash partition of their own.
#ifndef STORAGE_H
#define STORAGE_H

#include <stdbool.h>
#include <stdint.h>

/// Finds the partition. \returns false if there is none that can hold the areas: the dongle then
/// has no config store.
bool storage_open(void);

// The storage functions of perch_hal_t.
bool storage_erase(void *context, uint8_t area, uint32_t unit);
bool storage_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length);
void storage_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length);

#endif
