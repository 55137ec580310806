// Records in text, with fields that are missing or no numbers: checked containers, numbers that are parsed, values
// that may be absent, callbacks that throw, and a table that is filled all or not at all.
#include "../support.h"

using lib::checked_vector, lib::function, lib::hash_map, lib::move, lib::optional, lib::string, lib::vector;

struct row {
  string name;
  int count = 0, price = 0;
};

static checked_vector<string> split(const string &line, char at) {
  checked_vector<string> parts;
  string part;
  for (char c : line) {
    if (c == at) {
      parts.push_back(part);
      part.clear();
    } else {
      part += c;
    }
  }
  parts.push_back(move(part));
  return parts;
}

static row parse(const string &line) {
  checked_vector<string> fields = split(line, ',');
  row r;
  r.name = fields.at(0);
  r.count = lib::stoi(fields.at(1));
  r.price = lib::stoi(fields.at(2));
  if (r.count < 0) throw lib::invalid_argument(r.name);
  return r;
}

static optional<int> discount(const row &r) {
  if (r.count > 50) return optional<int>(r.price / 10);
  return {};
}

class table {
  vector<row> rows;
  hash_map<string, int> totals;

public:
  // All lines of a group, or none.
  void add(const vector<string> &lines) {
    vector<row> added;
    for (const string &line : lines) added.push_back(parse(line));
    for (row &r : added) {
      totals[r.name] += r.count;
      rows.push_back(move(r));
    }
  }
  void each(const function<void(const row &)> &visit) const {
    for (const row &r : rows) visit(r);
  }
  int total(const string &name) { return lib::at(totals, name); }
};

static string line_of(uint32_t i) {
  static const char *const names[] = {"apple", "pear", "quince", "a very long name of a fruit", "plum"};
  string line(names[i % 5]);
  if (next_random() % 30) line += ",";
  line += lib::to_string(static_cast<int>(next_random() % 100) - (next_random() % 40 ? 0 : 100));
  line += ",";
  if (next_random() % 50) line += lib::to_string(static_cast<int>(next_random() % 10000));
  if (next_random() % 60 == 0) line += "99999999999";
  if (next_random() % 45 == 0) line += "x";
  return line;
}

static uint32_t measure(int n) {
  table t;
  uint32_t hash = 0, failed = 0;
  for (int group = 0; group < n; group++) {
    vector<string> lines;
    for (uint32_t i = 0; i < 1 + static_cast<uint32_t>(group) % 6; i++) lines.push_back(line_of(next_random()));
    try {
      t.add(lines);
    } catch (const lib::out_of_range &e) {
      hash = lib::mix_text(hash, e.what());
    } catch (const lib::invalid_argument &e) {
      failed++;
      hash = mix(lib::mix_text(hash, e.what()), 1);
    }
  }
  static const char *const wanted[] = {"apple", "pear", "fig", "plum"};
  for (const char *name : wanted) {
    try {
      hash = mix(hash, static_cast<uint32_t>(t.total(name)));
    } catch (const lib::logic_error &e) {
      hash = lib::mix_text(hash, e.what());
    }
  }
  int seen = 0, without = 0;
  t.each([&](const row &r) {
    seen++;
    try {
      hash = mix(hash, static_cast<uint32_t>(discount(r).value()));
    } catch (const lib::exception &) {
      without++;
    }
  });
  try {
    t.each([&](const row &r) {
      if (r.price > 9000) throw r;
      hash = mix(hash, static_cast<uint32_t>(r.price));
    });
  } catch (const row &r) {
    hash = lib::mix_text(hash, r.name.data());
  }
  return mix(mix(mix(hash, failed), static_cast<uint32_t>(seen)), static_cast<uint32_t>(without));
}

KERNEL int run(int n) {
  random_state = 29;
  heap::reset();
  return heap::finish(measure(n));
}
