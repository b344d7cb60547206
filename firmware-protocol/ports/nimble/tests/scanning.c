#include "bench.h"

static const uint8_t data[3] = {2, 1, 6};

static void a_scan_runs_as_asked_and_ends_as_asked(void) {
  bench_new();
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(true, 160, 80)), PERCH_OK);
  CHECK(stand_in.scanning && stand_in.scan.itvl == 160 && stand_in.scan.window == 80 && stand_in.scan.passive == 0);
  CHECK(stand_in.scan.filter_duplicates == 0 && stand_in.own_type == 1);
  event(PERCH_EVENT_SCAN_STATE);
  stand_in_advert(0, 1, 9, data, sizeof data);
  CHECK_EQUAL(adverts(), 1);
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 100, 50)), PERCH_OK);
  CHECK(stand_in.scanning && stand_in.scan.itvl == 100 && stand_in.scan.passive == 1);
  CHECK_EQUAL(ask(PERCH_OP_SCAN_STOP, 0), PERCH_OK);
  CHECK(!stand_in.scanning);
}

static void a_report_keeps_its_pdu_address_and_strength(void) {
  static const uint8_t pdus[6] = {0, 1, 6, 2, 4, 15};
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0));
  event(PERCH_EVENT_SCAN_STATE);
  for (uint8_t type = 0; type < 6; type++) {
    stand_in_advert(type, type & 3, 9, data, sizeof data);
    stand_in_advance(2);
    const fake_frame_t *frame = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH);
    if (CHECK(frame != NULL)) {
      CHECK_EQUAL(frame->payload[9 + 8], pdus[type] << 4 | (type & 3));
      CHECK(frame->payload[9 + 2] == 9 && frame->payload[9 + 7] == 6 && (int8_t)frame->payload[9 + 9] == -60 && frame->payload[9 + 10] == 255);
      CHECK(frame->length == 9 + 13 + 3 && memcmp(frame->payload + 9 + 13, data, 3) == 0);
    }
  }
  stand_in_advert(0, 0xFF, 9, data, sizeof data);
  CHECK_EQUAL(adverts(), 0);
}

static void a_scan_the_stack_refuses_is_refused(void) {
  static const struct {
    int result;
    perch_status_t status;
  } refusals[] = {{BLE_HS_ENOMEM, PERCH_NO_BUFFERS}, {BLE_HS_EBUSY, PERCH_BUSY}, {BLE_HS_EALREADY, PERCH_BUSY}, {BLE_HS_ENOTSYNCED, PERCH_RADIO},
                  {BLE_HS_EPREEMPTED, PERCH_BUSY}, {BLE_HS_ERR_HCI_BASE + 0x0C, PERCH_HCI(0x0C)}, {BLE_HS_EINVAL, PERCH_INTERNAL}};
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    bench_new();
    stand_in_refuse(CALL_DISC, refusals[i].result, 1);
    CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0)), refusals[i].status);
    CHECK_EQUAL(stand_in.calls[CALL_DISC], 1);
    CHECK(silence());
  }
}

static void new_parameters_that_are_refused_end_the_scan_and_say_so(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0));
  event(PERCH_EVENT_SCAN_STATE);
  stand_in_refuse(CALL_DISC, BLE_HS_ENOMEM, 1);
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 200, 200)), PERCH_NO_BUFFERS);
  const fake_frame_t *state = event(PERCH_EVENT_SCAN_STATE);
  CHECK(state->payload[1] == PERCH_SCAN_FAILED && get16(state->payload + 2) == PERCH_NO_BUFFERS);
  // If the old scan cannot be ended, it continues.
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0)), PERCH_OK);
  event(PERCH_EVENT_SCAN_STATE);
  stand_in_refuse(CALL_DISC_CANCEL, BLE_HS_ETIMEOUT_HCI, 1);
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 200, 200)), PERCH_RADIO);
  CHECK(stand_in.scanning && silence());
}

static void a_stop_that_fails_is_tried_again(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0));
  stand_in_refuse(CALL_DISC_CANCEL, BLE_HS_ENOMEM, 3);
  CHECK_EQUAL(ask(PERCH_OP_SCAN_STOP, 0), PERCH_OK);
  CHECK(stand_in.scanning);
  adverts();
  stand_in_advert(0, 0, 1, data, sizeof data);
  CHECK_EQUAL(adverts(), 0);
  stand_in_advance(1000);
  CHECK(!stand_in.scanning);
  CHECK_EQUAL(stand_in.calls[CALL_DISC_CANCEL], 4);
}

