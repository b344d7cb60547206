#pragma once

#include <poll.h>
#include <signal.h>
#include <time.h>

// The C library has this; its header shows it only to those who ask for GNU extensions, which Swift does not.
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *limit, const sigset_t *mask);
