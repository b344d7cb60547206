/// A stand-in for the few functions of ESP-IDF that esp-idf/main calls, so that it is compiled and partly run without ESP-IDF.
#ifndef STAND_IN_ESP_ERR_H
#define STAND_IN_ESP_ERR_H

#include <stdlib.h>

typedef int esp_err_t;
#define ESP_OK 0
#define ESP_ERR_NO_MEM 0x101
#define ESP_ERROR_CHECK(result) \
  do {                          \
    if ((result) != ESP_OK) {   \
      abort();                  \
    }                           \
  } while (0)

#endif
