#include <string.h>

#include "perch_internal.h"

void perch_receiver_init(perch_core_t *core) {
  perch_decoder_init(&core->receiver.decoder, core->buffers.frame, sizeof core->buffers.frame);
}

static uint16_t after(uint16_t index) {
  return (uint16_t)(index + 1 == PERCH_RX_BYTES + 1 ? 0 : index + 1);
}

// A stretch becomes visible to the reader with its closing zero. So a stretch that does not fit is
// removed as a whole and counted once, and the stretches before it are unaffected.
void perch_receive(perch_core_t *core, const uint8_t *bytes, size_t length) {
  perch_receiver_t *receiver = &core->receiver;
  for (size_t i = 0; i < length; i++) {
    const uint8_t byte = bytes[i];
    const bool empty = receiver->write == receiver->head && !receiver->discarding;
    if (byte == 0 && empty) {
      continue;
    }
    if (!receiver->discarding && after(receiver->write) == receiver->tail) {
      receiver->discarding = true;
      receiver->write = receiver->head;
    }
    if (receiver->discarding) {
      if (byte == 0) {
        receiver->discarding = false;
        receiver->overflowed = receiver->overflowed + 1;
      }
      continue;
    }
    core->buffers.received[receiver->write] = byte;
    receiver->write = after(receiver->write);
    if (byte == 0) {
      PERCH_BARRIER();
      receiver->head = receiver->write;
    }
  }
}

static void take_frame(perch_core_t *core, const uint8_t *frame, size_t length) {
  const perch_header_t header = perch_frame_header(frame);
  const size_t payload_length = length - PERCH_HEADER_BYTES - PERCH_CRC_BYTES;
  const uint8_t *payload = frame + PERCH_HEADER_BYTES;
  core->counters.received++;

  const bool request = header.kind == PERCH_KIND_REQUEST;
  // Their layouts are the same under every major version.
  const bool timeless = request && (header.code == PERCH_OP_HELLO || header.code == PERCH_OP_REBOOT);
  if (header.major != PERCH_MAJOR && !timeless) {
    core->counters.dropped++;
    return;
  }
  const bool ours = core->session.live && header.session == core->session.number;
  if (request) {
    if (header.code != PERCH_OP_HELLO) {
      if (ours) {
        core->session.heard = core->now;
      }
      perch_requests_execute(core, &header, frame, length);
    } else if ((header.flags & 0xF0) != 0) {
      core->counters.dropped++;
    } else {
      perch_session_hello(core, &header, payload, payload_length);
    }
    return;
  }
  if (header.kind != PERCH_KIND_GRANT || (header.flags & 0xF0) != 0 || !ours || payload_length < 3) {
    core->counters.dropped++;
    return;
  }
  core->session.heard = core->now;
  perch_stream_a_grant(core, perch_get16(payload), payload[2] == 1);
}

bool perch_receiver_step(perch_core_t *core) {
  perch_receiver_t *receiver = &core->receiver;
  const uint16_t head = receiver->head;
  const uint16_t tail = receiver->tail;
  if (tail == head) {
    return false;
  }
  PERCH_BARRIER();
  const size_t run = (size_t)(head > tail ? head : PERCH_RX_BYTES + 1) - tail;
  size_t used;
  const perch_stretch_t stretch = perch_decoder_next(&receiver->decoder, core->buffers.received + tail, run, &used);
  const size_t at = tail + used;
  PERCH_BARRIER();
  receiver->tail = (uint16_t)(at == PERCH_RX_BYTES + 1 ? 0 : at);
  switch (stretch) {
    case PERCH_STRETCH_NONE:
      break;
    case PERCH_STRETCH_FRAME:
      take_frame(core, core->buffers.frame, receiver->decoder.length);
      break;
    case PERCH_STRETCH_OVERFLOW:
      core->counters.overflow++;
      break;
    case PERCH_STRETCH_MALFORMED:
    case PERCH_STRETCH_SHORT:
      core->counters.malformed++;
      break;
    case PERCH_STRETCH_CRC:
      core->counters.crc++;
      break;
  }
  return true;
}
