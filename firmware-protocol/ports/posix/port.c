#define _GNU_SOURCE
#include "port.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "flash.h"
#include "line.h"
#include "options.h"
#include "scripted_radio.h"

static volatile sig_atomic_t ended;
static bool restarting;
static int64_t started_ms;
static options_t options;

static const char factory_config[] = "{}";

perch_identity_t port_identity = {
    .reset_reason = PERCH_RESET_POWER_ON,
    .line_rate = 0,
    // Scripted adverts were not on the air.
    .features = PERCH_FEATURE_SIMULATED | PERCH_FEATURE_ACTIVE_SCAN | PERCH_FEATURE_EXTENDED_ADVERTISING | PERCH_FEATURE_GATT |
                PERCH_FEATURE_INDICATION_HOLD | PERCH_FEATURE_CONFIG_STORE | PERCH_FEATURE_IDENTIFY,
    .firmware = "perch-posix",
    .version = "1.0.0",
    .build = "scripted radio",
    .hardware = "process",
    .factory_config = (const uint8_t *)factory_config,
    .factory_config_length = sizeof factory_config - 1,
};

// MARK: Functions for the core

static size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  return line_write(bytes, length);
}

static int64_t monotonic_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static uint32_t clock_ms(void *context) {
  (void)context;
  return (uint32_t)(monotonic_ms() - started_ms);
}

static uint32_t random_u32(void *context) {
  (void)context;
  uint32_t number = 0;
  if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) {
    number = (uint32_t)monotonic_ms();  // still different at each start
  }
  return number;
}

static void reboot(void *context, bool bootloader) {
  (void)context;
  (void)bootloader;  // there is none, and the features say so
  restarting = true;
}

static void led(void *context, bool on) {
  (void)context;
  static bool lit;
  if (on != lit) {
    lit = on;
    fputs(on ? "light on\n" : "light off\n", stderr);
  }
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
    .confirm = scripted_confirm,
    .flash_erase = flash_erase,
    .flash_program = flash_program,
    .flash_read = flash_read,
    .reboot = reboot,
    .led = led,
};

// MARK: Functions for main.c

static void end(int signal) {
  (void)signal;
  ended = 1;
}

void port_open(int argc, char **argv) {
  options_read(&options, argc, argv);
  memcpy(port_identity.device_id, options.device_id, sizeof options.device_id);
  sigset_t signals;
  sigemptyset(&signals);
  const int ending[] = {SIGTERM, SIGINT, SIGHUP};
  for (int i = 0; i < 3; i++) {
    struct sigaction action = {.sa_handler = end};
    sigaction(ending[i], &action, NULL);
    sigaddset(&signals, ending[i]);
  }
  sigprocmask(SIG_BLOCK, &signals, NULL);
  flash_open(options.flash);
  line_open(options.link);
}

bool port_start(void) {
  if (restarting) {
    port_identity.reset_reason = PERCH_RESET_REQUESTED;
  }
  restarting = false;
  started_ms = monotonic_ms();
  return !ended;
}

bool port_is_running(void) {
  return !ended && !restarting;
}

void port_receive(perch_core_t *core) {
  uint8_t bytes[512];
  perch_receive(core, bytes, line_read(bytes, sizeof bytes));
}

void port_sleep(uint32_t ms, bool wants_to_write) {
  if (port_is_running()) {
    line_wait(ms, wants_to_write);
  }
}

int port_close(void) {
  line_close();
  return EXIT_SUCCESS;
}
