/// Declarations shared by the parts of the port.
#ifndef PERCH_NIMBLE_RADIO_H
#define PERCH_NIMBLE_RADIO_H

#include "host/ble_hs.h"
#include "nimble/nimble_port.h"
#include "perch_nimble.h"

/// A slot of the core, as the radio sees it.
typedef enum {
  RADIO_FREE,
  RADIO_WAITING,    ///< attempted when the attempt before it has ended
  RADIO_ATTEMPTING, ///< the stack looks for the peer
  RADIO_OPEN,       ///< the stack has the connection, but may not have reported it yet
} radio_slot_state_t;

typedef enum {
  RADIO_IDLE,
  RADIO_MTU,
  RADIO_DISCOVERY,
  RADIO_READ,
  RADIO_WRITE,
} radio_procedure_t;

typedef struct {
  radio_slot_state_t state;
  radio_procedure_t procedure;
  ble_addr_t peer;  ///< peer of the attempt
  uint16_t attempt; ///< number of the attempt, so that a late report of an earlier one is not mistaken for its own
  uint16_t handle;  ///< handle in the stack, while open
  uint16_t serial; ///< number of the procedure, so that a late callback of an earlier one is not mistaken for its own
  uint16_t first;  ///< range of a discovery of services
  uint16_t last;
  uint32_t closing_since;
  bool closing;
  bool close_sent; ///< the stack has accepted the request to close
} radio_slot_t;

typedef struct {
  perch_core_t *core;
  const perch_hal_t *hal;
  struct ble_npl_event turn;
  struct ble_npl_callout timer;
  bool synced; ///< the stack is ready for requests
  uint8_t own_address_type;
  bool scan_wanted;
  bool scanning;
  perch_scan_params_t scan;
  perch_connect_params_t wanted; ///< parameters for the waiting slot
  radio_slot_t slots[PERCH_SLOTS];
  uint16_t strays[PERCH_SLOTS]; ///< connections of the stack without a slot, to be closed
  uint8_t stray_count;          ///< PERCH_SLOTS + 1: there were more
  uint8_t bytes[PERCH_PAYLOAD_MAX]; ///< a value on its way to the core
} radio_t;

extern radio_t radio;

/// A result of NimBLE's host as a status of the protocol.
perch_status_t radio_status(int result);

#define RADIO_RETRY_MS 100u ///< time until a request that the stack refused is repeated

// MARK: Connections

/// The slot that is being attempted, or PERCH_SLOTS.
uint8_t radio_attempted(void);
/// Attempts the connection `radio.wanted` for a slot.
perch_status_t radio_attempt(uint8_t slot);
/// Marks a slot to be closed by `radio_settle`.
void radio_close(uint8_t slot);
/// Frees a slot without reporting that to the core.
void radio_release(uint8_t slot);
/// Assigns a connection of the stack to a slot without reporting that to the core.
void radio_hold(uint8_t slot, uint16_t handle);
/// Handles the end of an attempt, or of an earlier one that was given up; with a connection if
/// `status` is 0.
void radio_connect_ended(uint8_t slot, uint16_t attempt, int status, uint16_t handle);
void radio_connection_ended(uint8_t slot, int reason);

// MARK: Scans

/// Ends the scan in the stack, to be resumed or not. \returns the stack's error if it did not end
/// it.
int radio_scan_pause(void);
/// Handles a scan that has ended without a request of the core.
void radio_scan_end(perch_status_t status);
/// Handles a report of an advert.
void radio_heard(const struct ble_gap_disc_desc *report);
/// Ends or resumes the scan if that was postponed. \returns as `radio_settle`.
uint32_t radio_scan_settle(void);

// MARK: The stack

/// Handles a report of the stack about scans and connections. `argument` is the slot, if there is
/// one.
int radio_gap_event(struct ble_gap_event *event, void *argument);
/// Handles a notification or an indication.
void radio_notified(uint8_t slot, const struct os_mbuf *value, uint16_t handle, bool indication);
/// Does postponed work that has become possible: closes, connects, resumes the scan.
///
/// Except for looking up a connection and its MTU, no function of NimBLE is called inside its
/// callbacks, where some builds hold the stack's lock; the work is noted and done here.
/// \returns ms until it must be called again if nothing else happens; UINT32_MAX = not needed.
uint32_t radio_settle(void);
/// Resets the state of slots and scan and reports it to the core, after a reset of the stack.
void radio_forget(perch_status_t status);

// MARK: Functions of perch_hal_t

perch_status_t radio_scan_start(void *context, const perch_scan_params_t *params);
void radio_scan_stop(void *context);
perch_status_t radio_connect(void *context, uint8_t slot, const perch_connect_params_t *params);
void radio_disconnect(void *context, uint8_t slot);
perch_status_t radio_exchange_mtu(void *context, uint8_t slot, uint16_t mtu);
perch_status_t radio_discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last);
perch_status_t radio_read(void *context, uint8_t slot, uint16_t handle, uint16_t offset);
perch_status_t radio_write(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length);
perch_status_t radio_write_command(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length);

#endif
