// Layers of RGBA pixels over each other: by the alpha of each pixel, by one alpha for all, added, multiplied.
#include "kernel.h"

#define MAX 65536

static uint8_t below[4 * MAX], above[4 * MAX];

static uint8_t div255(int value) { return (uint8_t)((value + 128 + ((value + 128) >> 8)) >> 8); }

static void over(uint8_t *out, const uint8_t *in, int pixels) {
  for (int i = 0; i < pixels; i++) {
    int alpha = in[4 * i + 3];
    for (int c = 0; c < 4; c++) {
      out[4 * i + c] = div255(in[4 * i + c] * alpha + out[4 * i + c] * (255 - alpha));
    }
  }
}

static void fade(uint8_t *out, const uint8_t *in, int bytes, int alpha) {
  for (int i = 0; i < bytes; i++) out[i] = (uint8_t)((in[i] * alpha + out[i] * (256 - alpha)) >> 8);
}

static void add(uint8_t *out, const uint8_t *in, int bytes) {
  for (int i = 0; i < bytes; i++) {
    int sum = out[i] + in[i];
    out[i] = sum > 255 ? 255 : (uint8_t)sum;
  }
}

static void multiply(uint8_t *out, const uint8_t *in, int bytes) {
  for (int i = 0; i < bytes; i++) out[i] = div255(out[i] * in[i]);
}

KERNEL int run(int n) {
  random_state = 31;
  if (n > MAX) n = MAX;
  for (int i = 0; i < 4 * n; i++) {
    below[i] = (uint8_t)next_random();
    above[i] = (uint8_t)(i * 13 + (i >> 6));
  }
  uint32_t hash = 0;
  for (int round = 0; round < 3; round++) {
    over(below, above, n);
    fade(above, below, 4 * n, 60 + round);
    add(below, above, 4 * n);
    multiply(below, above, 4 * n - round);
    for (int i = round; i < 4 * n; i += 101) hash = mix(hash, below[i]);
  }
  return (int)hash;
}
