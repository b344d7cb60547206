// This port as a process: line, flash and clock are those of ports/posix, NimBLE's host is host.c.

#include "host.h"
#include "host/ble_hs.h"
#include "perch_nimble.h"
#include "perch_state.h"
#include "port.h"

static perch_core_t core;

int main(int argc, char **argv) {
  port_open(argc, argv);
  perch_hal_t hal = port_hal;
  perch_nimble_hal(&hal);
  port_identity.features &= ~(uint64_t)PERCH_FEATURE_EXTENDED_ADVERTISING;
  port_identity.features |= PERCH_NIMBLE_FEATURES;
  port_identity.firmware = "perch-nimble";
  port_identity.build = "stand-in for NimBLE";
  while (port_start()) {  // once for each REBOOT
    perch_init(&core, &hal, &port_identity);
    host_new(&hal);
    perch_nimble_start(&core, &hal);
    ble_hs_cfg.sync_cb();
    while (port_is_running()) {
      port_receive(&core);
      perch_nimble_wake();
      port_sleep(host_run(), perch_wants_to_write(&core));
    }
  }
  return port_close();
}
