// The smallest image that contains the complete core: a port whose hardware does nothing. Only its
// size is of interest.

#include "perch_state.h"

perch_core_t core;

static size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  for (size_t i = 0; i < length; i++) {
    *(volatile uint32_t *)0x4000251Cu = bytes[i];
  }
  return length;
}
static uint32_t clock_ms(void *context) {
  (void)context;
  return *(volatile uint32_t *)0x40008540u;
}
static perch_status_t scan_start(void *context, const perch_scan_params_t *params) {
  (void)context;
  (void)params;
  return PERCH_OK;
}
static void scan_stop(void *context) {
  (void)context;
}
static perch_status_t start_connect(void *context, uint8_t slot, const perch_connect_params_t *params) {
  (void)context;
  (void)slot;
  (void)params;
  return PERCH_OK;
}
static void on_slot(void *context, uint8_t slot) {
  (void)context;
  (void)slot;
}
static perch_status_t exchange_mtu(void *context, uint8_t slot, uint16_t mtu) {
  (void)context;
  (void)slot;
  (void)mtu;
  return PERCH_OK;
}
static perch_status_t discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last) {
  (void)context;
  (void)slot;
  (void)what;
  (void)first;
  (void)last;
  return PERCH_OK;
}
static perch_status_t read_value(void *context, uint8_t slot, uint16_t handle, uint16_t offset) {
  (void)context;
  (void)slot;
  (void)handle;
  (void)offset;
  return PERCH_OK;
}
static perch_status_t write_value(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  (void)slot;
  (void)handle;
  (void)value;
  (void)length;
  return PERCH_OK;
}
static bool flash_erase(void *context, uint8_t area, uint32_t unit) {
  (void)context;
  (void)area;
  (void)unit;
  return true;
}
static bool flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  (void)context;
  (void)area;
  (void)offset;
  (void)bytes;
  (void)length;
  return true;
}
static void flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  (void)context;
  (void)area;
  (void)offset;
  (void)bytes;
  (void)length;
}
static void reboot(void *context, bool bootloader) {
  (void)context;
  (void)bootloader;
}
static void led(void *context, bool on) {
  (void)context;
  (void)on;
}

static const perch_hal_t hal = {
    .uart_write = uart_write, .clock_ms = clock_ms, .random_u32 = clock_ms, .scan_start = scan_start, .scan_stop = scan_stop,
    .connect = start_connect, .disconnect = on_slot, .exchange_mtu = exchange_mtu, .discover = discover, .read = read_value,
    .write = write_value, .write_command = write_value, .flash_erase = flash_erase, .flash_program = flash_program,
    .flash_read = flash_read, .reboot = reboot, .led = led,
};
static const perch_identity_t identity = {.features = 0x7FF, .firmware = "", .version = "", .build = "", .hardware = ""};

/// Input from the radio, from its interrupt or queue.
volatile struct {
  uint8_t which;
  uint8_t slot;
  uint16_t a, b, c;
  uint8_t bytes[32];
} input;

static void report(void) {
  uint8_t *bytes = (uint8_t *)(uintptr_t)input.bytes;
  const perch_advert_t advert = {.data = bytes, .length = 31};
  const perch_detection_t detection = {.text = (const char *)bytes, .length = 5};
  switch (input.which) {
    case 0: perch_receive(&core, bytes, input.a); break;
    case 1: perch_radio_advert(&core, &advert); break;
    case 2: perch_radio_scan_failed(&core, input.a); break;
    case 3: perch_radio_connected(&core, input.slot, input.a, input.b); break;
    case 4: perch_radio_connect_failed(&core, input.slot, input.a); break;
    case 5: perch_radio_disconnected(&core, input.slot, input.a); break;
    case 6: perch_radio_mtu(&core, input.slot, input.a); break;
    case 7: perch_radio_discovered(&core, input.slot, input.a, input.b, 0, bytes, 2); break;
    case 8: perch_radio_read(&core, input.slot, bytes, input.a); break;
    case 9: perch_radio_gatt_done(&core, input.slot, input.a); break;
    case 10: perch_radio_notification(&core, input.slot, input.a, bytes, input.b, input.c != 0); break;
    case 11: perch_log(&core, 2, (const char *)bytes); break;
    case 12: perch_report_detection(&core, &detection); break;
    default: perch_config_read(&core, input.a, bytes, input.b); break;
  }
}

void reset(void);
extern uint32_t stack_top;
__attribute__((section(".vectors"), used)) static const void *const vectors[2] = {&stack_top, (const void *)reset};

void reset(void) {
  perch_init(&core, &hal, &identity);
  for (;;) {
    perch_poll(&core);
    report();
  }
}
