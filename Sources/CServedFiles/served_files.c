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

// Company identifiers of the Bluetooth SIG's Assigned Numbers, 0x0000 to 0x0CFF: hexadecimal id, tab, name.
static const uint8_t companies[] = {
#embed "companies.tsv"
};

perch_file_t perch_file_openapi(void) { return (perch_file_t){ openapi, sizeof openapi }; }
perch_file_t perch_file_changelog(void) { return (perch_file_t){ changelog, sizeof changelog }; }
perch_file_t perch_file_companies(void) { return (perch_file_t){ companies, sizeof companies }; }
