// An interpreter of trees whose break, continue and return are exceptions, as are errors of the program that it runs.
#include "../support.h"

using lib::checked_vector, lib::move, lib::unique_ptr, lib::vector;

struct break_loop {};
struct continue_loop {};
struct return_value {
  int value;
};
class program_error : public lib::runtime_error {
public:
  using runtime_error::runtime_error;
};

class machine {
public:
  checked_vector<int> variables;
  int steps = 0, depth = 0, most;
  explicit machine(int limit) : variables(8), most(limit) {}
  void step() {
    if (++steps > most) throw program_error("too many steps");
  }
};

struct expression {
  virtual ~expression() = default;
  virtual int value(machine &m) const = 0;
};
struct statement {
  virtual ~statement() = default;
  virtual void execute(machine &m) const = 0;
};
using expr = unique_ptr<expression>;
using stmt = unique_ptr<statement>;

struct constant final : expression {
  int number;
  explicit constant(int n) : number(n) {}
  int value(machine &) const override { return number; }
};
struct variable final : expression {
  int index;
  explicit variable(int i) : index(i) {}
  int value(machine &m) const override { return m.variables.at(static_cast<size_t>(index)); }
};
struct binary final : expression {
  char op;
  expr left, right;
  binary(char o, expr l, expr r) : op(o), left(move(l)), right(move(r)) {}
  int value(machine &m) const override {
    int a = left->value(m), b = right->value(m);
    switch (op) {
    case '+': return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
    case '-': return static_cast<int>(static_cast<unsigned>(a) - static_cast<unsigned>(b));
    case '*': return static_cast<int>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
    case '<': return a < b;
    case '%':
      if (b == 0) throw program_error("division by zero");
      return b == -1 ? 0 : a % b;
    }
    throw program_error("unknown operator");
  }
};

struct assignment final : statement {
  int index;
  expr source;
  assignment(int i, expr s) : index(i), source(move(s)) {}
  void execute(machine &m) const override {
    m.step();
    m.variables.at(static_cast<size_t>(index)) = source->value(m);
  }
};
struct sequence final : statement {
  vector<stmt> body;
  void execute(machine &m) const override {
    for (const stmt &s : body) s->execute(m);
  }
};
struct conditional final : statement {
  expr condition;
  stmt then, otherwise;
  conditional(expr c, stmt t, stmt o) : condition(move(c)), then(move(t)), otherwise(move(o)) {}
  void execute(machine &m) const override {
    m.step();
    if (condition->value(m)) then->execute(m);
    else if (otherwise) otherwise->execute(m);
  }
};
struct loop final : statement {
  expr condition;
  stmt body;
  loop(expr c, stmt b) : condition(move(c)), body(move(b)) {}
  void execute(machine &m) const override {
    try {
      while (condition->value(m)) {
        m.step();
        try {
          body->execute(m);
        } catch (continue_loop) {
        }
      }
    } catch (break_loop) {
    }
  }
};
struct leave final : statement {
  char kind;
  explicit leave(char k) : kind(k) {}
  void execute(machine &m) const override {
    m.step();
    if (kind == 'b') throw break_loop();
    throw continue_loop();
  }
};
struct returning final : statement {
  expr result;
  explicit returning(expr r) : result(move(r)) {}
  void execute(machine &m) const override { throw return_value{result->value(m)}; }
};

static expr num(int n) { return expr(new constant(n)); }
static expr var(int i) { return expr(new variable(i)); }
static expr bin(char op, expr a, expr b) { return expr(new binary(op, move(a), move(b))); }
static stmt set(int i, expr e) { return stmt(new assignment(i, move(e))); }
template <class... S> static stmt seq(S... parts) {
  auto made = lib::make_unique<sequence>();
  (made->body.push_back(move(parts)), ...);
  return made;
}

// Counts numbers without the factor `v0` below `v1`, with breaks and continues, and returns from within.
static stmt program(int variant) {
  stmt skip(new conditional(bin('%', var(2), var(0)), stmt(), stmt(new leave('c'))));
  static_cast<conditional &>(*skip).then = set(4, bin('+', var(4), num(1)));
  stmt inner(new loop(bin('<', var(3), var(2)),
                      seq(set(3, bin('+', var(3), num(1))),
                          stmt(new conditional(bin('%', var(2), bin('+', var(3), num(1))),
                                               set(5, bin('+', var(5), var(3))), stmt(new leave('b')))))));
  stmt finish(new conditional(bin('<', num(40 + variant % 60), var(4)), stmt(new returning(bin('*', var(5), var(4)))), stmt()));
  return seq(set(0, num(variant % 7)), set(1, num(60 + variant % 90)), set(2, num(1)),
             stmt(new loop(bin('<', var(2), var(1)),
                           seq(set(2, bin('+', var(2), num(1))), move(skip), set(3, num(1)), move(inner), move(finish)))),
             set(variant % 13 ? 6 : 8, var(5)));
}

static uint32_t measure(int n) {
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    stmt whole = program(i);
    machine m(i % 11 ? 4000 : 200);
    try {
      whole->execute(m);
      hash = mix(hash, static_cast<uint32_t>(m.variables.at(6)));
    } catch (const return_value &r) {
      hash = mix(hash, static_cast<uint32_t>(r.value));
    } catch (const program_error &e) {
      hash = lib::mix_text(mix(hash, 1), e.what());
    } catch (const lib::exception &e) {
      hash = lib::mix_text(mix(hash, 2), e.what());
    }
    hash = mix(hash, static_cast<uint32_t>(m.steps));
  }
  return hash;
}

KERNEL int run(int n) {
  random_state = 1;
  heap::reset();
  return heap::finish(measure(n));
}
