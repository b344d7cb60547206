// SPEC.md 11.8: the power fails at every word that is programmed and at every unit that is erased,
// and again while the interrupted work is repeated.
//
// Until the power fails, the core does the same whatever a cut leaves behind. So each sequence runs
// once and leaves a journal; the flash of each cut is made from the journal, and a dongle is
// started on it.

#include "config_host.h"

#define UNIT PERCH_FLASH_UNIT
/// Words that the core uses at the start of a header unit, and one more.
#define HEADER_WORDS ((80u + 16u * PERCH_CONFIG_UNITS) / 4u + 1u)
#define SAVE_MARK 64u
#define MOMENTS 256u
/// Number of cuts in a row.
#define DEPTH 2u

/// `b` takes several units, the others are short, since each start of the dongle hashes them.
/// `liar` does not have the digest that its BEGIN announces. NULL is the factory config.
static config_t old, a, b, small, liar;
static const config_t *const configs[] = {NULL, &old, &a, &b, &small};
#define CONFIGS (sizeof configs / sizeof configs[0])

/// Results that the host had received when the flash had taken `steps` steps.
typedef struct {
  unsigned long steps;
  const config_t *saved;
  const config_t *to_save; ///< config to be saved, while `saving`
  const config_t *sent; ///< config being sent and not saved, NULL = none
  uint32_t next; ///< acknowledged offset of that config
  const config_t *given_up; ///< config sent before that and not saved, NULL = none
  bool saving; ///< SAVE has been sent and not been answered
} moment_t;

/// A sequence that ran to its end.
typedef struct {
  moment_t moments[MOMENTS];
  size_t moment_count;
  fake_step_t journal[FAKE_JOURNAL];
  unsigned long steps;
  fake_flash_t image; ///< flash before the examined step
} run_t;

/// The last run only repairs.
static run_t runs[DEPTH + 1];
static run_t *run = runs;
static moment_t now;
static bool mend_given_up;
static unsigned long cuts[DEPTH];

// MARK: The host

static void note(void) {
  now.steps = fake.flash_steps;
  if (CHECK(run->moment_count < MOMENTS)) {
    run->moments[run->moment_count++] = now;
  }
}

static const moment_t *moment_at(unsigned long steps) {
  size_t i = run->moment_count - 1;
  while (i > 0 && run->moments[i].steps > steps) {
    i--;
  }
  return &run->moments[i];
}

/// Sends a config up to `end`. Acknowledged bytes are not sent again, except for a unit that a
/// restart left incomplete.
static void send(const config_t *config, uint32_t end) {
  if (now.sent != config) {
    now.given_up = now.sent;
    now.sent = config;
    now.next = 0;
  }
  note();
  CHECK_EQUAL(config_begin(config), PERCH_OK);
  CHECK(config_host.next >= (now.next == config->length ? now.next : now.next / UNIT * UNIT));
  for (;;) {
    now.next = config_host.next;
    note();
    const uint32_t left = end > now.next ? end - now.next : 0;
    if (left == 0 || !CHECK_EQUAL(config_send(config, now.next + (left < CONFIG_CHUNK ? left : CONFIG_CHUNK)), PERCH_OK)) {
      return;
    }
  }
}

static void save(const config_t *config) {
  now.saving = true;
  now.to_save = config;
  note();
  CHECK_EQUAL(config_save(), PERCH_OK);
  now.saving = false;
  now.saved = config;
  now.sent = NULL;
  note();
}

static void install(const config_t *config) {
  send(config, config->length);
  CHECK_EQUAL(config_commit(config), PERCH_OK);
  save(config);
}

static void reset_and_save(void) {
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_RESET, NULL, 0), PERCH_OK);
  now.sent = NULL;
  save(NULL);
}

static void restart(void) {
  fake_restart();
  config_session();
}

