#include "scripted_peripheral.h"

#include <string.h>

#include "scripted_adverts.h"
#include "scripted_table.h"

// Core Specification, Vol 3, Part F, 3.4.1.1.
#define INVALID_HANDLE 0x01
#define READ_NOT_PERMITTED 0x02
#define WRITE_NOT_PERMITTED 0x03
#define INSUFFICIENT_AUTHENTICATION 0x05
#define INVALID_OFFSET 0x07
#define ATTRIBUTE_NOT_FOUND 0x0A
#define ATTRIBUTE_NOT_LONG 0x0B
#define INVALID_LENGTH 0x0D
#define VALUE_NOT_ALLOWED 0x13

#define COUNTER_VALUE 0x0017
#define INDICATED_VALUE 0x001A
#define ECHO_VALUE 0x0012

#define LONG_BYTES 300
#define LONG_MODULUS 251

#define OTHERS 7
#define OTHER_BYTES 7 // address and type

/// Shared by all connections, which lead to the same peripheral.
static struct {
  uint16_t length;
  uint8_t bytes[PERCH_VALUE_MAX];
} echo;

void scripted_peripheral_init(void) {
  echo.length = 0;
}

static uint8_t subscription(scripted_role_t role) {
  return (uint8_t)(role == SCRIPTED_ECHO ? 1 : role == SCRIPTED_COUNTER ? 2 : role == SCRIPTED_INDICATED ? 4 : 0);
}

// MARK: Reading

static void discover(perch_core_t *core, scripted_link_t *link) {
  bool found = false;
  for (uint32_t handle = link->first; handle <= link->last && handle <= SCRIPTED_LAST_HANDLE; handle++) {
    scripted_attribute_t attribute;
    scripted_attribute_at((uint16_t)handle, &attribute);
    const uint8_t *uuid = attribute.uuid;
    uint8_t uuid_length = attribute.uuid_length;
    uint8_t type[2] = {0, 0};
    if (link->what == 3) {
      if (attribute.kind == SCRIPTED_NOTHING) {
        continue;
      }
      if (attribute.kind != SCRIPTED_VALUE) {
        // Primary Service, Characteristic, Client Characteristic Configuration.
        const uint16_t types[] = {[SCRIPTED_SERVICE] = 0x2800, [SCRIPTED_DECLARATION] = 0x2803, [SCRIPTED_CONFIGURATION] = 0x2902};
        type[0] = (uint8_t)types[attribute.kind];
        type[1] = (uint8_t)(types[attribute.kind] >> 8);
        uuid = type;
        uuid_length = sizeof type;
      }
    } else if (attribute.kind != (link->what == 1 ? SCRIPTED_SERVICE : SCRIPTED_DECLARATION)) {
      continue;
    }
    const uint16_t second = link->what == 3 ? 0 : attribute.second;
    if (!perch_radio_discovered(core, link->slot, (uint16_t)handle, second, attribute.properties, uuid, uuid_length)) {
      perch_radio_gatt_done(core, link->slot, PERCH_OK);
      return;
    }
    found = true;
  }
  perch_radio_gatt_done(core, link->slot, found ? PERCH_OK : PERCH_ATT(ATTRIBUTE_NOT_FOUND));
}

/// Length of a readable value.
static uint16_t value_length(const scripted_attribute_t *attribute) {
  switch (attribute->role) {
    case SCRIPTED_NAME: return 14;
    case SCRIPTED_ECHO: return echo.length;
    case SCRIPTED_LONG: return LONG_BYTES;
    case SCRIPTED_OTHERS: return OTHERS * OTHER_BYTES;
    default: return 1;
  }
}

/// A byte of the addresses that a host can connect to besides, least significant byte first, each
/// followed by its type.
static uint8_t others_byte(uint16_t index) {
  uint8_t address[OTHER_BYTES] = {[OTHER_BYTES - 1] = 1};
  scripted_address(address, (uint8_t)(SCRIPTED_FIRST_UNHEARD + index / OTHER_BYTES));
  return address[index % OTHER_BYTES];
}

