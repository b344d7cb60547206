/// A dongle on a bench: the core over a HAL whose clock, line, radio and flash the tests control,
/// and the necessary parts of a host.
#ifndef FAKE_H
#define FAKE_H

#include "fake_flash.h"
#include "perch_state.h"
#include "perch_test.h"

#define FAKE_FRAMES 4096

typedef struct {
  perch_header_t header;
  uint16_t length;
  uint8_t payload[PERCH_PAYLOAD_MAX];
} fake_frame_t;

typedef struct {
  perch_core_t core;
  perch_hal_t hal;
  perch_identity_t identity;
  uint32_t now;
  uint32_t random;

  // Line
  size_t line_room;  ///< bytes the line still takes
  uint32_t due;      ///< what perch_poll returned last
  size_t line_piece; ///< most it takes at once
  perch_decoder_t decoder;
  uint8_t decoded[PERCH_FRAME_MAX];
  fake_frame_t frames[FAKE_FRAMES]; ///< frames that the dongle sent and no test has taken
  size_t first_frame;
  size_t frame_count;
  size_t rejected;

  // Radio
  unsigned scan_starts, scan_stops, wifi_starts, wifi_stops;
  unsigned connects, disconnects, exchanges, discovers, reads, writes, write_commands, confirms;
  perch_status_t next_status; ///< result of the next radio function
  bool synchronous; ///< the radio reports from within the call
  uint8_t radio_slot;
  uint16_t radio_handle, radio_offset, radio_mtu, radio_length;
  const uint8_t *radio_value;
  uint8_t radio_bytes[512]; ///< of the last write, acknowledged or not
  perch_connect_params_t radio_params;

  // Flash
  fake_flash_t flash;
  unsigned long flash_steps; ///< words programmed and units erased
  unsigned long cut_at; ///< the power fails during this step, counted from 1; 0 = never
  bool dead; ///< the power has failed
  unsigned torn; ///< state after that step, as for fake_flash_tear
  bool flash_fails;
  unsigned long forgotten; ///< step that is reported as done but is not; 0 = none
  bool program_dirty; ///< a program would have had to set bits
  uint32_t invalid_at; ///< the validator refuses at this byte; UINT32_MAX = never
  unsigned config_changes;

  unsigned reboots;
  bool bootloader;
  unsigned led_changes;
  bool led;

  // Host
  uint16_t session;
  uint16_t next_id;
} fake_t;

/// The one bench; tests run one after another.
extern fake_t fake;

/// A new dongle with erased flash.
void fake_new(void);
/// Power off and on: flash stays.
void fake_restart(void);
/// A new dongle with a session open.
void fake_live(void);

/// Polls at this moment until nothing is left to do.
void fake_poll(void);
/// Advances the clock, polling whenever the core asked for it.
void fake_advance(uint32_t ms);

/// Sends bytes on the line.
void fake_bytes(const void *bytes, size_t length);
/// Sends a frame and polls.
void fake_send(uint8_t kind, uint16_t session, uint16_t id, uint16_t code, const void *payload, size_t length);
/// Sends the next request of the session. \returns its id.
uint16_t fake_request(uint16_t code, const void *payload, size_t length);
void fake_hello(uint16_t session, uint32_t nonce);
void fake_grant(uint16_t next, bool gap);

/// Takes the next frame the dongle sent; NULL when there is none.
const fake_frame_t *fake_take(void);
/// Takes frames until one is of this kind and code.
const fake_frame_t *fake_take_of(uint8_t kind, uint16_t code);
/// Sends a request and takes its answer's status.
perch_status_t fake_ask(uint16_t code, const void *payload, size_t length);
/// The answer that fake_ask took.
extern fake_frame_t fake_answer;

/// An event that only the bench makes.
#define FAKE_EVENT 0x7FFF
/// Queues an event of `length` bytes, at least 4, that begins with `number`. \returns false when the ring has no room.
bool fake_put_event(uint32_t number, size_t length);
/// Takes the next event of stream A and acknowledges it; checks its counter.
const fake_frame_t *fake_event(uint16_t code);
extern uint16_t fake_event_next;
/// Takes DONE of a request; checks status and effect.
const fake_frame_t *fake_done(uint16_t id, perch_status_t status, uint8_t effect);

uint16_t get16(const uint8_t *at);
uint32_t get32(const uint8_t *at);
void set16(uint8_t *at, uint16_t value);
void set32(uint8_t *at, uint32_t value);
/// A generator with a fixed seed.
uint32_t rnd(uint32_t *state);

#endif
