// The four functions that the core needs from a C library. They count towards its size; the
// embedded image of the Swift codec links them, too.

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t length) {
  uint8_t *t = to;
  const uint8_t *f = from;
  while (length-- > 0) {
    *t++ = *f++;
  }
  return to;
}
void *memmove(void *to, const void *from, size_t length) {
  uint8_t *t = to;
  const uint8_t *f = from;
  if (t < f) {
    return memcpy(to, from, length);
  }
  while (length-- > 0) {
    t[length] = f[length];
  }
  return to;
}
void *memset(void *to, int value, size_t length) {
  uint8_t *t = to;
  while (length-- > 0) {
    *t++ = (uint8_t)value;
  }
  return to;
}
int memcmp(const void *a, const void *b, size_t length) {
  const uint8_t *x = a;
  const uint8_t *y = b;
  for (; length > 0; length--, x++, y++) {
    if (*x != *y) {
      return *x - *y;
    }
  }
  return 0;
}
