#define _GNU_SOURCE  // cfmakeraw, ppoll
#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "options.h"

/// A host that discards unread bytes makes room, but the kernel does not report that.
#define LOOK_FOR_ROOM_MS 100u

static int terminal = -1;
static const char *made_link;
static char path[128];

static void fail(int code, const char *what) {
  fprintf(stderr, "perch-posix: %s: %s\n", what, strerror(errno));
  exit(code);
}

/// The host's end is kept open here too, so that hosts can come and go without a hang-up.
static void open_host_end(void) {
  const char *const name = ptsname(terminal);
  if (name == NULL || strlen(name) >= sizeof path) {
    fail(EXIT_SYSTEM, "no name for the pseudo-terminal");
  }
  strcpy(path, name);
  const int host_end = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct termios settings;
  if (host_end < 0 || tcgetattr(host_end, &settings) != 0) {
    fail(EXIT_SYSTEM, path);
  }
  cfmakeraw(&settings);
  if (tcsetattr(host_end, TCSANOW, &settings) != 0) {
    fail(EXIT_SYSTEM, path);
  }
}

/// Creates the link, replacing one that leads nowhere: a killed process leaves its own behind.
static void make_link(const char *link) {
  if (access(link, F_OK) != 0) {
    char target[sizeof path];
    if (readlink(link, target, sizeof target) >= 0) {
      unlink(link);
    }
  }
  if (symlink(path, link) != 0) {
    fail(EXIT_CREATE, link);
  }
  made_link = link;
}

void line_open(const char *link) {
  terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
    fail(EXIT_SYSTEM, "no pseudo-terminal");
  }
  if (fcntl(terminal, F_SETFL, O_NONBLOCK) != 0 || fcntl(terminal, F_SETFD, FD_CLOEXEC) != 0) {
    fail(EXIT_SYSTEM, "fcntl");
  }
  open_host_end();
  if (link != NULL) {
    make_link(link);
  }
  puts(path);
  fflush(stdout);
}

void line_close(void) {
  char target[sizeof path];
  const ssize_t length = made_link == NULL ? -1 : readlink(made_link, target, sizeof target);
  // Another process may have taken the name since.
  if (length == (ssize_t)strlen(path) && memcmp(target, path, (size_t)length) == 0) {
    unlink(made_link);
  }
}

size_t line_write(const uint8_t *bytes, size_t length) {
  const ssize_t count = write(terminal, bytes, length);
  return count > 0 ? (size_t)count : 0;
}

size_t line_read(uint8_t *bytes, size_t length) {
  const ssize_t count = read(terminal, bytes, length);
  return count > 0 ? (size_t)count : 0;
}

void line_wait(uint32_t ms, bool for_room) {
  if (for_room && ms > LOOK_FOR_ROOM_MS) {
    ms = LOOK_FOR_ROOM_MS;
  }
  struct pollfd descriptor = {.fd = terminal, .events = (short)(for_room ? POLLIN | POLLOUT : POLLIN)};
  const struct timespec limit = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
  // The signals that end the process are only unblocked here, so none can come between the check of
  // its flag and the sleep.
  sigset_t none;
  sigemptyset(&none);
  ppoll(&descriptor, 1, ms == UINT32_MAX ? NULL : &limit, &none);
}
