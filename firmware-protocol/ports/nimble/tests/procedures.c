#include "bench.h"

static bool gone(uint16_t connection, perch_status_t status) {
  const fake_frame_t *frame = event(PERCH_EVENT_DISCONNECTED);
  return CHECK_EQUAL(get16(frame->payload), connection) && CHECK_EQUAL(get16(frame->payload + 2), status);
}

static size_t mtu_request(uint16_t connection, uint16_t mtu) {
  on(connection);
  set16(payload + 6, mtu);
  return 8;
}

static void raise_mtu(uint16_t connection, uint16_t mtu) {
  const uint16_t id = accepted(PERCH_OP_EXCHANGE_MTU, mtu_request(connection, mtu));
  stand_in_mtu(0, mtu);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
}

static void an_mtu_is_agreed_on(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  const uint16_t id = accepted(PERCH_OP_EXCHANGE_MTU, mtu_request(connection, 185));
  CHECK_EQUAL(stand_in.asked_mtu, 185);
  CHECK_EQUAL(stand_in.preferred, PERCH_MTU_MAX);
  stand_in_mtu(0, 100);
  CHECK_EQUAL(get16(done(id, PERCH_OK, PERCH_EFFECT_DONE)->payload + 7), 100);
}

static void a_peer_that_was_first_with_the_mtu_is_no_error(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  stand_in_mtu_event(2, 64);
  const uint16_t id = accepted(PERCH_OP_EXCHANGE_MTU, mtu_request(connection, 185));
  CHECK_EQUAL(get16(done(id, PERCH_OK, PERCH_EFFECT_DONE)->payload + 7), 64);
}

static void an_mtu_the_peer_refuses_stays(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  const uint16_t id = accepted(PERCH_OP_EXCHANGE_MTU, mtu_request(connection, 185));
  stand_in_mtu(BLE_HS_ERR_ATT_BASE + 6, 0);
  done(id, PERCH_ATT(6), PERCH_EFFECT_NONE);
  stand_in_refuse(CALL_PREFERRED_MTU, BLE_HS_EINVAL, 1);
  CHECK_EQUAL(ask(PERCH_OP_WRITE, write_request(connection, 3, 20)), PERCH_ACCEPTED);
  CHECK_EQUAL(stand_in.calls[CALL_WRITE], 1);
}

static void services_of_a_range_are_listed(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  const uint16_t id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 1, 5, 20));
  CHECK_EQUAL(stand_in_service(0, 1, 4, 0x1800), 0);
  CHECK_EQUAL(stand_in_service(0, 5, 9, 0x1801), 0);
  CHECK_EQUAL(stand_in_service(0, 10, 30, 0x180F), 0);
  CHECK(stand_in_service(0, 31, 40, 0x180A) != 0);
  CHECK(stand_in_service(0, 41, 50, 0x180A) != 0);  // behind its end
  const fake_frame_t *frame = done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK_EQUAL(get16(frame->payload + 7), 0);
  CHECK_EQUAL(get16(frame->payload + 10), 14);
  CHECK(get16(frame->payload + 12) == 5 && get16(frame->payload + 14) == 9 && frame->payload[16] == 2 && get16(frame->payload + 17) == 0x1801);
  CHECK(get16(frame->payload + 19) == 10 && get16(frame->payload + 21) == 30 && get16(frame->payload + 24) == 0x180F);
}

