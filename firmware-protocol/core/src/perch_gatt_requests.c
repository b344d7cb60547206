#include <string.h>

#include "perch_internal.h"

#if PERCH_GATT

#define HCI_LOCAL_HOST 0x16

/// Finds the established connection with the slot and generation at `connection`.
static perch_status_t find(perch_core_t *core, const uint8_t connection[2]) {
  const uint8_t slot = connection[0];
  const bool found = slot < PERCH_SLOTS && perch_slot(core, slot)->state == PERCH_SLOT_CONNECTED && perch_slot(core, slot)->generation == connection[1];
  return found ? PERCH_OK : PERCH_NOT_CONNECTED;
}

/// Finds the connection and checks that nothing runs on it, neither for the host nor in the radio
/// for an operation that has ended.
static perch_status_t find_idle(perch_core_t *core, perch_request_t *request, const uint8_t connection[2]) {
  const perch_status_t status = find(core, connection);
  if (status != PERCH_OK) {
    return status;
  }
  const uint8_t slot = connection[0];
  return perch_slot(core, slot)->radio_busy || perch_gatt_operation(core, slot) != NULL ? perch_refuse_busy(request) : PERCH_OK;
}

/// The slot that a deferred request names.
static uint8_t slot_of(const perch_request_t *request) {
  return request->payload[4];
}

/// Opens an operation on an idle connection, before the radio is called, since the radio may report
/// from within the call.
static perch_status_t begin(perch_core_t *core, perch_request_t *request, uint16_t argument, perch_operation_t **operation) {
  const perch_status_t status = find_idle(core, request, request->payload + 4);
  if (status != PERCH_OK) {
    return status;
  }
  *operation = perch_operation_open(core, request, slot_of(request));
  if (*operation == NULL) {
    return perch_refuse_busy(request);
  }
  perch_slot_t *s = perch_slot(core, slot_of(request));
  (*operation)->argument = argument;
  s->radio_busy = true;
  s->length = 0;
  s->next = 0;
  return PERCH_OK;
}

/// Returns the radio's status of whether the operation has begun.
static perch_status_t begun(perch_core_t *core, const perch_request_t *request, perch_operation_t *operation, perch_status_t status) {
  if (status == PERCH_OK) {
    return PERCH_ACCEPTED;
  }
  perch_slot(core, slot_of(request))->radio_busy = false;
  operation->state = PERCH_FREE_OPERATION;
  return status;
}

// MARK: Connections

static bool is_for(const perch_slot_t *slot, const perch_connect_params_t *params) {
  return slot->address_type == params->address_type && memcmp(slot->address, params->address, sizeof slot->address) == 0;
}

/// The slot that an attempt can use now, or PERCH_NO_SLOT: none is free, or the connection to the
/// address is still closing.
static uint8_t free_slot(perch_core_t *core, const perch_connect_params_t *params) {
  uint8_t found = PERCH_NO_SLOT;
  for (uint8_t i = PERCH_SLOTS; i-- > 0;) {
    const perch_slot_t *slot = perch_slot(core, i);
    if (slot->state == PERCH_SLOT_FREE) {
      found = i;
    } else if (is_for(slot, params)) {
      return PERCH_NO_SLOT;
    }
  }
  return found;
}

/// Takes a slot for the attempt and calls the radio. Without a usable slot the attempt continues to
/// wait, which is not an error.
static perch_status_t attempt(perch_core_t *core, perch_operation_t *operation) {
  const perch_connect_params_t *params = &core->connect_params;
  const uint8_t slot = free_slot(core, params);
  if (slot == PERCH_NO_SLOT) {
    return PERCH_OK;
  }
  perch_slot_t *s = perch_slot(core, slot);
  s->state = PERCH_SLOT_CONNECTING;
  s->generation++;
  s->address_type = params->address_type;
  memcpy(s->address, params->address, sizeof s->address);
  operation->slot = slot;
  const perch_status_t status = core->hal->connect(core->hal->context, slot, params);
  if (status != PERCH_OK && s->state == PERCH_SLOT_CONNECTING) {
    s->state = PERCH_SLOT_FREE;
    operation->slot = PERCH_NO_SLOT;
  }
  return status;
}

