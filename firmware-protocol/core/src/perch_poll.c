#include <string.h>

#include "perch_internal.h"

#define BLINK_MS 128u  // a power of two: small processors divide by it at no cost

size_t perch_core_size(void) {
  return sizeof(perch_core_t);
}

uint32_t perch_config_area_size(void) {
  return PERCH_CONFIG_AREA_BYTES;
}

/// Features that the port states, as far as the core was built with them and the port has the
/// functions, and the core's own.
static uint64_t features(const perch_hal_t *hal, uint64_t stated) {
  uint32_t known = PERCH_FEATURE_ACTIVE_SCAN | PERCH_FEATURE_EXTENDED_ADVERTISING | PERCH_FEATURE_BOOTLOADER;
#if PERCH_WIFI
  known |= hal->wifi_scan_start != NULL ? PERCH_FEATURE_WIFI_SCAN : 0;
#endif
#if PERCH_GATT
  known |= hal->connect != NULL ? PERCH_FEATURE_GATT : 0;
#endif
#if PERCH_INDICATION_HOLD
  known |= hal->connect != NULL && hal->confirm != NULL ? PERCH_FEATURE_INDICATION_HOLD : 0;
#endif
#if PERCH_CONFIG_STORE
  known |= hal->flash_erase != NULL ? PERCH_FEATURE_CONFIG_STORE : 0;
#endif
#if PERCH_DETECTION
  known |= PERCH_FEATURE_DETECTION;
#endif
  known |= hal->led != NULL ? PERCH_FEATURE_IDENTIFY : 0;
  return (stated & (known | PERCH_FEATURE_SIMULATED)) | PERCH_FEATURE_COALESCE | PERCH_FEATURE_SCAN_FILTERS;
}

void perch_init(perch_core_t *core, const perch_hal_t *hal, const perch_identity_t *identity) {
  memset(core, 0, sizeof *core);
  core->hal = hal;
  core->identity = identity;
  core->features = features(hal, identity->features);
  core->boot_id = hal->random_u32(hal->context);
  core->now = hal->clock_ms(hal->context);
  perch_receiver_init(core);
  perch_requests_clear(core);
  perch_stream_a_clear(core);
  perch_scan_clear(core);
  perch_ring_init(&core->log.ring, core->buffers.log, sizeof core->buffers.log);
#if PERCH_CONFIG_STORE
  perch_store_init(core);
#endif
}

static void identify(perch_core_t *core) {
  if (!core->identifying) {
    return;
  }
  const uint32_t left = core->identify_until - core->now;
  core->identifying = (int32_t)left > 0;
  core->hal->led(core->hal->context, core->identifying && (left / BLINK_MS) % 2 == 0);
}

/// Passes the next frame to the line, by precedence (SPEC.md 6.4). \returns whether there was one.
static bool send_next(perch_core_t *core) {
  perch_queue_events(core);
  return perch_stream_a_send(core) || perch_log_send(core, true) || perch_stream_b_send(core) || perch_log_send(core, false) ||
         perch_session_send_boot(core);
}

static uint32_t earlier(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

uint32_t perch_poll(perch_core_t *core) {
  core->now = core->hal->clock_ms(core->hal->context);
  perch_session_tick(core);
  perch_operations_tick(core);
  identify(core);

  // A frame is decoded only when the line can take its answer, so answers leave in the order of arrival and need no queue.
  bool idle;
  while ((idle = perch_transmitter_flush(core))) {
    if (core->reboot) {
      core->reboot = false;
      core->hal->reboot(core->hal->context, core->bootloader);
      return UINT32_MAX;
    }
    if (!perch_receiver_step(core) && !send_next(core)) {
      break;
    }
  }

  uint32_t due = UINT32_MAX;
#if PERCH_GATT
  // Behind the loop, which may have freed a slot.
  if (perch_gatt_start_connect(core)) {
    due = 0;
  }
#endif
#if PERCH_CONFIG_STORE
  if (perch_store_step(core)) {
    due = 0;
  }
#endif
  due = earlier(due, perch_operations_due(core));
  due = earlier(due, perch_session_due(core));
  if (idle) {
    due = earlier(due, perch_stream_b_due(core));
  }
  if (core->identifying) {
    due = earlier(due, BLINK_MS);
  }
  return due;
}
