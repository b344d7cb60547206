#pragma once

#include <stddef.h>
#include <stdint.h>

/// Content of a file, valid as long as the program runs.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
} perch_file_t;

perch_file_t perch_file_openapi(void);
perch_file_t perch_file_changelog(void);
perch_file_t perch_file_companies(void);

/// A file of the console with its path, such as `shell/app.js`.
typedef struct {
    const char *_Nonnull path;
    const uint8_t *_Nonnull bytes;
    size_t count;
} perch_named_file_t;

/// Files of the console, ordered by path.
const perch_named_file_t *_Nullable perch_console_files(size_t *_Nonnull count);
