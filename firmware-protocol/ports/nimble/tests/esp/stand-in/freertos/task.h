#ifndef STAND_IN_TASK_H
#define STAND_IN_TASK_H
#include <stdint.h>
int xTaskCreate(void (*task)(void *), const char *name, uint32_t stack, void *argument, unsigned priority, void *handle);
#endif
