// Transfers between accounts under locks and in transactions: each resource is an object whose destructor gives it
// back, and what fails is undone on the way to the handler.
#include "../support.h"

using lib::checked_vector, lib::move, lib::vector;

struct insufficient {
  int account;
  int missing;
};
struct frozen {
  int account;
};
class deadlock : public lib::exception {
public:
  const char *what() const noexcept override { return "deadlock"; }
};

struct account {
  int balance;
  bool is_frozen;
  bool is_locked;
};

class bank {
  checked_vector<account> accounts;
  int open_locks = 0, open_transactions = 0;

  class lock {
    bank &owner;
    account &held;

  public:
    lock(bank &b, size_t which) : owner(b), held(b.accounts.at(which)) {
      if (held.is_locked) throw deadlock();
      held.is_locked = true;
      owner.open_locks++;
    }
    lock(const lock &) = delete;
    ~lock() {
      held.is_locked = false;
      owner.open_locks--;
    }
  };

  // Remembers balances, and restores them unless it was committed.
  class transaction {
    struct entry {
      size_t which;
      int balance;
    };
    bank &owner;
    vector<entry> log;
    bool is_committed = false;

  public:
    explicit transaction(bank &b) : owner(b) { owner.open_transactions++; }
    transaction(const transaction &) = delete;
    ~transaction() {
      owner.open_transactions--;
      if (is_committed) return;
      while (!log.empty()) {
        owner.accounts[log.back().which].balance = log.back().balance;
        log.pop_back();
        owner.rollbacks++;
      }
    }
    void change(size_t which, int by) {
      account &changed = owner.accounts.at(which);
      if (changed.is_frozen) throw frozen{static_cast<int>(which)};
      if (changed.balance + by < 0) throw insufficient{static_cast<int>(which), -(changed.balance + by)};
      log.push_back({which, changed.balance});
      changed.balance += by;
    }
    void commit() { is_committed = true; }
  };

public:
  int rollbacks = 0;
  explicit bank(int count) {
    for (int i = 0; i < count; i++) accounts.push_back({1000, i % 23 == 22, false});
  }

  // In parts, each to the next account.
  void transfer(size_t from, size_t to, int amount, int parts) {
    lock source(*this, from);
    transaction whole(*this);
    for (int i = 0; i < parts; i++) {
      size_t target = to + static_cast<size_t>(i);
      lock destination(*this, target);
      int part = amount / parts;
      whole.change(from, -part);
      whole.change(target, part);
    }
    whole.commit();
  }

  uint32_t state() const {
    uint32_t hash = static_cast<uint32_t>(open_locks * 100 + open_transactions);
    for (const account &a : accounts) hash = mix(hash, static_cast<uint32_t>(a.balance) + a.is_locked);
    return hash;
  }
};

static uint32_t measure(int n) {
  constexpr uint32_t ACCOUNTS = 64;
  bank b(ACCOUNTS);
  uint32_t hash = 0, failed = 0;
  for (int i = 0; i < n; i++) {
    size_t from = next_random() % ACCOUNTS, to = next_random() % (ACCOUNTS + 1);
    int amount = static_cast<int>(next_random() % 400), parts = 1 + static_cast<int>(next_random() % 4);
    try {
      b.transfer(from, to, amount, parts);
    } catch (const insufficient &e) {
      hash = mix(hash, static_cast<uint32_t>(e.account * 1000 + e.missing));
    } catch (const frozen &e) {
      hash = mix(hash, static_cast<uint32_t>(e.account));
    } catch (const lib::exception &e) {
      hash = lib::mix_text(hash, e.what());
      failed++;
    }
  }
  return mix(mix(mix(hash, b.state()), failed), static_cast<uint32_t>(b.rollbacks));
}

KERNEL int run(int n) {
  random_state = 11;
  heap::reset();
  return heap::finish(measure(n));
}
