#include "scripted_radio.h"

#include <string.h>

#include "scripted_adverts.h"
#include "scripted_peripheral.h"

#define CONNECT_MS 20
#define PROCEDURE_MS 5
#define DROP_MS 300
#define UPDATE_MS 100
#define INTERVAL 24  // 1.25 ms

// Core Specification, Vol 1, Part F.
#define UNKNOWN_CONNECTION 0x02
#define CONNECTION_TIMEOUT 0x08
#define REMOTE_ENDED 0x13
#define LOCAL_ENDED 0x16

#define LOG_DEBUG 3

/// Longer than LOG can carry, so that its text is cut.
static const char scan_line[] =
    "the scripted radio scans: all that it reports is in ports/scripted/README.md, and none of its devices has ever been on the air of any room";

#define MTU_UNTIL_EXCHANGED 23
#define PEER_MTU 247

typedef enum { FREE, CONNECTING, CONNECTED, ENDING } state_t;

typedef struct {
  state_t state;
  bool answers;  // otherwise the attempt continues until it is given up
  bool drops;  // at `drop`, for `drop_reason`
  perch_status_t reason;  // reason of ENDING
  perch_status_t drop_reason;
  uint32_t due;  // due time of CONNECTING and ENDING
  uint32_t drop;
  uint32_t update;  // due time of counter and indication
  uint32_t procedure;  // due time of the answer
  scripted_link_t link;
} connection_t;

static struct {
  perch_core_t *core;
  const perch_hal_t *hal;
  connection_t connections[PERCH_SLOTS];
} radio;

static uint32_t now_ms(void) {
  return radio.hal->clock_ms(radio.hal->context);
}

static bool is_due(uint32_t time, uint32_t now) {
  return (int32_t)(now - time) >= 0;
}

void scripted_radio_init(perch_core_t *core, const perch_hal_t *hal) {
  memset(&radio, 0, sizeof radio);
  radio.core = core;
  radio.hal = hal;
  scripted_adverts_stop();
  scripted_peripheral_init();
}

// MARK: Functions for the core

perch_status_t scripted_scan_start(void *context, const perch_scan_params_t *params) {
  (void)context;
  perch_log(radio.core, LOG_DEBUG, scan_line);
  scripted_adverts_start(params->active, now_ms());
  return PERCH_OK;
}

void scripted_scan_stop(void *context) {
  (void)context;
  scripted_adverts_stop();
}

perch_status_t scripted_connect(void *context, uint8_t slot, const perch_connect_params_t *params) {
  (void)context;
  connection_t *connection = &radio.connections[slot];
  const uint8_t last = params->address[0];
  uint8_t ours[6];
  scripted_address(ours, last);
  const bool known = params->address_type == 1 && memcmp(ours, params->address, sizeof ours) == 0;
  memset(connection, 0, sizeof *connection);
  connection->state = CONNECTING;
  connection->due = now_ms() + CONNECT_MS;
  connection->answers = known && (last == SCRIPTED_PERIPHERAL || last == SCRIPTED_DROPPING || (last >= SCRIPTED_FIRST_UNHEARD && last <= SCRIPTED_LAST_UNHEARD));
  connection->drops = connection->answers && last == SCRIPTED_DROPPING;
  connection->drop = connection->due + DROP_MS;
  connection->drop_reason = PERCH_HCI(CONNECTION_TIMEOUT);
  connection->link.slot = slot;
  connection->link.mtu = MTU_UNTIL_EXCHANGED;
  return PERCH_OK;
}

void scripted_disconnect(void *context, uint8_t slot) {
  (void)context;
  connection_t *connection = &radio.connections[slot];
  if (connection->state == CONNECTING || connection->state == CONNECTED) {
    connection->reason = PERCH_HCI(connection->state == CONNECTED ? LOCAL_ENDED : UNKNOWN_CONNECTION);
    connection->state = ENDING;
    connection->due = now_ms() + PROCEDURE_MS;
  }
}

/// Begins a procedure. \returns its link, or NULL if there is no connection.
static scripted_link_t *begin(uint8_t slot, scripted_procedure_t procedure) {
  connection_t *connection = &radio.connections[slot];
  if (connection->state != CONNECTED) {
    return NULL;
  }
  connection->link.procedure = procedure;
  connection->procedure = now_ms() + PROCEDURE_MS;
  return &connection->link;
}

