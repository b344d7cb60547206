#include "stand_in.h"

#include <string.h>

#include "host/util/util.h"
#include "stand_in_queue.h"

stand_in_t stand_in;
struct ble_hs_cfg ble_hs_cfg;

void stand_in_new(void) {
  memset(&stand_in, 0, sizeof stand_in);
  memset(&ble_hs_cfg, 0, sizeof ble_hs_cfg);
  queue_new();
}

uint32_t stand_in_now(void) {
  return stand_in.now;
}

void stand_in_refuse(call_t call, int result, unsigned times) {
  stand_in.result[call] = result;
  stand_in.repeat[call] = times;
}

/// The stack's connection to a peer, or STACK_CONNECTIONS.
static uint16_t connection_to(const ble_addr_t *peer) {
  uint16_t handle = 0;
  while (handle < STACK_CONNECTIONS && !(stand_in.connections[handle].open && memcmp(&stand_in.connections[handle].peer, peer, sizeof *peer) == 0)) {
    handle++;
  }
  return handle;
}

/// Counts a call and returns the result that a test has scripted for it.
static int called(call_t call) {
  stand_in.calls[call]++;
  stand_in.now += stand_in.ms_per_call;
  stand_in.from_callback += stand_in.depth > 0 && call != CALL_CONN_FIND && call != CALL_CONN_FIND_BY_ADDR && call != CALL_COPY;
  if (stand_in.repeat[call] == 0) {
    return 0;
  }
  stand_in.repeat[call]--;
  return stand_in.result[call];
}

// MARK: Queue and timer

bool stand_in_run(void) {
  for (unsigned turns = 0; turns < 10000; turns++) {
    if (!queue_step()) {
      return true;
    }
  }
  return false;
}

void stand_in_advance(uint32_t ms) {
  const uint32_t end = stand_in.now + ms;
  uint32_t due;
  for (;;) {
    stand_in_run();
    if (!queue_timer(&due) || (int32_t)(due - end) > 0) {
      break;
    }
    stand_in.now = (int32_t)(due - stand_in.now) > 0 ? due : stand_in.now;
  }
  if ((int32_t)(end - stand_in.now) > 0) {
    stand_in.now = end;
  }
  stand_in_run();
}

// MARK: Buffers

struct os_mbuf *ble_hs_mbuf_from_flat(const void *bytes, uint16_t length) {
  static struct os_mbuf buffer;
  if (called(CALL_MBUF) != 0) {
    return NULL;
  }
  buffer.length = length;
  memcpy(buffer.bytes, bytes, length);
  return &buffer;
}
int os_mbuf_copydata(const struct os_mbuf *om, int offset, int length, void *to) {
  if (called(CALL_COPY) != 0 || offset + length > om->length) {
    return -1;
  }
  memcpy(to, om->bytes + offset, (size_t)length);
  return 0;
}

// MARK: Scans and connections, with NimBLE's own order of things

int ble_gap_disc(uint8_t own_type, int32_t ms, const struct ble_gap_disc_params *params, ble_gap_event_fn *cb, void *arg) {
  (void)ms, (void)arg;
  const int result = called(CALL_DISC);
  if (result != 0) {
    return result;
  }
  if (stand_in.connecting) {
    return BLE_HS_EBUSY;
  }
  if (stand_in.scanning) {
    return BLE_HS_EALREADY;
  }
  stand_in.scanning = true;
  stand_in.own_type = own_type;
  stand_in.scan = *params;
  stand_in.scan_cb = cb;
  return 0;
}
int ble_gap_disc_cancel(void) {
  const int result = called(CALL_DISC_CANCEL);
  if (result != 0) {
    return result;
  }
  if (!stand_in.scanning) {
    return BLE_HS_EALREADY;
  }
  stand_in.scanning = false;
  return 0;
}
int ble_gap_connect(
    uint8_t own_type, const ble_addr_t *peer, int32_t ms, const struct ble_gap_conn_params *params, ble_gap_event_fn *cb, void *arg) {
  (void)own_type, (void)ms;
  const int result = called(CALL_CONNECT);
  if (result != 0) {
    return result;
  }
  if (stand_in.connecting) {
    return BLE_HS_EALREADY;
  }
  if (stand_in.scanning) {
    return BLE_HS_EBUSY;
  }
  if (connection_to(peer) < STACK_CONNECTIONS) {
    return BLE_HS_EDONE;
  }
  stand_in.connecting = true;
  stand_in.peer = *peer;
  stand_in.params = *params;
  stand_in.connect_cb = cb;
  stand_in.connect_arg = arg;
  return 0;
}
int ble_gap_conn_cancel(void) {
  const int result = called(CALL_CONN_CANCEL);
  if (result != 0) {
    return result;
  }
  return stand_in.connecting ? 0 : BLE_HS_EALREADY;
}
int ble_gap_terminate(uint16_t handle, uint8_t reason) {
  (void)reason;
  const int result = called(CALL_TERMINATE);
  if (result != 0) {
    return result;
  }
  if (!stand_in.connections[handle].open) {
    return BLE_HS_ENOTCONN;
  }
  if (stand_in.connections[handle].terminating) {
    return BLE_HS_EALREADY;
  }
  stand_in.connections[handle].terminating = true;
  return 0;
}
int ble_gap_conn_find(uint16_t handle, struct ble_gap_conn_desc *out) {
  const int result = called(CALL_CONN_FIND);
  *out = (struct ble_gap_conn_desc){.conn_handle = handle, .conn_itvl = 36};
  return result != 0 ? result : stand_in.connections[handle].open ? 0 : BLE_HS_ENOTCONN;
}
int ble_gap_conn_find_by_addr(const ble_addr_t *peer, struct ble_gap_conn_desc *out) {
  const int result = called(CALL_CONN_FIND_BY_ADDR);
  const uint16_t handle = connection_to(peer);
  *out = (struct ble_gap_conn_desc){.conn_handle = handle, .conn_itvl = 36};
  return result != 0 ? result : handle < STACK_CONNECTIONS ? 0 : BLE_HS_ENOTCONN;
}

