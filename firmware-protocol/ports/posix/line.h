/// The line: a pseudo-terminal whose other end a host opens as a serial port.
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Creates the pseudo-terminal, prints its path, and creates `link` if it is not NULL. Ends the
/// process if that fails.
void line_open(const char *link);
/// Removes the link.
void line_close(void);

/// \returns bytes taken, 0 when the terminal is full.
size_t line_write(const uint8_t *bytes, size_t length);
/// \returns bytes read, 0 when there are none.
size_t line_read(uint8_t *bytes, size_t length);
/// Waits for bytes, for room if `for_room`, for a signal, or until `ms` have passed; UINT32_MAX =
/// without limit.
void line_wait(uint32_t ms, bool for_room);

#endif
