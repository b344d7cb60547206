#include "port.h"

#include <string.h>

#include "nrf51.h"
#include "scripted_radio.h"

static const char factory_config[] = "{}";

perch_identity_t port_identity = {
    .line_rate = 1000000,
    // Scripted adverts were not on the air.
    .features = PERCH_FEATURE_SIMULATED | PERCH_FEATURE_ACTIVE_SCAN | PERCH_FEATURE_EXTENDED_ADVERTISING | PERCH_FEATURE_GATT |
                PERCH_FEATURE_CONFIG_STORE | PERCH_FEATURE_IDENTIFY,
    .firmware = "perch-nrf51-qemu",
    .version = "1.0.0",
    .build = "scripted radio",
    .hardware = "nRF51 in QEMU",
    .factory_config = (const uint8_t *)factory_config,
    .factory_config_length = sizeof factory_config - 1,
};

// MARK: Reset reason

/// Survives a reset, since the start-up code leaves it alone; after a power failure its value is
/// arbitrary.
__attribute__((section(".noinit"))) static uint32_t last_run;

#define RUNNING 0x52554E21u
#define REQUESTED 0x52425421u
#define FAULTED 0x464C5421u

static void reset(uint32_t reason) {
  last_run = reason;
  ARM_AIRCR = ARM_AIRCR_RESET;
  for (;;) {
  }
}

static void reboot(void *context, bool bootloader) {
  (void)context;
  (void)bootloader;  // there is none, and the features say so
  reset(REQUESTED);
}

void fault_interrupt(void) {
  reset(FAULTED);
}

static uint8_t reset_reason(void) {
  switch (last_run) {
    case REQUESTED: return PERCH_RESET_REQUESTED;
    case FAULTED: return PERCH_RESET_FAULT;
    case RUNNING: return PERCH_RESET_PIN;
    default: return PERCH_RESET_POWER_ON;
  }
}

void port_start(void) {
  port_identity.reset_reason = reset_reason();
  last_run = RUNNING;
  for (unsigned i = 0; i < 2; i++) {
    const uint32_t word = NRF51_DEVICE_ID(i);
    memcpy(port_identity.device_id + 4 * i, &word, sizeof word);
  }
  clock_start();
}

// MARK: Chance and light

/// Waits for four bytes, under a millisecond; once for each start.
static uint32_t random_u32(void *context) {
  (void)context;
  uint32_t number = 0;
  NRF51_RNG_START = 1;
  for (unsigned i = 0; i < 4; i++) {
    while (NRF51_RNG_VALRDY == 0) {
    }
    NRF51_RNG_VALRDY = 0;
    number = number << 8 | NRF51_RNG_VALUE;
  }
  NRF51_RNG_STOP = 1;
  return number;
}

/// QEMU shows no light.
static void led(void *context, bool on) {
  (void)context;
  (void)on;
}

const perch_hal_t port_hal = {
    .uart_write = uart_write,
    .clock_ms = clock_ms,
    .random_u32 = random_u32,
    .scan_start = scripted_scan_start,
    .scan_stop = scripted_scan_stop,
    .connect = scripted_connect,
    .disconnect = scripted_disconnect,
    .exchange_mtu = scripted_exchange_mtu,
    .discover = scripted_discover,
    .read = scripted_read,
    .write = scripted_write,
    .write_command = scripted_write_command,
    .flash_erase = flash_erase,
    .flash_program = flash_program,
    .flash_read = flash_read,
    .reboot = reboot,
    .led = led,
};

// MARK: Sleep

void port_sleep(uint32_t ms) {
  // With interrupts off none can come between the check and the sleep; a pending one still wakes
  // the CPU.
  arm_interrupts_off();
  if (!uart_take_activity() && ms > 0 && clock_wake_in(ms)) {
    arm_sleep();
  }
  arm_interrupts_on();
}
