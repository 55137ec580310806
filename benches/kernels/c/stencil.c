// Heat on a plate: Jacobi steps of the 5-point stencil over an n by n grid of f64, with two
// grids that are swapped.
#include "kernel.h"

#define MAX 256
#define STEPS 40

static double grids[2][MAX][MAX];

static double step(double (*restrict to)[MAX], double (*restrict from)[MAX], int n) {
  double change = 0;
  for (int i = 1; i < n - 1; i++) {
    for (int j = 1; j < n - 1; j++) {
      double around = from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1];
      double value = 0.5 * from[i][j] + 0.125 * around;
      double difference = value - from[i][j];
      change += difference * difference;
      to[i][j] = value;
    }
  }
  return change;
}

static void start(double (*grid)[MAX], int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      int edge = i == 0 || j == 0 || i == n - 1 || j == n - 1;
      grid[i][j] = edge ? (double)(next_random() % 100) : 0.0;
    }
  }
}

KERNEL int run(int n) {
  random_state = 3;
  if (n > MAX) n = MAX;
  start(grids[0], n);
  memcpy(grids[1], grids[0], sizeof grids[0]);
  uint32_t hash = 0;
  double(*from)[MAX] = grids[0], (*to)[MAX] = grids[1];
  for (int i = 0; i < STEPS; i++) {
    hash = mix_f64(hash, step(to, from, n));
    double(*other)[MAX] = from;
    from = to;
    to = other;
  }
  for (int i = 0; i < n; i++) hash = mix_f64(hash, from[i][(i * 7) % n]);
  return (int)hash;
}
