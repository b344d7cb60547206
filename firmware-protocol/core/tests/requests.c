// SPEC.md 3.2 and 5: the request table and the order of refusals.

#include "fake.h"

static const uint8_t scan[14] = {0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0};

static perch_status_t send_id(uint16_t id, uint16_t code, const void *payload, size_t length) {
  fake_send(PERCH_KIND_REQUEST, fake.session, id, code, payload, length);
  const fake_frame_t *frame = fake_take_of(PERCH_KIND_RESPONSE, code);
  if (!CHECK(frame != NULL)) {
    return 0xFFFF;
  }
  fake_answer = *frame;
  CHECK_EQUAL(frame->header.id, id);
  return get16(frame->payload);
}

static void a_repeat_gets_the_same_answer_and_runs_once(void) {
  fake_live();
  fake.now = 5;
  CHECK_EQUAL(send_id(1, PERCH_OP_PING, NULL, 0), PERCH_OK);
  const fake_frame_t first = fake_answer;
  fake.now = 500;
  CHECK_EQUAL(send_id(1, PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK(fake_answer.length == first.length && memcmp(first.payload, fake_answer.payload, first.length) == 0);
  for (int i = 0; i < 5; i++) {
    CHECK_EQUAL(send_id(2, PERCH_OP_SCAN_START, scan, sizeof scan), PERCH_OK);
  }
  CHECK_EQUAL(fake.scan_starts, 1);
}

static void a_large_answer_is_made_anew(void) {
  fake_live();
  CHECK_EQUAL(send_id(1, PERCH_OP_GET_STATE, NULL, 0), PERCH_OK);
  const uint32_t received = get32(fake_answer.payload + 26);
  CHECK_EQUAL(send_id(1, PERCH_OP_GET_STATE, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 26), received + 1);
}

static void other_bytes_under_a_used_id(void) {
  fake_live();
  CHECK_EQUAL(send_id(1, PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK_EQUAL(send_id(1, PERCH_OP_SCAN_START, scan, sizeof scan), PERCH_SEQUENCE_REUSED);
  CHECK_EQUAL(fake.scan_starts, 0);
  CHECK_EQUAL(send_id(1, PERCH_OP_PING, NULL, 0), PERCH_OK);  // the table is unchanged
}

static void an_id_behind_the_table_is_stale(void) {
  fake_live();
  for (uint16_t id = 1; id <= 2 * PERCH_INFLIGHT; id++) {
    CHECK_EQUAL(send_id(id, PERCH_OP_PING, NULL, 0), PERCH_OK);
  }
  for (uint16_t id = 1; id <= PERCH_INFLIGHT; id++) {
    CHECK_EQUAL(send_id(id, PERCH_OP_SCAN_START, scan, sizeof scan), PERCH_STALE);
  }
  CHECK_EQUAL(fake.scan_starts, 0);
}

static void a_gap_runs_when_it_is_filled(void) {
  fake_live();
  if (PERCH_INFLIGHT < 2) {
    return;
  }
  CHECK_EQUAL(send_id(2, PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK_EQUAL(send_id(1, PERCH_OP_SCAN_START, scan, sizeof scan), PERCH_OK);
  CHECK_EQUAL(fake.scan_starts, 1);
  CHECK_EQUAL(send_id(1, PERCH_OP_SCAN_START, scan, sizeof scan), PERCH_OK);
  CHECK_EQUAL(fake.scan_starts, 1);
}

static void ids_wrap(void) {
  fake_live();
  for (uint32_t id = 1; id < 0x10000 + 100; id++) {
    fake_send(PERCH_KIND_REQUEST, fake.session, (uint16_t)id, PERCH_OP_PING, NULL, 0);
    const fake_frame_t *answer = fake_take();
    if (answer == NULL || answer->header.id != (uint16_t)id || get16(answer->payload) != PERCH_OK) {
      CHECK(answer != NULL && get16(answer->payload) == PERCH_OK);
      return;
    }
  }
  CHECK_EQUAL(send_id(99, PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK_EQUAL(send_id((uint16_t)(99 - PERCH_INFLIGHT), PERCH_OP_PING, NULL, 0), PERCH_STALE);
}

static void answers_leave_in_the_order_of_arrival(void) {
  fake_live();
  fake.line_room = 0;
  uint16_t ids[4];
  const int count = PERCH_INFLIGHT < 4 ? PERCH_INFLIGHT : 4;
  for (int i = 0; i < count; i++) {
    ids[i] = fake_request(i % 2 ? PERCH_OP_INFO : PERCH_OP_PING, NULL, 0);
  }
  CHECK(fake_take() == NULL);
  fake.line_room = SIZE_MAX;
  fake.line_piece = 5;
  fake_poll();
  for (int i = 0; i < count; i++) {
    const fake_frame_t *answer = fake_take();
    CHECK(answer != NULL && answer->header.id == ids[i]);
  }
}

static void flags_are_refused_before_anything_else(void) {
  fake_live();
  uint8_t wire[PERCH_ENCODED_MAX];
  perch_header_t header = {.major = 1, .kind = 1, .flags = 0x10, .session = 0x9999, .id = 1, .code = 0x6666};
  fake_bytes(wire, perch_frame_encode(wire, &header, NULL, 0));
  fake_poll();
  const fake_frame_t *answer = fake_take();
  CHECK(answer != NULL && get16(answer->payload) == PERCH_UNSUPPORTED_FLAGS && answer->header.session == 0x9999);
  header.flags = 0x0F;
  header.session = 0x1234;
  header.code = PERCH_OP_PING;
  fake_bytes(wire, perch_frame_encode(wire, &header, NULL, 0));
  fake_poll();
  answer = fake_take();
  CHECK(answer != NULL && get16(answer->payload) == PERCH_OK);
  header.flags = 0x80;
  header.kind = PERCH_KIND_GRANT;
  fake_bytes(wire, perch_frame_encode(wire, &header, wire, 3));
  fake_poll();
  CHECK_EQUAL(fake.core.counters.dropped, 1);
}

static void unknown_unsupported_and_malformed(void) {
  fake_live();
  CHECK_EQUAL(fake_ask(0x6666, NULL, 0), PERCH_UNKNOWN_OPERATION);
  CHECK_EQUAL(fake_answer.length, 2);
  CHECK_EQUAL(fake_ask(0x7F01, NULL, 0), PERCH_UNKNOWN_OPERATION);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, scan, 13), PERCH_MALFORMED);
  uint8_t extended[20] = {0};
  memcpy(extended, scan, sizeof scan);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, extended, sizeof extended), PERCH_OK);  // bytes behind the known fields
  CHECK_EQUAL(fake_ask(PERCH_OP_PING, "xyz", 3), PERCH_OK);
  fake.identity.features = 0;
  fake_restart();
  fake_hello(9, 9);
  CHECK(fake_take() != NULL);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, NULL, 0), PERCH_UNSUPPORTED);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_STAT, NULL, 0), PERCH_UNSUPPORTED);
  CHECK_EQUAL(fake_ask(PERCH_OP_IDENTIFY, NULL, 0), PERCH_UNSUPPORTED);
  CHECK_EQUAL(fake_ask(PERCH_OP_WIFI_SCAN_STOP, NULL, 0), PERCH_UNSUPPORTED);
}

