/// The core's memory, as a complete type, so that a port can place it statically. The fields are
/// private to the core.
#ifndef PERCH_STATE_H
#define PERCH_STATE_H

#include "perch_core.h"
#include "perch_frame.h"
#include "perch_sha256.h"

/// A ring of bytes that holds whole records.
typedef struct {
  uint8_t *bytes;
  uint16_t size;
  uint16_t first;
  uint16_t used;
} perch_ring_t;

/// Receive buffer. `head`, `write`, `discarding` and `overflowed` belong to perch_receive, `tail`
/// to perch_poll. The bytes before `head` are complete stretches, each with its closing zero.
typedef struct {
  volatile uint16_t head;
  volatile uint16_t tail;
  uint16_t write;
  bool discarding;
  volatile uint32_t overflowed;
  perch_decoder_t decoder;
} perch_receiver_t;

/// The only frame on its way to the line.
typedef struct {
  uint16_t length;
  uint16_t sent;
} perch_transmitter_t;

typedef struct {
  uint32_t received;
  uint32_t malformed;
  uint32_t crc;
  uint32_t overflow;
  uint32_t dropped;
  uint32_t sent;
  uint32_t coalesced;
} perch_counters_t;

typedef struct {
  uint32_t nonce;
  uint32_t heard; ///< uptime of the newest valid frame
  uint16_t number; ///< 0 before the first; stays when the session ends
  uint16_t payload_in;
  uint16_t payload_out;
  uint8_t boots; ///< BOOT frames sent; 3 = no more
  bool live;
} perch_session_t;

#define PERCH_ANSWER_KEPT 32

/// One entry of the request table (SPEC.md 5.3).
typedef struct {
  uint32_t crc;
  uint16_t id;
  uint8_t length; ///< 0xFF: a large answer, which is made again
  uint8_t answer[PERCH_ANSWER_KEPT];
} perch_entry_t;

typedef struct {
  perch_ring_t ring;
  uint16_t oldest; ///< counter
  uint16_t kept;
  uint16_t sent; ///< number of stored events that have been sent at least once
  uint16_t cursor; ///< next stored event to be sent
  uint16_t cursor_offset; ///< offset of that event in the ring
} perch_stream_a_t;

/// Numbered records of stream B. The queue always holds the newest `count` numbers before `next`.
typedef struct {
  perch_ring_t ring;
  uint32_t next;
  uint32_t dropped;
  uint16_t count;
  uint16_t batching; ///< ms
} perch_queue_t;

typedef struct {
  uint8_t state;
  bool changed; ///< SCAN_STATE waits for the ring
  perch_status_t status;
} perch_scan_state_t;

typedef struct {
  uint32_t crc; ///< CRC of the data
  uint32_t time;
  uint8_t address[6];
  uint8_t bits;
  uint8_t length; ///< length of the data; entries of an unused place have time 0 and `used` false
  bool used;
} perch_seen_t;

typedef struct {
  perch_scan_state_t bluetooth;
  perch_scan_state_t wifi;
  int8_t minimum_rssi;
  int8_t wifi_minimum_rssi;
  uint16_t coalescing;
  uint16_t filters_length;
} perch_scan_t;

/// A deferred operation, from ACCEPTED until its DONE is in stream A.
typedef struct {
  uint32_t limit; ///< uptime at which it must end
  uint16_t id;
  uint16_t code;
  uint16_t argument; ///< handle, or another argument of the operation
  uint16_t offset;
  perch_status_t status;
  uint8_t state;
  uint8_t slot;
  uint8_t effect;
} perch_operation_t;

