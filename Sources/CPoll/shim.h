#pragma once

#include <poll.h>
#include <signal.h>
#include <time.h>

// The C library has this function, but its header declares it only with GNU extensions enabled,
// which Swift does not do.
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *limit, const sigset_t *mask);
