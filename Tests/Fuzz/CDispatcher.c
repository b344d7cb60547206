// The complete core: frames, raw bytes, radio events and clock steps in any order, over a port that
// may refuse, fail, and report from within a call.

#include <string.h>

#include "FuzzInput.h"
#include "FuzzedPort.h"
#include "perch_sha256.h"

#define STEPS_MAX 64

static const uint16_t operations[] = {
    PERCH_OP_PING, PERCH_OP_INFO, PERCH_OP_GET_STATE, PERCH_OP_CANCEL, PERCH_OP_IDENTIFY, PERCH_OP_REBOOT, PERCH_OP_SCAN_START,
    PERCH_OP_SCAN_STOP, PERCH_OP_WIFI_SCAN_START, PERCH_OP_WIFI_SCAN_STOP, PERCH_OP_CONNECT, PERCH_OP_DISCONNECT, PERCH_OP_EXCHANGE_MTU,
    PERCH_OP_DISCOVER, PERCH_OP_READ, PERCH_OP_WRITE, PERCH_OP_WRITE_COMMAND, PERCH_OP_SUBSCRIBE, PERCH_OP_CONFIG_BEGIN, PERCH_OP_CONFIG_DATA,
    PERCH_OP_CONFIG_COMMIT, PERCH_OP_CONFIG_SAVE, PERCH_OP_CONFIG_LOAD, PERCH_OP_CONFIG_RESET, PERCH_OP_CONFIG_STAT, PERCH_OP_CONFIG_READ,
    PERCH_OP_HELLO,
};
#define OPERATIONS (sizeof operations / sizeof operations[0])

static fuzz_input_t input;
static uint16_t next_id;
static uint8_t config[PERCH_CONFIG_LIMIT];
static uint32_t config_length;
static uint8_t config_digest[32];

static void put16(uint8_t *at, uint16_t value) {
  at[0] = (uint8_t)value;
  at[1] = (uint8_t)(value >> 8);
}
static void put32(uint8_t *at, uint32_t value) {
  put16(at, (uint16_t)value);
  put16(at + 2, (uint16_t)(value >> 16));
}

static void request(uint16_t code, const uint8_t *payload, size_t length) {
  const perch_header_t header = {
      .major = PERCH_MAJOR, .kind = PERCH_KIND_REQUEST, .session = port.core.session.number, .id = code == PERCH_OP_REBOOT ? 0 : next_id, .code = code};
  next_id = (uint16_t)(next_id + (code == PERCH_OP_REBOOT ? 0 : 1));
  port_frame(&header, payload, length);
}

static void hello(void) {
  uint8_t payload[28] = {0};
  put32(payload, fuzz_byte(&input));
  payload[4] = payload[5] = 1;
  const uint8_t size = fuzz_byte(&input);
  put16(payload + 8, (uint16_t)(size < 0x40 ? 0xFFFF : size));
  const size_t probe = fuzz_byte(&input) % 16;
  put16(payload + 10, (uint16_t)probe);
  const perch_header_t header = {
      .major = PERCH_MAJOR, .kind = PERCH_KIND_REQUEST, .session = (uint16_t)(1 + fuzz_byte(&input) % 3), .code = PERCH_OP_HELLO};
  port_frame(&header, payload, 12 + probe);
  next_id = 0;
}

/// Makes a payload from the input's bytes, padded to any length.
static size_t any_payload(uint8_t payload[PERCH_PAYLOAD_MAX], size_t from) {
  size_t length = fuzz_byte(&input) & 0x3F;
  const uint8_t *bytes = fuzz_bytes(&input, &length);
  memcpy(payload + from, bytes, length);
  length += from;
  const uint8_t more = fuzz_byte(&input);
  if (more >= 0xE0) {
    const size_t fill = (size_t)(more - 0xDF) * 16;
    const size_t filled = fill < PERCH_PAYLOAD_MAX - length ? fill : PERCH_PAYLOAD_MAX - length;
    memset(payload + length, more, filled);
    length += filled;
  }
  return length;
}

static void any_request(void) {
  uint8_t payload[PERCH_PAYLOAD_MAX];
  const uint16_t code = operations[fuzz_byte(&input) % OPERATIONS];
  const size_t length = any_payload(payload, 0);
  if (code == PERCH_OP_REBOOT && fuzz_byte(&input) % 2 == 0) {
    put32(payload + 4, port.core.boot_id);
  }
  request(code, payload, length);
}

