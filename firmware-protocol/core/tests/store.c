// SPEC.md 11.

#include "config_host.h"

static config_t a, b;
static uint8_t payload[PERCH_PAYLOAD_MAX];

static uint8_t flags(void) {
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_STAT, NULL, 0), PERCH_OK);
  CHECK_EQUAL(fake_answer.length, 116);
  return fake_answer.payload[2];
}

static void ready(void) {
  fake_new();
  config_session();
  config_make(&a, 1, PERCH_FLASH_UNIT + 500);
  config_make(&b, 2, PERCH_CONFIG_LIMIT < 2 * PERCH_FLASH_UNIT + 77 ? PERCH_CONFIG_LIMIT : 2 * PERCH_FLASH_UNIT + 77);
  config_host.base = NULL;
}

static void install(const config_t *config) {
  CHECK_EQUAL(config_begin(config), PERCH_OK);
  CHECK_EQUAL(config_send(config, config->length), PERCH_OK);
  CHECK_EQUAL(config_commit(config), PERCH_OK);
  CHECK_EQUAL(config_save(), PERCH_OK);
}

static void the_whole_way(void) {
  ready();
  CHECK(config_is_factory());
  CHECK_EQUAL(flags(), 0x05);
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_host.next, 0);
  CHECK_EQUAL(flags(), 0x0D);
  CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
  CHECK_EQUAL(flags(), 0x1D);
  CHECK(config_is_factory());
  CHECK_EQUAL(config_commit(&a), PERCH_OK);
  CHECK(config_is_active(&a));
  CHECK_EQUAL(fake.config_changes, 1);
  CHECK_EQUAL(flags(), 0x00);
  CHECK_EQUAL(config_commit(&a), PERCH_OK);  // repeating it is harmless
  CHECK_EQUAL(config_save(), PERCH_OK);
  CHECK_EQUAL(get32(config_host.done.payload + 7), 1);
  CHECK_EQUAL(flags(), 0x06);
  const unsigned long steps = fake.flash_steps;
  CHECK_EQUAL(config_save(), PERCH_OK);
  CHECK_EQUAL(fake.flash_steps, steps);
  fake_restart();
  config_session();
  CHECK(config_is_active(&a));
  CHECK_EQUAL(flags(), 0x06);
  install(&b);
  CHECK_EQUAL(get32(config_host.done.payload + 7), 2);
  install(&a);
  fake_restart();
  config_session();
  CHECK(config_is_active(&a));
  CHECK(!fake.program_dirty);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_STAT, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 4), a.length);
  CHECK(memcmp(fake_answer.payload + 8, a.digest, 32) == 0);
  CHECK_EQUAL(get32(fake_answer.payload + 40), a.length);
  CHECK(memcmp(fake_answer.payload + 44, a.digest, 32) == 0);
  CHECK_EQUAL(get32(fake_answer.payload + 76), 0);
}

static void changes_are_told(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
  while (fake_take() != NULL) {
  }
  memset(payload, 0, 16);
  set32(payload, 5000);
  set16(payload + 4, config_host.transfer);
  memcpy(payload + 8, a.digest, 8);
  fake_request(PERCH_OP_CONFIG_COMMIT, payload, 16);
  const fake_frame_t *event = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_CONFIG_CHANGED);
  CHECK(event != NULL && event->length == 18 && event->payload[0] == 1 && event->payload[1] == 0);
  CHECK(memcmp(event->payload + 2, a.digest, 8) == 0 && get32(event->payload + 10) == 0);
  fake_request(PERCH_OP_CONFIG_SAVE, payload, 4);
  event = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_CONFIG_CHANGED);
  CHECK(event != NULL && event->payload[0] == 2 && event->payload[1] == 6 && memcmp(event->payload + 10, a.digest, 8) == 0);
}

