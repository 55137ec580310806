// n assignments are generated as text, split into tokens that are variants, parsed to trees, and evaluated
// with variables and functions from hash maps.
#include "containers.h"

using lib::function, lib::hash_map, lib::make_unique, lib::move, lib::string, lib::unique_ptr, lib::variant,
    lib::vector;

// A number, a name, or any other character.
using token = variant<double, string, char>;

static bool is_digit(char c) { return '0' <= c && c <= '9'; }
static bool is_letter(char c) { return 'a' <= c && c <= 'z'; }

static vector<token> tokenize(const string &text) {
  vector<token> tokens;
  for (auto at = text.begin(), end = text.end(); at != end;) {
    if (is_digit(*at)) {
      double value = 0;
      for (; at != end && is_digit(*at); ++at) value = value * 10 + (*at - '0');
      if (at != end && *at == '.') {
        double unit = 1;
        for (++at; at != end && is_digit(*at); ++at) value += (*at - '0') * (unit /= 10);
      }
      tokens.push_back(value);
    } else if (is_letter(*at)) {
      auto stop = lib::find_if(at, end, [](char c) { return !is_letter(c) && !is_digit(c); });
      tokens.push_back(string(at.base(), static_cast<size_t>(stop - at)));
      at = stop;
    } else {
      if (*at != ' ') tokens.push_back(*at);
      ++at;
    }
  }
  return tokens;
}

struct scope {
  hash_map<string, double> variables;
  hash_map<string, function<double(double)>> functions;
};

struct expression {
  virtual ~expression() = default;
  virtual double value(const scope &s) const = 0;
};
using tree = unique_ptr<expression>;

struct number final : expression {
  double constant;
  explicit number(double c) : constant(c) {}
  double value(const scope &) const override { return constant; }
};
struct variable final : expression {
  string name;
  explicit variable(string n) : name(move(n)) {}
  double value(const scope &s) const override {
    auto found = s.variables.find(name);
    return found == s.variables.end() ? 0 : found->second;
  }
};
struct call final : expression {
  string name;
  tree argument;
  call(string n, tree a) : name(move(n)), argument(move(a)) {}
  double value(const scope &s) const override { return s.functions.find(name)->second(argument->value(s)); }
};
struct binary final : expression {
  char symbol;
  tree left, right;
  binary(char c, tree l, tree r) : symbol(c), left(move(l)), right(move(r)) {}
  double value(const scope &s) const override {
    double a = left->value(s), b = right->value(s), c = a + b;
    if (symbol == '-') c = a - b;
    if (symbol == '*') c = a * b;
    if (symbol == '/') c = b == 0 ? a : a / b;
    return -1e12 < c && c < 1e12 ? c : 1; // nothing becomes infinite
  }
};

// Recursive descent with precedences.
class parser {
  const vector<token> &tokens;
  size_t at = 0;

  static int precedence(char symbol) {
    return symbol == '+' || symbol == '-' ? 1 : symbol == '*' || symbol == '/' ? 2 : 0;
  }
  bool is_next(char symbol) const {
    return at < tokens.size() && tokens[at].holds<char>() && tokens[at].get<char>() == symbol;
  }
  void expect(char symbol) {
    if (!is_next(symbol)) __builtin_trap();
    ++at;
  }
  tree operand() {
    const token &t = tokens[at++];
    if (t.holds<double>()) return make_unique<number>(t.get<double>());
    if (t.holds<char>()) {
      --at;
      expect('(');
      tree inner = parse(1);
      expect(')');
      return inner;
    }
    if (!is_next('(')) return make_unique<variable>(t.get<string>());
    ++at;
    tree argument = parse(1);
    expect(')');
    return make_unique<call>(t.get<string>(), move(argument));
  }

public:
  explicit parser(const vector<token> &t) : tokens(t) {}
  tree parse(int least) {
    tree left = operand();
    while (at < tokens.size() && tokens[at].holds<char>()) {
      char symbol = tokens[at].get<char>();
      if (precedence(symbol) == 0 || precedence(symbol) < least) break;
      ++at;
      left = make_unique<binary>(symbol, move(left), parse(precedence(symbol) + 1));
    }
    return left;
  }
  string assigned() {
    string name = tokens[at++].get<string>();
    expect('=');
    return name;
  }
};

static string make_name() {
  static const char *const stems[] = {"x", "speed", "height", "temperature", "pressure"};
  return string(stems[next_random() % 5]) += static_cast<char>('0' + next_random() % 10);
}

static void append_operand(string &text, int depth) {
  static const char *const functions[] = {"root(", "half(", "count("};
  uint32_t kind = next_random() % (depth > 0 ? 8 : 5);
  if (kind < 2) text += make_name();
  else if (kind < 5) {
    for (int i = 0; i < 3; i++) text += static_cast<char>('0' + next_random() % 10);
    if (kind == 4) text += ".25";
  } else {
    text += kind == 5 ? functions[next_random() % 3] : "(";
    append_operand(text, depth - 1);
    for (uint32_t i = 1 + next_random() % 2; i > 0; i--) {
      text += "+-*/"[next_random() % 4];
      append_operand(text, depth - 1);
    }
    text += ')';
  }
}

static uint32_t measure(int n) {
  scope s;
  int calls = 0;
  s.functions["root"] = [](double x) { return __builtin_sqrt(x < 0 ? -x : x); };
  s.functions["half"] = [](double x) { return x / 2; };
  s.functions["count"] = [&calls](double x) { return x + ++calls; };

  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    string text = make_name() + " = ";
    append_operand(text, 4);
    vector<token> tokens = tokenize(text + " / 3 + 1");
    for (const token &t : tokens) {
      hash = mix(hash, t.visit<uint32_t>([](const auto &value) {
        if constexpr (__is_same(decltype(value), const string &)) return static_cast<uint32_t>(value.size());
        else return static_cast<uint32_t>(value);
      }));
    }
    parser p(tokens);
    string name = p.assigned();
    tree parsed = p.parse(1);
    for (int round = 0; round < 3; round++) s.variables[name] = parsed->value(s);
    hash = mix_f64(hash, s.variables[name]);
  }
  return mix(hash, calls);
}

KERNEL int run(int n) {
  random_state = 35;
  heap::reset();
  return heap::finish(measure(n));
}
