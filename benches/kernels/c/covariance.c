// Means of n columns of n + n / 2 numbers, and the covariance of each pair of them: column access.
#include "kernel.h"

#define MAX 140

static double data[MAX + MAX / 2][MAX], cov[MAX][MAX], mean[MAX];

static void start(int points, int n) {
  for (int i = 0; i < points; i++) {
    for (int j = 0; j < n; j++) data[i][j] = (double)(i * j % 97) / n + i;
  }
}

static void covariance(int points, int n) {
  for (int j = 0; j < n; j++) {
    mean[j] = 0;
    for (int i = 0; i < points; i++) mean[j] += data[i][j];
    mean[j] /= points;
  }
  for (int i = 0; i < points; i++) {
    for (int j = 0; j < n; j++) data[i][j] -= mean[j];
  }
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < points; k++) cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= points - 1.0;
      cov[j][i] = cov[i][j];
    }
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  int points = n + n / 2;
  start(points, n);
  covariance(points, n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) hash = mix_f64(hash, cov[i][j]);
  }
  return (int)hash;
}
