#include "bench.h"

static bool disconnected(uint16_t connection, perch_status_t status) {
  const fake_frame_t *frame = event(PERCH_EVENT_DISCONNECTED);
  return CHECK_EQUAL(get16(frame->payload), connection) && CHECK_EQUAL(get16(frame->payload + 2), status);
}

static uint16_t cancel(uint16_t id) {
  set16(payload, id);
  return ask(PERCH_OP_CANCEL, 2);
}

static void a_connection_opens_and_closes(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(7, 5000));
  CHECK(stand_in.peer.type == 1 && stand_in.peer.val[0] == 7 && stand_in.peer.val[5] == 6);
  stand_in_connect_ends(0, 5);
  const fake_frame_t *frame = event(PERCH_EVENT_CONNECTED);
  const uint16_t connection = get16(frame->payload);
  CHECK(get16(frame->payload + 10) == 23 && get16(frame->payload + 12) == 36);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
  const uint16_t closing = accepted(PERCH_OP_DISCONNECT, on(connection));
  CHECK(stand_in.connections[5].terminating);
  stand_in_disconnects(5, BLE_HS_ERR_HCI_BASE + 0x16);
  disconnected(connection, PERCH_HCI(0x16));
  done(closing, PERCH_OK, PERCH_EFFECT_DONE);
  CHECK(silence());
}

static void parameters_left_to_the_dongle_agree_with_each_other(void) {
  static const struct {
    uint16_t lowest, highest, latency, supervision;
    uint16_t expected[3]; // lowest, highest, supervision
  } cases[] = {
      {0, 0, 0, 0, {24, 40, 256}},       {100, 0, 0, 0, {100, 100, 256}},    {0, 10, 0, 0, {10, 10, 256}},
      {0, 100, 0, 0, {24, 100, 256}},    {6, 3200, 0, 0, {6, 3200, 801}},    {24, 40, 100, 0, {24, 40, 1011}},
      {24, 40, 499, 0, {24, 40, 3200}},  {30, 30, 4, 50, {30, 30, 50}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    bench_new();
    connect_request(7, 5000);
    set16(payload + 12, cases[i].lowest);
    set16(payload + 14, cases[i].highest);
    set16(payload + 16, cases[i].latency);
    set16(payload + 18, cases[i].supervision);
    accepted(PERCH_OP_CONNECT, 20);
    CHECK_EQUAL(stand_in.params.itvl_min, cases[i].expected[0]);
    CHECK_EQUAL(stand_in.params.itvl_max, cases[i].expected[1]);
    CHECK_EQUAL(stand_in.params.supervision_timeout, cases[i].expected[2]);
    CHECK_EQUAL(stand_in.params.latency, cases[i].latency);
  }
}

static void an_attempt_the_stack_refuses_leaves_the_slot_free(void) {
  static const struct {
    int result;
    perch_status_t status;
  } refusals[] = {{BLE_HS_ENOMEM, PERCH_NO_BUFFERS}, {BLE_HS_EBUSY, PERCH_BUSY},   {BLE_HS_EALREADY, PERCH_BUSY},
                  {BLE_HS_EDONE, PERCH_BUSY},        {BLE_HS_ENOADDR, PERCH_RADIO}, {BLE_HS_ERR_HCI_BASE + 0x0D, PERCH_HCI(0x0D)}};
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    bench_new();
    for (unsigned times = 0; times < PERCH_SLOTS + 1; times++) {
      stand_in_refuse(CALL_CONNECT, refusals[i].result, 1);
      CHECK_EQUAL(ask(PERCH_OP_CONNECT, connect_request(1, 5000)), refusals[i].status);
    }
    connected(1, 1);
  }
}

static void an_attempt_that_fails_says_why(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  stand_in_connect_ends(BLE_HS_ERR_HCI_BASE + 0x3E, 0);
  done(id, PERCH_HCI(0x3E), PERCH_EFFECT_NONE);
  connected(1, 1);
}

