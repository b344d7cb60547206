/// The golden vectors of firmware-protocol/vectors as tables; vectors.py writes them.
#ifndef VECTORS_H
#define VECTORS_H

#include "perch_frame.h"

typedef struct {
  const char *name;
  perch_header_t header;
  const uint8_t *payload;
  size_t payload_length;
  const uint8_t *decoded;
  size_t decoded_length;
  const uint8_t *wire;
  size_t wire_length;
  bool canonical;
} frame_vector_t;

typedef struct {
  perch_stretch_t stretch;
  size_t discarded;
  const uint8_t *frame;
  size_t frame_length;
} stretch_vector_t;

typedef struct {
  const char *name;
  const uint8_t *wire;
  size_t wire_length;
  size_t largest_frame;
  const stretch_vector_t *expected;
  size_t expected_count;
} stream_vector_t;

typedef enum { TAKEN, MALFORMED, INVALID_ARGUMENT, DROPPED } expected_t;

typedef struct {
  const char *name;
  uint16_t code;
  const uint8_t *payload;
  size_t payload_length;
  expected_t expected;
  uint16_t offset; ///< of the field, with INVALID_ARGUMENT
} request_vector_t;

typedef struct {
  const char *name;
  const uint8_t *payload;
  size_t payload_length;
  bool valid;
} grant_vector_t;

extern const frame_vector_t frame_vectors[];
extern const size_t frame_vector_count;
extern const stream_vector_t stream_vectors[];
extern const size_t stream_vector_count;
extern const request_vector_t request_vectors[];
extern const size_t request_vector_count;
extern const grant_vector_t grant_vectors[];
extern const size_t grant_vector_count;

#endif
