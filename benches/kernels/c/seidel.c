// Gauss-Seidel steps of the 9-point stencil over an n by n grid, in place.
#include "kernel.h"

#define MAX 150
#define STEPS 8

static double A[MAX][MAX];

static void start(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) A[i][j] = ((double)i * (j + 2) + 2) / n;
  }
}

static void seidel(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n - 2; i++) {
      for (int j = 1; j <= n - 2; j++) {
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] +
                   A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9.0;
      }
    }
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  seidel(STEPS, n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) hash = mix_f64(hash, A[i][j]);
  }
  return (int)hash;
}
