/// The registers this port uses; nRF51 Series Reference Manual, version 3.0.
#ifndef NRF51_H
#define NRF51_H

#include <stdint.h>

#define NRF51_REGISTER(address) (*(volatile uint32_t *)(address))

// Chapter 6: factory information
#define NRF51_DEVICE_ID(word) NRF51_REGISTER(0x10000060u + 4 * (word))

// Chapter 29: UART, on its interrupt 2
#define NRF51_UART_IRQ 2
#define NRF51_UART_STARTRX NRF51_REGISTER(0x40002000u)
#define NRF51_UART_STARTTX NRF51_REGISTER(0x40002008u)
#define NRF51_UART_RXDRDY NRF51_REGISTER(0x40002108u)
#define NRF51_UART_TXDRDY NRF51_REGISTER(0x4000211Cu)
#define NRF51_UART_INTENSET NRF51_REGISTER(0x40002304u)
#define NRF51_UART_ENABLE NRF51_REGISTER(0x40002500u)
#define NRF51_UART_PSELTXD NRF51_REGISTER(0x4000250Cu)
#define NRF51_UART_PSELRXD NRF51_REGISTER(0x40002514u)
#define NRF51_UART_RXD NRF51_REGISTER(0x40002518u)
#define NRF51_UART_TXD NRF51_REGISTER(0x4000251Cu)
#define NRF51_UART_BAUDRATE NRF51_REGISTER(0x40002524u)
#define NRF51_UART_RX_READY (1u << 2)
#define NRF51_UART_TX_READY (1u << 7)
#define NRF51_UART_ON 4u
#define NRF51_UART_1_MBAUD 0x10000000u

// Chapter 18: TIMER0, on its interrupt 8
#define NRF51_TIMER_IRQ 8
#define NRF51_TIMER_START NRF51_REGISTER(0x40008000u)
#define NRF51_TIMER_CAPTURE(channel) NRF51_REGISTER(0x40008040u + 4 * (channel))
#define NRF51_TIMER_COMPARE(channel) NRF51_REGISTER(0x40008140u + 4 * (channel))
#define NRF51_TIMER_INTENSET NRF51_REGISTER(0x40008304u)
#define NRF51_TIMER_BITMODE NRF51_REGISTER(0x40008508u)
#define NRF51_TIMER_PRESCALER NRF51_REGISTER(0x40008510u)
#define NRF51_TIMER_CC(channel) NRF51_REGISTER(0x40008540u + 4 * (channel))
#define NRF51_TIMER_32_BIT 3u

// Chapter 20: random numbers
#define NRF51_RNG_START NRF51_REGISTER(0x4000D000u)
#define NRF51_RNG_STOP NRF51_REGISTER(0x4000D004u)
#define NRF51_RNG_VALRDY NRF51_REGISTER(0x4000D100u)
#define NRF51_RNG_VALUE NRF51_REGISTER(0x4000D508u)

// Chapter 6: flash
#define NRF51_NVMC_READY NRF51_REGISTER(0x4001E400u)
#define NRF51_NVMC_CONFIG NRF51_REGISTER(0x4001E504u)
#define NRF51_NVMC_ERASE_PAGE NRF51_REGISTER(0x4001E508u)
#define NRF51_NVMC_READ_ONLY 0u
#define NRF51_NVMC_WRITE 1u
#define NRF51_NVMC_ERASE 2u

// ARMv6-M Architecture Reference Manual, B3
#define ARM_NVIC_ENABLE NRF51_REGISTER(0xE000E100u)
#define ARM_AIRCR NRF51_REGISTER(0xE000ED0Cu)
#define ARM_AIRCR_RESET 0x05FA0004u

static inline void arm_interrupts_off(void) {
  __asm volatile("cpsid i" ::: "memory");
}
static inline void arm_interrupts_on(void) {
  __asm volatile("cpsie i" ::: "memory");
}
/// Sleeps until an interrupt is pending, also while they are off.
static inline void arm_sleep(void) {
  __asm volatile("dsb\n\twfi" ::: "memory");
}

#endif
