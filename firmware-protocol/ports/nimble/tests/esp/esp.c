// The parts of esp-idf/main that can run here: the config areas in a partition, the board, the
// UART's short writes.

#include <string.h>

#include "board.h"
#include "driver/gpio.h"
#include "driver/uart.h"
#include "esp_mac.h"
#include "esp_partition.h"
#include "esp_random.h"
#include "esp_system.h"
#include "esp_timer.h"
#include "line.h"
#include "perch_config.h"
#include "perch_test.h"
#include "perch_types.h"
#include "storage.h"

// MARK: Stand-in

static esp_partition_t partition;
static bool there;
static bool failing;
static unsigned changes;  ///< asked for
static uint8_t flash[PERCH_CONFIG_AREAS * PERCH_CONFIG_AREA_BYTES + PERCH_FLASH_UNIT];
static esp_reset_reason_t reason;
static int64_t microseconds;
static unsigned restarts;
static uint32_t level;
static size_t room;
static size_t written;

const esp_partition_t *esp_partition_find_first(esp_partition_type_t type, esp_partition_subtype_t subtype, const char *label) {
  return there && type == ESP_PARTITION_TYPE_DATA && subtype == 0x40 && strcmp(label, "perch") == 0 ? &partition : NULL;
}
esp_err_t esp_partition_read(const esp_partition_t *from, size_t offset, void *to, size_t size) {
  if (failing || offset + size > from->size) {
    return -1;
  }
  memcpy(to, flash + offset, size);
  return ESP_OK;
}
esp_err_t esp_partition_write(const esp_partition_t *to, size_t offset, const void *from, size_t size) {
  changes++;
  if (failing || offset + size > to->size) {
    return -1;
  }
  for (size_t i = 0; i < size; i++) {
    flash[offset + i] &= ((const uint8_t *)from)[i];
  }
  return ESP_OK;
}
esp_err_t esp_partition_erase_range(const esp_partition_t *of, size_t offset, size_t size) {
  changes++;
  if (failing || offset + size > of->size || offset % of->erase_size != 0 || size % of->erase_size != 0) {
    return -1;
  }
  memset(flash + offset, 0xFF, size);
  return ESP_OK;
}
esp_err_t esp_efuse_mac_get_default(uint8_t *mac) {
  memcpy(mac, "\x24\x0A\xC4\x01\x02\x03", 6);
  return ESP_OK;
}
uint32_t esp_random(void) {
  return 4;
}
int64_t esp_timer_get_time(void) {
  return microseconds;
}
esp_reset_reason_t esp_reset_reason(void) {
  return reason;
}
void esp_restart(void) {
  restarts++;
}
esp_err_t gpio_reset_pin(gpio_num_t pin) {
  return pin == CONFIG_PERCH_LED_GPIO ? ESP_OK : -1;
}
esp_err_t gpio_set_direction(gpio_num_t pin, int mode) {
  return pin == CONFIG_PERCH_LED_GPIO && mode == GPIO_MODE_OUTPUT ? ESP_OK : -1;
}
esp_err_t gpio_set_level(gpio_num_t pin, uint32_t to) {
  level = to;
  return pin == CONFIG_PERCH_LED_GPIO ? ESP_OK : -1;
}
esp_err_t uart_driver_install(uart_port_t port, int rx, int tx, int events, void *queue, int flags) {
  (void)port, (void)rx, (void)tx, (void)events, (void)queue, (void)flags;
  return ESP_OK;
}
esp_err_t uart_param_config(uart_port_t port, const uart_config_t *config) {
  (void)port;
  return config->baud_rate == CONFIG_PERCH_UART_BAUD ? ESP_OK : -1;
}
esp_err_t uart_set_pin(uart_port_t port, int tx, int rx, int rts, int cts) {
  (void)port, (void)tx, (void)rx, (void)rts, (void)cts;
  return ESP_OK;
}
esp_err_t uart_get_tx_buffer_free_size(uart_port_t port, size_t *size) {
  (void)port;
  *size = room;
  return failing ? -1 : ESP_OK;
}
int uart_write_bytes(uart_port_t port, const void *bytes, size_t size) {
  (void)port, (void)bytes;
  written += size;
  return (int)size;
}
static unsigned waiting;
int uart_read_bytes(uart_port_t port, void *bytes, uint32_t size, uint32_t ticks) {
  (void)port, (void)ticks;
  const uint32_t count = size < waiting ? size : waiting;
  memset(bytes, 7, count);
  waiting -= count;
  return (int)count;
}

static void new_flash(void) {
  partition = (esp_partition_t){.size = PERCH_CONFIG_AREAS * PERCH_CONFIG_AREA_BYTES, .erase_size = 4096, .encrypted = false};
  memset(flash, 0, sizeof flash);
  there = true;
  failing = false;
}

// MARK: Tests

