// SPEC.md 2 and 4, and the operations of 8.

#include "fake.h"

static void boot_until_hello(void) {
  fake_new();
  fake_advance(99);
  CHECK(fake_take() == NULL);
  fake_advance(1);
  const fake_frame_t *boot = fake_take();
  CHECK(boot != NULL && boot->header.kind == PERCH_KIND_BOOT && boot->header.session == 0 && boot->length == 16);
  CHECK_EQUAL(get32(boot->payload), fake.core.boot_id);
  CHECK_EQUAL(boot->payload[4], PERCH_RESET_POWER_ON);
  CHECK_EQUAL(boot->payload[8], 1);
  fake_advance(1000);
  CHECK(fake_take_of(PERCH_KIND_BOOT, 0) != NULL);
  CHECK(fake_take_of(PERCH_KIND_BOOT, 0) != NULL);
  CHECK(fake_take() == NULL);
  fake_new();
  fake_advance(200);
  fake_hello(1, 1);
  fake_advance(2000);
  CHECK(fake_take()->header.kind == PERCH_KIND_BOOT);
  CHECK(fake_take()->header.kind == PERCH_KIND_RESPONSE);
  CHECK(fake_take() == NULL);
}

static void hello_is_answered_with_what_the_dongle_is(void) {
  fake_new();
  fake.now = 777;
  fake_hello(0x1234, 0xCAFEBABE);
  const fake_frame_t *reply = fake_take_of(PERCH_KIND_RESPONSE, PERCH_OP_HELLO);
  CHECK(reply != NULL);
  CHECK_EQUAL(reply->header.session, 0x1234);
  CHECK_EQUAL(reply->length, 53);
  CHECK_EQUAL(get16(reply->payload), PERCH_OK);
  CHECK_EQUAL(get32(reply->payload + 2), 0xCAFEBABEu);
  CHECK_EQUAL(reply->payload[6], 1);
  CHECK_EQUAL(reply->payload[7], 1);
  CHECK_EQUAL(get32(reply->payload + 8), fake.core.boot_id);
  CHECK_EQUAL(reply->payload[13], PERCH_SLOTS);
  CHECK_EQUAL(reply->payload[14], PERCH_INFLIGHT);
  CHECK_EQUAL(get32(reply->payload + 16), 777);
  CHECK_EQUAL(reply->payload[20], 1);
  CHECK_EQUAL(get16(reply->payload + 28), PERCH_PAYLOAD_MAX);
  CHECK_EQUAL(get16(reply->payload + 30), PERCH_PAYLOAD_MAX);
  CHECK_EQUAL(get16(reply->payload + 32), PERCH_RX_WINDOW);
  CHECK_EQUAL(get16(reply->payload + 34), PERCH_MTU_MAX);
  CHECK_EQUAL(get32(reply->payload + 36) & PERCH_FEATURE_GATT, PERCH_FEATURE_GATT);
  CHECK_EQUAL(get16(reply->payload + 44), 7);
  CHECK(memcmp(reply->payload + 46, "\x00\x11\x13\x0A\x0D\x7F\xFF", 7) == 0);
}

static perch_status_t hello_status(uint16_t session, uint32_t nonce) {
  fake_hello(session, nonce);
  const fake_frame_t *reply = fake_take_of(PERCH_KIND_RESPONSE, PERCH_OP_HELLO);
  return CHECK(reply != NULL) ? get16(reply->payload) : 0xFFFF;
}

