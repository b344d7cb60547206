/// What the C core counts of a line.
#ifndef CORE_COUNTERS_H
#define CORE_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t received;
  uint32_t malformed; ///< malformed or short
  uint32_t crc;
  uint32_t overflow;
} core_counters_t;

/// Gives the bytes to a core of the full profile that has just started, `piece` at a time, and returns what it counts.
core_counters_t core_counters(const uint8_t *bytes, size_t length, size_t piece);

#endif
