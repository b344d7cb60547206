/// Frames on the line: COBS between zeros, CRC-32C; SPEC.md 1 and 2.
///
///     wire:     00 | COBS( header 8 | payload 0...N | CRC-32C 4 ) | 00
#ifndef PERCH_FRAME_H
#define PERCH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perch_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/// CRC-32C of `length` more bytes. `crc` is 0 at first, then the value returned before.
uint32_t perch_crc32c(uint32_t crc, const uint8_t *bytes, size_t length);

/// Encodes without delimiters. `out` has room for length + length / 254 + 1 bytes; it may overlap `in` if it begins at least length / 254 + 1 bytes
/// before it. \returns bytes written; 1 for empty input.
size_t perch_cobs_encode(uint8_t *out, const uint8_t *in, size_t length);

typedef struct {
  uint8_t major; ///< 0...15
  uint8_t kind;  ///< 0...15
  uint8_t flags;
  uint16_t session;
  uint16_t id;
  uint16_t code;
} perch_header_t;

/// Offset of a frame that is encoded in place in its buffer of PERCH_ENCODED_MAX bytes; its payload
/// begins PERCH_HEADER_BYTES later.
#define PERCH_FRAME_OFFSET (PERCH_ENCODED_MAX - PERCH_FRAME_MAX - 1)

/// Encodes a frame with both delimiters into `wire`, which has room for PERCH_ENCODED_MAX bytes. `payload` may be the payload's place in `wire`.
/// \returns bytes written; 0 and `wire` untouched if `length` is over PERCH_PAYLOAD_MAX.
size_t perch_frame_encode(uint8_t *wire, const perch_header_t *header, const uint8_t *payload, size_t length);

/// The header of a decoded frame of at least PERCH_HEADER_BYTES bytes.
perch_header_t perch_frame_header(const uint8_t *frame);

/// Kind of a stretch between two zeros.
typedef enum {
  PERCH_STRETCH_NONE, ///< no zero has come yet
  PERCH_STRETCH_FRAME,
  PERCH_STRETCH_OVERFLOW,
  PERCH_STRETCH_MALFORMED,
  PERCH_STRETCH_SHORT,
  PERCH_STRETCH_CRC,
} perch_stretch_t;

/// Cuts a stream of bytes into frames. The caller owns the buffer, and the decoder stores nothing
/// else.
typedef struct {
  uint8_t *frame; ///< header, payload and CRC of the newest frame
  size_t capacity;
  size_t length;    ///< decoded bytes
  size_t stretch;   ///< bytes since the last zero
  size_t discarded; ///< bytes of the newest stretch, its closing zero included
  uint8_t code;
  uint8_t left; ///< bytes missing of the current block
  bool overflow;
  bool ended; ///< the stretch has been reported; the next byte begins another
} perch_decoder_t;

void perch_decoder_init(perch_decoder_t *decoder, uint8_t *frame, size_t capacity);

/// Takes bytes up to the end of the first stretch that is not empty. `used` is the number taken:
/// all of them with PERCH_STRETCH_NONE. With PERCH_STRETCH_FRAME, `frame` has `length` bytes,
/// 12...capacity, until the next call; otherwise `discarded` is the number of lost bytes.
perch_stretch_t perch_decoder_next(perch_decoder_t *decoder, const uint8_t *bytes, size_t length, size_t *used);

typedef void (*perch_stretch_handler_t)(void *context, const perch_decoder_t *decoder, perch_stretch_t stretch);

/// Takes all bytes and calls `handler` for each stretch that ends in them, whether a frame or
/// rejected.
void perch_decoder_feed(perch_decoder_t *decoder, const uint8_t *bytes, size_t length, perch_stretch_handler_t handler, void *context);

#ifdef __cplusplus
}
#endif
#endif
