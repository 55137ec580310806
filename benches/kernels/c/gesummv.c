// y = alpha A x + beta B x repeatedly, where x is y scaled down; sums are kept in arrays.
#include "kernel.h"

#define MAX 220
#define STEPS 40

static double A[MAX][MAX], B[MAX][MAX], sums[MAX], x[MAX], y[MAX];

static void start(int n) {
  for (int i = 0; i < n; i++) {
    x[i] = (double)(i % n) / n;
    for (int j = 0; j < n; j++) {
      A[i][j] = (double)((i * j + 1) % n) / n;
      B[i][j] = (double)((i * j + 2) % n) / n;
    }
  }
}

static void gesummv(int n, double alpha, double beta) {
  for (int i = 0; i < n; i++) {
    sums[i] = 0;
    y[i] = 0;
    for (int j = 0; j < n; j++) {
      sums[i] = A[i][j] * x[j] + sums[i];
      y[i] = B[i][j] * x[j] + y[i];
    }
    y[i] = alpha * sums[i] + beta * y[i];
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  uint32_t hash = 0;
  for (int t = 0; t < STEPS; t++) {
    gesummv(n, 1.5, 1.2);
    hash = mix_f64(hash, y[t % n]);
    for (int i = 0; i < n; i++) x[i] = y[i] / n;
  }
  for (int i = 0; i < n; i++) hash = mix_f64(hash, y[i]);
  return (int)hash;
}
