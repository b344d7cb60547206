/// The radio of a Perch dongle over Apache NimBLE's host.
///
/// The core runs in NimBLE's host task. All reports of the stack arrive there anyway, one after
/// another and with their bytes. So no report is copied into a further queue, none can be dropped
/// between stack and core, and requests of the host cannot overtake reports of the radio. The
/// price: the host task waits while the core erases flash.
#ifndef PERCH_NIMBLE_H
#define PERCH_NIMBLE_H

#include "perch_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Features of this radio, for `perch_identity_t.features`.
#define PERCH_NIMBLE_FEATURES (PERCH_FEATURE_ACTIVE_SCAN | PERCH_FEATURE_GATT)

/// Fills in the radio's functions of a HAL. They use no context, since NimBLE has only one host.
///
/// `confirm` is NULL: NimBLE confirms indications by itself, so build the core with PERCH_INDICATION_HOLD=0.
void perch_nimble_hal(perch_hal_t *hal);

/// Registers NimBLE's callbacks and schedules the core's first poll. To be called after
/// `nimble_port_init` and `perch_init`, before `nimble_port_run`.
///
/// From then on only `perch_receive` and `perch_nimble_wake` may be called from other tasks. `core` and `hal` must outlive the program.
void perch_nimble_start(perch_core_t *core, const perch_hal_t *hal);

/// Schedules a poll of the core, for instance after `perch_receive`. May be called from any task;
/// further calls before the poll have no effect.
void perch_nimble_wake(void);

#ifdef __cplusplus
}
#endif
#endif
