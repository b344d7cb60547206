// SPEC.md 7.6 and 9.

#include "fake.h"

static uint8_t request[14 + 600];

static size_t start(uint16_t coalescing, uint16_t batching, const void *filters, size_t length) {
  memset(request, 0, sizeof request);
  request[6] = 0x80;
  set16(request + 8, coalescing);
  set16(request + 10, batching);
  set16(request + 12, (uint16_t)length);
  if (length > 0) {
    memcpy(request + 14, filters, length);
  }
  return 14 + length;
}

static bool hear(uint8_t last, const void *data, size_t length, int8_t rssi) {
  const perch_advert_t advert = {
      .address = {last, 0x55, 0x44, 0x33, 0x22, 0x11}, .address_type = 1, .pdu = 4, .rssi = rssi, .channel = 37,
      .data = data, .length = (uint16_t)length,
  };
  return perch_radio_advert(&fake.core, &advert);
}

static void begin(uint16_t coalescing, uint16_t batching, const void *filters, size_t length) {
  fake_live();
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(coalescing, batching, filters, length)), PERCH_OK);
  const fake_frame_t *event = fake_event(PERCH_EVENT_SCAN_STATE);
  CHECK(event != NULL && event->length == 4 && memcmp(event->payload, "\0\1\0\0", 4) == 0);
}

static void parameters_are_checked(void) {
  fake_live();
  struct { unsigned at; uint16_t value; unsigned field; } bad[] = {{2, 3, 2}, {2, 16385, 2}, {4, 3, 4}, {10, 1001, 10}};
  for (size_t i = 0; i < 4; i++) {
    const size_t length = start(0, 0, NULL, 0);
    set16(request + bad[i].at, bad[i].value);
    set16(request + 12, 9);  // the cut filters come after it
    CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, length), PERCH_INVALID_ARGUMENT);
    CHECK_EQUAL(get16(fake_answer.payload + 8), bad[i].field);
  }
  size_t length = start(0, 0, NULL, 0);
  set16(request + 2, 100);
  set16(request + 4, 101);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, length), PERCH_INVALID_ARGUMENT);
  set16(request + 4, 50);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, length), PERCH_OK);
  CHECK_EQUAL(get16(fake_answer.payload + 2), 100);
  CHECK_EQUAL(get16(fake_answer.payload + 4), 50);
  static const uint8_t filters[5][10] = {{4, 1, 0}, {1, 0}, {1, 7}, {3, 3, 0, 0}, {2, 0}};
  for (int i = 0; i < 5; i++) {
    length = start(0, 0, filters[i], 2 + filters[i][1]);
    CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, length), PERCH_INVALID_ARGUMENT);
    CHECK_EQUAL(get16(fake_answer.payload + 8), 12);
    if (filters[i][1] > 0) {
      CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, filters[i], 1 + filters[i][1])), PERCH_MALFORMED);
    }
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, "\1", 1)), PERCH_MALFORMED);
  uint8_t many[PERCH_FILTER_BYTES + 3];
  size_t used = 0;
  while (used + 3 <= sizeof many) {
    memcpy(many + used, "\1\1\x11", 3);
    used += 3;
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, many, used)), PERCH_TOO_LARGE);
  CHECK_EQUAL(get32(fake_answer.payload + 8), PERCH_FILTER_BYTES);
  many[used - 3] = 4;  // an error of the last entry, which has no room either, goes first
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, many, used)), PERCH_INVALID_ARGUMENT);
  CHECK_EQUAL(get16(fake_answer.payload + 8), 12);
  many[used - 3] = 1;
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, many, used - 1)), PERCH_MALFORMED);
  fake.next_status = PERCH_RADIO;
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, NULL, 0)), PERCH_RADIO);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, 14 - 1), PERCH_MALFORMED);
  length = start(0, 0, "\1\1\x11", 3);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, length - 1), PERCH_MALFORMED);
}

static void a_start_that_the_radio_refuses_changes_nothing(void) {
  static const uint8_t filter[3] = {1, 1, 0x99};
  begin(0, 0, NULL, 0);
  fake.next_status = PERCH_RADIO;
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, filter, sizeof filter)), PERCH_RADIO);
  CHECK_EQUAL(fake.core.scan.bluetooth.state, PERCH_SCAN_RUNNING);
  CHECK(fake_event(PERCH_EVENT_SCAN_STATE) == NULL);
  CHECK(hear(1, NULL, 0, -60));
}

