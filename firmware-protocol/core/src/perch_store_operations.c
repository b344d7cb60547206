// Flash work of the config store's deferred operations, one piece at each poll.

#include "perch_internal.h"

#if PERCH_CONFIG_STORE

#define HASH_STEP 1024u  // bytes a poll: 10 ms on a Cortex-M0 at 16 MHz

perch_operation_t *perch_store_operation(perch_core_t *core) {
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    perch_operation_t *operation = &core->operations[i];
    if (operation->state != PERCH_FREE_OPERATION && operation->code >> 8 == PERCH_OP_CONFIG_BEGIN >> 8) {
      return operation;
    }
  }
  return NULL;
}

static void end(perch_core_t *core, perch_operation_t *operation, perch_status_t status, uint8_t effect) {
  core->store.phase = PERCH_STORE_IDLE;
  perch_operation_end(operation, status, effect);
}

static void fail(perch_core_t *core, perch_operation_t *operation, perch_status_t status) {
  perch_store_spoil(core);
  end(core, operation, status, PERCH_EFFECT_UNKNOWN);
}

bool perch_store_break_off(perch_core_t *core) {
  perch_store_t *store = &core->store;
  const uint8_t phase = store->phase;
  store->phase = PERCH_STORE_IDLE;
  if (phase == PERCH_STORE_ERASE_DATA) {
    perch_store_spoil(core);
    return true;
  }
  if (phase == PERCH_STORE_ERASE_HEADER) {
    // Nothing has been touched: what was staging still is.
    if (store->areas[store->staging].state != PERCH_AREA_STAGED) {
      store->staging = PERCH_FACTORY;
    }
    store->transfer = 0;
  }
  return false;
}

void perch_store_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status) {
  perch_operation_end(operation, status, perch_store_break_off(core) ? PERCH_EFFECT_UNKNOWN : PERCH_EFFECT_NONE);
}

static bool erase(perch_core_t *core, uint8_t area, uint32_t unit) {
  return core->hal->flash_erase(core->hal->context, area, unit);
}

static uint32_t units(uint32_t length) {
  return (length + PERCH_FLASH_UNIT - 1) / PERCH_FLASH_UNIT;
}

static void step_erase_header(perch_core_t *core, perch_operation_t *operation) {
  perch_store_t *store = &core->store;
  perch_area_t *area = &store->areas[store->staging];
  area->state = PERCH_AREA_EMPTY;
  store->resumable = false;
  store->next = 0;
  if (!erase(core, store->staging, 0) || !perch_flash_write_header(core, store->staging, store->length, store->digest, store->base)) {
    fail(core, operation, PERCH_FLASH);
    return;
  }
  area->state = PERCH_AREA_STAGED;
  area->length = store->length;
  area->sequence = 0;
  store->phase = PERCH_STORE_ERASE_DATA;
}

static void step_erase_data(perch_core_t *core, perch_operation_t *operation) {
  perch_store_t *store = &core->store;
  if (store->unit < units(store->length)) {
    if (!erase(core, store->staging, 1u + store->unit)) {
      fail(core, operation, PERCH_FLASH);
    }
    store->unit++;
    return;
  }
  store->resumable = true;
  end(core, operation, PERCH_OK, PERCH_EFFECT_DONE);
}

static void step_hash(perch_core_t *core, perch_operation_t *operation) {
  perch_store_t *store = &core->store;
  uint8_t digest[32];
  if (!perch_store_hash_on(core, store->staging, &store->sha, HASH_STEP, digest)) {
    return;
  }
  if (!perch_store_states(core, store->staging, digest)) {
    erase(core, store->staging, 0);
    perch_store_spoil(core);
    end(core, operation, PERCH_DIGEST, PERCH_EFFECT_NONE);
    return;
  }
  uint32_t position = 0;
  if (core->hal->config_validate != NULL && !core->hal->config_validate(core->hal->context, store->staging, perch_store_length(core, store->staging), &position)) {
    operation->argument = (uint16_t)position;
    operation->offset = (uint16_t)(position >> 16);
    end(core, operation, PERCH_INVALID, PERCH_EFFECT_NONE);
    return;
  }
  const uint8_t area = store->staging;
  store->staging = PERCH_FACTORY;
  store->resumable = false;
  store->transfer = 0;
  end(core, operation, PERCH_OK, PERCH_EFFECT_DONE);
  perch_store_activate(core, area, 1);
}

/// Writes a header of length 0 to a free area, since a mark there withdraws the config saved
/// elsewhere.
static uint8_t write_nothing(perch_core_t *core) {
  perch_store_t *store = &core->store;
  static const uint8_t none[32];
  const uint8_t area = store->saved == 0 ? 1 : 0;
  perch_store_spoil(core);
  store->areas[area].state = PERCH_AREA_EMPTY;
  if (!erase(core, area, 0) || !perch_flash_write_header(core, area, 0, none, none)) {
    return PERCH_FACTORY;
  }
  store->areas[area].length = 0;
  return area;
}

static void step_save(perch_core_t *core, perch_operation_t *operation) {
  perch_store_t *store = &core->store;
  uint8_t area = store->active;
  if (area == PERCH_FACTORY) {
    area = write_nothing(core);
  }
  uint32_t sequence = 0;
  for (uint8_t i = 0; i < PERCH_CONFIG_AREAS; i++) {
    if (store->areas[i].sequence > sequence) {
      sequence = store->areas[i].sequence;
    }
  }
  sequence++;
  if (area == PERCH_FACTORY || !perch_flash_mark_saved(core, area, sequence)) {
    end(core, operation, PERCH_FLASH, PERCH_EFFECT_UNKNOWN);
    return;
  }
  store->areas[area].state = PERCH_AREA_MARKED;
  store->areas[area].sequence = sequence;
  store->saved = area;
  store->changed_by = 2;
  end(core, operation, PERCH_OK, PERCH_EFFECT_DONE);
}

bool perch_store_step(perch_core_t *core) {
  perch_store_t *store = &core->store;
  perch_operation_t *operation = perch_store_operation(core);
  if (operation == NULL || operation->state != PERCH_OPEN || !store->accepted_left) {
    return false;
  }
  switch (store->phase) {
    case PERCH_STORE_ERASE_HEADER:
      step_erase_header(core, operation);
      break;
    case PERCH_STORE_ERASE_DATA:
      step_erase_data(core, operation);
      break;
    case PERCH_STORE_HASH:
      step_hash(core, operation);
      break;
    case PERCH_STORE_SAVE:
      step_save(core, operation);
      break;
    default:
      end(core, operation, PERCH_OK, PERCH_EFFECT_DONE);
      break;
  }
  return true;
}

void perch_store_result(const perch_core_t *core, const perch_operation_t *operation, perch_writer_t *head) {
  const perch_store_t *store = &core->store;
  if (operation->code == PERCH_OP_CONFIG_BEGIN) {
    perch_put16(head, store->transfer);
    perch_put32(head, perch_store_next(core));
    perch_put16(head, (uint16_t)((core->session.payload_in - 8) / 16 * 16));
  } else if (operation->code == PERCH_OP_CONFIG_SAVE) {
    perch_put32(head, store->saved == PERCH_FACTORY ? 0 : store->areas[store->saved].sequence);
  }
}

#endif
