/// What tests do with the stand-in: script results, look at calls, make the stack report.
#ifndef STAND_IN_H
#define STAND_IN_H

#include "host/ble_hs.h"
#include "perch_core.h"

typedef enum {
  CALL_DISC,
  CALL_DISC_CANCEL,
  CALL_CONNECT,
  CALL_CONN_CANCEL,
  CALL_TERMINATE,
  CALL_CONN_FIND,
  CALL_CONN_FIND_BY_ADDR,
  CALL_PREFERRED_MTU,
  CALL_EXCHANGE_MTU,
  CALL_SERVICES,
  CALL_CHARACTERISTICS,
  CALL_DESCRIPTORS,
  CALL_READ,
  CALL_WRITE,
  CALL_WRITE_LONG,
  CALL_WRITE_COMMAND,
  CALL_MBUF,
  CALL_COPY,
  CALL_ENSURE_ADDR,
  CALL_INFER_ADDR,
  CALL_RESET,
  CALLS,
} call_t;

#define STACK_CONNECTIONS 8

typedef struct {
  int result[CALLS];     ///< of the next call, and of later ones while `repeat` > 0
  unsigned repeat[CALLS];
  unsigned calls[CALLS]; ///< all, refused ones too
  unsigned depth;         ///< callbacks that run
  unsigned from_callback; ///< calls made from inside a callback, which some builds do not stand
  uint32_t now;
  uint32_t ms_per_call;   ///< how long each call keeps the port waiting

  bool scanning;
  bool connecting;
  struct ble_gap_disc_params scan;
  struct ble_gap_conn_params params;
  ble_addr_t peer;
  uint8_t own_type;
  ble_gap_event_fn *scan_cb;
  ble_gap_event_fn *connect_cb;
  void *connect_arg;

  struct {
    bool open;
    bool unreported; ///< the stack has it and has not said so
    bool terminating;
    bool exchanged;
    uint16_t mtu;
    ble_addr_t peer;
    ble_gap_event_fn *cb;
    void *arg;
  } connections[STACK_CONNECTIONS];

  // The procedure begun last
  uint16_t handle, attribute, offset, first, last, preferred, asked_mtu, length;
  uint8_t value[600];
  ble_gatt_mtu_fn *mtu_cb;
  ble_gatt_disc_svc_fn *service_cb;
  ble_gatt_chr_fn *chr_cb;
  ble_gatt_dsc_fn *dsc_cb;
  ble_gatt_attr_fn *attr_cb;
  void *arg;
} stand_in_t;

extern stand_in_t stand_in;

void stand_in_new(void);
/// The next `times` calls return `result` and do nothing else.
void stand_in_refuse(call_t call, int result, unsigned times);
/// Runs what is queued and due. \returns false when it does not come to rest.
bool stand_in_run(void);
/// Moves the clock and runs what becomes due.
void stand_in_advance(uint32_t ms);

void stand_in_synced(void);
/// The stack resets itself: tells every connection, attempt and scan, then the reset.
void stand_in_reset(int reason);
void stand_in_advert(uint8_t event_type, uint8_t address_type, uint8_t last, const uint8_t *data, uint8_t length);
void stand_in_scan_ends(int reason);
/// The attempt ends: with a connection, by its handle, where `status` is 0.
void stand_in_connect_ends(int status, uint16_t handle);
/// The attempt ends with a connection of which the stack says nothing yet, as some of ESP-IDF do until they know the peer's features.
void stand_in_connects_silently(uint16_t handle);
/// The stack tells of that connection: that it has failed where `status` is not 0, though it is there.
void stand_in_tells_of_connection(uint16_t handle, int status);
void stand_in_disconnects(uint16_t handle, int reason);
void stand_in_notifies(uint16_t handle, uint16_t attribute, const uint8_t *bytes, uint16_t length, bool indication);
void stand_in_mtu_event(uint16_t handle, uint16_t mtu);

// The procedure begun last reports. What the callback returned is returned.
int stand_in_mtu(int status, uint16_t mtu);
int stand_in_service(int status, uint16_t first, uint16_t last, uint16_t uuid);
int stand_in_characteristic(int status, uint16_t declaration, uint16_t value, uint8_t properties, uint16_t uuid);
int stand_in_characteristic_long(uint16_t declaration, uint16_t value, uint8_t properties, const uint8_t uuid[16]);
int stand_in_descriptor(int status, uint16_t handle, uint8_t uuid_type, uint16_t uuid);
int stand_in_read(int status, const uint8_t *bytes, uint16_t length);
int stand_in_written(int status);

#endif
