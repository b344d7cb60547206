// Starts and resets of the stack, and the rules that the port follows when it calls the stack.

#include "bench.h"

static void nothing_begins_before_the_stack_is_up(void) {
  bench_new_unsynced();
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0)), PERCH_RADIO);
  CHECK_EQUAL(ask(PERCH_OP_CONNECT, connect_request(1, 1000)), PERCH_RADIO);
  CHECK(stand_in.calls[CALL_DISC] == 0 && stand_in.calls[CALL_CONNECT] == 0);
  stand_in_synced();
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0)), PERCH_OK);
}

static void a_stack_without_an_address_stays_down_and_says_so(void) {
  for (unsigned which = 0; which < 2; which++) {
    bench_new_unsynced();
    stand_in_refuse(which == 0 ? CALL_ENSURE_ADDR : CALL_INFER_ADDR, BLE_HS_ENOADDR, 1);
    stand_in_synced();
    stand_in_advance(10);
    CHECK(fake_take_of(PERCH_KIND_LOG, 0) != NULL);
    CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0)), PERCH_RADIO);
  }
}

static void a_reset_ends_everything_and_the_next_sync_begins_anew(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  const uint16_t write = accepted(PERCH_OP_WRITE, write_request(connection, 9, 5));
  ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0));
  event(PERCH_EVENT_SCAN_STATE);
  const uint16_t attempt = accepted(PERCH_OP_CONNECT, connect_request(3, 5000));
  stand_in_reset(BLE_HS_ETIMEOUT_HCI);
  CHECK(stand_in_run());
  done(write, PERCH_HCI(0x03), PERCH_EFFECT_UNKNOWN);
  done(attempt, PERCH_RADIO, PERCH_EFFECT_NONE);
  const fake_frame_t *frame = event(PERCH_EVENT_DISCONNECTED);
  CHECK(get16(frame->payload) == connection && get16(frame->payload + 2) == PERCH_HCI(0x03));
  frame = event(PERCH_EVENT_SCAN_STATE);
  CHECK(frame->payload[1] == PERCH_SCAN_FAILED && get16(frame->payload + 2) == PERCH_RADIO);
  CHECK(fake_take_of(PERCH_KIND_LOG, 0) != NULL);
  CHECK_EQUAL(ask(PERCH_OP_CONNECT, connect_request(1, 1000)), PERCH_RADIO);
  stand_in_synced();
  CHECK(stand_in_run());
  CHECK(!stand_in.scanning);  // until the host asks
  connected(1, 2);
  CHECK_EQUAL(ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0)), PERCH_OK);
}

static void a_reset_that_reports_nothing_else_ends_everything_too(void) {
  bench_new();
  const uint16_t connection = connected(1, 2);
  ask(PERCH_OP_SCAN_START, scan_request(false, 0, 0));
  event(PERCH_EVENT_SCAN_STATE);
  ble_hs_cfg.reset_cb(BLE_HS_ECONTROLLER);
  const fake_frame_t *frame = event(PERCH_EVENT_DISCONNECTED);
  CHECK(get16(frame->payload) == connection && get16(frame->payload + 2) == PERCH_HCI(0x03));
  CHECK_EQUAL(event(PERCH_EVENT_SCAN_STATE)->payload[1], PERCH_SCAN_FAILED);
}

static void many_resets_leave_nothing_behind(void) {
  bench_new();
  for (uint16_t i = 0; i < 300; i++) {
    connected(1, 2);
    stand_in_reset(BLE_HS_ECONTROLLER);
    event(PERCH_EVENT_DISCONNECTED);
    stand_in_synced();
  }
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    connected((uint8_t)(10 + i), i);
  }
}

/// Whatever connections the stack has, known to the core or not, a new session closes them as soon
/// as the stack obeys.
static void a_new_session_closes_everything(uint16_t session) {
  for (unsigned call = 0; call < CALLS; call++) {
    stand_in_refuse((call_t)call, 0, 0);
  }
  fake_hello(session, session);
  for (unsigned round = 0; round < 3; round++) {
    stand_in_advance(200);
    if (stand_in.connecting) {
      stand_in_connect_ends(BLE_HS_EAPP, 0);
    }
    for (uint16_t handle = 0; handle < STACK_CONNECTIONS; handle++) {
      if (stand_in.connections[handle].open && stand_in.connections[handle].unreported) {
        stand_in_tells_of_connection(handle, 0);
      }
      CHECK(stand_in_run());
      if (stand_in.connections[handle].terminating && stand_in.connections[handle].open) {
        stand_in_disconnects(handle, BLE_HS_ERR_HCI_BASE + 0x16);
      }
    }
  }
  for (uint16_t handle = 0; handle < STACK_CONNECTIONS; handle++) {
    CHECK(!stand_in.connections[handle].open);
  }
}

