#ifndef KILLPOINT_H
#define KILLPOINT_H

/// Commits to a write-ahead log of SQLite that this process has made.
///
/// Linking this target puts its pwrite64 and fdatasync before the C library's. With KILLPOINT=before:N in the environment the
/// process kills itself with SIGKILL when it begins to write commit N, with KILLPOINT=after:N once commit N is on the disk.
unsigned long killpoint_commits(void);

#endif
