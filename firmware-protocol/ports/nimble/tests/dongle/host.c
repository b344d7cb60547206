#include "host.h"

#include <string.h>

#include "../stand_in_queue.h"
#include "host/ble_hs.h"
#include "host/util/util.h"
#include "scripted_radio.h"

#define MTU_UNTIL_EXCHANGED 23
#define NO_HANDLE 0xFFFF

typedef enum { NO_PROCEDURE, MTU, SERVICES, CHARACTERISTICS, DESCRIPTORS, READ, WRITE } procedure_t;

/// A connection or an attempt at one. Its index is NimBLE's handle, and the scripted radio's slot.
typedef struct {
  enum { FREE, ATTEMPTING, OPEN } state;
  ble_addr_t peer;
  uint16_t mtu;
  uint16_t interval;
  bool exchanged;
  ble_gap_event_fn *cb;
  void *arg;

  procedure_t procedure;
  union {
    ble_gatt_mtu_fn *mtu;
    ble_gatt_disc_svc_fn *service;
    ble_gatt_chr_fn *characteristic;
    ble_gatt_dsc_fn *descriptor;
    ble_gatt_attr_fn *attribute;
  } report;
  void *report_arg;
  uint16_t attribute;
  uint16_t offset;
  uint8_t value[PERCH_VALUE_MAX]; ///< value of a write, which the radio reads until it is answered
} connection_t;

static struct {
  const perch_hal_t *hal;
  connection_t connections[PERCH_SLOTS];
  bool scanning;
  ble_gap_event_fn *scan_cb;
  void *scan_arg;
  uint16_t preferred_mtu;
} host;

struct ble_hs_cfg ble_hs_cfg;

void host_new(const perch_hal_t *hal) {
  memset(&host, 0, sizeof host);
  host.hal = hal;
  queue_new();
  scripted_radio_init(NULL, hal);
}

uint32_t stand_in_now(void) {
  return host.hal->clock_ms(host.hal->context);
}

uint32_t host_run(void) {
  uint32_t due;
  bool ran;
  do {
    due = scripted_radio_run();
    ran = queue_step();
  } while (ran || due == 0);
  uint32_t timer;
  if (!queue_timer(&timer)) {
    return due;
  }
  const int32_t left = (int32_t)(timer - stand_in_now());
  const uint32_t timer_due = left > 0 ? (uint32_t)left : 0;
  return timer_due < due ? timer_due : due;
}

// MARK: Buffers

static struct os_mbuf *filled(const void *bytes, uint16_t length) {
  static struct os_mbuf buffer;
  buffer.length = length;
  if (length > 0) {
    memcpy(buffer.bytes, bytes, length);
  }
  return &buffer;
}

struct os_mbuf *ble_hs_mbuf_from_flat(const void *bytes, uint16_t length) {
  return filled(bytes, length);
}
int os_mbuf_copydata(const struct os_mbuf *om, int offset, int length, void *to) {
  if (offset + length > om->length) {
    return -1;
  }
  memcpy(to, om->bytes + offset, (size_t)length);
  return 0;
}

// MARK: Scans

void host_log(perch_core_t *core, uint8_t level, const char *text);
bool host_advert(perch_core_t *core, const perch_advert_t *advert);

int ble_gap_disc(uint8_t own_type, int32_t ms, const struct ble_gap_disc_params *params, ble_gap_event_fn *cb, void *arg) {
  (void)own_type, (void)ms;
  for (uint16_t handle = 0; handle < PERCH_SLOTS; handle++) {
    if (host.connections[handle].state == ATTEMPTING) {
      return BLE_HS_EBUSY;
    }
  }
  if (host.scanning) {
    return BLE_HS_EALREADY;
  }
  host.scanning = true;
  host.scan_cb = cb;
  host.scan_arg = arg;
  const perch_scan_params_t scan = {.active = !params->passive, .interval = params->itvl, .window = params->window};
  return scripted_scan_start(NULL, &scan) == PERCH_OK ? 0 : BLE_HS_ECONTROLLER;
}

