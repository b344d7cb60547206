/// Functions of the chip for the core and main.c.
#ifndef PORT_H
#define PORT_H

#include "perch_core.h"

/// The functions the core calls.
extern const perch_hal_t port_hal;
/// Description of this dongle. Complete once port_start has returned.
extern perch_identity_t port_identity;

/// Starts the clock and determines the reset reason.
void port_start(void);
/// Sleeps until an interrupt, or until `ms` have passed.
void port_sleep(uint32_t ms);
/// Writes the deepest stack so far to the log, each time that it has grown.
void port_report_stack(perch_core_t *core);

// uart.c
/// Starts the line. Bytes go to the core from the interrupt.
void uart_start(perch_core_t *core);
size_t uart_write(void *context, const uint8_t *bytes, size_t length);
/// Whether an interrupt for the main loop has come since the last call.
bool uart_take_activity(void);

// clock.c
void clock_start(void);
uint32_t clock_ms(void *context);
/// Makes TIMER0 wake the CPU in `ms`, at most a minute, so that its wrap after 71 minutes is never
/// missed. \returns false when `ms` have passed already.
bool clock_wake_in(uint32_t ms);

// flash.c
bool flash_erase(void *context, uint8_t area, uint32_t unit);
bool flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length);
void flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length);

#endif
