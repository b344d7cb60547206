// Procedures of the GATT client. The core has at most one per slot.

#include "radio.h"

#define ATT_WRITE_HEAD 3

/// Ends a procedure of NimBLE from inside its callback, like any value but 0.
#define NO_MORE 1

// MARK: The procedure of a callback

static void *begin(uint8_t slot, radio_procedure_t procedure) {
  radio_slot_t *s = &radio.slots[slot];
  s->procedure = procedure;
  s->serial++;
  return (void *)(((uintptr_t)s->serial << 8) | slot);
}

/// The slot of a callback's procedure, or PERCH_SLOTS: NimBLE may call once more for a procedure
/// that has ended.
static uint8_t running(uint16_t handle, const void *argument, radio_procedure_t procedure) {
  const uintptr_t value = (uintptr_t)argument;
  const uint8_t slot = (uint8_t)(value & 0xFF);
  if (slot >= PERCH_SLOTS) {
    return PERCH_SLOTS;
  }
  const radio_slot_t *s = &radio.slots[slot];
  const bool same = s->state == RADIO_OPEN && s->handle == handle && s->procedure == procedure && s->serial == (uint16_t)(value >> 8);
  return same ? slot : PERCH_SLOTS;
}

static bool is_open(uint8_t slot) {
  return radio.slots[slot].state == RADIO_OPEN && !radio.slots[slot].closing;
}

static void done(uint8_t slot, perch_status_t status) {
  radio.slots[slot].procedure = RADIO_IDLE;
  perch_radio_gatt_done(radio.core, slot, status);
  perch_nimble_wake();
}

/// Ends the running procedure with a result of the stack.
static void finish(uint8_t slot, int result) {
  radio_slot_t *s = &radio.slots[slot];
  const bool answered = result == 0 || result == BLE_HS_EDONE || (result & ~0xFF) == BLE_HS_ERR_ATT_BASE;
  const bool lost = result == BLE_HS_ENOTCONN || result == BLE_HS_ETIMEOUT;
  if (lost || (s->procedure == RADIO_WRITE && !answered)) {
    // It is unknown whether the peer acted, and parts of a long write may still wait there. The end
    // of the connection covers both for the core.
    s->procedure = RADIO_IDLE;
    radio_close(slot);
    return;
  }
  done(slot, result == BLE_HS_EDONE ? PERCH_OK : radio_status(result));
}

/// Copies a value out of the stack's buffers. \returns false if it is incomplete.
static bool take(const struct os_mbuf *value, uint16_t length) {
  return length == 0 || os_mbuf_copydata(value, 0, length, radio.bytes) == 0;
}

// MARK: MTU

static int mtu_exchanged(uint16_t handle, const struct ble_gatt_error *error, uint16_t mtu, void *argument) {
  const uint8_t slot = running(handle, argument, RADIO_MTU);
  if (slot == PERCH_SLOTS) {
    return NO_MORE;
  }
  if (error->status == 0) {
    perch_radio_mtu(radio.core, slot, mtu);
  }
  finish(slot, error->status);
  return 0;
}

perch_status_t radio_exchange_mtu(void *context, uint8_t slot, uint16_t mtu) {
  (void)context;
  if (!is_open(slot)) {
    return PERCH_NOT_CONNECTED;
  }
  // The stack takes the MTU of its request from a setting for all connections; afterwards the
  // largest is set again, for peers that ask first.
  int result = ble_att_set_preferred_mtu(mtu);
  if (result != 0) {
    return radio_status(result);
  }
  const uint16_t handle = radio.slots[slot].handle;
  result = ble_gattc_exchange_mtu(handle, mtu_exchanged, begin(slot, RADIO_MTU));
  (void)ble_att_set_preferred_mtu(PERCH_MTU_MAX);  // in range by perch_config.h
  if (result == BLE_HS_EALREADY) {
    // The peer was first, and ATT allows one exchange only.
    perch_radio_mtu(radio.core, slot, ble_att_mtu(handle));
    done(slot, PERCH_OK);
    return PERCH_OK;
  }
  return radio_status(result);
}

// MARK: Discovery

/// Passes a record to the core. \returns the callback's result.
static int record(uint8_t slot, uint16_t first, uint16_t second, uint8_t properties, const ble_uuid_any_t *uuid) {
  const uint8_t two[2] = {(uint8_t)uuid->u16.value, (uint8_t)(uuid->u16.value >> 8)};
  const bool is_long = uuid->u.type == BLE_UUID_TYPE_128;
  if (!is_long && uuid->u.type != BLE_UUID_TYPE_16) {
    finish(slot, BLE_HS_EBADDATA);
    return NO_MORE;
  }
  if (!perch_radio_discovered(radio.core, slot, first, second, properties, is_long ? uuid->u128.value : two, is_long ? 16 : 2)) {
    done(slot, PERCH_OK);
    return NO_MORE;
  }
  return 0;
}

static int found_service(uint16_t handle, const struct ble_gatt_error *error, const struct ble_gatt_svc *service, void *argument) {
  const uint8_t slot = running(handle, argument, RADIO_DISCOVERY);
  if (slot == PERCH_SLOTS) {
    return NO_MORE;
  }
  const radio_slot_t *s = &radio.slots[slot];
  if (error->status != 0) {
    finish(slot, error->status);
    return 0;
  }
  if (service->start_handle < s->first) {
    return 0;
  }
  if (service->start_handle > s->last) {
    done(slot, PERCH_OK);
    return NO_MORE;
  }
  return record(slot, service->start_handle, service->end_handle, 0, &service->uuid);
}

