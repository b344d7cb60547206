#include <string.h>

#include "perch_internal.h"

#if PERCH_GATT

#define GRACE_MS 900u  // DONE comes within the deadline + 1 s (SPEC.md 5.1)
#define ATT_ATTRIBUTE_NOT_FOUND 0x0A
#define ATT_ATTRIBUTE_NOT_LONG 0x0B

uint16_t perch_gatt_connection(perch_core_t *core, uint8_t slot) {
  return (uint16_t)(slot | perch_slot(core, slot)->generation << 8);
}

uint16_t perch_gatt_mtu_limit(const perch_core_t *core) {
  if ((core->features & PERCH_FEATURE_GATT) == 0) {
    return 0;
  }
  const uint16_t payload = core->session.live ? core->session.payload_out : PERCH_PAYLOAD_MAX;
  return payload - 7 < PERCH_MTU_MAX ? (uint16_t)(payload - 7) : PERCH_MTU_MAX;
}

perch_operation_t *perch_gatt_operation(perch_core_t *core, uint8_t slot) {
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    perch_operation_t *operation = &core->operations[i];
    if (operation->state != PERCH_FREE_OPERATION && operation->slot == slot && operation->code != PERCH_OP_DISCONNECT) {
      return operation;
    }
  }
  return NULL;
}

/// The operation that waits for the radio on a slot; NULL where there is none, or the core has given it up.
static perch_operation_t *open_operation(perch_core_t *core, uint8_t slot) {
  perch_operation_t *operation = slot < PERCH_SLOTS ? perch_gatt_operation(core, slot) : NULL;
  return operation != NULL && operation->state == PERCH_OPEN ? operation : NULL;
}

static uint32_t uptime(const perch_core_t *core) {
  return core->hal->clock_ms(core->hal->context);
}

// MARK: Slots

/// Frees a slot whose link is down and whose events are queued, and ends what waited for that.
static void release(perch_core_t *core, uint8_t slot) {
  perch_slot_t *s = perch_slot(core, slot);
  const uint8_t generation = s->generation;
  memset(s, 0, sizeof *s);
  s->generation = generation;
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    perch_operation_t *operation = &core->operations[i];
    if (operation->state == PERCH_FREE_OPERATION || operation->slot != slot) {
      continue;
    }
    operation->slot = PERCH_NO_SLOT;
    if (operation->state == PERCH_ENDING) {
      perch_operation_end(operation, operation->status, PERCH_EFFECT_NONE);
    } else if (operation->state == PERCH_OPEN) {
      perch_operation_end(operation, PERCH_OK, PERCH_EFFECT_DONE);
    }
  }
}

void perch_gatt_close(perch_core_t *core, uint8_t slot) {
  perch_slot(core, slot)->state = PERCH_SLOT_CLOSING;
  core->hal->disconnect(core->hal->context, slot);
}

void perch_gatt_clear(perch_core_t *core) {
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    perch_slot_t *slot = perch_slot(core, i);
    slot->lost = 0;
    slot->announced = slot->announced || slot->announce;
    slot->announce = false;
#if PERCH_INDICATION_HOLD
    slot->held = false;
#endif
    if (slot->gone) {
      release(core, i);
    } else if (slot->state == PERCH_SLOT_CONNECTING || slot->state == PERCH_SLOT_CONNECTED) {
      perch_gatt_close(core, i);
    }
  }
}

void perch_gatt_queue_before(perch_core_t *core, uint8_t slot) {
  perch_slot_t *s = perch_slot(core, slot);
  uint8_t bytes[18];
  perch_writer_t head = {.bytes = bytes, .limit = sizeof bytes};
  perch_put16(&head, perch_gatt_connection(core, slot));
  if (s->announce) {
    perch_put(&head, s->address, sizeof s->address);
    perch_put8(&head, s->address_type);
    perch_put8(&head, 0);
    perch_put16(&head, s->mtu);
    perch_put16(&head, s->interval);
    perch_put32(&head, uptime(core));
    if (!perch_stream_a_put_writer(core, PERCH_EVENT_CONNECTED, &head)) {
      return;
    }
    s->announce = false;
    s->announced = true;
    head.length = 2;
  }
  if (s->lost > 0) {
    perch_put32(&head, s->lost);
    if (!perch_stream_a_put_writer(core, PERCH_EVENT_LOST, &head)) {
      return;
    }
    s->lost = 0;
    head.length = 2;
  }
#if PERCH_INDICATION_HOLD
  if (s->held) {
    perch_put16(&head, s->held_handle);
    perch_put32(&head, s->held_time);
    perch_put16(&head, s->held_length);
    if (perch_stream_a_put(core, PERCH_EVENT_INDICATION, bytes, head.length, s->held_value, s->held_length)) {
      s->held = false;
      if (s->state == PERCH_SLOT_CONNECTED) {
        core->hal->confirm(core->hal->context, slot);
      }
    }
  }
#endif
}

