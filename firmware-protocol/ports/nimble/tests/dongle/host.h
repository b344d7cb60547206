/// A stand-in for NimBLE's host whose controller and peers are the scripted radio.
#ifndef HOST_H
#define HOST_H

#include "perch_core.h"

/// Starts the host and the radio anew. `hal` gives the time.
void host_new(const perch_hal_t *hal);
/// Reports what the radio has for the host, and runs the host's queue.
///
/// \returns ms until it must be called again.
uint32_t host_run(void);

#endif
