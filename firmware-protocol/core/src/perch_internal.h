/// Declarations shared by the parts of the core.
#ifndef PERCH_INTERNAL_H
#define PERCH_INTERNAL_H

#include "perch_bytes.h"
#include "perch_state.h"

// MARK: Ring of records (perch_ring.c)

void perch_ring_init(perch_ring_t *ring, uint8_t *bytes, uint16_t size);
/// The caller has checked that there is room.
void perch_ring_append(perch_ring_t *ring, const void *bytes, size_t length);
void perch_ring_read(const perch_ring_t *ring, size_t offset, void *bytes, size_t length);
void perch_ring_drop(perch_ring_t *ring, size_t length);
static inline size_t perch_ring_room(const perch_ring_t *ring) {
  return (size_t)(ring->size - ring->used);
}

// MARK: Line (perch_receiver.c, perch_transmitter.c)

void perch_receiver_init(perch_core_t *core);
/// Decodes and executes the next frame, if there is one. \returns whether bytes were taken from the
/// buffer.
bool perch_receiver_step(perch_core_t *core);
/// Offers waiting bytes to the line. \returns whether none wait any more.
bool perch_transmitter_flush(perch_core_t *core);
/// A writer at the payload of the next frame to be sent, up to the session's limit. Only while no
/// frame waits.
perch_writer_t perch_transmitter_begin(perch_core_t *core);
void perch_transmitter_send(perch_core_t *core, uint8_t kind, uint16_t session, uint16_t id, uint16_t code, const perch_writer_t *payload);

// MARK: Sessions (perch_session.c)

void perch_session_hello(perch_core_t *core, const perch_header_t *header, const uint8_t *payload, size_t length);
void perch_session_tick(perch_core_t *core);
/// Sends BOOT when one is due. \returns whether it did.
bool perch_session_send_boot(perch_core_t *core);
/// ms until a BOOT or the end of the session is due.
uint32_t perch_session_due(const perch_core_t *core);

// MARK: Requests (perch_requests.c)

/// A request during its execution. A handler returns the status and writes the result after it, or
/// refuses with a detail.
typedef struct {
  const uint8_t *payload;
  size_t length;
  perch_writer_t answer; ///< after the status
  uint16_t id;
  uint16_t code;
  uint16_t retry; ///< ms
  uint8_t detail_length;
  uint8_t detail[8];
} perch_request_t;

/// Fields of the payload.
uint16_t perch_field16(const perch_request_t *request, size_t offset);
uint32_t perch_field32(const perch_request_t *request, size_t offset);

typedef perch_status_t (*perch_handler_t)(perch_core_t *core, perch_request_t *request);

void perch_requests_clear(perch_core_t *core);
void perch_requests_execute(perch_core_t *core, const perch_header_t *header, const uint8_t *frame, size_t length);
/// INVALID_ARGUMENT for the field at `offset` of the payload.
perch_status_t perch_refuse_field(perch_request_t *request, uint16_t offset);
/// `status` with a u32 as detail.
perch_status_t perch_refuse32(perch_request_t *request, perch_status_t status, uint32_t detail);
/// `status` with a u16 as detail.
perch_status_t perch_refuse16(perch_request_t *request, perch_status_t status, uint16_t detail);
/// BUSY, with a hint when to retry.
perch_status_t perch_refuse_busy(perch_request_t *request);

