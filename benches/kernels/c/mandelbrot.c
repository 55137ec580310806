// The Mandelbrot set in n by n points: iterations per point, and a bitmap of the set.
#include "kernel.h"

#define MAX 512
#define LIMIT 60

static uint8_t bitmap[MAX * MAX / 8];

static int iterations(double cx, double cy) {
  double x = 0, y = 0;
  int i = 0;
  for (; i < LIMIT; i++) {
    double xx = x * x, yy = y * y;
    if (xx + yy > 4.0) break;
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  return i;
}

// Points of the main cardioid are inside: they need no iteration.
static int in_cardioid(double cx, double cy) {
  double q = (cx - 0.25) * (cx - 0.25) + cy * cy;
  return q * (q + (cx - 0.25)) <= 0.25 * cy * cy;
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  memset(bitmap, 0, sizeof bitmap);
  uint32_t hash = 0, skipped = 0;
  for (int row = 0; row < n; row++) {
    double cy = 2.4 * row / n - 1.2;
    uint32_t sum = 0;
    for (int column = 0; column < n; column++) {
      double cx = 3.0 * column / n - 2.2;
      // One in four is computed anyway, so that points of the cardioid are part of the work.
      int known = (column & 3) != 0 && in_cardioid(cx, cy);
      int count = known ? LIMIT : iterations(cx, cy);
      skipped += known;
      sum += (uint32_t)count;
      if (count == LIMIT) {
        int at = row * n + column;
        bitmap[at >> 3] |= (uint8_t)(1 << (at & 7));
      }
    }
    hash = mix(hash, sum);
  }
  for (int i = 0; i < n * n / 8; i++) hash = mix(hash, bitmap[i]);
  return (int)mix(hash, skipped);
}
