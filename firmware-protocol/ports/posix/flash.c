#define _GNU_SOURCE  // flock
#include "flash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"
#include "perch_config.h"

static uint8_t content[PERCH_CONFIG_AREAS * PERCH_CONFIG_AREA_BYTES];
static int file = -1;

static void fail(int code, const char *path, const char *what) {
  fprintf(stderr, "perch-posix: %s: %s\n", path, what);
  exit(code);
}

/// Writes a range of the content to the file.
static bool keep(size_t first, size_t length) {
  if (file < 0) {
    return true;
  }
  while (length > 0) {
    const ssize_t count = pwrite(file, content + first, length, (off_t)first);
    if (count <= 0) {
      return false;
    }
    first += (size_t)count;
    length -= (size_t)count;
  }
  return true;
}

void flash_open(const char *path) {
  memset(content, 0xFF, sizeof content);
  if (path == NULL) {
    return;
  }
  file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    fail(EXIT_CREATE, path, strerror(errno));
  }
  // Two dongles on one flash would mix their configs.
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    fail(EXIT_CREATE, path, "in use by another process");
  }
  if (status.st_size == 0) {
    if (!keep(0, sizeof content)) {
      fail(EXIT_CREATE, path, strerror(errno));
    }
  } else if (status.st_size != (off_t)sizeof content || pread(file, content, sizeof content, 0) != (ssize_t)sizeof content) {
    char what[128];
    snprintf(what, sizeof what, "not the flash of this profile: %zu bytes are expected. Name another file, or remove it", sizeof content);
    fail(EXIT_DATA, path, what);
  }
}

/// Offset of the range in `content`; SIZE_MAX if it is not within one area.
static size_t place(uint8_t area, uint32_t offset, uint32_t length) {
  const bool inside = area < PERCH_CONFIG_AREAS && offset <= PERCH_CONFIG_AREA_BYTES && length <= PERCH_CONFIG_AREA_BYTES - offset;
  return inside ? (size_t)area * PERCH_CONFIG_AREA_BYTES + offset : SIZE_MAX;
}

bool flash_erase(void *context, uint8_t area, uint32_t unit) {
  (void)context;
  const size_t first = unit > PERCH_CONFIG_UNITS ? SIZE_MAX : place(area, unit * PERCH_FLASH_UNIT, PERCH_FLASH_UNIT);
  if (first == SIZE_MAX) {
    return false;
  }
  memset(content + first, 0xFF, PERCH_FLASH_UNIT);
  return keep(first, PERCH_FLASH_UNIT);
}

bool flash_program(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  (void)context;
  const size_t first = place(area, offset, length);
  if (first == SIZE_MAX) {
    return false;
  }
  for (uint32_t i = 0; i < length; i++) {
    content[first + i] &= bytes[i];
  }
  return keep(first, length);
}

void flash_read(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length) {
  (void)context;
  const size_t first = place(area, offset, length);
  if (first == SIZE_MAX) {
    memset(bytes, 0xFF, length);
  } else {
    memcpy(bytes, content + first, length);
  }
}
