// perch_decoder: any split gives the same frames, every byte is accounted for, nothing is written
// past the buffer's end, and a frame survives re-encoding.

#include <string.h>

#include "FuzzInput.h"
#include "perch_frame.h"

#define LINE_MAX_BYTES 4096

static uint8_t line[LINE_MAX_BYTES + PERCH_ENCODED_MAX + 256];
static size_t line_length;

static void add(const uint8_t *bytes, size_t length) {
  memcpy(line + line_length, bytes, length);
  line_length += length;
}

static size_t repeated_length(fuzz_input_t *input) {
  const size_t byte = fuzz_byte(input);
  return byte < 0xE0 ? byte / 4 : (byte - 0xDF) * 16;
}

/// Writes a whole frame to `wire`. \returns its length.
static size_t make_frame(fuzz_input_t *input, uint8_t *wire) {
  const uint8_t kind = fuzz_byte(input);
  const perch_header_t header = {
      .major = kind >> 4, .kind = kind & 15, .flags = fuzz_byte(input), .session = fuzz_word(input), .id = fuzz_word(input), .code = fuzz_word(input)};
  uint8_t payload[PERCH_PAYLOAD_MAX];
  size_t length = fuzz_byte(input) & 0x3F;
  const uint8_t *bytes = fuzz_bytes(input, &length);
  memcpy(payload, bytes, length);
  const uint8_t fill = fuzz_byte(input);
  size_t more = repeated_length(input);
  more = more < PERCH_PAYLOAD_MAX - length ? more : PERCH_PAYLOAD_MAX - length;
  memset(payload + length, fill, more);
  return perch_frame_encode(wire, &header, payload, length + more);
}

/// As in FuzzedLine.swift: the fuzzer would not find a correct CRC by itself.
static void make_line(fuzz_input_t *input) {
  uint8_t wire[PERCH_ENCODED_MAX];
  line_length = 0;
  while (input->left > 0 && line_length < LINE_MAX_BYTES) {
    size_t length;
    switch (fuzz_byte(input) % 5) {
      case 0: {
        length = fuzz_byte(input);
        const uint8_t *bytes = fuzz_bytes(input, &length);
        add(bytes, length);
        break;
      }
      case 1:
        add(wire, make_frame(input, wire));
        break;
      case 2:
        length = make_frame(input, wire);
        wire[fuzz_word(input) % length] ^= fuzz_byte(input);
        add(wire, length);
        break;
      case 3: {
        const uint8_t byte = fuzz_byte(input);
        length = 1 + repeated_length(input);
        memset(line + line_length, byte, length);
        line_length += length;
        break;
      }
      default:
        length = make_frame(input, wire);
        add(wire, length - fuzz_byte(input) % length);
        break;
    }
  }
}

typedef struct {
  uint32_t events; ///< checksum of all events, in order
  size_t accounted;
} told_t;

static void check_frame(const perch_decoder_t *decoder) {
  const size_t length = decoder->length - PERCH_HEADER_BYTES - PERCH_CRC_BYTES;
  if (length > PERCH_PAYLOAD_MAX) {
    return;
  }
  uint8_t wire[PERCH_ENCODED_MAX];
  uint8_t frame[PERCH_FRAME_MAX];
  const perch_header_t header = perch_frame_header(decoder->frame);
  const size_t encoded = perch_frame_encode(wire, &header, decoder->frame + PERCH_HEADER_BYTES, length);
  CLAIM(encoded > 0 && encoded <= PERCH_ENCODED_MAX, "a frame is encoded within its bounds");
  perch_decoder_t again;
  perch_decoder_init(&again, frame, sizeof frame);
  size_t used;
  CLAIM(perch_decoder_next(&again, wire, encoded, &used) == PERCH_STRETCH_FRAME && used == encoded, "what is encoded is one frame");
  CLAIM(again.length == decoder->length && memcmp(frame, decoder->frame, again.length) == 0, "a frame that is encoded decodes to itself");
}

static told_t decode(size_t capacity, size_t piece, bool checks) {
  told_t told = {0, 0};
  // A buffer of exactly that size, so that a write past the end is noticed.
  uint8_t *frame = malloc(capacity);
  if (frame == NULL) {
    return told;
  }
  perch_decoder_t decoder;
  perch_decoder_init(&decoder, frame, capacity);
  size_t zeros_skipped = 0;
  for (size_t at = 0; at < line_length;) {
    const size_t most = piece < line_length - at ? piece : line_length - at;
    size_t used = 0;
    const perch_stretch_t stretch = perch_decoder_next(&decoder, line + at, most, &used);
    CLAIM(used > 0 && used <= most, "at least one byte is taken, and no more than there are");
    CLAIM(decoder.length <= capacity, "no frame is over the limit");
    at += used;
    if (stretch == PERCH_STRETCH_NONE) {
      continue;
    }
    told.events = perch_crc32c(told.events, (const uint8_t *)&stretch, sizeof stretch);
    told.events = perch_crc32c(told.events, (const uint8_t *)&decoder.discarded, sizeof decoder.discarded);
    told.accounted += decoder.discarded;
    if (stretch == PERCH_STRETCH_FRAME) {
      CLAIM(decoder.length >= PERCH_HEADER_BYTES + PERCH_CRC_BYTES, "a frame has a header and a CRC");
      told.events = perch_crc32c(told.events, frame, decoder.length);
      if (checks) {
        check_frame(&decoder);
      }
    }
  }
  if (!decoder.ended) {
    told.accounted += decoder.stretch;
  }
  for (size_t i = 0; i < line_length; i++) {
    zeros_skipped += line[i] == 0 && (i == 0 || line[i - 1] == 0);
  }
  CLAIM(told.accounted + zeros_skipped == line_length, "every byte is accounted for");
  free(frame);
  return told;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  static const size_t capacities[] = {12, 20, 76, 268, 540, 1000, 2060};
  fuzz_input_t input = {bytes, length};
  const size_t capacity = capacities[fuzz_byte(&input) % (sizeof capacities / sizeof capacities[0])];
  const size_t piece = (size_t)fuzz_byte(&input) + 1;
  make_line(&input);
  const told_t whole = decode(capacity, SIZE_MAX, true);
  CLAIM(decode(capacity, piece, false).events == whole.events, "any split gives the same events");
  return 0;
}