static bool is_settled(perch_core_t *core, uint8_t slot) {
  const perch_slot_t *s = perch_slot(core, slot);
#if PERCH_INDICATION_HOLD
  if (s->held) {
    return false;
  }
#endif
  return !s->announce && s->lost == 0 && perch_gatt_operation(core, slot) == NULL;
}

void perch_gatt_queue_after(perch_core_t *core, uint8_t slot) {
  perch_slot_t *s = perch_slot(core, slot);
  if (!s->gone || !is_settled(core, slot)) {
    return;
  }
  uint8_t bytes[8];
  perch_writer_t head = {.bytes = bytes, .limit = sizeof bytes};
  perch_put16(&head, perch_gatt_connection(core, slot));
  perch_put16(&head, s->reason);
  perch_put32(&head, uptime(core));
  if (perch_stream_a_put_writer(core, PERCH_EVENT_DISCONNECTED, &head)) {
    release(core, slot);
  }
}

// MARK: Deadlines and cancellation

static bool writes(const perch_operation_t *operation) {
  return operation->code == PERCH_OP_WRITE || operation->code == PERCH_OP_SUBSCRIBE || operation->code == PERCH_OP_EXCHANGE_MTU;
}

/// Ends the procedure that runs on a slot without an answer from the peer.
static void break_off(perch_operation_t *operation, perch_status_t status) {
  perch_operation_end(operation, status, writes(operation) ? PERCH_EFFECT_UNKNOWN : PERCH_EFFECT_NONE);
}

void perch_gatt_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status) {
  if (operation->code == PERCH_OP_DISCONNECT) {
    // Nothing can call it back, so CANCEL leaves it its real outcome.
    if (status == PERCH_DEADLINE) {
      operation->slot = PERCH_NO_SLOT;
      perch_operation_end(operation, status, PERCH_EFFECT_UNKNOWN);
    }
  } else if (operation->code != PERCH_OP_CONNECT) {
    break_off(operation, status);
  } else if (operation->slot == PERCH_NO_SLOT) {
    perch_operation_end(operation, status, PERCH_EFFECT_NONE);
  } else {
    operation->state = PERCH_ENDING;
    operation->status = status;
    operation->limit = core->now + GRACE_MS;
    perch_gatt_close(core, operation->slot);
  }
}

bool perch_gatt_result(perch_core_t *core, const perch_operation_t *operation, perch_writer_t *head, const uint8_t **body, size_t *body_length) {
  if (operation->code == PERCH_OP_DISCONNECT || operation->slot == PERCH_NO_SLOT) {
    return true;
  }
  const perch_slot_t *s = &core->slots[operation->slot];
  switch (operation->code) {
    case PERCH_OP_CONNECT:
      perch_put16(head, perch_gatt_connection(core, operation->slot));
      perch_put16(head, s->mtu);
      perch_put16(head, s->interval);
      return !s->announce;
    case PERCH_OP_EXCHANGE_MTU:
      perch_put16(head, s->mtu);
      return true;
    case PERCH_OP_DISCOVER:
      perch_put16(head, s->next);
      perch_put8(head, (uint8_t)operation->argument);
      break;
    case PERCH_OP_READ:
      perch_put8(head, s->next != 0);
      break;
    default:
      return true;
  }
  perch_put16(head, s->length);
  *body = s->buffer;
  *body_length = s->length;
  return true;
}

// MARK: What the radio reports