int ble_gap_disc_cancel(void) {
  if (!host.scanning) {
    return BLE_HS_EALREADY;
  }
  host.scanning = false;
  scripted_scan_stop(NULL);
  return 0;
}

void host_log(perch_core_t *core, uint8_t level, const char *text) {
  (void)core, (void)level, (void)text;  // a line of the air's, not of the port's
}

bool host_advert(perch_core_t *core, const perch_advert_t *advert) {
  (void)core;
  // NimBLE's event types by the PDU on the air; SPEC.md 9.3.
  static const uint8_t event_types[] = {0, 1, 3, 0, 4, 0, 2};
  if (!host.scanning || advert->pdu >= sizeof event_types) {
    return false;  // extended: a scan for legacy adverts does not hear it
  }
  struct ble_gap_event event = {
      .type = BLE_GAP_EVENT_DISC,
      .disc = {.event_type = event_types[advert->pdu], .length_data = (uint8_t)advert->length, .rssi = advert->rssi, .data = advert->data}};
  event.disc.addr.type = advert->address_type;
  memcpy(event.disc.addr.val, advert->address, sizeof advert->address);
  host.scan_cb(&event, host.scan_arg);
  return true;
}

// MARK: Connections

void host_connected(perch_core_t *core, uint8_t slot, uint16_t mtu, uint16_t interval);
void host_disconnected(perch_core_t *core, uint8_t slot, perch_status_t status);

static int open_connection(uint16_t handle, connection_t **connection) {
  if (handle >= PERCH_SLOTS || host.connections[handle].state != OPEN) {
    return BLE_HS_ENOTCONN;
  }
  *connection = &host.connections[handle];
  return 0;
}

int ble_gap_connect(
    uint8_t own_type, const ble_addr_t *peer, int32_t ms, const struct ble_gap_conn_params *params, ble_gap_event_fn *cb, void *arg) {
  (void)own_type, (void)ms;
  if (host.scanning) {
    return BLE_HS_EBUSY;
  }
  uint16_t unused = NO_HANDLE;
  for (uint16_t handle = 0; handle < PERCH_SLOTS; handle++) {
    const connection_t *other = &host.connections[handle];
    if (other->state == ATTEMPTING) {
      return BLE_HS_EALREADY;
    }
    if (other->state == OPEN && memcmp(&other->peer, peer, sizeof *peer) == 0) {
      return BLE_HS_EDONE;
    }
    unused = other->state == FREE ? handle : unused;
  }
  if (unused == NO_HANDLE) {
    return BLE_HS_ENOMEM;
  }
  host.connections[unused] = (connection_t){.state = ATTEMPTING, .peer = *peer, .cb = cb, .arg = arg};
  perch_connect_params_t wanted = {.address_type = peer->type, .interval_min = params->itvl_min, .interval_max = params->itvl_max};
  memcpy(wanted.address, peer->val, sizeof wanted.address);
  return scripted_connect(NULL, (uint8_t)unused, &wanted) == PERCH_OK ? 0 : BLE_HS_ECONTROLLER;
}

int ble_gap_conn_cancel(void) {
  for (uint8_t handle = 0; handle < PERCH_SLOTS; handle++) {
    if (host.connections[handle].state == ATTEMPTING) {
      scripted_disconnect(NULL, handle);
      return 0;
    }
  }
  return BLE_HS_EALREADY;
}

int ble_gap_terminate(uint16_t handle, uint8_t reason) {
  (void)reason;
  connection_t *connection;
  const int result = open_connection(handle, &connection);
  if (result == 0) {
    scripted_disconnect(NULL, (uint8_t)handle);
  }
  return result;
}