static void rules_of_hello(void) {
  fake_new();
  CHECK_EQUAL(hello_status(5, 1), PERCH_OK);
  fake_request(PERCH_OP_SCAN_START, "\0\0\0\0\0\0\x80\0\0\0\0\0\0\0", 14);
  CHECK_EQUAL(fake.core.events.kept, 1);
  CHECK_EQUAL(hello_status(5, 1), PERCH_OK);  // the same values as now: nothing changes
  CHECK_EQUAL(fake.core.events.kept, 1);
  CHECK_EQUAL(hello_status(5, 2), PERCH_SESSION_IN_USE);
  CHECK_EQUAL(fake.core.events.kept, 1);
  CHECK_EQUAL(fake.core.scan.bluetooth.state, PERCH_SCAN_RUNNING);
  uint8_t other[12] = {1, 0, 0, 0, 2, 9, 0, 0, 0, 2, 0, 0};
  fake_send(PERCH_KIND_REQUEST, 6, 0, PERCH_OP_HELLO, other, sizeof other);
  const fake_frame_t *reply = fake_take_of(PERCH_KIND_RESPONSE, PERCH_OP_HELLO);
  CHECK_EQUAL(get16(reply->payload), PERCH_VERSION_MISMATCH);
  CHECK_EQUAL(reply->payload[6], 1);
  CHECK_EQUAL(fake.core.session.number, 5);
  CHECK_EQUAL(hello_status(6, 1), PERCH_OK);
  CHECK_EQUAL(fake.core.events.kept, 0);
  CHECK_EQUAL(fake.core.scan.bluetooth.state, PERCH_SCAN_STOPPED);
  CHECK_EQUAL(fake.scan_stops, 1);
  CHECK_EQUAL(hello_status(5, 1), PERCH_OK);  // an old number is free again
}

static void hello_that_is_not_well_formed_is_dropped(void) {
  fake_new();
  const uint8_t good[12] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 2, 0, 0};
  fake_send(PERCH_KIND_REQUEST, 0, 0, PERCH_OP_HELLO, good, 12);
  for (size_t length = 0; length < 12; length++) {
    fake_send(PERCH_KIND_REQUEST, 5, 0, PERCH_OP_HELLO, good, length);
  }
  uint8_t bad[12];
  memcpy(bad, good, 12);
  set16(bad + 8, 63);
  fake_send(PERCH_KIND_REQUEST, 5, 0, PERCH_OP_HELLO, bad, 12);
  memcpy(bad, good, 12);
  set16(bad + 10, 1);
  fake_send(PERCH_KIND_REQUEST, 5, 0, PERCH_OP_HELLO, bad, 12);
  CHECK(fake_take() == NULL);
  CHECK_EQUAL(fake.core.counters.dropped, 15);
}

static void a_quiet_hello_of_major_version_0(void) {
  fake_new();
  uint8_t wire[PERCH_ENCODED_MAX];
  const uint8_t payload[12] = {1, 2, 3, 4, 1, 1, 0, 0, 0, 2, 0, 0};
  perch_header_t header = {.major = 0, .kind = 1, .session = 0x1415, .code = PERCH_OP_HELLO};
  fake_bytes(wire, perch_frame_encode(wire, &header, payload, sizeof payload));
  fake_poll();
  const fake_frame_t *reply = fake_take();
  CHECK(reply != NULL && reply->header.major == 1 && reply->length == 46 && get16(reply->payload) == PERCH_OK);
  header.code = PERCH_OP_PING;
  fake_bytes(wire, perch_frame_encode(wire, &header, NULL, 0));
  header.code = PERCH_OP_HELLO;
  header.kind = PERCH_KIND_GRANT;
  fake_bytes(wire, perch_frame_encode(wire, &header, payload, 3));
  fake_poll();
  CHECK(fake_take() == NULL);
  CHECK_EQUAL(fake.core.counters.dropped, 2);
}