static int found_characteristic(uint16_t handle, const struct ble_gatt_error *error, const struct ble_gatt_chr *characteristic, void *argument) {
  const uint8_t slot = running(handle, argument, RADIO_DISCOVERY);
  if (slot == PERCH_SLOTS) {
    return NO_MORE;
  }
  if (error->status != 0) {
    finish(slot, error->status);
    return 0;
  }
  return record(slot, characteristic->def_handle, characteristic->val_handle, characteristic->properties, &characteristic->uuid);
}

static int found_descriptor(
    uint16_t handle, const struct ble_gatt_error *error, uint16_t value_handle, const struct ble_gatt_dsc *descriptor, void *argument) {
  (void)value_handle;
  const uint8_t slot = running(handle, argument, RADIO_DISCOVERY);
  if (slot == PERCH_SLOTS) {
    return NO_MORE;
  }
  if (error->status != 0) {
    finish(slot, error->status);
    return 0;
  }
  return record(slot, descriptor->handle, 0, 0, &descriptor->uuid);
}

perch_status_t radio_discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last) {
  (void)context;
  if (!is_open(slot)) {
    return PERCH_NOT_CONNECTED;
  }
  radio_slot_t *s = &radio.slots[slot];
  s->first = first;
  s->last = last;
  void *argument = begin(slot, RADIO_DISCOVERY);
  switch (what) {
    case 1:
      // Always discovers all: a later page asks the peer for the earlier ones again.
      return radio_status(ble_gattc_disc_all_svcs(s->handle, found_service, argument));
    case 2:
      return radio_status(ble_gattc_disc_all_chrs(s->handle, first, last, found_characteristic, argument));
    default:
      // The function is made for the handles after a characteristic's value, so it begins after the
      // handle that it is given.
      return radio_status(ble_gattc_disc_all_dscs(s->handle, (uint16_t)(first - 1), last, found_descriptor, argument));
  }
}

// MARK: Values

static int value_read(uint16_t handle, const struct ble_gatt_error *error, struct ble_gatt_attr *attribute, void *argument) {
  const uint8_t slot = running(handle, argument, RADIO_READ);
  if (slot == PERCH_SLOTS) {
    return NO_MORE;
  }
  if (error->status != 0) {
    finish(slot, error->status);
    return 0;
  }
  const uint16_t length = OS_MBUF_PKTLEN(attribute->om);
  if (length > sizeof radio.bytes || !take(attribute->om, length)) {
    finish(slot, BLE_HS_EBADDATA);
    return NO_MORE;
  }
  radio.slots[slot].procedure = RADIO_IDLE;
  perch_radio_read(radio.core, slot, radio.bytes, length);
  perch_nimble_wake();
  return NO_MORE;  // otherwise the stack would continue to the value's end
}

perch_status_t radio_read(void *context, uint8_t slot, uint16_t handle, uint16_t offset) {
  (void)context;
  if (!is_open(slot)) {
    return PERCH_NOT_CONNECTED;
  }
  // From offset 0 its first request is a plain read.
  return radio_status(ble_gattc_read_long(radio.slots[slot].handle, handle, offset, value_read, begin(slot, RADIO_READ)));
}

static int value_written(uint16_t handle, const struct ble_gatt_error *error, struct ble_gatt_attr *attribute, void *argument) {
  (void)attribute;
  const uint8_t slot = running(handle, argument, RADIO_WRITE);
  if (slot < PERCH_SLOTS) {
    finish(slot, error->status);
  }
  return 0;
}

perch_status_t radio_write(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  if (!is_open(slot)) {
    return PERCH_NOT_CONNECTED;
  }
  const uint16_t connection = radio.slots[slot].handle;
  if (length + ATT_WRITE_HEAD <= ble_att_mtu(connection)) {
    return radio_status(ble_gattc_write_flat(connection, handle, value, length, value_written, begin(slot, RADIO_WRITE)));
  }
  struct os_mbuf *copy = ble_hs_mbuf_from_flat(value, length);
  if (copy == NULL) {
    return PERCH_NO_BUFFERS;
  }
  // The stack frees the copy in every case.
  return radio_status(ble_gattc_write_long(connection, handle, 0, copy, value_written, begin(slot, RADIO_WRITE)));
}

perch_status_t radio_write_command(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  if (!is_open(slot)) {
    return PERCH_NOT_CONNECTED;
  }
  return radio_status(ble_gattc_write_no_rsp_flat(radio.slots[slot].handle, handle, value, length));
}

void radio_notified(uint8_t slot, const struct os_mbuf *value, uint16_t handle, bool indication) {
  const uint16_t length = OS_MBUF_PKTLEN(value);
  const bool whole = length <= sizeof radio.bytes && take(value, length);
  // The core counts a value longer than a frame as lost, without looking at the bytes.
  perch_radio_notification(radio.core, slot, handle, radio.bytes, whole ? length : UINT16_MAX, indication);
}
