// SPEC.md 5.1 and 10.

#include "fake.h"

enum { SLOT_FREE = 0, SLOT_CLOSING = 3 };  // states as in GET_STATE

static const uint8_t peer[6] = {1, 2, 3, 4, 5, 6};
static uint8_t payload[PERCH_PAYLOAD_MAX];

static size_t connect_payload(uint8_t last, uint32_t deadline) {
  memset(payload, 0, 20);
  set32(payload, deadline);
  memcpy(payload + 4, peer, 6);
  payload[9] = last;
  payload[10] = 1;
  return 20;
}

static uint16_t ask_accepted(uint16_t code, size_t length) {
  const uint16_t id = fake.next_id;
  CHECK_EQUAL(fake_ask(code, payload, length), PERCH_ACCEPTED);
  CHECK_EQUAL(fake_answer.length, 2);
  return id;
}

static uint16_t connect_to(uint8_t last, uint32_t deadline) {
  return ask_accepted(PERCH_OP_CONNECT, connect_payload(last, deadline));
}

/// Connects and takes CONNECTED and DONE. \returns the connection.
static uint16_t connected(uint8_t last) {
  const uint16_t id = connect_to(last, 5000);
  perch_radio_connected(&fake.core, fake.radio_slot, 23, 40);
  fake_poll();
  const fake_frame_t *event = fake_event(PERCH_EVENT_CONNECTED);
  if (!CHECK(event != NULL)) {
    return 0xFFFF;
  }
  CHECK_EQUAL(event->length, 18);
  const uint16_t connection = get16(event->payload);
  CHECK(event->payload[7] == last && event->payload[8] == 1);
  CHECK_EQUAL(get16(event->payload + 10), 23);
  event = fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK_EQUAL(get16(event->payload + 7), connection);
  CHECK_EQUAL(get16(event->payload + 9), 23);
  CHECK_EQUAL(get16(event->payload + 11), 40);
  return connection;
}

static size_t on(uint16_t connection) {
  memset(payload, 0, sizeof payload);
  set32(payload, 1000);
  set16(payload + 4, connection);
  return 6;
}

static uint16_t read_of(uint16_t connection, uint16_t handle, uint16_t offset) {
  on(connection);
  set16(payload + 6, handle);
  set16(payload + 8, offset);
  return ask_accepted(PERCH_OP_READ, 10);
}

static size_t write_payload(uint16_t connection, uint16_t handle, uint16_t length) {
  on(connection);
  set16(payload + 6, handle);
  set16(payload + 8, length);
  for (uint16_t i = 0; i < length && 10u + i < sizeof payload; i++) {
    payload[10 + i] = (uint8_t)i;
  }
  return 10u + length;
}

static void disconnected(uint16_t connection, perch_status_t status) {
  const fake_frame_t *event = fake_event(PERCH_EVENT_DISCONNECTED);
  if (CHECK(event != NULL)) {
    CHECK_EQUAL(get16(event->payload), connection);
    CHECK_EQUAL(get16(event->payload + 2), status);
    CHECK_EQUAL(event->length, 8);
  }
}

static bool no_event(void) {
  fake_poll();
  const fake_frame_t *frame;
  bool none = true;
  while ((frame = fake_take()) != NULL) {
    none &= frame->header.kind != PERCH_KIND_EVENT;
  }
  return none;
}

static void connect_and_disconnect(void) {
  fake_live();
  const uint16_t connection = connected(1);
  CHECK_EQUAL(connection >> 8, 1);
  connect_payload(1, 5000);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, 20), PERCH_ALREADY_CONNECTED);
  CHECK_EQUAL(get16(fake_answer.payload + 8), connection);
  const uint16_t id = ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  CHECK(no_event());
  CHECK_EQUAL(fake.disconnects, 1);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  fake_poll();
  disconnected(connection, PERCH_HCI(0x16));
  fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(no_event());
  CHECK_EQUAL(connected(2) >> 8, 2);  // another generation
  on(connection);
  CHECK_EQUAL(fake_ask(PERCH_OP_DISCONNECT, payload, 6), PERCH_NOT_CONNECTED);
}

static void radio_that_answers_from_within(void) {
  fake_live();
  fake.synchronous = true;
  const uint16_t id = connect_to(1, 1000);
  const fake_frame_t *event = fake_event(PERCH_EVENT_CONNECTED);
  const uint16_t connection = get16(event->payload);
  fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  on(connection);
  set16(payload + 6, 517);
  uint16_t next = ask_accepted(PERCH_OP_EXCHANGE_MTU, 8);
  event = fake_done(next, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK_EQUAL(get16(event->payload + 7), PERCH_MTU_MAX);
  next = ask_accepted(PERCH_OP_WRITE, write_payload(connection, 3, 20));
  fake_done(next, PERCH_OK, PERCH_EFFECT_DONE);
  next = ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  disconnected(connection, PERCH_HCI(0x16));
  fake_done(next, PERCH_OK, PERCH_EFFECT_DONE);
}

static void connect_parameters_are_checked(void) {
  fake_live();
  static const struct { uint16_t at; uint16_t value; } bad[] = {{10, 2}, {12, 5}, {12, 3201}, {14, 3201}, {16, 500}, {18, 9}, {18, 3201}};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    connect_payload(1, 1000);
    set16(payload + bad[i].at, bad[i].value);
    CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, 20), PERCH_INVALID_ARGUMENT);
    CHECK_EQUAL(get16(fake_answer.payload + 8), bad[i].at);
  }
  connect_payload(1, 1000);
  set16(payload + 12, 40);
  set16(payload + 14, 39);  // highest below lowest
  set16(payload + 16, 500);  // a later field, so it is not named
  CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, 20), PERCH_INVALID_ARGUMENT);
  CHECK_EQUAL(get16(fake_answer.payload + 8), 14);
  fake.next_status = PERCH_NO_BUFFERS;
  CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, connect_payload(1, 1000)), PERCH_NO_BUFFERS);
  CHECK_EQUAL(fake.core.slots[0].state, SLOT_FREE);
  connect_payload(1, 1000);
  set16(payload + 12, 40);  // the highest is the dongle's choice
  ask_accepted(PERCH_OP_CONNECT, 20);
  CHECK(fake.radio_params.interval_min == 40 && fake.radio_params.interval_max == 0);
  CHECK(fake.radio_params.address_type == 1 && memcmp(fake.radio_params.address, peer, 5) == 0);
}

