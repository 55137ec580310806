// Electric and magnetic fields in two dimensions by finite differences (FDTD): four loops over n by n
// grids in each step, with indices from 0 or from 1.
#include "kernel.h"

#define MAX 120
#define STEPS 40

static double ex[MAX][MAX], ey[MAX][MAX], hz[MAX][MAX], source[STEPS];

static void start(int n) {
  for (int t = 0; t < STEPS; t++) source[t] = t;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      ex[i][j] = (double)i * (j + 1) / n;
      ey[i][j] = (double)i * (j + 2) / n;
      hz[i][j] = (double)i * (j + 3) / n;
    }
  }
}

static void fdtd(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++) ey[0][j] = source[t];
    for (int i = 1; i < n; i++) {
      for (int j = 0; j < n; j++) ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    }
    for (int i = 0; i < n; i++) {
      for (int j = 1; j < n; j++) ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    }
    for (int i = 0; i < n - 1; i++) {
      for (int j = 0; j < n - 1; j++) {
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
      }
    }
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  fdtd(STEPS, n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) hash = mix_f64(hash, hz[i][j]);
  }
  return (int)hash;
}