static void characteristics_are_listed_with_short_and_long_uuids(void) {
  static const uint8_t uuid[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  bench_new();
  const uint16_t connection = connected(1, 2);
  const uint16_t id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 2, 5, 20));
  CHECK(stand_in.first == 5 && stand_in.last == 20);
  CHECK_EQUAL(stand_in_characteristic(0, 6, 7, 0x12, 0x2A19), 0);
  CHECK_EQUAL(stand_in_characteristic_long(8, 9, 0x0A, uuid), 0);
  CHECK_EQUAL(stand_in_characteristic(BLE_HS_EDONE, 0, 0, 0, 0), 0);
  const fake_frame_t *frame = done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK_EQUAL(get16(frame->payload + 10), 8 + 22);
  CHECK(get16(frame->payload + 12) == 6 && get16(frame->payload + 14) == 7 && frame->payload[16] == 0x12 && frame->payload[17] == 2);
  CHECK(get16(frame->payload + 18) == 0x2A19 && frame->payload[25] == 16 && memcmp(frame->payload + 26, uuid, 16) == 0);
}

static void descriptors_begin_at_the_first_handle(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  uint16_t id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 3, 1, 1));
  CHECK(stand_in.first == 0 && stand_in.last == 1);
  CHECK_EQUAL(stand_in_descriptor(0, 1, BLE_UUID_TYPE_16, 0x2902), 0);
  CHECK_EQUAL(stand_in_descriptor(BLE_HS_EDONE, 0, 0, 0), 0);
  CHECK_EQUAL(get16(done(id, PERCH_OK, PERCH_EFFECT_DONE)->payload + 10), 5);
  // A UUID that ATT cannot carry.
  id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 3, 1, 1));
  CHECK(stand_in_descriptor(0, 1, BLE_UUID_TYPE_32, 0x2902) != 0);
  done(id, PERCH_RADIO, PERCH_EFFECT_NONE);
}

static void a_page_that_is_full_ends_the_procedure(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  const uint16_t id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 2, 1, 0xFFFF));
  uint16_t handle = 1;
  while (handle < 1000 && stand_in_characteristic(0, handle, (uint16_t)(handle + 1), 2, 0x2A00) == 0) {
    handle = (uint16_t)(handle + 2);
  }
  CHECK(handle > 1 && handle < 1000);
  CHECK_EQUAL(get16(done(id, PERCH_OK, PERCH_EFFECT_DONE)->payload + 7), handle);
  CHECK(stand_in_characteristic(BLE_HS_EDONE, 0, 0, 0, 0) != 0);
  accepted(PERCH_OP_DISCOVER, discover_request(connection, 2, handle, 0xFFFF));
}

static void a_discovery_broken_off_half_way_is_an_error(void) {
  static const struct {
    int result;
    perch_status_t status;
  } ends[] = {{BLE_HS_EBADDATA, PERCH_RADIO},
              {BLE_HS_ENOMEM, PERCH_NO_BUFFERS},
              {BLE_HS_ERR_ATT_BASE + 5, PERCH_ATT(5)},
              {BLE_HS_ERR_ATT_BASE + 0x0A, PERCH_OK}};  // no more attributes
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    bench_new();
    const uint16_t connection = connected(1, 2);
    const uint16_t id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 2, 1, 100));
    CHECK_EQUAL(stand_in_characteristic(0, 6, 7, 0x12, 0x2A19), 0);
    stand_in_characteristic(ends[i].result, 0, 0, 0, 0);
    done(id, ends[i].status, ends[i].status == PERCH_OK ? PERCH_EFFECT_DONE : PERCH_EFFECT_NONE);
    accepted(PERCH_OP_DISCOVER, discover_request(connection, 2, 1, 100));
  }
}

static void a_discovery_the_host_gave_up_ends_in_the_stack(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  const uint16_t id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 2, 1, 100));
  stand_in_advance(5000);
  done(id, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  CHECK_EQUAL(ask(PERCH_OP_READ, read_request(connection, 3, 0)), PERCH_BUSY);
  CHECK(stand_in_characteristic(0, 6, 7, 0x12, 0x2A19) != 0);
  accepted(PERCH_OP_READ, read_request(connection, 3, 0));
}

