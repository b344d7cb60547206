#include <string.h>

#include "perch_internal.h"

#if PERCH_GATT

#define GRACE_MS 900u  // DONE comes within the deadline + 1 s (SPEC.md 5.1)

uint16_t perch_gatt_connection(perch_core_t *core, uint8_t slot) {
  return (uint16_t)(slot | perch_slot(core, slot)->generation << 8);
}

uint16_t perch_gatt_mtu_limit(const perch_core_t *core, uint16_t payload) {
  if ((core->features & PERCH_FEATURE_GATT) == 0) {
    return 0;
  }
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

// MARK: Slots

void perch_gatt_release(perch_core_t *core, uint8_t slot) {
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
    // The host of the new session has never been told of it, and is not told of its end.
    slot->announced = false;
    slot->announce = false;
#if PERCH_INDICATION_HOLD
    slot->held = false;
#endif
    if (slot->gone) {
      perch_gatt_release(core, i);
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
    perch_put32(&head, core->hal->clock_ms(core->hal->context));
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
  perch_put32(&head, core->hal->clock_ms(core->hal->context));
  if (perch_stream_a_put_writer(core, PERCH_EVENT_DISCONNECTED, &head)) {
    perch_gatt_release(core, slot);
  }
}

// MARK: Deadlines and cancellation

static bool writes(const perch_operation_t *operation) {
  return operation->code == PERCH_OP_WRITE || operation->code == PERCH_OP_SUBSCRIBE || operation->code == PERCH_OP_EXCHANGE_MTU;
}

void perch_gatt_break_off(perch_operation_t *operation, perch_status_t status) {
  perch_operation_end(operation, status, writes(operation) ? PERCH_EFFECT_UNKNOWN : PERCH_EFFECT_NONE);
}

void perch_gatt_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status) {
  if (operation->code == PERCH_OP_DISCONNECT) {
    // The radio cannot undo it, so CANCEL leaves it its actual outcome.
    if (status == PERCH_DEADLINE && perch_slot(core, operation->slot)->gone) {
      operation->limit = core->now + GRACE_MS;  // it is done, and waits for room in the ring
    } else if (status == PERCH_DEADLINE) {
      operation->slot = PERCH_NO_SLOT;
      perch_operation_end(operation, status, PERCH_EFFECT_UNKNOWN);
    }
  } else if (operation->code != PERCH_OP_CONNECT) {
    perch_gatt_break_off(operation, status);
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

#endif
