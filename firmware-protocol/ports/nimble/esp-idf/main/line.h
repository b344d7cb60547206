/// The line to the host: a UART or the chip's own USB serial port, by the configuration.
#ifndef LINE_H
#define LINE_H

#include <stddef.h>
#include <stdint.h>

#define LINE_RECEIVE_BYTES 8192 ///< the driver's buffer; the core's own is smaller, so it fills first and counts
#define LINE_SEND_BYTES 4096

/// Opens the line; restarts the chip if the driver refuses.
void line_open(void);
/// Bits a second; 0 on USB.
uint32_t line_rate(void);
/// \returns bytes taken, 0 when the driver has no room. Does not wait.
size_t line_write(const uint8_t *bytes, size_t length);
/// Waits for bytes. \returns their number, 0...length.
size_t line_read(uint8_t *bytes, size_t length);

#endif