static void one_read_is_one_request(void) {
  static const uint8_t value[22] = {1, 2, 3};
  bench_new();
  const uint16_t connection = connected(1, 2);
  uint16_t id = accepted(PERCH_OP_READ, read_request(connection, 9, 0));
  CHECK(stand_in.attribute == 9 && stand_in.offset == 0);
  CHECK(stand_in_read(0, value, 22) != 0);  // the stack must not go on
  const fake_frame_t *frame = done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(frame->payload[7] == 1 && get16(frame->payload + 8) == 22 && frame->payload[12] == 3);
  id = accepted(PERCH_OP_READ, read_request(connection, 9, 22));
  CHECK_EQUAL(stand_in.offset, 22);
  stand_in_read(0, value, 0);
  frame = done(id, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(frame->payload[7] == 0 && get16(frame->payload + 8) == 0);
  id = accepted(PERCH_OP_READ, read_request(connection, 9, 0));
  stand_in_read(BLE_HS_ERR_ATT_BASE + 2, NULL, 0);
  CHECK_EQUAL(get16(done(id, PERCH_ATT(2), PERCH_EFFECT_NONE)->payload + 13), 9);
  id = accepted(PERCH_OP_READ, read_request(connection, 9, 0));
  stand_in_refuse(CALL_COPY, -1, 1);
  stand_in_read(0, value, 5);
  done(id, PERCH_RADIO, PERCH_EFFECT_NONE);
}

static void a_write_is_short_where_it_fits_and_long_where_not(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  uint16_t id = accepted(PERCH_OP_WRITE, write_request(connection, 9, 20));
  CHECK(stand_in.calls[CALL_WRITE] == 1 && stand_in.attribute == 9 && stand_in.length == 20 && stand_in.value[19] == 20);
  stand_in_written(0);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
  id = accepted(PERCH_OP_WRITE, write_request(connection, 9, 21));
  CHECK(stand_in.calls[CALL_WRITE_LONG] == 1 && stand_in.length == 21 && stand_in.value[20] == 21 && stand_in.offset == 0);
  stand_in_written(0);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
  raise_mtu(connection, 100);
  id = accepted(PERCH_OP_WRITE, write_request(connection, 9, 97));
  CHECK_EQUAL(stand_in.calls[CALL_WRITE], 2);
  stand_in_written(BLE_HS_ERR_ATT_BASE + 3);
  done(id, PERCH_ATT(3), PERCH_EFFECT_NONE);
  accepted(PERCH_OP_WRITE, write_request(connection, 9, 512));
  CHECK(stand_in.calls[CALL_WRITE_LONG] == 2 && stand_in.length == 512);
}

static void a_subscription_writes_its_descriptor(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  on(connection);
  set16(payload + 6, 12);
  payload[8] = 2;
  const uint16_t id = accepted(PERCH_OP_SUBSCRIBE, 9);
  CHECK(stand_in.attribute == 12 && stand_in.length == 2 && stand_in.value[0] == 2 && stand_in.value[1] == 0);
  stand_in_written(0);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
}

static void what_the_stack_refuses_to_begin_is_refused(void) {
  static const struct {
    int result;
    perch_status_t status;
  } refusals[] = {{BLE_HS_ENOMEM, PERCH_NO_BUFFERS},
                  {BLE_HS_EBUSY, PERCH_BUSY},
                  {BLE_HS_ENOTCONN, PERCH_NOT_CONNECTED},
                  {BLE_HS_ENOTSUP, PERCH_UNSUPPORTED},
                  {BLE_HS_ENOTSYNCED, PERCH_RADIO}};
  bench_new();
  const uint16_t connection = connected(1, 2);
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    const int result = refusals[i].result;
    const perch_status_t status = refusals[i].status;
    stand_in_refuse(CALL_EXCHANGE_MTU, result, 1);
    CHECK_EQUAL(ask(PERCH_OP_EXCHANGE_MTU, mtu_request(connection, 100)), status);
    stand_in_refuse(CALL_SERVICES, result, 1);
    CHECK_EQUAL(ask(PERCH_OP_DISCOVER, discover_request(connection, 1, 1, 100)), status);
    stand_in_refuse(CALL_CHARACTERISTICS, result, 1);
    CHECK_EQUAL(ask(PERCH_OP_DISCOVER, discover_request(connection, 2, 1, 100)), status);
    stand_in_refuse(CALL_DESCRIPTORS, result, 1);
    CHECK_EQUAL(ask(PERCH_OP_DISCOVER, discover_request(connection, 3, 1, 100)), status);
    stand_in_refuse(CALL_READ, result, 1);
    CHECK_EQUAL(ask(PERCH_OP_READ, read_request(connection, 9, 0)), status);
    stand_in_refuse(CALL_WRITE, result, 1);
    CHECK_EQUAL(ask(PERCH_OP_WRITE, write_request(connection, 9, 5)), status);
    stand_in_refuse(CALL_WRITE_LONG, result, 1);
    CHECK_EQUAL(ask(PERCH_OP_WRITE, write_request(connection, 9, 50)), status);
    stand_in_refuse(CALL_WRITE_COMMAND, result, 1);
    on(connection);
    set16(payload, connection);
    set16(payload + 2, 9);
    set16(payload + 4, 3);
    CHECK_EQUAL(ask(PERCH_OP_WRITE_COMMAND, 9), status);
  }
  stand_in_refuse(CALL_MBUF, 1, 1);
  CHECK_EQUAL(ask(PERCH_OP_WRITE, write_request(connection, 9, 50)), PERCH_NO_BUFFERS);
  CHECK(silence());
  CHECK_EQUAL(stand_in.calls[CALL_TERMINATE], 0);
}

