#ifndef STAND_IN_ESP_RANDOM_H
#define STAND_IN_ESP_RANDOM_H
#include <stdint.h>
uint32_t esp_random(void);
#endif
