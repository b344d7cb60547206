#include "FuzzedPort.h"

#include <string.h>

#include "FuzzInput.h"
#include "perch_frame.h"

/// More polls than the longest work due at one moment needs: erasing, checking and sending
/// everything that can wait.
#define POLLS_MAX 20000

fuzzed_port_t port;

static perch_decoder_t sent;
static uint8_t sent_frame[PERCH_FRAME_MAX];

// MARK: Line and clock

static void take_stretch(void *context, const perch_decoder_t *decoder, perch_stretch_t stretch) {
  (void)context;
  CLAIM(stretch == PERCH_STRETCH_FRAME, "what the dongle sends are frames");
  const perch_header_t header = perch_frame_header(decoder->frame);
  CLAIM(header.major == PERCH_MAJOR, "the dongle sends its own version");
  if (header.kind == PERCH_KIND_RESPONSE) {
    port.responses++;
    CLAIM(port.responses <= port.zeros, "there is at most one answer to a request");
  } else {
    CLAIM(header.kind == PERCH_KIND_BOOT || header.kind == PERCH_KIND_EVENT || header.kind == PERCH_KIND_LOG, "the dongle sends its own kinds");
    CLAIM((header.session == 0) == (header.kind == PERCH_KIND_BOOT), "BOOT has no session, all else has one");
  }
}

static size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  const size_t taken = length < port.line_room ? length : port.line_room;
  port.line_room -= taken;
  perch_decoder_feed(&sent, bytes, taken, take_stretch, NULL);
  return taken;
}
static uint32_t clock_ms(void *context) {
  (void)context;
  return port.now;
}
static uint32_t random_u32(void *context) {
  (void)context;
  return port.random = port.random * 1664525u + 1013904223u;
}

// MARK: Radio

static perch_status_t scan_start(void *context, const perch_scan_params_t *params) {
  (void)context;
  CLAIM(params->interval >= 4 && params->interval <= 16384 && params->window >= 4 && params->window <= params->interval, "scan parameters are in range");
  return port.status;
}
static perch_status_t wifi_scan_start(void *context, uint16_t dwell, uint8_t channels) {
  (void)context, (void)dwell, (void)channels;
  return port.status;
}
static void nothing(void *context) {
  (void)context;
}
static perch_status_t hal_connect(void *context, uint8_t slot, const perch_connect_params_t *params) {
  (void)context, (void)params;
  CLAIM(slot < PERCH_SLOTS, "a slot that there is");
  if (port.synchronous) {
    perch_radio_connected(&port.core, slot, 23, 24);
  }
  return port.status;
}
static void hal_disconnect(void *context, uint8_t slot) {
  (void)context;
  CLAIM(slot < PERCH_SLOTS, "a slot that there is");
  if (port.synchronous) {
    perch_radio_disconnected(&port.core, slot, PERCH_HCI(0x16));
  }
}
static perch_status_t exchange_mtu(void *context, uint8_t slot, uint16_t mtu) {
  (void)context;
  CLAIM(slot < PERCH_SLOTS && mtu >= 23 && mtu <= PERCH_MTU_MAX, "an ATT MTU is in range");
  if (port.synchronous) {
    perch_radio_mtu(&port.core, slot, mtu);
    perch_radio_gatt_done(&port.core, slot, PERCH_OK);
  }
  return port.status;
}
static perch_status_t discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last) {
  (void)context, (void)what;
  CLAIM(slot < PERCH_SLOTS && first > 0 && first <= last, "handles are in order");
  static const uint8_t uuid[16] = {1, 2, 3};
  if (port.synchronous) {
    for (uint16_t handle = first; handle < last && perch_radio_discovered(&port.core, slot, handle, last, 2, uuid, handle % 2 ? 2 : 16); handle++) {
    }
    perch_radio_gatt_done(&port.core, slot, PERCH_ATT(0x0A));
  }
  return port.status;
}
static perch_status_t hal_read(void *context, uint8_t slot, uint16_t handle, uint16_t offset) {
  (void)context, (void)offset;
  CLAIM(slot < PERCH_SLOTS && handle > 0, "a handle that there may be");
  static const uint8_t value[600];
  if (port.synchronous) {
    perch_radio_read(&port.core, slot, value, (uint16_t)(port.now % sizeof value));
  }
  return port.status;
}
static perch_status_t hal_write(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  CLAIM(slot < PERCH_SLOTS && handle > 0 && length <= PERCH_VALUE_MAX, "a value that was announced");
  // Reads all of it, so that a length beyond the buffer is noticed.
  (void)perch_crc32c(0, value, length);
  if (port.synchronous) {
    perch_radio_gatt_done(&port.core, slot, PERCH_OK);
  }
  return port.status;
}
static perch_status_t write_command(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  CLAIM(slot < PERCH_SLOTS && handle > 0, "a handle that there may be");
  (void)perch_crc32c(0, value, length);
  return port.status;
}
static void confirm(void *context, uint8_t slot) {
  (void)context;
  CLAIM(slot < PERCH_SLOTS, "a slot that there is");
}

// MARK: Flash

