// Containers and exceptions of a standard library, as far as the programs use them. Containers are those of the
// kernels; here is what throws.
#include "../kernels/cpp/containers.h"

namespace lib {

class exception {
public:
  virtual ~exception() = default;
  virtual const char *what() const noexcept { return "exception"; }
};

class runtime_error : public exception {
  string message;

public:
  explicit runtime_error(const string &text) : message(text) {}
  const char *what() const noexcept override { return message.data(); }
};
class logic_error : public exception {
  string message;

public:
  explicit logic_error(const string &text) : message(text) {}
  const char *what() const noexcept override { return message.data(); }
};
class out_of_range : public logic_error {
public:
  using logic_error::logic_error;
};
class invalid_argument : public logic_error {
public:
  using logic_error::logic_error;
};
class overflow_error : public runtime_error {
public:
  using runtime_error::runtime_error;
};

// A vector whose elements can be reached with a check.
template <class T> class checked_vector : public vector<T> {
public:
  using vector<T>::vector;
  T &at(size_t i) {
    if (i >= this->size()) throw out_of_range("vector");
    return (*this)[i];
  }
  const T &at(size_t i) const {
    if (i >= this->size()) throw out_of_range("vector");
    return (*this)[i];
  }
};

template <class K, class V> V &at(hash_map<K, V> &map, const K &key) {
  auto found = map.find(key);
  if (found == map.end()) throw out_of_range("map");
  return found->second;
}

// A value, or none.
template <class T> class optional {
  T held = T();
  bool has = false;

public:
  optional() = default;
  optional(T value) : held(move(value)), has(true) {}
  explicit operator bool() const { return has; }
  T &value() {
    if (!has) throw logic_error("no value");
    return held;
  }
};

inline string to_string(int value) {
  char digits[12];
  char *at = digits + sizeof digits;
  unsigned rest = value < 0 ? 0u - static_cast<unsigned>(value) : static_cast<unsigned>(value);
  do *--at = static_cast<char>('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) *--at = '-';
  return string(at, static_cast<size_t>(digits + sizeof digits - at));
}

// The number that a text is.
inline int stoi(const string &text) {
  size_t i = 0;
  bool is_negative = text.size() > 0 && text[0] == '-';
  if (is_negative) i++;
  if (i == text.size()) throw invalid_argument(text);
  int value = 0;
  for (; i < text.size(); i++) {
    if (text[i] < '0' || text[i] > '9') throw invalid_argument(text);
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, text[i] - '0', &value)) {
      throw out_of_range(text);
    }
  }
  return is_negative ? -value : value;
}

inline uint32_t mix_text(uint32_t hash, const char *text) {
  for (; *text; text++) hash = mix(hash, static_cast<unsigned char>(*text));
  return hash;
}

} // namespace lib
