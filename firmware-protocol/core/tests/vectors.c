// SPEC.md 16: vectors marked valid are accepted, vectors marked invalid are refused for the stated
// reason.

#include "vectors.h"

#include "fake.h"

static void expect(bool condition, const char *name) {
  test_check(condition, name, __FILE__, __LINE__);
}

typedef struct {
  const stream_vector_t *vector;
  size_t count;
  bool same;
} comparison_t;

static void compare(void *context, const perch_decoder_t *decoder, perch_stretch_t stretch) {
  comparison_t *comparison = context;
  const stretch_vector_t *expected = &comparison->vector->expected[comparison->count];
  if (comparison->count++ >= comparison->vector->expected_count || expected->stretch != stretch) {
    comparison->same = false;
  } else if (stretch == PERCH_STRETCH_FRAME) {
    comparison->same &= decoder->length == expected->frame_length && memcmp(decoder->frame, expected->frame, decoder->length) == 0;
  } else {
    comparison->same &= decoder->discarded == expected->discarded;
  }
}

static void streams(void) {
  static uint8_t frame[1024];
  for (size_t i = 0; i < stream_vector_count; i++) {
    const stream_vector_t *v = &stream_vectors[i];
    bool same = v->largest_frame <= sizeof frame;
    for (size_t piece = 1; piece <= v->wire_length + 1 && same; piece++) {
      comparison_t comparison = {v, 0, true};
      perch_decoder_t decoder;
      perch_decoder_init(&decoder, frame, v->largest_frame);
      for (size_t at = 0; at < v->wire_length; at += piece) {
        perch_decoder_feed(&decoder, v->wire + at, v->wire_length - at < piece ? v->wire_length - at : piece, compare, &comparison);
      }
      same = comparison.same && comparison.count == v->expected_count;
    }
    expect(same, v->name);
  }
}

static void frames(void) {
  for (size_t i = 0; i < frame_vector_count; i++) {
    const frame_vector_t *v = &frame_vectors[i];
    uint8_t frame[1024];
    uint8_t wire[PERCH_ENCODED_MAX];
    perch_decoder_t decoder;
    size_t used;
    perch_decoder_init(&decoder, frame, sizeof frame);
    const bool taken = perch_decoder_next(&decoder, v->wire, v->wire_length, &used) == PERCH_STRETCH_FRAME;
    const perch_header_t header = perch_frame_header(frame);
    expect(taken && decoder.length == v->decoded_length && memcmp(frame, v->decoded, v->decoded_length) == 0 && header.major == v->header.major &&
               header.kind == v->header.kind && header.flags == v->header.flags && header.session == v->header.session &&
               header.id == v->header.id && header.code == v->header.code,
           v->name);
    if (v->canonical && v->payload_length <= PERCH_PAYLOAD_MAX) {
      const size_t length = perch_frame_encode(wire, &v->header, v->payload, v->payload_length);
      expect(length == v->wire_length && memcmp(wire, v->wire, length) == 0, v->name);
    }
  }
}

static bool is_refusal(perch_status_t status) {
  return status == PERCH_MALFORMED || status == PERCH_INVALID_ARGUMENT || status == PERCH_UNKNOWN_OPERATION;
}

static void requests(void) {
  for (size_t i = 0; i < request_vector_count; i++) {
    const request_vector_t *v = &request_vectors[i];
    const bool wifi = v->code == PERCH_OP_WIFI_SCAN_START || v->code == PERCH_OP_WIFI_SCAN_STOP;
    if (v->payload_length > PERCH_PAYLOAD_MAX || (wifi && !PERCH_WIFI)) {
      continue;
    }
    fake_live();
    fake.core.boot_id = 0x01020304;
    const uint32_t dropped = fake.core.counters.dropped;
    fake_send(PERCH_KIND_REQUEST, v->code == PERCH_OP_HELLO ? 77 : fake.session, v->code == PERCH_OP_HELLO ? 0 : 1, v->code, v->payload, v->payload_length);
    const fake_frame_t *answer = fake_take_of(PERCH_KIND_RESPONSE, v->code);
    const perch_status_t status = answer == NULL ? 0xFFFF : get16(answer->payload);
    switch (v->expected) {
      case TAKEN:
        // A REBOOT with another boot id is refused as specified.
        expect(answer != NULL && (!is_refusal(status) || (v->code == PERCH_OP_REBOOT && status == PERCH_INVALID_ARGUMENT && get16(answer->payload + 8) == 4)), v->name);
        break;
      case MALFORMED:
        expect(status == PERCH_MALFORMED, v->name);
        break;
      case INVALID_ARGUMENT:
        expect(status == PERCH_INVALID_ARGUMENT && get16(answer->payload + 8) == v->offset, v->name);
        break;
      case DROPPED:
        expect(answer == NULL && fake.core.counters.dropped == dropped + 1, v->name);
        break;
    }
  }
}

static void grants(void) {
  for (size_t i = 0; i < grant_vector_count; i++) {
    const grant_vector_t *v = &grant_vectors[i];
    fake_live();
    fake_send(PERCH_KIND_GRANT, fake.session, 0, 0, v->payload, v->payload_length);
    expect((fake.core.counters.dropped == 0) == v->valid, v->name);
  }
}

void test_vectors(void) {
  RUN(frames);
  RUN(streams);
  RUN(requests);
  RUN(grants);
}