static void one_connect_at_a_time_and_slots_run_out(void) {
  fake_live();
  const uint16_t first = connect_to(1, 1000);
  if (PERCH_SLOTS > 1) {
    CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, connect_payload(2, 1000)), PERCH_BUSY);
    CHECK(get16(fake_answer.payload + 6) > 0);
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, connect_payload(1, 1000)), PERCH_ALREADY_CONNECTED);
  perch_radio_connect_failed(&fake.core, fake.radio_slot, PERCH_HCI(0x3E));
  fake_poll();
  fake_done(first, PERCH_HCI(0x3E), PERCH_EFFECT_NONE);
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    connected((uint8_t)(10 + i));
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, connect_payload(99, 1000)), PERCH_SLOTS_FULL);
  CHECK(fake_answer.payload[8] == PERCH_SLOTS && fake_answer.payload[9] == PERCH_SLOTS);
}

static void connect_time_out_frees_the_slot_before_done(void) {
  fake_live();
  const uint16_t id = connect_to(1, 500);
  fake_advance(500);
  CHECK_EQUAL(fake.disconnects, 1);
  CHECK(no_event());
  perch_radio_connect_failed(&fake.core, fake.radio_slot, PERCH_HCI(0x02));
  fake_poll();
  fake_done(id, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  CHECK_EQUAL(fake.core.slots[fake.radio_slot].state, SLOT_FREE);
  // The connection is made at the very moment at which the attempt is given up: it is closed, and
  // not reported to the host.
  const uint16_t second = connect_to(1, 500);
  fake_advance(500);
  perch_radio_connected(&fake.core, fake.radio_slot, 23, 40);
  CHECK(no_event());
  CHECK_EQUAL(fake.disconnects, 3);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  fake_poll();
  fake_done(second, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  CHECK(no_event());
}

static void a_controller_that_never_confirms(void) {
  fake_live();
  const uint16_t id = connect_to(1, 500);
  fake_advance(1399);
  CHECK(no_event());
  fake_advance(101);
  fake_done(id, PERCH_DEADLINE, PERCH_EFFECT_UNKNOWN);
  CHECK_EQUAL(fake.core.slots[fake.radio_slot].state, SLOT_CLOSING);
  // The connection to this address is still closing, so the next attempt waits until the controller
  // has confirmed that.
  const uint8_t slot = fake.radio_slot;
  const uint16_t second = connect_to(1, 5000);
  CHECK_EQUAL(fake.connects, 1);
  perch_radio_disconnected(&fake.core, slot, PERCH_HCI(0x16));
  fake_poll();
  CHECK_EQUAL(fake.connects, 2);
  perch_radio_connected(&fake.core, fake.radio_slot, 23, 40);
  fake_poll();
  CHECK(fake_event(PERCH_EVENT_CONNECTED) != NULL);
  fake_done(second, PERCH_OK, PERCH_EFFECT_DONE);
}

static void a_waiting_connect_ends_at_its_deadline(void) {
  fake_live();
  connect_to(1, 100);
  fake_advance(1100);
  fake_event(PERCH_EVENT_DONE);
  const uint16_t id = connect_to(1, 300);
  fake_advance(300);
  fake_done(id, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  CHECK_EQUAL(fake.connects, 1);
}

static void a_waiting_connect_starts_as_soon_as_there_is_a_slot(void) {
  fake_live();
  const uint16_t connection = connected(1);
  ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  connect_to(1, 5000);
  CHECK_EQUAL(fake.connects, 1);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  fake_poll();  // and nothing else wakes the core
  CHECK_EQUAL(fake.connects, 2);
}

static perch_status_t cancel(uint16_t id) {
  uint8_t bytes[2];
  set16(bytes, id);
  return fake_ask(PERCH_OP_CANCEL, bytes, 2);
}

static void cancel_of_a_connect(void) {
  fake_live();
  uint16_t id = connect_to(1, 5000);
  CHECK_EQUAL(cancel(id), PERCH_OK);
  CHECK_EQUAL(cancel(id), PERCH_OK);
  CHECK_EQUAL(fake.disconnects, 1);
  perch_radio_connect_failed(&fake.core, fake.radio_slot, PERCH_HCI(0x02));
  fake_poll();
  fake_done(id, PERCH_CANCELLED, PERCH_EFFECT_NONE);
  CHECK_EQUAL(cancel(id), PERCH_NOT_FOUND);
  fake_advance(10000);
  CHECK(no_event());
}

static void cancel_races_the_outcome(void) {
  fake_live();
  const uint16_t connection = connected(1);
  const uint16_t id = read_of(connection, 3, 0);
  perch_radio_read(&fake.core, fake.radio_slot, payload, 5);  // its DONE is not in the ring yet
  CHECK_EQUAL(cancel(id), PERCH_OK);
  fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  const uint16_t second = read_of(connection, 3, 0);
  CHECK_EQUAL(cancel(second), PERCH_OK);
  fake_done(second, PERCH_CANCELLED, PERCH_EFFECT_NONE);
  // The procedure still runs in the radio, so the next operation has to wait for it.
  on(connection);
  set16(payload + 6, 4);
  CHECK_EQUAL(fake_ask(PERCH_OP_READ, payload, 10), PERCH_BUSY);
  perch_radio_read(&fake.core, fake.radio_slot, payload, 5);
  CHECK(no_event());
  const uint16_t third = read_of(connection, 4, 0);
  perch_radio_read(&fake.core, fake.radio_slot, (const uint8_t *)"ab", 2);
  fake_poll();
  const fake_frame_t *done = fake_done(third, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(memcmp(done->payload + 7, "\0\2\0ab", 5) == 0);
  const uint16_t closing = ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  CHECK_EQUAL(cancel(closing), PERCH_OK);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  fake_poll();
  disconnected(connection, PERCH_HCI(0x16));
  fake_done(closing, PERCH_OK, PERCH_EFFECT_DONE);
}

static void effects_of_what_was_broken_off(void) {
  fake_live();
  uint16_t connection = connected(1);
  uint16_t id = ask_accepted(PERCH_OP_WRITE, write_payload(connection, 3, 4));
  fake_advance(1000);
  fake_done(id, PERCH_DEADLINE, PERCH_EFFECT_UNKNOWN);
  perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_OK);  // late
  CHECK(no_event());
  id = ask_accepted(PERCH_OP_WRITE, write_payload(connection, 3, 4));
  CHECK(memcmp(fake.radio_value, "\0\1\2\3", 4) == 0);
  perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_ATT(0x05));
  fake_poll();
  const fake_frame_t *done = fake_done(id, PERCH_ATT(0x05), PERCH_EFFECT_NONE);
  CHECK_EQUAL(get16(done->payload + 13), 3);
  id = ask_accepted(PERCH_OP_WRITE, write_payload(connection, 3, 4));
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x08));
  fake_poll();
  fake_done(id, PERCH_HCI(0x08), PERCH_EFFECT_UNKNOWN);
  disconnected(connection, PERCH_HCI(0x08));
  connection = connected(1);
  id = read_of(connection, 3, 0);
  const uint16_t closing = ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  fake_done(id, PERCH_HCI(0x16), PERCH_EFFECT_NONE);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  fake_poll();
  disconnected(connection, PERCH_HCI(0x16));
  fake_done(closing, PERCH_OK, PERCH_EFFECT_DONE);
}

