// A Perch dongle on an ESP32, ESP32-S3 or ESP32-C3. The core runs in NimBLE's host task; one more task reads the line.

#include "board.h"
#include "esp_err.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "line.h"
#include "nimble/nimble_port.h"
#include "nimble/nimble_port_freertos.h"
#include "nvs_flash.h"
#include "perch_nimble.h"
#include "perch_state.h"
#include "sdkconfig.h"
#include "storage.h"

#define READER_STACK_BYTES 3072

static perch_core_t core;  // all state and every buffer

static size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  return line_write(bytes, length);
}

static perch_hal_t hal = {
    .uart_write = uart_write,
    .clock_ms = board_clock_ms,
    .random_u32 = board_random_u32,
    .reboot = board_reboot,
};

static const char factory_config[] = "{}";

static perch_identity_t identity = {
    .features = PERCH_NIMBLE_FEATURES,
    .firmware = "perch-nimble",
    .version = "1.0.0",
    .build = __DATE__,
    .hardware = CONFIG_IDF_TARGET,
    .factory_config = (const uint8_t *)factory_config,
    .factory_config_length = sizeof factory_config - 1,
};

/// The radio keeps its calibration in NVS, which is erased only if it cannot be read.
static void open_nvs(void) {
  esp_err_t result = nvs_flash_init();
  if (result == ESP_ERR_NVS_NO_FREE_PAGES || result == ESP_ERR_NVS_NEW_VERSION_FOUND) {
    ESP_ERROR_CHECK(nvs_flash_erase());
    result = nvs_flash_init();
  }
  ESP_ERROR_CHECK(result);
}

static void describe(void) {
  board_device_id(identity.device_id);
  identity.reset_reason = board_reset_reason();
  identity.line_rate = line_rate();
  if (storage_open()) {
    hal.flash_erase = storage_erase;
    hal.flash_program = storage_program;
    hal.flash_read = storage_read;
    identity.features |= PERCH_FEATURE_CONFIG_STORE;
  }
  if (board_light_open()) {
    hal.led = board_light;
    identity.features |= PERCH_FEATURE_IDENTIFY;
  }
}

static void read_line(void *argument) {
  (void)argument;
  static uint8_t bytes[512];
  for (;;) {
    const size_t count = line_read(bytes, sizeof bytes);
    if (count > 0) {
      perch_receive(&core, bytes, count);
      perch_nimble_wake();
    }
  }
}

static void run_host(void *argument) {
  (void)argument;
  nimble_port_run();
  nimble_port_freertos_deinit();
}

// If a function fails that the dongle needs, it restarts, and the host sees BOOT with reason 6.
void app_main(void) {
  open_nvs();
  line_open();
  ESP_ERROR_CHECK(nimble_port_init());
  describe();
  perch_nimble_hal(&hal);
  perch_init(&core, &hal, &identity);
  perch_nimble_start(&core, &hal);
  nimble_port_freertos_init(run_host);
  ESP_ERROR_CHECK(xTaskCreate(read_line, "line", READER_STACK_BYTES, NULL, 10, NULL) == pdPASS ? ESP_OK : ESP_ERR_NO_MEM);
}
