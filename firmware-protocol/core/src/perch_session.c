#include <string.h>

#include "perch_internal.h"

#define SILENCE_MS 30000u  // SPEC.md 4.8
#define PROBE_KEPT 16

static const uint16_t boot_times[3] = {100, 300, 900};

static void clear(perch_core_t *core) {
  perch_requests_clear(core);
  perch_stream_a_clear(core);
  memset(core->operations, 0, sizeof core->operations);
  perch_scan_clear(core);
#if PERCH_DETECTION
  core->detections = 0;
#endif
  core->stream_b_counter = 0;
  core->log.counter = 0;
#if PERCH_CONFIG_STORE
  perch_store_clear(core);
#endif
#if PERCH_GATT
  perch_gatt_clear(core);
#endif
}

static uint16_t payload_limit(uint16_t wanted) {
  return wanted < PERCH_PAYLOAD_MAX ? wanted : PERCH_PAYLOAD_MAX;
}

/// Answers the HELLO whose payload this is; the probe has `probe_length` bytes.
static void reply(perch_core_t *core, const perch_header_t *hello, perch_status_t status, const uint8_t *payload, size_t probe_length) {
  perch_writer_t writer = perch_transmitter_begin(core);
  // A session that is answered again keeps its negotiated limits.
  const uint16_t limit = status == PERCH_OK ? core->session.payload_out : payload_limit(perch_get16(payload + 8));
  writer.limit = 64;
  perch_put16(&writer, status);
  perch_put(&writer, payload, 4);
  perch_put8(&writer, PERCH_MAJOR);
  perch_put8(&writer, PERCH_MINOR);
  perch_put32(&writer, core->boot_id);
  perch_put8(&writer, core->identity->reset_reason);
  perch_put8(&writer, (core->features & PERCH_FEATURE_GATT) ? PERCH_SLOTS : 0);
  perch_put16(&writer, PERCH_INFLIGHT);
  perch_put32(&writer, core->now);
  perch_put(&writer, core->identity->device_id, 8);
  perch_put16(&writer, limit);
  perch_put16(&writer, limit);
  perch_put16(&writer, PERCH_RX_WINDOW);
#if PERCH_GATT
  perch_put16(&writer, perch_gatt_mtu_limit(core, limit));
#else
  perch_put16(&writer, 0);
#endif
  perch_put32(&writer, (uint32_t)core->features);
  perch_put32(&writer, (uint32_t)(core->features >> 32));
  perch_put_blob(&writer, payload + 12, probe_length < PROBE_KEPT ? probe_length : PROBE_KEPT);
  perch_transmitter_send(core, PERCH_KIND_RESPONSE, hello->session, hello->id, PERCH_OP_HELLO, &writer);
}

void perch_session_hello(perch_core_t *core, const perch_header_t *header, const uint8_t *payload, size_t length) {
  perch_session_t *session = &core->session;
  size_t probe_length = 0;
  if (length >= 12) {
    probe_length = perch_get16(payload + 10);
  }
  if (header->session == 0 || length < 12 + probe_length || perch_get16(payload + 8) < 64) {
    core->counters.dropped++;
    return;
  }
  session->boots = sizeof boot_times / sizeof boot_times[0];
  const uint32_t nonce = perch_get32(payload);
  perch_status_t status = PERCH_OK;
  if (header->session == session->number) {
    session->heard = core->now;
    // The number of an ended session counts as in use, so that a host that was silent for long cannot take the next one for its own.
    if (!session->live || nonce != session->nonce) {
      status = PERCH_SESSION_IN_USE;
    }
  } else if (payload[4] > PERCH_MAJOR || payload[5] < PERCH_MAJOR) {
    status = PERCH_VERSION_MISMATCH;
  } else {
    session->live = true;
    session->number = header->session;
    session->nonce = nonce;
    session->heard = core->now;
    session->payload_in = payload_limit(perch_get16(payload + 8));
    session->payload_out = session->payload_in;
    clear(core);
  }
  reply(core, header, status, payload, probe_length);
}

void perch_session_tick(perch_core_t *core) {
  if (core->session.live && core->now - core->session.heard >= SILENCE_MS) {
    core->session.live = false;
    clear(core);
  }
}

bool perch_session_send_boot(perch_core_t *core) {
  uint8_t *boots = &core->session.boots;
  if (*boots >= sizeof boot_times / sizeof boot_times[0] || core->now < boot_times[*boots]) {
    return false;
  }
  ++*boots;
  perch_writer_t writer = perch_transmitter_begin(core);
  perch_put32(&writer, core->boot_id);
  perch_put8(&writer, core->identity->reset_reason);
  perch_put8(&writer, PERCH_MAJOR);
  perch_put8(&writer, PERCH_MINOR);
  perch_put8(&writer, 0);
  perch_put(&writer, core->identity->device_id, 8);
  perch_transmitter_send(core, PERCH_KIND_BOOT, 0, 0, 0, &writer);
  return true;
}

uint32_t perch_session_due(const perch_core_t *core) {
  if (core->session.live) {
    return core->session.heard + SILENCE_MS - core->now;
  }
  if (core->session.boots < sizeof boot_times / sizeof boot_times[0]) {
    const uint32_t time = boot_times[core->session.boots];
    return time > core->now ? time - core->now : 0;
  }
  return UINT32_MAX;
}