static void a_write_whose_outcome_is_lost_is_unknown_and_ends_the_connection(void) {
  static const int results[] = {BLE_HS_ENOTCONN, BLE_HS_ETIMEOUT, BLE_HS_ENOMEM, BLE_HS_EBADDATA};
  for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
    bench_new();
    const uint16_t connection = connected(1, 2);
    const uint16_t id = accepted(PERCH_OP_WRITE, write_request(connection, 9, 50));
    stand_in_written(results[i]);
    stand_in_written(results[i]);  // NimBLE reports some failures twice
    CHECK(silence());
    CHECK(stand_in.connections[2].terminating);
    stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x16);
    done(id, PERCH_HCI(0x16), PERCH_EFFECT_UNKNOWN);
    gone(connection, PERCH_HCI(0x16));
  }
}

static void a_late_callback_does_not_end_the_next_procedure(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  uint16_t id = accepted(PERCH_OP_WRITE, write_request(connection, 9, 5));
  void *const earlier = stand_in.arg;
  stand_in_written(0);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
  id = accepted(PERCH_OP_WRITE, write_request(connection, 9, 5));
  void *const current = stand_in.arg;
  stand_in.arg = earlier;
  stand_in_written(BLE_HS_ERR_ATT_BASE + 1);
  CHECK(silence());
  stand_in.arg = current;
  stand_in_written(0);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
}

/// In NimBLE's order: first the procedure fails, then the connection ends.
static void lose_link(uint16_t connection, uint16_t id, uint8_t effect) {
  stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x08);
  done(id, PERCH_HCI(0x08), effect);
  gone(connection, PERCH_HCI(0x08));
  CHECK_EQUAL(stand_in.calls[CALL_TERMINATE], 0);
}

