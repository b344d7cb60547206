#include "scripted_table.h"

#include <string.h>

#define MANY_SERVICE 0x0100
#define MANY 40
#define MANY_UUID 0x0100

typedef struct {
  uint16_t first;
  uint16_t last;
  uint16_t uuid;
  uint8_t uuid_length;
} service_t;

typedef struct {
  uint16_t declaration; // the value and, if there is one, the configuration come right after it
  uint16_t uuid;
  uint8_t uuid_length;
  uint8_t properties;
  scripted_role_t role;
} characteristic_t;

static const service_t services[] = {
    {0x0001, 0x0003, 0x1800, 2},
    {0x0010, 0x0023, 0x0001, 16},
    {MANY_SERVICE, SCRIPTED_LAST_HANDLE, 0x0002, 16},
};

static const characteristic_t characteristics[] = {
    {0x0002, 0x2A00, 2, SCRIPTED_CAN_READ, SCRIPTED_NAME},
    {0x0011, 0x0011, 16, SCRIPTED_CAN_READ | SCRIPTED_CAN_WRITE | SCRIPTED_CAN_WRITE_COMMAND | SCRIPTED_CAN_NOTIFY, SCRIPTED_ECHO},
    {0x0014, 0x0014, 16, SCRIPTED_CAN_READ, SCRIPTED_LONG},
    {0x0016, 0x0016, 16, SCRIPTED_CAN_NOTIFY, SCRIPTED_COUNTER},
    {0x0019, 0x0019, 16, SCRIPTED_CAN_INDICATE, SCRIPTED_INDICATED},
    {0x001C, 0x001C, 16, SCRIPTED_CAN_READ | SCRIPTED_CAN_WRITE, SCRIPTED_PROTECTED},
    {0x001E, 0x001E, 16, SCRIPTED_CAN_READ | SCRIPTED_CAN_WRITE, SCRIPTED_SILENT},
    {0x0020, 0x0020, 16, SCRIPTED_CAN_WRITE, SCRIPTED_DROP},
    {0x0022, 0x0022, 16, SCRIPTED_CAN_READ, SCRIPTED_OTHERS},
};

/// 70657263-6800-4000-8000-00000000xxxx, in ATT's byte order.
static const uint8_t own_uuid[16] = {0, 0, 0, 0, 0, 0, 0x00, 0x80, 0x00, 0x40, 0x00, 0x68, 0x63, 0x72, 0x65, 0x70};

static void set_uuid(scripted_attribute_t *attribute, uint16_t uuid, uint8_t length) {
  memcpy(attribute->uuid, own_uuid, sizeof own_uuid);
  attribute->uuid[0] = (uint8_t)uuid;
  attribute->uuid[1] = (uint8_t)(uuid >> 8);
  attribute->uuid_length = length;
}

/// Fills in the attribute `index` places after the declaration.
static void set_characteristic(scripted_attribute_t *attribute, const characteristic_t *characteristic, uint16_t index) {
  const uint8_t updates = SCRIPTED_CAN_NOTIFY | SCRIPTED_CAN_INDICATE;
  if (index > 2 || (index == 2 && (characteristic->properties & updates) == 0)) {
    return;
  }
  attribute->kind = index == 0 ? SCRIPTED_DECLARATION : index == 1 ? SCRIPTED_VALUE : SCRIPTED_CONFIGURATION;
  attribute->role = characteristic->role;
  attribute->properties = characteristic->properties;
  attribute->second = (uint16_t)(characteristic->declaration + 1);
  set_uuid(attribute, characteristic->uuid, characteristic->uuid_length);
}

void scripted_attribute_at(uint16_t handle, scripted_attribute_t *attribute) {
  memset(attribute, 0, sizeof *attribute);
  for (unsigned i = 0; i < sizeof services / sizeof services[0]; i++) {
    if (handle == services[i].first) {
      attribute->kind = SCRIPTED_SERVICE;
      attribute->second = services[i].last;
      set_uuid(attribute, services[i].uuid, services[i].uuid_length);
      return;
    }
  }
  if (handle > MANY_SERVICE && handle <= SCRIPTED_LAST_HANDLE) {
    const uint16_t number = (uint16_t)((handle - MANY_SERVICE - 1) / 2);
    const uint16_t declaration = (uint16_t)(MANY_SERVICE + 1 + 2 * number);
    const characteristic_t one = {declaration, (uint16_t)(MANY_UUID + number), 16, SCRIPTED_CAN_READ, SCRIPTED_ONE_OF_MANY};
    set_characteristic(attribute, &one, (uint16_t)(handle - declaration));
    return;
  }
  for (unsigned i = 0; i < sizeof characteristics / sizeof characteristics[0]; i++) {
    if (handle >= characteristics[i].declaration) {
      set_characteristic(attribute, &characteristics[i], (uint16_t)(handle - characteristics[i].declaration));
      if (attribute->kind != SCRIPTED_NOTHING) {
        return;
      }
    }
  }
}
