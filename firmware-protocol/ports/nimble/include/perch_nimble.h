/// The radio of a Perch dongle over Apache NimBLE's host.
///
/// The core lives in NimBLE's host task. Everything the stack reports comes there anyway, one event after another, with the bytes it is about; so nothing
/// is copied into a queue of its own, nothing can be dropped between stack and core, and what the host asks for cannot overtake what the radio reports.
/// The price: the host task waits while the core erases flash.
#ifndef PERCH_NIMBLE_H
#define PERCH_NIMBLE_H

#include "perch_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What this radio can do, for `perch_identity_t.features`.
#define PERCH_NIMBLE_FEATURES (PERCH_FEATURE_ACTIVE_SCAN | PERCH_FEATURE_GATT)

/// Fills in the radio's functions of a HAL. They use no context, since NimBLE has only one host.
///
/// `confirm` is NULL: NimBLE confirms indications by itself, so build the core with PERCH_INDICATION_HOLD=0.
void perch_nimble_hal(perch_hal_t *hal);

/// Takes NimBLE's callbacks and plans the core's first turn. Call it behind `nimble_port_init` and `perch_init`, before `nimble_port_run`.
///
/// From then on only `perch_receive` and `perch_nimble_wake` may be called from other tasks. `core` and `hal` must outlive the program.
void perch_nimble_start(perch_core_t *core, const perch_hal_t *hal);

/// Asks for a turn of the core, behind `perch_receive` for instance. May be called from any task; asking again before it has come changes nothing.
void perch_nimble_wake(void);

#ifdef __cplusplus
}
#endif
#endif
