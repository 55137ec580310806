// Heat in a cube of n by n by n points, from one array to the other and back.
#include "kernel.h"

#define MAX 40
#define STEPS 10

static double A[MAX][MAX][MAX], B[MAX][MAX][MAX];

static void start(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) A[i][j][k] = B[i][j][k] = (double)(i + j + n - k) * 10 / n;
    }
  }
}

static void heat(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      for (int j = 1; j < n - 1; j++) {
        for (int k = 1; k < n - 1; k++) {
          B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k]) +
                       0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k]) +
                       0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];
        }
      }
    }
    for (int i = 1; i < n - 1; i++) {
      for (int j = 1; j < n - 1; j++) {
        for (int k = 1; k < n - 1; k++) {
          A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k]) +
                       0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k]) +
                       0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1]) + B[i][j][k];
        }
      }
    }
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  heat(STEPS, n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) hash = mix_f64(hash, A[i][j][(i + j) % n]);
  }
  return (int)hash;
}