static void a_batch_holds_the_adverts(void) {
  begin(0, 20, NULL, 0);
  fake.now = 1000;
  CHECK(hear(1, "\2\1\6", 3, -60));
  fake_poll();
  CHECK(fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH) == NULL);  // waits for further adverts
  fake.now = 1007;
  CHECK(hear(2, NULL, 0, 127));
  fake_advance(12);
  CHECK(fake_take() == NULL);
  fake_advance(1);
  const fake_frame_t *batch = fake_take();
  CHECK(batch != NULL && batch->header.code == PERCH_EVENT_ADVERT_BATCH && batch->header.id == 0);
  const uint8_t *p = batch->payload;
  CHECK_EQUAL(get32(p), 0);
  CHECK_EQUAL(get32(p + 4), 1000);
  CHECK_EQUAL(p[8], 0);
  CHECK_EQUAL(get16(p + 9), 0);
  CHECK(memcmp(p + 11, "\1\x55\x44\x33\x22\x11\x41\xC4\x25\3\0\2\1\6", 14) == 0);
  CHECK_EQUAL(get16(p + 25), 7);
  CHECK_EQUAL(p[27], 2);
  CHECK_EQUAL(p[34], 127);
  CHECK_EQUAL(get16(p + 36), 0);
  CHECK_EQUAL(batch->length, 38);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_STOP, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 2), 2);
  CHECK(!hear(1, NULL, 0, -60));
}

static void stopping_sends_what_is_queued(void) {
  begin(0, 1000, NULL, 0);
  hear(1, "\2\1\6", 3, -60);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_STOP, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 2), 1);
  CHECK(fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH) != NULL);
}

/// Counts adverts over batches and checks their numbering. \returns adverts that came.
static uint32_t take_batches(uint32_t *expected, uint32_t *lost, unsigned drop, uint32_t *seed) {
  uint32_t came = 0;
  const fake_frame_t *batch;
  while ((batch = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH)) != NULL) {
    if (drop > 0 && rnd(seed) % drop == 0) {
      continue;
    }
    const uint32_t first = get32(batch->payload);
    CHECK(first - *expected < 1000000);
    *lost += first - *expected;
    size_t at = 9;
    uint32_t count = 0;
    while (at < batch->length) {
      const size_t length = get16(batch->payload + at + 11);
      at += 13 + length;
      if (length >= 4) {
        CHECK_EQUAL(get32(batch->payload + at - length), first + count);  // each advert carries the number it must have
      }
      count++;
    }
    CHECK_EQUAL(at, batch->length);
    *expected = first + count;
    came += count;
  }
  return came;
}

static void numbers_account_for_every_advert_under_flood(void) {
  begin(0, 20, NULL, 0);
  uint32_t seed = 7;
  uint32_t heard = 0;
  uint32_t expected = 0;
  uint32_t lost = 0;
  uint32_t came = 0;
  for (int round = 0; round < 300; round++) {
    const unsigned burst = rnd(&seed) % 60;
    for (unsigned i = 0; i < burst; i++) {
      uint8_t data[PERCH_ADVERT_DATA_MAX] = {0};
      set32(data, heard);
      CHECK(hear((uint8_t)i, data, 4 + rnd(&seed) % (round % 10 == 0 ? PERCH_ADVERT_DATA_MAX - 4 : 27), -60));
      heard++;
    }
    fake.line_room = rnd(&seed) % 800;
    fake_advance(rnd(&seed) % 30);
    came += take_batches(&expected, &lost, 7, &seed);
  }
  fake.line_room = SIZE_MAX;
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_STOP, NULL, 0), PERCH_OK);
  const uint32_t next = get32(fake_answer.payload + 2);
  CHECK_EQUAL(next, heard);
  fake_poll();
  came += take_batches(&expected, &lost, 0, &seed);
  CHECK_EQUAL(came + lost + (next - expected), heard);
  CHECK(fake.core.adverts.dropped > 0 && came > 100);
  CHECK_EQUAL(fake.rejected, 0);
}

static void a_batch_leaves_when_it_is_full(void) {
  begin(0, 1000, NULL, 0);
  uint8_t data[31] = {30, 0xFF};
  size_t queued = 0;
  while (fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH) == NULL && queued < 100) {
    hear(1, data, sizeof data, -1);
    queued++;
    fake_poll();
  }
  CHECK_EQUAL(queued, (PERCH_PAYLOAD_MAX - 9) / 44 + (((PERCH_PAYLOAD_MAX - 9) % 44 >= 13) ? 1 : 0));
}

