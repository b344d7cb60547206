/// The attributes of the scripted peripheral. README.md has them as a table.
#ifndef SCRIPTED_TABLE_H
#define SCRIPTED_TABLE_H

#include <stdint.h>

#define SCRIPTED_LAST_HANDLE 0x0150

typedef enum {
  SCRIPTED_NOTHING,
  SCRIPTED_SERVICE,
  SCRIPTED_DECLARATION,
  SCRIPTED_VALUE,
  SCRIPTED_CONFIGURATION ///< Client Characteristic Configuration
} scripted_kind_t;

/// Purpose of a characteristic.
typedef enum {
  SCRIPTED_NAME,
  SCRIPTED_ECHO,
  SCRIPTED_LONG,
  SCRIPTED_COUNTER,
  SCRIPTED_INDICATED,
  SCRIPTED_PROTECTED,
  SCRIPTED_SILENT,
  SCRIPTED_DROP,
  SCRIPTED_OTHERS,
  SCRIPTED_ONE_OF_MANY
} scripted_role_t;

// Properties; Core Specification, Vol 3, Part G, 3.3.1.1.
#define SCRIPTED_CAN_READ 0x02
#define SCRIPTED_CAN_WRITE_COMMAND 0x04
#define SCRIPTED_CAN_WRITE 0x08
#define SCRIPTED_CAN_NOTIFY 0x10
#define SCRIPTED_CAN_INDICATE 0x20

typedef struct {
  scripted_kind_t kind;
  scripted_role_t role; ///< role of a characteristic's attributes
  uint16_t second; ///< for a service its last handle, for a declaration the handle of the value
  uint8_t properties; ///< properties of the characteristic
  uint8_t uuid_length; ///< 2 or 16
  uint8_t uuid[16]; ///< UUID of the service or characteristic, least significant byte first
} scripted_attribute_t;

/// Looks up the attribute at a handle; `kind` is SCRIPTED_NOTHING if there is none.
void scripted_attribute_at(uint16_t handle, scripted_attribute_t *attribute);

#endif
