#include <string.h>

#include "perch_internal.h"

#define BATCH_HEAD 9
#define SLOW_LINE 1000000u
#define SLOW_LINE_BATCH 256
#define FIXED 11                     // address 6, bits, RSSI, channel, count u16: as in a batch
#define RECORD_HEAD (4 + FIXED)      // uptime u32 before them
#define ENTRY_HEAD (2 + FIXED)       // ms after base u16 before them

uint16_t perch_batch_limit(const perch_core_t *core) {
  const uint16_t limit = core->session.payload_out;
  const uint32_t rate = core->identity->line_rate;
  return rate != 0 && rate < SLOW_LINE && limit > SLOW_LINE_BATCH ? SLOW_LINE_BATCH : limit;
}

void perch_queue_clear(perch_queue_t *queue, uint8_t *bytes, uint16_t size) {
  perch_ring_init(&queue->ring, bytes, size);
  queue->next = 0;
  queue->count = 0;
}

uint32_t perch_queue_oldest(const perch_queue_t *queue) {
  return queue->next - queue->count;
}

static size_t record_length(const perch_queue_t *queue, size_t offset) {
  uint8_t count[2];
  perch_ring_read(&queue->ring, offset + RECORD_HEAD - 2, count, sizeof count);
  return (size_t)RECORD_HEAD + perch_get16(count);
}

static uint32_t record_time(const perch_queue_t *queue, size_t offset) {
  uint8_t time[4];
  perch_ring_read(&queue->ring, offset, time, sizeof time);
  return perch_get32(time);
}

void perch_queue_put(perch_core_t *core, perch_queue_t *queue, const uint8_t fixed[11], const uint8_t *data, size_t length) {
  uint8_t time[4];
  while (RECORD_HEAD + length > perch_ring_room(&queue->ring)) {
    perch_ring_drop(&queue->ring, record_length(queue, 0));
    queue->count--;
    queue->dropped++;
  }
  perch_set32(time, core->now);
  perch_ring_append(&queue->ring, time, sizeof time);
  perch_ring_append(&queue->ring, fixed, FIXED);
  perch_ring_append(&queue->ring, data, length);
  queue->next++;
  queue->count++;
}

/// Bytes of all records as entries of a batch.
static size_t entry_bytes(const perch_queue_t *queue) {
  return queue->ring.used - (size_t)queue->count * (RECORD_HEAD - ENTRY_HEAD);
}

/// Whether a batch is full, or the smallest advert would not fit any more.
static bool is_full(const perch_core_t *core, const perch_queue_t *queue) {
  return BATCH_HEAD + entry_bytes(queue) + ENTRY_HEAD > perch_batch_limit(core);
}

static uint32_t due(const perch_core_t *core, const perch_queue_t *queue, bool scanning) {
  if (queue->count == 0) {
    return UINT32_MAX;
  }
  const uint32_t waited = core->now - record_time(queue, 0);
  if (!scanning || waited >= queue->batching || is_full(core, queue)) {
    return 0;
  }
  return queue->batching - waited;
}

static bool send(perch_core_t *core, perch_queue_t *queue, bool scanning, uint16_t code) {
  if (due(core, queue, scanning) != 0) {
    return false;
  }
  perch_writer_t writer = perch_transmitter_begin(core);
  writer.limit = perch_batch_limit(core);
  const uint32_t base = record_time(queue, 0);
  perch_put32(&writer, perch_queue_oldest(queue));
  perch_put32(&writer, base);
  perch_put8(&writer, 0);
  while (queue->count > 0) {
    const uint32_t later = record_time(queue, 0) - base;
    const size_t length = record_length(queue, 0);
    const size_t behind_time = length - 4;
    if (later > UINT16_MAX || writer.length + 2 + behind_time > writer.limit) {
      break;
    }
    perch_put16(&writer, (uint16_t)later);
    perch_ring_read(&queue->ring, 4, writer.bytes + writer.length, behind_time);
    writer.length = (uint16_t)(writer.length + behind_time);
    perch_ring_drop(&queue->ring, length);
    queue->count--;
  }
  perch_transmitter_send(core, PERCH_KIND_EVENT, core->session.number, core->stream_b_counter++, code, &writer);
  return true;
}

static bool is_running(const perch_scan_state_t *scan) {
  return scan->state == PERCH_SCAN_RUNNING;
}

bool perch_stream_b_send(perch_core_t *core) {
  if (!core->session.live) {
    return false;
  }
#if PERCH_WIFI
  if (send(core, &core->sightings, is_running(&core->scan.wifi), PERCH_EVENT_WIFI_BATCH)) {
    return true;
  }
#endif
  return send(core, &core->adverts, is_running(&core->scan.bluetooth), PERCH_EVENT_ADVERT_BATCH);
}

uint32_t perch_stream_b_due(const perch_core_t *core) {
  if (!core->session.live) {
    return UINT32_MAX;
  }
  const uint32_t adverts = due(core, &core->adverts, is_running(&core->scan.bluetooth));
#if PERCH_WIFI
  const uint32_t sightings = due(core, &core->sightings, is_running(&core->scan.wifi));
  return adverts < sightings ? adverts : sightings;
#else
  return adverts;
#endif
}

size_t perch_advert_room(const perch_core_t *core) {
  return perch_ring_room(&core->adverts.ring) / (RECORD_HEAD + 31);
}
