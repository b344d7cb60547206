#include "board.h"

#include "driver/gpio.h"
#include "esp_err.h"
#include "esp_mac.h"
#include "esp_random.h"
#include "esp_system.h"
#include "esp_timer.h"
#include "perch_types.h"
#include "sdkconfig.h"

#ifdef CONFIG_PERCH_LED_ACTIVE_LOW
#define LIT 0
#else
#define LIT 1
#endif

void board_device_id(uint8_t id[8]) {
  uint8_t mac[8] = {0};  // some chips give eight bytes
  ESP_ERROR_CHECK(esp_efuse_mac_get_default(mac));
  const uint8_t eui[8] = {mac[0], mac[1], mac[2], 0xFF, 0xFE, mac[3], mac[4], mac[5]};
  for (unsigned i = 0; i < sizeof eui; i++) {
    id[i] = eui[i];
  }
}

uint8_t board_reset_reason(void) {
  switch (esp_reset_reason()) {
    case ESP_RST_POWERON:
      return PERCH_RESET_POWER_ON;
    case ESP_RST_EXT:
      return PERCH_RESET_PIN;
    case ESP_RST_SW:
      return PERCH_RESET_REQUESTED;  // only REBOOT restarts by software; a fault is ESP_RST_PANIC
    case ESP_RST_PANIC:
      return PERCH_RESET_FAULT;
    case ESP_RST_INT_WDT:
    case ESP_RST_TASK_WDT:
    case ESP_RST_WDT:
      return PERCH_RESET_WATCHDOG;
    case ESP_RST_BROWNOUT:
      return PERCH_RESET_BROWN_OUT;
    case ESP_RST_DEEPSLEEP:
      return PERCH_RESET_WOKE;
    default:
      return PERCH_RESET_UNKNOWN;
  }
}

bool board_light_open(void) {
#if CONFIG_PERCH_LED_GPIO >= 0
  const gpio_num_t pin = (gpio_num_t)CONFIG_PERCH_LED_GPIO;
  return gpio_reset_pin(pin) == ESP_OK && gpio_set_direction(pin, GPIO_MODE_OUTPUT) == ESP_OK && gpio_set_level(pin, !LIT) == ESP_OK;
#else
  return false;
#endif
}

void board_light(void *context, bool on) {
  (void)context;
  (void)on;
#if CONFIG_PERCH_LED_GPIO >= 0
  (void)gpio_set_level((gpio_num_t)CONFIG_PERCH_LED_GPIO, on ? LIT : !LIT);  // the pin was valid at opening
#endif
}

uint32_t board_clock_ms(void *context) {
  (void)context;
  return (uint32_t)(esp_timer_get_time() / 1000);
}

uint32_t board_random_u32(void *context) {
  (void)context;
  return esp_random();
}

void board_reboot(void *context, bool bootloader) {
  (void)context;
  (void)bootloader;  // not offered
  esp_restart();
}