static void areas_are_apart_and_bounded(void) {
  new_flash();
  CHECK(storage_open());
  const uint8_t bytes[16] = {1, 2, 3};
  uint8_t read[16];
  for (uint8_t area = 0; area < PERCH_CONFIG_AREAS; area++) {
    for (uint32_t unit = 0; unit <= PERCH_CONFIG_UNITS; unit++) {
      CHECK(storage_erase(NULL, area, unit));
    }
    storage_read(NULL, area, PERCH_CONFIG_AREA_BYTES - 16, read, 16);
    CHECK(read[0] == 0xFF && read[15] == 0xFF);
  }
  CHECK(storage_program(NULL, 1, PERCH_CONFIG_AREA_BYTES - 16, bytes, 16));
  storage_read(NULL, 0, PERCH_CONFIG_AREA_BYTES - 16, read, 16);
  CHECK_EQUAL(read[0], 0xFF);
  storage_read(NULL, 1, PERCH_CONFIG_AREA_BYTES - 16, read, 16);
  CHECK(memcmp(read, bytes, 16) == 0);
  changes = 0;
  CHECK(!storage_program(NULL, 0, PERCH_CONFIG_AREA_BYTES - 8, bytes, 16));
  CHECK(!storage_program(NULL, 0, 16, bytes, UINT32_MAX - 8));
  CHECK(!storage_program(NULL, 0, UINT32_MAX - 8, bytes, 16));
  CHECK(!storage_program(NULL, PERCH_CONFIG_AREAS, 0, bytes, 16));
  CHECK(!storage_erase(NULL, 0, PERCH_CONFIG_UNITS + 1));
  CHECK(!storage_erase(NULL, 0, UINT32_MAX));
  CHECK(!storage_erase(NULL, 0, UINT32_MAX / PERCH_FLASH_UNIT + 1));  // wraps to unit 0
  CHECK_EQUAL(changes, 0);
}

static void flash_that_fails_is_reported_and_reads_as_nothing(void) {
  new_flash();
  CHECK(storage_open());
  uint8_t read[16];
  memset(read, 9, sizeof read);
  failing = true;
  CHECK(!storage_erase(NULL, 0, 0));
  CHECK(!storage_program(NULL, 0, 0, read, 16));
  storage_read(NULL, 0, 0, read, 16);
  CHECK(read[0] == 0 && read[15] == 0);
}

static void a_partition_that_will_not_do_is_not_used(void) {
  new_flash();
  there = false;
  CHECK(!storage_open());
  CHECK(!storage_erase(NULL, 0, 0));
  new_flash();
  partition.size--;
  CHECK(!storage_open());
  new_flash();
  partition.encrypted = true;
  CHECK(!storage_open());
  new_flash();
  partition.erase_size = 65536;
  CHECK(!storage_open());
}

static void reset_reasons_have_the_protocols_numbers(void) {
  static const struct {
    esp_reset_reason_t chip;
    uint8_t number;
  } reasons[] = {{ESP_RST_UNKNOWN, 0}, {ESP_RST_POWERON, 1}, {ESP_RST_EXT, 2},      {ESP_RST_SW, 3},       {ESP_RST_INT_WDT, 4},
                 {ESP_RST_TASK_WDT, 4}, {ESP_RST_WDT, 4},    {ESP_RST_BROWNOUT, 5}, {ESP_RST_PANIC, 6}, {ESP_RST_DEEPSLEEP, 7}};
  for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
    reason = reasons[i].chip;
    CHECK_EQUAL(board_reset_reason(), reasons[i].number);
  }
}

static void the_board_has_an_id_a_clock_and_a_light(void) {
  uint8_t id[8];
  board_device_id(id);
  CHECK(memcmp(id, "\x24\x0A\xC4\xFF\xFE\x01\x02\x03", 8) == 0);
  microseconds = 4294967296LL * 1000 + 5999;  // wraps after 49.7 days
  CHECK_EQUAL(board_clock_ms(NULL), 5);
  CHECK(board_light_open());
  CHECK_EQUAL(level, 1);
  board_light(NULL, true);
  CHECK_EQUAL(level, 0);  // active low
  CHECK_EQUAL(board_random_u32(NULL), 4);
  board_reboot(NULL, false);
  CHECK_EQUAL(restarts, 1);
}

static void a_uart_takes_no_more_than_it_has_room_for(void) {
  const uint8_t bytes[100] = {0};
  uint8_t read[64];
  failing = false;
  line_open();
  room = 30;
  CHECK_EQUAL(line_write(bytes, 100), 30);
  CHECK_EQUAL(written, 30);
  room = 0;
  CHECK_EQUAL(line_write(bytes, 100), 0);
  failing = true;
  room = 30;
  CHECK_EQUAL(line_write(bytes, 100), 0);
  CHECK_EQUAL(written, 30);
  waiting = 100;
  CHECK_EQUAL(line_read(read, 64), 64);
  CHECK_EQUAL(line_read(read, 64), 36);
  CHECK_EQUAL(line_read(read, 64), 0);
}

void test_esp(void) {
  RUN(areas_are_apart_and_bounded);
  RUN(flash_that_fails_is_reported_and_reads_as_nothing);
  RUN(a_partition_that_will_not_do_is_not_used);
  RUN(reset_reasons_have_the_protocols_numbers);
  RUN(the_board_has_an_id_a_clock_and_a_light);
  RUN(a_uart_takes_no_more_than_it_has_room_for);
}
