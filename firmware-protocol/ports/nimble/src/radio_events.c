// NimBLE's reports of scans and connections.

#include "radio.h"

int radio_gap_event(struct ble_gap_event *event, void *argument) {
  const uintptr_t value = (uintptr_t)argument;
  const uint8_t slot = (value & 0xFF) < PERCH_SLOTS ? (uint8_t)(value & 0xFF) : 0;
  const uint16_t attempt = (uint16_t)(value >> 8);
  const radio_slot_t *s = &radio.slots[slot];
  const bool open = s->state == RADIO_OPEN;
  switch (event->type) {
    case BLE_GAP_EVENT_DISC:
      radio_heard(&event->disc);
      break;
    case BLE_GAP_EVENT_DISC_COMPLETE:
      if (radio.scanning) {
        radio_scan_end(PERCH_RADIO);
      }
      break;
    case BLE_GAP_EVENT_CONNECT:
      radio_connect_ended(slot, attempt, event->connect.status, event->connect.conn_handle);
      break;
    case BLE_GAP_EVENT_DISCONNECT:
      if (open && event->disconnect.conn.conn_handle == s->handle) {
        radio_connection_ended(slot, event->disconnect.reason);
      } else if (s->state == RADIO_ATTEMPTING && s->attempt == attempt) {
        // The connection ended before the stack had reported it.
        radio_connect_ended(slot, attempt, event->disconnect.reason, event->disconnect.conn.conn_handle);
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
      return 0;  // 0 accepts the request; nothing is called here, since some builds hold the stack's lock
  }
  perch_nimble_wake();
  return 0;
}