static void an_attempt_is_cancelled_at_its_deadline_and_by_the_host(void) {
  bench_new();
  const uint16_t late = accepted(PERCH_OP_CONNECT, connect_request(1, 500));
  stand_in_advance(499);
  CHECK_EQUAL(stand_in.calls[CALL_CONN_CANCEL], 0);
  stand_in_advance(1);
  CHECK_EQUAL(stand_in.calls[CALL_CONN_CANCEL], 1);
  CHECK(silence());
  stand_in_connect_ends(BLE_HS_EAPP, 0);
  done(late, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  const uint16_t unwanted = accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  CHECK_EQUAL(cancel(unwanted), PERCH_OK);
  CHECK_EQUAL(stand_in.calls[CALL_CONN_CANCEL], 2);
  stand_in_connect_ends(BLE_HS_EAPP, 0);
  done(unwanted, PERCH_CANCELLED, PERCH_EFFECT_NONE);
  connected(1, 1);
}

static void a_connection_that_comes_as_it_is_given_up_is_closed(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 500));
  stand_in_advance(500);
  CHECK_EQUAL(stand_in.calls[CALL_CONN_CANCEL], 1);
  stand_in_connect_ends(0, 2);
  CHECK(silence());
  CHECK(stand_in.connections[2].terminating);
  stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x16);
  done(id, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  CHECK(silence());
  connected(1, 2);
}

static void a_cancel_that_fails_is_tried_again_until_the_connection_comes(void) {
  bench_new();
  accepted(PERCH_OP_CONNECT, connect_request(1, 500));
  stand_in_refuse(CALL_CONN_CANCEL, BLE_HS_ERR_HCI_BASE + 0x0C, 100);
  stand_in_advance(750);
  CHECK_EQUAL(stand_in.calls[CALL_CONN_CANCEL], 3);
  stand_in_connect_ends(0, 2);
  CHECK(stand_in_run());
  CHECK(stand_in.connections[2].terminating);
}

static void an_attempt_given_up_before_the_stack_tells_of_its_connection_is_closed(void) {
  for (unsigned told = 0; told < 2; told++) {
    bench_new();
    stand_in.ms_per_call = told;
    const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 500));
    stand_in_connects_silently(2);
    stand_in_advance(500);
    CHECK_EQUAL(stand_in.calls[CALL_CONN_CANCEL], 1);
    CHECK(stand_in.connections[2].terminating);
    if (told) {
      stand_in_tells_of_connection(2, 0);
    }
    CHECK(silence());
    stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x16);
    done(id, PERCH_DEADLINE, PERCH_EFFECT_NONE);
    CHECK(silence());
    CHECK_EQUAL(stand_in.calls[CALL_TERMINATE], 1);
    CHECK_EQUAL(stand_in.calls[CALL_RESET], 0);
    connected(1, 2);
  }
}

static void a_connection_told_of_late_is_not_taken_for_the_next_attempt(void) {
  bench_new();
  const uint16_t first = accepted(PERCH_OP_CONNECT, connect_request(1, 500));
  stand_in_connects_silently(2);
  stand_in_refuse(CALL_CONN_FIND_BY_ADDR, BLE_HS_ENOTCONN, 1);
  stand_in_advance(500);
  done(first, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  const uint16_t second = accepted(PERCH_OP_CONNECT, connect_request(7, 5000));
  stand_in_tells_of_connection(2, 0);
  CHECK(silence());
  CHECK(stand_in.connections[2].terminating && stand_in.connecting);
  stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x16);
  CHECK(silence());
  stand_in_connect_ends(0, 3);
  CHECK_EQUAL(event(PERCH_EVENT_CONNECTED)->payload[2], 7);
  done(second, PERCH_OK, PERCH_EFFECT_DONE);
}

static void a_look_up_that_fails_is_tried_again(void) {
  bench_new();
  accepted(PERCH_OP_CONNECT, connect_request(1, 500));
  stand_in_connects_silently(2);
  stand_in_refuse(CALL_CONN_FIND_BY_ADDR, BLE_HS_EBUSY, 2);
  stand_in_advance(500);
  CHECK(!stand_in.connections[2].terminating);
  stand_in_advance(200);
  CHECK_EQUAL(stand_in.calls[CALL_CONN_FIND_BY_ADDR], 3);
  CHECK(stand_in.connections[2].terminating);
}

static void a_connection_that_ends_before_the_stack_tells_of_it_has_failed(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  stand_in_connects_silently(2);
  stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x3E);
  done(id, PERCH_HCI(0x3E), PERCH_EFFECT_NONE);
  CHECK(silence());
  connected(1, 2);
}

static void a_connection_that_is_there_though_said_to_have_failed_is_closed(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  stand_in_connects_silently(2);
  stand_in_tells_of_connection(2, BLE_HS_ERR_HCI_BASE + 0x1A);
  CHECK(silence());
  CHECK(stand_in.connections[2].terminating);
  stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x16);
  done(id, PERCH_HCI(0x16), PERCH_EFFECT_NONE);
  CHECK(silence());
  connected(1, 2);
}

