#ifndef STAND_IN_UART_H
#define STAND_IN_UART_H
#include <stddef.h>
#include <stdint.h>

#include "esp_err.h"
typedef int uart_port_t;
typedef struct {
  int baud_rate, data_bits, parity, stop_bits, flow_ctrl, source_clk;
} uart_config_t;
enum { UART_DATA_8_BITS, UART_PARITY_DISABLE, UART_STOP_BITS_1, UART_HW_FLOWCTRL_DISABLE, UART_SCLK_DEFAULT };
#define UART_PIN_NO_CHANGE (-1)
esp_err_t uart_driver_install(uart_port_t port, int rx, int tx, int events, void *queue, int flags);
esp_err_t uart_param_config(uart_port_t port, const uart_config_t *config);
esp_err_t uart_set_pin(uart_port_t port, int tx, int rx, int rts, int cts);
esp_err_t uart_get_tx_buffer_free_size(uart_port_t port, size_t *size);
int uart_write_bytes(uart_port_t port, const void *bytes, size_t size);
int uart_read_bytes(uart_port_t port, void *bytes, uint32_t size, uint32_t ticks);
#endif
