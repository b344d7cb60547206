#ifndef KILLPOINT_H
#define KILLPOINT_H

/// Number of commits that this process has made to a write-ahead log of SQLite.
///
/// Linking this target replaces pwrite64, fdatasync, fsync, rename and unlink of the C library. With
/// KILLPOINT=before:N in the environment the process kills itself with SIGKILL when it begins to
/// write commit N, with KILLPOINT=after:N once commit N is on the disk, with KILLPOINT=call:N when it
/// begins the Nth call of one of these functions.
unsigned long killpoint_commits(void);

#endif