void perch_radio_connected(perch_core_t *core, uint8_t slot, uint16_t mtu, uint16_t interval) {
  if (slot >= PERCH_SLOTS) {
    return;
  }
  perch_slot_t *s = perch_slot(core, slot);
  if (s->state == PERCH_SLOT_CONNECTED) {
    return;
  }
  if (s->state != PERCH_SLOT_CONNECTING) {
    perch_gatt_close(core, slot);  // it came in the moment it was given up
    return;
  }
  s->state = PERCH_SLOT_CONNECTED;
  s->mtu = mtu;
  s->interval = interval;
  s->announce = true;
  perch_operation_t *operation = open_operation(core, slot);
  if (operation != NULL) {
    perch_operation_end(operation, PERCH_OK, PERCH_EFFECT_DONE);
  }
}

void perch_radio_disconnected(perch_core_t *core, uint8_t slot, perch_status_t status) {
  if (slot >= PERCH_SLOTS || perch_slot(core, slot)->state == PERCH_SLOT_FREE || perch_slot(core, slot)->gone) {
    return;
  }
  perch_slot_t *s = perch_slot(core, slot);
  s->radio_busy = false;
  perch_operation_t *operation = open_operation(core, slot);
  if (!s->announced && !s->announce) {
    // The host has never been told of this connection.
    if (operation != NULL) {
      perch_operation_end(operation, status, PERCH_EFFECT_NONE);
    }
    release(core, slot);
  } else {
    s->state = PERCH_SLOT_CLOSING;
    s->gone = true;
    s->reason = status;
    if (operation != NULL) {
      break_off(operation, status);
    }
  }
}

void perch_radio_connect_failed(perch_core_t *core, uint8_t slot, perch_status_t status) {
  if (slot < PERCH_SLOTS && perch_slot(core, slot)->state != PERCH_SLOT_CONNECTED) {
    perch_radio_disconnected(core, slot, status);
  }
}

void perch_radio_mtu(perch_core_t *core, uint8_t slot, uint16_t mtu) {
  if (slot < PERCH_SLOTS) {
    perch_slot(core, slot)->mtu = mtu;
  }
}

/// Bytes of a slot's buffer that one DONE can carry behind `head` bytes of result.
static size_t buffer_room(const perch_core_t *core, size_t head) {
  const size_t room = (size_t)core->session.payload_out - 7 - head;
  const size_t buffer = sizeof core->slots[0].buffer;
  return room < buffer ? room : buffer;
}

bool perch_radio_discovered(perch_core_t *core, uint8_t slot, uint16_t first, uint16_t second, uint8_t properties, const uint8_t *uuid, uint8_t uuid_length) {
  perch_operation_t *operation = open_operation(core, slot);
  if (operation == NULL || operation->code != PERCH_OP_DISCOVER) {
    return false;
  }
  perch_slot_t *s = perch_slot(core, slot);
  if (s->next != 0) {
    return false;
  }
  const uint8_t what = (uint8_t)operation->argument;
  perch_writer_t record = {.bytes = s->buffer + s->length, .limit = (uint16_t)(buffer_room(core, 5) - s->length)};
  perch_put16(&record, first);
  if (what != 3) {
    perch_put16(&record, second);
  }
  if (what == 2) {
    perch_put8(&record, properties);
  }
  perch_put8(&record, uuid_length);
  perch_put(&record, uuid, uuid_length);
  if (record.overflow) {
    s->next = first;
    return false;
  }
  s->length = (uint16_t)(s->length + record.length);
  return true;
}

void perch_radio_read(perch_core_t *core, uint8_t slot, const uint8_t *value, uint16_t length) {
  if (slot >= PERCH_SLOTS) {
    return;
  }
  perch_slot_t *s = perch_slot(core, slot);
  s->radio_busy = false;
  perch_operation_t *operation = open_operation(core, slot);
  if (operation == NULL || operation->code != PERCH_OP_READ) {
    return;
  }
  const size_t room = buffer_room(core, 3);
  const bool whole = length <= room;
  s->next = !whole || length + 1 >= s->mtu;
  s->length = whole ? length : (uint16_t)room;
  if (s->length > 0) {
    memcpy(s->buffer, value, s->length);
  }
  perch_operation_end(operation, PERCH_OK, PERCH_EFFECT_DONE);
}

