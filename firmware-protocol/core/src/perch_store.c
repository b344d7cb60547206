#include <string.h>

#include "perch_internal.h"

#if PERCH_CONFIG_STORE

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

bool perch_store_hash_on(const perch_core_t *core, uint8_t area, perch_sha256_t *sha, uint32_t limit, uint8_t digest[32]) {
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
  while (!perch_store_hash_on(core, area, sha, UINT32_MAX, digest)) {
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

bool perch_store_states(const perch_core_t *core, uint8_t area, const uint8_t digest[32]) {
  uint8_t stated[32];
  perch_flash_digest(core, area, stated);
  return memcmp(stated, digest, sizeof stated) == 0;
}

static bool verify(perch_core_t *core, uint8_t area) {
  uint8_t digest[32];
  hash_all(core, area, digest);
  return perch_store_states(core, area, digest);
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
  perch_store_break_off(core);  // an interrupted transfer stays resumable
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
    if (entry->state == PERCH_AREA_STAGED && entry->length == length && perch_store_states(core, area, digest)) {
      *same = true;
      return area;
    }
    if (found == PERCH_FACTORY || entry->state == PERCH_AREA_STAGED) {
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
