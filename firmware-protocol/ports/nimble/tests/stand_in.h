/// Controls of the stand-in for tests: scripted results, counted calls, reports of the stack.
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
  int result[CALLS];     ///< result of the next call, and of later ones while `repeat` > 0
  unsigned repeat[CALLS];
  unsigned calls[CALLS]; ///< all calls, including refused ones
  unsigned depth;         ///< number of callbacks that are running
  unsigned from_callback; ///< calls made from inside a callback, which some builds do not tolerate
  uint32_t now;
  uint32_t ms_per_call;   ///< time that each call keeps the port waiting

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
    bool unreported; ///< the stack has the connection and has not reported it
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
/// Runs all queued and due work. \returns false when it does not come to rest.
bool stand_in_run(void);
/// Advances the clock and runs the work that becomes due.
void stand_in_advance(uint32_t ms);

void stand_in_synced(void);
/// Resets the stack: reports the end of every connection, attempt and scan, then the reset.
void stand_in_reset(int reason);
void stand_in_advert(uint8_t event_type, uint8_t address_type, uint8_t last, const uint8_t *data, uint8_t length);
void stand_in_scan_ends(int reason);
/// Ends the attempt, with a connection of this handle if `status` is 0.
void stand_in_connect_ends(int status, uint16_t handle);
/// Ends the attempt with a connection that the stack does not report yet, like some versions of
/// ESP-IDF until they know the peer's features.
void stand_in_connects_silently(uint16_t handle);
/// Reports that connection: as failed if `status` is not 0, though it exists.
void stand_in_tells_of_connection(uint16_t handle, int status);
void stand_in_disconnects(uint16_t handle, int reason);
void stand_in_notifies(uint16_t handle, uint16_t attribute, const uint8_t *bytes, uint16_t length, bool indication);
void stand_in_mtu_event(uint16_t handle, uint16_t mtu);

// Reports for the procedure begun last. Returns the callback's result.
int stand_in_mtu(int status, uint16_t mtu);
int stand_in_service(int status, uint16_t first, uint16_t last, uint16_t uuid);
int stand_in_characteristic(int status, uint16_t declaration, uint16_t value, uint8_t properties, uint16_t uuid);
int stand_in_characteristic_long(uint16_t declaration, uint16_t value, uint8_t properties, const uint8_t uuid[16]);
int stand_in_descriptor(int status, uint16_t handle, uint8_t uuid_type, uint16_t uuid);
int stand_in_read(int status, const uint8_t *bytes, uint16_t length);
int stand_in_written(int status);

#endif
