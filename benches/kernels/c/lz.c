// A compressor and decompressor of a format like LZ4's: a token (literals, match length), literals,
// an offset of 16 bits. n bytes are compressed once and decompressed eight times.
#include "kernel.h"

#define MAX (1 << 17)
#define TABLE 4096
#define MIN_MATCH 4

static uint8_t data[MAX], packed[MAX + MAX / 16 + 64], unpacked[MAX];
static int table[TABLE];

static uint32_t word_at(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint8_t *put_length(uint8_t *out, int rest) {
  for (; rest >= 255; rest -= 255) *out++ = 255;
  *out++ = (uint8_t)rest;
  return out;
}

// A match length of 0 ends the stream.
static uint8_t *put_sequence(uint8_t *out, const uint8_t *from, int literals, int offset, int match) {
  int more = match ? match - MIN_MATCH + 1 : 0;
  *out++ = (uint8_t)((literals < 15 ? literals : 15) << 4 | (more < 15 ? more : 15));
  if (literals >= 15) out = put_length(out, literals - 15);
  for (int i = 0; i < literals; i++) *out++ = from[i];
  if (!match) return out;
  *out++ = (uint8_t)offset;
  *out++ = (uint8_t)(offset >> 8);
  return more >= 15 ? put_length(out, more - 15) : out;
}

static int pack(const uint8_t *in, int length, uint8_t *out) {
  uint8_t *start = out;
  int pending = 0, at = 0;
  for (int i = 0; i < TABLE; i++) table[i] = -1;
  while (at + MIN_MATCH <= length) {
    uint32_t hash = word_at(in + at) * 2654435761u >> 20;
    int before = table[hash];
    table[hash] = at;
    if (before < 0 || at - before > 65535 || word_at(in + before) != word_at(in + at)) {
      at++;
      continue;
    }
    int match = MIN_MATCH;
    while (at + match < length && in[before + match] == in[at + match]) match++;
    out = put_sequence(out, in + pending, at - pending, at - before, match);
    at += match;
    pending = at;
  }
  return (int)(put_sequence(out, in + pending, length - pending, 0, 0) - start);
}

static const uint8_t *get_length(const uint8_t *in, int *length) {
  if (*length < 15) return in;
  uint8_t byte;
  do *length += byte = *in++;
  while (byte == 255);
  return in;
}

static int unpack(const uint8_t *in, uint8_t *out, int room) {
  uint8_t *start = out, *end = out + room;
  for (;;) {
    int token = *in++, literals = token >> 4, match = token & 15;
    in = get_length(in, &literals);
    if (literals > end - out) return -1;
    for (int i = 0; i < literals; i++) *out++ = *in++;
    if (!match) return (int)(out - start);
    int offset = in[0] | in[1] << 8;
    in = get_length(in + 2, &match);
    match += MIN_MATCH - 1;
    if (offset == 0 || offset > out - start || match > end - out) return -1;
    // Byte by byte: a match may overlap its own output.
    for (const uint8_t *from = out - offset; match > 0; match--) *out++ = *from++;
  }
}

// Repeats of earlier bytes, mixed with new ones.
static void generate(uint8_t *out, int length) {
  int at = 0;
  while (at < length) {
    int run = 3 + (int)(next_random() % 30);
    int copy = at > 64 && next_random() % 3 != 0;
    int from = copy ? (int)(next_random() % (uint32_t)at) : 0;
    for (; run > 0 && at < length; run--) out[at++] = copy ? out[from++] : (uint8_t)(next_random() % 24);
  }
}

KERNEL int run(int n) {
  random_state = 12;
  if (n > MAX) n = MAX;
  generate(data, n);
  int size = pack(data, n, packed);
  uint32_t hash = (uint32_t)size;
  for (int round = 0; round < 8; round++) {
    memset(unpacked, 0, sizeof unpacked);
    if (unpack(packed, unpacked, n) != n || memcmp(data, unpacked, (size_t)n) != 0) return -1;
    hash = mix(hash, unpacked[next_random() % (uint32_t)n]);
  }
  return (int)hash;
}
