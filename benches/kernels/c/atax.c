// y = A' (A x) repeatedly, where x is y normalized: one loop along a row that sums, one that adds to a
// vector.
#include "kernel.h"

#define MAX 200
#define STEPS 30

static double A[MAX][MAX], x[MAX], y[MAX];

static void start(int n) {
  for (int i = 0; i < n; i++) {
    x[i] = 1 + (double)i / n;
    for (int j = 0; j < n; j++) A[i][j] = (double)((i + j) % n) / (5 * n);
  }
}

static void atax(int n) {
  for (int j = 0; j < n; j++) y[j] = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += A[i][j] * x[j];
    for (int j = 0; j < n; j++) y[j] += A[i][j] * sum;
  }
}

static double shorten(int n) {
  double square = 0;
  for (int i = 0; i < n; i++) square += y[i] * y[i];
  double length = __builtin_sqrt(square);
  for (int i = 0; i < n; i++) x[i] = y[i] / length;
  return length;
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  uint32_t hash = 0;
  for (int t = 0; t < STEPS; t++) {
    atax(n);
    hash = mix_f64(hash, shorten(n));
  }
  for (int i = 0; i < n; i++) hash = mix_f64(hash, x[i]);
  return (int)hash;
}