perch_status_t scripted_exchange_mtu(void *context, uint8_t slot, uint16_t mtu) {
  (void)context;
  scripted_link_t *link = begin(slot, SCRIPTED_MTU);
  if (link == NULL) {
    return PERCH_RADIO;
  }
  link->mtu = mtu < PEER_MTU ? mtu : PEER_MTU;
  return PERCH_OK;
}

perch_status_t scripted_discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last) {
  (void)context;
  scripted_link_t *link = begin(slot, SCRIPTED_DISCOVER);
  if (link == NULL) {
    return PERCH_RADIO;
  }
  link->what = what;
  link->first = first;
  link->last = last;
  return PERCH_OK;
}

perch_status_t scripted_read(void *context, uint8_t slot, uint16_t handle, uint16_t offset) {
  (void)context;
  scripted_link_t *link = begin(slot, SCRIPTED_READ);
  if (link == NULL) {
    return PERCH_RADIO;
  }
  link->first = handle;
  link->offset = offset;
  return PERCH_OK;
}

perch_status_t scripted_write(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  scripted_link_t *link = begin(slot, SCRIPTED_WRITE);
  if (link == NULL) {
    return PERCH_RADIO;
  }
  link->first = handle;
  link->value = value;
  link->length = length;
  return PERCH_OK;
}

perch_status_t scripted_write_command(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  connection_t *connection = &radio.connections[slot];
  if (connection->state != CONNECTED) {
    return PERCH_RADIO;
  }
  scripted_peripheral_take(radio.core, &connection->link, handle, value, length);
  return PERCH_OK;
}

void scripted_confirm(void *context, uint8_t slot) {
  (void)context;
  radio.connections[slot].link.unconfirmed = false;
}

// MARK: Events

/// Carries out due work of one connection. \returns whether it has reported anything.
static bool run_connection(connection_t *connection, uint32_t now) {
  scripted_link_t *link = &connection->link;
  switch (connection->state) {
    case FREE: return false;
    case CONNECTING:
      if (!connection->answers || !is_due(connection->due, now)) {
        return false;
      }
      connection->state = CONNECTED;
      connection->update = now + UPDATE_MS;
      perch_radio_connected(radio.core, link->slot, link->mtu, INTERVAL);
      return true;
    case ENDING:
      if (!is_due(connection->due, now)) {
        return false;
      }
      connection->state = FREE;
      perch_radio_disconnected(radio.core, link->slot, connection->reason);
      return true;
    case CONNECTED: break;
  }
  bool reported = false;
  if (link->procedure != SCRIPTED_IDLE && is_due(connection->procedure, now)) {
    scripted_peripheral_answer(radio.core, link);
    reported = true;
  }
  if (link->drop_asked) {
    link->drop_asked = false;
    connection->drops = true;
    connection->drop = now + link->drop_after;
    connection->drop_reason = PERCH_HCI(REMOTE_ENDED);
  }
  if (is_due(connection->update, now)) {
    connection->update = now + UPDATE_MS;
    reported = scripted_peripheral_update(radio.core, link) || reported;
  }
  if (connection->drops && is_due(connection->drop, now)) {
    connection->state = FREE;
    perch_radio_disconnected(radio.core, link->slot, connection->drop_reason);
    reported = true;
  }
  return reported;
}

static uint32_t earlier(uint32_t due, uint32_t time, uint32_t now) {
  const uint32_t left = is_due(time, now) ? 0 : time - now;
  return left < due ? left : due;
}

/// Time in ms until the connection has due work.
static uint32_t next_due(const connection_t *connection, uint32_t now) {
  uint32_t due = UINT32_MAX;
  if (connection->state == ENDING || (connection->state == CONNECTING && connection->answers)) {
    due = earlier(due, connection->due, now);
  }
  if (connection->state == CONNECTED) {
    if (connection->link.procedure != SCRIPTED_IDLE) {
      due = earlier(due, connection->procedure, now);
    }
    if (connection->drops) {
      due = earlier(due, connection->drop, now);
    }
    if (connection->link.subscriptions != 0) {
      due = earlier(due, connection->update, now);
    }
  }
  return due;
}

uint32_t scripted_radio_run(void) {
  const uint32_t now = now_ms();
  uint32_t due = scripted_adverts_run(radio.core, now);
  for (unsigned i = 0; i < PERCH_SLOTS; i++) {
    connection_t *connection = &radio.connections[i];
    const uint32_t next = run_connection(connection, now) ? 0 : next_due(connection, now);
    due = next < due ? next : due;
  }
  return due;
}
