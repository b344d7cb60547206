#include <string.h>

#include "perch_internal.h"

#if PERCH_CONFIG_STORE

#define BY_LOAD 3
#define BY_RESET 4
#define GRANULE 16

static perch_status_t open(perch_core_t *core, perch_request_t *request, uint8_t phase) {
  if (perch_store_operation(core) != NULL || perch_operation_open(core, request, PERCH_NO_SLOT) == NULL) {
    return perch_refuse_busy(request);
  }
  core->store.phase = phase;
  core->store.accepted_left = false;
  return PERCH_ACCEPTED;
}

static perch_status_t check_base(perch_core_t *core, perch_request_t *request, const uint8_t base[8]) {
  static const uint8_t any[8];
  const uint8_t *active = core->store.active_digest;
  if (memcmp(base, any, sizeof any) == 0 || memcmp(base, active, sizeof any) == 0) {
    return PERCH_OK;
  }
  memcpy(request->detail, active, sizeof any);
  request->detail_length = sizeof any;
  return PERCH_CONFLICT;
}

perch_status_t perch_do_config_begin(perch_core_t *core, perch_request_t *request) {
  perch_store_t *store = &core->store;
  const uint32_t length = perch_field32(request, 4);
  const uint8_t *digest = request->payload + 8;
  const uint8_t *base = request->payload + 40;
  if (length == 0) {
    return perch_refuse_field(request, 4);
  }
  if (length > PERCH_CONFIG_LIMIT) {
    return perch_refuse32(request, PERCH_TOO_LARGE, PERCH_CONFIG_LIMIT);
  }
  if (memcmp(digest, store->active_digest, 32) == 0) {
    return PERCH_UNCHANGED;
  }
  const perch_status_t refusal = check_base(core, request, base);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  bool same;
  const uint8_t area = perch_store_free_area(core, length, digest, &same);
  if (area == PERCH_FACTORY) {
    return PERCH_UNSAVED;
  }
  const perch_status_t status = open(core, request, PERCH_STORE_ERASE_HEADER);
  if (status != PERCH_ACCEPTED) {
    return status;
  }
  const bool resumable = store->resumable && area == store->staging;
  store->staging = area;
  store->resumable = resumable;
  store->unit = 0;
  if (same && resumable) {
    store->phase = PERCH_STORE_NOTHING;
  } else if (same) {
    // After a reset: what lies behind the last unit that is marked may be half written, or never have been erased.
    store->unit = (uint8_t)perch_flash_units_complete(core, area, length);
    store->next = perch_store_next(core);
    store->phase = PERCH_STORE_ERASE_DATA;
  }
  store->transfer = ++store->transfers;
  store->length = length;
  memcpy(store->digest, digest, 32);
  memcpy(store->base, base, 8);
  return PERCH_ACCEPTED;
}

/// Programs a chunk and marks each unit that it completes.
static bool program(perch_core_t *core, const uint8_t *bytes, uint32_t length) {
  perch_store_t *store = &core->store;
  while (length > 0) {
    const uint32_t left = PERCH_FLASH_UNIT - store->next % PERCH_FLASH_UNIT;
    const uint32_t run = length < left ? length : left;
    if (!perch_flash_program(core, store->staging, store->next, bytes, run)) {
      return false;
    }
    const uint32_t unit = store->next / PERCH_FLASH_UNIT;
    store->next += run;
    if ((run == left || store->next == store->length) && !perch_flash_mark_unit(core, store->staging, unit)) {
      return false;
    }
    bytes += run;
    length -= run;
  }
  return true;
}

perch_status_t perch_do_config_data(perch_core_t *core, perch_request_t *request) {
  perch_store_t *store = &core->store;
  const uint16_t length = perch_field16(request, 6);
  if (request->length - 8 < length) {
    return PERCH_MALFORMED;
  }
  if (store->transfer == 0 || perch_field16(request, 0) != store->transfer) {
    return PERCH_WRONG_TRANSFER;
  }
  if (perch_store_operation(core) != NULL) {
    return perch_refuse_busy(request);
  }
  if (perch_field32(request, 2) != store->next) {
    return perch_refuse32(request, PERCH_OFFSET, store->next);
  }
  const uint32_t left = store->length - store->next;
  if (length == 0 || length > left || (length < left && length % GRANULE != 0)) {
    return perch_refuse_field(request, 6);
  }
  if (!program(core, request->payload + 8, length)) {
    perch_store_spoil(core);
    return PERCH_FLASH;
  }
  perch_put32(&request->answer, store->next);
  return PERCH_OK;
}

