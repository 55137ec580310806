// C = alpha A B + beta C of dense n by n matrices; the inner loop runs along rows of B and C.
#include "kernel.h"

#define MAX 160

static double A[MAX][MAX], B[MAX][MAX], C[MAX][MAX];

static void start(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      A[i][j] = (double)(i * (j + 1) % n) / n;
      B[i][j] = (double)(i * (j + 2) % n) / n;
      C[i][j] = (double)((i * j + 1) % n) / n;
    }
  }
}

static void gemm(int n, double alpha, double beta) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) C[i][j] *= beta;
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < n; j++) C[i][j] += alpha * A[i][k] * B[k][j];
    }
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  gemm(n, 1.5, 1.2);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) hash = mix_f64(hash, C[i][j]);
  }
  return (int)hash;
}
