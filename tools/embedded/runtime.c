// The few functions that Embedded Swift needs for linking: a heap that grows and frees nothing, and
// the compiler's helpers for 64 bits on RISC-V. The memory functions are those of the core's image
// (core/tests/cortex-m0/memory.c). Real firmware has its own.

#include <stddef.h>
#include <stdint.h>

extern char heap_start[], heap_end[];

void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);

void codec_echo(const void *bytes, intptr_t count);
/// Stands for the line, as the image's caller would map it.
volatile uint8_t line[256];

void codec_send(const void *bytes, intptr_t count) {
  const uint8_t *from = bytes;
  while (count-- > 0) {
    line[0] = *from++;
  }
}
void codec_rejected(intptr_t discarded) {
  line[1] = (uint8_t)discarded;
}

void codec_main(void) {
  for (;;) {
    codec_echo((const void *)line, sizeof line);
  }
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  static char *next = heap_start;
  char *at = (char *)(((uintptr_t)next + alignment - 1) & ~(uintptr_t)(alignment - 1));
  if (size > (size_t)(heap_end - at)) {
    return 12;
  }
  next = at + size;
  *result = at;
  return 0;
}
void free(void *memory) {
  (void)memory;
}
void arc4random_buf(void *bytes, size_t count) {
  uint8_t *to = bytes;
  while (count-- > 0) {
    *to++ = 4;
  }
}
uintptr_t __stack_chk_guard = 0x5EED;
_Noreturn void __stack_chk_fail(void) {
  for (;;) {
  }
}

#ifdef __arm__
// The ARM ABI's names, also those for aligned memory.
#define COPY(name) \
  void name(void *to, const void *from, size_t length) { \
    memmove(to, from, length); \
  }
#define CLEAR(name) \
  void name(void *to, size_t length) { \
    memset(to, 0, length); \
  }
COPY(__aeabi_memcpy)
COPY(__aeabi_memcpy4)
COPY(__aeabi_memcpy8)
COPY(__aeabi_memmove)
COPY(__aeabi_memmove4)
COPY(__aeabi_memmove8)
CLEAR(__aeabi_memclr)
CLEAR(__aeabi_memclr4)
CLEAR(__aeabi_memclr8)
void __aeabi_memset(void *to, size_t length, int value) {
  memset(to, value, length);
}
#endif

#if defined(__arm__) && __ARM_ARCH == 6
// A Cortex-M0 has no exclusive access; one core and one thread need none.
uint32_t __atomic_load_4(const volatile void *at, int order) {
  (void)order;
  return *(const volatile uint32_t *)at;
}
void __atomic_store_4(volatile void *at, uint32_t value, int order) {
  (void)order;
  *(volatile uint32_t *)at = value;
}
uint32_t __atomic_fetch_add_4(volatile void *at, uint32_t value, int order) {
  (void)order;
  const uint32_t old = *(volatile uint32_t *)at;
  *(volatile uint32_t *)at = old + value;
  return old;
}
uint32_t __atomic_fetch_sub_4(volatile void *at, uint32_t value, int order) {
  return __atomic_fetch_add_4(at, -value, order);
}
_Bool __atomic_compare_exchange_4(volatile void *at, void *expected, uint32_t desired, _Bool weak, int success, int failure) {
  (void)weak, (void)success, (void)failure;
  const uint32_t old = *(volatile uint32_t *)at;
  if (old == *(uint32_t *)expected) {
    *(volatile uint32_t *)at = desired;
    return 1;
  }
  *(uint32_t *)expected = old;
  return 0;
}
#endif

#ifdef __riscv
typedef union {
  uint64_t whole;
  struct {
    uint32_t low, high;
  } half;
} halves_t;

uint64_t __ashldi3(uint64_t value, int count) {
  halves_t v = {value};
  if (count >= 32) {
    v.half.high = v.half.low << (count - 32);
    v.half.low = 0;
  } else if (count > 0) {
    v.half.high = v.half.high << count | v.half.low >> (32 - count);
    v.half.low <<= count;
  }
  return v.whole;
}
uint64_t __lshrdi3(uint64_t value, int count) {
  halves_t v = {value};
  if (count >= 32) {
    v.half.low = v.half.high >> (count - 32);
    v.half.high = 0;
  } else if (count > 0) {
    v.half.low = v.half.low >> count | v.half.high << (32 - count);
    v.half.high >>= count;
  }
  return v.whole;
}
#endif
