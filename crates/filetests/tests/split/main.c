#include "ledger.h"

__attribute__((export_name("run"))) int run(int count) {
  int total = sum(count);
  if (total > 100)
    __builtin_trap();
  return total * 2;
}
