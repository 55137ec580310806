// A program of two units that inline each other's functions, and that traps on request.
#include "ledger.h"

static int balance[8];

static int checked(int account) {
  if (account < 0 || account >= 8) __builtin_trap();
  return account;
}

static void move(int from, int to, int amount) {
  note(amount);
  balance[checked(from)] -= fee(amount) + amount;
  balance[checked(to)] += amount;
  note(balance[to]);
}

static int settle(int rounds) {
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    for (int account = 0; account < 7; account++) move(account, account + 1, round + rate(account));
    sum += balance[round & 7];
    note(sum);
  }
  return sum;
}

__attribute__((export_name("run"))) int run(int n) { return settle(n + 3) + audit(balance, 8); }

__attribute__((export_name("trap"))) int trap(int n) {
  move(1, n + 6, 10);
  move(n + 6, n + 9, rate(n));
  return balance[0];
}

__attribute__((export_name("divide"))) int divide(int n) { return settle(1) / share(balance, n); }
