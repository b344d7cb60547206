#include <string.h>

#include "perch_internal.h"

#define LARGE 0xFF
#define DEADLINE_MIN 100u     // SPEC.md 5.1
#define DEADLINE_MAX 600000u
#define ERROR_BODY 6  // native i32, retry after u16

typedef struct {
  perch_handler_t handler; ///< NULL: not built in
  uint16_t code;
  uint8_t feature; ///< bit 1...8 of the features; 0 = always available
  uint8_t fixed; ///< bytes of the payload's fixed fields; DEFERRED: the first is a deadline
} operation_row_t;

#define DEFERRED 0x80

#if PERCH_GATT
#define GATT(handler) (handler)
#else
#define GATT(handler) NULL
#endif
#if PERCH_CONFIG_STORE
#define STORE(handler) (handler)
#else
#define STORE(handler) NULL
#endif
#if PERCH_WIFI
#define WIFI(handler) (handler)
#else
#define WIFI(handler) NULL
#endif

static const operation_row_t operations[] = {
    {perch_do_ping, PERCH_OP_PING, 0, 0},
    {perch_do_info, PERCH_OP_INFO, 0, 0},
    {perch_do_get_state, PERCH_OP_GET_STATE, 0, 0},
    {perch_do_cancel, PERCH_OP_CANCEL, 0, 2},
    {perch_do_identify, PERCH_OP_IDENTIFY, PERCH_FEATURE_IDENTIFY >> 1, 2},
    {perch_do_reboot, PERCH_OP_REBOOT, 0, 9},
    {perch_do_scan_start, PERCH_OP_SCAN_START, 0, 14},
    {perch_do_scan_stop, PERCH_OP_SCAN_STOP, 0, 0},
    {WIFI(perch_do_wifi_scan_start), PERCH_OP_WIFI_SCAN_START, PERCH_FEATURE_WIFI_SCAN >> 1, 6},
    {WIFI(perch_do_wifi_scan_stop), PERCH_OP_WIFI_SCAN_STOP, PERCH_FEATURE_WIFI_SCAN >> 1, 0},
    {GATT(perch_do_connect), PERCH_OP_CONNECT, PERCH_FEATURE_GATT >> 1, DEFERRED | 20},
    {GATT(perch_do_disconnect), PERCH_OP_DISCONNECT, PERCH_FEATURE_GATT >> 1, DEFERRED | 6},
    {GATT(perch_do_exchange_mtu), PERCH_OP_EXCHANGE_MTU, PERCH_FEATURE_GATT >> 1, DEFERRED | 8},
    {GATT(perch_do_discover), PERCH_OP_DISCOVER, PERCH_FEATURE_GATT >> 1, DEFERRED | 12},
    {GATT(perch_do_read), PERCH_OP_READ, PERCH_FEATURE_GATT >> 1, DEFERRED | 10},
    {GATT(perch_do_write), PERCH_OP_WRITE, PERCH_FEATURE_GATT >> 1, DEFERRED | 10},
    {GATT(perch_do_write_command), PERCH_OP_WRITE_COMMAND, PERCH_FEATURE_GATT >> 1, 6},
    {GATT(perch_do_subscribe), PERCH_OP_SUBSCRIBE, PERCH_FEATURE_GATT >> 1, DEFERRED | 9},
    {STORE(perch_do_config_begin), PERCH_OP_CONFIG_BEGIN, PERCH_FEATURE_CONFIG_STORE >> 1, DEFERRED | 48},
    {STORE(perch_do_config_data), PERCH_OP_CONFIG_DATA, PERCH_FEATURE_CONFIG_STORE >> 1, 8},
    {STORE(perch_do_config_commit), PERCH_OP_CONFIG_COMMIT, PERCH_FEATURE_CONFIG_STORE >> 1, DEFERRED | 16},
    {STORE(perch_do_config_save), PERCH_OP_CONFIG_SAVE, PERCH_FEATURE_CONFIG_STORE >> 1, DEFERRED | 4},
    {STORE(perch_do_config_load), PERCH_OP_CONFIG_LOAD, PERCH_FEATURE_CONFIG_STORE >> 1, 0},
    {STORE(perch_do_config_reset), PERCH_OP_CONFIG_RESET, PERCH_FEATURE_CONFIG_STORE >> 1, 0},
    {STORE(perch_do_config_stat), PERCH_OP_CONFIG_STAT, PERCH_FEATURE_CONFIG_STORE >> 1, 0},
    {STORE(perch_do_config_read), PERCH_OP_CONFIG_READ, PERCH_FEATURE_CONFIG_STORE >> 1, 8},
};

void perch_requests_clear(perch_core_t *core) {
  memset(core->entries, 0, sizeof core->entries);
  for (uint16_t i = 0; i < PERCH_INFLIGHT; i++) {
    core->entries[i].id = (uint16_t)(i - PERCH_INFLIGHT);
  }
}

