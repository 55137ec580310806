// Prefix sums: of ints, of floats, in place, the running maximum, and differences, which undo a sum.
#include "kernel.h"

#define MAX 65536

static int numbers[MAX], sums[MAX];
static float floats[MAX];

static void prefix_sum(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += in[i];
    out[i] = sum;
  }
}

static void prefix_in_place(float *values, int n) {
  for (int i = 1; i < n; i++) values[i] += values[i - 1];
}

static void running_maximum(int *values, int n) {
  for (int i = 1; i < n; i++) {
    if (values[i] < values[i - 1]) values[i] = values[i - 1];
  }
}

static void differences(const int *in, int *out, int n) {
  int before = 0;
  for (int i = 0; i < n; i++) {
    int now = in[i];
    out[i] = now - before;
    before = now;
  }
}

KERNEL int run(int n) {
  random_state = 32;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) {
    numbers[i] = (int)(next_random() & 255) - 100;
    floats[i] = (float)(next_random() & 15) / 16;
  }
  uint32_t hash = 0;
  for (int round = 0; round < 10; round++) {
    prefix_sum(numbers, sums, n);
    differences(sums, numbers, n);
    running_maximum(sums, n);
    hash = mix(hash, (uint32_t)sums[n - 1 - round]);
    prefix_in_place(floats, 2000 < n ? 2000 : n);
    for (int i = 0; i < n; i++) floats[i] *= 0.5f;
  }
  for (int i = 0; i < n; i += 3) hash = mix_f64(mix(hash, (uint32_t)numbers[i]), floats[i]);
  return (int)hash;
}
