/// The command line of the process.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdint.h>

typedef struct {
  const char *flash; ///< file; NULL = memory
  const char *link; ///< symbolic link to the line; NULL = none
  uint8_t device_id[8];
} options_t;

// Exit codes, as in sysexits.h.
#define EXIT_USAGE 64
#define EXIT_DATA 65
#define EXIT_SYSTEM 71
#define EXIT_CREATE 73

/// Reads the options, or prints the error and ends the process.
void options_read(options_t *options, int argc, char **argv);

#endif
