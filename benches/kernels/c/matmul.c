// Product of two dense n by n matrices of f64, once in the textbook order of loops, once
// transposed first, so that both inner loops run along rows.
#include "kernel.h"

#define MAX 160

static double a[MAX * MAX], b[MAX * MAX], c[MAX * MAX], t[MAX * MAX];

static void fill(double *m, int n) {
  for (int i = 0; i < n * n; i++) m[i] = (double)(next_random() % 2000) / 1000.0 - 1.0;
}

static void multiply(double *out, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += x[i * n + k] * y[k * n + j];
      out[i * n + j] = sum;
    }
  }
}

static void transpose(double *out, const double *in, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) out[j * n + i] = in[i * n + j];
  }
}

static double dot(const double *x, const double *y, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += x[k] * y[k];
  return sum;
}

static void multiply_transposed(double *out, const double *x, const double *yt, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) out[i * n + j] = dot(x + i * n, yt + j * n, n);
  }
}

KERNEL int run(int n) {
  random_state = 1;
  if (n > MAX) n = MAX;
  fill(a, n);
  fill(b, n);
  multiply(c, a, b, n);
  transpose(t, a, n);
  multiply_transposed(b, c, t, n);
  uint32_t hash = 0;
  for (int i = 0; i < n * n; i++) hash = mix_f64(hash, b[i]);
  return (int)hash;
}