static void begin_is_checked_in_order(void) {
  ready();
  install(&a);
  config_t *c = &b;
  const uint32_t length = c->length;
  c->length = PERCH_CONFIG_LIMIT + 1;
  CHECK_EQUAL(config_begin(c), PERCH_TOO_LARGE);
  CHECK_EQUAL(get32(fake_answer.payload + 8), PERCH_CONFIG_LIMIT);
  c->length = 0;
  CHECK_EQUAL(config_begin(c), PERCH_INVALID_ARGUMENT);
  c->length = length;
  CHECK_EQUAL(config_begin(&a), PERCH_UNCHANGED);
  config_host.base = c;
  CHECK_EQUAL(config_begin(c), PERCH_CONFLICT);
  CHECK(memcmp(fake_answer.payload + 8, a.digest, 8) == 0);
  config_host.base = &a;
  CHECK_EQUAL(config_begin(c), PERCH_OK);
  CHECK_EQUAL(config_send(c, c->length), PERCH_OK);
  CHECK_EQUAL(config_commit(c), PERCH_OK);
  config_host.base = NULL;
  static config_t third;
  config_make(&third, 3, 100);
  CHECK_EQUAL(config_begin(&third), PERCH_UNSAVED);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_LOAD, NULL, 0), PERCH_OK);
  CHECK(config_is_active(&a));
  CHECK_EQUAL(flags(), 0x1E);  // the committed config is staging again
  CHECK_EQUAL(config_begin(c), PERCH_OK);
  CHECK_EQUAL(config_host.next, c->length);
  CHECK_EQUAL(config_commit(c), PERCH_OK);
  CHECK(config_is_active(c));
}

static void data_goes_on_from_next_only(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_data(&a, 0, 32), PERCH_OK);
  CHECK_EQUAL(config_data(&a, 0, 32), PERCH_OFFSET);
  CHECK_EQUAL(get32(fake_answer.payload + 8), 32);
  CHECK_EQUAL(config_data(&a, 48, 32), PERCH_OFFSET);
  CHECK_EQUAL(config_data(&a, 32, 17), PERCH_INVALID_ARGUMENT);
  CHECK_EQUAL(get16(fake_answer.payload + 8), 6);
  CHECK_EQUAL(config_data(&a, 32, 0), PERCH_INVALID_ARGUMENT);
  config_host.transfer++;
  CHECK_EQUAL(config_data(&a, 32, 16), PERCH_WRONG_TRANSFER);
  CHECK_EQUAL(config_commit(&b), PERCH_WRONG_TRANSFER);
  config_host.transfer--;
  CHECK_EQUAL(config_commit(&b), PERCH_INVALID_ARGUMENT);  // not BEGIN's digest, which is checked before the missing bytes
  CHECK_EQUAL(get16(fake_answer.payload + 8), 8);
  CHECK_EQUAL(config_commit(&a), PERCH_INCOMPLETE);
  CHECK_EQUAL(get32(fake_answer.payload + 8), 32);
  const uint16_t old = config_host.transfer;
  CHECK_EQUAL(config_begin(&a), PERCH_OK);  // resumes within one boot
  CHECK_EQUAL(config_host.next, 32);
  CHECK(config_host.transfer != old);
  CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
  CHECK_EQUAL(config_commit(&a), PERCH_OK);
  CHECK(config_is_active(&a));
  CHECK(!fake.program_dirty);
}

static void a_transfer_survives_a_new_session(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_data(&a, 0, 64), PERCH_OK);
  config_session();
  CHECK_EQUAL(config_data(&a, 64, 64), PERCH_WRONG_TRANSFER);
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_host.next, 64);
}

static void a_reset_resumes_at_the_unit(void) {
  for (uint32_t stop = 0; stop < b.length; stop += 16 * 7) {
    ready();
    CHECK_EQUAL(config_begin(&b), PERCH_OK);
    CHECK_EQUAL(config_send(&b, stop), PERCH_OK);
    fake_restart();
    config_session();
    CHECK_EQUAL(config_begin(&b), PERCH_OK);
    CHECK_EQUAL(config_host.next, stop / PERCH_FLASH_UNIT * PERCH_FLASH_UNIT);
    CHECK_EQUAL(config_send(&b, b.length), PERCH_OK);
    CHECK_EQUAL(config_commit(&b), PERCH_OK);
    CHECK(config_is_active(&b));
    CHECK(!fake.program_dirty);
  }
}