// MARK: Procedures

static int begin(call_t call, uint16_t handle, void *arg) {
  const int result = called(call);
  if (result != 0) {
    return result;
  }
  if (!stand_in.connections[handle].open) {
    return BLE_HS_ENOTCONN;
  }
  stand_in.handle = handle;
  stand_in.arg = arg;
  return 0;
}

uint16_t ble_att_mtu(uint16_t handle) {
  return stand_in.connections[handle].open ? stand_in.connections[handle].mtu : 0;
}
int ble_att_set_preferred_mtu(uint16_t mtu) {
  const int result = called(CALL_PREFERRED_MTU);
  if (result == 0) {
    stand_in.preferred = mtu;
  }
  return result;
}
int ble_gattc_exchange_mtu(uint16_t handle, ble_gatt_mtu_fn *cb, void *arg) {
  const int result = begin(CALL_EXCHANGE_MTU, handle, arg);
  if (result != 0 || stand_in.connections[handle].exchanged) {
    return result != 0 ? result : BLE_HS_EALREADY;
  }
  stand_in.connections[handle].exchanged = true;
  stand_in.asked_mtu = stand_in.preferred;
  stand_in.mtu_cb = cb;
  return 0;
}
int ble_gattc_disc_all_svcs(uint16_t handle, ble_gatt_disc_svc_fn *cb, void *arg) {
  stand_in.service_cb = cb;
  return begin(CALL_SERVICES, handle, arg);
}
int ble_gattc_disc_all_chrs(uint16_t handle, uint16_t first, uint16_t last, ble_gatt_chr_fn *cb, void *arg) {
  stand_in.chr_cb = cb;
  stand_in.first = first;
  stand_in.last = last;
  return begin(CALL_CHARACTERISTICS, handle, arg);
}
int ble_gattc_disc_all_dscs(uint16_t handle, uint16_t first, uint16_t last, ble_gatt_dsc_fn *cb, void *arg) {
  stand_in.dsc_cb = cb;
  stand_in.first = first;
  stand_in.last = last;
  return begin(CALL_DESCRIPTORS, handle, arg);
}
int ble_gattc_read_long(uint16_t handle, uint16_t attribute, uint16_t offset, ble_gatt_attr_fn *cb, void *arg) {
  stand_in.attr_cb = cb;
  stand_in.attribute = attribute;
  stand_in.offset = offset;
  return begin(CALL_READ, handle, arg);
}
static void keep(uint16_t attribute, const void *data, uint16_t length) {
  stand_in.attribute = attribute;
  stand_in.length = length;
  memcpy(stand_in.value, data, length);
}
int ble_gattc_write_flat(uint16_t handle, uint16_t attribute, const void *data, uint16_t length, ble_gatt_attr_fn *cb, void *arg) {
  stand_in.attr_cb = cb;
  keep(attribute, data, length);
  return begin(CALL_WRITE, handle, arg);
}
int ble_gattc_write_long(uint16_t handle, uint16_t attribute, uint16_t offset, struct os_mbuf *om, ble_gatt_attr_fn *cb, void *arg) {
  stand_in.attr_cb = cb;
  stand_in.offset = offset;
  keep(attribute, om->bytes, om->length);
  return begin(CALL_WRITE_LONG, handle, arg);
}
int ble_gattc_write_no_rsp_flat(uint16_t handle, uint16_t attribute, const void *data, uint16_t length) {
  keep(attribute, data, length);
  return begin(CALL_WRITE_COMMAND, handle, NULL);
}

// MARK: The host itself

void ble_hs_sched_reset(int reason) {
  (void)reason;
  (void)called(CALL_RESET);
}
int ble_hs_util_ensure_addr(int prefer_random) {
  (void)prefer_random;
  return called(CALL_ENSURE_ADDR);
}
int ble_hs_id_infer_auto(int privacy, uint8_t *own_type) {
  *own_type = (uint8_t)(privacy + 1);
  return called(CALL_INFER_ADDR);
}
