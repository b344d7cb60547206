#include "CoreCounters.h"

#include "perch_state.h"

static size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  (void)context, (void)bytes;
  return length;
}
static uint32_t zero(void *context) {
  (void)context;
  return 0;
}
static perch_status_t scan_start(void *context, const perch_scan_params_t *params) {
  (void)context, (void)params;
  return PERCH_OK;
}
static void nothing(void *context) {
  (void)context;
}
static void reboot(void *context, bool bootloader) {
  (void)context, (void)bootloader;
}

core_counters_t core_counters(const uint8_t *bytes, size_t length, size_t piece) {
  static perch_core_t core;
  static const perch_hal_t hal = {
      .uart_write = uart_write, .clock_ms = zero, .random_u32 = zero, .scan_start = scan_start, .scan_stop = nothing, .reboot = reboot};
  static const perch_identity_t identity = {.firmware = "", .version = "", .build = "", .hardware = ""};
  perch_init(&core, &hal, &identity);
  // Besides its window and one frame the receive buffer has this much room (SPEC.md 6.1), so that
  // no frame is lost for lack of room.
  const size_t most = piece < 64 ? piece : 64;
  while (length > 0) {
    const size_t count = length < most ? length : most;
    perch_receive(&core, bytes, count);
    (void)perch_poll(&core);
    bytes += count;
    length -= count;
  }
  const core_counters_t counters = {
      .received = core.counters.received,
      .malformed = core.counters.malformed,
      .crc = core.counters.crc,
      .overflow = core.counters.overflow + core.receiver.overflowed,
  };
  return counters;
}