static void strays_are_closed_however_often_the_stack_refuses(void) {
  bench_new();
  connected(1, 2);
  stand_in.connections[3] = stand_in.connections[2];
  stand_in_refuse(CALL_TERMINATE, BLE_HS_ENOMEM, 3);
  stand_in_tells_of_connection(3, 0);
  stand_in_tells_of_connection(3, 0);  // twice: noted once
  stand_in_advance(300);
  CHECK(stand_in.connections[3].terminating && !stand_in.connections[2].terminating);
  stand_in_advance(1000);
  CHECK_EQUAL(stand_in.calls[CALL_TERMINATE], 4);
}

static void more_strays_than_can_be_noted_reset_the_stack(void) {
  bench_new();
  connected(1, 7);
  for (uint16_t handle = 0; handle < PERCH_SLOTS + 1; handle++) {
    CHECK_EQUAL(stand_in.calls[CALL_RESET], 0);
    stand_in.connections[handle] = stand_in.connections[7];
    stand_in_tells_of_connection(handle, 0);
  }
  CHECK(stand_in_run());
  CHECK_EQUAL(stand_in.calls[CALL_RESET], 1);
  stand_in_reset(BLE_HS_ECONTROLLER);
  event(PERCH_EVENT_DISCONNECTED);
  stand_in_synced();
  connected(1, 2);
  CHECK_EQUAL(stand_in.calls[CALL_RESET], 1);
}

static void a_cancel_with_nothing_to_cancel_frees_the_slot(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 500));
  stand_in.connecting = false;  // its report was lost
  stand_in_advance(500);
  done(id, PERCH_DEADLINE, PERCH_EFFECT_NONE);
  connected(1, 2);
}

static void a_cancel_that_is_never_confirmed_resets_the_stack(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 500));
  stand_in_advance(500 + 4900);
  done(id, PERCH_DEADLINE, PERCH_EFFECT_UNKNOWN);
  CHECK_EQUAL(stand_in.calls[CALL_RESET], 0);
  stand_in_advance(200);
  CHECK_EQUAL(stand_in.calls[CALL_RESET], 1);
  stand_in_reset(BLE_HS_ECONTROLLER);
  stand_in_synced();
  connected(1, 2);
  stand_in_advance(60000);
  CHECK_EQUAL(stand_in.calls[CALL_RESET], 1);
}

static void a_disconnection_that_fails_is_tried_again_and_then_resets_the_stack(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  stand_in_refuse(CALL_TERMINATE, BLE_HS_ENOMEM, 2);
  const uint16_t id = accepted(PERCH_OP_DISCONNECT, on(connection));
  stand_in_advance(300);
  CHECK_EQUAL(stand_in.calls[CALL_TERMINATE], 3);
  CHECK(stand_in.connections[2].terminating);
  stand_in_advance(5000);
  done(id, PERCH_DEADLINE, PERCH_EFFECT_UNKNOWN);
  stand_in_advance(30000);
  fake_send(PERCH_KIND_REQUEST, fake.session, fake.next_id++, PERCH_OP_PING, NULL, 0);  // keeps the session
  CHECK_EQUAL(stand_in.calls[CALL_RESET], 0);
  stand_in_advance(5000);
  CHECK_EQUAL(stand_in.calls[CALL_RESET], 1);
}

static void a_disconnection_of_what_is_gone_frees_the_slot(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  stand_in.connections[2].open = false;  // its report was lost
  const uint16_t id = accepted(PERCH_OP_DISCONNECT, on(connection));
  disconnected(connection, PERCH_HCI(0x16));
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
  connected(1, 2);
}

static void peer_and_host_disconnect_at_once(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  stand_in_refuse(CALL_TERMINATE, BLE_HS_ERR_HCI_BASE + 0x02, 1);
  const uint16_t id = accepted(PERCH_OP_DISCONNECT, on(connection));
  stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x13);
  disconnected(connection, PERCH_HCI(0x13));
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
  stand_in_advance(1000);
  CHECK_EQUAL(stand_in.calls[CALL_TERMINATE], 1);
}

static void a_connection_gone_before_it_is_looked_up_has_failed(void) {
  bench_new();
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  stand_in_refuse(CALL_CONN_FIND, BLE_HS_ENOTCONN, 1);
  stand_in_connect_ends(0, 2);
  stand_in.connections[2].open = false;
  done(id, PERCH_RADIO, PERCH_EFFECT_NONE);
  connected(1, 2);
}

static void slots_run_out_and_come_back(void) {
  bench_new();
  uint16_t connections[PERCH_SLOTS];
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    connections[i] = connected((uint8_t)(10 + i), i);
  }
  CHECK_EQUAL(ask(PERCH_OP_CONNECT, connect_request(99, 5000)), PERCH_SLOTS_FULL);
  stand_in_disconnects(1, BLE_HS_ERR_HCI_BASE + 0x08);
  disconnected(connections[1], PERCH_HCI(0x08));
  connected(99, 1);
}

