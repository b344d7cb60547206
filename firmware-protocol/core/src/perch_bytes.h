/// Little-endian fields, and a writer that does not run over its end.
#ifndef PERCH_BYTES_H
#define PERCH_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint16_t perch_get16(const uint8_t *at);
uint32_t perch_get32(const uint8_t *at);
void perch_set16(uint8_t *at, uint16_t value);
void perch_set32(uint8_t *at, uint32_t value);

typedef struct {
  uint8_t *bytes;
  uint16_t length;
  uint16_t limit;
  bool overflow; ///< a field did not fit and was left out completely
} perch_writer_t;

void perch_put8(perch_writer_t *writer, uint8_t value);
void perch_put16(perch_writer_t *writer, uint16_t value);
void perch_put32(perch_writer_t *writer, uint32_t value);
void perch_put(perch_writer_t *writer, const void *bytes, size_t length);
/// A u16 count and the bytes.
void perch_put_blob(perch_writer_t *writer, const void *bytes, size_t length);

#endif
