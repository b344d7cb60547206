#include <string.h>

#include "perch_filters.h"
#include "perch_internal.h"

#define BATCHING_MAX 1000
#define RSSI_UNKNOWN 127
#define SCAN_UNIT_MIN 4
#define SCAN_INTERVAL_MAX 16384
#define BATCH_HEAD 9
#define ENTRY_HEAD 13
#define CUT 0x08

static void set_state(perch_scan_state_t *scan, uint8_t state, perch_status_t status) {
  scan->changed |= scan->state != state;
  scan->state = state;
  scan->status = status;
}

void perch_scan_clear(perch_core_t *core) {
  perch_scan_t *scan = &core->scan;
  if (scan->bluetooth.state == PERCH_SCAN_RUNNING) {
    core->hal->scan_stop(core->hal->context);
  }
#if PERCH_WIFI
  if (scan->wifi.state == PERCH_SCAN_RUNNING) {
    core->hal->wifi_scan_stop(core->hal->context);
  }
  perch_queue_clear(&core->sightings, core->buffers.sightings, sizeof core->buffers.sightings);
#endif
  memset(scan, 0, sizeof *scan);
  perch_queue_clear(&core->adverts, core->buffers.adverts, sizeof core->buffers.adverts);
}

perch_status_t perch_do_scan_start(perch_core_t *core, perch_request_t *request) {
  perch_scan_t *scan = &core->scan;
  const uint8_t *fields = request->payload;
  const uint16_t filters_length = perch_field16(request, 12);
  uint16_t interval = perch_field16(request, 2);
  uint16_t window = perch_field16(request, 4);
  if (fields[0] > 1) {
    return perch_refuse_field(request, 0);
  }
  if (fields[0] == 1 && (core->features & PERCH_FEATURE_ACTIVE_SCAN) == 0) {
    return PERCH_UNSUPPORTED;
  }
  if (interval == 0) {
    interval = window > PERCH_SCAN_INTERVAL && window <= SCAN_INTERVAL_MAX ? window : PERCH_SCAN_INTERVAL;
  }
  if (window == 0) {
    window = interval;
  }
  if (interval < SCAN_UNIT_MIN || interval > SCAN_INTERVAL_MAX) {
    return perch_refuse_field(request, 2);
  }
  if (window < SCAN_UNIT_MIN || window > interval) {
    return perch_refuse_field(request, 4);
  }
  if (perch_field16(request, 10) > BATCHING_MAX) {
    return perch_refuse_field(request, 10);
  }
  if (request->length - 14 < filters_length) {
    return PERCH_MALFORMED;
  }
  const perch_status_t refusal = perch_filters_check(fields + 14, filters_length);
  if (refusal != PERCH_OK) {
    return refusal == PERCH_MALFORMED ? refusal : perch_refuse_field(request, 12);
  }
  if (filters_length > sizeof core->buffers.filters) {
    return perch_refuse32(request, PERCH_TOO_LARGE, sizeof core->buffers.filters);
  }

  const perch_scan_params_t params = {.active = fields[0] == 1, .interval = interval, .window = window};
  const perch_status_t status = core->hal->scan_start(core->hal->context, &params);
  if (status != PERCH_OK) {
    return status;
  }
  scan->minimum_rssi = (int8_t)fields[6];
  scan->coalescing = perch_field16(request, 8);
  core->adverts.batching = perch_field16(request, 10);
  scan->filters_length = filters_length;
  memcpy(core->buffers.filters, fields + 14, filters_length);
  memset(core->buffers.seen, 0, sizeof core->buffers.seen);
  set_state(&scan->bluetooth, PERCH_SCAN_RUNNING, PERCH_OK);
  perch_put16(&request->answer, interval);
  perch_put16(&request->answer, window);
  perch_put32(&request->answer, perch_queue_oldest(&core->adverts));
  return PERCH_OK;
}

perch_status_t perch_do_scan_stop(perch_core_t *core, perch_request_t *request) {
  if (core->scan.bluetooth.state == PERCH_SCAN_RUNNING) {
    core->hal->scan_stop(core->hal->context);
  }
  if (core->scan.bluetooth.state != PERCH_SCAN_STOPPED) {
    set_state(&core->scan.bluetooth, PERCH_SCAN_STOPPED, PERCH_OK);
  }
  perch_put32(&request->answer, core->adverts.next);
  return PERCH_OK;
}

void perch_radio_scan_failed(perch_core_t *core, perch_status_t status) {
  if (core->scan.bluetooth.state == PERCH_SCAN_RUNNING) {
    set_state(&core->scan.bluetooth, PERCH_SCAN_FAILED, status);
  }
}

static void queue_event(perch_core_t *core, perch_scan_state_t *scan, uint8_t which) {
  const uint8_t event[4] = {which, scan->state, (uint8_t)scan->status, (uint8_t)(scan->status >> 8)};
  if (scan->changed && perch_stream_a_put(core, PERCH_EVENT_SCAN_STATE, event, sizeof event, NULL, 0)) {
    scan->changed = false;
  }
}

void perch_scan_queue_events(perch_core_t *core) {
  queue_event(core, &core->scan.bluetooth, 0);
#if PERCH_WIFI
  queue_event(core, &core->scan.wifi, 1);
#endif
}

