// Eight bodies that attract each other, n steps; energy before and after.
#include "kernel.h"

#define BODIES 8
#define TIME_STEP 0.001

struct body {
  double x, y, z;
  double vx, vy, vz;
  double mass;
};

static struct body bodies[BODIES];

static double between(double low, double high) {
  return low + (high - low) * (double)next_random() / 16777216.0;
}

static void start(struct body *all) {
  for (int i = 0; i < BODIES; i++) {
    struct body *b = &all[i];
    b->x = between(-10, 10);
    b->y = between(-10, 10);
    b->z = between(-1, 1);
    b->vx = between(-0.5, 0.5);
    b->vy = between(-0.5, 0.5);
    b->vz = between(-0.1, 0.1);
    b->mass = between(0.1, 3);
  }
}

static void advance(struct body *all) {
  for (int i = 0; i < BODIES; i++) {
    struct body *a = &all[i];
    for (int j = i + 1; j < BODIES; j++) {
      struct body *b = &all[j];
      double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
      double square = dx * dx + dy * dy + dz * dz + 0.01;
      double pull = TIME_STEP / (square * __builtin_sqrt(square));
      a->vx -= dx * b->mass * pull;
      a->vy -= dy * b->mass * pull;
      a->vz -= dz * b->mass * pull;
      b->vx += dx * a->mass * pull;
      b->vy += dy * a->mass * pull;
      b->vz += dz * a->mass * pull;
    }
  }
  for (int i = 0; i < BODIES; i++) {
    struct body *a = &all[i];
    a->x += TIME_STEP * a->vx;
    a->y += TIME_STEP * a->vy;
    a->z += TIME_STEP * a->vz;
  }
}

static double energy(const struct body *all) {
  double sum = 0;
  for (int i = 0; i < BODIES; i++) {
    const struct body *a = &all[i];
    sum += 0.5 * a->mass * (a->vx * a->vx + a->vy * a->vy + a->vz * a->vz);
    for (int j = i + 1; j < BODIES; j++) {
      const struct body *b = &all[j];
      double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
      sum -= a->mass * b->mass / __builtin_sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    }
  }
  return sum;
}

KERNEL int run(int n) {
  random_state = 4;
  start(bodies);
  uint32_t hash = mix_f64(0, energy(bodies));
  for (int i = 0; i < n; i++) advance(bodies);
  hash = mix_f64(hash, energy(bodies));
  for (int i = 0; i < BODIES; i++) hash = mix_f64(hash, bodies[i].x);
  return (int)hash;
}
