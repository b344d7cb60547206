/// A stand-in for NimBLE's host, for tests: the declarations this port uses and no others, with results that a test scripts.
///
/// Names, numbers and argument lists are those of NimBLE's API, so that the port compiles against either.
#ifndef STAND_IN_BLE_HS_H
#define STAND_IN_BLE_HS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nimble/nimble_port.h"

#define BLE_HS_FOREVER INT32_MAX

#define BLE_HS_EAGAIN 1
#define BLE_HS_EALREADY 2
#define BLE_HS_EINVAL 3
#define BLE_HS_EMSGSIZE 4
#define BLE_HS_ENOMEM 6
#define BLE_HS_ENOTCONN 7
#define BLE_HS_ENOTSUP 8
#define BLE_HS_EAPP 9
#define BLE_HS_EBADDATA 10
#define BLE_HS_ECONTROLLER 12
#define BLE_HS_ETIMEOUT 13
#define BLE_HS_EDONE 14
#define BLE_HS_EBUSY 15
#define BLE_HS_ETIMEOUT_HCI 19
#define BLE_HS_ENOMEM_EVT 20
#define BLE_HS_ENOADDR 21
#define BLE_HS_ENOTSYNCED 22
#define BLE_HS_EPREEMPTED 29
#define BLE_HS_ESTALLED 31
#define BLE_HS_ERR_ATT_BASE 0x100
#define BLE_HS_ERR_HCI_BASE 0x200

#define BLE_ERR_HW_FAIL 0x03
#define BLE_ERR_REM_USER_CONN_TERM 0x13
#define BLE_ERR_CONN_TERM_LOCAL 0x16
#define BLE_L2CAP_CID_ATT 4

typedef struct {
  uint8_t type;
  uint8_t val[6];
} ble_addr_t;

// MARK: UUIDs

#define BLE_UUID_TYPE_16 16
#define BLE_UUID_TYPE_32 32
#define BLE_UUID_TYPE_128 128

typedef struct {
  uint8_t type;
} ble_uuid_t;
typedef struct {
  ble_uuid_t u;
  uint16_t value;
} ble_uuid16_t;
typedef struct {
  ble_uuid_t u;
  uint32_t value;
} ble_uuid32_t;
typedef struct {
  ble_uuid_t u;
  uint8_t value[16];
} ble_uuid128_t;
typedef union {
  ble_uuid_t u;
  ble_uuid16_t u16;
  ble_uuid32_t u32;
  ble_uuid128_t u128;
} ble_uuid_any_t;

// MARK: Buffers

struct os_mbuf {
  uint16_t length;
  uint8_t bytes[600];
};
#define OS_MBUF_PKTLEN(om) ((om)->length)
struct os_mbuf *ble_hs_mbuf_from_flat(const void *bytes, uint16_t length);
int os_mbuf_copydata(const struct os_mbuf *om, int offset, int length, void *to);

// MARK: Connections and scans

#define BLE_GAP_EVENT_CONNECT 0
#define BLE_GAP_EVENT_DISCONNECT 1
#define BLE_GAP_EVENT_CONN_UPDATE 3
#define BLE_GAP_EVENT_DISC 7
#define BLE_GAP_EVENT_DISC_COMPLETE 8
#define BLE_GAP_EVENT_NOTIFY_RX 12
#define BLE_GAP_EVENT_MTU 15

struct ble_gap_conn_desc {
  uint16_t conn_handle;
  uint16_t conn_itvl;
};
struct ble_gap_conn_params {
  uint16_t scan_itvl, scan_window, itvl_min, itvl_max, latency, supervision_timeout, min_ce_len, max_ce_len;
};
struct ble_gap_disc_params {
  uint16_t itvl, window;
  uint8_t filter_policy;
  uint8_t limited : 1;
  uint8_t passive : 1;
  uint8_t filter_duplicates : 1;
};
struct ble_gap_disc_desc {
  uint8_t event_type;
  uint8_t length_data;
  ble_addr_t addr;
  int8_t rssi;
  const uint8_t *data;
};
struct ble_gap_event {
  uint8_t type;
  union {
    struct {
      int status;
      uint16_t conn_handle;
    } connect;
    struct {
      int reason;
      struct ble_gap_conn_desc conn;
    } disconnect;
    struct ble_gap_disc_desc disc;
    struct {
      int reason;
    } disc_complete;
    struct {
      struct os_mbuf *om;
      uint16_t attr_handle;
      uint16_t conn_handle;
      uint8_t indication : 1;
    } notify_rx;
    struct {
      uint16_t conn_handle;
      uint16_t channel_id;
      uint16_t value;
    } mtu;
  };
};
typedef int ble_gap_event_fn(struct ble_gap_event *event, void *arg);

