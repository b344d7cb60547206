// Functions of glibc 2.38 that Debian 12's glibc 2.36 lacks.
//
// tools/packaging/cross links them into the program: the Swift libraries that it takes from Debian
// sid were compiled against a newer glibc than the one the program runs on. __isoc23_* is what that
// glibc's headers make of sscanf, strtol and their like; it differs from the older functions only in
// binary numbers such as 0b101, which no caller here reads.

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Not for the shared libraries beside the program.
#pragma GCC visibility push(hidden)

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

// Copies as much as fits with a NUL byte into `size` bytes. Returns the length of `from`.
size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}

// Appends as much as fits with a NUL byte into `size` bytes. Returns the length of both together.
size_t strlcat(char *to, const char *from, size_t size) {
    size_t length = strnlen(to, size);
    return length + strlcpy(to + length, from, size - length);
}
