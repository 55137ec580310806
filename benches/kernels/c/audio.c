// Mixes four tracks of 16-bit samples with gains, saturating, into n frames; fades, and finds the peak.
#include "kernel.h"

#define MAX 65536
#define TRACKS 4

static int16_t tracks[TRACKS][MAX], mixed[MAX];

static int16_t saturate(int value) {
  if (value > 32767) return 32767;
  if (value < -32768) return -32768;
  return (int16_t)value;
}

static void add_track(int16_t *out, const int16_t *in, int gain, int n) {
  for (int i = 0; i < n; i++) out[i] = saturate(out[i] + ((in[i] * gain) >> 15));
}

static void fade(int16_t *samples, int n) {
  for (int i = 0; i < n; i++) samples[i] = (int16_t)(samples[i] * (n - i) / n);
}

static int peak(const int16_t *samples, int n) {
  int most = 0;
  for (int i = 0; i < n; i++) {
    int level = samples[i] < 0 ? -samples[i] : samples[i];
    if (level > most) most = level;
  }
  return most;
}

KERNEL int run(int n) {
  random_state = 22;
  if (n > MAX) n = MAX;
  for (int t = 0; t < TRACKS; t++) {
    for (int i = 0; i < n; i++) tracks[t][i] = (int16_t)next_random();
  }
  uint32_t hash = 0;
  for (int round = 0; round < 12; round++) {
    memset(mixed, 0, sizeof mixed[0] * (size_t)n);
    for (int t = 0; t < TRACKS; t++) add_track(mixed, tracks[t], 20000 + 1000 * (t + round), n);
    hash = mix(hash, (uint32_t)peak(mixed, n));
  }
  fade(mixed, n < 30000 ? n : 30000);
  for (int i = 0; i < n; i += 5) hash = mix(hash, (uint16_t)mixed[i]);
  return (int)hash;
}
