// Requests through three layers, each of which translates what the one below throws, adds to it, or throws it again:
// a store, a cache in front of it, a service with retries.
#include "../support.h"

using lib::hash_map, lib::string, lib::move;

class store_error : public lib::exception {
  int block_;

protected:
  int attempts_ = 0;

public:
  explicit store_error(int block) : block_(block) {}
  int block() const { return block_; }
  int attempts() const { return attempts_; }
  void again() { attempts_++; }
  virtual bool can_retry() const { return false; }
};
class timeout : public store_error {
public:
  using store_error::store_error;
  bool can_retry() const override { return attempts_ < 3; }
  const char *what() const noexcept override { return "timeout"; }
};
class damaged : public store_error {
public:
  using store_error::store_error;
  const char *what() const noexcept override { return "damaged"; }
};
class service_error : public lib::runtime_error {
  int code_;

public:
  service_error(int code, const string &text) : runtime_error(text), code_(code) {}
  int code() const { return code_; }
};

class store {
  uint32_t state = 99;

public:
  int reads = 0;
  int read(int block) {
    reads++;
    state = state * 1103515245u + 12345u;
    uint32_t luck = (state >> 16) % 100;
    if (luck < 12) throw timeout(block);
    if (block % 37 == 36) throw damaged(block);
    return block * 7 + 1;
  }
};

class cache {
  store &below;
  hash_map<uint32_t, int> known;

public:
  int hits = 0, failures = 0;
  explicit cache(store &s) : below(s) {}
  int read(int block) {
    auto held = known.find(static_cast<uint32_t>(block));
    if (held != known.end()) {
      hits++;
      return held->second;
    }
    try {
      int value = below.read(block);
      known[static_cast<uint32_t>(block)] = value;
      return value;
    } catch (...) {
      failures++;
      throw;
    }
  }
  void forget(int block) { known.erase(static_cast<uint32_t>(block)); }
};

class service {
  cache &blocks;

  int read_with_retries(int block) {
    int tries = 0;
    for (;;) {
      try {
        try {
          return blocks.read(block);
        } catch (store_error &e) {
          for (int i = 0; i < tries; i++) e.again();
          throw;
        }
      } catch (timeout &e) {
        if (!e.can_retry()) throw;
        tries++;
      }
    }
  }

public:
  explicit service(cache &c) : blocks(c) {}
  int sum(int from, int count) try {
    int total = 0;
    for (int i = 0; i < count; i++) total += read_with_retries(from + i);
    return total;
  } catch (const damaged &e) {
    throw service_error(500 + e.block() % 10, string("block ") + lib::to_string(e.block()));
  } catch (const store_error &e) {
    throw service_error(503, e.what());
  }
};

static uint32_t measure(int n) {
  store s;
  cache c(s);
  service all(c);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    int from = static_cast<int>(next_random() % 200);
    try {
      hash = mix(hash, static_cast<uint32_t>(all.sum(from, 1 + i % 12)));
    } catch (const service_error &e) {
      hash = lib::mix_text(mix(hash, static_cast<uint32_t>(e.code())), e.what());
    }
    c.forget(static_cast<int>(next_random() % 220));
  }
  return mix(mix(mix(hash, static_cast<uint32_t>(s.reads)), static_cast<uint32_t>(c.hits)), static_cast<uint32_t>(c.failures));
}

KERNEL int run(int n) {
  random_state = 17;
  heap::reset();
  return heap::finish(measure(n));
}
