// SPEC.md 6.4 and 7.

#include "fake.h"

static uint32_t number;  // of the next event

static bool put(void) {
  const bool queued = fake_put_event(number, 27);
  number += queued;
  return queued;
}

static unsigned events_sent(uint16_t first) {
  unsigned count = 0;
  const fake_frame_t *frame;
  while ((frame = fake_take()) != NULL) {
    if (frame->header.kind == PERCH_KIND_EVENT && frame->header.code < 0x8000) {
      CHECK_EQUAL(frame->header.id, (uint16_t)(first + count));
      count++;
    }
  }
  return count;
}

static void sixteen_unacknowledged_at_most(void) {
  fake_live();
  for (int i = 0; i < 20; i++) {
    put();
  }
  fake_poll();
  const unsigned kept = fake.core.events.kept;
  const unsigned first = kept < 16 ? kept : 16;
  CHECK_EQUAL(events_sent(0), first);
  fake_advance(5000);
  CHECK_EQUAL(events_sent(0), 0);  // never sent twice by itself
  fake_grant(3, false);
  CHECK_EQUAL(events_sent((uint16_t)first), kept - first < 3 ? kept - first : 3);
}

static void a_grant_is_valid_only_for_what_was_sent(void) {
  fake_live();
  for (int i = 0; i < 5; i++) {
    put();
  }
  fake.line_room = 0;
  fake_poll();  // the first is on its way, four have not been sent
  fake_grant(2, false);
  fake.line_room = SIZE_MAX;
  fake_poll();
  CHECK_EQUAL(fake.core.events.oldest, 0);
  CHECK_EQUAL(events_sent(0), 5);
  fake_grant(2, false);
  CHECK_EQUAL(fake.core.events.oldest, 2);
  fake_grant(6, false);
  CHECK_EQUAL(fake.core.events.oldest, 2);
  fake_grant(1, false);
  CHECK_EQUAL(fake.core.events.oldest, 2);
  fake_grant(0, true);
  CHECK_EQUAL(events_sent(0), 0);
  fake_grant(5, false);
  CHECK_EQUAL(fake.core.events.kept, 0);
  fake_grant(6, false);
  CHECK_EQUAL(fake.core.events.oldest, 5);
}

static void a_gap_sends_again_from_there(void) {
  fake_live();
  for (int i = 0; i < 6; i++) {
    put();
  }
  fake_poll();
  CHECK_EQUAL(events_sent(0), 6);
  fake_grant(2, true);
  CHECK_EQUAL(events_sent(2), 4);
  fake_grant(2, true);
  CHECK_EQUAL(events_sent(2), 4);
  fake_grant(6, true);
  CHECK_EQUAL(events_sent(6), 0);
  put();
  fake_poll();
  CHECK_EQUAL(events_sent(6), 1);
}

static void grants_within_a_repeat(void) {
  // A GRANT that overtakes a repeat of which only half has been sent.
  fake_live();
  for (int i = 0; i < 8; i++) {
    put();
  }
  fake_poll();
  events_sent(0);
  fake.core.events.cursor = 0;
  fake.core.events.cursor_offset = 0;
  perch_stream_a_t *events = &fake.core.events;
  fake.line_room = 60;
  fake_poll();
  const uint16_t cursor = events->cursor;
  CHECK(cursor > 0 && cursor < 8);
  fake.line_room = SIZE_MAX;
  uint8_t wire[PERCH_ENCODED_MAX];
  const uint8_t payload[3] = {7, 0, 0};
  const perch_header_t header = {.major = 1, .kind = PERCH_KIND_GRANT, .session = fake.session};
  fake_bytes(wire, perch_frame_encode(wire, &header, payload, 3));
  fake_poll();
  CHECK_EQUAL(events->oldest, 7);
  CHECK_EQUAL(events->kept, 1);
  fake_grant(8, false);
  CHECK_EQUAL(events->kept, 0);
  CHECK_EQUAL(events->ring.used, 0);
}

static void counters_wrap_and_nothing_is_lost_or_reordered(void) {
  fake_live();
  uint32_t seed = 6;
  uint32_t received = 0;
  uint16_t next = 0;
  number = 0;
  while (received < 70000) {
    while (number < received + 200 && put()) {
    }
    fake_poll();
    const fake_frame_t *frame;
    bool gap = false;
    while ((frame = fake_take()) != NULL) {
      if (rnd(&seed) % 5 == 0) {
        continue;  // lost on the line
      }
      if (frame->header.id == next) {
        if (get32(frame->payload) != received) {
          CHECK_EQUAL(get32(frame->payload), received);
          return;
        }
        received++;
        next++;
      } else {
        gap = true;
      }
    }
    fake_grant(next, gap || rnd(&seed) % 2);
  }
  CHECK(received >= 70000);
}

static bool detect(void) {
  const perch_detection_t detection = {.matched = 2, .confidence = 90, .rssi = -40, .channel = 37, .pattern = 3, .text = "Flock", .length = 5};
  return perch_report_detection(&fake.core, &detection);
}

static void detections_take_a_number_queued_or_not(void) {
  fake_live();
  CHECK_EQUAL((fake.core.features & PERCH_FEATURE_DETECTION) != 0, PERCH_DETECTION);
  if (!PERCH_DETECTION) {
    CHECK(!detect());
    return;
  }
  unsigned queued = 0;
  for (unsigned i = 0; i < 2000; i++) {
    queued += detect();
  }
  CHECK(queued > 10 && queued < 2000);
  fake_poll();
  for (unsigned i = 0; i < queued; i++) {
    const fake_frame_t *event = fake_event(PERCH_EVENT_DETECTION);
    CHECK_EQUAL(get32(event->payload), i);
    CHECK_EQUAL(event->length, 27);
  }
  detect();
  fake_poll();
  CHECK_EQUAL(get32(fake_event(PERCH_EVENT_DETECTION)->payload), 2000);
}