uint16_t perch_field16(const perch_request_t *request, size_t offset) {
  return perch_get16(request->payload + offset);
}

uint32_t perch_field32(const perch_request_t *request, size_t offset) {
  return perch_get32(request->payload + offset);
}

perch_status_t perch_refuse16(perch_request_t *request, perch_status_t status, uint16_t detail) {
  perch_set16(request->detail, detail);
  request->detail_length = 2;
  return status;
}

perch_status_t perch_refuse_field(perch_request_t *request, uint16_t offset) {
  return perch_refuse16(request, PERCH_INVALID_ARGUMENT, offset);
}

perch_status_t perch_refuse32(perch_request_t *request, perch_status_t status, uint32_t detail) {
  perch_set32(request->detail, detail);
  request->detail_length = 4;
  return status;
}

perch_status_t perch_refuse_busy(perch_request_t *request) {
  request->retry = 100;
  return PERCH_BUSY;
}

static perch_status_t run(perch_core_t *core, perch_request_t *request) {
  const operation_row_t *row = NULL;
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
    if (operations[i].code == request->code) {
      row = &operations[i];
    }
  }
  if (row == NULL) {
    return PERCH_UNKNOWN_OPERATION;
  }
  if (row->handler == NULL || ((uint32_t)row->feature << 1 & ~(uint32_t)core->features) != 0) {
    return PERCH_UNSUPPORTED;
  }
  if (request->length < (row->fixed & ~DEFERRED)) {
    return PERCH_MALFORMED;
  }
  if ((row->fixed & DEFERRED) != 0) {
    const uint32_t deadline = perch_field32(request, 0);
    if (deadline < DEADLINE_MIN || deadline > DEADLINE_MAX) {
      return perch_refuse_field(request, 0);
    }
  }
  return row->handler(core, request);
}

/// Writes the error body (SPEC.md 3.1) after the status, without trailing zeros.
static void put_error(perch_writer_t *answer, const perch_request_t *request) {
  answer->length = 2;
  answer->overflow = false;
  if (request->retry == 0 && request->detail_length == 0) {
    return;
  }
  perch_put32(answer, 0);
  perch_put16(answer, request->retry);
  perch_put(answer, request->detail, request->detail_length);
}

static void finish(perch_request_t *request, perch_status_t status) {
  perch_writer_t *answer = &request->answer;
  if ((status == PERCH_OK || status == PERCH_ACCEPTED) && answer->overflow) {
    status = perch_refuse32(request, PERCH_TOO_LARGE, answer->limit);
  }
  if (status != PERCH_OK) {
    put_error(answer, request);
  }
  perch_set16(answer->bytes, status);
}

static void send(perch_core_t *core, const perch_header_t *header, const perch_writer_t *answer) {
  perch_transmitter_send(core, PERCH_KIND_RESPONSE, header->session, header->id, header->code, answer);
}

void perch_requests_execute(perch_core_t *core, const perch_header_t *header, const uint8_t *frame, size_t length) {
  perch_request_t request;
  memset(&request, 0, sizeof request);
  request.payload = frame + PERCH_HEADER_BYTES;
  request.length = length - PERCH_HEADER_BYTES - PERCH_CRC_BYTES;
  request.id = header->id;
  request.code = header->code;
  request.answer = perch_transmitter_begin(core);
  request.answer.length = 2;

  const bool numbered = header->code != PERCH_OP_REBOOT;
  const uint32_t crc = perch_get32(frame + length - PERCH_CRC_BYTES);
  perch_entry_t *entry = &core->entries[header->id % PERCH_INFLIGHT];
  const int16_t newer = (int16_t)(uint16_t)(header->id - entry->id);
  perch_status_t status = PERCH_OK;
  if ((header->flags & 0xF0) != 0) {
    status = PERCH_UNSUPPORTED_FLAGS;
  } else if (numbered && (!core->session.live || header->session != core->session.number)) {
    status = perch_refuse32(&request, PERCH_WRONG_SESSION, core->boot_id);
  } else if (numbered && newer < 0) {
    status = PERCH_STALE;
  } else if (numbered && newer == 0 && crc != entry->crc) {
    status = PERCH_SEQUENCE_REUSED;
  }
  if (status != PERCH_OK) {
    finish(&request, status);
    send(core, header, &request.answer);
    return;
  }

  if (numbered && newer == 0 && entry->length != LARGE) {
    request.answer.length = 0;
    perch_put(&request.answer, entry->answer, entry->length);
    send(core, header, &request.answer);
    return;
  }
  status = run(core, &request);
  finish(&request, status);
  if (numbered) {
    entry->id = header->id;
    entry->crc = crc;
    entry->length = LARGE;
    if (request.answer.length <= PERCH_ANSWER_KEPT) {
      entry->length = (uint8_t)request.answer.length;
      memcpy(entry->answer, request.answer.bytes, request.answer.length);
    }
  }
  send(core, header, &request.answer);
}
