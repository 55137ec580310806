// Shared by the kernels: the export, a random number generator, and the checksum of results.
#include <stdint.h>
#include <string.h>

#define KERNEL __attribute__((export_name("run")))

static uint32_t random_state;

// 24 bits from a linear congruential generator.
static inline uint32_t next_random(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return random_state >> 8;
}

static inline uint32_t mix(uint32_t hash, uint32_t value) {
  hash = (hash ^ value) * 2654435761u;
  return hash ^ (hash >> 15);
}

static inline uint32_t mix_f64(uint32_t hash, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return mix(mix(hash, (uint32_t)bits), (uint32_t)(bits >> 32));
}
