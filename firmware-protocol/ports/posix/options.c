#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_usage(FILE *file) {
  fputs(
      "usage: perch-posix [--flash FILE] [--link PATH] [--id HEX]\n"
      "Runs the dongle's core behind a pseudo-terminal, with a scripted radio, and prints the path of the port.\n"
      "  --flash FILE   keeps the config areas; made if there is none. Without it they last as long as the process\n"
      "  --link PATH    symbolic link to the port; removed at the end\n"
      "  --id HEX       device id, 16 hexadecimal digits (default: 504F534958303031)\n"
      "Ends at SIGTERM, SIGINT or SIGHUP.\n",
      file);
}

static void refuse(const char *what, const char *which) {
  fprintf(stderr, "perch-posix: %s: %s\n", what, which);
  print_usage(stderr);
  exit(EXIT_USAGE);
}

static int digit(char c) {
  static const char digits[] = "0123456789abcdefABCDEF";
  const char *found = c == '\0' ? NULL : strchr(digits, c);
  const int value = found == NULL ? -1 : (int)(found - digits);
  return value < 16 ? value : value - 6;
}

static void read_id(uint8_t id[8], const char *text) {
  if (strlen(text) != 16) {
    refuse("not 16 hexadecimal digits", text);
  }
  for (int i = 0; i < 8; i++) {
    const int high = digit(text[2 * i]);
    const int low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) {
      refuse("not 16 hexadecimal digits", text);
    }
    id[i] = (uint8_t)(high << 4 | low);
  }
}

void options_read(options_t *options, int argc, char **argv) {
  *options = (options_t){.device_id = {'P', 'O', 'S', 'I', 'X', '0', '0', '1'}};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      print_usage(stdout);
      exit(EXIT_SUCCESS);
    }
    const char *const name = argv[i];
    if (strcmp(name, "--flash") != 0 && strcmp(name, "--link") != 0 && strcmp(name, "--id") != 0) {
      refuse("unknown argument", name);
    }
    if (++i == argc) {
      refuse("a value is missing behind", name);
    }
    if (strcmp(name, "--flash") == 0) {
      options->flash = argv[i];
    } else if (strcmp(name, "--link") == 0) {
      options->link = argv[i];
    } else {
      read_id(options->device_id, argv[i]);
    }
  }
}