static void the_host_limits_the_payload(void) {
  fake_new();
  uint8_t payload[12] = {1, 0, 0, 0, 1, 1, 0, 0, 64, 0, 0, 0};
  fake_send(PERCH_KIND_REQUEST, 7, 0, PERCH_OP_HELLO, payload, sizeof payload);
  const fake_frame_t *reply = fake_take();
  CHECK_EQUAL(get16(reply->payload + 28), 64);
  CHECK_EQUAL(get16(reply->payload + 30), 64);
  CHECK_EQUAL(get16(reply->payload + 34), 57);
  fake.session = 7;
  CHECK_EQUAL(fake_ask(PERCH_OP_INFO, NULL, 0), PERCH_OK);
  CHECK(fake_answer.length <= 64);
  CHECK_EQUAL(fake_ask(PERCH_OP_GET_STATE, NULL, 0), PERCH_OK);
  CHECK_EQUAL(fake_answer.length, 64);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_STAT, NULL, 0), PERCH_TOO_LARGE);
  CHECK_EQUAL(get32(fake_answer.payload + 8), 64);
}

static void other_sessions_are_told_and_not_executed(void) {
  fake_new();
  fake_send(PERCH_KIND_REQUEST, 9, 1, PERCH_OP_PING, NULL, 0);
  const fake_frame_t *answer = fake_take();
  CHECK(answer != NULL && answer->header.session == 9 && answer->header.id == 1 && answer->length == 12);
  CHECK_EQUAL(get16(answer->payload), PERCH_WRONG_SESSION);
  CHECK_EQUAL(get32(answer->payload + 8), fake.core.boot_id);
  fake_live();
  fake_send(PERCH_KIND_REQUEST, 9, 1, PERCH_OP_SCAN_START, "\0\0\0\0\0\0\x80\0\0\0\0\0\0\0", 14);
  CHECK_EQUAL(get16(fake_take()->payload), PERCH_WRONG_SESSION);
  CHECK_EQUAL(fake.scan_starts, 0);
  fake_send(PERCH_KIND_GRANT, 9, 0, 0, "\0\0\0", 3);
  CHECK_EQUAL(fake.core.counters.dropped, 1);
}

static void frames_the_wrong_way_are_dropped(void) {
  fake_live();
  fake_send(PERCH_KIND_BOOT, 0, 0, 0, NULL, 0);
  fake_send(PERCH_KIND_RESPONSE, 0x1234, 1, 2, NULL, 0);
  fake_send(PERCH_KIND_EVENT, 0x1234, 0, 1, NULL, 0);
  fake_send(PERCH_KIND_LOG, 0x1234, 0, 0, NULL, 0);
  fake_send(9, 0x1234, 0, 0, NULL, 0);
  fake_send(PERCH_KIND_GRANT, 0x1234, 0, 0, "\0\0", 2);
  CHECK(fake_take() == NULL);
  CHECK_EQUAL(fake.core.counters.dropped, 6);
}

static void silence_of_30_s_ends_the_session(void) {
  fake_live();
  fake_ask(PERCH_OP_SCAN_START, "\0\0\0\0\0\0\x80\0\0\0\0\0\0\0", 14);
  fake_advance(29999);
  CHECK_EQUAL(fake.scan_stops, 0);
  fake_grant(0, false);
  fake_advance(29999);
  CHECK_EQUAL(fake.scan_stops, 0);
  fake_advance(1);
  CHECK_EQUAL(fake.scan_stops, 1);
  CHECK_EQUAL(fake.core.events.kept, 0);
  fake_send(PERCH_KIND_REQUEST, 0x1234, 9, PERCH_OP_PING, NULL, 0);
  CHECK_EQUAL(get16(fake_take_of(PERCH_KIND_RESPONSE, PERCH_OP_PING)->payload), PERCH_WRONG_SESSION);
  // The number of the ended session is used up, so that its host cannot continue as if nothing had
  // been lost.
  CHECK_EQUAL(hello_status(0x1234, 0xCAFEBABE), PERCH_SESSION_IN_USE);
  CHECK_EQUAL(hello_status(0x1235, 0xCAFEBABE), PERCH_OK);
  fake_advance(2000);
  CHECK(fake_take_of(PERCH_KIND_BOOT, 0) == NULL);
}