int ble_gap_disc(uint8_t own_type, int32_t ms, const struct ble_gap_disc_params *params, ble_gap_event_fn *cb, void *arg);
int ble_gap_disc_cancel(void);
int ble_gap_connect(
    uint8_t own_type, const ble_addr_t *peer, int32_t ms, const struct ble_gap_conn_params *params, ble_gap_event_fn *cb, void *arg);
int ble_gap_conn_cancel(void);
int ble_gap_terminate(uint16_t handle, uint8_t reason);
int ble_gap_conn_find(uint16_t handle, struct ble_gap_conn_desc *out);
int ble_gap_conn_find_by_addr(const ble_addr_t *peer, struct ble_gap_conn_desc *out);

// MARK: GATT client

struct ble_gatt_error {
  uint16_t status;
  uint16_t att_handle;
};
struct ble_gatt_svc {
  uint16_t start_handle, end_handle;
  ble_uuid_any_t uuid;
};
struct ble_gatt_chr {
  uint16_t def_handle, val_handle;
  uint8_t properties;
  ble_uuid_any_t uuid;
};
struct ble_gatt_dsc {
  uint16_t handle;
  ble_uuid_any_t uuid;
};
struct ble_gatt_attr {
  uint16_t handle, offset;
  struct os_mbuf *om;
};
typedef int ble_gatt_mtu_fn(uint16_t handle, const struct ble_gatt_error *error, uint16_t mtu, void *arg);
typedef int ble_gatt_disc_svc_fn(uint16_t handle, const struct ble_gatt_error *error, const struct ble_gatt_svc *service, void *arg);
typedef int ble_gatt_chr_fn(uint16_t handle, const struct ble_gatt_error *error, const struct ble_gatt_chr *chr, void *arg);
typedef int ble_gatt_dsc_fn(
    uint16_t handle, const struct ble_gatt_error *error, uint16_t value_handle, const struct ble_gatt_dsc *dsc, void *arg);
typedef int ble_gatt_attr_fn(uint16_t handle, const struct ble_gatt_error *error, struct ble_gatt_attr *attr, void *arg);

uint16_t ble_att_mtu(uint16_t handle);
int ble_att_set_preferred_mtu(uint16_t mtu);
int ble_gattc_exchange_mtu(uint16_t handle, ble_gatt_mtu_fn *cb, void *arg);
int ble_gattc_disc_all_svcs(uint16_t handle, ble_gatt_disc_svc_fn *cb, void *arg);
int ble_gattc_disc_all_chrs(uint16_t handle, uint16_t first, uint16_t last, ble_gatt_chr_fn *cb, void *arg);
int ble_gattc_disc_all_dscs(uint16_t handle, uint16_t first, uint16_t last, ble_gatt_dsc_fn *cb, void *arg);
int ble_gattc_read_long(uint16_t handle, uint16_t attribute, uint16_t offset, ble_gatt_attr_fn *cb, void *arg);
int ble_gattc_write_flat(uint16_t handle, uint16_t attribute, const void *data, uint16_t length, ble_gatt_attr_fn *cb, void *arg);
int ble_gattc_write_long(uint16_t handle, uint16_t attribute, uint16_t offset, struct os_mbuf *om, ble_gatt_attr_fn *cb, void *arg);
int ble_gattc_write_no_rsp_flat(uint16_t handle, uint16_t attribute, const void *data, uint16_t length);

// MARK: The host itself

struct ble_hs_cfg {
  void (*reset_cb)(int reason);
  void (*sync_cb)(void);
};
extern struct ble_hs_cfg ble_hs_cfg;
void ble_hs_sched_reset(int reason);
int ble_hs_id_infer_auto(int privacy, uint8_t *own_type);

#endif
