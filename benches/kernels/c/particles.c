// Particles as an array of structs: they fall, move, bounce off walls, and fade.
#include "kernel.h"

#define MAX 4096

struct vec3 {
  float x, y, z;
};

struct particle {
  struct vec3 at, speed;
  float mass, life;
};

static struct particle particles[MAX];

static struct vec3 add(struct vec3 a, struct vec3 b) { return (struct vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }

static struct vec3 scale(struct vec3 a, float by) { return (struct vec3){a.x * by, a.y * by, a.z * by}; }

static void bounce(float *at, float *speed) {
  if (*at < 0) {
    *at = -*at;
    *speed = -*speed * 0.9f;
  } else if (*at > 100) {
    *at = 200 - *at;
    *speed = -*speed * 0.9f;
  }
}

static void step(struct particle *all, int n, float dt) {
  const struct vec3 gravity = {0, -9.81f, 0};
  for (int i = 0; i < n; i++) {
    struct particle *p = &all[i];
    struct vec3 drag = scale(p->speed, -0.05f / p->mass);
    p->speed = add(p->speed, scale(add(gravity, drag), dt));
    p->at = add(p->at, scale(p->speed, dt));
    bounce(&p->at.x, &p->speed.x);
    bounce(&p->at.y, &p->speed.y);
    bounce(&p->at.z, &p->speed.z);
    p->life -= dt;
  }
}

static float energy(const struct particle *all, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) {
    struct vec3 v = all[i].speed;
    sum += all[i].mass * (v.x * v.x + v.y * v.y + v.z * v.z) / 2;
  }
  return sum;
}

KERNEL int run(int n) {
  random_state = 30;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) {
    struct particle *p = &particles[i];
    p->at = (struct vec3){(float)(next_random() % 100), (float)(next_random() % 100), (float)(next_random() % 100)};
    p->speed = (struct vec3){(float)(next_random() % 20) - 10, (float)(next_random() % 20) - 10, 0.5f};
    p->mass = 1 + (float)(next_random() % 4);
    p->life = 10;
  }
  uint32_t hash = 0;
  for (int round = 0; round < 30; round++) {
    step(particles, n, 0.0625f);
    hash = mix_f64(hash, energy(particles, n));
  }
  for (int i = 0; i < n; i += 5) hash = mix_f64(mix_f64(hash, particles[i].at.y), particles[i].life);
  return (int)hash;
}
