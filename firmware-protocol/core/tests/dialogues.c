// SPEC.md 16: the dialogues, each with a dongle of its own. What the dongle cannot do is skipped.

#include "dialogues.h"

#include <stdlib.h>

#include "fake.h"

#define TOLERANCE_MS 100u
#define QUIET_MS 50u
/// States that a cut leaves a word or a unit in; see fake_flash_tear.
#define TEARS 4u

static struct {
  const dialogue_t *dialogue;
  const dialogue_step_t *step;
  bool failed;
  struct {
    bool bound;
    uint8_t bytes[NAME_BYTES];
  } names[NAMES];
  bool saved; ///< a step with a mark has been passed
  bool hears_boots;
  uint8_t slot; ///< newest connection
  unsigned reads, writes, commands, exchanges, confirms, disconnects; ///< those that `asked` has seen
  bool has_cut;
} play;

static bool fail(const char *why, const fake_frame_t *frame) {
  if (!play.failed) {
    play.failed = true;
    test_check(false, play.dialogue->name, __FILE__, __LINE__);
    printf("    step %td: %s", play.step - play.dialogue->steps, why);
    if (frame != NULL) {
      printf(": kind %u, session %u, id %u, code %u, payload ", frame->header.kind, frame->header.session, frame->header.id, frame->header.code);
      for (size_t i = 0; i < frame->length; i++) {
        printf("%02x", frame->payload[i]);
      }
    }
    printf("\n");
  }
  return false;
}

// MARK: Frames

static bool counts(const fake_frame_t *frame) {
  switch (frame->header.kind) {
    case PERCH_KIND_BOOT:
      return play.hears_boots;
    case PERCH_KIND_EVENT:
      return play.dialogue->hears_batches || frame->header.code < 0x8000;
    case PERCH_KIND_LOG:
      return play.dialogue->hears_logs;
    default:
      return true;
  }
}

/// Number of frames that wait, without those that do not count.
static size_t waiting(void) {
  size_t kept = fake.first_frame;
  for (size_t i = fake.first_frame; i < fake.frame_count; i++) {
    if (counts(&fake.frames[i])) {
      fake.frames[kept++] = fake.frames[i];
    }
  }
  fake.frame_count = kept;
  return kept - fake.first_frame;
}

/// Polls, and starts anew after a REBOOT.
static void poll(void) {
  fake_poll();
  if (fake.reboots > 0) {
    fake.reboots = 0;
    fake.now = 0;
    fake.identity.reset_reason = PERCH_RESET_REQUESTED;
    perch_init(&fake.core, &fake.hal, &fake.identity);
    play.names[NAME_NOW].bound = false;
  }
}

/// Lets time pass until there are enough frames.
static void run(uint32_t ms, size_t enough) {
  poll();
  while (waiting() < enough && ms > 0 && !fake.dead) {
    uint32_t due = fake.due == 0 ? 1 : fake.due;
    due = due < ms ? due : ms;
    fake.now += due;
    ms -= due;
    poll();
  }
}

static size_t bytes_of(const fake_frame_t *frame, uint8_t *bytes) {
  bytes[0] = (uint8_t)(frame->header.major << 4 | frame->header.kind);
  bytes[1] = frame->header.flags;
  set16(bytes + 2, frame->header.session);
  set16(bytes + 4, frame->header.id);
  set16(bytes + 6, frame->header.code);
  memcpy(bytes + 8, frame->payload, frame->length);
  return 8u + frame->length;
}

static bool matches_name(unsigned name, unsigned width, const uint8_t *at) {
  uint8_t bytes[NAME_BYTES];
  memcpy(bytes, at, width);
  if (name == NAME_NOW) {
    set32(bytes, get32(at) - fake.now);
  }
  if (!play.names[name].bound) {
    play.names[name].bound = true;
    memcpy(play.names[name].bytes, bytes, width);
  }
  if (name == NAME_NOW) {
    return get32(bytes) - get32(play.names[name].bytes) + TOLERANCE_MS <= 2 * TOLERANCE_MS;
  }
  return memcmp(play.names[name].bytes, bytes, width) == 0;
}

static bool matches_tokens(const pattern_t *pattern, const fake_frame_t *frame) {
  uint8_t bytes[8 + PERCH_PAYLOAD_MAX];
  const size_t length = bytes_of(frame, bytes);
  size_t at = 0;
  for (size_t i = 0; i < pattern->length; i++) {
    const unsigned token = pattern->tokens[i];
    const unsigned width = token < TOKEN_NAMED ? 1 : TOKEN_WIDTH(token);
    if (token == TOKEN_REST) {
      return true;
    }
    if (at + width > length) {
      return false;
    }
    if ((token & TOKEN_DIFFERS) != 0) {
      if (memcmp(play.names[TOKEN_NAME(token)].bytes, bytes + at, width) == 0) {
        return false;
      }
      continue;
    }
    if (token >= TOKEN_NAMED ? !matches_name(TOKEN_NAME(token), width, bytes + at) : token != TOKEN_ANY && token != bytes[at]) {
      return false;
    }
    at += width;
  }
  return at == length;
}

