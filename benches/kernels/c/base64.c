// Encodes n bytes as base64 in lines of 76 characters, and decodes them.
#include "kernel.h"

#define MAX (1 << 18)

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint8_t data[MAX + 3], back[MAX + 3];
static char text[MAX * 2];

struct writer {
  char *to;
  int column;
};

static void put(struct writer *w, char c) {
  *w->to++ = c;
  if (++w->column == 76) {
    *w->to++ = '\n';
    w->column = 0;
  }
}

static int encode(const uint8_t *in, int length, char *out) {
  struct writer w = {out, 0};
  int i = 0;
  for (; i + 3 <= length; i += 3) {
    uint32_t bits = (uint32_t)in[i] << 16 | (uint32_t)in[i + 1] << 8 | in[i + 2];
    put(&w, digits[bits >> 18]);
    put(&w, digits[bits >> 12 & 63]);
    put(&w, digits[bits >> 6 & 63]);
    put(&w, digits[bits & 63]);
  }
  if (i < length) {
    int two = i + 1 < length;
    uint32_t bits = (uint32_t)in[i] << 16 | (two ? (uint32_t)in[i + 1] << 8 : 0);
    put(&w, digits[bits >> 18]);
    put(&w, digits[bits >> 12 & 63]);
    put(&w, two ? digits[bits >> 6 & 63] : '=');
    put(&w, '=');
  }
  return (int)(w.to - out);
}

static int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

static int decode(const char *in, int length, uint8_t *out) {
  uint32_t bits = 0;
  int have = 0, made = 0;
  for (int i = 0; i < length; i++) {
    int value = value_of(in[i]);
    if (value < 0) continue; // end of line, or padding
    bits = bits << 6 | (uint32_t)value;
    have += 6;
    if (have >= 8) {
      have -= 8;
      out[made++] = (uint8_t)(bits >> have);
    }
  }
  return made;
}

KERNEL int run(int n) {
  random_state = 11;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) data[i] = (uint8_t)next_random();
  uint32_t hash = 0;
  // The last rounds have every kind of padding.
  for (int cut = 0; cut < 3; cut++) {
    int length = encode(data, n - cut, text);
    int made = decode(text, length, back);
    if (made != n - cut) return -1;
    for (int i = 0; i < made; i++) {
      if (back[i] != data[i]) return -2;
    }
    hash = mix(hash, (uint32_t)length);
    for (int i = 0; i < length; i += 61) hash = mix(hash, (uint8_t)text[i]);
  }
  return (int)hash;
}