int ble_gap_conn_find(uint16_t handle, struct ble_gap_conn_desc *out) {
  connection_t *connection;
  const int result = open_connection(handle, &connection);
  if (result == 0) {
    *out = (struct ble_gap_conn_desc){.conn_handle = handle, .conn_itvl = connection->interval};
  }
  return result;
}

int ble_gap_conn_find_by_addr(const ble_addr_t *peer, struct ble_gap_conn_desc *out) {
  for (uint16_t handle = 0; handle < PERCH_SLOTS; handle++) {
    if (memcmp(&host.connections[handle].peer, peer, sizeof *peer) == 0 && ble_gap_conn_find(handle, out) == 0) {
      return 0;
    }
  }
  return BLE_HS_ENOTCONN;
}

void host_connected(perch_core_t *core, uint8_t slot, uint16_t mtu, uint16_t interval) {
  (void)core;
  connection_t *connection = &host.connections[slot];
  connection->state = OPEN;
  connection->mtu = mtu;
  connection->interval = interval;
  struct ble_gap_event event = {.type = BLE_GAP_EVENT_CONNECT, .connect = {.status = 0, .conn_handle = slot}};
  connection->cb(&event, connection->arg);
}

// MARK: Procedures

bool host_discovered(perch_core_t *core, uint8_t slot, uint16_t first, uint16_t second, uint8_t properties, const uint8_t *uuid, uint8_t uuid_length);
void host_mtu(perch_core_t *core, uint8_t slot, uint16_t mtu);
void host_read(perch_core_t *core, uint8_t slot, const uint8_t *value, uint16_t length);
void host_gatt_done(perch_core_t *core, uint8_t slot, perch_status_t status);
void host_notification(perch_core_t *core, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length, bool indication);

/// Reserves the connection for a procedure.
static int begin(uint16_t handle, procedure_t procedure, uint16_t attribute, void *arg, connection_t **out) {
  const int result = open_connection(handle, out);
  if (result != 0) {
    return result;
  }
  if ((*out)->procedure != NO_PROCEDURE) {
    return BLE_HS_EBUSY;  // NimBLE would queue it; the port never asks for two
  }
  (*out)->procedure = procedure;
  (*out)->attribute = attribute;
  (*out)->report_arg = arg;
  return 0;
}

/// Ends the procedure, if there is one, with a result of NimBLE.
static void finish(uint16_t handle, int result) {
  connection_t *connection = &host.connections[handle];
  const procedure_t procedure = connection->procedure;
  const struct ble_gatt_error error = {.status = (uint16_t)result, .att_handle = connection->attribute};
  struct ble_gatt_attr attribute = {.handle = connection->attribute, .offset = connection->offset, .om = filled(NULL, 0)};
  connection->procedure = NO_PROCEDURE;
  switch (procedure) {
    case NO_PROCEDURE: break;
    case MTU: connection->report.mtu(handle, &error, connection->mtu, connection->report_arg); break;
    case SERVICES: connection->report.service(handle, &error, NULL, connection->report_arg); break;
    case CHARACTERISTICS: connection->report.characteristic(handle, &error, NULL, connection->report_arg); break;
    case DESCRIPTORS: connection->report.descriptor(handle, &error, 0, NULL, connection->report_arg); break;
    case READ:
    case WRITE: connection->report.attribute(handle, &error, &attribute, connection->report_arg); break;
  }
}

void host_disconnected(perch_core_t *core, uint8_t slot, perch_status_t status) {
  (void)core;
  connection_t *connection = &host.connections[slot];
  const int reason = BLE_HS_ERR_HCI_BASE + (status & 0xFF);
  const bool was_open = connection->state == OPEN;
  connection->state = FREE;
  struct ble_gap_event event = {.type = BLE_GAP_EVENT_CONNECT, .connect = {.status = reason, .conn_handle = NO_HANDLE}};
  if (was_open) {
    // As in NimBLE, procedures hear of it first.
    finish(slot, BLE_HS_ENOTCONN);
    event = (struct ble_gap_event){.type = BLE_GAP_EVENT_DISCONNECT, .disconnect = {.reason = reason, .conn = {.conn_handle = slot}}};
  }
  connection->cb(&event, connection->arg);
}