/// Compares, and binds names only where all of it fits.
static bool matches(const pattern_t *pattern, const fake_frame_t *frame) {
  static unsigned char before[sizeof play.names];
  memcpy(before, play.names, sizeof before);
  const bool fits = matches_tokens(pattern, frame);
  if (!fits) {
    memcpy(play.names, before, sizeof before);
  }
  return fits;
}

// MARK: Host

static bool send(const pattern_t *pattern) {
  uint8_t body[8 + PERCH_PAYLOAD_MAX];
  uint8_t wire[PERCH_ENCODED_MAX];
  size_t length = 0;
  for (size_t i = 0; i < pattern->length; i++) {
    const unsigned token = pattern->tokens[i];
    if (token < TOKEN_ANY) {
      body[length++] = (uint8_t)token;
    } else {
      memcpy(body + length, play.names[TOKEN_NAME(token)].bytes, TOKEN_WIDTH(token));
      length += TOKEN_WIDTH(token);
    }
  }
  const perch_header_t header = perch_frame_header(body);
  fake_bytes(wire, perch_frame_encode(wire, &header, body + 8, length - 8));
  return true;
}

static bool nothing_waits(void) {
  run(0, 1);
  return fake.dead || waiting() == 0 || fail("nothing is expected, and there came", fake_take());
}

static bool expect(const dialogue_step_t *step) {
  const frame_list_t *list = step->lists;
  bool taken[32] = {false};
  run(step->ms, list->count);
  if (fake.dead) {
    return true;
  }
  for (size_t i = 0; i < list->count; i++) {
    const fake_frame_t *frame = waiting() > 0 ? fake_take() : NULL;
    if (frame == NULL) {
      return fail("a frame is missing", NULL);
    }
    size_t which = step->any_order ? 0 : i;
    while (which < list->count && (taken[which] || !matches(&list->frames[which], frame))) {
      which = step->any_order ? which + 1 : list->count;
    }
    if (which == list->count) {
      return fail("another frame came", frame);
    }
    taken[which] = true;
  }
  play.saved |= step->marks;
  return true;
}

static bool fits(const frame_list_t *list) {
  if ((list->unless_saved && play.saved) || waiting() < list->count) {
    return false;
  }
  for (size_t i = 0; i < list->count; i++) {
    if (!matches(&list->frames[i], &fake.frames[fake.first_frame + i])) {
      return false;
    }
  }
  fake.first_frame += list->count;
  return true;
}

static bool either(const dialogue_step_t *step) {
  for (size_t enough = 1; enough <= 4 && !fake.dead; enough++) {
    run(step->ms, enough);
    for (size_t i = 0; i < step->list_count; i++) {
      if (fits(&step->lists[i])) {
        return true;
      }
    }
  }
  return fake.dead || fail("no alternative fits", fake_take());
}

static bool collect_adverts(const fake_frame_t *frame, uint32_t *seen, uint32_t *lost) {
  uint32_t number = get32(frame->payload);
  *lost = number - *seen;
  for (size_t at = 9; at + 13 <= frame->length; at += 13u + get16(frame->payload + at + 11), number++, ++*seen) {
    if (get32(frame->payload + at + 15) != number) {
      return fail("an advert has another's number", frame);
    }
  }
  return true;
}

static bool collect(const dialogue_step_t *step) {
  const uint32_t total = step->numbers[0];
  uint32_t seen = 0, lost = 0, counter = step->numbers[1], last = step->numbers[2];
  while (seen + lost < total || last != 0) {
    run(1000, 1);
    const fake_frame_t *frame = waiting() > 0 ? fake_take() : NULL;
    if (frame == NULL || frame->header.kind != PERCH_KIND_EVENT) {
      return fail("values are missing", frame);
    }
    if (strcmp(step->what, "adverts") == 0) {
      if (!collect_adverts(frame, &seen, &lost)) {
        return false;
      }
      continue;
    }
    const fake_frame_t event = *frame;
    if (event.header.id != (uint16_t)counter++ || (event.header.code == PERCH_EVENT_NOTIFICATION && get32(event.payload + 10) != seen + lost)) {
      return fail("another event is due", &event);
    }
    seen += event.header.code == PERCH_EVENT_NOTIFICATION;
    lost += event.header.code == PERCH_EVENT_LOST ? get32(event.payload + 2) : 0;
    if (event.header.code == (last & 0xFFFF) && (step->anywhere || seen + lost == total)) {
      last >>= 16;
    } else if (event.header.code != PERCH_EVENT_NOTIFICATION && event.header.code != PERCH_EVENT_LOST) {
      return fail("an event comes too early", &event);
    }
    fake.session = event.header.session;
    fake_grant((uint16_t)counter, false);
  }
  play.names[NAME_LOST].bound = true;
  set32(play.names[NAME_LOST].bytes, lost);
  return (seen + lost == total && lost > 0) || fail("the sum is another", NULL);
}

