// The small profile on a Cortex-M0 with 16 KiB of RAM: the core over the functions of port.h.

#include "perch_state.h"
#include "port.h"
#include "scripted_radio.h"

static perch_core_t core;  // all state and every buffer

int main(void) {
  port_start();
  perch_init(&core, &port_hal, &port_identity);
  scripted_radio_init(&core, &port_hal);
  uart_start(&core);
  for (;;) {
    port_report_stack(&core);
    const uint32_t core_due = perch_poll(&core);
    const uint32_t radio_due = scripted_radio_run();
    port_sleep(core_due < radio_due ? core_due : radio_due);
  }
}
