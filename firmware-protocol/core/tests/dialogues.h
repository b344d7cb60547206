/// The dialogues of firmware-protocol/vectors as tables; dialogues.py writes them.
#ifndef DIALOGUES_H
#define DIALOGUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Tokens of a pattern: a byte; any byte; all to the end; bytes that a name stands for or that differ from it.
#define TOKEN_ANY 0x100u
#define TOKEN_REST 0x200u
#define TOKEN_NAMED 0x1000u  ///< name << 6 | width
#define TOKEN_DIFFERS 0x2000u  ///< likewise; takes no byte
#define TOKEN_NAME(token) ((token) >> 6 & 0x3Fu)
#define TOKEN_WIDTH(token) ((token) & 0x3Fu)
/// Name of the dongle's uptime.
#define NAME_NOW 0u
/// Name that collecting binds to the number of lost values.
#define NAME_LOST 1u
#define NAMES 64u
#define NAME_BYTES 32u

typedef struct {
  const uint16_t *tokens;
  size_t length;
} pattern_t;

typedef struct {
  const pattern_t *frames;
  size_t count;
  bool unless_saved; ///< only where no step marked `saved` has been passed
} frame_list_t;

typedef struct {
  const char *kind; ///< key of the step that says what it does
  const char *what; ///< its value, where that is a word
  const frame_list_t *lists; ///< frames to send, or those expected; several of which one must come
  size_t list_count;
  uint32_t ms; ///< how long it waits
  bool any_order, loud, marks, anywhere;
  uint32_t numbers[4]; ///< by kind, in the order of dialogues.py
  const uint8_t *bytes;
  size_t length;
  uint32_t times; ///< how often it happens, at least 1
  int numbered; ///< offset in the bytes of the number of each time; -1 = none
} dialogue_step_t;

#define LIMITS 6u

typedef struct {
  const char *name;
  bool hears_batches, hears_logs;
  uint64_t features, without;
  uint32_t at_least[LIMITS], at_most[LIMITS];
  const dialogue_step_t *steps;
  size_t step_count;
} dialogue_t;

extern const dialogue_t dialogues[];
extern const size_t dialogue_count;

#endif
