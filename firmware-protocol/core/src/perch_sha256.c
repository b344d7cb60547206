#include "perch_sha256.h"

#include <string.h>

// FIPS 180-4, 4.2.2.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t value, unsigned bits) {
  return value >> bits | value << (32 - bits);
}

static void block(uint32_t hash[8], const uint8_t *bytes) {
  uint32_t words[16];  // the message schedule, rolling
  uint32_t v[8];
  for (unsigned i = 0; i < 16; i++, bytes += 4) {
    words[i] = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  }
  memcpy(v, hash, sizeof v);
  for (unsigned i = 0; i < 64; i++) {
    if (i >= 16) {
      const uint32_t a = words[(i + 1) & 15];
      const uint32_t b = words[(i + 14) & 15];
      words[i & 15] += (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + words[(i + 9) & 15] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    const uint32_t t1 = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
                        constants[i] + words[i & 15];
    const uint32_t t2 = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof v[0]);
    v[4] += t1;
    v[0] = t1 + t2;
  }
  for (unsigned i = 0; i < 8; i++) {
    hash[i] += v[i];
  }
}

void perch_sha256_init(perch_sha256_t *sha) {
  static const uint32_t initial[8] = {
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  };
  memcpy(sha->hash, initial, sizeof initial);
  sha->length = 0;
}

void perch_sha256_blocks(perch_sha256_t *sha, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    block(sha->hash, bytes + 64 * i);
  }
  sha->length += (uint32_t)(64 * count);
}

static void put_big_endian(uint8_t *at, uint32_t value) {
  for (unsigned i = 0; i < 4; i++) {
    at[i] = (uint8_t)(value >> (24 - 8 * i));
  }
}

void perch_sha256_finish(perch_sha256_t *sha, const uint8_t *rest, size_t length, uint8_t digest[32]) {
  uint8_t last[64];
  const uint32_t total = sha->length + (uint32_t)length;
  memset(last, 0, sizeof last);
  if (length > 0) {
    memcpy(last, rest, length);
  }
  last[length] = 0x80;
  if (length >= 56) {
    block(sha->hash, last);
    memset(last, 0, sizeof last);
  }
  put_big_endian(last + 56, total >> 29);
  put_big_endian(last + 60, total << 3);
  block(sha->hash, last);
  for (unsigned i = 0; i < 8; i++) {
    put_big_endian(digest + 4 * i, sha->hash[i]);
  }
}
