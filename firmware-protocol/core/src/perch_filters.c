#include "perch_filters.h"

#include <string.h>

enum { ADDRESS = 1, STRUCTURE = 2, SERVICE = 3 };

perch_status_t perch_filters_check(const uint8_t *filters, size_t length) {
  // Longest bytes of each kind: an address, an AD type with the start of its data, a UUID.
  static const uint8_t longest[3] = {6, 28, 16};
  while (length > 0) {
    const uint8_t kind = filters[0];
    const uint8_t size = length > 1 ? filters[1] : 0;
    if (length < 2 || length - 2 < size) {
      return PERCH_MALFORMED;
    }
    if (kind < ADDRESS || kind > SERVICE || size == 0 || size > longest[kind - 1] || (kind == SERVICE && size != 2 && size != 16)) {
      return PERCH_INVALID_ARGUMENT;
    }
    filters += 2 + size;
    length -= 2 + (size_t)size;
  }
  return PERCH_OK;
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
    const size_t length = advert->data[at];
    if (length == 0 || length > advert->length - at - 1) {
      break;  // padding, or no structure
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