static uint8_t value_byte(const scripted_attribute_t *attribute, uint16_t index) {
  switch (attribute->role) {
    case SCRIPTED_NAME: return (uint8_t) "perch scripted"[index];
    case SCRIPTED_ECHO: return echo.bytes[index];
    case SCRIPTED_LONG: return (uint8_t)(index % LONG_MODULUS);
    case SCRIPTED_OTHERS: return others_byte(index);
    default: return attribute->uuid[0];
  }
}

static void report_value(perch_core_t *core, const scripted_link_t *link, const scripted_attribute_t *attribute) {
  uint8_t part[PERCH_MTU_MAX - 1];
  const uint16_t whole = value_length(attribute);
  if (link->offset > whole) {
    perch_radio_gatt_done(core, link->slot, PERCH_ATT(INVALID_OFFSET));
    return;
  }
  uint16_t length = 0;
  for (; length < link->mtu - 1 && link->offset + length < whole; length++) {
    part[length] = value_byte(attribute, (uint16_t)(link->offset + length));
  }
  perch_radio_read(core, link->slot, part, length);
}

static void read_value(perch_core_t *core, const scripted_link_t *link) {
  scripted_attribute_t attribute;
  scripted_attribute_at(link->first, &attribute);
  if (attribute.kind == SCRIPTED_NOTHING) {
    perch_radio_gatt_done(core, link->slot, PERCH_ATT(INVALID_HANDLE));
  } else if (attribute.kind == SCRIPTED_CONFIGURATION) {
    const bool on = (link->subscriptions & subscription(attribute.role)) != 0;
    const uint8_t value[2] = {(uint8_t)(on ? (attribute.role == SCRIPTED_INDICATED ? 2 : 1) : 0), 0};
    perch_radio_read(core, link->slot, value, sizeof value);
  } else if (attribute.kind != SCRIPTED_VALUE || (attribute.properties & SCRIPTED_CAN_READ) == 0) {
    perch_radio_gatt_done(core, link->slot, PERCH_ATT(READ_NOT_PERMITTED));
  } else if (attribute.role == SCRIPTED_PROTECTED) {
    perch_radio_gatt_done(core, link->slot, PERCH_ATT(INSUFFICIENT_AUTHENTICATION));
  } else if (attribute.role == SCRIPTED_NAME && link->offset > 0) {
    perch_radio_gatt_done(core, link->slot, PERCH_ATT(ATTRIBUTE_NOT_LONG));
  } else {
    report_value(core, link, &attribute);
  }
}

// MARK: Writing

static void notify(perch_core_t *core, const scripted_link_t *link, uint16_t handle, const uint8_t *value, uint16_t length, bool indication) {
  const uint16_t limit = (uint16_t)(link->mtu - 3);
  perch_radio_notification(core, link->slot, handle, value, length < limit ? length : limit, indication);
}

static perch_status_t subscribe(scripted_link_t *link, const scripted_attribute_t *attribute, const uint8_t *value, uint16_t length) {
  if (length != 2) {
    return PERCH_ATT(INVALID_LENGTH);
  }
  const uint8_t wanted = attribute->role == SCRIPTED_INDICATED ? 2 : 1;
  if ((value[0] & (uint8_t)~wanted) != 0 || value[1] != 0) {
    return PERCH_ATT(VALUE_NOT_ALLOWED);
  }
  const uint8_t bit = subscription(attribute->role);
  link->subscriptions = (uint8_t)(value[0] != 0 ? link->subscriptions | bit : link->subscriptions & ~bit);
  return PERCH_OK;
}

