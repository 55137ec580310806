// Integers of any size as values, with overloaded operators that return temporaries: the first n Fibonacci
// numbers and their identities, a factorial divided down again, greatest common divisors, and decimal text.
#include "containers.h"

using lib::move, lib::string, lib::vector;

// Limbs of 32 bits, the lowest first; none for zero. Never negative.
class bigint {
  vector<uint32_t> limbs;

  void trim() {
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  }

public:
  bigint(uint32_t value = 0) {
    if (value) limbs.push_back(value);
  }
  size_t size() const { return limbs.size(); }
  uint32_t operator[](size_t i) const { return i < limbs.size() ? limbs[i] : 0; }
  explicit operator bool() const { return !limbs.empty(); }
  bool is_even() const { return (*this)[0] % 2 == 0; }

  bigint &operator+=(const bigint &other) {
    limbs.resize(lib::max(size(), other.size()) + 1);
    uint64_t carry = 0;
    for (size_t i = 0; i < limbs.size(); i++) {
      carry += static_cast<uint64_t>(limbs[i]) + other[i];
      limbs[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    trim();
    return *this;
  }
  // The other one must not be larger.
  bigint &operator-=(const bigint &other) {
    int64_t borrow = 0;
    for (size_t i = 0; i < limbs.size(); i++) {
      borrow += static_cast<int64_t>(limbs[i]) - other[i];
      limbs[i] = static_cast<uint32_t>(borrow);
      borrow >>= 32;
    }
    trim();
    return *this;
  }
  bigint operator*(const bigint &other) const {
    bigint product;
    product.limbs.resize(size() + other.size());
    for (size_t i = 0; i < size(); i++) {
      uint64_t carry = 0;
      for (size_t k = 0; k < other.size() || carry; k++) {
        carry += product.limbs[i + k] + static_cast<uint64_t>(limbs[i]) * other[k];
        product.limbs[i + k] = static_cast<uint32_t>(carry);
        carry >>= 32;
      }
    }
    product.trim();
    return product;
  }
  // Divides by a small number, and returns the remainder.
  uint32_t divide(uint32_t divisor) {
    uint64_t rest = 0;
    for (size_t i = size(); i-- > 0;) {
      rest = rest << 32 | limbs[i];
      limbs[i] = static_cast<uint32_t>(rest / divisor);
      rest %= divisor;
    }
    trim();
    return static_cast<uint32_t>(rest);
  }
  bigint &operator>>=(unsigned bits) {
    uint32_t above = 0;
    for (size_t i = size(); i-- > 0;) {
      uint32_t limb = limbs[i];
      limbs[i] = limb >> bits | (bits ? above << (32 - bits) : 0);
      above = limb;
    }
    trim();
    return *this;
  }

  friend bool operator==(const bigint &a, const bigint &b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }
  friend bool operator<(const bigint &a, const bigint &b) {
    if (a.size() != b.size()) return a.size() < b.size();
    for (size_t i = a.size(); i-- > 0;) {
      if (a[i] != b[i]) return a[i] < b[i];
    }
    return false;
  }
};
static bigint operator+(bigint a, const bigint &b) { return move(a += b); }
static bigint operator-(bigint a, const bigint &b) { return move(a -= b); }

static string decimal(bigint number) {
  string digits;
  do {
    uint32_t part = number.divide(1000000000);
    for (int i = 0; i < 9 && (number || part); i++, part /= 10) digits += static_cast<char>('0' + part % 10);
  } while (number);
  lib::reverse(digits.begin(), digits.end());
  return digits;
}

// By subtraction; that of odd numbers is odd.
static bigint odd_gcd(bigint a, bigint b) {
  while (a) {
    while (a.is_even()) a >>= 1;
    if (a < b) lib::swap(a, b);
    a -= b;
  }
  return b;
}

static uint32_t mix_digits(uint32_t hash, const bigint &number) {
  for (char digit : decimal(number)) hash = mix(hash, static_cast<uint32_t>(digit));
  return hash;
}

static uint32_t measure(int n) {
  vector<bigint> f;
  f.push_back(0);
  f.push_back(1);
  for (int i = 2; i <= n; i++) f.push_back(f[i - 1] + f[i - 2]);

  // F(2k) = F(k) (2 F(k+1) - F(k)) and F(2k+1) = F(k)^2 + F(k+1)^2.
  uint32_t hash = 0;
  for (size_t k = 1; 2 * k + 1 < f.size(); k++) {
    if (!(f[2 * k] == f[k] * (f[k + 1] + f[k + 1] - f[k]))) return 0;
    if (!(f[2 * k + 1] == f[k] * f[k] + f[k + 1] * f[k + 1])) return 0;
  }
  for (size_t k = 0; k < f.size(); k += 16) hash = mix_digits(hash, f[k]);

  bigint factorial = 1;
  for (int i = 2; i <= n; i++) factorial = factorial * static_cast<uint32_t>(i);
  hash = mix_digits(hash, factorial);
  for (int i = n; i >= 2; i--) {
    if (factorial.divide(static_cast<uint32_t>(i)) != 0) return 0;
  }
  if (!(factorial == bigint(1))) return 0;

  // Of F(a) and F(b) it is F of that of a and b.
  for (size_t a = f.size() / 2; a + 6 < f.size(); a += 9) {
    if (!f[a].is_even() && !f[a + 6].is_even()) hash = mix_digits(hash, odd_gcd(f[a], f[a + 6]));
  }
  return hash;
}

KERNEL int run(int n) {
  heap::reset();
  return heap::finish(measure(n));
}