static void a_scan_that_ends_by_itself_is_reported_and_not_restarted(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0));
  event(PERCH_EVENT_SCAN_STATE);
  stand_in_scan_ends(BLE_HS_EPREEMPTED);
  const fake_frame_t *state = event(PERCH_EVENT_SCAN_STATE);
  CHECK(state->payload[1] == PERCH_SCAN_FAILED && get16(state->payload + 2) == PERCH_RADIO);
  stand_in_advance(5000);
  CHECK_EQUAL(stand_in.calls[CALL_DISC], 1);
}

static void a_flood_of_adverts_is_counted_to_the_last(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0));
  event(PERCH_EVENT_SCAN_STATE);
  fake.line_room = 0;
  for (unsigned i = 0; i < 50000; i++) {
    stand_in_advert(0, 0, (uint8_t)i, data, sizeof data);
  }
  CHECK(stand_in_run());
  fake.line_room = SIZE_MAX;
  CHECK(adverts() > 0);
  CHECK_EQUAL(ask(PERCH_OP_SCAN_STOP, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 2), 50000);
}

static void a_scan_pauses_while_a_connection_is_attempted(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(true, 160, 80));
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  CHECK(!stand_in.scanning && stand_in.connecting);
  // Parameters requested meanwhile apply afterwards.
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(true, 320, 320)), PERCH_OK);
  CHECK(!stand_in.scanning);
  stand_in_connect_ends(0, 3);
  CHECK(stand_in_run());
  CHECK(stand_in.scanning && stand_in.scan.itvl == 320);
  event(PERCH_EVENT_SCAN_STATE);
  event(PERCH_EVENT_CONNECTED);
  done(id, PERCH_OK, PERCH_EFFECT_DONE);
}

static void a_scan_goes_on_after_an_attempt_that_failed_or_was_refused(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(true, 160, 80));
  accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  stand_in_connect_ends(BLE_HS_ERR_HCI_BASE + 0x3E, 0);
  CHECK(stand_in_run());
  CHECK(stand_in.scanning);
  stand_in_refuse(CALL_CONNECT, BLE_HS_ENOMEM, 1);
  CHECK_EQUAL(ask(PERCH_OP_CONNECT, connect_request(1, 5000)), PERCH_NO_BUFFERS);
  CHECK(stand_in.scanning);
}

static void a_scan_that_cannot_go_on_is_reported(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(true, 160, 80));
  event(PERCH_EVENT_SCAN_STATE);
  const uint16_t id = accepted(PERCH_OP_CONNECT, connect_request(1, 5000));
  stand_in_refuse(CALL_DISC, BLE_HS_ENOMEM, 1);
  stand_in_connect_ends(BLE_HS_ERR_HCI_BASE + 0x3E, 0);
  done(id, PERCH_HCI(0x3E), PERCH_EFFECT_NONE);
  const fake_frame_t *state = event(PERCH_EVENT_SCAN_STATE);
  CHECK(state->payload[1] == PERCH_SCAN_FAILED && get16(state->payload + 2) == PERCH_NO_BUFFERS);
}

static void a_scan_that_cannot_pause_refuses_the_connection(void) {
  bench_new();
  ask(PERCH_OP_SCAN_START, scan_request(true, 160, 80));
  stand_in_refuse(CALL_DISC_CANCEL, BLE_HS_ETIMEOUT_HCI, 1);
  CHECK_EQUAL(ask(PERCH_OP_CONNECT, connect_request(1, 5000)), PERCH_RADIO);
  CHECK(stand_in.scanning);
  CHECK_EQUAL(stand_in.calls[CALL_CONNECT], 0);
}

void test_scanning(void) {
  RUN(a_scan_runs_as_asked_and_ends_as_asked);
  RUN(a_report_keeps_its_pdu_address_and_strength);
  RUN(a_scan_the_stack_refuses_is_refused);
  RUN(new_parameters_that_are_refused_end_the_scan_and_say_so);
  RUN(a_stop_that_fails_is_tried_again);
  RUN(a_scan_that_ends_by_itself_is_reported_and_not_restarted);
  RUN(a_flood_of_adverts_is_counted_to_the_last);
  RUN(a_scan_pauses_while_a_connection_is_attempted);
  RUN(a_scan_goes_on_after_an_attempt_that_failed_or_was_refused);
  RUN(a_scan_that_cannot_go_on_is_reported);
  RUN(a_scan_that_cannot_pause_refuses_the_connection);
}
