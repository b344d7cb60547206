#pragma once

#include <stddef.h>
#include <stdint.h>

/// Content of a file, valid as long as the program runs.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
} perch_file_t;

perch_file_t perch_file_console(void);
perch_file_t perch_file_openapi(void);
perch_file_t perch_file_changelog(void);
