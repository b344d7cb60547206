#include "perch_frame.h"

#include <string.h>

#include "perch_bytes.h"

size_t perch_cobs_encode(uint8_t *out, const uint8_t *in, size_t length) {
  uint8_t *to = out;
  size_t i = 0;
  for (;;) {
    uint8_t *code = to++;
    size_t run = 0;
    while (run < 254 && i < length && in[i] != 0) {
      *to++ = in[i++];
      run++;
    }
    *code = (uint8_t)(run + 1);
    if (i == length) {
      break;
    }
    if (run < 254) {
      i++;  // the zero that the code stands for, even if it is the last byte: an empty block follows
    }
  }
  return (size_t)(to - out);
}

size_t perch_frame_encode(uint8_t *wire, const perch_header_t *header, const uint8_t *payload, size_t length) {
  if (length > PERCH_PAYLOAD_MAX) {
    return 0;
  }
  uint8_t *frame = wire + PERCH_FRAME_OFFSET;
  if (length > 0) {
    memmove(frame + PERCH_HEADER_BYTES, payload, length);
  }
  frame[0] = (uint8_t)(header->major << 4 | header->kind);
  frame[1] = header->flags;
  perch_set16(frame + 2, header->session);
  perch_set16(frame + 4, header->id);
  perch_set16(frame + 6, header->code);
  length += PERCH_HEADER_BYTES;
  perch_set32(frame + length, perch_crc32c(0, frame, length));
  wire[0] = 0;
  length = 1 + perch_cobs_encode(wire + 1, frame, length + PERCH_CRC_BYTES);
  wire[length++] = 0;
  return length;
}

perch_header_t perch_frame_header(const uint8_t *frame) {
  const perch_header_t header = {
      .major = frame[0] >> 4,
      .kind = frame[0] & 15,
      .flags = frame[1],
      .session = perch_get16(frame + 2),
      .id = perch_get16(frame + 4),
      .code = perch_get16(frame + 6),
  };
  return header;
}

void perch_decoder_init(perch_decoder_t *decoder, uint8_t *frame, size_t capacity) {
  memset(decoder, 0, sizeof *decoder);
  decoder->frame = frame;
  decoder->capacity = capacity;
}

static perch_stretch_t verdict(const perch_decoder_t *decoder) {
  if (decoder->overflow) {
    return PERCH_STRETCH_OVERFLOW;
  }
  if (decoder->left > 0) {
    return PERCH_STRETCH_MALFORMED;
  }
  if (decoder->length < PERCH_HEADER_BYTES + PERCH_CRC_BYTES) {
    return PERCH_STRETCH_SHORT;
  }
  const size_t covered = decoder->length - PERCH_CRC_BYTES;
  return perch_crc32c(0, decoder->frame, covered) == perch_get32(decoder->frame + covered) ? PERCH_STRETCH_FRAME : PERCH_STRETCH_CRC;
}

/// Takes the available part of the current block, at least its first byte, which is not zero.
/// \returns bytes taken.
static size_t take_block(perch_decoder_t *decoder, const uint8_t *bytes, size_t length) {
  const size_t room = decoder->capacity - decoder->length;
  size_t run = decoder->left < length ? decoder->left : length;
  size_t i = 0;
  if (room == 0) {
    decoder->overflow = true;
    i = 1;
  } else {
    uint8_t *to = decoder->frame + decoder->length;
    run = run < room ? run : room;
    do {
      to[i] = bytes[i];
      i++;
    } while (i < run && bytes[i] != 0);
    decoder->length += i;
  }
  decoder->left = (uint8_t)(decoder->left - i);
  return i;
}

static void take_code(perch_decoder_t *decoder, uint8_t code) {
  if (decoder->stretch > 0 && decoder->code != 0xFF) {
    if (decoder->length < decoder->capacity) {
      decoder->frame[decoder->length++] = 0;
    } else {
      decoder->overflow = true;
    }
  }
  decoder->code = code;
  decoder->left = (uint8_t)(code - 1);
}

perch_stretch_t perch_decoder_next(perch_decoder_t *decoder, const uint8_t *bytes, size_t length, size_t *used) {
  if (decoder->ended) {
    perch_decoder_init(decoder, decoder->frame, decoder->capacity);
  }
  size_t i = 0;
  while (i < length) {
    size_t taken = 1;
    if (bytes[i] == 0) {
      i++;
      if (decoder->stretch == 0) {
        continue;
      }
      decoder->discarded = decoder->stretch + 1;
      decoder->ended = true;
      *used = i;
      return verdict(decoder);
    }
    if (decoder->left > 0) {
      taken = take_block(decoder, bytes + i, length - i);
    } else {
      take_code(decoder, bytes[i]);
    }
    decoder->stretch += taken;
    i += taken;
  }
  *used = length;
  return PERCH_STRETCH_NONE;
}

void perch_decoder_feed(perch_decoder_t *decoder, const uint8_t *bytes, size_t length, perch_stretch_handler_t handler, void *context) {
  while (length > 0) {
    size_t used;
    const perch_stretch_t stretch = perch_decoder_next(decoder, bytes, length, &used);
    if (stretch != PERCH_STRETCH_NONE) {
      handler(context, decoder, stretch);
    }
    bytes += used;
    length -= used;
  }
}
