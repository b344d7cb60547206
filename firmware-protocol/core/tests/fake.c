#include "fake.h"

#include <stdlib.h>

#include "../src/perch_internal.h"

fake_t fake;
fake_frame_t fake_answer;
uint16_t fake_event_next;

uint16_t get16(const uint8_t *at) {
  return (uint16_t)(at[0] | at[1] << 8);
}
uint32_t get32(const uint8_t *at) {
  return get16(at) | (uint32_t)get16(at + 2) << 16;
}
void set16(uint8_t *at, uint16_t value) {
  at[0] = (uint8_t)value;
  at[1] = (uint8_t)(value >> 8);
}
void set32(uint8_t *at, uint32_t value) {
  set16(at, (uint16_t)value);
  set16(at + 2, (uint16_t)(value >> 16));
}
uint32_t rnd(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// MARK: HAL

static void took_stretch(void *context, const perch_decoder_t *decoder, perch_stretch_t stretch) {
  (void)context;
  if (stretch != PERCH_STRETCH_FRAME) {
    fake.rejected++;
    return;
  }
  if (fake.first_frame == fake.frame_count || fake.frame_count == FAKE_FRAMES) {
    fake.frame_count -= fake.first_frame;
    memmove(fake.frames, fake.frames + fake.first_frame, fake.frame_count * sizeof fake.frames[0]);
    fake.first_frame = 0;
  }
  if (fake.frame_count == FAKE_FRAMES) {
    printf("%s: too many frames waiting\n", test_name);
    exit(1);
  }
  fake_frame_t *frame = &fake.frames[fake.frame_count++];
  frame->header = perch_frame_header(decoder->frame);
  frame->length = (uint16_t)(decoder->length - 12);
  memcpy(frame->payload, decoder->frame + 8, frame->length);
}

static size_t uart_write(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  if (length > fake.line_room) {
    length = fake.line_room;
  }
  if (length > fake.line_piece) {
    length = fake.line_piece;
  }
  fake.line_room -= length;
  perch_decoder_feed(&fake.decoder, bytes, length, took_stretch, NULL);
  return length;
}

static uint32_t clock_ms(void *context) {
  (void)context;
  return fake.now;
}
static uint32_t random_u32(void *context) {
  (void)context;
  return fake.random = fake.random * 1664525u + 1013904223u;
}

static perch_status_t next_status(void) {
  const perch_status_t status = fake.next_status;
  fake.next_status = PERCH_OK;
  return status;
}

static perch_status_t scan_start(void *context, const perch_scan_params_t *params) {
  (void)context;
  (void)params;
  fake.scan_starts++;
  return next_status();
}
static void scan_stop(void *context) {
  (void)context;
  fake.scan_stops++;
}
static perch_status_t wifi_scan_start(void *context, uint16_t dwell, uint8_t channels) {
  (void)context;
  (void)dwell;
  fake.wifi_starts++;
  fake.radio_length = channels;
  return next_status();
}
static void wifi_scan_stop(void *context) {
  (void)context;
  fake.wifi_stops++;
}
static perch_status_t hal_connect(void *context, uint8_t slot, const perch_connect_params_t *params) {
  (void)context;
  fake.connects++;
  fake.radio_slot = slot;
  fake.radio_params = *params;
  if (fake.synchronous) {
    perch_radio_connected(&fake.core, slot, 23, 24);
  }
  return next_status();
}
static void hal_disconnect(void *context, uint8_t slot) {
  (void)context;
  fake.disconnects++;
  if (fake.synchronous) {
    perch_radio_disconnected(&fake.core, slot, PERCH_HCI(0x16));
  }
}
static perch_status_t exchange_mtu(void *context, uint8_t slot, uint16_t mtu) {
  (void)context;
  fake.exchanges++;
  fake.radio_mtu = mtu;
  if (fake.synchronous) {
    perch_radio_mtu(&fake.core, slot, mtu);
    perch_radio_gatt_done(&fake.core, slot, PERCH_OK);
  }
  return next_status();
}
static perch_status_t discover(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last) {
  (void)context;
  (void)slot;
  (void)what;
  (void)last;
  fake.discovers++;
  fake.radio_handle = first;
  return next_status();
}
static perch_status_t hal_read(void *context, uint8_t slot, uint16_t handle, uint16_t offset) {
  (void)context;
  (void)slot;
  fake.reads++;
  fake.radio_handle = handle;
  fake.radio_offset = offset;
  return next_status();
}
static perch_status_t hal_write(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  fake.writes++;
  memcpy(fake.radio_bytes, value, length);
  fake.radio_handle = handle;
  fake.radio_value = value;
  fake.radio_length = length;
  if (fake.synchronous) {
    perch_radio_gatt_done(&fake.core, slot, PERCH_OK);
  }
  return next_status();
}
static perch_status_t write_command(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length) {
  (void)context;
  (void)slot;
  memcpy(fake.radio_bytes, value, length);
  fake.write_commands++;
  fake.radio_handle = handle;
  fake.radio_length = length;
  return next_status();
}
static void hal_confirm(void *context, uint8_t slot) {
  (void)context;
  (void)slot;
  fake.confirms++;
}

// MARK: Config

static bool config_validate(void *context, uint8_t area, uint32_t length, uint32_t *position) {
  (void)context;
  (void)area;
  if (fake.invalid_at < length) {
    *position = fake.invalid_at;
    return false;
  }
  return true;
}
static void config_changed(void *context) {
  (void)context;
  fake.config_changes++;
}
static void hal_reboot(void *context, bool bootloader) {
  (void)context;
  fake.reboots++;
  fake.bootloader = bootloader;
}
static void hal_led(void *context, bool on) {
  (void)context;
  fake.led_changes += on != fake.led;
  fake.led = on;
}

// MARK: Bench

static void start(void) {
  fake.line_room = SIZE_MAX;
  fake.line_piece = SIZE_MAX;
  fake.first_frame = fake.frame_count = 0;
  fake.next_id = 1;
  fake_event_next = 0;
  perch_decoder_init(&fake.decoder, fake.decoded, sizeof fake.decoded);
  perch_init(&fake.core, &fake.hal, &fake.identity);
}

void fake_new(void) {
  static const uint8_t factory[] = "factory";
  memset(&fake, 0, sizeof fake);
  memset(&fake.flash, 0xFF, sizeof fake.flash);
  fake.random = 12345;
  fake.invalid_at = UINT32_MAX;
  const perch_hal_t hal = {
      .uart_write = uart_write, .clock_ms = clock_ms, .random_u32 = random_u32, .scan_start = scan_start, .scan_stop = scan_stop,
      .connect = hal_connect, .disconnect = hal_disconnect, .exchange_mtu = exchange_mtu, .discover = discover, .read = hal_read,
      .write = hal_write, .write_command = write_command, .confirm = hal_confirm, .flash_erase = fake_flash_erase,
      .flash_program = fake_flash_program, .flash_read = fake_flash_read, .config_validate = config_validate, .config_changed = config_changed,
      .wifi_scan_start = wifi_scan_start, .wifi_scan_stop = wifi_scan_stop, .reboot = hal_reboot, .led = hal_led,
  };
  const perch_identity_t identity = {
      .device_id = {1, 2, 3, 4, 5, 6, 7, 8}, .reset_reason = PERCH_RESET_POWER_ON, .line_rate = 0,
      .features = 0x7FF, .firmware = "perch-test", .version = "1.2.3", .build = "abcdef", .hardware = "bench",
      .factory_config = factory, .factory_config_length = 7,
  };
  fake.hal = hal;
  fake.identity = identity;
  start();
}

void fake_restart(void) {
  fake.now = 0;
  fake.dead = false;
  fake.cut_at = 0;
  start();
}

void fake_live(void) {
  fake_new();
  fake_hello(0x1234, 0xCAFEBABE);
  while (fake_take() != NULL) {
  }
}

void fake_poll(void) {
  for (unsigned i = 0; i < 100000; i++) {
    fake.due = perch_poll(&fake.core);
    if (fake.due != 0 || perch_wants_to_write(&fake.core)) {
      return;
    }
  }
  test_check(false, "perch_poll never comes to rest", __FILE__, __LINE__);
}

// A port sleeps until the core is due, so nothing polls it sooner here.
void fake_advance(uint32_t ms) {
  const uint32_t end = fake.now + ms;
  fake_poll();
  while (fake.due <= end - fake.now) {
    fake.now += fake.due == 0 ? 1 : fake.due;
    fake_poll();
  }
  fake.now = end;
  fake_poll();
}

void fake_bytes(const void *bytes, size_t length) {
  perch_receive(&fake.core, bytes, length);
}

void fake_send(uint8_t kind, uint16_t session, uint16_t id, uint16_t code, const void *payload, size_t length) {
  uint8_t wire[PERCH_ENCODED_MAX];
  const perch_header_t header = {.major = 1, .kind = kind, .session = session, .id = id, .code = code};
  fake_bytes(wire, perch_frame_encode(wire, &header, payload, length));
  fake_poll();
}

uint16_t fake_request(uint16_t code, const void *payload, size_t length) {
  const uint16_t id = fake.next_id++;
  fake_send(PERCH_KIND_REQUEST, fake.session, id, code, payload, length);
  return id;
}

void fake_hello(uint16_t session, uint32_t nonce) {
  uint8_t payload[19] = {0, 0, 0, 0, 1, 1, 0, 0, 0xFF, 0xFF, 7, 0, 0x00, 0x11, 0x13, 0x0A, 0x0D, 0x7F, 0xFF};
  set32(payload, nonce);
  fake.session = session;
  fake.next_id = 1;
  fake_event_next = 0;
  fake_send(PERCH_KIND_REQUEST, session, 0, PERCH_OP_HELLO, payload, sizeof payload);
}

void fake_grant(uint16_t next, bool gap) {
  uint8_t payload[3];
  set16(payload, next);
  payload[2] = gap;
  fake_send(PERCH_KIND_GRANT, fake.session, 0, 0, payload, sizeof payload);
}

const fake_frame_t *fake_take(void) {
  return fake.first_frame < fake.frame_count ? &fake.frames[fake.first_frame++] : NULL;
}

const fake_frame_t *fake_take_of(uint8_t kind, uint16_t code) {
  const fake_frame_t *frame;
  while ((frame = fake_take()) != NULL && (frame->header.kind != kind || frame->header.code != code)) {
  }
  return frame;
}

/// Takes one of the waiting frames, leaving the others in order.
static const fake_frame_t *pick(uint8_t kind, bool any_code, uint16_t code) {
  static fake_frame_t picked;
  for (size_t i = fake.first_frame; i < fake.frame_count; i++) {
    const perch_header_t *header = &fake.frames[i].header;
    if (header->kind == kind && (any_code || header->code == code)) {
      picked = fake.frames[i];
      memmove(&fake.frames[i], &fake.frames[i + 1], (fake.frame_count - i - 1) * sizeof fake.frames[0]);
      fake.frame_count--;
      return &picked;
    }
  }
  return NULL;
}

perch_status_t fake_ask(uint16_t code, const void *payload, size_t length) {
  const uint16_t id = fake_request(code, payload, length);
  const fake_frame_t *frame = pick(PERCH_KIND_RESPONSE, false, code);
  if (!CHECK(frame != NULL)) {
    return 0xFFFF;
  }
  fake_answer = *frame;
  CHECK_EQUAL(frame->header.id, id);
  CHECK_EQUAL(frame->header.session, fake.session);
  return get16(fake_answer.payload);
}

bool fake_put_event(uint32_t number, size_t length) {
  static const uint8_t rest[PERCH_PAYLOAD_MAX];
  uint8_t head[4];
  set32(head, number);
  return perch_stream_a_put(&fake.core, FAKE_EVENT, head, sizeof head, rest, length - sizeof head);
}

const fake_frame_t *fake_event(uint16_t code) {
  static fake_frame_t event;
  for (;;) {
    const fake_frame_t *frame = pick(PERCH_KIND_EVENT, true, 0);
    if (frame == NULL) {
      return NULL;
    }
    if (frame->header.code >= 0x8000) {
      continue;
    }
    event = *frame;
    CHECK_EQUAL(event.header.id, fake_event_next);
    CHECK_EQUAL(event.header.code, code);
    fake_event_next++;
    fake_grant(fake_event_next, false);
    return &event;
  }
}

const fake_frame_t *fake_done(uint16_t id, perch_status_t status, uint8_t effect) {
  const fake_frame_t *event = fake_event(PERCH_EVENT_DONE);
  if (CHECK(event != NULL)) {
    CHECK_EQUAL(get16(event->payload), id);
    CHECK_EQUAL(get16(event->payload + 2), status);
    CHECK_EQUAL(event->payload[4], effect);
    CHECK_EQUAL(get16(event->payload + 5) + 7u, event->length);
  }
  return event;
}
