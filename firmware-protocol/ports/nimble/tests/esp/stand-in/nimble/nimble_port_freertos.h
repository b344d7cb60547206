#ifndef STAND_IN_NIMBLE_PORT_FREERTOS_H
#define STAND_IN_NIMBLE_PORT_FREERTOS_H
#include "esp_err.h"
esp_err_t nimble_port_init(void);
void nimble_port_run(void);
void nimble_port_freertos_init(void (*task)(void *));
void nimble_port_freertos_deinit(void);
#endif
