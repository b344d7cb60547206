// A raw partition, not NVS: the core must know the state after a power cut, and programs its own
// marks on erased flash.

#include "storage.h"

#include <string.h>

#include "esp_partition.h"
#include "perch_config.h"

#define SUBTYPE ((esp_partition_subtype_t)0x40)

static const esp_partition_t *partition;

bool storage_open(void) {
  partition = esp_partition_find_first(ESP_PARTITION_TYPE_DATA, SUBTYPE, "perch");
  // Encrypted flash cannot clear single bits of programmed bytes.
  if (partition != NULL && (partition->encrypted || partition->erase_size != PERCH_FLASH_UNIT ||
                            partition->size < PERCH_CONFIG_AREAS * PERCH_CONFIG_AREA_BYTES)) {
    partition = NULL;
  }
  return partition != NULL;
}

static bool is_inside(uint8_t area, uint32_t offset, uint32_t length) {
  return partition != NULL && area < PERCH_CONFIG_AREAS && offset <= PERCH_CONFIG_AREA_BYTES && length <= PERCH_CONFIG_AREA_BYTES - offset;
}

bool storage_erase(void *context, uint8_t area, uint32_t unit) {
  (void)context;
  if (unit > PERCH_CONFIG_UNITS || !is_inside(area, unit * PERCH_FLASH_UNIT, PERCH_FLASH_UNIT)) {
    return false;
  }
  return esp_partition_erase_range(partition, area * PERCH_CONFIG_AREA_BYTES + unit * PERCH_FLASH_UNIT, PERCH_FLASH_UNIT) == ESP_OK;
}

bool storage_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  (void)context;
  return is_inside(area, offset, length) && esp_partition_write(partition, area * PERCH_CONFIG_AREA_BYTES + offset, bytes, length) == ESP_OK;
}

void storage_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  (void)context;
  if (!is_inside(area, offset, length) || esp_partition_read(partition, area * PERCH_CONFIG_AREA_BYTES + offset, bytes, length) != ESP_OK) {
    memset(bytes, 0, length);  // neither erased nor a mark
  }
}