static void states_wait_for_room_and_only_the_newest_is_told(void) {
  static const uint8_t scan[14] = {0, 0, 0, 0, 0, 0, 0x80};
  unsigned scans = 0;
  unsigned configs = 0;
  const fake_frame_t *frame;
  fake_live();
  while (fake_put_event(0, 4)) {
  }
  for (unsigned i = 0; i < 2; i++) {
    CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, scan, sizeof scan), PERCH_OK);
    CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_STOP, NULL, 0), PERCH_OK);
    CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_RESET, NULL, 0), PERCH_OK);
  }
  CHECK_EQUAL(fake_ask(PERCH_OP_SCAN_START, scan, sizeof scan), PERCH_OK);
  uint16_t next = 0;
  while (fake_poll(), (frame = fake_take()) != NULL) {
    if (frame->header.kind != PERCH_KIND_EVENT) {
      continue;
    }
    if (frame->header.code == PERCH_EVENT_SCAN_STATE) {
      scans++;
      CHECK(memcmp(frame->payload, "\0\1\0\0", 4) == 0);
    }
    configs += frame->header.code == PERCH_EVENT_CONFIG_CHANGED;
    next++;
    fake_grant(next, false);
  }
  CHECK_EQUAL(scans, 1);
  CHECK_EQUAL(configs, 1);
}

static const uint8_t start_scan[14] = {0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0xE8, 0x03, 0, 0};

static void precedence_of_the_line(void) {
  fake_live();
  fake_ask(PERCH_OP_SCAN_START, start_scan, sizeof start_scan);
  fake_event(PERCH_EVENT_SCAN_STATE);
  fake.line_room = 0;
  perch_log(&fake.core, 2, "log");
  const perch_advert_t advert = {.rssi = -50, .data = start_scan, .length = 10};
  perch_radio_advert(&fake.core, &advert);
  fake_request(PERCH_OP_SCAN_STOP, NULL, 0);  // so that the batch is due at once
  fake_request(PERCH_OP_PING, NULL, 0);
  put();
  fake.line_room = SIZE_MAX;
  fake_poll();
  static const struct { uint8_t kind; uint16_t code; } order[] = {
      {PERCH_KIND_RESPONSE, PERCH_OP_SCAN_STOP}, {PERCH_KIND_RESPONSE, PERCH_OP_PING}, {PERCH_KIND_EVENT, FAKE_EVENT},
      {PERCH_KIND_EVENT, PERCH_EVENT_SCAN_STATE}, {PERCH_KIND_EVENT, PERCH_EVENT_ADVERT_BATCH}, {PERCH_KIND_LOG, 0},
  };
  for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
    const fake_frame_t *frame = fake_take();
    CHECK(frame != NULL && frame->header.kind == order[i].kind && frame->header.code == order[i].code);
  }
}

static void a_log_line_that_waited_a_second_goes_before_adverts(void) {
  fake_live();
  fake_ask(PERCH_OP_SCAN_START, start_scan, sizeof start_scan);
  fake_event(PERCH_EVENT_SCAN_STATE);
  const perch_advert_t advert = {.rssi = -50, .data = start_scan, .length = 10};
  fake.line_room = 1;
  fake_request(PERCH_OP_PING, NULL, 0);  // holds the line
  perch_log(&fake.core, 2, "log");
  perch_radio_advert(&fake.core, &advert);
  fake.now += 1000;
  fake.line_room = SIZE_MAX;
  fake_poll();
  CHECK_EQUAL(fake_take()->header.kind, PERCH_KIND_RESPONSE);
  CHECK_EQUAL(fake_take()->header.kind, PERCH_KIND_LOG);
  CHECK_EQUAL(fake_take()->header.code, PERCH_EVENT_ADVERT_BATCH);
}

static void a_log_line_is_cut_to_the_payload(void) {
  fake_new();
  const uint8_t hello[12] = {1, 0, 0, 0, 1, 1, 0, 0, 64, 0, 0, 0};
  fake_send(PERCH_KIND_REQUEST, 7, 0, PERCH_OP_HELLO, hello, sizeof hello);
  char text[121];
  memset(text, 'x', 120);
  text[120] = 0;
  perch_log(&fake.core, 2, text);
  fake_poll();
  const fake_frame_t *line = fake_take_of(PERCH_KIND_LOG, 0);
  if (CHECK(line != NULL)) {
    CHECK_EQUAL(line->length, 64);
    CHECK_EQUAL(get16(line->payload + 7), 64 - 9);
    CHECK(memcmp(line->payload + 9, text, 64 - 9) == 0);
  }
}

void test_streams(void) {
  RUN(sixteen_unacknowledged_at_most);
  RUN(a_grant_is_valid_only_for_what_was_sent);
  RUN(a_gap_sends_again_from_there);
  RUN(grants_within_a_repeat);
  RUN(counters_wrap_and_nothing_is_lost_or_reordered);
  RUN(detections_take_a_number_queued_or_not);
  RUN(states_wait_for_room_and_only_the_newest_is_told);
  RUN(precedence_of_the_line);
  RUN(a_log_line_that_waited_a_second_goes_before_adverts);
  RUN(a_log_line_is_cut_to_the_payload);
}
