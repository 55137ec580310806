// Shortest paths between all pairs of n nodes (Floyd and Warshall), in int.
#include "kernel.h"

#define MAX 128

static int path[MAX][MAX];

static void start(int n) {
  random_state = 18;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      path[i][j] = next_random() % 8 == 0 ? (int)(next_random() % 1000) + 1 : 99999;
    }
    path[i][i] = 0;
  }
}

static void floyd(int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
      }
    }
  }
}

KERNEL int run(int n) {
  if (n > MAX) n = MAX;
  start(n);
  floyd(n);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) hash = mix(hash, (uint32_t)path[i][j]);
  }
  return (int)hash;
}
