#include <string.h>

#include "perch_internal.h"

#define UNACKNOWLEDGED_MAX 16  // SPEC.md 7.1
#define RECORD_HEAD 4          // payload length u16, code u16

void perch_stream_a_clear(perch_core_t *core) {
  perch_stream_a_t *events = &core->events;
  perch_ring_init(&events->ring, core->buffers.events, sizeof core->buffers.events);
  events->oldest = 0;
  events->kept = 0;
  events->sent = 0;
  events->cursor = 0;
  events->cursor_offset = 0;
}

bool perch_stream_a_put(perch_core_t *core, uint16_t code, const void *head, size_t head_length, const void *body, size_t body_length) {
  perch_stream_a_t *events = &core->events;
  if (!core->session.live) {
    return true;
  }
  const size_t length = head_length + body_length;
  if (RECORD_HEAD + length > perch_ring_room(&events->ring)) {
    return false;
  }
  uint8_t record[RECORD_HEAD];
  perch_set16(record, (uint16_t)length);
  perch_set16(record + 2, code);
  perch_ring_append(&events->ring, record, sizeof record);
  perch_ring_append(&events->ring, head, head_length);
  perch_ring_append(&events->ring, body, body_length);
  events->kept++;
  return true;
}

bool perch_stream_a_put_writer(perch_core_t *core, uint16_t code, const perch_writer_t *head) {
  return perch_stream_a_put(core, code, head->bytes, head->length, NULL, 0);
}

void perch_stream_a_grant(perch_core_t *core, uint16_t next, bool gap) {
  perch_stream_a_t *events = &core->events;
  const uint16_t count = (uint16_t)(next - events->oldest);
  if (count > events->sent) {
    return;
  }
  for (uint16_t i = 0; i < count; i++) {
    uint8_t record[RECORD_HEAD];
    perch_ring_read(&events->ring, 0, record, sizeof record);
    const size_t length = (size_t)RECORD_HEAD + perch_get16(record);
    perch_ring_drop(&events->ring, length);
    if (events->cursor > 0) {
      events->cursor--;
      events->cursor_offset = (uint16_t)(events->cursor_offset - length);
    }
  }
  events->oldest = next;
  events->kept = (uint16_t)(events->kept - count);
  events->sent = (uint16_t)(events->sent - count);
  if (gap) {
    events->cursor = 0;
    events->cursor_offset = 0;
  }
}

bool perch_stream_a_send(perch_core_t *core) {
  perch_stream_a_t *events = &core->events;
  if (!core->session.live || events->cursor >= events->kept || events->cursor >= UNACKNOWLEDGED_MAX) {
    return false;
  }
  uint8_t record[RECORD_HEAD];
  perch_ring_read(&events->ring, events->cursor_offset, record, sizeof record);
  perch_writer_t writer = perch_transmitter_begin(core);
  writer.length = perch_get16(record);
  perch_ring_read(&events->ring, (size_t)events->cursor_offset + RECORD_HEAD, writer.bytes, writer.length);
  perch_transmitter_send(core, PERCH_KIND_EVENT, core->session.number, (uint16_t)(events->oldest + events->cursor), perch_get16(record + 2), &writer);
  events->cursor_offset = (uint16_t)(events->cursor_offset + RECORD_HEAD + writer.length);
  events->cursor++;
  if (events->sent < events->cursor) {
    events->sent = events->cursor;
  }
  return true;
}
