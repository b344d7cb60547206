// Reports of the stand-in when a test asks for them, in NimBLE's order.

#include <string.h>

#include "stand_in.h"

#define BUFFERS 4

static struct os_mbuf buffers[BUFFERS];

static struct os_mbuf *fill(const uint8_t *bytes, uint16_t length) {
  static unsigned next;
  struct os_mbuf *om = &buffers[next++ % BUFFERS];
  om->length = length;
  memcpy(om->bytes, bytes, length < sizeof om->bytes ? length : sizeof om->bytes);
  return om;
}

static void report(ble_gap_event_fn *cb, struct ble_gap_event event, void *arg) {
  stand_in.depth++;
  cb(&event, arg);
  stand_in.depth--;
}

void stand_in_synced(void) {
  ble_hs_cfg.sync_cb();
}
void stand_in_reset(int reason) {
  for (uint16_t handle = 0; handle < STACK_CONNECTIONS; handle++) {
    if (stand_in.connections[handle].open) {
      stand_in_disconnects(handle, reason);
    }
  }
  if (stand_in.connecting) {
    stand_in_connect_ends(reason, 0);
  }
  if (stand_in.scanning) {
    stand_in_scan_ends(0);
  }
  ble_hs_cfg.reset_cb(reason);
}
void stand_in_advert(uint8_t event_type, uint8_t address_type, uint8_t last, const uint8_t *data, uint8_t length) {
  const struct ble_gap_disc_desc report_of_advert = {
      .event_type = event_type, .length_data = length, .addr = {.type = address_type, .val = {last, 2, 3, 4, 5, 6}}, .rssi = -60, .data = data};
  report(stand_in.scan_cb, (struct ble_gap_event){.type = BLE_GAP_EVENT_DISC, .disc = report_of_advert}, NULL);
}
void stand_in_scan_ends(int reason) {
  stand_in.scanning = false;
  report(stand_in.scan_cb, (struct ble_gap_event){.type = BLE_GAP_EVENT_DISC_COMPLETE, .disc_complete = {.reason = reason}}, NULL);
}
static void report_connection(ble_gap_event_fn *cb, void *arg, int status, uint16_t handle) {
  const struct ble_gap_event event = {.type = BLE_GAP_EVENT_CONNECT, .connect = {.status = status, .conn_handle = status == 0 ? handle : 0xFFFF}};
  report(cb, event, arg);
}
void stand_in_connects_silently(uint16_t handle) {
  stand_in.connecting = false;
  stand_in.connections[handle].open = true;
  stand_in.connections[handle].unreported = true;
  stand_in.connections[handle].terminating = false;
  stand_in.connections[handle].exchanged = false;
  stand_in.connections[handle].mtu = 23;
  stand_in.connections[handle].peer = stand_in.peer;
  stand_in.connections[handle].cb = stand_in.connect_cb;
  stand_in.connections[handle].arg = stand_in.connect_arg;
}
void stand_in_tells_of_connection(uint16_t handle, int status) {
  stand_in.connections[handle].unreported = false;
  report_connection(stand_in.connections[handle].cb, stand_in.connections[handle].arg, status, handle);
}
void stand_in_connect_ends(int status, uint16_t handle) {
  if (status == 0) {
    stand_in_connects_silently(handle);
    stand_in_tells_of_connection(handle, 0);
  } else {
    stand_in.connecting = false;
    report_connection(stand_in.connect_cb, stand_in.connect_arg, status, handle);
  }
}
void stand_in_disconnects(uint16_t handle, int reason) {
  stand_in.connections[handle].open = false;
  report(stand_in.connections[handle].cb,
         (struct ble_gap_event){.type = BLE_GAP_EVENT_DISCONNECT, .disconnect = {.reason = reason, .conn = {.conn_handle = handle}}},
         stand_in.connections[handle].arg);
}
void stand_in_notifies(uint16_t handle, uint16_t attribute, const uint8_t *bytes, uint16_t length, bool indication) {
  report(stand_in.connections[handle].cb,
         (struct ble_gap_event){
             .type = BLE_GAP_EVENT_NOTIFY_RX,
             .notify_rx = {.om = fill(bytes, length), .attr_handle = attribute, .conn_handle = handle, .indication = indication}},
         stand_in.connections[handle].arg);
}
void stand_in_mtu_event(uint16_t handle, uint16_t mtu) {
  stand_in.connections[handle].mtu = mtu;
  stand_in.connections[handle].exchanged = true;
  report(stand_in.connections[handle].cb,
         (struct ble_gap_event){.type = BLE_GAP_EVENT_MTU, .mtu = {.conn_handle = handle, .channel_id = BLE_L2CAP_CID_ATT, .value = mtu}},
         stand_in.connections[handle].arg);
}

