// Strings: equality, order, length, the first difference, without regard to case, and how many bytes differ.
#include "kernel.h"

#define MAX 65536

static char a[MAX + 1], b[MAX + 1];

static int equal(const char *s, const char *t, int n) {
  for (int i = 0; i < n; i++) {
    if (s[i] != t[i]) return 0;
  }
  return 1;
}

static int order(const char *s, const char *t) {
  while (*s && *s == *t) {
    s++;
    t++;
  }
  return (unsigned char)*s - (unsigned char)*t;
}

static int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}

static int first_difference(const char *s, const char *t, int n) {
  int i = 0;
  while (i < n && s[i] == t[i]) i++;
  return i;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static int equal_without_case(const char *s, const char *t, int n) {
  for (int i = 0; i < n; i++) {
    if (lower(s[i]) != lower(t[i])) return 0;
  }
  return 1;
}

static int differences(const char *s, const char *t, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += s[i] != t[i];
  return count;
}

KERNEL int run(int n) {
  random_state = 27;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) a[i] = b[i] = (char)(' ' + next_random() % 95);
  a[n] = b[n] = 0;
  uint32_t hash = 0;
  for (int round = 0; round < 6; round++) {
    hash = mix(hash, (uint32_t)equal(a, b, n));
    hash = mix(hash, (uint32_t)order(a, b));
    hash = mix(hash, (uint32_t)length(a + round));
    hash = mix(hash, (uint32_t)first_difference(a, b, n));
    hash = mix(hash, (uint32_t)equal_without_case(a, b, n));
    hash = mix(hash, (uint32_t)differences(a, b, n));
    // A difference near the end, the next one before it.
    b[n - n / 8 * (round + 1) % n - 1] ^= 32;
  }
  return (int)hash;
}