static void any_frame(void) {
  uint8_t payload[PERCH_PAYLOAD_MAX];
  const uint8_t kind = fuzz_byte(&input);
  const perch_header_t header = {
      .major = kind >> 4, .kind = kind & 15, .flags = fuzz_byte(&input), .session = (uint16_t)(port.core.session.number + (int8_t)fuzz_byte(&input)),
      .id = (uint16_t)(next_id + (int8_t)fuzz_byte(&input)), .code = fuzz_word(&input)};
  port_frame(&header, payload, any_payload(payload, 0));
}

/// Makes a request that names an existing connection, with a valid deadline.
static void request_of_connection(void) {
  uint8_t payload[PERCH_PAYLOAD_MAX];
  const uint16_t code = operations[10 + fuzz_byte(&input) % 8];
  const uint8_t slot = fuzz_byte(&input) % PERCH_SLOTS;
  size_t at = 0;
  if (code != PERCH_OP_WRITE_COMMAND) {
    put32(payload, 100u + fuzz_word(&input));
    at = 4;
  }
  if (code != PERCH_OP_CONNECT) {
    payload[at] = slot;
    payload[at + 1] = port.core.slots[slot].generation;
    at += 2;
  }
  request(code, payload, any_payload(payload, at));
}

static void grant(void) {
  uint8_t payload[3];
  put16(payload, (uint16_t)(port.core.events.oldest + (int8_t)fuzz_byte(&input)));
  payload[2] = fuzz_byte(&input) & 1;
  const perch_header_t header = {.major = PERCH_MAJOR, .kind = PERCH_KIND_GRANT, .session = port.core.session.number};
  port_frame(&header, payload, sizeof payload);
}

// MARK: Config

static void begin_config(void) {
  // Mostly short, since most of the time would otherwise go into digests.
  const uint32_t size = fuzz_byte(&input);
  config_length = size < 0xF8 ? size * 3 : size == 0xFF ? PERCH_CONFIG_LIMIT : (size - 0xF7) * PERCH_FLASH_UNIT / 4;
  memset(config, fuzz_byte(&input), config_length);
  perch_sha256_t sha;
  perch_sha256_init(&sha);
  perch_sha256_blocks(&sha, config, config_length / 64);
  perch_sha256_finish(&sha, config + config_length / 64 * 64, config_length % 64, config_digest);
  uint8_t payload[48] = {0};
  put32(payload, 60000);
  put32(payload + 4, config_length);
  memcpy(payload + 8, config_digest, 32);
  request(PERCH_OP_CONFIG_BEGIN, payload, sizeof payload);
}

static void send_config(void) {
  uint8_t payload[8 + 512];
  const uint32_t next = port.core.store.next;
  uint32_t length = 16u * (1u + fuzz_byte(&input) % ((PERCH_PAYLOAD_MAX - 8) / 16 < 32 ? (PERCH_PAYLOAD_MAX - 8) / 16 : 32));
  if (next >= config_length) {
    return;
  }
  length = length < config_length - next ? length : config_length - next;
  put16(payload, port.core.store.transfer);
  put32(payload + 2, next);
  put16(payload + 6, (uint16_t)length);
  memcpy(payload + 8, config + next, length);
  request(PERCH_OP_CONFIG_DATA, payload, 8 + length);
}

static void finish_config(void) {
  uint8_t payload[16] = {0};
  put32(payload, 60000);
  put16(payload + 4, port.core.store.transfer);
  memcpy(payload + 8, config_digest, 8);
  const bool saves = fuzz_byte(&input) % 2 == 1;
  request(saves ? PERCH_OP_CONFIG_SAVE : PERCH_OP_CONFIG_COMMIT, payload, saves ? 4 : sizeof payload);
}

// MARK: Radio

static void start_scan(void) {
  uint8_t payload[PERCH_PAYLOAD_MAX] = {0};
  payload[0] = fuzz_byte(&input) % 2;
  request(PERCH_OP_SCAN_START, payload, any_payload(payload, 1) + 13);
}

static void advert(void) {
  static uint8_t data[320];
  const unsigned times = 1u + fuzz_byte(&input) % 32;
  const perch_advert_t heard = {
      .address = {fuzz_byte(&input)}, .address_type = fuzz_byte(&input), .pdu = fuzz_byte(&input), .rssi = (int8_t)fuzz_byte(&input),
      .channel = fuzz_byte(&input), .data = data, .length = (uint16_t)(fuzz_word(&input) % sizeof data)};
  size_t length = heard.length;
  const uint8_t *bytes = fuzz_bytes(&input, &length);
  memcpy(data, bytes, length);
  for (unsigned i = 0; i < times; i++) {
    (void)perch_radio_advert(&port.core, &heard);
    data[0]++;
  }
}

