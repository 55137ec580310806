// A module of two units; see `build`.
#include "ledger.h"

struct Entry {
  int amount;
  double rate;
  struct Entry *next;
};

static int twice(int amount) { return report(amount) + amount; }

int sum(int count) {
  struct Entry entry = {count, 2.0, 0};
  int total = 0;
  for (int i = 0; i < count; i++) {
    int part = twice(i);
    total += part + entry.amount;
  }
  observe(&entry);
  return total;
}
