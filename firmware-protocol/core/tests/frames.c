// SPEC.md 1 and 2.

#include "fake.h"
#include "perch_sha256.h"

typedef struct {
  perch_stretch_t stretch;
  size_t length;
  size_t discarded;
  uint32_t crc; ///< of the decoded bytes
} told_t;

static told_t told[64];
static size_t told_count;

static void take(void *context, const perch_decoder_t *decoder, perch_stretch_t stretch) {
  (void)context;
  if (told_count < 64) {
    told[told_count++] = (told_t){stretch, decoder->length, decoder->discarded, perch_crc32c(0, decoder->frame, decoder->length)};
  }
}

static uint8_t frame_buffer[PERCH_FRAME_MAX];

/// Decodes in pieces of at most `piece` bytes.
static void decode(const uint8_t *bytes, size_t length, size_t piece) {
  perch_decoder_t decoder;
  perch_decoder_init(&decoder, frame_buffer, sizeof frame_buffer);
  told_count = 0;
  for (size_t i = 0; i < length; i += piece) {
    perch_decoder_feed(&decoder, bytes + i, length - i < piece ? length - i : piece, take, NULL);
  }
}

static const uint8_t ping[] = {0x00, 0x02, 0x11, 0x04, 0x34, 0x12, 0x01, 0x02, 0x02, 0x01, 0x04, 0xf3, 0x6f, 0xb3, 0x00};

static void check_value_of_the_crc(void) {
  CHECK_EQUAL(perch_crc32c(0, (const uint8_t *)"123456789", 9), 0xE3069283u);
  uint8_t bytes[100];
  for (uint8_t i = 0; i < 100; i++) {
    bytes[i] = (uint8_t)(i * 37 + 11);
  }
  const uint32_t whole = perch_crc32c(0, bytes, 100);
  for (size_t cut = 0; cut <= 100; cut++) {
    CHECK_EQUAL(perch_crc32c(perch_crc32c(0, bytes, cut), bytes + cut, 100 - cut), whole);
  }
  uint32_t slow = 0xFFFFFFFFu;
  for (size_t i = 0; i < 100; i++) {
    slow ^= bytes[i];
    for (int k = 0; k < 8; k++) {
      slow = (slow >> 1) ^ (slow & 1 ? 0x82F63B78u : 0);
    }
  }
  CHECK_EQUAL(whole, ~slow);
}

