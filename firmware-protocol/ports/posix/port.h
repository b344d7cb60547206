/// Functions of the platform for main.c. Here: a process with a pseudo-terminal, a file for flash
/// and the kernel's clock.
#ifndef PORT_H
#define PORT_H

#include "perch_core.h"

/// The functions the core calls.
extern const perch_hal_t port_hal;
/// Description of this dongle. Complete once port_start has returned.
extern perch_identity_t port_identity;

/// Reads the options, opens flash and line, and prints the path of the line. Ends the process if
/// that fails.
void port_open(int argc, char **argv);
/// Begins at uptime 0. \returns false when the process has been asked to end, which cannot happen
/// on a chip.
bool port_start(void);
/// False after a REBOOT or a request to end.
bool port_is_running(void);
/// Passes bytes from the line to the core. On a chip the UART's interrupt does so.
void port_receive(perch_core_t *core);
/// Sleeps until bytes come, the line has room if `wants_to_write`, or `ms` have passed.
void port_sleep(uint32_t ms, bool wants_to_write);
/// \returns the exit code.
int port_close(void);

#endif
