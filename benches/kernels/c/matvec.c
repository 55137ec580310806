// Products of an n by n matrix of floats and a vector, by rows and by columns; and of 4 by 4 matrices and points.
#include "kernel.h"

#define MAX 256
#define POINTS 4096

static float A[MAX][MAX], x[MAX], y[MAX];
static float points[POINTS][4], moved[POINTS][4];

static void by_rows(int n) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < n; j++) sum += A[i][j] * x[j];
    y[i] = sum;
  }
}

static void by_columns(int n) {
  for (int i = 0; i < n; i++) x[i] = 0;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) x[i] += A[j][i] * y[j];
  }
}

static void transform(const float m[16], const float (*in)[4], float (*out)[4], int n) {
  for (int i = 0; i < n; i++) {
    for (int row = 0; row < 4; row++) {
      out[i][row] = m[row] * in[i][0] + m[4 + row] * in[i][1] + m[8 + row] * in[i][2] + m[12 + row] * in[i][3];
    }
  }
}

KERNEL int run(int n) {
  random_state = 29;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) A[i][j] = (float)(next_random() & 255) / (float)(128 * n);
    x[i] = (float)(i % 7) - 2;
  }
  float m[16];
  for (int i = 0; i < 16; i++) m[i] = (float)(i * 5 % 7) / 8;
  for (int i = 0; i < POINTS; i++) {
    for (int j = 0; j < 4; j++) points[i][j] = j == 3 ? 1 : (float)((i * 3 + j) % 100) / 4;
  }
  for (int round = 0; round < 8; round++) {
    by_rows(n);
    by_columns(n);
    m[round] += 0.125f;
    transform(m, points, moved, POINTS);
  }
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) hash = mix_f64(hash, x[i]);
  for (int i = 0; i < POINTS; i += 3) hash = mix_f64(hash, moved[i][i & 3]);
  return (int)hash;
}
