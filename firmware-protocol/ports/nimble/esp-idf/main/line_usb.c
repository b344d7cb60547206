#include "driver/usb_serial_jtag.h"
#include "esp_err.h"
#include "freertos/FreeRTOS.h"
#include "line.h"

void line_open(void) {
  usb_serial_jtag_driver_config_t config = {.tx_buffer_size = LINE_SEND_BYTES, .rx_buffer_size = LINE_RECEIVE_BYTES};
  ESP_ERROR_CHECK(usb_serial_jtag_driver_install(&config));
}

uint32_t line_rate(void) {
  return 0;
}

size_t line_write(const uint8_t *bytes, size_t length) {
  const int taken = usb_serial_jtag_write_bytes(bytes, length, 0);
  return taken > 0 ? (size_t)taken : 0;
}

size_t line_read(uint8_t *bytes, size_t length) {
  const int count = usb_serial_jtag_read_bytes(bytes, (uint32_t)length, portMAX_DELAY);
  return count > 0 ? (size_t)count : 0;
}
