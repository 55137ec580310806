// Jacobi steps of the 3-point stencil over n numbers, from one array to the other and back.
#include "kernel.h"

#define MAX 4000
#define STEPS 400

static double A[MAX], B[MAX];

static void start(int n) {
  for (int i = 0; i < n; i++) {
    A[i] = (double)(i + 2) / n;
    B[i] = (double)(i * 7 % 13 + 3) / n;
  }
}

static void jacobi(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++) A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  jacobi(STEPS, n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) hash = mix_f64(hash, A[i]);
  return (int)hash;
}
