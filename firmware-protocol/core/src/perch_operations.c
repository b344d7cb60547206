#include <string.h>

#include "perch_internal.h"

#define DONE_HEAD 7

perch_operation_t *perch_operation_open(perch_core_t *core, const perch_request_t *request, uint8_t slot) {
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    perch_operation_t *operation = &core->operations[i];
    if (operation->state == PERCH_FREE_OPERATION) {
      memset(operation, 0, sizeof *operation);
      operation->state = PERCH_OPEN;
      operation->id = request->id;
      operation->code = request->code;
      operation->slot = slot;
      operation->limit = core->now + perch_field32(request, 0);
      return operation;
    }
  }
  return NULL;
}

void perch_operation_end(perch_operation_t *operation, perch_status_t status, uint8_t effect) {
  operation->state = PERCH_ENDED;
  operation->status = status;
  operation->effect = effect;
}

static bool is_config(const perch_operation_t *operation) {
  return operation->code >> 8 == PERCH_OP_CONFIG_BEGIN >> 8;
}

void perch_operation_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status) {
#if PERCH_CONFIG_STORE
  if (is_config(operation)) {
    perch_store_expire(core, operation, status);
    return;
  }
#endif
#if PERCH_GATT
  perch_gatt_expire(core, operation, status);
#else
  (void)core, (void)operation, (void)status;  // nothing else is deferred
#endif
}

perch_operation_t *perch_operation_by_id(perch_core_t *core, uint16_t id) {
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    if (core->operations[i].state != PERCH_FREE_OPERATION && core->operations[i].id == id) {
      return &core->operations[i];
    }
  }
  return NULL;
}

void perch_operations_tick(perch_core_t *core) {
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    perch_operation_t *operation = &core->operations[i];
    if ((int32_t)(core->now - operation->limit) < 0) {
      continue;
    }
    if (operation->state == PERCH_OPEN) {
      perch_operation_expire(core, operation, PERCH_DEADLINE);
    } else if (operation->state == PERCH_ENDING) {
      perch_operation_end(operation, operation->status, PERCH_EFFECT_UNKNOWN);
    }
  }
}

uint32_t perch_operations_due(const perch_core_t *core) {
  uint32_t due = UINT32_MAX;
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    const perch_operation_t *operation = &core->operations[i];
    if (operation->state == PERCH_OPEN || operation->state == PERCH_ENDING) {
      const int32_t left = (int32_t)(operation->limit - core->now);
      const uint32_t wait = left > 0 ? (uint32_t)left : 0;
      due = wait < due ? wait : due;
    }
  }
  return due;
}

static void queue_done(perch_core_t *core, perch_operation_t *operation) {
  uint8_t bytes[DONE_HEAD + 16];
  perch_writer_t head = {.bytes = bytes, .limit = sizeof bytes};
  const uint8_t *body = NULL;
  size_t body_length = 0;
  perch_put16(&head, operation->id);
  perch_put16(&head, operation->status);
  perch_put8(&head, operation->effect);
  perch_put16(&head, 0);
  if (operation->status == PERCH_OK) {
#if PERCH_CONFIG_STORE
    if (is_config(operation)) {
      perch_store_result(core, operation, &head);
    }
#endif
#if PERCH_GATT
    if (!is_config(operation) && !perch_gatt_result(core, operation, &head, &body, &body_length)) {
      return;
    }
#endif
  } else if (operation->status >> 8 == PERCH_ATT(0) >> 8 || operation->status == PERCH_INVALID) {
    perch_put32(&head, 0);
    perch_put16(&head, 0);
    perch_put16(&head, operation->code == PERCH_OP_DISCOVER ? 0 : operation->argument);
    if (operation->status == PERCH_INVALID) {
      perch_put16(&head, operation->offset);
    }
  }
  perch_set16(bytes + 5, (uint16_t)(head.length - DONE_HEAD + body_length));
  if (perch_stream_a_put(core, PERCH_EVENT_DONE, bytes, head.length, body, body_length)) {
    operation->state = PERCH_FREE_OPERATION;
  }
}

void perch_queue_events(perch_core_t *core) {
#if PERCH_GATT
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    perch_gatt_queue_before(core, i);
  }
#endif
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    if (core->operations[i].state == PERCH_ENDED) {
      queue_done(core, &core->operations[i]);
    }
  }
#if PERCH_GATT
  for (uint8_t i = 0; i < PERCH_SLOTS; i++) {
    perch_gatt_queue_after(core, i);
  }
#endif
  perch_scan_queue_events(core);
#if PERCH_CONFIG_STORE
  perch_store_queue_events(core);
#endif
}