static void effects_of_what_fails_by_itself(void) {
  static const struct {
    perch_status_t status;
    uint8_t write, read;
  } ends[] = {{PERCH_RADIO, PERCH_EFFECT_UNKNOWN, PERCH_EFFECT_NONE},
              {PERCH_INTERNAL, PERCH_EFFECT_UNKNOWN, PERCH_EFFECT_NONE},
              {PERCH_HCI(0x1F), PERCH_EFFECT_UNKNOWN, PERCH_EFFECT_NONE},
              {PERCH_NO_BUFFERS, PERCH_EFFECT_NONE, PERCH_EFFECT_NONE}};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    fake_live();
    const uint16_t connection = connected(1);
    uint16_t id = ask_accepted(PERCH_OP_WRITE, write_payload(connection, 3, 4));
    perch_radio_gatt_done(&fake.core, fake.radio_slot, ends[i].status);
    fake_poll();
    fake_done(id, ends[i].status, ends[i].write);
    id = read_of(connection, 3, 0);
    perch_radio_gatt_done(&fake.core, fake.radio_slot, ends[i].status);
    fake_poll();
    fake_done(id, ends[i].status, ends[i].read);
  }
}

static void a_disconnect_that_is_never_confirmed(void) {
  fake_live();
  const uint16_t connection = connected(1);
  const uint16_t id = ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  fake_advance(1000);
  fake_done(id, PERCH_DEADLINE, PERCH_EFFECT_UNKNOWN);
  CHECK_EQUAL(fake_ask(PERCH_OP_GET_STATE, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get16(fake_answer.payload + 62), 16);
  CHECK_EQUAL(fake_answer.payload[66], 3);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x08));
  fake_poll();
  disconnected(connection, PERCH_HCI(0x08));
}

static void mtu_is_exchanged_once(void) {
  fake_live();
  const uint16_t connection = connected(1);
  on(connection);
  set16(payload + 6, 100);
  uint16_t id = ask_accepted(PERCH_OP_EXCHANGE_MTU, 8);
  CHECK_EQUAL(fake.radio_mtu, 100);
  perch_radio_mtu(&fake.core, fake.radio_slot, 64);
  perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_OK);
  fake_poll();
  CHECK_EQUAL(get16(fake_done(id, PERCH_OK, PERCH_EFFECT_DONE)->payload + 7), 64);
  on(connection);
  set16(payload + 6, 200);
  id = ask_accepted(PERCH_OP_EXCHANGE_MTU, 8);
  CHECK_EQUAL(get16(fake_done(id, PERCH_OK, PERCH_EFFECT_DONE)->payload + 7), 64);
  CHECK_EQUAL(fake.exchanges, 1);
  set16(payload + 6, 22);
  CHECK_EQUAL(fake_ask(PERCH_OP_EXCHANGE_MTU, payload, 8), PERCH_INVALID_ARGUMENT);
}

