// Edit distance of two random words of n letters with two rows, and their longest common
// subsequence with the whole table and a traceback.
#include "kernel.h"

#define MAX 600

static uint8_t a[MAX], b[MAX];
static int rows[2][MAX + 1];
static uint16_t table[MAX + 1][MAX + 1];

static int least(int x, int y) { return x < y ? x : y; }

static int edit_distance(const uint8_t *x, int m, const uint8_t *y, int n) {
  int *above = rows[0], *row = rows[1];
  for (int j = 0; j <= n; j++) above[j] = j;
  for (int i = 1; i <= m; i++) {
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int changed = above[j - 1] + (x[i - 1] != y[j - 1]);
      row[j] = least(changed, least(above[j], row[j - 1]) + 1);
    }
    int *other = above;
    above = row;
    row = other;
  }
  return above[n];
}

static uint32_t common_subsequence(const uint8_t *x, int m, const uint8_t *y, int n) {
  for (int i = 1; i <= m; i++) {
    for (int j = 1; j <= n; j++) {
      if (x[i - 1] == y[j - 1]) table[i][j] = (uint16_t)(table[i - 1][j - 1] + 1);
      else table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
    }
  }
  uint32_t hash = table[m][n];
  int i = m, j = n;
  while (i > 0 && j > 0) {
    if (x[i - 1] == y[j - 1]) {
      hash = mix(hash, x[i - 1]);
      i--, j--;
    } else if (table[i - 1][j] >= table[i][j - 1]) i--;
    else j--;
  }
  return hash;
}

// The second word is the first with some letters changed, removed or added.
static int generate(int n) {
  int m = 0;
  for (int i = 0; i < n; i++) {
    a[i] = (uint8_t)('a' + next_random() % 6);
    uint32_t what = next_random() % 12;
    if (what == 0) continue;
    if (m < n) b[m++] = what == 1 ? (uint8_t)('a' + next_random() % 6) : a[i];
    if (what == 2 && m < n) b[m++] = 'x';
  }
  return m;
}

KERNEL int run(int n) {
  random_state = 14;
  if (n > MAX) n = MAX;
  int m = generate(n);
  uint32_t hash = mix(0, (uint32_t)edit_distance(a, n, b, m));
  hash = mix(hash, (uint32_t)edit_distance(b, m, a, n));
  return (int)mix(hash, common_subsequence(a, n, b, m));
}