static void a_wrong_digest_erases_staging(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
  fake.flash.areas[0][PERCH_FLASH_UNIT + 7] ^= 1;
  CHECK_EQUAL(config_commit(&a), PERCH_DIGEST);
  CHECK(config_is_factory());
  CHECK_EQUAL(flags(), 0x05);
  CHECK_EQUAL(config_commit(&a), PERCH_WRONG_TRANSFER);
  install(&a);
}

static void a_header_that_did_not_take_is_told(void) {
  // An erase, then magic, length, base, digest and CRC.
  for (unsigned word = 1; word <= 13; word++) {
    ready();
    fake.forgotten = fake.flash_steps + 1 + word;
    CHECK_EQUAL(config_begin(&a), PERCH_FLASH);
    fake.forgotten = 0;
    install(&a);
    fake_restart();
    config_session();
    CHECK(config_is_active(&a));
  }
}

static void the_validator_refuses(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
  fake.invalid_at = 300;
  CHECK_EQUAL(config_commit(&a), PERCH_INVALID);
  CHECK_EQUAL(get32(config_host.done.payload + 13), 300);
  CHECK(config_is_factory());
  fake.invalid_at = UINT32_MAX;
  CHECK_EQUAL(config_commit(&a), PERCH_OK);
}

static void load_reset_and_read(void) {
  ready();
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_LOAD, NULL, 0), PERCH_NOTHING_SAVED);
  install(&a);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_RESET, NULL, 0), PERCH_OK);
  CHECK(config_is_factory());
  CHECK_EQUAL(flags(), 0x03);
  fake_restart();
  config_session();
  CHECK(config_is_active(&a));
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_RESET, NULL, 0), PERCH_OK);
  CHECK_EQUAL(config_save(), PERCH_OK);
  CHECK_EQUAL(flags(), 0x05);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_LOAD, NULL, 0), PERCH_NOTHING_SAVED);
  uint8_t request[8] = {1, 0, 0, 0, 0, 0, 10, 0};
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_READ, request, 8), PERCH_NOTHING_SAVED);
  fake_restart();
  config_session();
  CHECK(config_is_factory());
  install(&b);
  fake_restart();
  config_session();
  CHECK(config_is_active(&b));
  uint32_t offset = 0;
  bool same = true;
  for (;;) {
    request[0] = (uint8_t)(offset / CONFIG_CHUNK % 2);
    set32(request + 2, offset);
    set16(request + 6, 0xFFFF);
    CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_READ, request, 8), PERCH_OK);
    CHECK_EQUAL(get32(fake_answer.payload + 2), b.length);
    const uint32_t length = get16(fake_answer.payload + 6);
    same &= memcmp(fake_answer.payload + 8, b.bytes + offset, length) == 0;
    offset += length;
    if (length == 0) {
      break;
    }
  }
  CHECK(same && offset == b.length);
  request[0] = 2;
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_READ, request, 8), PERCH_INVALID_ARGUMENT);
}

static void flash_that_fails_is_reported(void) {
  ready();
  install(&a);
  fake.flash_fails = true;
  CHECK_EQUAL(config_begin(&b), PERCH_FLASH);
  fake.flash_fails = false;
  CHECK_EQUAL(config_begin(&b), PERCH_OK);
  fake.flash_fails = true;
  CHECK_EQUAL(config_data(&b, 0, 16), PERCH_FLASH);
  fake.flash_fails = false;
  CHECK_EQUAL(config_data(&b, 0, 16), PERCH_WRONG_TRANSFER);
  CHECK_EQUAL(config_begin(&b), PERCH_OK);
  CHECK_EQUAL(config_host.next, 0);
  CHECK_EQUAL(config_send(&b, b.length), PERCH_OK);
  CHECK_EQUAL(config_commit(&b), PERCH_OK);
  fake.flash_fails = true;
  CHECK_EQUAL(config_save(), PERCH_FLASH);
  fake.flash_fails = false;
  fake_restart();
  config_session();
  CHECK(config_is_active(&a));
}