static perch_status_t store(perch_core_t *core, scripted_link_t *link, const scripted_attribute_t *attribute, const uint8_t *value, uint16_t length) {
  switch (attribute->role) {
    case SCRIPTED_ECHO:
      if (length > sizeof echo.bytes) {
        return PERCH_ATT(INVALID_LENGTH);
      }
      memcpy(echo.bytes, value, length);
      echo.length = length;
      if ((link->subscriptions & subscription(SCRIPTED_ECHO)) != 0) {
        notify(core, link, ECHO_VALUE, value, length, false);
      }
      return PERCH_OK;
    case SCRIPTED_DROP:
      if (length != 2) {
        return PERCH_ATT(INVALID_LENGTH);
      }
      link->drop_asked = true;
      link->drop_after = (uint16_t)(value[0] | value[1] << 8);
      return PERCH_OK;
    default:
      return PERCH_ATT(INSUFFICIENT_AUTHENTICATION);
  }
}

static void write_value(perch_core_t *core, scripted_link_t *link) {
  scripted_attribute_t attribute;
  scripted_attribute_at(link->first, &attribute);
  perch_status_t status;
  if (attribute.kind == SCRIPTED_NOTHING) {
    status = PERCH_ATT(INVALID_HANDLE);
  } else if (attribute.kind == SCRIPTED_CONFIGURATION) {
    status = subscribe(link, &attribute, link->value, link->length);
  } else if (attribute.kind != SCRIPTED_VALUE || (attribute.properties & SCRIPTED_CAN_WRITE) == 0) {
    status = PERCH_ATT(WRITE_NOT_PERMITTED);
  } else {
    status = store(core, link, &attribute, link->value, link->length);
  }
  perch_radio_gatt_done(core, link->slot, status);
}

void scripted_peripheral_take(perch_core_t *core, scripted_link_t *link, uint16_t handle, const uint8_t *value, uint16_t length) {
  scripted_attribute_t attribute;
  scripted_attribute_at(handle, &attribute);
  if (attribute.kind == SCRIPTED_VALUE && (attribute.properties & SCRIPTED_CAN_WRITE_COMMAND) != 0) {
    store(core, link, &attribute, value, length);
  }
  // Otherwise nothing is reported: a command has no answer.
}

// MARK: Answers and updates

static bool is_silent(const scripted_link_t *link) {
  scripted_attribute_t attribute;
  scripted_attribute_at(link->first, &attribute);
  return attribute.kind == SCRIPTED_VALUE && attribute.role == SCRIPTED_SILENT;
}

void scripted_peripheral_answer(perch_core_t *core, scripted_link_t *link) {
  const scripted_procedure_t procedure = link->procedure;
  link->procedure = SCRIPTED_IDLE;
  switch (procedure) {
    case SCRIPTED_MTU:
      perch_radio_mtu(core, link->slot, link->mtu);
      perch_radio_gatt_done(core, link->slot, PERCH_OK);
      break;
    case SCRIPTED_DISCOVER: discover(core, link); break;
    case SCRIPTED_READ:
      if (!is_silent(link)) {
        read_value(core, link);
      }
      break;
    case SCRIPTED_WRITE:
      if (!is_silent(link)) {
        write_value(core, link);
      }
      break;
    case SCRIPTED_IDLE: break;
  }
}

bool scripted_peripheral_update(perch_core_t *core, scripted_link_t *link) {
  const bool counts = (link->subscriptions & subscription(SCRIPTED_COUNTER)) != 0;
  const bool indicates = (link->subscriptions & subscription(SCRIPTED_INDICATED)) != 0 && !link->unconfirmed;
  if (!counts && !indicates) {
    return false;
  }
  link->count++;
  const uint8_t value[4] = {(uint8_t)link->count, (uint8_t)(link->count >> 8), (uint8_t)(link->count >> 16), (uint8_t)(link->count >> 24)};
  if (counts) {
    notify(core, link, COUNTER_VALUE, value, sizeof value, false);
  }
  if (indicates) {
    link->unconfirmed = true;
    notify(core, link, INDICATED_VALUE, value, sizeof value, true);
#if !PERCH_INDICATION_HOLD
    link->unconfirmed = false;  // the stack confirms by itself
#endif
  }
  return true;
}
