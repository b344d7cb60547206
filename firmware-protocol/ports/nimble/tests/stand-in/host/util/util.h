#ifndef STAND_IN_UTIL_H
#define STAND_IN_UTIL_H

int ble_hs_util_ensure_addr(int prefer_random);

#endif