static void slow_lines_get_small_batches(void) {
  fake_new();
  fake.identity.line_rate = 115200;
  fake_restart();
  fake_hello(3, 3);
  fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, NULL, 0));
  uint8_t data[255] = {254, 0xFF};
  fake.line_room = 0;
  for (int i = 0; i < 30; i++) {
    hear(1, data, 31, -1);
  }
  hear(1, data, 255, -1);
  fake.line_room = SIZE_MAX;
  fake_poll();
  const fake_frame_t *batch;
  unsigned count = 0;
  bool cut = false;
  while ((batch = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH)) != NULL) {
    CHECK(batch->length <= 256);
    count++;
    cut |= (batch->payload[17] & 8) != 0 && get16(batch->payload + 20) == (PERCH_ADVERT_DATA_MAX < 234 ? PERCH_ADVERT_DATA_MAX : 234);
  }
  CHECK(count >= 2);
  CHECK(cut);
}

static void an_advert_much_later_begins_a_new_batch(void) {
  begin(0, 1000, NULL, 0);
  hear(1, NULL, 0, -1);
  fake.now += 65536;
  hear(2, NULL, 0, -1);
  fake.core.session.heard = fake.now;
  fake_advance(1000);
  CHECK_EQUAL(fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH)->length, 22);
  const fake_frame_t *second = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH);
  CHECK(second != NULL && get32(second->payload) == 1 && second->header.id == 1);
}

static void signal_strength_filters(void) {
  fake_live();
  const size_t length = start(0, 0, NULL, 0);
  request[6] = (uint8_t)-70;
  fake_ask(PERCH_OP_SCAN_START, request, length);
  CHECK(!hear(1, NULL, 0, -71));
  CHECK(hear(1, NULL, 0, -70));
  CHECK(hear(1, NULL, 0, 127));
}

static void filters_match_any(void) {
  begin(0, 0, "\1\3\x11\x22\x33", 5);
  CHECK(hear(9, NULL, 0, -1));
  begin(0, 0, "\1\6\x11\x22\x33\x44\x55\x09", 8);
  CHECK(hear(9, NULL, 0, -1));
  CHECK(!hear(8, NULL, 0, -1));
  begin(0, 0, "\2\5\xFF\x4C\x00\x02\x15", 7);
  CHECK(hear(1, "\2\1\6\x1A\xFF\x4C\x00\x02\x15 and so on............", 30, -1));
  CHECK(!hear(1, "\2\1\6\x1A\xFF\x4C\x00\x10\x15 and so on............", 30, -1));
  CHECK(!hear(1, "\2\1\6\x04\xFF\x4C\x00\x02", 8, -1));
  begin(0, 0, "\3\2\x0F\x18", 4);
  CHECK(hear(1, "\5\3\x0A\x18\x0F\x18", 6, -1));
  CHECK(hear(1, "\4\x16\x0F\x18\x64", 5, -1));
  CHECK(!hear(1, "\4\x16\x64\x0F\x18", 5, -1));
  CHECK(!hear(1, "\5\3\x18\x0F\x18\x0A", 6, -1));
  begin(0, 0, "\3\20ABCDEFGHIJKLMNOP\1\1\x99", 21);
  CHECK(hear(1, "\x11\x07" "ABCDEFGHIJKLMNOP", 18, -1));
  CHECK(hear(1, "\x11\x21" "ABCDEFGHIJKLMNOP", 18, -1));
  CHECK(!hear(1, "\x11\x16" "ABCDEFGHIJKLMNOP", 18, -1));
  begin(0, 0, "\2\1\x09", 3);
  CHECK(hear(1, "\x01\x09", 2, -1));
  CHECK(!hear(1, "\x00\x01\x09", 3, -1));  // nothing after an early end is used
  CHECK(!hear(1, "\x40\x08\x09", 3, -1));  // cut off
  CHECK(!hear(1, "\x01", 1, -1));
}

static void filters_survive_any_bytes(void) {
  uint32_t seed = 8;
  begin(0, 0, "\3\2\x0F\x18\2\3\xFF\x01\x02\1\1\x99", 12);
  for (int i = 0; i < 20000; i++) {
    uint8_t data[40];
    const size_t length = rnd(&seed) % sizeof data;
    for (size_t k = 0; k < length; k++) {
      data[k] = (uint8_t)(rnd(&seed) % 6);
    }
    hear(1, data, length, -1);
  }
  fake_poll();
  CHECK_EQUAL(fake.rejected, 0);
}

static void equal_adverts_coalesce(void) {
  begin(100, 0, NULL, 0);
  fake.now = 5000;
  CHECK(hear(1, "\2\1\6", 3, -60));
  CHECK(!hear(1, "\2\1\6", 3, -50));
  CHECK(hear(1, "\2\1\5", 3, -60));
  CHECK(hear(2, "\2\1\5", 3, -60));
  fake.now += 99;
  CHECK(!hear(2, "\2\1\5", 3, -60));
  fake.now += 1;
  CHECK(hear(2, "\2\1\5", 3, -60));  // not less than 100 ms after one that was queued
  CHECK_EQUAL(fake.core.counters.coalesced, 2);
  CHECK_EQUAL(fake.core.adverts.next, 4);
}