static bool flash_erase(void *context, uint8_t area, uint32_t unit) {
  (void)context;
  CLAIM(area < PERCH_CONFIG_AREAS && unit <= PERCH_CONFIG_UNITS, "a unit that there is");
  if (port.flash_fails) {
    return false;
  }
  memset(port.flash[area] + unit * PERCH_FLASH_UNIT, 0xFF, PERCH_FLASH_UNIT);
  return true;
}
static bool flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  (void)context;
  CLAIM(area < PERCH_CONFIG_AREAS && offset % 16 == 0 && length % 16 == 0 && offset + length <= PERCH_CONFIG_AREA_BYTES, "a program is aligned and within its area");
  if (port.flash_fails) {
    return false;
  }
  for (uint32_t i = 0; i < length; i++) {
    uint8_t *at = &port.flash[area][offset + i];
    CLAIM((*at & bytes[i]) == bytes[i], "a program only clears bits");
    *at = bytes[i];
  }
  return true;
}
static void flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  (void)context;
  CLAIM(area < PERCH_CONFIG_AREAS && offset + length <= PERCH_CONFIG_AREA_BYTES, "a read is within its area");
  memcpy(bytes, port.flash[area] + offset, length);
}
static bool config_validate(void *context, uint8_t area, uint32_t length, uint32_t *position) {
  (void)context;
  CLAIM(area < PERCH_CONFIG_AREAS && length <= PERCH_CONFIG_LIMIT, "a config that there may be");
  *position = 0;
  return !port.refuses_config;
}
static void config_changed(void *context) {
  (void)context;
  uint8_t bytes[64];
  const uint32_t length = perch_config_length(&port.core);
  const uint32_t offset = length > 32 ? length - 32 : 0;
  CLAIM(perch_config_read(&port.core, offset, bytes, sizeof bytes) == length - offset, "the active config can be read to its end");
}

static void hal_reboot(void *context, bool bootloader) {
  (void)context, (void)bootloader;
  port.restarts = true;
}
static void led(void *context, bool on) {
  (void)context, (void)on;
}

// MARK: The bench

static const perch_hal_t hal = {
    .uart_write = uart_write, .clock_ms = clock_ms, .random_u32 = random_u32, .scan_start = scan_start, .scan_stop = nothing,
    .connect = hal_connect, .disconnect = hal_disconnect, .exchange_mtu = exchange_mtu, .discover = discover, .read = hal_read,
    .write = hal_write, .write_command = write_command, .confirm = confirm, .flash_erase = flash_erase, .flash_program = flash_program,
    .flash_read = flash_read, .config_validate = config_validate, .config_changed = config_changed, .wifi_scan_start = wifi_scan_start,
    .wifi_scan_stop = nothing, .reboot = hal_reboot, .led = led,
};
static const uint8_t factory[] = "factory";
static const perch_identity_t identity = {
    .device_id = {1, 2, 3, 4, 5, 6, 7, 8}, .reset_reason = PERCH_RESET_POWER_ON, .features = 0x7FF, .firmware = "fuzzed", .version = "1",
    .build = "", .hardware = "none", .factory_config = factory, .factory_config_length = sizeof factory - 1,
};

void port_restart(void) {
  port.restarts = false;
  port.now = 0;
  perch_decoder_init(&sent, sent_frame, sizeof sent_frame);
  perch_init(&port.core, &hal, &identity);
}

void port_new(void) {
  port.random = 12345;
  port.line_room = SIZE_MAX;
  port.status = PERCH_OK;
  port.synchronous = port.flash_fails = port.refuses_config = false;
  port.zeros = port.responses = 0;
  memset(port.flash, 0xFF, sizeof port.flash);
  port_restart();
}

void port_receive(const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    port.zeros += bytes[i] == 0;
  }
  perch_receive(&port.core, bytes, length);
}

void port_frame(const perch_header_t *header, const uint8_t *payload, size_t length) {
  uint8_t wire[PERCH_ENCODED_MAX];
  port_receive(wire, perch_frame_encode(wire, header, payload, length));
}

static void check(void) {
  const perch_core_t *core = &port.core;
  CLAIM(core->transmitter.sent <= core->transmitter.length && core->transmitter.length <= PERCH_ENCODED_MAX, "one frame is on its way");
  CLAIM(core->events.ring.used <= core->events.ring.size, "stream A is within its ring");
  CLAIM(core->events.sent <= core->events.kept && core->events.cursor <= core->events.kept, "what is sent is kept");
  CLAIM(core->adverts.ring.used <= core->adverts.ring.size && core->log.ring.used <= core->log.ring.size, "queues are within their rings");
  CLAIM(core->session.payload_out <= PERCH_PAYLOAD_MAX && core->scan.filters_length <= PERCH_FILTER_BYTES, "limits are kept");
  for (size_t i = 0; i < PERCH_SLOTS; i++) {
    CLAIM(core->slots[i].length <= sizeof core->slots[i].buffer, "a slot's value is within its buffer");
  }
}

void port_settle(void) {
  for (unsigned polls = 0;; polls++) {
    CLAIM(polls < POLLS_MAX, "the core comes to rest");
    const uint32_t due = perch_poll(&port.core);
    check();
    if (port.restarts) {
      port_restart();
    } else if (due > 0 || perch_wants_to_write(&port.core)) {
      return;
    }
  }
}
