/// What main.c needs of the place it runs in. Here: a process with a pseudo-terminal, a file for flash and the kernel's clock.
#ifndef PORT_H
#define PORT_H

#include "perch_core.h"

/// The functions the core calls.
extern const perch_hal_t port_hal;
/// What this dongle says of itself. Complete once port_start has returned.
extern perch_identity_t port_identity;

/// Takes the options, opens flash and line, and prints where the line is. Ends the process where that fails.
void port_open(int argc, char **argv);
/// Begins at uptime 0. \returns false when the process has been told to end; a chip has no such thing.
bool port_start(void);
/// False once a REBOOT was asked for, or the end.
bool port_is_running(void);
/// Gives the core what has come from the line. On a chip the UART's interrupt does so.
void port_receive(perch_core_t *core);
/// Sleeps until bytes come, the line can take some again where `wants_to_write`, or `ms` have passed.
void port_sleep(uint32_t ms, bool wants_to_write);
/// \returns the exit code.
int port_close(void);

#endif
