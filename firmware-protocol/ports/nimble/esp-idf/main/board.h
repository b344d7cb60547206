/// Identity and reset reason of the chip, and its light.
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/// The factory's MAC as an EUI-64.
void board_device_id(uint8_t id[8]);
/// Reason of the chip's start, as numbered in SPEC.md 4.6.
uint8_t board_reset_reason(void);
/// Prepares the light. \returns false if the configuration names none.
bool board_light_open(void);

// Functions of perch_hal_t.
uint32_t board_clock_ms(void *context);
uint32_t board_random_u32(void *context);
void board_reboot(void *context, bool bootloader);
void board_light(void *context, bool on);

#endif
