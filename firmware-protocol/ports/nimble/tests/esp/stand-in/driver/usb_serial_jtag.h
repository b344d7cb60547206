#ifndef STAND_IN_USB_SERIAL_JTAG_H
#define STAND_IN_USB_SERIAL_JTAG_H
#include <stddef.h>
#include <stdint.h>

#include "esp_err.h"
typedef struct {
  uint32_t tx_buffer_size, rx_buffer_size;
} usb_serial_jtag_driver_config_t;
esp_err_t usb_serial_jtag_driver_install(usb_serial_jtag_driver_config_t *config);
int usb_serial_jtag_read_bytes(void *bytes, uint32_t size, uint32_t ticks);
int usb_serial_jtag_write_bytes(const void *bytes, size_t size, uint32_t ticks);
#endif
