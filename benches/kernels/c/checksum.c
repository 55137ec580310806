// Checksums of n bytes: a sum, the one of IP, Adler's, Fletcher's, FNV, a parity, and the least and greatest byte.
#include "kernel.h"

#define MAX (1 << 18)

static uint8_t data[MAX];

static uint32_t sum_of(const uint8_t *in, int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) sum += in[i];
  return sum;
}

static uint32_t ip(const uint8_t *in, int n) {
  uint32_t sum = 0;
  for (int i = 0; i + 1 < n; i += 2) sum += (uint32_t)in[i] << 8 | in[i + 1];
  if (n & 1) sum += (uint32_t)in[n - 1] << 8;
  while (sum >> 16) sum = (sum & 65535) + (sum >> 16);
  return ~sum & 65535;
}

static uint32_t adler(const uint8_t *in, int n) {
  uint32_t a = 1, b = 0;
  while (n > 0) {
    int block = n < 5552 ? n : 5552;
    for (int i = 0; i < block; i++) {
      a += in[i];
      b += a;
    }
    a %= 65521;
    b %= 65521;
    in += block;
    n -= block;
  }
  return b << 16 | a;
}

static uint32_t fletcher(const uint8_t *in, int n) {
  uint32_t a = 0, b = 0;
  for (int i = 0; i < n; i++) {
    a = (a + in[i]) % 255;
    b = (b + a) % 255;
  }
  return b << 8 | a;
}

static uint32_t fnv(const uint8_t *in, int n) {
  uint32_t hash = 2166136261u;
  for (int i = 0; i < n; i++) hash = (hash ^ in[i]) * 16777619u;
  return hash;
}

static uint32_t parity(const uint8_t *in, int n) {
  uint8_t bits = 0;
  for (int i = 0; i < n; i++) bits ^= in[i];
  return bits;
}

static uint32_t bounds(const uint8_t *in, int n) {
  uint8_t least = 255, most = 0;
  for (int i = 0; i < n; i++) {
    if (in[i] < least) least = in[i];
    if (in[i] > most) most = in[i];
  }
  return (uint32_t)least << 8 | most;
}

KERNEL int run(int n) {
  random_state = 34;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) data[i] = (uint8_t)(next_random() % 251 + 2);
  uint32_t hash = 0;
  for (int round = 0; round < 5; round++) {
    const uint8_t *in = data + round;
    int length = n - 3 * round;
    hash = mix(hash, sum_of(in, length));
    hash = mix(hash, ip(in, length));
    hash = mix(hash, adler(in, length));
    hash = mix(hash, fletcher(in, length / 4));
    hash = mix(hash, fnv(in, length / 4));
    hash = mix(hash, parity(in, length));
    hash = mix(hash, bounds(in, length));
  }
  return (int)hash;
}
