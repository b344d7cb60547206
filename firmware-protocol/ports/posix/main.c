// The dongle as a process: the core over the functions of port.h. A port to other hardware keeps this file and fills in those functions.

#include "perch_state.h"
#include "port.h"
#include "scripted_radio.h"

static perch_core_t core;  // all state and every buffer

int main(int argc, char **argv) {
  port_open(argc, argv);
  while (port_start()) {  // once for each REBOOT
    perch_init(&core, &port_hal, &port_identity);
    scripted_radio_init(&core, &port_hal);
    while (port_is_running()) {
      port_receive(&core);
      const uint32_t core_due = perch_poll(&core);
      const uint32_t radio_due = scripted_radio_run();
      port_sleep(core_due < radio_due ? core_due : radio_due, perch_wants_to_write(&core));
    }
  }
  return port_close();
}
