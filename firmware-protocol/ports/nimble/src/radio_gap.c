// Scans and connections. NimBLE's host does one of them at a time: a scan pauses while a connection is attempted, and a second attempt waits until the
// first has ended.

#include <string.h>

#include "radio.h"

#define RETRY_MS 100u
#define CANCEL_LIMIT_MS 5000u      // a controller confirms the end of an attempt within milliseconds
#define TERMINATE_LIMIT_MS 40000u  // longer than the longest supervision time-out, 32 s
#define DEFAULT_INTERVAL_MIN 24    // 30 ms
#define DEFAULT_INTERVAL_MAX 40    // 50 ms
#define DEFAULT_SUPERVISION 256    // 2.56 s
#define SUPERVISION_MAX 3200
#define ATTEMPT_SCAN 16  // 10 ms, window and interval: while a connection is attempted the radio does nothing else

static void *argument_of(uint8_t slot) {
  return (void *)(uintptr_t)slot;
}

/// The slot that is being attempted, or PERCH_SLOTS.
static uint8_t attempted(void) {
  uint8_t slot = 0;
  while (slot < PERCH_SLOTS && radio.slots[slot].state != RADIO_ATTEMPTING) {
    slot++;
  }
  return slot;
}

static void release(uint8_t slot) {
  radio_slot_t *s = &radio.slots[slot];
  radio_procedure_forget(slot);
  s->state = RADIO_FREE;
  s->closing = false;
  s->close_sent = false;
}

// MARK: Scanning

/// \returns what the stack said, where it did not stop.
static int stop_scan(void) {
  radio.scanning = false;  // first, since the stack may report the end from within
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
    const int result = stop_scan();
    if (result != 0) {
      return radio_status(result);  // the scan goes on as it was
    }
  }
  const bool running = radio.scan_wanted;
  radio.scan = *params;
  radio.scan_wanted = true;
  if (attempted() < PERCH_SLOTS) {
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
  if (radio.scanning && stop_scan() != 0) {
    perch_nimble_wake();  // tried again; the core drops what is heard until then
  }
}

static void end_scan(perch_status_t status) {
  const bool wanted = radio.scan_wanted;
  radio.scanning = false;
  radio.scan_wanted = false;
  if (wanted) {
    perch_radio_scan_failed(radio.core, status);
  }
}

