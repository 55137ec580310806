// Histograms of bytes and of 16-bit numbers, and equalization by the sums of one.
#include "kernel.h"

#define MAX (1 << 18)

static uint8_t bytes[MAX];
static uint16_t numbers[MAX];
static uint32_t counts[256], buckets[1024];

static void count_bytes(const uint8_t *in, int n) {
  for (int i = 0; i < n; i++) counts[in[i]]++;
}

static void count_numbers(const uint16_t *in, int n) {
  for (int i = 0; i < n; i++) buckets[in[i] >> 6]++;
}

static void equalize(uint8_t *in, int n) {
  uint8_t map[256];
  uint32_t below = 0;
  for (int i = 0; i < 256; i++) {
    below += counts[i];
    map[i] = (uint8_t)((uint64_t)below * 255 / (uint32_t)n);
  }
  for (int i = 0; i < n; i++) in[i] = map[in[i]];
}

KERNEL int run(int n) {
  random_state = 25;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) {
    bytes[i] = (uint8_t)(next_random() & next_random());
    numbers[i] = (uint16_t)next_random();
  }
  memset(buckets, 0, sizeof buckets);
  for (int round = 0; round < 4; round++) {
    memset(counts, 0, sizeof counts);
    count_bytes(bytes, n);
    count_numbers(numbers, n - round);
    equalize(bytes, n);
  }
  uint32_t hash = 0;
  for (int i = 0; i < 256; i++) hash = mix(hash, counts[i]);
  for (int i = 0; i < 1024; i++) hash = mix(hash, buckets[i]);
  return (int)hash;
}