static void discovery_is_paged(void) {
  fake_live();
  const uint16_t connection = connected(1);
  on(connection);
  payload[6] = 2;
  set16(payload + 8, 1);
  set16(payload + 10, 0xFFFF);
  uint16_t id = ask_accepted(PERCH_OP_DISCOVER, 12);
  uint8_t uuid[16];
  memset(uuid, 0x42, sizeof uuid);
  uint16_t kept = 0;
  while (perch_radio_discovered(&fake.core, fake.radio_slot, (uint16_t)(10 + 2 * kept), (uint16_t)(11 + 2 * kept), 0x10, uuid, 16)) {
    kept++;
  }
  CHECK_EQUAL(kept, (PERCH_PAYLOAD_MAX - 12) / 22);
  CHECK(!perch_radio_discovered(&fake.core, fake.radio_slot, 5000, 5001, 0x10, uuid, 2));  // would fit, but out of order
  perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_OK);
  fake_poll();
  const fake_frame_t *done = fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK_EQUAL(get16(done->payload + 7), 10 + 2 * kept);
  CHECK_EQUAL(done->payload[9], 2);
  CHECK_EQUAL(get16(done->payload + 10), 22 * kept);
  CHECK(get16(done->payload + 12) == 10 && get16(done->payload + 14) == 11 && done->payload[16] == 0x10 && done->payload[17] == 16);
  on(connection);
  payload[6] = 1;
  set16(payload + 8, 7);
  set16(payload + 10, 7);
  id = ask_accepted(PERCH_OP_DISCOVER, 12);
  perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_ATT(0x0A));
  fake_poll();
  done = fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(done->length == 12 && get16(done->payload + 7) == 0);
  payload[6] = 4;
  CHECK_EQUAL(fake_ask(PERCH_OP_DISCOVER, payload, 12), PERCH_INVALID_ARGUMENT);
  payload[6] = 1;
  set16(payload + 10, 6);
  CHECK_EQUAL(fake_ask(PERCH_OP_DISCOVER, payload, 12), PERCH_INVALID_ARGUMENT);
}

static void reading_values(void) {
  fake_live();
  const uint16_t connection = connected(1);
  perch_radio_mtu(&fake.core, fake.radio_slot, PERCH_MTU_MAX);
  uint8_t value[PERCH_MTU_MAX];
  memset(value, 0x77, sizeof value);
  uint16_t id = read_of(connection, 9, 0);
  perch_radio_read(&fake.core, fake.radio_slot, value, PERCH_MTU_MAX - 1);
  fake_poll();
  const fake_frame_t *done = fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK_EQUAL(done->payload[7], PERCH_MTU_MAX - 1 < 512);  // no value is longer
  CHECK_EQUAL(get16(done->payload + 8), PERCH_MTU_MAX - 1);
  const uint16_t offset = PERCH_MTU_MAX - 1 < 511 ? PERCH_MTU_MAX - 1 : 511;
  id = read_of(connection, 9, offset);
  CHECK_EQUAL(fake.radio_offset, offset);
  perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_ATT(0x0B));  // not long: it was exactly that long
  fake_poll();
  done = fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(done->payload[7] == 0 && get16(done->payload + 8) == 0);
  id = read_of(connection, 9, 0);
  perch_radio_read(&fake.core, fake.radio_slot, NULL, 0);
  fake_poll();
  done = fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(done->payload[7] == 0 && done->length == 10);
  on(connection);
  set16(payload + 8, 512);
  CHECK_EQUAL(fake_ask(PERCH_OP_READ, payload, 10), PERCH_INVALID_ARGUMENT);
}

static void writing_values(void) {
  fake_live();
  const uint16_t connection = connected(1);
  const uint16_t id = ask_accepted(PERCH_OP_WRITE, write_payload(connection, 9, PERCH_VALUE_MAX));
  CHECK_EQUAL(fake.radio_length, PERCH_VALUE_MAX);
  CHECK(memcmp(fake.radio_value, payload + 10, PERCH_VALUE_MAX) == 0);
  on(connection);
  set16(payload + 6, 1);
  CHECK_EQUAL(fake_ask(PERCH_OP_READ, payload, 10), PERCH_BUSY);
  perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_OK);
  fake_poll();
  CHECK_EQUAL(fake_done(id, PERCH_OK, PERCH_EFFECT_DONE)->length, 7);
  CHECK_EQUAL(fake_ask(PERCH_OP_WRITE, payload, write_payload(connection, 9, PERCH_VALUE_MAX + 1)), PERCH_TOO_LARGE);
  CHECK_EQUAL(get32(fake_answer.payload + 8), PERCH_VALUE_MAX);
  CHECK_EQUAL(fake_ask(PERCH_OP_WRITE, payload, write_payload(connection, 9, 10) - 1), PERCH_MALFORMED);
  fake.next_status = PERCH_RADIO;
  CHECK_EQUAL(fake_ask(PERCH_OP_WRITE, payload, write_payload(connection, 9, 1)), PERCH_RADIO);
  CHECK_EQUAL(fake.core.operations[0].state, 0);

  uint8_t command[6 + 21] = {0};
  set16(command, connection);
  set16(command + 2, 9);
  set16(command + 4, 20);
  CHECK_EQUAL(fake_ask(PERCH_OP_WRITE_COMMAND, command, 26), PERCH_OK);
  CHECK_EQUAL(fake.radio_length, 20);
  fake.next_status = PERCH_NO_BUFFERS;
  CHECK_EQUAL(fake_ask(PERCH_OP_WRITE_COMMAND, command, 26), PERCH_NO_BUFFERS);
  set16(command + 4, 21);
  CHECK_EQUAL(fake_ask(PERCH_OP_WRITE_COMMAND, command, 27), PERCH_TOO_LARGE);
  CHECK_EQUAL(get32(fake_answer.payload + 8), 20);
  CHECK_EQUAL(fake.write_commands, 2);
}