static void ping_tells_the_counters(void) {
  fake_live();
  fake.now = 4242;
  CHECK_EQUAL(fake_ask(PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK_EQUAL(fake_answer.length, 22);
  CHECK_EQUAL(get32(fake_answer.payload + 2), fake.core.boot_id);
  CHECK_EQUAL(get32(fake_answer.payload + 6), 4242);
  fake_ask(PERCH_OP_SCAN_START, "\0\0\0\0\0\0\x80\0\0\0\xE8\x03\0\0", 14);
  const perch_advert_t advert = {.rssi = -50, .data = (const uint8_t *)"\2\1\6", .length = 3};
  for (int i = 0; i < 3; i++) {
    CHECK(perch_radio_advert(&fake.core, &advert));
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get16(fake_answer.payload + 10), 0);
  CHECK_EQUAL(get16(fake_answer.payload + 12), 1);
  CHECK_EQUAL(get32(fake_answer.payload + 14), 0);
  fake_advance(1000);
  CHECK_EQUAL(fake_ask(PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 14), 3);
}

static void info_names_the_firmware(void) {
  fake_live();
  CHECK_EQUAL(fake_ask(PERCH_OP_INFO, NULL, 0), PERCH_OK);
  const uint8_t *p = fake_answer.payload;
  CHECK_EQUAL(get32(p + 2), PERCH_CONFIG_LIMIT);
  CHECK_EQUAL(get32(p + 6), PERCH_FLASH_UNIT);
  CHECK_EQUAL(get16(p + 10), PERCH_STREAM_A_BYTES);
  CHECK_EQUAL(get16(p + 12), PERCH_ADVERT_QUEUE_BYTES);
  CHECK_EQUAL(get16(p + 14), 10);
  CHECK(memcmp(p + 16, "perch-test", 10) == 0);
  CHECK_EQUAL(fake_answer.length, 14 + 8 + 10 + 5 + 6 + 5);
}

static void state_is_a_snapshot(void) {
  fake_live();
  CHECK_EQUAL(fake_ask(PERCH_OP_GET_STATE, NULL, 0), PERCH_OK);
  CHECK_EQUAL(fake_answer.length, 64);
  CHECK_EQUAL(fake_answer.payload[22], 5);
  CHECK_EQUAL(get16(fake_answer.payload + 24), 36);
  CHECK_EQUAL(get32(fake_answer.payload + 26), 2);  // HELLO and GET_STATE
  CHECK_EQUAL(get16(fake_answer.payload + 62), 0);
}

static void identify_blinks_until_its_end(void) {
  fake_live();
  CHECK_EQUAL(fake_ask(PERCH_OP_IDENTIFY, "\xE8\x03", 2), PERCH_OK);
  fake_advance(1500);
  CHECK(fake.led_changes >= 6);
  CHECK(!fake.led);
  CHECK_EQUAL(fake_ask(PERCH_OP_IDENTIFY, "\x60\xEA", 2), PERCH_OK);
  fake_advance(200);
  CHECK_EQUAL(fake_ask(PERCH_OP_IDENTIFY, "\0\0", 2), PERCH_OK);
  fake_advance(1);
  const unsigned changes = fake.led_changes;
  CHECK(!fake.led);
  fake_advance(1000);
  CHECK_EQUAL(fake.led_changes, changes);
  CHECK_EQUAL(fake_ask(PERCH_OP_IDENTIFY, "\x61\xEA", 2), PERCH_INVALID_ARGUMENT);
}

static void reboot_answers_first(void) {
  fake_live();
  uint8_t payload[9] = {'R', 'B', 'T', '!'};
  set32(payload + 4, fake.core.boot_id);
  fake.line_room = 3;
  fake_send(PERCH_KIND_REQUEST, 0x77, 5, PERCH_OP_REBOOT, payload, sizeof payload);
  CHECK_EQUAL(fake.reboots, 0);
  fake.line_room = SIZE_MAX;
  fake_poll();
  CHECK_EQUAL(fake.reboots, 1);
  CHECK(!fake.bootloader);
  const fake_frame_t *answer = fake_take();
  CHECK(answer != NULL && answer->header.session == 0x77 && answer->header.id == 5 && get16(answer->payload) == PERCH_OK);
  payload[8] = 1;
  fake_send(PERCH_KIND_REQUEST, 0x77, 5, PERCH_OP_REBOOT, payload, sizeof payload);
  CHECK_EQUAL(fake.reboots, 2);
  CHECK(fake.bootloader);
  payload[8] = 2;
  fake_send(PERCH_KIND_REQUEST, 0x77, 5, PERCH_OP_REBOOT, payload, sizeof payload);
  payload[8] = 0;
  payload[4] ^= 1;
  fake_send(PERCH_KIND_REQUEST, 0x77, 5, PERCH_OP_REBOOT, payload, sizeof payload);
  payload[4] ^= 1;
  payload[0] = 'r';
  fake_send(PERCH_KIND_REQUEST, 0x77, 5, PERCH_OP_REBOOT, payload, sizeof payload);
  CHECK_EQUAL(fake.reboots, 2);
  fake_take();
  for (int i = 0; i < 3; i++) {
    CHECK_EQUAL(get16(fake_take()->payload), PERCH_INVALID_ARGUMENT);
  }
  fake.identity.features &= ~(uint64_t)PERCH_FEATURE_BOOTLOADER;
  fake_restart();
  set32(payload, 0x21544252);
  set32(payload + 4, fake.core.boot_id);
  payload[8] = 1;
  fake_send(PERCH_KIND_REQUEST, 1, 5, PERCH_OP_REBOOT, payload, sizeof payload);
  CHECK_EQUAL(get16(fake_take()->payload), PERCH_UNSUPPORTED);
  // The order of the fields counts: the magic comes before a mode that is not built in.
  payload[0] = 'r';
  fake_send(PERCH_KIND_REQUEST, 1, 5, PERCH_OP_REBOOT, payload, sizeof payload);
  CHECK_EQUAL(get16(fake_take()->payload), PERCH_INVALID_ARGUMENT);
}

static void log_lines_count_what_is_dropped(void) {
  fake_new();
  perch_log(&fake.core, 2, "before the session");
  fake_poll();
  CHECK(fake_take() == NULL);
  fake_hello(1, 1);
  const fake_frame_t *line = fake_take_of(PERCH_KIND_LOG, 0);
  CHECK(line != NULL && line->payload[0] == 2 && get16(line->payload + 7) == 18 && line->header.id == 0);
  unsigned queued = 0;
  char text[200];
  memset(text, 'x', sizeof text);
  text[199] = 0;
  for (int i = 0; i < 100; i++) {
    perch_log(&fake.core, 0, text);
  }
  fake_poll();
  unsigned dropped = 0;
  while ((line = fake_take_of(PERCH_KIND_LOG, 0)) != NULL) {
    queued++;
    dropped += get16(line->payload + 5);
    CHECK_EQUAL(line->length, 129);
    CHECK_EQUAL(line->header.id, queued);
  }
  CHECK(queued >= 1);
  CHECK_EQUAL(queued + dropped, 100);
  CHECK_EQUAL(fake.core.log.dropped, dropped);
}

void test_sessions(void) {
  RUN(boot_until_hello);
  RUN(hello_is_answered_with_what_the_dongle_is);
  RUN(rules_of_hello);
  RUN(hello_that_is_not_well_formed_is_dropped);
  RUN(a_quiet_hello_of_major_version_0);
  RUN(the_host_limits_the_payload);
  RUN(other_sessions_are_told_and_not_executed);
  RUN(frames_the_wrong_way_are_dropped);
  RUN(silence_of_30_s_ends_the_session);
  RUN(ping_tells_the_counters);
  RUN(info_names_the_firmware);
  RUN(state_is_a_snapshot);
  RUN(identify_blinks_until_its_end);
  RUN(reboot_answers_first);
  RUN(log_lines_count_what_is_dropped);
}
