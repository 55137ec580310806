// Cholesky's decomposition in place: loops over the triangle, products of two rows.
#include "kernel.h"

#define MAX 240

static double A[MAX][MAX];

static void start(int n) {
  random_state = 16;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) A[i][j] = A[j][i] = (double)(next_random() % 1000) / 1000.0;
    A[i][i] = n;
  }
}

static void cholesky(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (int k = 0; k < i; k++) A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = __builtin_sqrt(A[i][i]);
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  cholesky(n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) hash = mix_f64(hash, A[i][j]);
  }
  return (int)hash;
}
