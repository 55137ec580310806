// Sparse matrix times vector (compressed rows), in a power iteration: n rows of 1 to 15 entries.
#include "kernel.h"

#define MAX_ROWS 8192
#define MAX_ENTRIES (MAX_ROWS * 15)
#define STEPS 30

struct matrix {
  int rows;
  int start[MAX_ROWS + 1];
  int column[MAX_ENTRIES];
  double value[MAX_ENTRIES];
};

static struct matrix matrix;
static double x[MAX_ROWS], y[MAX_ROWS];

static void generate(struct matrix *m, int rows) {
  int entries = 0;
  m->rows = rows;
  for (int row = 0; row < rows; row++) {
    m->start[row] = entries;
    int count = 1 + (int)(next_random() % 15);
    for (int i = 0; i < count; i++) {
      m->column[entries] = (int)(next_random() % (uint32_t)rows);
      m->value[entries] = (double)(next_random() % 1000) / 500.0;
      entries++;
    }
  }
  m->start[rows] = entries;
}

static void multiply(const struct matrix *m, const double *in, double *out) {
  for (int row = 0; row < m->rows; row++) {
    double sum = 0;
    for (int i = m->start[row]; i < m->start[row + 1]; i++) sum += m->value[i] * in[m->column[i]];
    out[row] = sum;
  }
}

static double norm(const double *v, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    double size = v[i] < 0 ? -v[i] : v[i];
    if (size > largest) largest = size;
  }
  return largest;
}

KERNEL int run(int n) {
  random_state = 2;
  if (n > MAX_ROWS) n = MAX_ROWS;
  generate(&matrix, n);
  for (int i = 0; i < n; i++) x[i] = 1;
  double scale = 1;
  for (int step = 0; step < STEPS; step++) {
    multiply(&matrix, x, y);
    scale = norm(y, n);
    for (int i = 0; i < n; i++) x[i] = y[i] / scale;
  }
  uint32_t hash = mix_f64(0, scale);
  for (int i = 0; i < n; i++) hash = mix_f64(hash, x[i]);
  return (int)hash;
}