static void subscribing_writes_the_descriptor(void) {
  fake_live();
  const uint16_t connection = connected(1);
  for (uint8_t value = 0; value <= 2; value++) {
    on(connection);
    set16(payload + 6, 12);
    payload[8] = value;
    const uint16_t id = ask_accepted(PERCH_OP_SUBSCRIBE, 9);
    CHECK(fake.radio_handle == 12 && fake.radio_length == 2 && fake.radio_value[0] == value && fake.radio_value[1] == 0);
    perch_radio_gatt_done(&fake.core, fake.radio_slot, PERCH_OK);
    fake_poll();
    fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
  }
  payload[8] = 3;
  CHECK_EQUAL(fake_ask(PERCH_OP_SUBSCRIBE, payload, 9), PERCH_INVALID_ARGUMENT);
}

static void no_attribute_has_handle_0(void) {
  static const struct { uint16_t code; uint16_t length; uint16_t at; } requests[] = {
      {PERCH_OP_READ, 10, 6}, {PERCH_OP_WRITE, 10, 6}, {PERCH_OP_SUBSCRIBE, 9, 6}, {PERCH_OP_WRITE_COMMAND, 6, 2},
  };
  fake_live();
  const uint16_t connection = connected(1);
  for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
    on(connection);
    if (requests[i].code == PERCH_OP_WRITE_COMMAND) {
      memset(payload, 0, sizeof payload);
      set16(payload, connection);
    }
    // The field after the handle is wrong, too, but not named: a cut value, or a mode.
    if (requests[i].code != PERCH_OP_READ) {
      payload[requests[i].at + 2] = 9;
    }
    CHECK_EQUAL(fake_ask(requests[i].code, payload, requests[i].length), PERCH_INVALID_ARGUMENT);
    CHECK_EQUAL(get16(fake_answer.payload + 8), requests[i].at);
  }
  CHECK_EQUAL(fake.reads + fake.writes + fake.write_commands, 0);
}

static void lost_notifications_are_counted_exactly(void) {
  fake_live();
  const uint16_t connection = connected(1);
  uint32_t seed = 11;
  uint32_t sent = 0;
  uint32_t came = 0;
  uint32_t lost = 0;
  for (int round = 0; round < 400; round++) {
    const unsigned burst = rnd(&seed) % (PERCH_STREAM_A_BYTES / 10);
    for (unsigned i = 0; i < burst; i++) {
      uint8_t value[20];
      set32(value, sent++);
      perch_radio_notification(&fake.core, fake.radio_slot, 7, value, (uint16_t)(4 + rnd(&seed) % 16), false);
    }
    fake_poll();
    const unsigned acknowledged = rnd(&seed) % 40;
    for (unsigned i = 0; i < acknowledged && fake.core.events.kept > 0; i++) {
      const fake_frame_t *frame = fake_take();
      if (frame == NULL) {
        break;
      }
      CHECK_EQUAL(frame->header.id, fake_event_next);
      fake_event_next++;
      if (frame->header.code == PERCH_EVENT_LOST) {
        CHECK_EQUAL(get16(frame->payload), connection);
        lost += get32(frame->payload + 2);
      } else {
        CHECK_EQUAL(frame->header.code, PERCH_EVENT_NOTIFICATION);
        CHECK_EQUAL(get32(frame->payload + 10), came + lost);  // at its place among the received and the lost ones
        came++;
      }
      fake_grant(fake_event_next, false);
    }
  }
  const fake_frame_t *frame;
  while (fake_poll(), (frame = fake_take()) != NULL) {
    fake_event_next++;
    lost += frame->header.code == PERCH_EVENT_LOST ? get32(frame->payload + 2) : 0;
    came += frame->header.code == PERCH_EVENT_NOTIFICATION;
    fake_grant(fake_event_next, false);
  }
  CHECK_EQUAL(came + lost, sent);
  CHECK(lost > 0 && came > 0);
}

static void order_at_the_end_of_a_connection(void) {
  fake_live();
  const uint16_t connection = connected(1);
  const uint16_t id = read_of(connection, 3, 0);
  uint8_t value[20] = {0};
  unsigned sent = 0;
  while (fake.core.slots[fake.radio_slot].lost < 5) {
    perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 20, false);
    sent++;
  }
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x13));
  perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 20, false);  // too late to belong to this connection
  fake_poll();
  CHECK_EQUAL(fake_ask(PERCH_OP_CONNECT, payload, connect_payload(1, 1000)), PERCH_ACCEPTED);  // waits: the slot is not free
  CHECK(fake.connects == 1 || PERCH_SLOTS > 1);
  static const uint16_t order[] = {PERCH_EVENT_NOTIFICATION, PERCH_EVENT_LOST, PERCH_EVENT_DONE, PERCH_EVENT_DISCONNECTED};
  unsigned place = 0;
  unsigned counts[4] = {0};
  uint32_t lost = 0;
  const fake_frame_t *frame;
  while (place < 4 && (fake_poll(), (frame = fake_take()) != NULL)) {
    while (place < 4 && order[place] != frame->header.code) {
      place++;
    }
    if (!CHECK(place < 4)) {
      break;
    }
    CHECK_EQUAL(frame->header.id, fake_event_next);
    lost += place == 1 ? get32(frame->payload + 2) : 0;
    CHECK(place != 2 || (get16(frame->payload) == id && get16(frame->payload + 2) == PERCH_HCI(0x13)));
    CHECK(place != 3 || get16(frame->payload) == connection);
    counts[place]++;
    fake_event_next++;
    fake_grant(fake_event_next, false);
  }
  CHECK_EQUAL(counts[0] + lost, sent);
  CHECK(lost >= 5 && counts[2] == 1 && counts[3] == 1);
  CHECK_EQUAL(fake.connects, 2);
}

