// String search in n bytes of text made of syllables: byte by byte, and by the algorithm of Boyer, Moore
// and Horspool.
#include "kernel.h"

#define MAX (1 << 18)
#define WORDS 12

static char text[MAX + 1];
static const char syllables[] = "kalomitaresunavedoripola";

static int naive(const char *in, int length, const char *word, int size) {
  int found = 0;
  for (int i = 0; i + size <= length; i++) {
    int j = 0;
    while (j < size && in[i + j] == word[j]) j++;
    if (j == size) found++;
  }
  return found;
}

static int horspool(const char *in, int length, const char *word, int size) {
  int shift[256];
  for (int i = 0; i < 256; i++) shift[i] = size;
  for (int i = 0; i < size - 1; i++) shift[(uint8_t)word[i]] = size - 1 - i;
  int found = 0, at = 0;
  while (at + size <= length) {
    char last = in[at + size - 1];
    if (last == word[size - 1] && memcmp(in + at, word, (size_t)size - 1) == 0) found++;
    at += shift[(uint8_t)last];
  }
  return found;
}

// Positions of a word without regard to case.
static uint32_t positions(const char *in, const char *word) {
  uint32_t hash = 0;
  for (const char *p = in; *p; p++) {
    const char *a = p, *b = word;
    while (*b && (*a | 32) == (*b | 32)) a++, b++;
    if (!*b) hash = mix(hash, (uint32_t)(p - in));
  }
  return hash;
}

static void write_text(char *out, int length) {
  int at = 0;
  while (at < length) {
    int word = 1 + (int)(next_random() % 4);
    int capital = next_random() % 8 == 0;
    for (int i = 0; i < word && at < length; i++) {
      const char *syllable = &syllables[2 * (next_random() % 12)];
      out[at] = syllable[0];
      if (capital && i == 0) out[at] = (char)(out[at] & ~32);
      at++;
      if (at < length) out[at++] = syllable[1];
    }
    if (at < length) out[at++] = ' ';
  }
  out[length] = 0;
}

KERNEL int run(int n) {
  random_state = 10;
  if (n > MAX) n = MAX;
  write_text(text, n);
  uint32_t hash = 0;
  for (int i = 0; i < WORDS; i++) {
    char word[16];
    int size = 2 + i;
    int from = (int)(next_random() % (uint32_t)(n - 16));
    memcpy(word, text + from, (size_t)size);
    word[size] = 0;
    int fast = horspool(text, n, word, size);
    if (i % 3 == 0 && size > 2 && naive(text, n, word, size) < fast) return -1;
    hash = mix(hash, (uint32_t)fast);
  }
  return (int)mix(hash, positions(text, "reSuna"));
}