void perch_radio_gatt_done(perch_core_t *core, uint8_t slot, perch_status_t status) {
  if (slot >= PERCH_SLOTS || !perch_slot(core, slot)->radio_busy) {
    return;
  }
  perch_slot_t *s = perch_slot(core, slot);
  s->radio_busy = false;
  perch_operation_t *operation = open_operation(core, slot);
  if (operation == NULL) {
    return;
  }
  if (operation->code == PERCH_OP_DISCOVER && status == PERCH_ATT(ATT_ATTRIBUTE_NOT_FOUND)) {
    status = PERCH_OK;  // the end of the list
  }
  if (operation->code == PERCH_OP_READ && status == PERCH_ATT(ATT_ATTRIBUTE_NOT_LONG) && operation->offset > 0) {
    // The value was exactly as long as one answer holds. Core Specification, Vol 3, Part F, 3.4.4.5.
    status = PERCH_OK;
    s->length = 0;
    s->next = 0;
  }
  perch_operation_end(operation, status, status == PERCH_OK ? PERCH_EFFECT_DONE : PERCH_EFFECT_NONE);
}

void perch_radio_notification(perch_core_t *core, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length, bool indication) {
  if (slot >= PERCH_SLOTS || perch_slot(core, slot)->state != PERCH_SLOT_CONNECTED) {
    return;
  }
  perch_slot_t *s = perch_slot(core, slot);
  uint8_t bytes[10];
  perch_writer_t head = {.bytes = bytes, .limit = sizeof bytes};
  const uint16_t code = indication ? PERCH_EVENT_INDICATION : PERCH_EVENT_NOTIFICATION;
  perch_put16(&head, perch_gatt_connection(core, slot));
  perch_put16(&head, handle);
  perch_put32(&head, uptime(core));
  perch_put16(&head, length);
  perch_queue_events(core);
  bool in_order = !s->announce && s->lost == 0;
#if PERCH_INDICATION_HOLD
  in_order = in_order && !s->held;
#endif
  const bool fits = head.length + length <= core->session.payload_out;
  const bool queued = in_order && fits && perch_stream_a_put(core, code, bytes, head.length, value, length);
#if PERCH_INDICATION_HOLD
  if (indication && (core->features & PERCH_FEATURE_INDICATION_HOLD) != 0) {
    if (queued) {
      core->hal->confirm(core->hal->context, slot);
      return;
    }
    if (fits && !s->held && length <= sizeof s->held_value) {
      s->held = true;
      s->held_handle = handle;
      s->held_time = uptime(core);
      s->held_length = length;
      memcpy(s->held_value, value, length);
      return;
    }
  }
#endif
  if (!queued) {
    s->lost++;
  }
}

#else

void perch_radio_connected(perch_core_t *core, uint8_t slot, uint16_t mtu, uint16_t interval) {
  (void)core, (void)slot, (void)mtu, (void)interval;
}
void perch_radio_connect_failed(perch_core_t *core, uint8_t slot, perch_status_t status) {
  (void)core, (void)slot, (void)status;
}
void perch_radio_disconnected(perch_core_t *core, uint8_t slot, perch_status_t status) {
  (void)core, (void)slot, (void)status;
}
void perch_radio_mtu(perch_core_t *core, uint8_t slot, uint16_t mtu) {
  (void)core, (void)slot, (void)mtu;
}
bool perch_radio_discovered(perch_core_t *core, uint8_t slot, uint16_t first, uint16_t second, uint8_t properties, const uint8_t *uuid, uint8_t uuid_length) {
  (void)core, (void)slot, (void)first, (void)second, (void)properties, (void)uuid, (void)uuid_length;
  return false;
}
void perch_radio_read(perch_core_t *core, uint8_t slot, const uint8_t *value, uint16_t length) {
  (void)core, (void)slot, (void)value, (void)length;
}
void perch_radio_gatt_done(perch_core_t *core, uint8_t slot, perch_status_t status) {
  (void)core, (void)slot, (void)status;
}
void perch_radio_notification(perch_core_t *core, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length, bool indication) {
  (void)core, (void)slot, (void)handle, (void)value, (void)length, (void)indication;
}

#endif
