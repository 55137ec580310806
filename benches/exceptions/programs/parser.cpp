// Statements `name = expression;` of a generated text with mistakes: a recursive descent that throws a syntax error,
// which the statement's loop reports and recovers from behind the next semicolon.
#include "../support.h"

using lib::checked_vector, lib::hash_map, lib::move, lib::string;

class syntax_error : public lib::runtime_error {
  size_t position_;

public:
  syntax_error(const string &message, size_t position) : runtime_error(message), position_(position) {}
  size_t position() const { return position_; }
};
class undefined_name : public syntax_error {
public:
  undefined_name(const string &name, size_t position) : syntax_error("undefined: " + name, position) {}
};
struct division_by_zero {
  size_t position;
};

class parser {
  const string &text;
  size_t at = 0;
  hash_map<string, int> names;
  int depth = 0;

  // Counts how deep expressions are nested, also when one is left by an exception.
  struct nesting {
    int &depth;
    nesting(int &d, size_t position) : depth(d) {
      if (depth == 6) throw syntax_error("nested too deep", position);
      ++depth;
    }
    ~nesting() { --depth; }
  };

  void skip_spaces() {
    while (at < text.size() && text[at] == ' ') at++;
  }
  char peek() {
    skip_spaces();
    return at < text.size() ? text[at] : '\0';
  }
  void expect(char wanted) {
    if (peek() != wanted) {
      string message("expected ");
      message += wanted;
      throw syntax_error(message, at);
    }
    at++;
  }
  string name() {
    string found;
    skip_spaces();
    while (at < text.size() && text[at] >= 'a' && text[at] <= 'z') found += text[at++];
    if (found.empty()) throw syntax_error("expected a name", at);
    return found;
  }
  int factor() {
    char c = peek();
    if (c == '(') {
      nesting level(depth, at);
      at++;
      int value = sum();
      expect(')');
      return value;
    }
    if (c >= '0' && c <= '9') {
      string digits;
      while (at < text.size() && text[at] >= '0' && text[at] <= '9') digits += text[at++];
      return lib::stoi(digits);
    }
    if (c == '-') {
      at++;
      return static_cast<int>(0u - static_cast<unsigned>(factor()));
    }
    size_t position = at;
    string read = name();
    auto found = names.find(read);
    if (found == names.end()) throw undefined_name(read, position);
    return found->second;
  }
  int product() {
    int value = factor();
    for (;;) {
      char c = peek();
      if (c != '*' && c != '/') return value;
      size_t position = at++;
      int other = factor();
      if (c == '*') {
        value = static_cast<int>(static_cast<unsigned>(value) * static_cast<unsigned>(other));
      } else {
        if (other == 0) throw division_by_zero{position};
        value = other == -1 ? static_cast<int>(0u - static_cast<unsigned>(value)) : value / other;
      }
    }
  }
  int sum() {
    int value = product();
    for (;;) {
      char c = peek();
      if (c != '+' && c != '-') return value;
      at++;
      unsigned other = static_cast<unsigned>(product());
      value = static_cast<int>(static_cast<unsigned>(value) + (c == '+' ? other : 0u - other));
    }
  }
  void statement() {
    string target = name();
    expect('=');
    int value = sum();
    expect(';');
    names[target] = value;
  }
  void recover() {
    while (at < text.size() && text[at] != ';') at++;
    if (at < text.size()) at++;
  }

public:
  int errors = 0;
  uint32_t hash = 7;
  explicit parser(const string &source) : text(source) {}

  void program() {
    while (peek()) {
      try {
        statement();
      } catch (const undefined_name &error) {
        errors++;
        hash = mix(lib::mix_text(hash, error.what()), 1);
        recover();
      } catch (const syntax_error &error) {
        errors++;
        hash = mix(lib::mix_text(hash, error.what()), static_cast<uint32_t>(error.position()));
        recover();
      } catch (division_by_zero error) {
        errors++;
        hash = mix(hash, static_cast<uint32_t>(error.position));
        recover();
      }
    }
    for (const auto &[name, value] : names) hash += mix(lib::mix_text(1, name.data()), static_cast<uint32_t>(value));
    hash = mix(hash, static_cast<uint32_t>(errors) + static_cast<uint32_t>(depth));
  }
};

static void expression(string &text, int depth) {
  uint32_t kind = next_random() % 12;
  if (kind < 4 || depth > 7) {
    text += lib::to_string(static_cast<int>(next_random() % 1000));
  } else if (kind < 6) {
    text += static_cast<char>('a' + next_random() % 24);
  } else if (kind < 8) {
    text += "(";
    expression(text, depth + 1);
    if (next_random() % 30) text += ")";
  } else {
    expression(text, depth + 1);
    text += "+-*/"[next_random() % 4];
    text += ' ';
    expression(text, depth + 1);
  }
}

static uint32_t measure(int n) {
  string text;
  for (int i = 0; i < n; i++) {
    text += static_cast<char>('a' + next_random() % 22);
    if (next_random() % 25) text += " = ";
    expression(text, 0);
    text += next_random() % 40 ? "; " : " ";
  }
  parser p(text);
  p.program();
  return p.hash;
}

KERNEL int run(int n) {
  random_state = 5;
  heap::reset();
  return heap::finish(measure(n));
}
