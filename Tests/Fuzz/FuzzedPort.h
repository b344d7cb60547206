/// A port of the core whose line, clock, radio and flash follow the fuzzer's input. It checks that
/// the core keeps its promises to a port.
#ifndef FUZZED_PORT_H
#define FUZZED_PORT_H

#include "perch_state.h"

typedef struct {
  perch_core_t core;
  uint32_t now;
  uint32_t random;
  size_t line_room; ///< bytes the line still takes
  perch_status_t status; ///< result of the radio's functions
  bool synchronous; ///< the radio reports from within a call
  bool flash_fails;
  bool refuses_config; ///< the validator rejects the first byte
  bool restarts; ///< the core has requested a restart
  size_t zeros; ///< given to the core
  size_t responses; ///< seen on the line
  uint8_t flash[PERCH_CONFIG_AREAS][PERCH_CONFIG_AREA_BYTES];
} fuzzed_port_t;

extern fuzzed_port_t port;

/// Starts a new dongle with erased flash.
void port_new(void);
/// Power off and on: flash stays.
void port_restart(void);
/// Gives the core bytes of the line.
void port_receive(const uint8_t *bytes, size_t length);
/// Gives the core one frame.
void port_frame(const perch_header_t *header, const uint8_t *payload, size_t length);
/// Polls until nothing is left to do at this moment, and checks the invariants.
void port_settle(void);

#endif