perch_status_t perch_do_config_commit(perch_core_t *core, perch_request_t *request) {
  perch_store_t *store = &core->store;
  if (memcmp(request->payload + 8, store->active_digest, 8) == 0) {
    return open(core, request, PERCH_STORE_NOTHING);
  }
  if (store->transfer == 0 || perch_field16(request, 4) != store->transfer) {
    return PERCH_WRONG_TRANSFER;
  }
  if (memcmp(request->payload + 8, store->digest, 8) != 0) {
    return perch_refuse_field(request, 8);
  }
  if (store->next < store->length) {
    return perch_refuse32(request, PERCH_INCOMPLETE, store->next);
  }
  const perch_status_t refusal = check_base(core, request, store->base);
  if (refusal != PERCH_OK) {
    return refusal;
  }
  const perch_status_t status = open(core, request, PERCH_STORE_HASH);
  if (status == PERCH_ACCEPTED) {
    perch_sha256_init(&store->sha);
  }
  return status;
}

perch_status_t perch_do_config_save(perch_core_t *core, perch_request_t *request) {
  const bool saved = core->store.active == perch_store_saved(core);
  return open(core, request, saved ? PERCH_STORE_NOTHING : PERCH_STORE_SAVE);
}

perch_status_t perch_do_config_load(perch_core_t *core, perch_request_t *request) {
  const uint8_t saved = perch_store_saved(core);
  if (saved == PERCH_FACTORY) {
    return PERCH_NOTHING_SAVED;
  }
  if (perch_store_operation(core) != NULL) {
    return perch_refuse_busy(request);
  }
  perch_store_activate(core, saved, BY_LOAD);
  return PERCH_OK;
}

perch_status_t perch_do_config_reset(perch_core_t *core, perch_request_t *request) {
  if (perch_store_operation(core) != NULL) {
    return perch_refuse_busy(request);
  }
  perch_store_activate(core, PERCH_FACTORY, BY_RESET);
  return PERCH_OK;
}

static void put_config(const perch_core_t *core, perch_writer_t *answer, bool present, uint8_t area) {
  uint8_t digest[32];
  memset(digest, 0, sizeof digest);
  if (present) {
    perch_store_digest(core, area, digest);
  }
  perch_put32(answer, present ? perch_store_length(core, area) : 0);
  perch_put(answer, digest, sizeof digest);
}

perch_status_t perch_do_config_stat(perch_core_t *core, perch_request_t *request) {
  perch_writer_t *answer = &request->answer;
  const uint8_t saved = perch_store_saved(core);
  const uint8_t staged = perch_store_staged(core);
  perch_put8(answer, perch_store_flags(core));
  perch_put8(answer, 0);
  put_config(core, answer, true, core->store.active);
  put_config(core, answer, saved != PERCH_FACTORY, saved);
  put_config(core, answer, staged != PERCH_FACTORY, staged);
  perch_put32(answer, perch_store_next(core));
  return PERCH_OK;
}

perch_status_t perch_do_config_read(perch_core_t *core, perch_request_t *request) {
  perch_writer_t *answer = &request->answer;
  const uint8_t which = request->payload[0];
  const uint32_t offset = perch_field32(request, 2);
  uint32_t length = perch_field16(request, 6);
  const uint8_t area = which == 0 ? core->store.active : perch_store_saved(core);
  if (which > 1) {
    return perch_refuse_field(request, 0);
  }
  if (length == 0) {
    return perch_refuse_field(request, 6);
  }
  if (which == 1 && area == PERCH_FACTORY) {
    return PERCH_NOTHING_SAVED;
  }
  const uint32_t whole = perch_store_length(core, area);
  const uint32_t left = offset < whole ? whole - offset : 0;
  const uint32_t room = (uint32_t)(answer->limit - answer->length) - 6;
  length = length < left ? length : left;
  length = length < room ? length : room;
  perch_put32(answer, whole);
  perch_put16(answer, (uint16_t)length);
  perch_store_read(core, area, offset, answer->bytes + answer->length, length);
  answer->length = (uint16_t)(answer->length + length);
  return PERCH_OK;
}

#endif