/// Random calls with a fixed seed: whatever the stack answers, the port comes to rest, and the
/// dongle still answers.
static void chaos(void) {
  static const int results[] = {0, 0, 0, BLE_HS_ENOMEM, BLE_HS_EBUSY, BLE_HS_EALREADY, BLE_HS_ENOTCONN, BLE_HS_ERR_HCI_BASE + 0x0C};
  static const int ends[] = {0, 0, BLE_HS_EDONE, BLE_HS_ERR_ATT_BASE + 5, BLE_HS_ETIMEOUT, BLE_HS_ENOMEM};
  static const uint8_t value[40] = {1};
  uint32_t seed = 20260101;
  bench_new();
  for (unsigned step = 0; step < 60000; step++) {
    const call_t refused = (call_t)(rnd(&seed) % CALLS);
    const int result = results[rnd(&seed) % 8];
    // The port has to believe the stack's statements about connections; a leak because of a false
    // statement does not count.
    const bool lie = refused == CALL_CONN_FIND_BY_ADDR || (refused == CALL_TERMINATE && (result == BLE_HS_ENOTCONN || result == BLE_HS_EALREADY));
    stand_in_refuse(refused, result, lie ? 0 : 1);
    const uint16_t handle = (uint16_t)(rnd(&seed) % STACK_CONNECTIONS);
    const bool open = stand_in.connections[handle].open;
    const uint8_t slot = (uint8_t)(rnd(&seed) % PERCH_SLOTS);
    const uint16_t connection = (uint16_t)(slot | fake.core.slots[slot].generation << 8);
    switch (rnd(&seed) % 18) {
      case 0:
        ask(PERCH_OP_CONNECT, connect_request((uint8_t)(rnd(&seed) % 6), 300));
        break;
      case 1:
        ask(PERCH_OP_DISCONNECT, on(connection));
        break;
      case 2:
        ask(PERCH_OP_SCAN_START, scan_request(true, 0, 0));
        break;
      case 3:
        ask(PERCH_OP_SCAN_STOP, 0);
        break;
      case 4:
        ask(PERCH_OP_WRITE, write_request(connection, 9, (uint16_t)(rnd(&seed) % 60)));
        break;
      case 5:
        ask(PERCH_OP_READ, read_request(connection, 9, (uint16_t)(rnd(&seed) % 60)));
        break;
      case 6:
        ask(PERCH_OP_DISCOVER, discover_request(connection, (uint8_t)(1 + rnd(&seed) % 3), 1, 99));
        break;
      case 7:
        set16(payload, (uint16_t)(fake.next_id - 1));
        ask(PERCH_OP_CANCEL, 2);
        break;
      case 8:
        if (stand_in.connecting && !open) {
          stand_in_connect_ends(0, handle);
        }
        break;
      case 9:
        if (stand_in.connecting) {
          stand_in_connect_ends(BLE_HS_EAPP, 0);
        }
        break;
      case 10:
        if (open) {
          stand_in_disconnects(handle, BLE_HS_ERR_HCI_BASE + 0x08);
        }
        break;
      case 11:
        if (open) {
          stand_in_notifies(handle, 9, value, sizeof value, rnd(&seed) % 2);
        }
        break;
      case 12:
        if (stand_in.attr_cb != NULL) {
          stand_in_written(ends[rnd(&seed) % 6]);
        }
        break;
      case 13:
        if (stand_in.chr_cb != NULL) {
          stand_in_characteristic(ends[rnd(&seed) % 6], 3, 4, 2, 5);
        }
        break;
      case 14:
        if (rnd(&seed) % 50 == 0) {
          stand_in_reset(BLE_HS_ECONTROLLER);
          stand_in_synced();
        }
        break;
      case 15:
        if (stand_in.connecting && !open) {
          stand_in_connects_silently(handle);
        }
        break;
      case 16:
        for (uint16_t i = 0; i < STACK_CONNECTIONS; i++) {
          if (stand_in.connections[i].open && stand_in.connections[i].unreported) {
            stand_in_tells_of_connection(i, rnd(&seed) % 4 == 0 ? BLE_HS_ERR_HCI_BASE + 0x1A : 0);
          }
        }
        break;
      default:
        stand_in_advance(rnd(&seed) % 400);
        break;
    }
    CHECK(stand_in_run());
    while (fake.first_frame < fake.frame_count) {
      const fake_frame_t *frame = fake_take();
      if (frame->header.kind == PERCH_KIND_EVENT && frame->header.code < 0x8000) {
        fake_event_next = (uint16_t)(frame->header.id + 1);
        fake_grant(fake_event_next, false);
      }
    }
    CHECK_EQUAL(stand_in.from_callback, 0);
    if (step % 20 == 19) {
      a_new_session_closes_everything((uint16_t)(2 + step / 20));
    }
  }
  // After all that, every slot can be used again.
  a_new_session_closes_everything(0x4320);
  stand_in_reset(BLE_HS_ECONTROLLER);
  stand_in_synced();
  CHECK(stand_in_run());
  fake_hello(0x4321, 7);
  CHECK(stand_in_run());
  while (fake_take() != NULL) {
  }
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    connected((uint8_t)(100 + i), i);
  }
}

void test_stack(void) {
  RUN(nothing_begins_before_the_stack_is_up);
  RUN(a_stack_without_an_address_stays_down_and_says_so);
  RUN(a_reset_ends_everything_and_the_next_sync_begins_anew);
  RUN(a_reset_that_reports_nothing_else_ends_everything_too);
  RUN(many_resets_leave_nothing_behind);
  RUN(chaos);
}