perch_status_t perch_do_ping(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_info(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_get_state(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_cancel(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_identify(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_reboot(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_scan_start(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_scan_stop(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_wifi_scan_start(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_wifi_scan_stop(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_connect(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_disconnect(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_exchange_mtu(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_discover(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_read(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_write(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_write_command(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_subscribe(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_begin(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_data(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_commit(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_save(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_load(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_reset(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_stat(perch_core_t *core, perch_request_t *request);
perch_status_t perch_do_config_read(perch_core_t *core, perch_request_t *request);

// MARK: Streams (perch_stream_a.c, perch_stream_b.c, perch_log.c)

void perch_stream_a_clear(perch_core_t *core);
/// Queues an event of two parts. \returns false when the ring has no room. Without a session the
/// event is dropped.
bool perch_stream_a_put(perch_core_t *core, uint16_t code, const void *head, size_t head_length, const void *body, size_t body_length);
bool perch_stream_a_put_writer(perch_core_t *core, uint16_t code, const perch_writer_t *head);
void perch_stream_a_grant(perch_core_t *core, uint16_t next, bool gap);
bool perch_stream_a_send(perch_core_t *core);

/// Largest payload of a batch.
uint16_t perch_batch_limit(const perch_core_t *core);
void perch_queue_clear(perch_queue_t *queue, uint8_t *bytes, uint16_t size);
/// Numbers and queues a record: the fixed part of 11 bytes as in a batch, from the address to the count of `data`.
void perch_queue_put(perch_core_t *core, perch_queue_t *queue, const uint8_t fixed[11], const uint8_t *data, size_t length);
uint32_t perch_queue_oldest(const perch_queue_t *queue);
bool perch_stream_b_send(perch_core_t *core);
/// ms until a batch is due, UINT32_MAX with nothing queued.
uint32_t perch_stream_b_due(const perch_core_t *core);

bool perch_log_send(perch_core_t *core, bool only_old);

// MARK: Scanning (perch_scan.c)

/// Stops both scans, as a new session does.
void perch_scan_clear(perch_core_t *core);
void perch_scan_queue_events(perch_core_t *core);

// MARK: Deferred operations (perch_operations.c)

enum { PERCH_FREE_OPERATION, PERCH_OPEN, PERCH_ENDING, PERCH_ENDED };
#define PERCH_NO_SLOT 0xFF

/// Opens a free entry for the request, with its deadline; NULL when there is none.
perch_operation_t *perch_operation_open(perch_core_t *core, const perch_request_t *request, uint8_t slot);
/// Takes the operation's outcome; DONE is queued when the ring has room.
void perch_operation_end(perch_operation_t *operation, perch_status_t status, uint8_t effect);
/// Ends with `status` an operation that has not ended by itself: at its deadline or by CANCEL.
void perch_operation_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status);
perch_operation_t *perch_operation_by_id(perch_core_t *core, uint16_t id);
void perch_operations_tick(perch_core_t *core);
uint32_t perch_operations_due(const perch_core_t *core);
/// Queues every waiting event for which the ring has room.
void perch_queue_events(perch_core_t *core);

// MARK: GATT (perch_gatt.c, perch_gatt_radio.c, perch_gatt_requests.c)

enum { PERCH_SLOT_FREE, PERCH_SLOT_CONNECTING, PERCH_SLOT_CONNECTED, PERCH_SLOT_CLOSING };

#if PERCH_GATT
/// With one slot, whose number has been checked, there is nothing to compute.
static inline perch_slot_t *perch_slot(perch_core_t *core, uint8_t slot) {
  return &core->slots[PERCH_SLOTS == 1 ? 0 : slot];
}
void perch_gatt_clear(perch_core_t *core);
/// The operation that is open on a slot, DISCONNECT aside.
perch_operation_t *perch_gatt_operation(perch_core_t *core, uint8_t slot);
/// Starts a CONNECT that waited, if a slot can take it now. \returns whether it no longer waits.
bool perch_gatt_start_connect(perch_core_t *core);
void perch_gatt_close(perch_core_t *core, uint8_t slot);
/// Frees a slot whose link is down and whose events are queued, and ends operations that waited for
/// that.
void perch_gatt_release(perch_core_t *core, uint8_t slot);
/// Ends the procedure that runs on a slot without an answer from the peer.
void perch_gatt_break_off(perch_operation_t *operation, perch_status_t status);
void perch_gatt_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status);
void perch_gatt_queue_before(perch_core_t *core, uint8_t slot);
void perch_gatt_queue_after(perch_core_t *core, uint8_t slot);
/// Writes the result of a successful operation into its DONE. \returns the following body through
/// `body`, or false while it must wait for CONNECTED.
bool perch_gatt_result(perch_core_t *core, const perch_operation_t *operation, perch_writer_t *head, const uint8_t **body, size_t *body_length);
uint16_t perch_gatt_connection(perch_core_t *core, uint8_t slot);
/// The largest ATT MTU for a session with this largest payload; 0 without GATT.
uint16_t perch_gatt_mtu_limit(const perch_core_t *core, uint16_t payload);
#endif

// MARK: Config store (perch_store.c, perch_store_operations.c, perch_flash.c, perch_store_requests.c)

#define PERCH_FACTORY 0xFF

#if PERCH_CONFIG_STORE
enum { PERCH_AREA_EMPTY, PERCH_AREA_STAGED, PERCH_AREA_MARKED };
enum {
  PERCH_STORE_IDLE,
  PERCH_STORE_ERASE_HEADER,
  PERCH_STORE_ERASE_DATA,
  PERCH_STORE_HASH,
  PERCH_STORE_SAVE,
  PERCH_STORE_NOTHING, ///< the requested state is already reached
};

void perch_store_init(perch_core_t *core);
void perch_store_clear(perch_core_t *core);
/// Carries out the next piece of the open config operation. \returns whether there is more to do.
bool perch_store_step(perch_core_t *core);
/// The open config operation, or NULL.
perch_operation_t *perch_store_operation(perch_core_t *core);
/// Leaves what the open operation does in flash. \returns whether something was erased: staging is
/// then gone.
bool perch_store_break_off(perch_core_t *core);
void perch_store_expire(perch_core_t *core, perch_operation_t *operation, perch_status_t status);
void perch_store_result(const perch_core_t *core, const perch_operation_t *operation, perch_writer_t *head);
void perch_store_queue_events(perch_core_t *core);
/// The flags at offset 22 of GET_STATE.
uint8_t perch_store_flags(const perch_core_t *core);
void perch_store_activate(perch_core_t *core, uint8_t area, uint8_t by);
/// The area that holds the saved config, or PERCH_FACTORY for none.
uint8_t perch_store_saved(const perch_core_t *core);
/// An area that is neither active nor saved: the staged one with this length and digest, otherwise
/// a staged one, otherwise any, otherwise PERCH_FACTORY.
uint8_t perch_store_free_area(const perch_core_t *core, uint32_t length, const uint8_t digest[32], bool *same);
/// The area that is being received, or that has received data and is not in use; otherwise
/// PERCH_FACTORY.
uint8_t perch_store_staged(const perch_core_t *core);
/// Offset at which DATA has to continue.
uint32_t perch_store_next(const perch_core_t *core);
/// Forgets staging after its flash failed, so that the next BEGIN erases it.
void perch_store_spoil(perch_core_t *core);
uint32_t perch_store_length(const perch_core_t *core, uint8_t area);
void perch_store_digest(const perch_core_t *core, uint8_t area, uint8_t digest[32]);
void perch_store_read(const perch_core_t *core, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length);

/// Hashes up to `limit` more bytes of a config, in complete blocks except at the end. \returns
/// whether `digest` has been set.
bool perch_store_hash_on(const perch_core_t *core, uint8_t area, perch_sha256_t *sha, uint32_t limit, uint8_t digest[32]);
/// Whether an area's header states this digest.
bool perch_store_states(const perch_core_t *core, uint8_t area, const uint8_t digest[32]);

/// Writes the header of an area whose first unit has been erased.
bool perch_flash_write_header(perch_core_t *core, uint8_t area, uint32_t length, const uint8_t digest[32], const uint8_t base[8]);
/// Reads the state of an area into its entry; without a valid header the area is empty.
void perch_flash_inspect(perch_core_t *core, uint8_t area);
void perch_flash_digest(const perch_core_t *core, uint8_t area, uint8_t digest[32]);
/// Programs the save mark and reads it back.
bool perch_flash_mark_saved(perch_core_t *core, uint8_t area, uint32_t sequence);
/// Programs the mark of a unit of data, counted from 0, and reads it back.
bool perch_flash_mark_unit(perch_core_t *core, uint8_t area, uint32_t unit);
/// Number of units, counted from the first, that are marked complete without a gap.
uint32_t perch_flash_units_complete(const perch_core_t *core, uint8_t area, uint32_t length);
/// Programs bytes of the config, the last of them padded to 16.
bool perch_flash_program(perch_core_t *core, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length);
#endif

#endif
