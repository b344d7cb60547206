#include "nrf51.h"
#include "port.h"

#define PIN_TX 24u
#define PIN_RX 25u
#define QUEUE 128u  // a power of two

static perch_core_t *receiver;
static volatile bool activity;

/// Outgoing bytes. `first` belongs to the interrupt, `next` to the main loop.
static struct {
  uint8_t bytes[QUEUE];
  volatile uint8_t first;
  volatile uint8_t next;
  volatile bool sending;
} queue;

void uart_start(perch_core_t *core) {
  receiver = core;
  NRF51_UART_PSELTXD = PIN_TX;
  NRF51_UART_PSELRXD = PIN_RX;
  NRF51_UART_BAUDRATE = NRF51_UART_1_MBAUD;
  NRF51_UART_ENABLE = NRF51_UART_ON;
  NRF51_UART_INTENSET = NRF51_UART_RX_READY | NRF51_UART_TX_READY;
  ARM_NVIC_ENABLE = 1u << NRF51_UART_IRQ;
  NRF51_UART_STARTTX = 1;
  NRF51_UART_STARTRX = 1;
}

static uint8_t used(void) {
  return (uint8_t)(queue.next - queue.first);
}

static void send_next(void) {
  queue.sending = used() > 0;
  if (queue.sending) {
    NRF51_UART_TXD = queue.bytes[queue.first % QUEUE];
    queue.first++;
  }
}

size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  size_t taken = 0;
  for (; taken < length && used() < QUEUE; taken++) {
    queue.bytes[queue.next % QUEUE] = bytes[taken];
    queue.next++;
  }
  arm_interrupts_off();
  if (!queue.sending) {
    send_next();
  }
  arm_interrupts_on();
  return taken;
}

bool uart_take_activity(void) {
  const bool was = activity;
  activity = false;
  return was;
}

void uart_interrupt(void) {
  while (NRF51_UART_RXDRDY != 0) {
    NRF51_UART_RXDRDY = 0;
    const uint8_t byte = (uint8_t)NRF51_UART_RXD;
    perch_receive(receiver, &byte, 1);
    activity = true;
  }
  if (NRF51_UART_TXDRDY != 0) {
    NRF51_UART_TXDRDY = 0;
    send_next();
    // Enough room to be worth waking the main loop.
    activity = activity || used() == QUEUE / 2 || !queue.sending;
  }
}