static void a_link_lost_in_the_middle_of_each_procedure(void) {
  bench_new();
  uint16_t connection = connected(1, 2);
  uint16_t id = accepted(PERCH_OP_EXCHANGE_MTU, mtu_request(connection, 99));
  stand_in_mtu(BLE_HS_ENOTCONN, 0);
  lose_link(connection, id, PERCH_EFFECT_UNKNOWN);
  connection = connected(1, 2);
  id = accepted(PERCH_OP_DISCOVER, discover_request(connection, 1, 1, 9));
  stand_in_service(BLE_HS_ENOTCONN, 0, 0, 0);
  lose_link(connection, id, PERCH_EFFECT_NONE);
  connection = connected(1, 2);
  id = accepted(PERCH_OP_READ, read_request(connection, 9, 0));
  stand_in_read(BLE_HS_ENOTCONN, NULL, 0);
  lose_link(connection, id, PERCH_EFFECT_NONE);
  connection = connected(1, 2);
  id = accepted(PERCH_OP_WRITE, write_request(connection, 9, 4));
  stand_in_written(BLE_HS_ENOTCONN);
  lose_link(connection, id, PERCH_EFFECT_UNKNOWN);
}

static void notifications_and_indications_arrive_and_a_flood_is_counted(void) {
  uint8_t value[PERCH_PAYLOAD_MAX + 60] = {7, 8};
  bench_new();
  const uint16_t connection = connected(1, 2);
  stand_in_notifies(2, 9, value, 2, false);
  const fake_frame_t *frame = event(PERCH_EVENT_NOTIFICATION);
  CHECK(get16(frame->payload) == connection && get16(frame->payload + 2) == 9 && get16(frame->payload + 8) == 2 && frame->payload[11] == 8);
  stand_in_notifies(2, 11, value, 1, true);
  CHECK_EQUAL(get16(event(PERCH_EVENT_INDICATION)->payload + 2), 11);
  // A notification longer than any frame, and one whose buffers cannot be read, are counted.
  stand_in_notifies(2, 9, value, sizeof value, false);
  CHECK_EQUAL(get32(event(PERCH_EVENT_LOST)->payload + 2), 1);
  stand_in_refuse(CALL_COPY, -1, 1);
  stand_in_notifies(2, 9, value, 2, false);
  CHECK_EQUAL(get32(event(PERCH_EVENT_LOST)->payload + 2), 1);
  const unsigned sent = 5000;
  unsigned counted = 0;
  for (unsigned i = 0; i < sent; i++) {
    stand_in_notifies(2, 9, value, 200, false);
  }
  CHECK(stand_in_run());
  while ((frame = fake_take()) != NULL || counted < sent) {
    if (frame == NULL) {
      // More arrive once the earlier ones are acknowledged.
      fake_grant(fake_event_next, false);
      CHECK(stand_in_run());
      frame = fake_take();
      if (!CHECK(frame != NULL)) {
        return;
      }
    }
    if (frame->header.kind != PERCH_KIND_EVENT) {
      continue;
    }
    fake_event_next = (uint16_t)(frame->header.id + 1);
    counted += frame->header.code == PERCH_EVENT_LOST ? get32(frame->payload + 2) : 1;
  }
  CHECK_EQUAL(counted, sent);
}

void test_procedures(void) {
  RUN(an_mtu_is_agreed_on);
  RUN(a_peer_that_was_first_with_the_mtu_is_no_error);
  RUN(an_mtu_the_peer_refuses_stays);
  RUN(services_of_a_range_are_listed);
  RUN(characteristics_are_listed_with_short_and_long_uuids);
  RUN(descriptors_begin_at_the_first_handle);
  RUN(a_page_that_is_full_ends_the_procedure);
  RUN(a_discovery_broken_off_half_way_is_an_error);
  RUN(a_discovery_the_host_gave_up_ends_in_the_stack);
  RUN(one_read_is_one_request);
  RUN(a_write_is_short_where_it_fits_and_long_where_not);
  RUN(a_subscription_writes_its_descriptor);
  RUN(what_the_stack_refuses_to_begin_is_refused);
  RUN(a_write_whose_outcome_is_lost_is_unknown_and_ends_the_connection);
  RUN(a_late_callback_does_not_end_the_next_procedure);
  RUN(a_link_lost_in_the_middle_of_each_procedure);
  RUN(notifications_and_indications_arrive_and_a_flood_is_counted);
}
