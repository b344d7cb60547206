// TIMER0 counts microseconds and wraps after 71 minutes; the core's clock is counted up from it.

#include "nrf51.h"
#include "port.h"

#define NOW 0
#define WAKE 1
#define PRESCALER_1_MHZ 4u
#define LONGEST_SLEEP_MS 60000u

static uint32_t counted;  // microseconds counted so far, except those that are not a whole millisecond in `ms` yet
static uint32_t ms;

void clock_start(void) {
  NRF51_TIMER_BITMODE = NRF51_TIMER_32_BIT;
  NRF51_TIMER_PRESCALER = PRESCALER_1_MHZ;
  NRF51_TIMER_INTENSET = 1u << (16 + WAKE);
  ARM_NVIC_ENABLE = 1u << NRF51_TIMER_IRQ;
  NRF51_TIMER_START = 1;
}

static uint32_t microseconds(void) {
  NRF51_TIMER_CAPTURE(NOW) = 1;
  return NRF51_TIMER_CC(NOW);
}

uint32_t clock_ms(void *context) {
  (void)context;
  const uint32_t whole = (microseconds() - counted) / 1000;
  counted += whole * 1000;
  ms += whole;
  return ms;
}

bool clock_wake_in(uint32_t delay) {
  const uint32_t length = (delay < LONGEST_SLEEP_MS ? delay : LONGEST_SLEEP_MS) * 1000;
  const uint32_t begun = microseconds();
  NRF51_TIMER_CC(WAKE) = begun + length;
  // A moment that has passed when it is set would only come again in 71 minutes.
  return microseconds() - begun < length;
}

void timer_interrupt(void) {
  NRF51_TIMER_COMPARE(WAKE) = 0;
}