static void wifi(void) {
  uint8_t ssid[255] = {0};
  const uint8_t address[6] = {fuzz_byte(&input), 1, 2, 3, 4, 5};
  const uint8_t frame = fuzz_byte(&input);
  const uint8_t length = fuzz_byte(&input);
  (void)perch_radio_wifi(&port.core, address, frame, (int8_t)fuzz_byte(&input), fuzz_byte(&input), ssid, length);
}

static void report(void) {
  char text[200];
  const uint8_t length = fuzz_byte(&input) % 199;
  memset(text, 'x', length);
  text[length] = 0;
  const perch_detection_t found = {.matched = fuzz_byte(&input), .pattern = fuzz_word(&input), .text = text, .length = length};
  if (length % 2 == 0) {
    (void)perch_report_detection(&port.core, &found);
  } else {
    perch_log(&port.core, fuzz_byte(&input), text);
  }
}

static void discovered(uint8_t slot) {
  uint8_t uuid[16] = {0};
  uint16_t handle = fuzz_word(&input);
  for (unsigned left = fuzz_byte(&input); left > 0; left--) {
    if (!perch_radio_discovered(&port.core, slot, handle, (uint16_t)(handle + 1), 0xFF, uuid, left % 2 ? 2 : 16)) {
      break;
    }
    handle++;
  }
}

static void radio(void) {
  static const uint8_t value[700];
  const uint8_t slot = fuzz_byte(&input) % (PERCH_SLOTS + 1);
  const uint16_t length = (uint16_t)(fuzz_word(&input) % sizeof value);
  switch (fuzz_byte(&input) % 9) {
    case 0:
      perch_radio_connected(&port.core, slot, length, fuzz_word(&input));
      break;
    case 1:
      perch_radio_connect_failed(&port.core, slot, fuzz_word(&input));
      break;
    case 2:
      perch_radio_disconnected(&port.core, slot, PERCH_HCI(fuzz_byte(&input)));
      break;
    case 3:
      perch_radio_mtu(&port.core, slot, length);
      break;
    case 4:
      discovered(slot);
      break;
    case 5:
      perch_radio_read(&port.core, slot, value, length);
      break;
    case 6:
      perch_radio_gatt_done(&port.core, slot, fuzz_word(&input));
      break;
    case 7:
      perch_radio_scan_failed(&port.core, fuzz_word(&input));
      perch_radio_wifi_scan_failed(&port.core, fuzz_word(&input));
      break;
    default:
      for (unsigned left = 1u + fuzz_byte(&input) % 64; left > 0; left--) {
        perch_radio_notification(&port.core, slot, length, value, length, left % 2 == 0);
      }
      break;
  }
}

// MARK: One step

static void step(void) {
  switch (fuzz_byte(&input) % 21) {
    case 0: {
      size_t length = fuzz_byte(&input);
      const uint8_t *bytes = fuzz_bytes(&input, &length);
      port_receive(bytes, length);
      break;
    }
    case 1: any_request(); break;
    case 2: any_frame(); break;
    case 3: hello(); break;
    case 4: request_of_connection(); break;
    case 5: grant(); break;
    case 6: begin_config(); break;
    case 7: send_config(); break;
    case 8: finish_config(); break;
    case 9: start_scan(); break;
    case 10: advert(); break;
    case 11: wifi(); break;
    case 12: report(); break;
    case 13: radio(); break;
    case 14: port.now += fuzz_word(&input); break;
    case 15: port.now += fuzz_long(&input); break;
    case 16: port.line_room = fuzz_byte(&input) < 0x80 ? fuzz_byte(&input) : SIZE_MAX; break;
    case 17: port.status = fuzz_byte(&input) < 0x80 ? PERCH_OK : fuzz_word(&input); break;
    case 18: {
      const uint8_t knobs = fuzz_byte(&input);
      port.synchronous = (knobs & 1) != 0;
      port.flash_fails = (knobs & 2) != 0;
      port.refuses_config = (knobs & 4) != 0;
      break;
    }
    case 19: port_restart(); break;
    default: {
      // The same request again, as from a host that got no answer.
      next_id = (uint16_t)(next_id - 1);
      any_request();
      break;
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  input = (fuzz_input_t){bytes, length};
  next_id = 0;
  config_length = 0;
  port_new();
  if (fuzz_byte(&input) % 4 != 0) {
    hello();
    port_settle();
  }
  for (unsigned steps = 0; steps < STEPS_MAX && input.left > 0; steps++) {
    step();
    // Several requests may wait at a time.
    if (bytes[0] < 0x80 || steps % 2 == 1) {
      port_settle();
    }
  }
  port.line_room = SIZE_MAX;
  port_settle();
  return 0;
}
