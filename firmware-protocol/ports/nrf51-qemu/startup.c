// The vectors, the code from reset to main, and a measurement of the stack's depth.

#include <stdint.h>

#include "port.h"

// From the linker script.
extern uint32_t data_start, data_end, data_image, bss_start, bss_end, stack_bottom, stack_top;

int main(void);
void fault_interrupt(void);
void uart_interrupt(void);
void timer_interrupt(void);

#define UNTOUCHED 0xC0DEC0DEu

void reset_interrupt(void) {
  uint32_t *to = &data_start;
  for (const uint32_t *from = &data_image; to < &data_end;) {
    *to++ = *from++;
  }
  for (to = &bss_start; to < &bss_end;) {
    *to++ = 0;
  }
  // Up to the frame of this function.
  uint32_t *const frame = __builtin_frame_address(0);
  for (to = &stack_bottom; to < frame - 8;) {
    *to++ = UNTOUCHED;
  }
  main();
}

typedef void (*vector_t)(void);

__attribute__((section(".vectors"), used)) static const struct {
  uint32_t *stack;
  vector_t vectors[47];
} table = {
    &stack_top,
    {
        [0] = reset_interrupt,
        [1] = fault_interrupt,  // NMI
        [2] = fault_interrupt,
        [10] = fault_interrupt,  // SVC
        [13] = fault_interrupt,  // PendSV
        [14] = fault_interrupt,  // SysTick
        [15 + 2] = uart_interrupt,
        [15 + 8] = timer_interrupt,
    },
};

static char *put_number(char *text, uint32_t number) {
  char digits[10];
  unsigned count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) {
    *text++ = digits[--count];
  }
  return text;
}

void port_report_stack(perch_core_t *core) {
  static uint32_t *deepest = &stack_top;
  uint32_t *word = &stack_bottom;
  while (word < deepest && *word == UNTOUCHED) {
    word++;
  }
  if (word == deepest) {
    return;
  }
  deepest = word;
  char text[32] = "stack ";
  char *end = put_number(text + 6, (uint32_t)((uintptr_t)&stack_top - (uintptr_t)word));
  *end++ = ' ';
  *end++ = 'o';
  *end++ = 'f';
  *end++ = ' ';
  end = put_number(end, (uint32_t)((uintptr_t)&stack_top - (uintptr_t)&stack_bottom));
  *end = '\0';
  perch_log(core, 3, text);
}
