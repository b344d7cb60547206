#ifndef STAND_IN_ESP_PARTITION_H
#define STAND_IN_ESP_PARTITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "esp_err.h"

typedef int esp_partition_type_t;
typedef int esp_partition_subtype_t;
#define ESP_PARTITION_TYPE_DATA 1
typedef struct {
  uint32_t size;
  uint32_t erase_size;
  bool encrypted;
} esp_partition_t;

const esp_partition_t *esp_partition_find_first(esp_partition_type_t type, esp_partition_subtype_t subtype, const char *label);
esp_err_t esp_partition_read(const esp_partition_t *partition, size_t offset, void *to, size_t size);
esp_err_t esp_partition_write(const esp_partition_t *partition, size_t offset, const void *from, size_t size);
esp_err_t esp_partition_erase_range(const esp_partition_t *partition, size_t offset, size_t size);

#endif