static void accepted_leaves_before_the_flash_is_written(void) {
  ready();
  fake.line_room = 5;
  memset(payload, 0, 48);
  set32(payload, 5000);
  set32(payload + 4, a.length);
  memcpy(payload + 8, a.digest, 32);
  fake_request(PERCH_OP_CONFIG_BEGIN, payload, 48);
  CHECK_EQUAL(fake.flash_steps, 0);
  fake.line_room = SIZE_MAX;
  fake_poll();
  CHECK(fake.flash_steps > 0);
}

static void others_are_busy_while_an_operation_is_open(void) {
  for (unsigned other = 0; other < 3; other++) {
    ready();
    install(&b);
    CHECK_EQUAL(config_begin(&a), PERCH_OK);
    CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
    memset(payload, 0, 16);
    set32(payload, 5000);
    set16(payload + 4, config_host.transfer);
    memcpy(payload + 8, a.digest, 8);
    fake.line_room = 5;
    const uint16_t id = fake_request(PERCH_OP_CONFIG_COMMIT, payload, 16);
    fake.line_room = SIZE_MAX;
    const perch_status_t status =
        other == 0 ? config_data(&a, 0, 16) : fake_ask(other == 1 ? PERCH_OP_CONFIG_LOAD : PERCH_OP_CONFIG_RESET, NULL, 0);
    CHECK_EQUAL(status, PERCH_BUSY);  // DATA: before OFFSET
    CHECK_EQUAL(config_outcome(id), PERCH_OK);
  }
}

static void one_operation_at_a_time_and_cancel(void) {
  ready();
  fake.line_room = 5;
  memset(payload, 0, 48);
  set32(payload, 5000);
  set32(payload + 4, a.length);
  memcpy(payload + 8, a.digest, 32);
  const uint16_t id = fake_request(PERCH_OP_CONFIG_BEGIN, payload, 48);
  // Cancelled before anything was erased; the request waits behind the answer on the line.
  uint8_t bytes[2];
  set16(bytes, id);
  if (PERCH_INFLIGHT > 1) {
    perch_operation_t *operation = &fake.core.operations[0];
    CHECK_EQUAL(operation->id, id);
    operation->limit = fake.now;  // as if its deadline had passed
    fake_poll();
    fake.line_room = SIZE_MAX;
    CHECK_EQUAL(config_outcome(id), PERCH_DEADLINE);
    CHECK_EQUAL(config_host.done.payload[4], PERCH_EFFECT_NONE);
  }
  fake.line_room = SIZE_MAX;
  fake_poll();
  CHECK_EQUAL(flags() & 1, 1);
  config_host.base = NULL;
  install(&a);
}

static void break_off(uint16_t code, size_t length) {
  set32(payload, 5000);
  fake.line_room = 5;
  const uint16_t id = fake_request(code, payload, length);
  perch_operation_t *operation = &fake.core.operations[0];
  CHECK_EQUAL(operation->id, id);
  operation->limit = fake.now;  // as if its deadline had passed
  fake_poll();
  fake.line_room = SIZE_MAX;
  CHECK_EQUAL(config_outcome(id), PERCH_DEADLINE);
  CHECK_EQUAL(config_host.done.payload[4], PERCH_EFFECT_NONE);
}

static void what_a_deadline_breaks_off_changes_nothing(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
  memset(payload, 0, 16);
  set16(payload + 4, config_host.transfer);
  memcpy(payload + 8, a.digest, 8);
  break_off(PERCH_OP_CONFIG_COMMIT, 16);
  CHECK(config_is_factory());
  CHECK_EQUAL(config_commit(&a), PERCH_OK);  // the transfer has stayed
  break_off(PERCH_OP_CONFIG_SAVE, 4);
  CHECK_EQUAL(flags(), 0);
  CHECK_EQUAL(config_save(), PERCH_OK);
  CHECK_EQUAL(flags(), 6);
}

