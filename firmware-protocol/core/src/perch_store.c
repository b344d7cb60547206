#include <string.h>

#include "perch_internal.h"

#if PERCH_CONFIG_STORE

#define HASH_STEP 1024u  // bytes a poll: 10 ms on a Cortex-M0 at 16 MHz
#define BLOCK 64u

static bool has_store(const perch_core_t *core) {
  return (core->features & PERCH_FEATURE_CONFIG_STORE) != 0;
}

// MARK: Reading a config

uint32_t perch_store_length(const perch_core_t *core, uint8_t area) {
  return area == PERCH_FACTORY ? core->identity->factory_config_length : core->store.areas[area].length;
}

void perch_store_read(const perch_core_t *core, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  if (length == 0) {
    return;
  }
  if (area == PERCH_FACTORY) {
    memcpy(bytes, core->identity->factory_config + offset, length);
  } else {
    core->hal->flash_read(core->hal->context, area, PERCH_FLASH_UNIT + offset, bytes, length);
  }
}

/// Hashes up to `limit` more bytes, whole blocks but at the end. \returns whether `digest` has been set.
static bool hash_on(const perch_core_t *core, uint8_t area, perch_sha256_t *sha, uint32_t limit, uint8_t digest[32]) {
  const uint32_t length = perch_store_length(core, area);
  uint8_t block[BLOCK];
  for (; limit >= BLOCK; limit -= BLOCK) {
    const uint32_t left = length - sha->length;
    const uint32_t run = left < BLOCK ? left : BLOCK;
    perch_store_read(core, area, sha->length, block, run);
    if (run < BLOCK) {
      perch_sha256_finish(sha, block, run, digest);
      return true;
    }
    perch_sha256_blocks(sha, block, 1);
  }
  return false;
}

static void hash_all(perch_core_t *core, uint8_t area, uint8_t digest[32]) {
  perch_sha256_t *sha = &core->store.sha;
  perch_sha256_init(sha);
  while (!hash_on(core, area, sha, UINT32_MAX, digest)) {
  }
}

void perch_store_digest(const perch_core_t *core, uint8_t area, uint8_t digest[32]) {
  if (area != PERCH_FACTORY && area != core->store.active) {
    perch_flash_digest(core, area, digest);
  } else {
    memcpy(digest, core->store.active_digest, 32);
  }
}

uint32_t perch_config_length(const perch_core_t *core) {
  return has_store(core) ? perch_store_length(core, core->store.active) : core->identity->factory_config_length;
}

uint32_t perch_config_read(const perch_core_t *core, uint32_t offset, uint8_t *bytes, uint32_t length) {
  const uint32_t whole = perch_config_length(core);
  if (offset >= whole) {
    return 0;
  }
  if (length > whole - offset) {
    length = whole - offset;
  }
  perch_store_read(core, has_store(core) ? core->store.active : PERCH_FACTORY, offset, bytes, length);
  return length;
}

// MARK: State

/// Whether an area's header states this digest.
static bool states(const perch_core_t *core, uint8_t area, const uint8_t digest[32]) {
  uint8_t stated[32];
  perch_flash_digest(core, area, stated);
  return memcmp(stated, digest, sizeof stated) == 0;
}

static bool verify(perch_core_t *core, uint8_t area) {
  uint8_t digest[32];
  hash_all(core, area, digest);
  return states(core, area, digest);
}

void perch_store_init(perch_core_t *core) {
  perch_store_t *store = &core->store;
  store->active = PERCH_FACTORY;
  store->saved = PERCH_FACTORY;
  store->staging = PERCH_FACTORY;
  if (!has_store(core)) {
    return;
  }
  for (uint8_t area = 0; area < PERCH_CONFIG_AREAS; area++) {
    perch_area_t *entry = &store->areas[area];
    perch_flash_inspect(core, area);
    if (entry->state == PERCH_AREA_MARKED && entry->length > 0 && !verify(core, area)) {
      entry->state = PERCH_AREA_EMPTY;
    }
    if (entry->state == PERCH_AREA_MARKED && (store->saved == PERCH_FACTORY || entry->sequence > store->areas[store->saved].sequence)) {
      store->saved = area;
    }
  }
  store->active = perch_store_saved(core);
  hash_all(core, store->active, store->active_digest);
}

void perch_store_clear(perch_core_t *core) {
  perch_store_t *store = &core->store;
  // What was being erased is unknown; what was being received stays resumable.
  if (store->phase == PERCH_STORE_ERASE_HEADER || store->phase == PERCH_STORE_ERASE_DATA) {
    perch_store_spoil(core);
  }
  store->phase = PERCH_STORE_IDLE;
  store->transfer = 0;
  store->transfers = 0;
  store->changed_by = 0;
}

uint8_t perch_store_saved(const perch_core_t *core) {
  const uint8_t saved = core->store.saved;
  return saved != PERCH_FACTORY && core->store.areas[saved].length > 0 ? saved : PERCH_FACTORY;
}

void perch_store_spoil(perch_core_t *core) {
  perch_store_t *store = &core->store;
  if (store->staging != PERCH_FACTORY) {
    store->areas[store->staging].state = PERCH_AREA_EMPTY;
  }
  store->staging = PERCH_FACTORY;
  store->transfer = 0;
  store->resumable = false;
}