uint16_t ble_att_mtu(uint16_t handle) {
  connection_t *connection;
  return open_connection(handle, &connection) == 0 ? connection->mtu : 0;
}

int ble_att_set_preferred_mtu(uint16_t mtu) {
  host.preferred_mtu = mtu;
  return mtu < MTU_UNTIL_EXCHANGED ? BLE_HS_EINVAL : 0;
}

int ble_gattc_exchange_mtu(uint16_t handle, ble_gatt_mtu_fn *cb, void *arg) {
  connection_t *connection;
  int result = open_connection(handle, &connection);
  if (result == 0 && connection->exchanged) {
    return BLE_HS_EALREADY;
  }
  result = begin(handle, MTU, 0, arg, &connection);
  if (result == 0) {
    connection->exchanged = true;
    connection->report.mtu = cb;
    scripted_exchange_mtu(NULL, (uint8_t)handle, host.preferred_mtu);
  }
  return result;
}

int ble_gattc_disc_all_svcs(uint16_t handle, ble_gatt_disc_svc_fn *cb, void *arg) {
  connection_t *connection;
  const int result = begin(handle, SERVICES, 0, arg, &connection);
  if (result == 0) {
    connection->report.service = cb;
    scripted_discover(NULL, (uint8_t)handle, 1, 1, 0xFFFF);
  }
  return result;
}

int ble_gattc_disc_all_chrs(uint16_t handle, uint16_t first, uint16_t last, ble_gatt_chr_fn *cb, void *arg) {
  connection_t *connection;
  const int result = begin(handle, CHARACTERISTICS, 0, arg, &connection);
  if (result == 0) {
    connection->report.characteristic = cb;
    scripted_discover(NULL, (uint8_t)handle, 2, first, last);
  }
  return result;
}

int ble_gattc_disc_all_dscs(uint16_t handle, uint16_t first, uint16_t last, ble_gatt_dsc_fn *cb, void *arg) {
  connection_t *connection;
  const int result = begin(handle, DESCRIPTORS, 0, arg, &connection);
  if (result == 0) {
    connection->report.descriptor = cb;
    scripted_discover(NULL, (uint8_t)handle, 3, (uint16_t)(first + 1), last);
  }
  return result;
}

int ble_gattc_read_long(uint16_t handle, uint16_t attribute, uint16_t offset, ble_gatt_attr_fn *cb, void *arg) {
  connection_t *connection;
  const int result = begin(handle, READ, attribute, arg, &connection);
  if (result == 0) {
    connection->report.attribute = cb;
    connection->offset = offset;
    scripted_read(NULL, (uint8_t)handle, attribute, offset);
  }
  return result;
}

int ble_gattc_write_flat(uint16_t handle, uint16_t attribute, const void *data, uint16_t length, ble_gatt_attr_fn *cb, void *arg) {
  connection_t *connection;
  const int result = begin(handle, WRITE, attribute, arg, &connection);
  if (result == 0) {
    connection->report.attribute = cb;
    connection->offset = 0;
    memcpy(connection->value, data, length);
    scripted_write(NULL, (uint8_t)handle, attribute, connection->value, length);
  }
  return result;
}

int ble_gattc_write_long(uint16_t handle, uint16_t attribute, uint16_t offset, struct os_mbuf *om, ble_gatt_attr_fn *cb, void *arg) {
  (void)offset;  // the port writes whole values
  return ble_gattc_write_flat(handle, attribute, om->bytes, om->length, cb, arg);
}

int ble_gattc_write_no_rsp_flat(uint16_t handle, uint16_t attribute, const void *data, uint16_t length) {
  connection_t *connection;
  const int result = open_connection(handle, &connection);
  if (result == 0) {
    scripted_write_command(NULL, (uint8_t)handle, attribute, data, length);
  }
  return result;
}

