// A scanner of JSON: n bytes of generated text, validated with recursive descent; depth, strings,
// numbers and their sum.
#include "kernel.h"

#define MAX (1 << 18)

struct scanner {
  const char *at;
  int depth, deepest;
  int strings, escapes, numbers, literals;
  double sum;
};

static char text[MAX + 256];
static char *out, *limit;

static void put_text(const char *s) {
  while (*s) *out++ = *s++;
}

static void put_number(uint32_t value) {
  char reversed[12];
  int count = 0;
  do reversed[count++] = (char)('0' + value % 10);
  while ((value /= 10) != 0);
  while (count > 0) *out++ = reversed[--count];
}

static void put_string(void) {
  *out++ = '"';
  for (uint32_t i = 2 + next_random() % 12; i > 0; i--) {
    if (next_random() % 16 == 0) put_text(next_random() % 2 ? "\\n" : "\\u00e9");
    else *out++ = (char)('a' + next_random() % 26);
  }
  *out++ = '"';
}

static void put_value(int depth) {
  uint32_t kind = next_random() % (depth > 0 && out < limit ? 8 : 5);
  if (kind == 0) put_string();
  else if (kind == 1) put_text(next_random() % 2 ? "true" : "null");
  else if (kind < 5) {
    if (next_random() % 4 == 0) *out++ = '-';
    put_number(next_random() % 100000);
    if (kind == 3) *out++ = '.', put_number(next_random() % 1000);
    if (kind == 4) put_text("e-2");
  } else {
    int object = kind == 5;
    *out++ = object ? '{' : '[';
    for (uint32_t i = next_random() % 10; i > 0; i--) {
      if (object) put_string(), put_text(": ");
      put_value(depth - 1);
      if (i > 1) put_text(", ");
    }
    *out++ = object ? '}' : ']';
  }
}

static void skip_space(struct scanner *s) {
  while (*s->at == ' ' || *s->at == '\n' || *s->at == '\t' || *s->at == '\r') s->at++;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int scan_string(struct scanner *s) {
  if (*s->at++ != '"') return 0;
  while (*s->at != '"') {
    if (*s->at == 0) return 0;
    if (*s->at == '\\') {
      s->escapes++;
      s->at += s->at[1] == 'u' ? 5 : 1;
    }
    s->at++;
  }
  s->at++;
  s->strings++;
  return 1;
}

static int scan_number(struct scanner *s) {
  int negative = *s->at == '-', exponent = 0;
  double value = 0;
  s->at += negative;
  if (!is_digit(*s->at)) return 0;
  while (is_digit(*s->at)) value = value * 10 + (*s->at++ - '0');
  if (*s->at == '.') {
    s->at++;
    for (; is_digit(*s->at); exponent--) value = value * 10 + (*s->at++ - '0');
  }
  if (*s->at == 'e' || *s->at == 'E') {
    int down = *++s->at == '-', power = 0;
    s->at += down;
    while (is_digit(*s->at)) power = power * 10 + (*s->at++ - '0');
    exponent += down ? -power : power;
  }
  for (; exponent < 0; exponent++) value /= 10;
  for (; exponent > 0; exponent--) value *= 10;
  s->sum += negative ? -value : value;
  s->numbers++;
  return 1;
}

static int scan_literal(struct scanner *s, const char *word) {
  while (*word) {
    if (*s->at++ != *word++) return 0;
  }
  s->literals++;
  return 1;
}

static int scan_value(struct scanner *s);

static int scan_items(struct scanner *s, char close, int keys) {
  s->at++;
  if (++s->depth > s->deepest) s->deepest = s->depth;
  skip_space(s);
  while (*s->at != close) {
    if (keys) {
      if (!scan_string(s)) return 0;
      skip_space(s);
      if (*s->at++ != ':') return 0;
    }
    if (!scan_value(s)) return 0;
    if (*s->at == ',') s->at++, skip_space(s);
    else if (*s->at != close) return 0;
  }
  s->at++;
  s->depth--;
  return 1;
}

static int scan_value(struct scanner *s) {
  int good;
  skip_space(s);
  switch (*s->at) {
    case '{': good = scan_items(s, '}', 1); break;
    case '[': good = scan_items(s, ']', 0); break;
    case '"': good = scan_string(s); break;
    case 't': good = scan_literal(s, "true"); break;
    case 'f': good = scan_literal(s, "false"); break;
    case 'n': good = scan_literal(s, "null"); break;
    default: good = scan_number(s);
  }
  skip_space(s);
  return good;
}

KERNEL int run(int n) {
  random_state = 13;
  if (n > MAX / 2) n = MAX / 2;
  out = text;
  limit = text + n;
  *out++ = '[';
  while (out < limit) {
    put_value(6);
    if (out < limit) put_text(",\n");
  }
  *out++ = ']';
  *out = 0;
  uint32_t hash = 0;
  for (int round = 0; round < 4; round++) {
    struct scanner s = {text, 0, 0, 0, 0, 0, 0, 0};
    if (!scan_value(&s) || *s.at != 0) return -1;
    hash = mix(mix(mix(hash, (uint32_t)s.strings), (uint32_t)s.escapes), (uint32_t)s.numbers);
    hash = mix_f64(mix(hash, (uint32_t)(s.deepest * 1000 + s.literals)), s.sum);
  }
  return (int)hash;
}
