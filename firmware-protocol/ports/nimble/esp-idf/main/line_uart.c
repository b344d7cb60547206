#include "driver/uart.h"
#include "esp_err.h"
#include "freertos/FreeRTOS.h"
#include "line.h"
#include "sdkconfig.h"

#define PORT ((uart_port_t)CONFIG_PERCH_UART_PORT)

void line_open(void) {
  const uart_config_t config = {
      .baud_rate = CONFIG_PERCH_UART_BAUD,
      .data_bits = UART_DATA_8_BITS,
      .parity = UART_PARITY_DISABLE,
      .stop_bits = UART_STOP_BITS_1,
      .flow_ctrl = UART_HW_FLOWCTRL_DISABLE,
      .source_clk = UART_SCLK_DEFAULT,
  };
  ESP_ERROR_CHECK(uart_driver_install(PORT, LINE_RECEIVE_BYTES, LINE_SEND_BYTES, 0, NULL, 0));
  ESP_ERROR_CHECK(uart_param_config(PORT, &config));
  ESP_ERROR_CHECK(uart_set_pin(PORT, CONFIG_PERCH_UART_TX, CONFIG_PERCH_UART_RX, UART_PIN_NO_CHANGE, UART_PIN_NO_CHANGE));
}

uint32_t line_rate(void) {
  return CONFIG_PERCH_UART_BAUD;
}

size_t line_write(const uint8_t *bytes, size_t length) {
  // The driver would wait for room, so it gets no more than it can take at once.
  size_t room = 0;
  if (uart_get_tx_buffer_free_size(PORT, &room) != ESP_OK || room == 0) {
    return 0;
  }
  const int taken = uart_write_bytes(PORT, bytes, length < room ? length : room);
  return taken > 0 ? (size_t)taken : 0;
}

size_t line_read(uint8_t *bytes, size_t length) {
  // Waits for one byte, then takes the others that have arrived.
  const int first = uart_read_bytes(PORT, bytes, 1, portMAX_DELAY);
  if (first <= 0) {
    return 0;
  }
  const int more = uart_read_bytes(PORT, bytes + 1, (uint32_t)(length - 1), 0);
  return more > 0 ? 1 + (size_t)more : 1;
}