/// Fills the ring until `leave` bytes are left.
static void fill_ring(size_t leave) {
  size_t left;
  while ((left = (size_t)(fake.core.events.ring.size - fake.core.events.ring.used)) > leave) {
    // An event takes 4 bytes more than its length, so at least 8.
    const size_t size = left - leave < 2 * 26 ? left - leave : 26;
    if (!CHECK(fake_put_event(0, size - 4))) {
      return;
    }
  }
  CHECK_EQUAL(left, leave);
}

/// Takes and acknowledges all events. \returns their number, with their codes in `codes`.
static unsigned drain(uint16_t *codes, unsigned limit) {
  unsigned count = 0;
  const fake_frame_t *frame;
  while (fake_poll(), (frame = fake_take()) != NULL) {
    if (frame->header.kind != PERCH_KIND_EVENT) {
      continue;
    }
    CHECK_EQUAL(frame->header.id, fake_event_next);
    if (frame->header.code != FAKE_EVENT && count < limit) {
      codes[count++] = frame->header.code;
    }
    fake_event_next++;
    fake_grant(fake_event_next, false);
  }
  return count;
}

static void a_small_event_does_not_overtake_a_large_one(void) {
  uint16_t codes[8] = {0};
  uint8_t value[22] = {0};
  fake_live();
  const uint16_t connection = connected(1);
  read_of(connection, 3, 0);
  fill_ring(20);
  perch_radio_read(&fake.core, fake.radio_slot, value, 22);
  fake_poll();
  CHECK_EQUAL(fake.core.operations[0].state, 3);  // no room for its DONE
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x08));
  fake_poll();
  CHECK_EQUAL(drain(codes, 8), 2);
  CHECK(codes[0] == PERCH_EVENT_DONE && codes[1] == PERCH_EVENT_DISCONNECTED);

  fake_live();
  connect_to(1, 1000);
  fill_ring(16);
  perch_radio_connected(&fake.core, fake.radio_slot, 23, 40);
  perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 0, false);
  CHECK(fake.core.slots[fake.radio_slot].announce);
  CHECK_EQUAL(drain(codes, 8), 3);
  CHECK(codes[0] == PERCH_EVENT_CONNECTED && codes[1] == PERCH_EVENT_LOST && codes[2] == PERCH_EVENT_DONE);
}

static void a_connect_is_open_until_its_done_is_told(void) {
  uint16_t codes[2] = {0};
  fake_live();
  connect_to(1, 1000);
  fill_ring(22);  // CONNECTED takes all of it
  perch_radio_connected(&fake.core, fake.radio_slot, 23, 40);
  fake_poll();
  CHECK(!fake.core.slots[fake.radio_slot].announce);
  on((uint16_t)(fake.radio_slot | fake.core.slots[fake.radio_slot].generation << 8));
  set16(payload + 6, 3);
  CHECK_EQUAL(fake_ask(PERCH_OP_READ, payload, 10), PERCH_BUSY);
  CHECK_EQUAL(drain(codes, 2), 2);
  CHECK(codes[0] == PERCH_EVENT_CONNECTED && codes[1] == PERCH_EVENT_DONE);
}

static void done_waits_for_room(void) {
  fake_live();
  const uint16_t connection = connected(1);
  const uint16_t id = read_of(connection, 3, 0);
  uint8_t value[20] = {0};
  while (fake.core.slots[fake.radio_slot].lost == 0) {
    perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 1, false);
  }
  perch_radio_read(&fake.core, fake.radio_slot, value, 20);
  fake_poll();
  on(connection);
  set16(payload + 6, 3);
  CHECK_EQUAL(fake_ask(PERCH_OP_READ, payload, 10), PERCH_BUSY);
  CHECK_EQUAL(fake.core.operations[0].state, 3);
  unsigned dones = 0;
  for (;;) {
    fake_poll();
    const fake_frame_t *frame = fake_take();
    if (frame == NULL) {
      break;
    }
    if (frame->header.kind == PERCH_KIND_EVENT) {
      CHECK_EQUAL(frame->header.id, fake_event_next);
      fake_event_next++;
      if (frame->header.code == PERCH_EVENT_DONE) {
        dones++;
        CHECK_EQUAL(get16(frame->payload), id);
      }
      fake_grant(fake_event_next, false);
    }
  }
  CHECK_EQUAL(dones, 1);
}

static void an_outcome_that_waits_for_room_stays(void) {
  uint16_t codes[2] = {0};
  for (int broken_off = 0; broken_off < 2; broken_off++) {
    fake_live();
    const uint16_t connection = connected(1);
    const uint16_t id = read_of(connection, 3, 0);
    fill_ring(20);
    perch_radio_read(&fake.core, fake.radio_slot, payload, 20);
    fake_poll();
    if (broken_off == 0) {
      CHECK_EQUAL(cancel(id), PERCH_OK);
    } else {
      fake_advance(1500);
    }
    while (codes[0] != PERCH_EVENT_DONE) {
      fake_poll();
      const fake_frame_t *frame = fake_take();
      if (!CHECK(frame != NULL)) {
        return;
      }
      if (frame->header.kind == PERCH_KIND_EVENT) {
        codes[0] = frame->header.code;
        fake_grant(++fake_event_next, false);
        CHECK(codes[0] != PERCH_EVENT_DONE || (get16(frame->payload) == id && get16(frame->payload + 2) == PERCH_OK && frame->length == 30));
      }
    }
    CHECK_EQUAL(drain(codes, 2), 0);
    codes[0] = 0;
  }
}