static bool is_free(const perch_core_t *core, uint8_t area) {
  return area != core->store.active && area != core->store.saved;
}

uint8_t perch_store_free_area(const perch_core_t *core, uint32_t length, const uint8_t digest[32], bool *same) {
  uint8_t found = PERCH_FACTORY;
  *same = false;
  for (uint8_t area = 0; area < PERCH_CONFIG_AREAS; area++) {
    const perch_area_t *entry = &core->store.areas[area];
    if (!is_free(core, area)) {
      continue;
    }
    if (entry->state == PERCH_AREA_STAGED && entry->length == length && states(core, area, digest)) {
      *same = true;
      return area;
    }
    if (found == PERCH_FACTORY || (entry->state == PERCH_AREA_EMPTY && core->store.areas[found].state != PERCH_AREA_EMPTY)) {
      found = area;
    }
  }
  return found;
}

uint8_t perch_store_staged(const perch_core_t *core) {
  const perch_store_t *store = &core->store;
  if (store->staging != PERCH_FACTORY) {
    return store->staging;
  }
  for (uint8_t area = 0; area < PERCH_CONFIG_AREAS; area++) {
    if (is_free(core, area) && store->areas[area].state == PERCH_AREA_STAGED) {
      return area;
    }
  }
  return PERCH_FACTORY;
}

static uint32_t next_of(const perch_core_t *core, uint8_t area) {
  const perch_store_t *store = &core->store;
  if (area == store->staging && store->resumable) {
    return store->next;
  }
  const uint32_t length = store->areas[area].length;
  const uint32_t complete = perch_flash_units_complete(core, area, length) * PERCH_FLASH_UNIT;
  return complete < length ? complete : length;
}

uint32_t perch_store_next(const perch_core_t *core) {
  const uint8_t area = perch_store_staged(core);
  return area == PERCH_FACTORY ? 0 : next_of(core, area);
}

uint8_t perch_store_flags(const perch_core_t *core) {
  const perch_store_t *store = &core->store;
  const uint8_t saved = perch_store_saved(core);
  const uint8_t area = perch_store_staged(core);
  uint8_t flags = 0;
  flags |= (uint8_t)(store->active == PERCH_FACTORY ? 1 : 0);
  flags |= (uint8_t)(saved != PERCH_FACTORY ? 2 : 0);
  flags |= (uint8_t)(store->active == saved ? 4 : 0);
  if (area != PERCH_FACTORY) {
    flags |= (uint8_t)(8 | (next_of(core, area) == store->areas[area].length ? 16 : 0));
  }
  return flags;
}

void perch_store_activate(perch_core_t *core, uint8_t area, uint8_t by) {
  perch_store_t *store = &core->store;
  const bool other = area != store->active;
  store->active = area;
  store->changed_by = by;
  if (area == PERCH_FACTORY) {
    hash_all(core, area, store->active_digest);
  } else {
    perch_flash_digest(core, area, store->active_digest);
  }
  if (other && core->hal->config_changed != NULL) {
    core->hal->config_changed(core->hal->context);
  }
}

void perch_store_queue_events(perch_core_t *core) {
  perch_store_t *store = &core->store;
  if (store->changed_by == 0) {
    return;
  }
  uint8_t event[18];
  uint8_t digest[32];
  memset(event, 0, sizeof event);
  event[0] = store->changed_by;
  event[1] = perch_store_flags(core);
  memcpy(event + 2, store->active_digest, 8);
  if (perch_store_saved(core) != PERCH_FACTORY) {
    perch_store_digest(core, perch_store_saved(core), digest);
    memcpy(event + 10, digest, 8);
  }
  if (perch_stream_a_put(core, PERCH_EVENT_CONFIG_CHANGED, event, sizeof event, NULL, 0)) {
    store->changed_by = 0;
  }
}

// MARK: Deferred operations

perch_operation_t *perch_store_operation(perch_core_t *core) {
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    perch_operation_t *operation = &core->operations[i];
    if (operation->state == PERCH_OPEN && operation->code >> 8 == PERCH_OP_CONFIG_BEGIN >> 8) {
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

void perch_store_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status) {
  perch_store_t *store = &core->store;
  if (store->phase == PERCH_STORE_ERASE_DATA) {
    fail(core, operation, status);
    return;
  }
  if (store->phase == PERCH_STORE_ERASE_HEADER) {
    store->staging = PERCH_FACTORY;  // nothing has been touched
    store->transfer = 0;
  }
  end(core, operation, status, PERCH_EFFECT_NONE);
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
  if (!hash_on(core, store->staging, &store->sha, HASH_STEP, digest)) {
    return;
  }
  if (!states(core, store->staging, digest)) {
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

/// Writes a header of length 0 to an area that is free, since a mark there withdraws what is saved elsewhere.
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
  if (operation == NULL || !store->accepted_left) {
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

#else

uint32_t perch_config_length(const perch_core_t *core) {
  return core->identity->factory_config_length;
}

uint32_t perch_config_read(const perch_core_t *core, uint32_t offset, uint8_t *bytes, uint32_t length) {
  const uint32_t whole = core->identity->factory_config_length;
  if (offset >= whole) {
    return 0;
  }
  if (length > whole - offset) {
    length = whole - offset;
  }
  memcpy(bytes, core->identity->factory_config + offset, length);
  return length;
}

#endif
