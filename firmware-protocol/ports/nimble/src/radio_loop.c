// The core's polls in NimBLE's host task, and starts and resets of the stack.

#include <stdio.h>

#include "host/util/util.h"
#include "radio.h"

#define LINE_RETRY_MS 2u  // a full line is retried; at 1 Mbit/s it has moved 200 bytes by then
#define LONGEST_NAP_MS 60000u

radio_t radio;

void perch_nimble_wake(void) {
  ble_npl_eventq_put(nimble_port_get_dflt_eventq(), &radio.turn);
}

static uint32_t earlier(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static void take_turn(struct ble_npl_event *event) {
  (void)event;
  // Reports made while settling are handled by the following poll; requests made by the poll wake
  // the task again.
  const uint32_t settled = radio_settle();
  const uint32_t due = earlier(perch_poll(radio.core), settled);
  if (due == 0) {
    perch_nimble_wake();  // after the events that the stack has queued meanwhile
    return;
  }
  uint32_t nap = earlier(due, LONGEST_NAP_MS);
  if (perch_wants_to_write(radio.core)) {
    nap = earlier(nap, LINE_RETRY_MS);
  }
  const ble_npl_time_t ticks = ble_npl_time_ms_to_ticks32(nap);
  ble_npl_callout_reset(&radio.timer, ticks > 0 ? ticks : 1);
}

static void log_result(const char *what, int result) {
  char line[64];
  snprintf(line, sizeof line, "%s, NimBLE's code %d", what, result);
  perch_log(radio.core, 1, line);
}

static void came_up(void) {
  int result = ble_hs_util_ensure_addr(0);
  if (result == 0) {
    result = ble_hs_id_infer_auto(0, &radio.own_address_type);
  }
  radio.synced = result == 0;
  if (result != 0) {
    log_result("the radio has no address", result);
  }
  perch_nimble_wake();
}

static void went_down(int reason) {
  radio.synced = false;
  log_result("the radio's stack was reset", reason);
  radio_forget(PERCH_RADIO);
  perch_nimble_wake();
}

void perch_nimble_hal(perch_hal_t *hal) {
  hal->scan_start = radio_scan_start;
  hal->scan_stop = radio_scan_stop;
  hal->connect = radio_connect;
  hal->disconnect = radio_disconnect;
  hal->exchange_mtu = radio_exchange_mtu;
  hal->discover = radio_discover;
  hal->read = radio_read;
  hal->write = radio_write;
  hal->write_command = radio_write_command;
  hal->confirm = NULL;
}

void perch_nimble_start(perch_core_t *core, const perch_hal_t *hal) {
  radio = (radio_t){.core = core, .hal = hal};
  ble_npl_event_init(&radio.turn, take_turn, NULL);
  ble_npl_callout_init(&radio.timer, nimble_port_get_dflt_eventq(), take_turn, NULL);
  ble_hs_cfg.sync_cb = came_up;
  ble_hs_cfg.reset_cb = went_down;
  perch_nimble_wake();
}
