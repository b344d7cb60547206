#include "config_host.h"

#include "perch_sha256.h"

config_host_t config_host;

static uint8_t payload[PERCH_PAYLOAD_MAX];

void config_make(config_t *config, uint32_t seed, uint32_t length) {
  perch_sha256_t sha;
  config->length = length;
  for (uint32_t i = 0; i < length; i++) {
    config->bytes[i] = (uint8_t)rnd(&seed);
  }
  perch_sha256_init(&sha);
  perch_sha256_blocks(&sha, config->bytes, length / 64);
  perch_sha256_finish(&sha, config->bytes + length / 64 * 64, length % 64, config->digest);
}

void config_session(void) {
  static uint16_t session = 100;
  session = (uint16_t)(session == UINT16_MAX ? 1 : session + 1);
  fake_hello(session, 1);
  CHECK(fake_take_of(PERCH_KIND_RESPONSE, PERCH_OP_HELLO) != NULL);
}

perch_status_t config_outcome(uint16_t id) {
  fake_frame_t *done = &config_host.done;
  for (;;) {
    fake_poll();
    const fake_frame_t *frame = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_DONE);
    if (frame == NULL) {
      return 0xFFFF;
    }
    *done = *frame;
    fake_grant((uint16_t)(done->header.id + 1), false);
    if (get16(done->payload) == id) {
      return get16(done->payload + 2);
    }
  }
}

static perch_status_t deferred(uint16_t code, size_t length) {
  set32(payload, 5000);
  const uint16_t id = fake_request(code, payload, length);
  // Both the answer and DONE may have arrived already.
  for (size_t i = fake.first_frame; i < fake.frame_count; i++) {
    const fake_frame_t *frame = &fake.frames[i];
    if (frame->header.kind == PERCH_KIND_RESPONSE && frame->header.id == id && get16(frame->payload) != PERCH_ACCEPTED) {
      fake_answer = *frame;
      return get16(frame->payload);
    }
  }
  return config_outcome(id);
}

perch_status_t config_begin(const config_t *config) {
  memset(payload, 0, 48);
  set32(payload + 4, config->length);
  memcpy(payload + 8, config->digest, 32);
  if (config_host.base != NULL) {
    memcpy(payload + 40, config_host.base->digest, 8);
  }
  const perch_status_t status = deferred(PERCH_OP_CONFIG_BEGIN, 48);
  if (status == PERCH_OK) {
    config_host.transfer = get16(config_host.done.payload + 7);
    config_host.next = get32(config_host.done.payload + 9);
    CHECK_EQUAL(get16(config_host.done.payload + 13), CONFIG_CHUNK);
  }
  return status;
}

perch_status_t config_data(const config_t *config, uint32_t offset, uint32_t length) {
  set16(payload, config_host.transfer);
  set32(payload + 2, offset);
  set16(payload + 6, (uint16_t)length);
  memcpy(payload + 8, config->bytes + offset, length);
  const perch_status_t status = fake_ask(PERCH_OP_CONFIG_DATA, payload, 8 + length);
  if (status == PERCH_OK) {
    config_host.next = get32(fake_answer.payload + 2);
  }
  return status;
}

perch_status_t config_send(const config_t *config, uint32_t end) {
  while (config_host.next < end) {
    const uint32_t left = end - config_host.next;
    const perch_status_t status = config_data(config, config_host.next, left < CONFIG_CHUNK ? left : CONFIG_CHUNK);
    if (status != PERCH_OK) {
      return status;
    }
  }
  return PERCH_OK;
}

perch_status_t config_commit(const config_t *config) {
  memset(payload, 0, 16);
  set16(payload + 4, config_host.transfer);
  memcpy(payload + 8, config->digest, 8);
  return deferred(PERCH_OP_CONFIG_COMMIT, 16);
}

perch_status_t config_save(void) {
  return deferred(PERCH_OP_CONFIG_SAVE, 4);
}

bool config_is_active(const config_t *config) {
  static uint8_t bytes[PERCH_CONFIG_LIMIT];
  return perch_config_length(&fake.core) == config->length &&
         perch_config_read(&fake.core, 0, bytes, sizeof bytes) == config->length && memcmp(bytes, config->bytes, config->length) == 0;
}

bool config_is_factory(void) {
  uint8_t bytes[8];
  return perch_config_length(&fake.core) == 7 && perch_config_read(&fake.core, 0, bytes, 8) == 7 && memcmp(bytes, "factory", 7) == 0;
}