static void a_disconnect_tells_what_was_counted_before(void) {
  uint16_t codes[8] = {0};
  uint8_t value[20] = {9};
  fake_live();
  const uint16_t connection = connected(1);
  fill_ring(8);  // no room for LOST either
  perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 20, false);
  perch_radio_notification(&fake.core, fake.radio_slot, 8, value, 20, true);
  ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  const uint32_t counted = fake.core.slots[fake.radio_slot].lost;
  perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 20, false);  // nobody wants it any more
  CHECK_EQUAL(fake.core.slots[fake.radio_slot].lost, counted);
  CHECK_EQUAL(counted, PERCH_INDICATION_HOLD ? 1 : 2);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  fake_poll();
  CHECK_EQUAL(drain(codes, 8), PERCH_INDICATION_HOLD ? 4 : 3);
  static const uint16_t order[] = {PERCH_EVENT_LOST, PERCH_EVENT_INDICATION, PERCH_EVENT_DISCONNECTED, PERCH_EVENT_DONE};
  for (size_t i = 0, at = 0; i < 4; i++) {
    if (PERCH_INDICATION_HOLD || order[i] != PERCH_EVENT_INDICATION) {
      CHECK_EQUAL(codes[at++], order[i]);
    }
  }
}

static void a_disconnect_that_waits_for_room_is_done(void) {
  fake_live();
  uint16_t codes[8];
  const uint16_t connection = connected(1);
  fill_ring(8);
  ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  fake_poll();
  fake_advance(20000);  // far past its deadline
  fake_poll();
  CHECK_EQUAL(drain(codes, 8), 2);
  CHECK_EQUAL(codes[0], PERCH_EVENT_DISCONNECTED);
  CHECK_EQUAL(codes[1], PERCH_EVENT_DONE);
}

static void a_disconnect_that_the_peer_overtakes(void) {
  fake_live();
  const uint16_t connection = connected(1);
  const uint16_t id = ask_accepted(PERCH_OP_DISCONNECT, on(connection));
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x13));
  fake_poll();
  disconnected(connection, PERCH_HCI(0x13));
  fake_done(id, PERCH_OK, PERCH_EFFECT_DONE);
}

static void indications_are_held_until_they_have_a_place(void) {
  fake_live();
  connected(1);
  uint8_t value[20] = {9};
  perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 20, true);
  fake_poll();
  const fake_frame_t *event = fake_event(PERCH_EVENT_INDICATION);
  CHECK(event != NULL && event->length == 30);
  CHECK_EQUAL(fake.confirms, PERCH_INDICATION_HOLD);
  while (fake.core.slots[fake.radio_slot].lost == 0) {
    perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 20, false);
  }
  perch_radio_notification(&fake.core, fake.radio_slot, 8, value, 20, true);
  fake_poll();
  if (!PERCH_INDICATION_HOLD) {
    CHECK_EQUAL(fake.confirms, 0);
    return;
  }
  CHECK_EQUAL(fake.confirms, 1);
  unsigned indications = 0;
  const fake_frame_t *frame;
  while (fake_poll(), (frame = fake_take()) != NULL) {
    fake_event_next++;
    indications += frame->header.code == PERCH_EVENT_INDICATION;
    fake_grant(fake_event_next, false);
  }
  CHECK_EQUAL(indications, 1);
  CHECK_EQUAL(fake.confirms, 2);
}

static void a_notification_does_not_overtake_a_held_indication(void) {
  if (!PERCH_INDICATION_HOLD) {
    return;
  }
  uint16_t codes[4] = {0};
  uint8_t value[20] = {9};
  fake_live();
  connected(1);
  fill_ring(20);
  perch_radio_notification(&fake.core, fake.radio_slot, 7, value, 20, true);
  perch_radio_notification(&fake.core, fake.radio_slot, 8, value, 1, false);  // would find room
  CHECK_EQUAL(fake.core.slots[fake.radio_slot].lost, 1);
  CHECK_EQUAL(drain(codes, 4), 2);
  CHECK(codes[0] == PERCH_EVENT_LOST && codes[1] == PERCH_EVENT_INDICATION);
  CHECK_EQUAL(fake.confirms, 1);
}

static void a_new_session_closes_connections(void) {
  fake_live();
  const uint16_t connection = connected(1);
  read_of(connection, 3, 0);
  perch_radio_notification(&fake.core, fake.radio_slot, 7, payload, 5, false);
  fake_hello(0x4321, 7);
  CHECK_EQUAL(fake.disconnects, 1);
  fake_take_of(PERCH_KIND_RESPONSE, PERCH_OP_HELLO);
  CHECK_EQUAL(fake_ask(PERCH_OP_GET_STATE, NULL, 0), PERCH_OK);
  CHECK_EQUAL(fake_answer.payload[66], 3);
  CHECK_EQUAL(fake_answer.payload[65], 1);
  CHECK_EQUAL(fake_answer.payload[23], 0);
  on(connection);
  set16(payload + 6, 3);
  CHECK_EQUAL(fake_ask(PERCH_OP_READ, payload, 10), PERCH_NOT_CONNECTED);
  perch_radio_read(&fake.core, fake.radio_slot, payload, 5);
  perch_radio_notification(&fake.core, fake.radio_slot, 7, payload, 5, false);
  CHECK(no_event());
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  CHECK(no_event());  // the new session does not know the connection
  CHECK_EQUAL(fake.core.slots[fake.radio_slot].state, SLOT_FREE);
  CHECK_EQUAL(connected(1) >> 8, 2);  // generations continue
}