/// Repeats the work that a cut interrupted, then does work that uses the other area.
static void mend(void) {
  if (mend_given_up && now.given_up != NULL && now.given_up != &liar && now.given_up != now.saved) {
    install(now.given_up);
  } else if (now.saving && now.to_save == NULL) {
    reset_and_save();
  } else if (now.sent != NULL && now.sent != &liar) {
    install(now.sent);
  }
  install(now.saved == &small ? &a : &small);
}

// MARK: The dongle after a cut

static const config_t *by_stat(const uint8_t *stat) {
  const config_t *const known[] = {&old, &a, &b, &small, &liar};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (get32(stat) == known[i]->length && memcmp(stat + 4, known[i]->digest, 32) == 0) {
      return known[i];
    }
  }
  return NULL;
}

/// Whether the reported staging is really there.
static bool staging_is_true(const uint8_t *stat) {
  const config_t *config = by_stat(stat);
  const uint32_t next = get32(stat + 36);
  for (uint8_t area = 0; config != NULL && area < PERCH_CONFIG_AREAS; area++) {
    uint8_t digest[32];
    fake_flash_read(NULL, area, 16, digest, sizeof digest);
    if (memcmp(digest, config->digest, 32) == 0) {
      return next <= config->length && memcmp(fake.flash.areas[area] + UNIT, config->bytes, next) == 0;
    }
  }
  return get32(stat) == 0;
}

/// Starts a dongle on a flash. \returns the index in `configs` of its active config; CONFIGS for
/// any other, or if its digests do not match.
static size_t boot(const fake_flash_t *flash) {
  fake.flash = *flash;
  restart();
  fake.flash_steps = 0;
  if (fake_ask(PERCH_OP_CONFIG_STAT, NULL, 0) != PERCH_OK || !staging_is_true(fake_answer.payload + 76)) {
    return CONFIGS;
  }
  const config_t *active = by_stat(fake_answer.payload + 4);
  const config_t *saved = by_stat(fake_answer.payload + 40);
  if (active == NULL) {
    return config_is_factory() && get32(fake_answer.payload + 40) == 0 ? 0 : CONFIGS;
  }
  for (size_t i = 1; i < CONFIGS; i++) {
    if (configs[i] == active && active == saved && config_is_active(active)) {
      return i;
    }
  }
  return CONFIGS;
}

static bool fail(const char *what, unsigned long step, unsigned tear) {
  test_check(false, what, __FILE__, __LINE__);
  printf("    cut %u at step %lu of %lu, tear %u\n", (unsigned)(run - runs) + 1, step + 1, run->steps, tear);
  return false;
}

// MARK: Cuts

static bool is_mark(const fake_step_t *step) {
  return !step->erase && step->offset < UNIT;
}

/// Of a config's words, those at the ends of a range that the core programs at once.
static bool is_edge(unsigned long step) {
  const fake_step_t *at = &run->journal[step];
  return at->erase || is_mark(at) || at->first || step + 1 == run->steps || at[1].first || at[1].erase;
}

static bool cut_everywhere(const fake_flash_t *flash, void (*sequence)(void));

/// The power failed at `step` and left `torn`, with which configs[found] has started.
static bool try_mending(const fake_flash_t *torn, unsigned long step, unsigned tear, size_t found, bool cut_again) {
  const moment_t kept = now;
  const unsigned failed = test_failed;
  now = *moment_at(step);
  if (configs[found] == now.to_save || !now.saving) {
    now.sent = now.saving ? NULL : now.sent;
    now.saving = false;
  } else if (is_mark(&run->journal[step]) && get32(torn->areas[run->journal[step].area] + SAVE_MARK) != UINT32_MAX) {
    now.next = 0;  // the place of the mark is used up, so the committed config has to be sent again
  }
  now.saved = configs[found];
  mend_given_up = (tear + tear / FAKE_ERASE_SHAPES) % 2 == 0;
  run++;
  if (cut_again) {
    cut_everywhere(torn, mend);
  } else {
    run->moment_count = 0;
    mend();
    const config_t *last = now.saved;
    CHECK(configs[boot(&fake.flash) % CONFIGS] == last);
  }
  run--;
  now = kept;
  return test_failed == failed;
}