#if PERCH_GATT
typedef struct {
  uint32_t lost; ///< notifications not yet reported as lost
  uint16_t mtu;
  uint16_t interval;
  perch_status_t reason;
  uint16_t length; ///< bytes in `buffer`
  uint16_t next; ///< handle at which to continue
  uint8_t address[6];
  uint8_t address_type;
  uint8_t state;
  uint8_t generation;
  bool announce; ///< CONNECTED waits for the ring
  bool announced;
  bool gone; ///< DISCONNECTED waits for the ring
  bool radio_busy; ///< a procedure runs in the radio, perhaps for an operation that has ended
  bool mtu_exchanged;
#if PERCH_INDICATION_HOLD
  bool held;
  uint16_t held_handle;
  uint16_t held_length;
  uint32_t held_time;
  uint8_t held_value[PERCH_MTU_MAX];
#endif
  uint8_t buffer[PERCH_PAYLOAD_MAX - 10]; ///< a value to write, or the bytes read or discovered
} perch_slot_t;
#endif

#if PERCH_CONFIG_STORE
typedef struct {
  uint32_t length;
  uint32_t sequence; ///< sequence of its save mark, 0 = none
  uint8_t state;
} perch_area_t;

typedef struct {
  perch_area_t areas[PERCH_CONFIG_AREAS];
  uint32_t next; ///< next offset of staging, if `resumable`
  uint32_t length; ///< announced by BEGIN
  perch_sha256_t sha;
  uint16_t transfer; ///< the current one, 0 = none
  uint16_t transfers; ///< number of ids given in this session
  uint8_t active; ///< area, or PERCH_FACTORY
  uint8_t saved; ///< area with the highest mark, or PERCH_FACTORY; length 0 there means that none is saved
  uint8_t staging; ///< area of the transfer, or PERCH_FACTORY for none
  uint8_t phase;
  uint8_t unit; ///< unit to be erased next
  uint8_t changed_by; ///< CONFIG_CHANGED waits for the ring; 0 = none
  bool resumable; ///< `next` holds: nothing in staging beyond it has been touched since it was erased
  bool accepted_left; ///< ACCEPTED is on the line, so the flash may be written
  uint8_t base[8];
  uint8_t digest[32]; ///< announced by BEGIN
  uint8_t active_digest[32];
} perch_store_t;
#endif

typedef struct {
  perch_ring_t ring;
  uint16_t counter;
  uint16_t dropped_since;
  uint32_t dropped;
} perch_log_queue_t;

/// Large fields, after all others, since small processors reach near fields with shorter code.
typedef struct {
  perch_seen_t seen[PERCH_COALESCE_ENTRIES];
  uint8_t filters[PERCH_FILTER_BYTES];
  uint8_t received[PERCH_RX_BYTES + 1];
  uint8_t frame[PERCH_FRAME_MAX];
  uint8_t wire[PERCH_ENCODED_MAX];
  uint8_t events[PERCH_STREAM_A_BYTES];
  uint8_t adverts[PERCH_ADVERT_QUEUE_BYTES];
#if PERCH_WIFI
  uint8_t sightings[PERCH_WIFI_QUEUE_BYTES];
#endif
  uint8_t log[PERCH_LOG_BYTES];
} perch_buffers_t;

struct perch_core {
  const perch_hal_t *hal;
  const perch_identity_t *identity;
  uint32_t now;
  uint32_t boot_id;
  bool identifying;
  bool reboot;
  bool bootloader;
  uint16_t stream_b_counter;
  uint64_t features;
  uint32_t identify_until;
#if PERCH_DETECTION
  uint32_t detections;
#endif
  perch_session_t session;
  perch_transmitter_t transmitter;
  perch_stream_a_t events;
  perch_counters_t counters;
  perch_scan_t scan;
  perch_queue_t adverts;
#if PERCH_WIFI
  perch_queue_t sightings;
#endif
  perch_log_queue_t log;
  perch_receiver_t receiver;
#if PERCH_CONFIG_STORE
  perch_store_t store;
#endif
  perch_operation_t operations[PERCH_OPERATIONS];
#if PERCH_GATT
  perch_connect_params_t connect_params; ///< parameters of the only CONNECT
  perch_slot_t slots[PERCH_SLOTS];
#endif
  perch_entry_t entries[PERCH_INFLIGHT];
  perch_buffers_t buffers;
};

#endif
