// Lines, words, spaces, digits and letters without case of a text, counted as in wc, and characters of UTF-8.
#include "kernel.h"

#define MAX (1 << 18)

static char text[MAX];

static int count_of(const char *s, int n, char c) {
  int count = 0;
  for (int i = 0; i < n; i++) count += s[i] == c;
  return count;
}

static int count_digits(const char *s, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    if (s[i] >= '0' && s[i] <= '9') count++;
  }
  return count;
}

static int count_letters(const char *s, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    char c = (char)(s[i] | 32);
    if (c >= 'a' && c <= 'z') count++;
  }
  return count;
}

static int count_characters(const char *s, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += (s[i] & 0xc0) != 0x80;
  return count;
}

static int count_words(const char *s, int n) {
  int count = 0, in_word = 0;
  for (int i = 0; i < n; i++) {
    int is_space = s[i] == ' ' || s[i] == '\n' || s[i] == '\t';
    if (!is_space && !in_word) count++;
    in_word = !is_space;
  }
  return count;
}

KERNEL int run(int n) {
  random_state = 26;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) {
    uint32_t kind = next_random();
    text[i] = (char)(kind % 6 == 0 ? ' ' : kind % 41 == 0 ? '\n' : kind % 17 == 0 ? 0x80 + kind % 97
                                                               : '0' + kind % 75);
  }
  uint32_t hash = 0;
  for (int round = 0; round < 4; round++) {
    const char *s = text + round;
    int length = n - 2 * round;
    hash = mix(hash, (uint32_t)count_of(s, length, '\n'));
    hash = mix(hash, (uint32_t)count_of(s, length, ' '));
    hash = mix(hash, (uint32_t)count_digits(s, length));
    hash = mix(hash, (uint32_t)count_letters(s, length));
    hash = mix(hash, (uint32_t)count_characters(s, length));
    hash = mix(hash, (uint32_t)count_words(s, length));
  }
  return (int)hash;
}
