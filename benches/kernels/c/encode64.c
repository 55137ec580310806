// Base64 without lines, hexadecimal digits, and back from these.
#include "kernel.h"

#define MAX (1 << 17)

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char hex[] = "0123456789abcdef";

static uint8_t data[MAX], back[MAX];
static char text[MAX * 2];

static int encode(const uint8_t *in, int length, char *out) {
  int at = 0, i = 0;
  for (; i + 2 < length; i += 3) {
    out[at++] = digits[in[i] >> 2];
    out[at++] = digits[(in[i] & 3) << 4 | in[i + 1] >> 4];
    out[at++] = digits[(in[i + 1] & 15) << 2 | in[i + 2] >> 6];
    out[at++] = digits[in[i + 2] & 63];
  }
  if (i < length) {
    int second = i + 1 < length ? in[i + 1] : 0;
    out[at++] = digits[in[i] >> 2];
    out[at++] = digits[(in[i] & 3) << 4 | second >> 4];
    out[at++] = i + 1 < length ? digits[(second & 15) << 2] : '=';
    out[at++] = '=';
  }
  return at;
}

static void to_hex(const uint8_t *in, int length, char *out) {
  for (int i = 0; i < length; i++) {
    out[2 * i] = hex[in[i] >> 4];
    out[2 * i + 1] = hex[in[i] & 15];
  }
}

static int value_of(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static void from_hex(const char *in, int length, uint8_t *out) {
  for (int i = 0; i < length; i++) {
    out[i] = (uint8_t)(value_of(in[2 * i]) << 4 | value_of(in[2 * i + 1]));
  }
}

KERNEL int run(int n) {
  random_state = 28;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) data[i] = (uint8_t)next_random();
  uint32_t hash = 0;
  for (int round = 0; round < 6; round++) {
    int length = encode(data, n - round, text);
    hash = mix(hash, (uint32_t)length);
    for (int i = 0; i < length; i += 97) hash = mix(hash, (uint8_t)text[i]);
    to_hex(data, n, text);
    for (int i = 0; i < n; i += 97) hash = mix(hash, (uint8_t)text[i]);
    from_hex(text, n, back);
    if (memcmp(data, back, (size_t)n)) return -1;
  }
  return (int)hash;
}