static void a_begin_that_is_broken_off_leaves_staging(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_send(&a, 16), PERCH_OK);
  memset(payload, 0, 48);
  set32(payload + 4, b.length);
  memcpy(payload + 8, b.digest, 32);
  break_off(PERCH_OP_CONFIG_BEGIN, 48);
  CHECK_EQUAL(fake.core.store.next, 16);
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_host.next, 16);
  CHECK_EQUAL(config_send(&a, a.length), PERCH_OK);
  CHECK_EQUAL(config_commit(&a), PERCH_OK);
  CHECK(config_is_active(&a));
}

static void a_begin_that_a_new_session_breaks_off_leaves_staging(void) {
  ready();
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_send(&a, 16), PERCH_OK);
  memset(payload, 0, 48);
  set32(payload, 5000);
  set32(payload + 4, b.length);
  memcpy(payload + 8, b.digest, 32);
  fake.line_room = 5;  // nothing is erased before ACCEPTED has left
  fake_request(PERCH_OP_CONFIG_BEGIN, payload, 48);
  fake.line_room = SIZE_MAX;
  config_session();
  CHECK_EQUAL(fake.core.store.next, 16);
  CHECK_EQUAL(config_begin(&a), PERCH_OK);
  CHECK_EQUAL(config_host.next, 16);
}

static void begin_again(void) {
  fake_restart();
  config_session();
}

static void a_saved_config_that_has_rotted_does_not_boot(void) {
  ready();
  install(&b);
  install(&a);
  const uint8_t area = fake.core.store.saved;
  fake.flash.areas[area][PERCH_FLASH_UNIT + 100] ^= 4;
  begin_again();
  CHECK(config_is_active(&b));
  fake.flash.areas[1 - area][PERCH_FLASH_UNIT + 100] ^= 4;
  begin_again();
  CHECK(config_is_factory());
  install(&a);
  begin_again();
  CHECK(config_is_active(&a));
}

static void committed_but_not_saved_is_staging_after_a_cut(void) {
  ready();
  install(&a);
  CHECK_EQUAL(config_begin(&b), PERCH_OK);
  CHECK_EQUAL(config_send(&b, b.length), PERCH_OK);
  CHECK_EQUAL(config_commit(&b), PERCH_OK);
  begin_again();
  CHECK(config_is_active(&a));
  CHECK_EQUAL(flags(), 0x1E);
  CHECK_EQUAL(config_begin(&b), PERCH_OK);
  CHECK_EQUAL(config_host.next, b.length);
  CHECK_EQUAL(config_commit(&b), PERCH_OK);
  CHECK(config_is_active(&b));
}

void test_store(void) {
  RUN(the_whole_way);
  RUN(changes_are_told);
  RUN(begin_is_checked_in_order);
  RUN(data_goes_on_from_next_only);
  RUN(a_transfer_survives_a_new_session);
  RUN(a_reset_resumes_at_the_unit);
  RUN(a_wrong_digest_erases_staging);
  RUN(a_header_that_did_not_take_is_told);
  RUN(the_validator_refuses);
  RUN(load_reset_and_read);
  RUN(flash_that_fails_is_reported);
  RUN(accepted_leaves_before_the_flash_is_written);
  RUN(others_are_busy_while_an_operation_is_open);
  RUN(one_operation_at_a_time_and_cancel);
  RUN(what_a_deadline_breaks_off_changes_nothing);
  RUN(a_begin_that_is_broken_off_leaves_staging);
  RUN(a_begin_that_a_new_session_breaks_off_leaves_staging);
  RUN(a_saved_config_that_has_rotted_does_not_boot);
  RUN(committed_but_not_saved_is_staging_after_a_cut);
}
