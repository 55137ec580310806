// Exceptions of many types: classes with one base, several and virtual ones, numbers, pointers, enumerations; caught
// by value, by reference, by a base, by a pointer to a base, or by `...`.
#include "../support.h"

using lib::string;

struct failure {
  int code;
  explicit failure(int c) : code(c) {}
  virtual ~failure() = default;
  virtual int weight() const { return code; }
};
struct io_failure : virtual failure {
  int handle;
  explicit io_failure(int h) : failure(1), handle(h) {}
  int weight() const override { return code + handle; }
};
struct net_failure : virtual failure {
  int peer;
  explicit net_failure(int p) : failure(2), peer(p) {}
};
struct socket_failure : io_failure, net_failure {
  socket_failure(int h, int p) : failure(3), io_failure(h), net_failure(p) {}
  int weight() const override { return code * handle + peer; }
};
struct tagged {
  string tag;
  explicit tagged(const char *text) : tag(text) {}
};
struct tagged_failure : failure, tagged {
  tagged_failure(int c, const char *text) : failure(c), tagged(text) {}
};
// Only its own handler takes it as a failure.
struct hidden_failure : private failure {
  explicit hidden_failure(int c) : failure(c) {}
  int value() const { return code; }
};
enum class signal { stop, restart };

static failure permanent(77);

[[noreturn]] static void fail(uint32_t kind, int value) {
  switch (kind) {
  case 0: throw failure(value);
  case 1: throw io_failure(value);
  case 2: throw net_failure(value);
  case 3: throw socket_failure(value, value / 2);
  case 4: throw tagged_failure(value, "a tag that is long enough to be allocated");
  case 5: throw hidden_failure(value);
  case 6: throw value;
  case 7: throw static_cast<double>(value) * 0.5;
  case 8: throw "a text";
  case 9: throw &permanent;
  case 10: throw value % 2 ? signal::stop : signal::restart;
  default: throw lib::overflow_error(lib::to_string(value));
  }
}

static uint32_t by_reference(uint32_t kind, int value) {
  try {
    fail(kind, value);
  } catch (const net_failure &e) {
    return static_cast<uint32_t>(e.peer * 3 + e.weight());
  } catch (const tagged &e) {
    return lib::mix_text(1, e.tag.data());
  } catch (const failure &e) {
    return static_cast<uint32_t>(e.weight());
  } catch (const hidden_failure &e) {
    return static_cast<uint32_t>(e.value() + 9);
  } catch (int i) {
    return static_cast<uint32_t>(i);
  } catch (const char *text) {
    return lib::mix_text(2, text);
  } catch (const failure *e) {
    return static_cast<uint32_t>(e->weight());
  } catch (signal s) {
    return s == signal::stop ? 4 : 5;
  } catch (...) {
    return 6;
  }
}

// Slices what it catches.
static uint32_t by_value(uint32_t kind, int value) {
  try {
    try {
      fail(kind, value);
    } catch (tagged t) {
      t.tag += "!";
      return lib::mix_text(3, t.tag.data());
    } catch (io_failure e) {
      e.handle++;
      return static_cast<uint32_t>(e.weight());
    } catch (double d) {
      return static_cast<uint32_t>(d * 4);
    }
  } catch (failure e) {
    return static_cast<uint32_t>(e.weight() * 5);
  } catch (const void *p) {
    return p == &permanent ? 7 : 8;
  } catch (lib::runtime_error e) {
    return lib::mix_text(4, e.what());
  } catch (...) {
    return 9;
  }
}

static uint32_t measure(int n) {
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    uint32_t kind = next_random() % 12;
    int value = static_cast<int>(next_random() % 1000);
    hash = mix(hash, by_reference(kind, value));
    hash = mix(hash, by_value(kind, value));
  }
  return hash;
}

KERNEL int run(int n) {
  random_state = 23;
  heap::reset();
  return heap::finish(measure(n));
}
