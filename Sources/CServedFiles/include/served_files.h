#pragma once

#include <stddef.h>
#include <stdint.h>

/// A file's content, which lasts as long as the program.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
} perch_file_t;

perch_file_t perch_file_console(void);
perch_file_t perch_file_openapi(void);