static void heard(const struct ble_gap_disc_desc *report) {
  // PDU types on the air by NimBLE's event types; SPEC.md 9.3.
  static const uint8_t pdus[] = {0, 1, 6, 2, 4};
  if (report->addr.type > 3) {
    return;  // anonymous: there is nobody to name
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

// MARK: Connecting

/// The stack's parameters, with what the host left to the dongle filled in so that they agree with each other.
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

static perch_status_t attempt(uint8_t slot) {
  if (radio.scanning) {
    const int result = stop_scan();
    if (result != 0) {
      return radio_status(result);
    }
  }
  const struct ble_gap_conn_params params = connection_params(&radio.wanted);
  ble_addr_t peer = {.type = radio.wanted.address_type};
  memcpy(peer.val, radio.wanted.address, sizeof peer.val);
  // For ever: the deadline is the core's.
  const int result = ble_gap_connect(radio.own_address_type, &peer, BLE_HS_FOREVER, &params, radio_gap_event, argument_of(slot));
  radio.slots[slot].state = result == 0 ? RADIO_ATTEMPTING : RADIO_FREE;
  perch_nimble_wake();  // the scan goes on if it has failed
  return radio_status(result);
}

perch_status_t radio_connect(void *context, uint8_t slot, const perch_connect_params_t *params) {
  (void)context;
  if (!radio.synced) {
    return PERCH_RADIO;
  }
  radio.wanted = *params;
  if (attempted() < PERCH_SLOTS) {
    radio.slots[slot].state = RADIO_WAITING;
    return PERCH_OK;
  }
  return attempt(slot);
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

static void connected(uint8_t slot, int status, uint16_t handle) {
  radio_slot_t *s = &radio.slots[slot];
  struct ble_gap_conn_desc description;
  if (s->state != RADIO_ATTEMPTING) {
    return;
  }
  if (status != 0 || ble_gap_conn_find(handle, &description) != 0) {
    release(slot);
    perch_radio_connect_failed(radio.core, slot, status != 0 ? radio_status(status) : PERCH_RADIO);
    return;
  }
  s->state = RADIO_OPEN;
  s->handle = handle;
  s->closing_since = radio.hal->clock_ms(radio.hal->context);
  // Asks to close it if the attempt has been given up.
  perch_radio_connected(radio.core, slot, ble_att_mtu(handle), description.conn_itvl);
}

static void disconnected(uint8_t slot, int reason) {
  release(slot);
  perch_radio_disconnected(radio.core, slot, radio_status(reason));
}

void radio_forget(perch_status_t status) {
  end_scan(status);
  for (uint8_t slot = 0; slot < PERCH_SLOTS; slot++) {
    if (radio.slots[slot].state != RADIO_FREE) {
      release(slot);
      perch_radio_disconnected(radio.core, slot, status);
    }
  }
}

// MARK: Reports

int radio_gap_event(struct ble_gap_event *event, void *argument) {
  const uintptr_t at = (uintptr_t)argument;
  const uint8_t slot = at < PERCH_SLOTS ? (uint8_t)at : 0;
  const radio_slot_t *s = &radio.slots[slot];
  const bool open = s->state == RADIO_OPEN;
  switch (event->type) {
    case BLE_GAP_EVENT_DISC:
      heard(&event->disc);
      break;
    case BLE_GAP_EVENT_DISC_COMPLETE:
      if (radio.scanning) {
        end_scan(PERCH_RADIO);
      }
      break;
    case BLE_GAP_EVENT_CONNECT:
      connected(slot, event->connect.status, event->connect.conn_handle);
      break;
    case BLE_GAP_EVENT_DISCONNECT:
      if (open && event->disconnect.conn.conn_handle == s->handle) {
        disconnected(slot, event->disconnect.reason);
      }
      break;
    case BLE_GAP_EVENT_NOTIFY_RX:
      if (open && event->notify_rx.conn_handle == s->handle) {
        radio_notified(slot, event->notify_rx.om, event->notify_rx.attr_handle, event->notify_rx.indication != 0);
      }
      break;
    case BLE_GAP_EVENT_MTU:
      if (open && event->mtu.conn_handle == s->handle && event->mtu.channel_id == BLE_L2CAP_CID_ATT) {
        perch_radio_mtu(radio.core, slot, event->mtu.value);
      }
      break;
    default:
      return 0;  // 0 accepts what a peer asks for; nothing is called here, since some builds report with the stack's lock held
  }
  perch_nimble_wake();
  return 0;
}

// MARK: What was put off

/// Asks the stack to close a slot. \returns false where it must be tried again.
static bool send_close(uint8_t slot) {
  const radio_slot_t *s = &radio.slots[slot];
  int result = 0;
  switch (s->state) {
    case RADIO_FREE:
      release(slot);
      return true;
    case RADIO_WAITING:
      release(slot);
      perch_radio_connect_failed(radio.core, slot, PERCH_CANCELLED);
      return true;
    case RADIO_ATTEMPTING:
      result = ble_gap_conn_cancel();
      if (result == BLE_HS_EALREADY) {
        release(slot);
        perch_radio_connect_failed(radio.core, slot, PERCH_CANCELLED);
        return true;
      }
      return result == 0;
    case RADIO_OPEN:
      result = ble_gap_terminate(s->handle, BLE_ERR_REM_USER_CONN_TERM);
      if (result == BLE_HS_ENOTCONN) {
        disconnected(slot, BLE_HS_ERR_HCI_BASE + BLE_ERR_CONN_TERM_LOCAL);
        return true;
      }
      return result == 0 || result == BLE_HS_EALREADY;
  }
  return true;
}

static uint32_t earlier(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/// \returns ms until it must be looked at again.
static uint32_t settle_closing(uint8_t slot, uint32_t now) {
  radio_slot_t *s = &radio.slots[slot];
  if (!s->close_sent) {
    s->close_sent = send_close(slot);
  }
  if (!s->closing) {
    return UINT32_MAX;
  }
  const uint32_t limit = s->state == RADIO_OPEN ? TERMINATE_LIMIT_MS : CANCEL_LIMIT_MS;
  const uint32_t passed = now - s->closing_since;
  if (passed >= limit) {
    // Nothing else would free the slot. The reset ends every connection, and says so.
    s->closing_since = now;
    ble_hs_sched_reset(BLE_HS_ECONTROLLER);
    return limit;
  }
  return s->close_sent ? limit - passed : earlier(RETRY_MS, limit - passed);
}

static void start_waiting(void) {
  for (uint8_t slot = 0; slot < PERCH_SLOTS && attempted() == PERCH_SLOTS; slot++) {
    if (radio.slots[slot].state != RADIO_WAITING) {
      continue;
    }
    const perch_status_t status = attempt(slot);
    if (status != PERCH_OK) {
      release(slot);
      perch_radio_connect_failed(radio.core, slot, status);
    }
  }
}

uint32_t radio_settle(void) {
  const uint32_t now = radio.hal->clock_ms(radio.hal->context);
  uint32_t due = UINT32_MAX;
  for (uint8_t slot = 0; slot < PERCH_SLOTS; slot++) {
    if (radio.slots[slot].closing) {
      due = earlier(due, settle_closing(slot, now));
    }
  }
  if (!radio.synced) {
    return due;
  }
  start_waiting();
  if (radio.scanning && !radio.scan_wanted && stop_scan() != 0) {
    due = earlier(due, RETRY_MS);
  }
  if (radio.scan_wanted && !radio.scanning && attempted() == PERCH_SLOTS) {
    const perch_status_t status = begin_scan();
    if (status != PERCH_OK) {
      end_scan(status);
    }
  }
  return due;
}