static void a_new_session_cancels_an_attempt(void) {
  fake_live();
  connect_to(1, 5000);
  fake_hello(0x4321, 7);
  CHECK_EQUAL(fake.disconnects, 1);
  perch_radio_connected(&fake.core, fake.radio_slot, 23, 40);
  CHECK_EQUAL(fake.disconnects, 2);
  perch_radio_disconnected(&fake.core, fake.radio_slot, PERCH_HCI(0x16));
  CHECK(no_event());
  CHECK_EQUAL(fake.core.slots[fake.radio_slot].state, SLOT_FREE);
}

/// Every ACCEPTED gets exactly one DONE, whatever the radio does.
static void exactly_one_done(void) {
  static uint8_t open[0x10000];
  uint32_t seed = 21;
  unsigned accepted = 0;
  unsigned done = 0;
  memset(open, 0, sizeof open);
  fake_live();
  for (int round = 0; round < 30000; round++) {
    const uint8_t slot = (uint8_t)(rnd(&seed) % PERCH_SLOTS);
    const uint16_t connection = (uint16_t)(slot | fake.core.slots[slot].generation << 8);
    uint16_t code = 0;
    size_t length = 0;
    switch (rnd(&seed) % 16) {
      case 0: case 1: case 2:
        length = connect_payload((uint8_t)(rnd(&seed) % 10), 100 + rnd(&seed) % 400);
        code = PERCH_OP_CONNECT;
        break;
      case 3:
        length = on(connection);
        code = PERCH_OP_DISCONNECT;
        break;
      case 4:
        length = write_payload(connection, 3, 5);
        code = PERCH_OP_WRITE;
        break;
      case 5: case 6:
        on(connection);
        set16(payload + 6, 3);
        length = 10;
        code = PERCH_OP_READ;
        break;
      case 7:
        perch_radio_connected(&fake.core, slot, 23, 40);
        break;
      case 8: case 9:
        perch_radio_connected(&fake.core, fake.radio_slot, 23, 40);
        break;
      case 10:
        perch_radio_connect_failed(&fake.core, slot, PERCH_HCI(0x3E));
        break;
      case 11:
        perch_radio_disconnected(&fake.core, slot, PERCH_HCI(0x08));
        break;
      case 12:
        perch_radio_read(&fake.core, slot, payload, 20);
        break;
      case 13:
        perch_radio_gatt_done(&fake.core, slot, PERCH_OK);
        break;
      case 14:
        perch_radio_notification(&fake.core, slot, 7, payload, 20, rnd(&seed) % 2);
        break;
      default:
        code = PERCH_OP_CANCEL;
        set16(payload, (uint16_t)(fake.next_id - rnd(&seed) % 10));
        length = 2;
        break;
    }
    if (code != 0) {
      const uint16_t id = fake.next_id;
      if (fake_ask(code, payload, length) == PERCH_ACCEPTED) {
        accepted++;
        open[id]++;
      }
    }
    if (rnd(&seed) % 3 == 0) {
      fake_advance(rnd(&seed) % 100);
    }
    const fake_frame_t *frame;
    while ((frame = fake_take()) != NULL) {
      if (frame->header.kind == PERCH_KIND_EVENT && frame->header.id == fake_event_next) {
        fake_event_next++;
        if (frame->header.code == PERCH_EVENT_DONE) {
          done++;
          if (open[get16(frame->payload)]-- != 1) {
            test_check(false, "a DONE without ACCEPTED, or a second one", __FILE__, __LINE__);
            return;
          }
        }
      }
    }
    if (rnd(&seed) % 4 == 0) {
      fake_grant(fake_event_next, true);
    }
  }
  for (int i = 0; i < 200; i++) {
    fake_advance(20);
    const fake_frame_t *frame;
    while ((frame = fake_take()) != NULL) {
      if (frame->header.kind == PERCH_KIND_EVENT && frame->header.id == fake_event_next) {
        fake_event_next++;
        done += frame->header.code == PERCH_EVENT_DONE;
      }
    }
    fake_grant(fake_event_next, true);
  }
  CHECK_EQUAL(done, accepted);
  CHECK(accepted > 1000);
}

void test_gatt(void) {
  RUN(connect_and_disconnect);
  RUN(radio_that_answers_from_within);
  RUN(connect_parameters_are_checked);
  RUN(one_connect_at_a_time_and_slots_run_out);
  RUN(connect_time_out_frees_the_slot_before_done);
  RUN(a_controller_that_never_confirms);
  RUN(a_waiting_connect_ends_at_its_deadline);
  RUN(a_waiting_connect_starts_as_soon_as_there_is_a_slot);
  RUN(cancel_of_a_connect);
  RUN(cancel_races_the_outcome);
  RUN(effects_of_what_was_broken_off);
  RUN(effects_of_what_fails_by_itself);
  RUN(a_disconnect_that_is_never_confirmed);
  RUN(mtu_is_exchanged_once);
  RUN(discovery_is_paged);
  RUN(reading_values);
  RUN(writing_values);
  RUN(subscribing_writes_the_descriptor);
  RUN(no_attribute_has_handle_0);
  RUN(lost_notifications_are_counted_exactly);
  RUN(order_at_the_end_of_a_connection);
  RUN(a_small_event_does_not_overtake_a_large_one);
  RUN(a_connect_is_open_until_its_done_is_told);
  RUN(done_waits_for_room);
  RUN(an_outcome_that_waits_for_room_stays);
  RUN(a_disconnect_tells_what_was_counted_before);
  RUN(a_disconnect_that_waits_for_room_is_done);
  RUN(a_disconnect_that_the_peer_overtakes);
  RUN(indications_are_held_until_they_have_a_place);
  RUN(a_notification_does_not_overtake_a_held_indication);
  RUN(a_new_session_closes_connections);
  RUN(a_new_session_cancels_an_attempt);
  RUN(exactly_one_done);
}
