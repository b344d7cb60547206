#pragma once

#include <spawn.h>
#include <sys/types.h>

// The C library has these; its headers show them only to those who ask for GNU extensions, which Swift does not.
int pipe2(int ends[2], int flags);
int memfd_create(const char *name, unsigned int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
