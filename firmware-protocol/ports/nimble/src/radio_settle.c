// Postponed work that has become possible.

#include "radio.h"

#define CANCEL_LIMIT_MS 5000u      // a controller confirms the end of an attempt within milliseconds
#define TERMINATE_LIMIT_MS 40000u  // longer than the longest supervision time-out, 32 s

/// \returns false where it must be tried again.
static bool close_connection(uint8_t slot) {
  const int result = ble_gap_terminate(radio.slots[slot].handle, BLE_ERR_REM_USER_CONN_TERM);
  if (result == BLE_HS_ENOTCONN) {
    radio_connection_ended(slot, BLE_HS_ERR_HCI_BASE + BLE_ERR_CONN_TERM_LOCAL);
    return true;
  }
  return result == 0 || result == BLE_HS_EALREADY;
}

/// \returns false where it must be tried again.
static bool close_attempt(uint8_t slot) {
  struct ble_gap_conn_desc description;
  int result = ble_gap_conn_cancel();
  if (result != BLE_HS_EALREADY) {
    return result == 0;
  }
  result = ble_gap_conn_find_by_addr(&radio.slots[slot].peer, &description);
  if (result == 0) {
    // The attempt has succeeded; some versions in ESP-IDF report that only after reading the peer's
    // features and version.
    radio_hold(slot, description.conn_handle);
    return close_connection(slot);
  }
  if (result != BLE_HS_ENOTCONN) {
    return false;
  }
  radio_release(slot);
  perch_radio_connect_failed(radio.core, slot, PERCH_CANCELLED);
  return true;
}

/// Asks the stack to close a slot. \returns false where it must be tried again.
static bool send_close(uint8_t slot) {
  switch (radio.slots[slot].state) {
    case RADIO_FREE:
      radio_release(slot);
      return true;
    case RADIO_WAITING:
      radio_release(slot);
      perch_radio_connect_failed(radio.core, slot, PERCH_CANCELLED);
      return true;
    case RADIO_ATTEMPTING:
      return close_attempt(slot);
    case RADIO_OPEN:
      return close_connection(slot);
  }
  return true;
}

static uint32_t earlier(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/// \returns ms until it must be checked again.
static uint32_t settle_closing(uint8_t slot) {
  radio_slot_t *s = &radio.slots[slot];
  if (!s->close_sent) {
    s->close_sent = send_close(slot);
  }
  if (!s->closing) {
    return UINT32_MAX;
  }
  const uint32_t limit = s->state == RADIO_OPEN ? TERMINATE_LIMIT_MS : CANCEL_LIMIT_MS;
  // Read after the calls of the stack, which take time and may restart the wait.
  const uint32_t now = radio.hal->clock_ms(radio.hal->context);
  const uint32_t passed = now - s->closing_since;
  if (passed >= limit) {
    // Nothing else would free the slot. The reset ends every connection, and reports that.
    s->closing_since = now;
    ble_hs_sched_reset(BLE_HS_ECONTROLLER);
    return limit;
  }
  return s->close_sent ? limit - passed : earlier(RADIO_RETRY_MS, limit - passed);
}

/// \returns ms until it must be called again.
static uint32_t close_strays(void) {
  if (radio.stray_count > PERCH_SLOTS) {
    radio.stray_count = 0;
    ble_hs_sched_reset(BLE_HS_ECONTROLLER);
  }
  uint8_t left = 0;
  for (uint8_t i = 0; i < radio.stray_count; i++) {
    const int result = ble_gap_terminate(radio.strays[i], BLE_ERR_REM_USER_CONN_TERM);
    if (result != 0 && result != BLE_HS_EALREADY && result != BLE_HS_ENOTCONN) {
      radio.strays[left++] = radio.strays[i];
    }
  }
  radio.stray_count = left;
  return left > 0 ? RADIO_RETRY_MS : UINT32_MAX;
}

static void start_waiting(void) {
  for (uint8_t slot = 0; slot < PERCH_SLOTS && radio_attempted() == PERCH_SLOTS; slot++) {
    if (radio.slots[slot].state != RADIO_WAITING) {
      continue;
    }
    const perch_status_t status = radio_attempt(slot);
    if (status != PERCH_OK) {
      radio_release(slot);
      perch_radio_connect_failed(radio.core, slot, status);
    }
  }
}

uint32_t radio_settle(void) {
  uint32_t due = close_strays();
  for (uint8_t slot = 0; slot < PERCH_SLOTS; slot++) {
    if (radio.slots[slot].closing) {
      due = earlier(due, settle_closing(slot));
    }
  }
  if (!radio.synced) {
    return due;
  }
  start_waiting();
  due = earlier(due, radio_scan_settle());
  return due;
}
