// SwiftPM's `.embedInCode` turns a file into an array literal, which takes the Swift compiler
// minutes at the size of openapi.yaml. So C embeds these files.
#include "served_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t openapi[] = {
#embed "../../docs/openapi.yaml"
};

static const uint8_t changelog[] = {
#embed "../../CHANGELOG.md"
};

perch_file_t perch_file_openapi(void) { return (perch_file_t){ openapi, sizeof openapi }; }
perch_file_t perch_file_changelog(void) { return (perch_file_t){ changelog, sizeof changelog }; }
