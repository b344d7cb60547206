/// A radio that plays a script: only the devices of README.md are on the air, deterministic by the
/// clock.
///
/// A new port uses it until its own radio exists, and the tests of ports expect it. No heap; about
/// 350 bytes of RAM in the small profile. There is one radio, as on a chip: `context` is ignored.
/// All of it runs in the main loop.
#ifndef SCRIPTED_RADIO_H
#define SCRIPTED_RADIO_H

#include "perch_core.h"

/// Resets the radio: no scan, no connection. `core` and `hal` must outlive it; it takes the time
/// from `hal`.
void scripted_radio_init(perch_core_t *core, const perch_hal_t *hal);

/// Reports due events to the core.
///
/// \returns ms until it must be called again, 0 = it has reported an event, so the core must be
/// polled; UINT32_MAX = nothing is planned.
uint32_t scripted_radio_run(void);

// The radio functions of perch_hal_t.
perch_status_t scripted_scan_start(void *context, const perch_scan_params_t *params);
void scripted_scan_stop(void *context);
perch_status_t scripted_connect(void *context, uint8_t slot, const perch_connect_params_t *params);
void scripted_disconnect(void *context, uint8_t slot);
perch_status_t scripted_exchange_mtu(void *context, uint8_t slot, uint16_t mtu);
perch_status_t scripted_discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last);
perch_status_t scripted_read(void *context, uint8_t slot, uint16_t handle, uint16_t offset);
perch_status_t scripted_write(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length);
perch_status_t scripted_write_command(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length);
void scripted_confirm(void *context, uint8_t slot);

#endif