// MARK: Air

/// The bytes of a step, with the number of this time.
static const uint8_t *value_of(const dialogue_step_t *step, uint32_t time) {
  static uint8_t value[PERCH_PAYLOAD_MAX];
  memcpy(value, step->bytes, step->length);
  if (step->numbered >= 0) {
    set32(value + step->numbered, time);
  }
  return value;
}

static void hear(const dialogue_step_t *step, uint32_t time) {
  const uint8_t *value = value_of(step, time);
  perch_advert_t advert = {.address_type = (uint8_t)step->numbers[0], .pdu = (uint8_t)step->numbers[1], .rssi = (int8_t)step->numbers[2], .channel = 37, .data = value + 6, .length = (uint16_t)(step->length - 6)};
  memcpy(advert.address, value, 6);
  perch_radio_advert(&fake.core, &advert);
}

static bool peripheral(const dialogue_step_t *step, uint32_t time) {
  const char *what = step->what;
  const uint16_t handle = (uint16_t)step->numbers[0], mtu = (uint16_t)step->numbers[1], number = (uint16_t)step->numbers[2];
  const uint16_t length = (uint16_t)step->length;
  if (strcmp(what, "connects") == 0) {
    play.slot = fake.radio_slot;
    perch_radio_connected(&fake.core, play.slot, 23, number);
  } else if (strcmp(what, "cannot be reached") == 0 || strcmp(what, "gives up") == 0) {
    perch_radio_connect_failed(&fake.core, fake.radio_slot, number == 0 ? PERCH_HCI(2) : number);
  } else if (strcmp(what, "is let go") == 0) {
    if (fake.disconnects == play.disconnects) {
      return fail("the connection was not closed", NULL);
    }
    play.disconnects = fake.disconnects;
    perch_radio_disconnected(&fake.core, play.slot, PERCH_HCI(0x16));
  } else if (strcmp(what, "leaves") == 0) {
    perch_radio_disconnected(&fake.core, play.slot, PERCH_HCI(number));
  } else if (strcmp(what, "notifies") == 0 || strcmp(what, "indicates") == 0) {
    perch_radio_notification(&fake.core, play.slot, handle, value_of(step, time), length, what[0] == 'i');
  } else if (strcmp(what, "answers") == 0) {
    perch_radio_read(&fake.core, play.slot, step->bytes, length);
  } else if (strcmp(what, "takes") == 0) {
    perch_radio_mtu(&fake.core, play.slot, mtu < fake.radio_mtu ? mtu : fake.radio_mtu);
    perch_radio_gatt_done(&fake.core, play.slot, PERCH_OK);
  } else if (strcmp(what, "refuses") == 0) {
    perch_radio_gatt_done(&fake.core, play.slot, PERCH_ATT(number));
  } else if (strcmp(what, "acknowledges") == 0) {
    perch_radio_gatt_done(&fake.core, play.slot, PERCH_OK);
  } else {
    return fail("what the peripheral does is not known", NULL);
  }
  return true;
}

static bool asked(const dialogue_step_t *step) {
  const char *what = step->what;
  if (strcmp(what, "read") == 0) {
    return (fake.reads == ++play.reads && fake.radio_handle == step->numbers[0] && fake.radio_offset == step->numbers[2]) || fail("no such READ", NULL);
  }
  if (strcmp(what, "write") == 0 || strcmp(what, "command") == 0) {
    const bool once = what[0] == 'w' ? fake.writes == ++play.writes : fake.write_commands == ++play.commands;
    return (once && fake.radio_handle == step->numbers[0] && fake.radio_length == step->length && memcmp(fake.radio_bytes, step->bytes, step->length) == 0) || fail("no such write", NULL);
  }
  if (strcmp(what, "mtu") == 0) {
    return (fake.exchanges == ++play.exchanges && fake.radio_mtu == step->numbers[1]) || fail("no such exchange", NULL);
  }
  if (strcmp(what, "confirm") == 0) {
    return fake.confirms == ++play.confirms || fail("no confirmation", NULL);
  }
  return (fake.reads == play.reads && fake.writes == play.writes && fake.write_commands == play.commands && fake.exchanges == play.exchanges && fake.confirms == play.confirms) ||
         fail("the peripheral was asked", NULL);
}

// MARK: Steps

static bool is(const char *kind) {
  return strcmp(play.step->kind, kind) == 0;
}

