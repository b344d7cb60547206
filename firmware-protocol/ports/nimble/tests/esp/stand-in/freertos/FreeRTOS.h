#ifndef STAND_IN_FREERTOS_H
#define STAND_IN_FREERTOS_H
#include <stdint.h>
#define portMAX_DELAY UINT32_MAX
#define pdPASS 1
#endif
