#include "perch_filters.h"

#include <string.h>

enum { ADDRESS = 1, STRUCTURE = 2, SERVICE = 3 };

size_t perch_filters_check(const uint8_t *filters, size_t length) {
  size_t at = 0;
  while (at < length) {
    if (length - at < 2 || length - at - 2 < filters[at + 1]) {
      return at;
    }
    const uint8_t size = filters[at + 1];
    const bool fits = (filters[at] == ADDRESS && size >= 1 && size <= 6) || (filters[at] == STRUCTURE && size >= 1 && size <= 28) ||
                      (filters[at] == SERVICE && (size == 2 || size == 16));
    if (!fits) {
      return at;
    }
    at += 2 + (size_t)size;
  }
  return length;
}

static bool address_starts(const uint8_t *start, size_t length, const uint8_t address[6]) {
  for (size_t i = 0; i < length; i++) {
    if (start[i] != address[5 - i]) {
      return false;
    }
  }
  return true;
}

static bool holds_service(const uint8_t *uuid, size_t size, uint8_t type, const uint8_t *data, size_t length) {
  const bool listed = size == 2 ? type == 0x02 || type == 0x03 : type == 0x06 || type == 0x07;
  if (!listed) {
    return type == (size == 2 ? 0x16 : 0x21) && length >= size && memcmp(data, uuid, size) == 0;
  }
  for (; length >= size; data += size, length -= size) {
    if (memcmp(data, uuid, size) == 0) {
      return true;
    }
  }
  return false;
}

static bool structure_matches(const uint8_t *filter, const perch_advert_t *advert) {
  const uint8_t *bytes = filter + 2;
  const size_t size = filter[1];
  size_t at = 0;
  while (at + 1 < advert->length) {
    size_t length = advert->data[at];
    if (length == 0) {
      break;  // early termination: nothing but padding follows
    }
    if (length > advert->length - at - 1) {
      length = advert->length - at - 1;
    }
    const uint8_t type = advert->data[at + 1];
    const uint8_t *data = advert->data + at + 2;
    if (filter[0] == SERVICE) {
      if (holds_service(bytes, size, type, data, length - 1)) {
        return true;
      }
    } else if (type == bytes[0] && length >= size && memcmp(data, bytes + 1, size - 1) == 0) {
      return true;
    }
    at += 1 + length;
  }
  return false;
}

bool perch_filters_match(const uint8_t *filters, size_t length, const perch_advert_t *advert) {
  for (size_t at = 0; at < length; at += 2 + (size_t)filters[at + 1]) {
    const uint8_t *filter = filters + at;
    if (filter[0] == ADDRESS ? address_starts(filter + 2, filter[1], advert->address) : structure_matches(filter, advert)) {
      return true;
    }
  }
  return length == 0;
}
