// LU decomposition in place, then the solution of a system with it.
#include "kernel.h"

#define MAX 180

static double A[MAX][MAX], b[MAX], x[MAX], y[MAX];

static void start(int n) {
  random_state = 17;
  for (int i = 0; i < n; i++) {
    b[i] = (double)(i + 1) / n;
    for (int j = 0; j < n; j++) A[i][j] = (double)(next_random() % 1000) / 1000.0;
    A[i][i] += n;
  }
}

static void decompose(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= A[j][j];
    }
    for (int j = i; j < n; j++) {
      for (int k = 0; k < i; k++) A[i][j] -= A[i][k] * A[k][j];
    }
  }
}

static void solve(int n) {
  for (int i = 0; i < n; i++) {
    double value = b[i];
    for (int j = 0; j < i; j++) value -= A[i][j] * y[j];
    y[i] = value;
  }
  for (int i = n - 1; i >= 0; i--) {
    double value = y[i];
    for (int j = i + 1; j < n; j++) value -= A[i][j] * x[j];
    x[i] = value / A[i][i];
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  decompose(n);
  solve(n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) hash = mix_f64(hash, x[i]);
  return (int)mix_f64(hash, A[n - 1][n - 1]);
}
