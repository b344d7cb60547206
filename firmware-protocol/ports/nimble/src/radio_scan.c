// Scans. NimBLE's host scans or connects, one at a time: a scan pauses while a connection is attempted.

#include <string.h>

#include "radio.h"

int radio_scan_pause(void) {
  radio.scanning = false;  // set first, since the stack may report the end from within
  const int result = ble_gap_disc_cancel();
  radio.scanning = result != 0 && result != BLE_HS_EALREADY;
  return radio.scanning ? result : 0;
}

static perch_status_t begin_scan(void) {
  const struct ble_gap_disc_params params = {
      .itvl = radio.scan.interval, .window = radio.scan.window, .passive = radio.scan.active ? 0 : 1, .filter_duplicates = 0};
  const int result = ble_gap_disc(radio.own_address_type, BLE_HS_FOREVER, &params, radio_gap_event, NULL);
  radio.scanning = result == 0;
  return radio_status(result);
}

perch_status_t radio_scan_start(void *context, const perch_scan_params_t *params) {
  (void)context;
  if (!radio.synced) {
    return PERCH_RADIO;
  }
  if (radio.scanning) {
    const int result = radio_scan_pause();
    if (result != 0) {
      return radio_status(result);  // the scan continues unchanged
    }
  }
  const bool running = radio.scan_wanted;
  radio.scan = *params;
  radio.scan_wanted = true;
  if (radio_attempted() < PERCH_SLOTS) {
    return PERCH_OK;  // begins when the attempt has ended
  }
  const perch_status_t status = begin_scan();
  radio.scan_wanted = status == PERCH_OK;
  if (status != PERCH_OK && running) {
    perch_radio_scan_failed(radio.core, status);
  }
  return status;
}

void radio_scan_stop(void *context) {
  (void)context;
  radio.scan_wanted = false;
  if (radio.scanning && radio_scan_pause() != 0) {
    perch_nimble_wake();  // retried; the core drops adverts until then
  }
}

void radio_scan_end(perch_status_t status) {
  const bool wanted = radio.scan_wanted;
  radio.scanning = false;
  radio.scan_wanted = false;
  if (wanted) {
    perch_radio_scan_failed(radio.core, status);
  }
}

void radio_heard(const struct ble_gap_disc_desc *report) {
  // PDU types on the air by NimBLE's event types; SPEC.md 9.3.
  static const uint8_t pdus[] = {0, 1, 6, 2, 4};
  if (report->addr.type > 3) {
    return;  // anonymous: there is no address to report
  }
  perch_advert_t advert = {.address_type = report->addr.type,
                           .pdu = report->event_type < sizeof pdus ? pdus[report->event_type] : 15,
                           .rssi = report->rssi,
                           .channel = 255,
                           .data = report->data,
                           .length = report->length_data};
  memcpy(advert.address, report->addr.val, sizeof advert.address);
  perch_radio_advert(radio.core, &advert);
}

uint32_t radio_scan_settle(void) {
  uint32_t due = UINT32_MAX;
  if (radio.scanning && !radio.scan_wanted && radio_scan_pause() != 0) {
    due = RADIO_RETRY_MS;
  }
  if (radio.scan_wanted && !radio.scanning && radio_attempted() == PERCH_SLOTS) {
    const perch_status_t status = begin_scan();
    if (status != PERCH_OK) {
      radio_scan_end(status);
    }
  }
  return due;
}
