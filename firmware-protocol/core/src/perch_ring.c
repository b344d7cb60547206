#include <string.h>

#include "perch_internal.h"

void perch_ring_init(perch_ring_t *ring, uint8_t *bytes, uint16_t size) {
  ring->bytes = bytes;
  ring->size = size;
  ring->first = 0;
  ring->used = 0;
}

void perch_ring_append(perch_ring_t *ring, const void *bytes, size_t length) {
  if (length == 0) {
    return;
  }
  size_t at = (size_t)ring->first + ring->used;
  if (at >= ring->size) {
    at -= ring->size;
  }
  size_t run = ring->size - at;
  if (run > length) {
    run = length;
  }
  memcpy(ring->bytes + at, bytes, run);
  memcpy(ring->bytes, (const uint8_t *)bytes + run, length - run);
  ring->used = (uint16_t)(ring->used + length);
}

void perch_ring_read(const perch_ring_t *ring, size_t offset, void *bytes, size_t length) {
  size_t at = ring->first + offset;
  if (at >= ring->size) {
    at -= ring->size;
  }
  size_t run = ring->size - at;
  if (run > length) {
    run = length;
  }
  memcpy(bytes, ring->bytes + at, run);
  memcpy((uint8_t *)bytes + run, ring->bytes, length - run);
}

void perch_ring_drop(perch_ring_t *ring, size_t length) {
  size_t at = ring->first + length;
  if (at >= ring->size) {
    at -= ring->size;
  }
  ring->first = (uint16_t)at;
  ring->used = (uint16_t)(ring->used - length);
}