static struct ble_gatt_error error_of(int status) {
  return (struct ble_gatt_error){.status = (uint16_t)status};
}
static ble_uuid_any_t short_uuid(uint16_t value) {
  return (ble_uuid_any_t){.u16 = {.u = {.type = BLE_UUID_TYPE_16}, .value = value}};
}

int stand_in_mtu(int status, uint16_t mtu) {
  const struct ble_gatt_error error = error_of(status);
  if (status == 0) {
    stand_in.connections[stand_in.handle].mtu = mtu;
  }
  stand_in.depth++;
  const int result = stand_in.mtu_cb(stand_in.handle, &error, mtu, stand_in.arg);
  stand_in.depth--;
  return result;
}
int stand_in_service(int status, uint16_t first, uint16_t last, uint16_t uuid) {
  const struct ble_gatt_error error = error_of(status);
  const struct ble_gatt_svc service = {.start_handle = first, .end_handle = last, .uuid = short_uuid(uuid)};
  stand_in.depth++;
  const int result = stand_in.service_cb(stand_in.handle, &error, status == 0 ? &service : NULL, stand_in.arg);
  stand_in.depth--;
  return result;
}
static int characteristic(int status, const struct ble_gatt_chr *chr) {
  const struct ble_gatt_error error = error_of(status);
  stand_in.depth++;
  const int result = stand_in.chr_cb(stand_in.handle, &error, status == 0 ? chr : NULL, stand_in.arg);
  stand_in.depth--;
  return result;
}
int stand_in_characteristic(int status, uint16_t declaration, uint16_t value, uint8_t properties, uint16_t uuid) {
  const struct ble_gatt_chr chr = {.def_handle = declaration, .val_handle = value, .properties = properties, .uuid = short_uuid(uuid)};
  return characteristic(status, &chr);
}
int stand_in_characteristic_long(uint16_t declaration, uint16_t value, uint8_t properties, const uint8_t uuid[16]) {
  struct ble_gatt_chr chr = {.def_handle = declaration, .val_handle = value, .properties = properties};
  chr.uuid.u128.u.type = BLE_UUID_TYPE_128;
  memcpy(chr.uuid.u128.value, uuid, 16);
  return characteristic(0, &chr);
}
int stand_in_descriptor(int status, uint16_t handle, uint8_t uuid_type, uint16_t uuid) {
  const struct ble_gatt_error error = error_of(status);
  struct ble_gatt_dsc dsc = {.handle = handle, .uuid = short_uuid(uuid)};
  dsc.uuid.u.type = uuid_type;
  stand_in.depth++;
  const int result = stand_in.dsc_cb(stand_in.handle, &error, 0, status == 0 ? &dsc : NULL, stand_in.arg);
  stand_in.depth--;
  return result;
}
static int attribute(int status, struct os_mbuf *om) {
  const struct ble_gatt_error error = error_of(status);
  struct ble_gatt_attr attr = {.handle = stand_in.attribute, .offset = stand_in.offset, .om = om};
  stand_in.depth++;
  const int result = stand_in.attr_cb(stand_in.handle, &error, &attr, stand_in.arg);
  stand_in.depth--;
  return result;
}
int stand_in_read(int status, const uint8_t *bytes, uint16_t length) {
  return attribute(status, status == 0 ? fill(bytes, length) : NULL);
}
int stand_in_written(int status) {
  static const uint8_t nothing[1];
  return attribute(status, fill(nothing, 0));
}