// MARK: Answers of the peer

static ble_uuid_any_t uuid_of(const uint8_t *bytes, uint8_t length) {
  ble_uuid_any_t uuid = {.u.type = length == 16 ? BLE_UUID_TYPE_128 : BLE_UUID_TYPE_16};
  if (length == 16) {
    memcpy(uuid.u128.value, bytes, length);
  } else {
    uuid.u16.value = (uint16_t)(bytes[0] | bytes[1] << 8);
  }
  return uuid;
}

bool host_discovered(perch_core_t *core, uint8_t slot, uint16_t first, uint16_t second, uint8_t properties, const uint8_t *uuid, uint8_t uuid_length) {
  (void)core;
  connection_t *connection = &host.connections[slot];
  const struct ble_gatt_error error = {.status = 0};
  const struct ble_gatt_svc service = {.start_handle = first, .end_handle = second, .uuid = uuid_of(uuid, uuid_length)};
  const struct ble_gatt_chr characteristic = {
      .def_handle = first, .val_handle = second, .properties = properties, .uuid = uuid_of(uuid, uuid_length)};
  const struct ble_gatt_dsc descriptor = {.handle = first, .uuid = uuid_of(uuid, uuid_length)};
  int result = 1;
  switch (connection->procedure) {
    case SERVICES: result = connection->report.service(slot, &error, &service, connection->report_arg); break;
    case CHARACTERISTICS: result = connection->report.characteristic(slot, &error, &characteristic, connection->report_arg); break;
    case DESCRIPTORS: result = connection->report.descriptor(slot, &error, 0, &descriptor, connection->report_arg); break;
    default: break;
  }
  if (result != 0) {
    connection->procedure = NO_PROCEDURE;  // the port wants no more, not even the end
  }
  return result == 0;
}

void host_mtu(perch_core_t *core, uint8_t slot, uint16_t mtu) {
  (void)core;
  host.connections[slot].mtu = mtu;
}

void host_read(perch_core_t *core, uint8_t slot, const uint8_t *value, uint16_t length) {
  (void)core;
  connection_t *connection = &host.connections[slot];
  const struct ble_gatt_error error = {.status = 0};
  struct ble_gatt_attr attribute = {.handle = connection->attribute, .offset = connection->offset, .om = filled(value, length)};
  connection->procedure = NO_PROCEDURE;  // the port takes one part of a value at a time
  connection->report.attribute(slot, &error, &attribute, connection->report_arg);
}

void host_gatt_done(perch_core_t *core, uint8_t slot, perch_status_t status) {
  (void)core;
  const procedure_t procedure = host.connections[slot].procedure;
  const bool discovers = procedure == SERVICES || procedure == CHARACTERISTICS || procedure == DESCRIPTORS;
  // NimBLE ends a discovery like this, whether there was anything or not.
  finish(slot, discovers ? BLE_HS_EDONE : status == PERCH_OK ? 0 : BLE_HS_ERR_ATT_BASE + (status & 0xFF));
}

void host_notification(perch_core_t *core, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length, bool indication) {
  (void)core;
  struct ble_gap_event event = {
      .type = BLE_GAP_EVENT_NOTIFY_RX,
      .notify_rx = {.om = filled(value, length), .attr_handle = handle, .conn_handle = slot, .indication = indication}};
  host.connections[slot].cb(&event, host.connections[slot].arg);
}

// MARK: The host itself

void ble_hs_sched_reset(int reason) {
  (void)reason;  // the scripted radio confirms everything
}
int ble_hs_util_ensure_addr(int prefer_random) {
  (void)prefer_random;
  return 0;
}
int ble_hs_id_infer_auto(int privacy, uint8_t *own_type) {
  *own_type = (uint8_t)(privacy + 1);
  return 0;
}
