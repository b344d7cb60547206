#include <string.h>

#include "perch_internal.h"

#define TEXT_MAX 120
#define RECORD_HEAD 6  // uptime u32, level, count
#define OLD_MS 1000u   // SPEC.md 6.4

void perch_log(perch_core_t *core, uint8_t level, const char *text) {
  perch_log_queue_t *log = &core->log;
  size_t length = 0;
  while (length < TEXT_MAX && text[length] != 0) {
    length++;
  }
  if (RECORD_HEAD + length > perch_ring_room(&log->ring)) {
    log->dropped++;
    log->dropped_since = (uint16_t)(log->dropped_since + (log->dropped_since < UINT16_MAX));
    return;
  }
  uint8_t head[RECORD_HEAD];
  perch_set32(head, core->hal->clock_ms(core->hal->context));
  head[4] = level;
  head[5] = (uint8_t)length;
  perch_ring_append(&log->ring, head, sizeof head);
  perch_ring_append(&log->ring, text, length);
}

bool perch_log_send(perch_core_t *core, bool only_old) {
  perch_log_queue_t *log = &core->log;
  uint8_t head[RECORD_HEAD];
  if (!core->session.live || log->ring.used == 0) {
    return false;
  }
  perch_ring_read(&log->ring, 0, head, sizeof head);
  if (only_old && core->now - perch_get32(head) < OLD_MS) {
    return false;
  }
  perch_writer_t writer = perch_transmitter_begin(core);
  perch_put8(&writer, head[4]);
  perch_put(&writer, head, 4);
  perch_put16(&writer, log->dropped_since);
  size_t length = head[5];
  if (length > (size_t)(writer.limit - writer.length - 2)) {
    length = (size_t)(writer.limit - writer.length - 2);
  }
  perch_put16(&writer, (uint16_t)length);
  perch_ring_read(&log->ring, RECORD_HEAD, writer.bytes + writer.length, length);
  writer.length = (uint16_t)(writer.length + length);
  perch_ring_drop(&log->ring, (size_t)RECORD_HEAD + head[5]);
  log->dropped_since = 0;
  perch_transmitter_send(core, PERCH_KIND_LOG, core->session.number, log->counter++, 0, &writer);
  return true;
}
