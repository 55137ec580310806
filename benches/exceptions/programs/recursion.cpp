// Trees built and walked by recursive functions that an exception leaves from any depth: owners on the way free what
// they hold; some levels catch, add to the exception and throw on; a solver reports its solution by throwing it.
#include "../support.h"

using lib::make_unique, lib::move, lib::unique_ptr, lib::vector;

struct node {
  int value;
  unique_ptr<node> left, right;
};

struct too_deep {
  int depth;
};
struct bad_value {
  int value;
  int path = 0;
};

static unique_ptr<node> build(int depth, uint32_t seed, int limit) {
  if (depth > limit) throw too_deep{depth};
  auto made = make_unique<node>();
  made->value = static_cast<int>(seed % 1009);
  uint32_t next = mix(seed, static_cast<uint32_t>(depth));
  if (next % 16 < 11) made->left = build(depth + 1, next * 3 + 1, limit);
  if (next % 32 < 20) made->right = build(depth + 1, next * 5 + 2, limit);
  return made;
}

static int check(const node *n, int forbidden) {
  if (!n) return 0;
  if (n->value % 64 == forbidden) throw bad_value{n->value};
  int sum = n->value;
  try {
    sum += check(n->left.get(), forbidden);
  } catch (bad_value &e) {
    e.path = e.path * 2 + 1;
    throw;
  }
  try {
    sum += check(n->right.get(), forbidden) * 3;
  } catch (bad_value &e) {
    e.path = e.path * 2;
    throw;
  }
  return sum;
}

// Queens on a board; the first solution from a start is thrown from the innermost call.
struct solution {
  vector<int> columns;
};
static void place(vector<int> &columns, int size, int start) {
  int row = static_cast<int>(columns.size());
  if (row == size) throw solution{columns};
  for (int i = 0; i < size; i++) {
    int column = (i + start) % size;
    bool is_free = true;
    for (int other = 0; other < row && is_free; other++) {
      int distance = columns[static_cast<size_t>(other)] - column;
      is_free = distance != 0 && distance != row - other && distance != other - row;
    }
    if (!is_free) continue;
    columns.push_back(column);
    place(columns, size, start);
    columns.pop_back();
  }
}

static uint32_t measure(int n) {
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    try {
      unique_ptr<node> tree = build(0, next_random(), 12);
      for (int forbidden = 0; forbidden < 64; forbidden += 9) {
        try {
          hash = mix(hash, static_cast<uint32_t>(check(tree.get(), forbidden)));
        } catch (const bad_value &e) {
          hash = mix(hash, static_cast<uint32_t>(e.value * 100 + e.path));
        }
      }
    } catch (too_deep e) {
      hash = mix(hash, static_cast<uint32_t>(e.depth));
    }
    try {
      vector<int> columns;
      place(columns, 6 + i % 3, i);
    } catch (const solution &s) {
      for (int column : s.columns) hash = mix(hash, static_cast<uint32_t>(column));
    }
  }
  return hash;
}

KERNEL int run(int n) {
  random_state = 41;
  heap::reset();
  return heap::finish(measure(n));
}