static void a_new_session_closes_what_the_old_one_left(void) {
  bench_new();
  connected(1, 0);
  accepted(PERCH_OP_CONNECT, connect_request(2, 5000));
  fake_hello(0x2222, 2);
  CHECK(stand_in_run());
  CHECK(stand_in.connections[0].terminating);
  CHECK_EQUAL(stand_in.calls[CALL_CONN_CANCEL], 1);
  while (fake_take() != NULL) {
  }
  // A CONNECT during the end of the old attempt waits for that end, but no longer.
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(3, 5000));
  CHECK_EQUAL(stand_in.calls[CALL_CONNECT], 2);
  stand_in_connect_ends(BLE_HS_EAPP, 0);
  CHECK(stand_in_run());
  CHECK_EQUAL(stand_in.calls[CALL_CONNECT], 3);
  CHECK(stand_in.connecting && stand_in.peer.val[0] == 3);
  stand_in_connect_ends(0, 1);
  event(PERCH_EVENT_CONNECTED);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
}

static void a_waiting_attempt_can_be_given_up_or_refused(void) {
  for (unsigned refused = 0; refused < 2; refused++) {
    bench_new();
    accepted(PERCH_OP_CONNECT, connect_request(2, 5000));
    fake_hello(0x2222, 2);
    CHECK(stand_in_run());
    while (fake_take() != NULL) {
    }
    const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(3, 500));
    if (refused) {
      stand_in_refuse(CALL_CONNECT, BLE_HS_ENOMEM, 1);
      stand_in_connect_ends(BLE_HS_EAPP, 0);
      done(id, PERCH_NO_BUFFERS, PERCH_EFFECT_NONE);
    } else {
      stand_in_advance(500);
      done(id, PERCH_DEADLINE, PERCH_EFFECT_NONE);
      stand_in_connect_ends(BLE_HS_EAPP, 0);
      CHECK(stand_in_run());
    }
    CHECK(!stand_in.connecting);
    connected(4, 1);
  }
}

static void reports_of_other_connections_are_ignored(void) {
  static const uint8_t value[1] = {1};
  bench_new();
  const uint16_t connection = connected(1, 2);
  stand_in.connections[3] = stand_in.connections[2];
  stand_in_notifies(3, 9, value, 1, false);
  stand_in_mtu_event(3, 99);
  stand_in_disconnects(3, BLE_HS_ERR_HCI_BASE + 0x08);
  CHECK(silence());
  stand_in_disconnects(2, BLE_HS_ERR_HCI_BASE + 0x08);
  disconnected(connection, PERCH_HCI(0x08));
}

void test_connections(void) {
  RUN(a_connection_opens_and_closes);
  RUN(parameters_left_to_the_dongle_agree_with_each_other);
  RUN(an_attempt_the_stack_refuses_leaves_the_slot_free);
  RUN(an_attempt_that_fails_says_why);
  RUN(an_attempt_is_cancelled_at_its_deadline_and_by_the_host);
  RUN(a_connection_that_comes_as_it_is_given_up_is_closed);
  RUN(a_cancel_that_fails_is_tried_again_until_the_connection_comes);
  RUN(an_attempt_given_up_before_the_stack_tells_of_its_connection_is_closed);
  RUN(a_connection_told_of_late_is_not_taken_for_the_next_attempt);
  RUN(a_look_up_that_fails_is_tried_again);
  RUN(a_connection_that_ends_before_the_stack_tells_of_it_has_failed);
  RUN(a_connection_that_is_there_though_said_to_have_failed_is_closed);
  RUN(strays_are_closed_however_often_the_stack_refuses);
  RUN(more_strays_than_can_be_noted_reset_the_stack);
  RUN(a_cancel_with_nothing_to_cancel_frees_the_slot);
  RUN(a_cancel_that_is_never_confirmed_resets_the_stack);
  RUN(a_disconnection_that_fails_is_tried_again_and_then_resets_the_stack);
  RUN(a_disconnection_of_what_is_gone_frees_the_slot);
  RUN(peer_and_host_disconnect_at_once);
  RUN(a_connection_gone_before_it_is_looked_up_has_failed);
  RUN(slots_run_out_and_come_back);
  RUN(a_new_session_closes_what_the_old_one_left);
  RUN(a_waiting_attempt_can_be_given_up_or_refused);
  RUN(reports_of_other_connections_are_ignored);
}
