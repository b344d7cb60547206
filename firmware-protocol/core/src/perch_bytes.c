#include "perch_bytes.h"

#include <string.h>

uint16_t perch_get16(const uint8_t *at) {
  return (uint16_t)(at[0] | at[1] << 8);
}

uint32_t perch_get32(const uint8_t *at) {
  return perch_get16(at) | (uint32_t)perch_get16(at + 2) << 16;
}

void perch_set16(uint8_t *at, uint16_t value) {
  at[0] = (uint8_t)value;
  at[1] = (uint8_t)(value >> 8);
}

void perch_set32(uint8_t *at, uint32_t value) {
  perch_set16(at, (uint16_t)value);
  perch_set16(at + 2, (uint16_t)(value >> 16));
}

void perch_put(perch_writer_t *writer, const void *bytes, size_t length) {
  if (writer->overflow || length > (size_t)(writer->limit - writer->length)) {
    writer->overflow = true;
    return;
  }
  if (length > 0) {
    memcpy(writer->bytes + writer->length, bytes, length);
    writer->length = (uint16_t)(writer->length + length);
  }
}

void perch_put8(perch_writer_t *writer, uint8_t value) {
  perch_put(writer, &value, 1);
}

void perch_put16(perch_writer_t *writer, uint16_t value) {
  uint8_t bytes[2];
  perch_set16(bytes, value);
  perch_put(writer, bytes, sizeof bytes);
}

void perch_put32(perch_writer_t *writer, uint32_t value) {
  uint8_t bytes[4];
  perch_set32(bytes, value);
  perch_put(writer, bytes, sizeof bytes);
}

void perch_put_blob(perch_writer_t *writer, const void *bytes, size_t length) {
  perch_put16(writer, (uint16_t)length);
  perch_put(writer, bytes, length);
}
