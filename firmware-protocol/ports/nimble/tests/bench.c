#include "bench.h"

uint8_t payload[PERCH_PAYLOAD_MAX];

static uint32_t clock_ms(void *context) {
  (void)context;
  return stand_in.now;
}

void bench_new_unsynced(void) {
  fake_new();
  stand_in_new();
  fake.hal.clock_ms = clock_ms;
  perch_nimble_hal(&fake.hal);
  fake.identity.features = PERCH_NIMBLE_FEATURES;
  fake_restart();
  perch_nimble_start(&fake.core, &fake.hal);
  CHECK(stand_in_run());
  fake_hello(0x1234, 0xCAFEBABE);
  while (fake_take() != NULL) {
  }
}

void bench_new(void) {
  bench_new_unsynced();
  stand_in_synced();
  CHECK(stand_in_run());
}

perch_status_t ask(uint16_t code, size_t length) {
  const perch_status_t status = fake_ask(code, payload, length);
  perch_nimble_wake();  // like any code that receives from the line
  CHECK(stand_in_run());
  return status;
}

uint16_t accepted(uint16_t code, size_t length) {
  const uint16_t id = fake.next_id;
  CHECK_EQUAL(ask(code, length), PERCH_ACCEPTED);
  return id;
}

const fake_frame_t *event(uint16_t code) {
  static const fake_frame_t none;
  CHECK(stand_in_run());
  const fake_frame_t *frame = fake_event(code);
  CHECK(stand_in_run());
  return CHECK(frame != NULL) ? frame : &none;
}

const fake_frame_t *done(uint16_t id, perch_status_t status, uint8_t effect) {
  CHECK(stand_in_run());
  const fake_frame_t *frame = fake_done(id, status, effect);
  CHECK(stand_in_run());
  return frame;
}

bool silence(void) {
  CHECK(stand_in_run());
  const fake_frame_t *frame;
  bool none = true;
  while ((frame = fake_take()) != NULL) {
    none &= frame->header.kind != PERCH_KIND_EVENT || frame->header.code >= 0x8000;
  }
  return none;
}

size_t scan_request(bool active, uint16_t interval, uint16_t window) {
  memset(payload, 0, 14);
  payload[0] = active;
  set16(payload + 2, interval);
  set16(payload + 4, window);
  payload[6] = (uint8_t)-128;
  return 14;
}

size_t connect_request(uint8_t last, uint32_t deadline) {
  static const uint8_t rest[5] = {2, 3, 4, 5, 6};
  memset(payload, 0, 20);
  set32(payload, deadline);
  payload[4] = last;
  memcpy(payload + 5, rest, 5);
  payload[10] = 1;
  return 20;
}

size_t on(uint16_t connection) {
  memset(payload, 0, sizeof payload);
  set32(payload, 5000);
  set16(payload + 4, connection);
  return 6;
}

size_t write_request(uint16_t connection, uint16_t attribute, uint16_t length) {
  on(connection);
  set16(payload + 6, attribute);
  set16(payload + 8, length);
  for (uint16_t i = 0; i < length; i++) {
    payload[10 + i] = (uint8_t)(i + 1);
  }
  return 10u + length;
}

size_t discover_request(uint16_t connection, uint8_t what, uint16_t first, uint16_t last) {
  on(connection);
  payload[6] = what;
  set16(payload + 8, first);
  set16(payload + 10, last);
  return 12;
}

size_t read_request(uint16_t connection, uint16_t attribute, uint16_t offset) {
  on(connection);
  set16(payload + 6, attribute);
  set16(payload + 8, offset);
  return 10;
}

uint16_t connected(uint8_t last, uint16_t handle) {
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(last, 5000));
  stand_in_connect_ends(0, handle);
  const uint16_t connection = get16(event(PERCH_EVENT_CONNECTED)->payload);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
  return connection;
}

unsigned adverts(void) {
  stand_in_advance(2);
  unsigned count = 0;
  const fake_frame_t *frame;
  while ((frame = fake_take()) != NULL) {
    for (size_t at = 9; frame->header.code == PERCH_EVENT_ADVERT_BATCH && at < frame->length; at += 13u + get16(frame->payload + at + 11)) {
      count++;
    }
  }
  return count;
}
