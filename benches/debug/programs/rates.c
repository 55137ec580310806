// The other unit of ledger.c.
#include "ledger.h"

static int half(int amount) {
  note(amount / 2);
  return amount / 2;
}

int fee(int amount) { return clamp(half(amount), 5); }

int rate(int account) {
  switch (account & 3) {
    case 0: return clamp(account, 2);
    case 1: return half(account) + 1;
    case 2: note(2); return 7;
    default: return fee(account);
  }
}

int audit(const int *values, int count) {
  int sum = 0;
  for (int n = 0; n < count; n++) sum += clamp(values[n], 100);
  note(sum);
  return sum;
}

int share(const int *values, int n) { return clamp(values[n & 7], 0) * 0 + (n > 90); }
