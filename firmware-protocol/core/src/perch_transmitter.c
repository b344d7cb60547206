#include <string.h>

#include "perch_internal.h"

bool perch_wants_to_write(const perch_core_t *core) {
  return core->transmitter.sent < core->transmitter.length;
}

bool perch_transmitter_flush(perch_core_t *core) {
  perch_transmitter_t *transmitter = &core->transmitter;
  while (transmitter->sent < transmitter->length) {
    const size_t left = (size_t)(transmitter->length - transmitter->sent);
    const size_t taken = core->hal->uart_write(core->hal->context, core->buffers.wire + transmitter->sent, left);
    if (taken == 0) {
      return false;
    }
    transmitter->sent = (uint16_t)(transmitter->sent + (taken < left ? taken : left));
  }
#if PERCH_CONFIG_STORE
  core->store.accepted_left = true;
#endif
  return true;
}

perch_writer_t perch_transmitter_begin(perch_core_t *core) {
  const perch_writer_t writer = {
      .bytes = core->buffers.wire + PERCH_FRAME_OFFSET + PERCH_HEADER_BYTES,
      .limit = core->session.live ? core->session.payload_out : 64,
  };
  return writer;
}

void perch_transmitter_send(perch_core_t *core, uint8_t kind, uint16_t session, uint16_t id, uint16_t code, const perch_writer_t *payload) {
  const perch_header_t header = {.major = PERCH_MAJOR, .kind = kind, .session = session, .id = id, .code = code};
  core->transmitter.length = (uint16_t)perch_frame_encode(core->buffers.wire, &header, payload->bytes, payload->length);
  core->transmitter.sent = 0;
  core->counters.sent++;
}