static void a_scan_that_fails_says_so(void) {
  begin(0, 0, NULL, 0);
  perch_radio_scan_failed(&fake.core, PERCH_RADIO);
  fake_poll();
  const fake_frame_t *event = fake_event(PERCH_EVENT_SCAN_STATE);
  CHECK(event != NULL && memcmp(event->payload, "\0\2\1\7", 4) == 0);
  CHECK(!hear(1, NULL, 0, -1));
  CHECK_EQUAL(fake_ask(PERCH_OP_GET_STATE, NULL, 0), PERCH_OK);
  CHECK_EQUAL(fake_answer.payload[18], 2);
  CHECK_EQUAL(get16(fake_answer.payload + 20), PERCH_RADIO);
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, request, start(0, 0, NULL, 0)), PERCH_OK);
  CHECK(memcmp(fake_event(PERCH_EVENT_SCAN_STATE)->payload, "\0\1\0\0", 4) == 0);
}

static void wifi_sightings(void) {
  fake_live();
  uint8_t payload[6] = {0, 0, 0, (uint8_t)-80, 0, 0};
  if (!PERCH_WIFI) {
    CHECK_EQUAL(fake_ask(PERCH_OP_WIFI_SCAN_START, payload, 6), PERCH_UNSUPPORTED);
    return;
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_WIFI_SCAN_START, payload, 6), PERCH_OK);
  CHECK_EQUAL(fake.radio_length, 13);
  CHECK(memcmp(fake_event(PERCH_EVENT_SCAN_STATE)->payload, "\1\1\0\0", 4) == 0);
  const uint8_t address[6] = {1, 2, 3, 4, 5, 6};
  CHECK(!perch_radio_wifi(&fake.core, address, 0, -81, 6, (const uint8_t *)"net", 3));
  CHECK(perch_radio_wifi(&fake.core, address, 1, -80, 6, (const uint8_t *)"net", 3));
  fake_poll();
  const fake_frame_t *batch = fake_take_of(PERCH_KIND_EVENT, PERCH_EVENT_WIFI_BATCH);
  CHECK(batch != NULL && batch->length == 9 + 16);
  CHECK(memcmp(batch->payload + 11, "\1\2\3\4\5\6\1\xB0\6\3\0net", 14) == 0);
  CHECK_EQUAL(fake_ask(PERCH_OP_PING, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 14), 0);
  CHECK_EQUAL(get32(fake_answer.payload + 18), 1);
  CHECK_EQUAL(fake_ask(PERCH_OP_WIFI_SCAN_STOP, NULL, 0), PERCH_OK);
  CHECK_EQUAL(get32(fake_answer.payload + 2), 1);
  payload[0] = 49;
  CHECK_EQUAL(fake_ask(PERCH_OP_WIFI_SCAN_START, payload, 6), PERCH_INVALID_ARGUMENT);
  payload[0] = 50;
  payload[2] = 15;
  CHECK_EQUAL(fake_ask(PERCH_OP_WIFI_SCAN_START, payload, 6), PERCH_INVALID_ARGUMENT);
}

static void room_for_sources_that_can_wait(void) {
  begin(0, 1000, NULL, 0);
  uint8_t data[31] = {0};
  fake.line_room = 0;
  while (perch_advert_room(&fake.core) > 0) {
    hear(1, data, sizeof data, -1);
  }
  CHECK_EQUAL(fake.core.adverts.dropped, 0);
  hear(1, data, sizeof data, -1);
  CHECK_EQUAL(fake.core.adverts.dropped, 1);
}

void test_scanning(void) {
  RUN(parameters_are_checked);
  RUN(a_start_that_the_radio_refuses_changes_nothing);
  RUN(a_batch_holds_the_adverts);
  RUN(stopping_sends_what_is_queued);
  RUN(numbers_account_for_every_advert_under_flood);
  RUN(a_batch_leaves_when_it_is_full);
  RUN(slow_lines_get_small_batches);
  RUN(an_advert_much_later_begins_a_new_batch);
  RUN(signal_strength_filters);
  RUN(filters_match_any);
  RUN(filters_survive_any_bytes);
  RUN(equal_adverts_coalesce);
  RUN(a_scan_that_fails_says_so);
  RUN(wifi_sightings);
  RUN(room_for_sources_that_can_wait);
}