/// Number of times that a step is torn, each time differently, and once more by a cut before it.
static unsigned tears(const fake_step_t *step) {
  const bool again = run != runs;
  if (step->erase) {
    return again ? FAKE_ERASE_SHAPES : FAKE_ERASE_SHAPES * (step->offset == 0 ? HEADER_WORDS : 8);
  }
  return is_mark(step) && !again ? 6 : 2;
}

static unsigned tear_of(const fake_step_t *step, unsigned long number, unsigned i) {
  if (!step->erase) {
    return i == 0 ? 0 : i + (unsigned)number;
  }
  unsigned boundary = i / FAKE_ERASE_SHAPES;
  if (run != runs) {
    boundary = (unsigned)number * 7u % HEADER_WORDS;
  } else if (step->offset > 0) {
    boundary *= UNIT / 4 / 8;
  }
  return boundary * FAKE_ERASE_SHAPES + i % FAKE_ERASE_SHAPES;
}

static bool tear_step(unsigned long step, size_t before, size_t after) {
  static fake_flash_t torn[DEPTH];
  fake_flash_t *flash = &torn[run - runs];
  const fake_step_t *at = &run->journal[step];
  const unsigned count = tears(at);
  for (unsigned i = 0; i < count; i++) {
    const unsigned tear = tear_of(at, step, i);
    *flash = run->image;
    fake_flash_tear(flash, at, tear);
    cuts[run - runs]++;
    const size_t found = boot(flash);
    if (found == CONFIGS || (found != before && found != after)) {
      return fail("boots neither what was saved nor what was being saved", step, tear);
    }
    const bool cut_again = run == runs && at->first && i == (unsigned)(1 + step) % count;
    if (is_edge(step) && !try_mending(flash, step, tear, found, cut_again)) {
      return fail("an interrupted update cannot be done again", step, tear);
    }
  }
  return true;
}

/// Runs a sequence on `flash`, then cuts it at each of its steps.
static bool cut_everywhere(const fake_flash_t *flash, void (*sequence)(void)) {
  const unsigned failed = test_failed;
  run->image = *flash;
  size_t before = boot(&run->image);
  run->moment_count = 0;
  note();
  sequence();
  run->steps = fake.flash_steps;
  if (!CHECK(test_failed == failed && run->steps > 0 && run->steps < FAKE_JOURNAL && !fake.program_dirty)) {
    return false;
  }
  memcpy(run->journal, fake_journal, run->steps * sizeof fake_journal[0]);
  for (unsigned long step = 0; step < run->steps; step++) {
    if (run != runs && !is_edge(step)) {
      fake_flash_apply(&run->image, &run->journal[step]);
      continue;
    }
    static fake_flash_t done;
    done = run->image;
    fake_flash_apply(&done, &run->journal[step]);
    const size_t after = boot(&done);
    const moment_t *known = moment_at(step + 1);
    if (after == CONFIGS || (configs[after] != known->saved && !(known->saving && configs[after] == known->to_save))) {
      return fail("boots another config than what was saved", step, 0);
    }
    if (!tear_step(step, before, after)) {
      return false;
    }
    fake_flash_apply(&run->image, &run->journal[step]);
    before = after;
  }
  return true;
}

// MARK: Sequences

static void update(void) {
  install(&b);
  save(&b);
  send(&small, 64);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_LOAD, NULL, 0), PERCH_OK);
  send(&small, small.length);
  CHECK_EQUAL(config_commit(&small), PERCH_OK);
  CHECK_EQUAL(fake_ask(PERCH_OP_CONFIG_LOAD, NULL, 0), PERCH_OK);
  install(&small);
}

static void resume(void) {
  send(&b, UNIT + UNIT / 2);
  restart();
  send(&b, UNIT + UNIT / 4);
  config_session();
  install(&b);
}

static void reset(void) {
  reset_and_save();
  save(NULL);
  install(&small);
  send(&b, UNIT);
  reset_and_save();
}

