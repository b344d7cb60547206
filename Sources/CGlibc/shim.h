#pragma once

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>
#include <time.h>

// The C library has these functions, but its headers declare them only with GNU extensions enabled,
// which Swift does not do.
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *limit, const sigset_t *mask);
int pipe2(int ends[2], int flags);
int memfd_create(const char *name, unsigned int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
