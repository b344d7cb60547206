/// Counters of the C core for a line.
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

/// Passes the bytes to a newly started core of the full profile, `piece` at a time, and returns its
/// counters.
core_counters_t core_counters(const uint8_t *bytes, size_t length, size_t piece);

#endif