static void sha256_of_known_messages(void) {
  static const char *const messages[3] = {"", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
  static const uint8_t starts[3][4] = {{0xe3, 0xb0, 0xc4, 0x42}, {0xba, 0x78, 0x16, 0xbf}, {0x24, 0x8d, 0x6a, 0x61}};
  static const uint8_t ends[3][4] = {{0x78, 0x52, 0xb8, 0x55}, {0xf2, 0x00, 0x15, 0xad}, {0x19, 0xdb, 0x06, 0xc1}};
  uint8_t digest[32];
  perch_sha256_t sha;
  for (int i = 0; i < 3; i++) {
    perch_sha256_init(&sha);
    perch_sha256_finish(&sha, (const uint8_t *)messages[i], strlen(messages[i]), digest);
    CHECK(memcmp(digest, starts[i], 4) == 0 && memcmp(digest + 28, ends[i], 4) == 0);
  }
  // A million times "a", FIPS 180-4 examples.
  uint8_t block[64];
  memset(block, 'a', sizeof block);
  perch_sha256_init(&sha);
  for (int i = 0; i < 15625; i++) {
    perch_sha256_blocks(&sha, block, 1);
  }
  perch_sha256_finish(&sha, NULL, 0, digest);
  CHECK(digest[0] == 0xcd && digest[1] == 0xc7 && digest[30] == 0x2c && digest[31] == 0xd0);
}

static void worked_example_of_ping(void) {
  uint8_t wire[PERCH_ENCODED_MAX];
  const perch_header_t header = {.major = 1, .kind = 1, .session = 0x1234, .id = 1, .code = 2};
  const size_t length = perch_frame_encode(wire, &header, NULL, 0);
  CHECK_EQUAL(length, sizeof ping);
  CHECK(memcmp(wire, ping, sizeof ping) == 0);
  CHECK_EQUAL(perch_frame_encode(wire, &header, wire, PERCH_PAYLOAD_MAX + 1), 0);
}

static size_t make_frame(uint8_t *wire, uint32_t *seed, size_t length) {
  static uint8_t payload[PERCH_PAYLOAD_MAX];
  const uint32_t kind = rnd(seed) % 3;
  for (size_t i = 0; i < length; i++) {
    payload[i] = kind == 0 ? 0 : kind == 1 ? (uint8_t)(1 + rnd(seed) % 255) : (uint8_t)rnd(seed);
  }
  const perch_header_t header = {.major = 1, .kind = 1, .session = (uint16_t)rnd(seed), .id = (uint16_t)rnd(seed), .code = (uint16_t)rnd(seed)};
  const size_t encoded = perch_frame_encode(wire, &header, payload, length);
  CHECK(encoded <= length + 12 + (length + 12 + 253) / 254 + 2);
  for (size_t i = 1; i + 1 < encoded; i++) {
    if (wire[i] == 0) {
      test_check(false, "a zero within a frame", __FILE__, __LINE__);
    }
  }
  decode(wire, encoded, encoded);
  CHECK_EQUAL(told_count, 1);
  CHECK_EQUAL(told[0].stretch, PERCH_STRETCH_FRAME);
  CHECK_EQUAL(told[0].length, length + 12);
  CHECK(memcmp(frame_buffer + 8, payload, length) == 0);
  return encoded;
}

static void frames_of_every_length_come_back(void) {
  uint8_t wire[PERCH_ENCODED_MAX];
  uint32_t seed = 1;
  for (size_t length = 0; length <= PERCH_PAYLOAD_MAX; length++) {
    for (int i = 0; i < 3; i++) {
      make_frame(wire, &seed, length);
    }
  }
}

static void any_split_gives_the_same(void) {
  uint8_t stream[2 * PERCH_ENCODED_MAX + 64];
  uint32_t seed = 2;
  size_t length = 0;
  memcpy(stream, "ets Jul 29 2019\r\n", 17);
  length += 17;
  length += make_frame(stream + length, &seed, PERCH_PAYLOAD_MAX);
  length += make_frame(stream + length, &seed, 3);
  memcpy(stream + length, ping, 9);
  length += 9;
  memcpy(stream + length, ping, sizeof ping);
  length += sizeof ping;
  decode(stream, length, length);
  told_t whole[8];
  const size_t count = told_count;
  CHECK_EQUAL(count, 5);
  memcpy(whole, told, count * sizeof told[0]);
  for (size_t piece = 1; piece < length; piece++) {
    decode(stream, length, piece);
    CHECK(told_count == count && memcmp(told, whole, count * sizeof told[0]) == 0);
  }
}

static void every_byte_flipped_is_rejected_or_splits(void) {
  uint8_t stream[PERCH_ENCODED_MAX + sizeof ping];
  uint32_t seed = 3;
  const size_t first = make_frame(stream, &seed, 40);
  memcpy(stream + first, ping, sizeof ping);
  const size_t length = first + sizeof ping;
  for (size_t i = 1; i + 1 < first; i++) {
    for (int bit = 0; bit < 8; bit++) {
      stream[i] ^= (uint8_t)(1 << bit);
      decode(stream, length, length);
      size_t good = 0;
      size_t bytes = 0;
      for (size_t k = 0; k < told_count; k++) {
        good += told[k].stretch == PERCH_STRETCH_FRAME;
        bytes += told[k].discarded;
      }
      CHECK_EQUAL(good, 1);  // the frame after it, and no frame from the broken one
      CHECK(told[told_count - 1].stretch == PERCH_STRETCH_FRAME && told[told_count - 1].length == 12);
      CHECK(bytes + 2 == length || stream[i] == 0);  // leading zeros are not part of a stretch
      stream[i] ^= (uint8_t)(1 << bit);
    }
  }
}

static void reasons_of_rejection(void) {
  static const uint8_t malformed[] = {0x05, 0x01, 0x00};
  decode(malformed, sizeof malformed, 1);
  CHECK(told_count == 1 && told[0].stretch == PERCH_STRETCH_MALFORMED && told[0].discarded == 3);
  static const uint8_t brief[] = {0x00, 0x03, 0x01, 0x02, 0x00};
  decode(brief, sizeof brief, 1);
  CHECK(told_count == 1 && told[0].stretch == PERCH_STRETCH_SHORT && told[0].discarded == 4);
  uint8_t crc[sizeof ping];
  memcpy(crc, ping, sizeof ping);
  crc[2] ^= 0x80;
  decode(crc, sizeof crc, 1);
  CHECK(told_count == 1 && told[0].stretch == PERCH_STRETCH_CRC && told[0].discarded == 14);
  static const uint8_t nothing[] = {0, 0, 0, 0};
  decode(nothing, sizeof nothing, 1);
  CHECK_EQUAL(told_count, 0);
}

static void overflow_comes_first_and_memory_is_bounded(void) {
  static uint8_t noise[PERCH_FRAME_MAX + 300];
  for (size_t extra = 0; extra < 3; extra++) {
    // Codes of 1 decode to a zero each, except the first.
    const size_t length = PERCH_FRAME_MAX + extra;
    memset(noise, 1, length + 1);
    noise[length + 1] = 0;
    decode(noise, length + 2, length + 2);
    CHECK_EQUAL(told_count, 1);
    CHECK_EQUAL(told[0].stretch, extra == 0 ? PERCH_STRETCH_CRC : PERCH_STRETCH_OVERFLOW);
    CHECK_EQUAL(told[0].discarded, length + 2);
  }
  // The stretch is malformed as well, but exceeds the limit first.
  memset(noise, 0xFF, sizeof noise);
  noise[sizeof noise - 1] = 0;
  decode(noise, sizeof noise, 7);
  CHECK(told_count == 1 && told[0].stretch == PERCH_STRETCH_OVERFLOW && told[0].discarded == sizeof noise);
}

static void an_empty_last_block_is_accepted(void) {
  uint8_t data[254];
  uint8_t encoded[260];
  memset(data, 7, sizeof data);
  const size_t length = perch_cobs_encode(encoded, data, sizeof data);
  CHECK_EQUAL(length, 255);
  encoded[255] = 1;
  encoded[256] = 0;
  decode(encoded, 257, 257);
  CHECK(told_count == 1 && told[0].stretch == PERCH_STRETCH_CRC && told[0].length == 254);
}

static void encoding_in_place(void) {
  uint8_t apart[PERCH_ENCODED_MAX];
  uint8_t within[PERCH_ENCODED_MAX];
  uint8_t payload[PERCH_PAYLOAD_MAX];
  const perch_header_t header = {.major = 1, .kind = 3, .session = 0x0101, .id = 0x0101, .code = 0x0101};
  memset(payload, 0xAA, sizeof payload);
  for (size_t length = 0; length <= PERCH_PAYLOAD_MAX; length++) {
    memcpy(within + PERCH_FRAME_OFFSET + PERCH_HEADER_BYTES, payload, length);
    const size_t a = perch_frame_encode(apart, &header, payload, length);
    const size_t b = perch_frame_encode(within, &header, within + PERCH_FRAME_OFFSET + PERCH_HEADER_BYTES, length);
    CHECK(a == b && memcmp(apart, within, a) == 0);
  }
}

static void noise_is_survived(void) {
  uint32_t seed = 99;
  fake_live();
  for (int i = 0; i < 20000; i++) {
    uint8_t bytes[64];
    const size_t length = 1 + rnd(&seed) % sizeof bytes;
    for (size_t k = 0; k < length; k++) {
      bytes[k] = (uint8_t)(rnd(&seed) % 4 == 0 ? 0 : rnd(&seed));
    }
    fake_bytes(bytes, length);
    if (i % 8 == 0) {
      fake_poll();
    }
  }
  fake_poll();
  CHECK(fake_take() == NULL);
  const uint8_t zero = 0;
  fake_bytes(&zero, 1);
  CHECK_EQUAL(fake_ask(PERCH_OP_PING, NULL, 0), PERCH_OK);
}

static void what_exceeds_the_buffer_is_lost_whole_and_counted(void) {
  fake_live();
  uint8_t wire[PERCH_ENCODED_MAX];
  const perch_header_t header = {.major = 1, .kind = 1, .session = 0x1234, .id = 1, .code = 2};
  const size_t length = perch_frame_encode(wire, &header, NULL, 0);
  const size_t fit = PERCH_RX_BYTES / (length - 1);
  for (size_t i = 0; i < fit + 5; i++) {
    fake_bytes(wire, length);
  }
  fake_poll();
  size_t answers = 0;
  while (fake_take() != NULL) {
    answers++;
  }
  CHECK_EQUAL(answers, fit);
  CHECK_EQUAL(fake.core.receiver.overflowed, 5);
  CHECK_EQUAL(fake.core.counters.malformed + fake.core.counters.crc + fake.core.counters.overflow, 0);
  // Noise without a zero costs only the bytes before the next zero.
  for (size_t i = 0; i < 3 * PERCH_RX_BYTES; i++) {
    const uint8_t byte = 0x55;
    fake_bytes(&byte, 1);
  }
  fake_bytes(wire, length);
  fake_poll();
  CHECK(fake_take_of(PERCH_KIND_RESPONSE, PERCH_OP_PING) != NULL);
  CHECK_EQUAL(fake.core.receiver.overflowed, 6);
}

static void short_writes_resume_at_the_same_byte(void) {
  for (size_t room = 0; room < 40; room++) {
    fake_live();
    fake.line_room = room;
    fake_request(PERCH_OP_PING, NULL, 0);
    fake_request(PERCH_OP_PING, NULL, 0);
    CHECK(perch_wants_to_write(&fake.core));
    fake.line_room = SIZE_MAX;
    fake.line_piece = 1;
    fake_poll();
    CHECK(!perch_wants_to_write(&fake.core));
    CHECK_EQUAL(fake.rejected, 0);
    CHECK_EQUAL(fake.frame_count - fake.first_frame, 2);
    CHECK_EQUAL(fake_take()->header.id, 1);
    CHECK_EQUAL(fake_take()->header.id, 2);
  }
}

void test_frames(void) {
  RUN(check_value_of_the_crc);
  RUN(sha256_of_known_messages);
  RUN(worked_example_of_ping);
  RUN(frames_of_every_length_come_back);
  RUN(any_split_gives_the_same);
  RUN(every_byte_flipped_is_rejected_or_splits);
  RUN(reasons_of_rejection);
  RUN(overflow_comes_first_and_memory_is_bounded);
  RUN(an_empty_last_block_is_accepted);
  RUN(encoding_in_place);
  RUN(noise_is_survived);
  RUN(what_exceeds_the_buffer_is_lost_whole_and_counted);
  RUN(short_writes_resume_at_the_same_byte);
}