/// Whether an equal advert was queued recently; if not, remembers this one. Equal means equal in
/// address, type, length and CRC of the data.
static bool coalesce(perch_core_t *core, const perch_advert_t *advert, uint8_t bits) {
  const perch_scan_t *scan = &core->scan;
  if (scan->coalescing == 0) {
    return false;
  }
  const uint32_t crc = perch_crc32c(0, advert->data, advert->length);
  perch_seen_t *seen = &core->buffers.seen[(crc ^ advert->address[0]) % PERCH_COALESCE_ENTRIES];
  if (seen->used && seen->crc == crc && seen->bits == bits && seen->length == (uint8_t)advert->length &&
      memcmp(seen->address, advert->address, sizeof seen->address) == 0 && core->now - seen->time < scan->coalescing) {
    core->counters.coalesced++;
    return true;
  }
  seen->used = true;
  seen->crc = crc;
  seen->time = core->now;
  seen->bits = bits;
  seen->length = (uint8_t)advert->length;
  memcpy(seen->address, advert->address, sizeof seen->address);
  return false;
}

static size_t longest_data(const perch_core_t *core) {
  const size_t room = (size_t)perch_batch_limit(core) - BATCH_HEAD - ENTRY_HEAD;
  return room < PERCH_ADVERT_DATA_MAX ? room : PERCH_ADVERT_DATA_MAX;
}

bool perch_radio_advert(perch_core_t *core, const perch_advert_t *advert) {
  perch_scan_t *scan = &core->scan;
  if (scan->bluetooth.state != PERCH_SCAN_RUNNING || (advert->rssi != RSSI_UNKNOWN && advert->rssi < scan->minimum_rssi) ||
      !perch_filters_match(core->buffers.filters, scan->filters_length, advert)) {
    return false;
  }
  core->now = core->hal->clock_ms(core->hal->context);
  uint8_t bits = (uint8_t)(advert->pdu << 4 | (advert->address_type & 3));
  if (coalesce(core, advert, bits)) {
    return false;
  }
  size_t length = advert->length;
  if (length > longest_data(core)) {
    length = longest_data(core);
    bits |= CUT;
  }
  uint8_t fixed[11];
  memcpy(fixed, advert->address, 6);
  fixed[6] = bits;
  fixed[7] = (uint8_t)advert->rssi;
  fixed[8] = advert->channel;
  perch_set16(fixed + 9, (uint16_t)length);
  perch_queue_put(core, &core->adverts, fixed, advert->data, length);
  return true;
}

#if PERCH_WIFI

#define DWELL_MIN 50
#define DWELL_MAX 10000
#define CHANNELS_MAX 14
#define CHANNELS_DEFAULT 13
#define SSID_MAX 32

perch_status_t perch_do_wifi_scan_start(perch_core_t *core, perch_request_t *request) {
  const uint8_t *fields = request->payload;
  const uint16_t dwell = perch_field16(request, 0);
  if (dwell != 0 && (dwell < DWELL_MIN || dwell > DWELL_MAX)) {
    return perch_refuse_field(request, 0);
  }
  if (fields[2] > CHANNELS_MAX) {
    return perch_refuse_field(request, 2);
  }
  if (perch_field16(request, 4) > BATCHING_MAX) {
    return perch_refuse_field(request, 4);
  }
  const perch_status_t status = core->hal->wifi_scan_start(core->hal->context, dwell, fields[2] == 0 ? CHANNELS_DEFAULT : fields[2]);
  if (status != PERCH_OK) {
    return status;
  }
  core->scan.wifi_minimum_rssi = (int8_t)fields[3];
  core->sightings.batching = perch_field16(request, 4);
  set_state(&core->scan.wifi, PERCH_SCAN_RUNNING, PERCH_OK);
  perch_put32(&request->answer, perch_queue_oldest(&core->sightings));
  return PERCH_OK;
}

perch_status_t perch_do_wifi_scan_stop(perch_core_t *core, perch_request_t *request) {
  if (core->scan.wifi.state == PERCH_SCAN_RUNNING) {
    core->hal->wifi_scan_stop(core->hal->context);
  }
  if (core->scan.wifi.state != PERCH_SCAN_STOPPED) {
    set_state(&core->scan.wifi, PERCH_SCAN_STOPPED, PERCH_OK);
  }
  perch_put32(&request->answer, core->sightings.next);
  return PERCH_OK;
}

void perch_radio_wifi_scan_failed(perch_core_t *core, perch_status_t status) {
  if (core->scan.wifi.state == PERCH_SCAN_RUNNING) {
    set_state(&core->scan.wifi, PERCH_SCAN_FAILED, status);
  }
}

bool perch_radio_wifi(perch_core_t *core, const uint8_t address[6], uint8_t frame, int8_t rssi, uint8_t channel, const uint8_t *ssid, uint8_t length) {
  if (core->scan.wifi.state != PERCH_SCAN_RUNNING || (rssi != RSSI_UNKNOWN && rssi < core->scan.wifi_minimum_rssi)) {
    return false;
  }
  core->now = core->hal->clock_ms(core->hal->context);
  uint8_t fixed[11];
  if (length > SSID_MAX) {
    length = SSID_MAX;
  }
  memcpy(fixed, address, 6);
  fixed[6] = frame;
  fixed[7] = (uint8_t)rssi;
  fixed[8] = channel;
  perch_set16(fixed + 9, length);
  perch_queue_put(core, &core->sightings, fixed, ssid, length);
  return true;
}

#else

void perch_radio_wifi_scan_failed(perch_core_t *core, perch_status_t status) {
  (void)core;
  (void)status;
}

bool perch_radio_wifi(perch_core_t *core, const uint8_t address[6], uint8_t frame, int8_t rssi, uint8_t channel, const uint8_t *ssid, uint8_t length) {
  (void)core, (void)address, (void)frame, (void)rssi, (void)channel, (void)ssid, (void)length;
  return false;
}

#endif