static void replace(void) {
  send(&b, UNIT + 64);
  send(&small, small.length);
  CHECK_EQUAL(config_commit(&small), PERCH_OK);
  restart();
  send(&b, 32);
  install(&small);
}

static void refuse(void) {
  send(&liar, liar.length);
  CHECK_EQUAL(config_commit(&liar), PERCH_DIGEST);
  install(&small);
}

static void begin_with_two(void) {
  send(&b, UNIT);
  send(&small, small.length);
  CHECK_EQUAL(config_commit(&small), PERCH_OK);
  restart();
  install(&b);
}

/// \param installed Whether two configs have been saved before.
static void cut(void (*sequence)(void), bool installed) {
  static fake_flash_t flash;
  fake_new();
  config_session();
  // Nothing is erased before that is necessary.
  uint32_t seed = 9;
  for (unsigned i = UNIT; i < PERCH_CONFIG_AREA_BYTES; i++) {
    fake.flash.areas[0][i] = (uint8_t)rnd(&seed);
    fake.flash.areas[1][i] = (uint8_t)rnd(&seed);
  }
  memset(&now, 0, sizeof now);
  run = runs;
  run->moment_count = 0;
  config_host.base = NULL;
  if (installed) {
    install(&old);
    install(&a);
  }
  flash = fake.flash;
  cut_everywhere(&flash, sequence);
}

static void cuts_of_an_update(void) {
  cut(update, true);
}
static void cuts_of_a_resumed_transfer(void) {
  cut(resume, true);
}
static void cuts_of_a_reset(void) {
  cut(reset, true);
}
static void cuts_of_a_transfer_given_up(void) {
  cut(replace, true);
}
static void cuts_of_a_wrong_digest(void) {
  cut(refuse, true);
}
static void cuts_of_the_first_config(void) {
  cut(begin_with_two, false);
}

/// The power fails again and again, at random, during any work.
static void cuts_in_a_row(void) {
  uint32_t seed = 31;
  unsigned cut_short = 0;
  size_t saved = 0;
  fake_new();
  config_session();
  run = runs;
  for (int round = 0; round < 1500; round++) {
    const size_t target = rnd(&seed) % CONFIGS;
    bool saving = false;
    fake.torn = rnd(&seed);
    const uint32_t span = 16u << rnd(&seed) % 8;
    fake.cut_at = 1 + rnd(&seed) % span;
    const bool committed = target == 0 ? fake_ask(PERCH_OP_CONFIG_RESET, NULL, 0) == PERCH_OK
                                       : config_begin(configs[target]) == PERCH_OK &&
                                             config_send(configs[target], configs[target]->length) == PERCH_OK &&
                                             config_commit(configs[target]) == PERCH_OK;
    if (committed) {
      saving = config_save() != PERCH_OK;
      saved = saving ? saved : target;
    }
    cut_short += fake.dead;
    const size_t found = boot(&fake.flash);
    if (found != saved && !(saving && found == target)) {
      test_check(false, "a config was lost", __FILE__, __LINE__);
      printf("    round %d\n", round);
      return;
    }
    saved = found;
  }
  CHECK(cut_short > 500);
  CHECK(cut_short < 1400);
}

void test_power_cuts(void) {
  config_make(&old, 4, 700);
  config_make(&a, 1, 500);
  config_make(&b, 2, PERCH_CONFIG_LIMIT < 2 * UNIT + 77 ? PERCH_CONFIG_LIMIT : 2 * UNIT + 77);
  config_make(&small, 3, 333);
  config_make(&liar, 5, 200);
  liar.bytes[100] ^= 1;
  RUN(cuts_of_an_update);
  RUN(cuts_of_a_resumed_transfer);
  RUN(cuts_of_a_reset);
  RUN(cuts_of_a_transfer_given_up);
  RUN(cuts_of_a_wrong_digest);
  RUN(cuts_of_the_first_config);
  RUN(cuts_in_a_row);
  printf("power cuts: %lu, and %lu while one was mended\n", cuts[0], cuts[1]);
}
