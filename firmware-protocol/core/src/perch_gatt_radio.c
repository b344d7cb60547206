// The radio's reports of connections and of procedures on them.

#include <string.h>

#include "perch_internal.h"

#if PERCH_GATT

#define ATT_ATTRIBUTE_NOT_FOUND 0x0A
#define ATT_ATTRIBUTE_NOT_LONG 0x0B
#define VALUE_LONGEST 512  // Core Specification, Vol 3, Part F, 3.2.9

/// The operation that waits for the radio on a slot; NULL if there is none, or if it has already
/// ended.
static perch_operation_t *open_operation(perch_core_t *core, uint8_t slot) {
  perch_operation_t *operation = slot < PERCH_SLOTS ? perch_gatt_operation(core, slot) : NULL;
  return operation != NULL && operation->state == PERCH_OPEN ? operation : NULL;
}

void perch_radio_connected(perch_core_t *core, uint8_t slot, uint16_t mtu, uint16_t interval) {
  if (slot >= PERCH_SLOTS) {
    return;
  }
  perch_slot_t *s = perch_slot(core, slot);
  if (s->state == PERCH_SLOT_CONNECTED) {
    return;
  }
  if (s->state != PERCH_SLOT_CONNECTING) {
    perch_gatt_close(core, slot);  // connected at the moment at which the attempt was given up
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
    // The host does not know this connection.
    if (operation != NULL) {
      perch_operation_end(operation, status, PERCH_EFFECT_NONE);
    }
    perch_gatt_release(core, slot);
  } else {
    s->state = PERCH_SLOT_CLOSING;
    s->gone = true;
    s->reason = status;
    if (operation != NULL) {
      perch_gatt_break_off(operation, status);
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

/// Bytes of a slot's buffer that one DONE can carry after `head` bytes of result.
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
  s->length = whole ? length : (uint16_t)room;
  s->next = (!whole || length + 1 >= s->mtu) && operation->offset + s->length < VALUE_LONGEST;
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
    // The value is exactly as long as one answer. Core Specification, Vol 3, Part F, 3.4.4.5.
    status = PERCH_OK;
    s->length = 0;
    s->next = 0;
  }
  if (status == PERCH_OK) {
    perch_operation_end(operation, status, PERCH_EFFECT_DONE);
  } else if (status >> 8 == PERCH_ATT(0) >> 8 || status == PERCH_NO_BUFFERS) {
    perch_operation_end(operation, status, PERCH_EFFECT_NONE);
  } else {
    perch_gatt_break_off(operation, status);  // the peer may have got it
  }
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
  perch_put32(&head, core->hal->clock_ms(core->hal->context));
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
    const bool can_wait = fits && length <= sizeof s->held_value;
    // One that is held gets the next confirmation, which names none.
    if (queued || (!can_wait && !s->held)) {
      core->hal->confirm(core->hal->context, slot);
    }
    if (!queued && can_wait && !s->held) {
      s->held = true;
      s->held_handle = handle;
      s->held_time = core->hal->clock_ms(core->hal->context);
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