static void every_operation_survives_every_short_payload(void) {
  static const uint16_t codes[] = {
      0x0002, 0x0003, 0x0004, 0x0005, 0x0006, 0x0101, 0x0102, 0x0103, 0x0104, 0x0201, 0x0202, 0x0203, 0x0204,
      0x0205, 0x0206, 0x0207, 0x0208, 0x0301, 0x0302, 0x0303, 0x0304, 0x0305, 0x0306, 0x0307, 0x0308,
  };
  uint32_t seed = 4;
  fake_live();
  for (size_t round = 0; round < 40; round++) {
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
      uint8_t payload[64];
      const size_t length = rnd(&seed) % sizeof payload;
      for (size_t k = 0; k < sizeof payload; k++) {
        payload[k] = (uint8_t)(rnd(&seed) % 3 == 0 ? 0 : rnd(&seed));
      }
      fake_ask(codes[i], payload, length);
      fake_grant((uint16_t)(fake.core.events.oldest + fake.core.events.sent), false);
    }
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_PING, NULL, 0), PERCH_OK);
}

static void deadlines_have_a_range(void) {
  fake_live();
  uint8_t payload[4];
  set32(payload, 99);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_SAVE, payload, 4), PERCH_INVALID_ARGUMENT);
  CHECK_EQUAL(get16(fake_answer.payload + 8), 0);
  set32(payload, 600001);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_SAVE, payload, 4), PERCH_INVALID_ARGUMENT);
  set32(payload, 600000);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_SAVE, payload, 4), PERCH_ACCEPTED);
}

static void cancel_of_nothing_is_not_found(void) {
  fake_live();
  CHECK_EQUAL(fake_ask(PERCH_OP_CANCEL, "\1\0", 2), PERCH_NOT_FOUND);
}

void test_requests(void) {
  RUN(a_repeat_gets_the_same_answer_and_runs_once);
  RUN(a_large_answer_is_made_anew);
  RUN(other_bytes_under_a_used_id);
  RUN(an_id_behind_the_table_is_stale);
  RUN(a_gap_runs_when_it_is_filled);
  RUN(ids_wrap);
  RUN(answers_leave_in_the_order_of_arrival);
  RUN(flags_are_refused_before_anything_else);
  RUN(unknown_unsupported_and_malformed);
  RUN(every_operation_survives_every_short_payload);
  RUN(deadlines_have_a_range);
  RUN(cancel_of_nothing_is_not_found);
}