static perch_operation_t *waiting_connect(perch_core_t *core) {
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    perch_operation_t *operation = &core->operations[i];
    if (operation->state != PERCH_FREE_OPERATION && operation->code == PERCH_OP_CONNECT) {
      return operation;
    }
  }
  return NULL;
}

bool perch_gatt_start_connect(perch_core_t *core) {
  perch_operation_t *operation = waiting_connect(core);
  if (operation == NULL || operation->state != PERCH_OPEN || operation->slot != PERCH_NO_SLOT) {
    return false;
  }
  const perch_status_t status = attempt(core, operation);
  if (status != PERCH_OK) {
    perch_operation_end(operation, status, PERCH_EFFECT_NONE);
    return true;
  }
  return operation->slot != PERCH_NO_SLOT;
}

static perch_status_t read_connect(perch_request_t *request, perch_connect_params_t *params) {
  // From offset 12: intervals, latency, supervision time-out. 0 is the dongle's choice.
  static const uint16_t ranges[4][2] = {{6, 3200}, {6, 3200}, {0, 499}, {10, 3200}};
  uint16_t values[4];
  memcpy(params->address, request->payload + 4, sizeof params->address);
  params->address_type = request->payload[10];
  if (params->address_type > 1) {
    return perch_refuse_field(request, 10);
  }
  for (uint16_t i = 0; i < 4; i++) {
    const uint16_t offset = (uint16_t)(12 + 2 * i);
    values[i] = perch_field16(request, offset);
    const bool crossed = i == 1 && values[1] < values[0];
    if (values[i] != 0 && (crossed || values[i] < ranges[i][0] || values[i] > ranges[i][1])) {
      return perch_refuse_field(request, offset);
    }
  }
  params->interval_min = values[0];
  params->interval_max = values[1];
  params->latency = values[2];
  params->supervision_timeout = values[3];
  return PERCH_OK;
}

perch_status_t perch_do_connect(perch_core_t *core, perch_request_t *request) {
  perch_connect_params_t params;
  const perch_status_t refusal = read_connect(request, &params);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  uint8_t used = 0;
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    const perch_slot_t *slot = perch_slot(core, i);
    const bool taken = slot->state == PERCH_SLOT_CONNECTING || slot->state == PERCH_SLOT_CONNECTED;
    if (taken && is_for(slot, &params)) {
      return perch_refuse16(request, PERCH_ALREADY_CONNECTED, perch_gatt_connection(core, i));
    }
    used = (uint8_t)(used + taken);
  }
  if (waiting_connect(core) != NULL) {
    return perch_refuse_busy(request);
  }
  if (used == PERCH_SLOTS) {
    request->detail[0] = used;
    request->detail[1] = PERCH_SLOTS;
    request->detail_length = 2;
    return PERCH_SLOTS_FULL;
  }
  perch_operation_t *operation = perch_operation_open(core, request, PERCH_NO_SLOT);
  if (operation == NULL) {
    return perch_refuse_busy(request);
  }
  core->connect_params = params;
  const perch_status_t status = attempt(core, operation);
  if (status != PERCH_OK) {
    operation->state = PERCH_FREE_OPERATION;
    return status;
  }
  return PERCH_ACCEPTED;
}

perch_status_t perch_do_disconnect(perch_core_t *core, perch_request_t *request) {
  const perch_status_t refusal = find(core, request->payload + 4);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  const uint8_t slot = slot_of(request);
  if (perch_operation_open(core, request, slot) == NULL) {
    return perch_refuse_busy(request);
  }
  perch_operation_t *other = perch_gatt_operation(core, slot);
  if (other != NULL && other->state == PERCH_OPEN) {
    perch_gatt_expire(core, other, PERCH_HCI(HCI_LOCAL_HOST));
  }
  perch_gatt_close(core, slot);
  return PERCH_ACCEPTED;
}

// MARK: Attributes

