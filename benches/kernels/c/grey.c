// Pixels of three and of four bytes to grey, and grey to black and white.
#include "kernel.h"

#define MAX (1 << 17)

static uint8_t rgb[3 * MAX], rgba[4 * MAX], grey[MAX];

static void from_rgb(const uint8_t *in, uint8_t *out, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = (uint8_t)((77 * in[3 * i] + 150 * in[3 * i + 1] + 29 * in[3 * i + 2]) >> 8);
  }
}

static void from_rgba(const uint8_t *in, uint8_t *out, int n) {
  for (int i = 0; i < n; i++) {
    const uint8_t *pixel = in + 4 * i;
    out[i] = (uint8_t)((pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29 + 128) >> 8);
  }
}

static void threshold(uint8_t *pixels, int n, uint8_t limit) {
  for (int i = 0; i < n; i++) pixels[i] = pixels[i] > limit ? 255 : 0;
}

static uint32_t sum_of(const uint8_t *pixels, int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) sum += pixels[i];
  return sum;
}

KERNEL int run(int n) {
  random_state = 23;
  if (n > MAX) n = MAX;
  for (int i = 0; i < 3 * n; i++) rgb[i] = (uint8_t)next_random();
  for (int i = 0; i < 4 * n; i++) rgba[i] = (uint8_t)(i * 7 + (i >> 5));
  uint32_t hash = 0;
  for (int round = 0; round < 8; round++) {
    from_rgb(rgb, grey, n);
    hash = mix(hash, sum_of(grey, n));
    from_rgba(rgba, grey, n);
    hash = mix(hash, sum_of(grey, n));
    threshold(grey, n, (uint8_t)(100 + round));
    hash = mix(hash, sum_of(grey, n));
  }
  return (int)hash;
}
