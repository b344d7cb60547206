// A faulty HAL for tests: the port's own, with the faults that the environment variable PERCH_LIES
// names, separated by spaces.
//
//   short-writes       the line takes 1, 2, 3 bytes or none
//   clock=MS           the clock begins there, not at 0
//   jump=AT:BY         MS after the start it jumps forward by so many
//   erase-fails        flash cannot be erased
//   program-fails=N    flash cannot be programmed, from the Nth time on
//   program-wrong=N    the Nth programming is said to have been done and leaves the first byte as it was
//   power-cut=N        the Nth erase or programming is left half done, and the process ends
//   silent-radio       the radio accepts everything, and nothing comes of it

#include <stdlib.h>
#include <string.h>

#include "perch_core.h"
#include "port.h"

/// main.c is compiled with this in place of port_hal.
extern const perch_hal_t lying_hal;

/// The number after `name` among the faults; `otherwise` if it is not there.
static uint32_t lie(const char *name, uint32_t otherwise) {
  const char *lies = getenv("PERCH_LIES");
  const char *found = lies == NULL ? NULL : strstr(lies, name);
  if (found == NULL) {
    return otherwise;
  }
  found += strlen(name);
  return *found == '=' ? (uint32_t)strtoul(found + 1, NULL, 10) : 1;
}

// MARK: Line and clock

static size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  static unsigned turn;
  if (lie("short-writes", 0) != 0) {
    turn++;
    length = turn % 4 < length ? turn % 4 : length;
  }
  return length == 0 ? 0 : port_hal.uart_write(context, bytes, length);
}

static uint32_t clock_ms(void *context) {
  const uint32_t time = port_hal.clock_ms(context);
  const char *lies = getenv("PERCH_LIES");
  const char *jump = lies == NULL ? NULL : strstr(lies, "jump=");
  uint32_t by = 0;
  if (jump != NULL) {
    char *end;
    const uint32_t at = (uint32_t)strtoul(jump + 5, &end, 10);
    by = time >= at && *end == ':' ? (uint32_t)strtoul(end + 1, NULL, 10) : 0;
  }
  return time + by + lie("clock", 0);
}

// MARK: Flash

static uint32_t steps;
static uint32_t programmings;

static bool power_goes(void) {
  return ++steps == lie("power-cut", 0);
}

static bool flash_erase(void *context, uint8_t area, uint32_t unit) {
  if (lie("erase-fails", 0) != 0) {
    return false;
  }
  if (power_goes()) {
    // Clears half of the unit, as erasing may begin.
    static const uint8_t zeros[PERCH_FLASH_UNIT / 2];
    port_hal.flash_program(context, area, unit * PERCH_FLASH_UNIT, zeros, sizeof zeros);
    _Exit(EXIT_SUCCESS);
  }
  return port_hal.flash_erase(context, area, unit);
}

static bool flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  programmings++;
  if (programmings >= lie("program-fails", UINT32_MAX)) {
    return false;
  }
  if (power_goes()) {
    // For a mark this is the number without its complement.
    port_hal.flash_program(context, area, offset, bytes, length / 4);
    _Exit(EXIT_SUCCESS);
  }
  if (programmings == lie("program-wrong", 0)) {
    return port_hal.flash_program(context, area, offset + 1, bytes + 1, length - 1);
  }
  return port_hal.flash_program(context, area, offset, bytes, length);
}

static void flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  port_hal.flash_read(context, area, offset, bytes, length);
}

// MARK: Radio

static bool is_silent(void) {
  return lie("silent-radio", 0) != 0;
}

static perch_status_t scan_start(void *context, const perch_scan_params_t *params) {
  return is_silent() ? PERCH_OK : port_hal.scan_start(context, params);
}
static void scan_stop(void *context) {
  port_hal.scan_stop(context);
}
static perch_status_t start_connect(void *context, uint8_t slot, const perch_connect_params_t *params) {
  return is_silent() ? PERCH_OK : port_hal.connect(context, slot, params);
}
static void end_connection(void *context, uint8_t slot) {
  if (!is_silent()) {
    port_hal.disconnect(context, slot);
  }
}
static perch_status_t exchange_mtu(void *context, uint8_t slot, uint16_t mtu) {
  return port_hal.exchange_mtu(context, slot, mtu);
}
static perch_status_t discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last) {
  return port_hal.discover(context, slot, what, first, last);
}
static perch_status_t read_value(void *context, uint8_t slot, uint16_t handle, uint16_t offset) {
  return port_hal.read(context, slot, handle, offset);
}
static perch_status_t write_value(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  return port_hal.write(context, slot, handle, value, length);
}
static perch_status_t write_command(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  return port_hal.write_command(context, slot, handle, value, length);
}
static void confirm(void *context, uint8_t slot) {
  port_hal.confirm(context, slot);
}

// MARK: Without faults

static uint32_t random_u32(void *context) {
  return port_hal.random_u32(context);
}
static void reboot(void *context, bool bootloader) {
  port_hal.reboot(context, bootloader);
}
static void led(void *context, bool on) {
  port_hal.led(context, on);
}

const perch_hal_t lying_hal = {
    .uart_write = uart_write, .clock_ms = clock_ms, .random_u32 = random_u32, .scan_start = scan_start, .scan_stop = scan_stop,
    .connect = start_connect, .disconnect = end_connection, .exchange_mtu = exchange_mtu, .discover = discover, .read = read_value,
    .write = write_value, .write_command = write_command, .confirm = confirm, .flash_erase = flash_erase, .flash_program = flash_program,
    .flash_read = flash_read, .reboot = reboot, .led = led,
};
