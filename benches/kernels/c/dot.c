// Dot products: of bytes, of 16-bit numbers, and of floats, whose sum has an order.
#include "kernel.h"

#define MAX 65536

static int8_t a8[MAX], b8[MAX];
static int16_t a16[MAX], b16[MAX];
static float a32[MAX], b32[MAX];

static int dot8(const int8_t *a, const int8_t *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static int dot16(const int16_t *a, const int16_t *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static float dot32(const float *a, const float *b, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

KERNEL int run(int n) {
  random_state = 24;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) {
    a8[i] = (int8_t)next_random();
    b8[i] = (int8_t)next_random();
    a16[i] = (int16_t)next_random() >> 3;
    b16[i] = (int16_t)next_random() >> 3;
    a32[i] = (float)(int)(next_random() & 1023) / 64 - 8;
    b32[i] = (float)(int)(next_random() & 1023) / 64 - 8;
  }
  uint32_t hash = 0;
  // Each time of fewer numbers, from another place.
  for (int round = 0; round < 20; round++) {
    int count = n - 3 * round;
    hash = mix(hash, (uint32_t)dot8(a8 + round, b8, count));
    hash = mix(hash, (uint32_t)dot16(a16 + round, b16, count));
    hash = mix_f64(hash, dot32(a32 + round, b32, count));
  }
  return (int)hash;
}
