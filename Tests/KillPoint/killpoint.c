#define _GNU_SOURCE
#include "killpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static unsigned long calls;
static unsigned long commits;

unsigned long killpoint_commits(void) { return __atomic_load_n(&commits, __ATOMIC_SEQ_CST); }

static int is_log(int descriptor) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path);
  return length > 4 && memcmp(path + length - 4, "-wal", 4) == 0;
}

static void kill_if(const char *when, unsigned long number) {
  const char *wanted = getenv("KILLPOINT");
  size_t length = strlen(when);
  if (wanted == NULL || strncmp(wanted, when, length) != 0 || wanted[length] != ':') return;
  if (strtoul(wanted + length + 1, NULL, 10) == number) kill(getpid(), SIGKILL);
}

static void count_call(void) { kill_if("call", __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST)); }

// SQLite writes its log with pwrite64 and fdatasync. These functions do the same as the C
// library's, except for the kill.
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  count_call();
  if (is_log(descriptor)) kill_if("before", killpoint_commits() + 1);
  return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

int fdatasync(int descriptor) {
  count_call();
  int result = (int)syscall(SYS_fdatasync, descriptor);
  if (is_log(descriptor)) kill_if("after", __atomic_add_fetch(&commits, 1, __ATOMIC_SEQ_CST));
  return result;
}

int fsync(int descriptor) {
  count_call();
  return (int)syscall(SYS_fsync, descriptor);
}

int rename(const char *from, const char *to) {
  count_call();
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  count_call();
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
