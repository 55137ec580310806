// B = alpha A' B, where A is a lower triangle with ones on its diagonal: the inner loop's first
// index depends on the outer loop, and it runs down columns.
#include "kernel.h"

#define MAX 128

static double A[MAX][MAX], B[MAX][MAX];

static void start(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) A[i][j] = (double)((i + j) % n) / n;
    A[i][i] = 1;
    for (int j = 0; j < n; j++) B[i][j] = (double)((n + i - j) % n) / n;
  }
}

static void trmm(int n, double alpha) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < n; k++) B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  trmm(n, 1.5);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) hash = mix_f64(hash, B[i][j]);
  }
  return (int)hash;
}