perch_status_t perch_do_exchange_mtu(perch_core_t *core, perch_request_t *request) {
  uint16_t mtu = perch_field16(request, 6);
  if (mtu < 23 || mtu > 517) {
    return perch_refuse_field(request, 6);
  }
  perch_operation_t *operation;
  const perch_status_t refusal = begin(core, request, 0, &operation);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  const uint8_t slot = slot_of(request);
  if (perch_slot(core, slot)->mtu_exchanged) {
    perch_slot(core, slot)->radio_busy = false;
    perch_operation_end(operation, PERCH_OK, PERCH_EFFECT_DONE);
    return PERCH_ACCEPTED;
  }
  const uint16_t limit = perch_gatt_mtu_limit(core, core->session.payload_out);
  if (mtu > limit) {
    mtu = limit;
  }
  perch_slot(core, slot)->mtu_exchanged = true;
  const perch_status_t status = begun(core, request, operation, core->hal->exchange_mtu(core->hal->context, slot, mtu));
  if (status != PERCH_ACCEPTED) {
    perch_slot(core, slot)->mtu_exchanged = false;
  }
  return status;
}

perch_status_t perch_do_discover(perch_core_t *core, perch_request_t *request) {
  const uint8_t what = request->payload[6];
  const uint16_t first = perch_field16(request, 8);
  const uint16_t last = perch_field16(request, 10);
  if (what < 1 || what > 3) {
    return perch_refuse_field(request, 6);
  }
  if (first == 0) {
    return perch_refuse_field(request, 8);
  }
  if (last < first) {
    return perch_refuse_field(request, 10);
  }
  perch_operation_t *operation;
  const perch_status_t refusal = begin(core, request, what, &operation);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  const uint8_t slot = slot_of(request);
  return begun(core, request, operation, core->hal->discover(core->hal->context, slot, what, first, last));
}

perch_status_t perch_do_read(perch_core_t *core, perch_request_t *request) {
  const uint16_t handle = perch_field16(request, 6);
  const uint16_t offset = perch_field16(request, 8);
  if (handle == 0) {
    return perch_refuse_field(request, 6);
  }
  if (offset > 511) {
    return perch_refuse_field(request, 8);
  }
  perch_operation_t *operation;
  const perch_status_t refusal = begin(core, request, handle, &operation);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  const uint8_t slot = slot_of(request);
  operation->offset = offset;
  return begun(core, request, operation, core->hal->read(core->hal->context, slot, handle, offset));
}

static perch_status_t write(perch_core_t *core, perch_request_t *request, const uint8_t *value, uint16_t length) {
  const uint16_t handle = perch_field16(request, 6);
  perch_operation_t *operation;
  const perch_status_t refusal = begin(core, request, handle, &operation);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  const uint8_t slot = slot_of(request);
  perch_slot_t *s = perch_slot(core, slot);
  memcpy(s->buffer, value, length);
  return begun(core, request, operation, core->hal->write(core->hal->context, slot, handle, s->buffer, length));
}

perch_status_t perch_do_write(perch_core_t *core, perch_request_t *request) {
  const uint16_t length = perch_field16(request, 8);
  if (perch_field16(request, 6) == 0) {
    return perch_refuse_field(request, 6);
  }
  if (request->length - 10 < length) {
    return PERCH_MALFORMED;
  }
  if (length > PERCH_VALUE_MAX) {
    return perch_refuse32(request, PERCH_TOO_LARGE, PERCH_VALUE_MAX);
  }
  return write(core, request, request->payload + 10, length);
}

perch_status_t perch_do_subscribe(perch_core_t *core, perch_request_t *request) {
  const uint8_t value[2] = {request->payload[8], 0};
  if (perch_field16(request, 6) == 0) {
    return perch_refuse_field(request, 6);
  }
  if (value[0] > 2) {
    return perch_refuse_field(request, 8);
  }
  return write(core, request, value, sizeof value);
}

perch_status_t perch_do_write_command(perch_core_t *core, perch_request_t *request) {
  const uint16_t handle = perch_field16(request, 2);
  const uint16_t length = perch_field16(request, 4);
  if (handle == 0) {
    return perch_refuse_field(request, 2);
  }
  if (request->length - 6 < length) {
    return PERCH_MALFORMED;
  }
  const perch_status_t refusal = find_idle(core, request, request->payload);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  const uint8_t slot = request->payload[0];
  const uint16_t limit = (uint16_t)(perch_slot(core, slot)->mtu - 3);
  if (length > limit) {
    return perch_refuse32(request, PERCH_TOO_LARGE, limit);
  }
  return core->hal->write_command(core->hal->context, slot, handle, request->payload + 6, length);
}

#endif
