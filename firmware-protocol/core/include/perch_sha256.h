/// SHA-256 (FIPS 180-4) over whole blocks, since a config is read from flash in blocks: it stores
/// no block itself.
#ifndef PERCH_SHA256_H
#define PERCH_SHA256_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t hash[8];
  uint32_t length; ///< bytes so far
} perch_sha256_t;

void perch_sha256_init(perch_sha256_t *sha);
/// Takes `count` blocks of 64 bytes.
void perch_sha256_blocks(perch_sha256_t *sha, const uint8_t *bytes, size_t count);
/// Takes the last 0...63 bytes and gives the digest.
void perch_sha256_finish(perch_sha256_t *sha, const uint8_t *rest, size_t length, uint8_t digest[32]);

#ifdef __cplusplus
}
#endif
#endif
