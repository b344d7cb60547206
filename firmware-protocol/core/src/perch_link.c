#include <string.h>

#include "perch_internal.h"

#define REBOOT_MAGIC 0x21544252u
#define IDENTIFY_MAX 60000u
#define TEXT_MAX 32

static void put_stream_a(const perch_core_t *core, perch_writer_t *answer) {
  perch_put16(answer, core->events.oldest);
  perch_put16(answer, (uint16_t)(core->events.oldest + core->events.kept));
}

static void put_stream_b(const perch_core_t *core, perch_writer_t *answer) {
  perch_put32(answer, perch_queue_oldest(&core->adverts));
#if PERCH_WIFI
  perch_put32(answer, perch_queue_oldest(&core->sightings));
#else
  perch_put32(answer, 0);
#endif
}

perch_status_t perch_do_ping(perch_core_t *core, perch_request_t *request) {
  perch_writer_t *answer = &request->answer;
  perch_put32(answer, core->boot_id);
  perch_put32(answer, core->now);
  put_stream_a(core, answer);
  put_stream_b(core, answer);
  return PERCH_OK;
}

static size_t text_length(const char *text, size_t limit) {
  size_t length = 0;
  while (text != NULL && length < limit && text[length] != 0) {
    length++;
  }
  return length;
}

perch_status_t perch_do_info(perch_core_t *core, perch_request_t *request) {
  const perch_identity_t *identity = core->identity;
  const char *const texts[4] = {identity->firmware, identity->version, identity->build, identity->hardware};
  perch_writer_t *answer = &request->answer;
  const bool store = (core->features & PERCH_FEATURE_CONFIG_STORE) != 0;
  perch_put32(answer, store ? PERCH_CONFIG_LIMIT : 0);
  perch_put32(answer, store ? PERCH_FLASH_UNIT : 0);
  perch_put16(answer, PERCH_STREAM_A_BYTES);
  perch_put16(answer, PERCH_ADVERT_QUEUE_BYTES);
  size_t limit = (size_t)(answer->limit - answer->length - 4 * 2) / 4;
  if (limit > TEXT_MAX) {
    limit = TEXT_MAX;
  }
  for (unsigned i = 0; i < 4; i++) {
    perch_put_blob(answer, texts[i], text_length(texts[i], limit));
  }
  return PERCH_OK;
}

static uint8_t operations_open(const perch_core_t *core) {
  uint8_t open = 0;
  for (unsigned i = 0; i < PERCH_OPERATIONS; i++) {
    open = (uint8_t)(open + (core->operations[i].state != PERCH_FREE_OPERATION));
  }
  return open;
}

#if PERCH_GATT
static void put_slots(perch_core_t *core, perch_writer_t *answer) {
  perch_writer_t count = *answer;
  perch_put16(answer, 0);
  uint16_t bytes = 0;
  for (uint8_t i = 0; i < PERCH_SLOTS && answer->limit - answer->length >= 16; i++) {
    const perch_slot_t *slot = perch_slot(core, i);
    if (slot->state == PERCH_SLOT_FREE) {
      continue;
    }
    perch_put8(answer, i);
    perch_put8(answer, slot->generation);
    perch_put8(answer, slot->state);
    perch_put8(answer, slot->address_type);
    perch_put(answer, slot->address, sizeof slot->address);
    perch_put16(answer, slot->mtu);
    perch_put32(answer, slot->lost);
    bytes = (uint16_t)(bytes + 16);
  }
  perch_put16(&count, bytes);
}
#endif

perch_status_t perch_do_get_state(perch_core_t *core, perch_request_t *request) {
  perch_writer_t *answer = &request->answer;
  const perch_counters_t *counters = &core->counters;
  // Events that wait for the ring are queued first, so that the snapshot includes no more than the
  // events before its counter.
  perch_queue_events(core);
  perch_put32(answer, core->now);
  put_stream_a(core, answer);
  put_stream_b(core, answer);
  perch_put8(answer, core->scan.bluetooth.state);
  perch_put8(answer, core->scan.wifi.state);
  perch_put16(answer, core->scan.bluetooth.state == PERCH_SCAN_FAILED ? core->scan.bluetooth.status : core->scan.wifi.status);
#if PERCH_CONFIG_STORE
  perch_put8(answer, (core->features & PERCH_FEATURE_CONFIG_STORE) ? perch_store_flags(core) : 0);
#else
  perch_put8(answer, 0);
#endif
  perch_put8(answer, operations_open(core));
  const uint32_t values[9] = {
      counters->received, counters->malformed, counters->crc, counters->overflow + core->receiver.overflowed,
      counters->dropped, counters->sent, counters->coalesced, core->adverts.dropped, core->log.dropped,
  };
  perch_put16(answer, sizeof values);
  for (unsigned i = 0; i < 9; i++) {
    perch_put32(answer, values[i]);
  }
#if PERCH_GATT
  put_slots(core, answer);
#else
  perch_put16(answer, 0);
#endif
  return PERCH_OK;
}

perch_status_t perch_do_cancel(perch_core_t *core, perch_request_t *request) {
  perch_operation_t *operation = perch_operation_by_id(core, perch_field16(request, 0));
  if (operation == NULL) {
    return PERCH_NOT_FOUND;
  }
  if (operation->state == PERCH_OPEN) {
    perch_operation_expire(core, operation, PERCH_CANCELLED);
  }
  return PERCH_OK;
}

perch_status_t perch_do_identify(perch_core_t *core, perch_request_t *request) {
  const uint16_t duration = perch_field16(request, 0);
  if (duration > IDENTIFY_MAX) {
    return perch_refuse_field(request, 0);
  }
  core->identifying = true;
  core->identify_until = core->now + duration;
  return PERCH_OK;
}

perch_status_t perch_do_reboot(perch_core_t *core, perch_request_t *request) {
  const uint8_t mode = request->payload[8];
  if (perch_field32(request, 0) != REBOOT_MAGIC) {
    return perch_refuse_field(request, 0);
  }
  if (perch_field32(request, 4) != core->boot_id) {
    return perch_refuse_field(request, 4);
  }
  if (mode > 1) {
    return perch_refuse_field(request, 8);
  }
  if (mode == 1 && (core->features & PERCH_FEATURE_BOOTLOADER) == 0) {
    return PERCH_UNSUPPORTED;
  }
  core->reboot = true;
  core->bootloader = mode == 1;
  return PERCH_OK;
}
