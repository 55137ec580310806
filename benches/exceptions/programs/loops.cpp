// Searches in a matrix that leave several loops at once by an exception, loops that catch in each iteration and go on,
// and a catch within a loop within a try.
#include "../support.h"

using lib::checked_vector;

struct found {
  int row, column;
};
struct skip_row {};
struct give_up {
  int steps;
};

class matrix {
  int size;
  checked_vector<int> cells;

public:
  explicit matrix(int n) : size(n), cells(static_cast<size_t>(n * n)) {
    for (int i = 0; i < n * n; i++) cells[static_cast<size_t>(i)] = static_cast<int>(next_random() % 5000);
  }
  int rows() const { return size; }
  int get(int row, int column) const { return cells.at(static_cast<size_t>(row * size + column)); }
};

static void find(const matrix &m, int wanted) {
  for (int row = 0; row < m.rows(); row++) {
    for (int column = 0; column < m.rows(); column++) {
      if (m.get(row, column) == wanted) throw found{row, column};
    }
  }
}

static int sum_until(const matrix &m, int limit) {
  int sum = 0;
  for (int row = 0; row < m.rows(); row++) {
    try {
      int previous = -1;
      for (int column = 0; column < m.rows(); column++) {
        int cell = m.get(row, column);
        if (cell > limit) throw skip_row();
        if (cell == previous) continue;
        sum += cell;
        previous = cell;
      }
    } catch (skip_row) {
      sum ^= row;
    }
  }
  return sum;
}

// Follows the cells as links, until it leaves the matrix or has made too many steps.
static int follow(const matrix &m, int at) {
  int steps = 0;
  try {
    for (;;) {
      try {
        while (true) {
          if (++steps % 97 == 0) throw give_up{steps};
          at = m.get(at / m.rows(), at % m.rows());
        }
      } catch (const lib::out_of_range &) {
        at = at % (m.rows() * m.rows());
        if (steps > 60) throw;
      }
    }
  } catch (const give_up &g) {
    return g.steps;
  } catch (const lib::exception &e) {
    return steps + static_cast<int>(lib::mix_text(0, e.what()) % 100);
  }
}

static uint32_t measure(int n) {
  matrix m(n);
  uint32_t hash = 0;
  for (int round = 0; round < n; round++) {
    int wanted = static_cast<int>(next_random() % 5000);
    try {
      find(m, wanted);
      hash = mix(hash, 1);
    } catch (const found &f) {
      hash = mix(hash, static_cast<uint32_t>(f.row * 1000 + f.column));
    }
    hash = mix(hash, static_cast<uint32_t>(sum_until(m, 4000 + 20 * (round % 50))));
    hash = mix(hash, static_cast<uint32_t>(follow(m, round)));
  }
  return hash;
}

KERNEL int run(int n) {
  random_state = 3;
  heap::reset();
  return heap::finish(measure(n));
}
