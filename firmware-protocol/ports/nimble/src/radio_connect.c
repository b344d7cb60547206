// Connections and attempts at them. A second attempt waits until the first has ended.

#include <string.h>

#include "radio.h"

#define DEFAULT_INTERVAL_MIN 24    // 30 ms
#define DEFAULT_INTERVAL_MAX 40    // 50 ms
#define DEFAULT_SUPERVISION 256    // 2.56 s
#define SUPERVISION_MAX 3200
#define ATTEMPT_SCAN 16  // 10 ms, window and interval: during an attempt to connect the radio does nothing else

uint8_t radio_attempted(void) {
  uint8_t slot = 0;
  while (slot < PERCH_SLOTS && radio.slots[slot].state != RADIO_ATTEMPTING) {
    slot++;
  }
  return slot;
}

void radio_release(uint8_t slot) {
  radio_slot_t *s = &radio.slots[slot];
  s->state = RADIO_FREE;
  s->procedure = RADIO_IDLE;
  s->closing = false;
  s->close_sent = false;
}

/// The stack's parameters; those left to the dongle are chosen so that all of them are consistent.
static struct ble_gap_conn_params connection_params(const perch_connect_params_t *wanted) {
  uint16_t lowest = wanted->interval_min;
  uint16_t highest = wanted->interval_max;
  if (lowest == 0) {
    lowest = highest != 0 && highest < DEFAULT_INTERVAL_MIN ? highest : DEFAULT_INTERVAL_MIN;
  }
  if (highest == 0) {
    highest = lowest > DEFAULT_INTERVAL_MAX ? lowest : DEFAULT_INTERVAL_MAX;
  }
  uint32_t supervision = wanted->supervision_timeout;
  if (supervision == 0) {
    // Must exceed twice the longest silence; Core Specification, Vol 4, Part E, 7.8.12. Interval * 1.25 ms * 2 / 10 ms is a quarter.
    const uint32_t least = (1u + wanted->latency) * highest / 4 + 1;
    supervision = least > DEFAULT_SUPERVISION ? least : DEFAULT_SUPERVISION;
    supervision = supervision > SUPERVISION_MAX ? SUPERVISION_MAX : supervision;
  }
  return (struct ble_gap_conn_params){.scan_itvl = ATTEMPT_SCAN,
                                      .scan_window = ATTEMPT_SCAN,
                                      .itvl_min = lowest,
                                      .itvl_max = highest,
                                      .latency = wanted->latency,
                                      .supervision_timeout = (uint16_t)supervision};
}

perch_status_t radio_attempt(uint8_t slot) {
  if (radio.scanning) {
    const int result = radio_scan_pause();
    if (result != 0) {
      return radio_status(result);
    }
  }
  const struct ble_gap_conn_params params = connection_params(&radio.wanted);
  radio_slot_t *s = &radio.slots[slot];
  s->peer.type = radio.wanted.address_type;
  memcpy(s->peer.val, radio.wanted.address, sizeof s->peer.val);
  s->attempt++;
  void *argument = (void *)(((uintptr_t)s->attempt << 8) | slot);
  // Without a limit: the core has the deadline.
  const int result = ble_gap_connect(radio.own_address_type, &s->peer, BLE_HS_FOREVER, &params, radio_gap_event, argument);
  s->state = result == 0 ? RADIO_ATTEMPTING : RADIO_FREE;
  perch_nimble_wake();  // the scan continues if it has failed
  return radio_status(result);
}

perch_status_t radio_connect(void *context, uint8_t slot, const perch_connect_params_t *params) {
  (void)context;
  if (!radio.synced) {
    return PERCH_RADIO;
  }
  radio.wanted = *params;
  if (radio_attempted() < PERCH_SLOTS) {
    radio.slots[slot].state = RADIO_WAITING;
    return PERCH_OK;
  }
  return radio_attempt(slot);
}

void radio_close(uint8_t slot) {
  radio_slot_t *s = &radio.slots[slot];
  if (!s->closing) {
    s->closing = true;
    s->closing_since = radio.hal->clock_ms(radio.hal->context);
  }
  s->close_sent = false;
  perch_nimble_wake();
}

void radio_disconnect(void *context, uint8_t slot) {
  (void)context;
  radio_close(slot);
}

void radio_hold(uint8_t slot, uint16_t handle) {
  radio_slot_t *s = &radio.slots[slot];
  s->state = RADIO_OPEN;
  s->handle = handle;
  s->closing_since = radio.hal->clock_ms(radio.hal->context);
}

/// Notes a connection without a slot, for `radio_settle` to close.
static void note_stray(uint16_t handle) {
  for (uint8_t i = 0; i < radio.stray_count && i < PERCH_SLOTS; i++) {
    if (radio.strays[i] == handle) {
      return;
    }
  }
  if (radio.stray_count < PERCH_SLOTS) {
    radio.strays[radio.stray_count] = handle;
  }
  if (radio.stray_count <= PERCH_SLOTS) {
    radio.stray_count++;
  }
}

void radio_connect_ended(uint8_t slot, uint16_t attempt, int status, uint16_t handle) {
  radio_slot_t *s = &radio.slots[slot];
  struct ble_gap_conn_desc description;
  if (s->state != RADIO_ATTEMPTING || s->attempt != attempt) {
    const bool held = s->state == RADIO_OPEN && s->attempt == attempt && s->handle == handle;
    if (status == 0 && !held) {
      note_stray(handle);
    }
    return;
  }
  if (status != 0 && ble_gap_conn_find_by_addr(&s->peer, &description) == 0) {
    // ESP-IDF reports this for an existing connection whose peer's features or version it could not
    // read.
    radio_hold(slot, description.conn_handle);
    radio_close(slot);
    return;
  }
  if (status != 0 || ble_gap_conn_find(handle, &description) != 0) {
    if (status == 0) {
      note_stray(handle);
    }
    radio_release(slot);
    perch_radio_connect_failed(radio.core, slot, status != 0 ? radio_status(status) : PERCH_RADIO);
    return;
  }
  radio_hold(slot, handle);
  // Requests its end if the attempt has been given up.
  perch_radio_connected(radio.core, slot, ble_att_mtu(handle), description.conn_itvl);
}

/// The end of a connection has an HCI reason; SPEC.md 10.9. Any other result of the stack means
/// that the radio is gone.
static perch_status_t end_status(int result) {
  const bool hci = result >= BLE_HS_ERR_HCI_BASE && result < BLE_HS_ERR_HCI_BASE + 0x100;
  return PERCH_HCI(hci ? result - BLE_HS_ERR_HCI_BASE : BLE_ERR_HW_FAIL);
}

void radio_connection_ended(uint8_t slot, int reason) {
  radio_release(slot);
  perch_radio_disconnected(radio.core, slot, end_status(reason));
}

void radio_forget(perch_status_t status) {
  radio_scan_end(status);
  radio.stray_count = 0;
  for (uint8_t slot = 0; slot < PERCH_SLOTS; slot++) {
    if (radio.slots[slot].state == RADIO_OPEN) {
      radio_connection_ended(slot, BLE_HS_ECONTROLLER);
    } else if (radio.slots[slot].state != RADIO_FREE) {
      radio_release(slot);
      perch_radio_connect_failed(radio.core, slot, status);
    }
  }
}
