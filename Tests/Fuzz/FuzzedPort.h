/// A port of the core whose line, clock, radio and flash do what the fuzzer wants, and which holds the core to what it promises a port.
#ifndef FUZZED_PORT_H
#define FUZZED_PORT_H

#include "perch_state.h"

typedef struct {
  perch_core_t core;
  uint32_t now;
  uint32_t random;
  size_t line_room; ///< bytes the line still takes
  perch_status_t status; ///< what the radio's functions return
  bool synchronous; ///< the radio answers from within
  bool flash_fails;
  bool refuses_config; ///< the validator finds the first byte wrong
  bool restarts; ///< the core has asked for a restart
  size_t zeros; ///< given to the core
  size_t responses; ///< seen on the line
  uint8_t flash[PERCH_CONFIG_AREAS][PERCH_CONFIG_AREA_BYTES];
} fuzzed_port_t;

extern fuzzed_port_t port;

/// A dongle as new, with erased flash.
void port_new(void);
/// Power off and on: flash stays.
void port_restart(void);
/// Gives the core bytes of the line.
void port_receive(const uint8_t *bytes, size_t length);
/// Gives the core one frame.
void port_frame(const perch_header_t *header, const uint8_t *payload, size_t length);
/// Polls until nothing is left to do at this moment, and checks what must hold then.
void port_settle(void);

#endif