static void forget(const dialogue_step_t *step) {
  for (size_t i = 0; i < step->length; i++) {
    play.names[step->bytes[i]].bound = false;
  }
}

static bool wait(uint32_t ms, bool loud) {
  run(ms, loud ? SIZE_MAX : 1);
  return loud || nothing_waits();
}

static bool take(const dialogue_step_t *step, unsigned long operation, unsigned tear) {
  if (is("send")) {
    bool sent = nothing_waits();
    for (size_t i = 0; i < step->lists->count && sent; i++) {
      sent = send(&step->lists->frames[i]);
    }
    return sent;
  }
  if (is("expect")) {
    return expect(step);
  }
  if (is("wait")) {
    return wait(step->ms, step->loud);
  }
  if (is("either")) {
    return either(step);
  }
  if (is("collect")) {
    return collect(step);
  }
  if (is("asked")) {
    return asked(step);
  }
  if (is("line")) {
    fake.line_room = strcmp(step->what, "free") == 0 ? SIZE_MAX : 0;
  } else if (is("boots")) {
    play.hears_boots = step->numbers[0] != 0;
  } else if (is("radio")) {
    perch_radio_scan_failed(&fake.core, (perch_status_t)step->numbers[0]);
  } else if (is("power")) {
    play.saved = false;
    fake.cut_at = fake.flash_steps + operation;
    fake.torn = tear;
  } else if (is("restart") || is("forget")) {
    if (is("restart")) {
      play.has_cut = fake.dead;
      fake_restart();
    }
    forget(step);
  } else if (is("bytes")) {
    // In pieces, as from a line, so that only the protocol's limits matter.
    for (size_t at = 0; at < step->length; at += 64) {
      fake_bytes(step->bytes + at, step->length - at < 64 ? step->length - at : 64);
      fake_poll();
    }
  } else {
    for (uint32_t i = 0; i < step->times; i++) {
      if (is("advert")) {
        hear(step, i);
      } else if (is("sighting")) {
        perch_radio_wifi(&fake.core, step->bytes, (uint8_t)step->numbers[0], (int8_t)step->numbers[1], (uint8_t)step->numbers[2], step->bytes + 6, (uint8_t)(step->length - 6));
      } else if (is("log")) {
        perch_log(&fake.core, (uint8_t)step->numbers[0], (const char *)step->bytes);
      } else if (!peripheral(step, i)) {
        return false;
      }
      fake_poll();
    }
  }
  return true;
}

static void play_once(const dialogue_t *dialogue, unsigned long operation, unsigned tear) {
  memset(&play, 0, sizeof play);
  play.dialogue = dialogue;
  fake_new();
  if (dialogue->without != 0) {
    fake.identity.features &= ~dialogue->without;
    fake_restart();
  }
  bool held = true;
  for (size_t i = 0; i < dialogue->step_count && held; i++) {
    play.step = &dialogue->steps[i];
    held = (fake.dead && !is("restart")) || take(play.step, operation, tear);
  }
  if (held) {
    held = wait(QUIET_MS, false);
  }
  if (held) {
    test_passed++;
  }
}

static bool is_for_this_dongle(const dialogue_t *dialogue) {
  const uint32_t values[LIMITS] = {PERCH_MINOR, PERCH_SLOTS, PERCH_INFLIGHT, PERCH_PAYLOAD_MAX, PERCH_PAYLOAD_MAX, PERCH_MTU_MAX};
  fake_new();
  const uint64_t fixed = PERCH_FEATURE_COALESCE | PERCH_FEATURE_SCAN_FILTERS;
  bool suits = (dialogue->features & ~fake.core.features) == 0 && (dialogue->without & fixed) == 0;
  for (unsigned i = 0; i < LIMITS; i++) {
    suits = suits && values[i] >= dialogue->at_least[i] && values[i] <= dialogue->at_most[i];
  }
  return suits;
}

static bool cuts_power(const dialogue_t *dialogue) {
  for (size_t i = 0; i < dialogue->step_count; i++) {
    if (strcmp(dialogue->steps[i].kind, "power") == 0) {
      return true;
    }
  }
  return false;
}

void test_dialogues(void) {
  unsigned played = 0, cuts = 0;
  for (size_t i = 0; i < dialogue_count; i++) {
    const dialogue_t *dialogue = &dialogues[i];
    test_name = dialogue->name;
    if (!is_for_this_dongle(dialogue)) {
      continue;
    }
    played++;
    for (unsigned tear = 0; tear < (cuts_power(dialogue) ? TEARS : 1); tear++) {
      unsigned long operation = 0;
      do {
        play_once(dialogue, ++operation, tear);
        cuts += play.has_cut;
      } while (play.has_cut && !play.failed);
    }
  }
  printf("%u dialogues of %zu, with %u power cuts\n", played, dialogue_count, cuts);
}
