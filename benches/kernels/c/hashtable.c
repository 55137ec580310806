// A hash table with open addressing that grows: n keys counted, half of them removed (later
// ones move up), all looked up.
#include "kernel.h"

#define MAX_SLOTS 131072

struct slot {
  uint32_t key; // 0 is a free slot
  uint32_t value;
};

struct table {
  struct slot *slots;
  uint32_t mask;
  uint32_t used;
};

static struct slot spaces[2][MAX_SLOTS];
static int space;

static uint32_t hash_of(uint32_t key) {
  key ^= key >> 16;
  key *= 0x7feb352du;
  key ^= key >> 15;
  key *= 0x846ca68bu;
  return key ^ key >> 16;
}

static void create(struct table *t, uint32_t slots) {
  space ^= 1;
  t->slots = spaces[space];
  t->mask = slots - 1;
  t->used = 0;
  memset(t->slots, 0, slots * sizeof(struct slot));
}

static struct slot *find(const struct table *t, uint32_t key) {
  uint32_t i = hash_of(key) & t->mask;
  while (t->slots[i].key != 0 && t->slots[i].key != key) i = (i + 1) & t->mask;
  return &t->slots[i];
}

static void grow(struct table *t) {
  struct table old = *t;
  create(t, (old.mask + 1) * 2);
  for (uint32_t i = 0; i <= old.mask; i++) {
    if (old.slots[i].key == 0) continue;
    *find(t, old.slots[i].key) = old.slots[i];
    t->used++;
  }
}

static void count(struct table *t, uint32_t key) {
  struct slot *s = find(t, key);
  if (s->key == 0) {
    if (t->used * 4 >= (t->mask + 1) * 3 && t->mask + 1 < MAX_SLOTS) {
      grow(t);
      s = find(t, key);
    }
    s->key = key;
    s->value = 0;
    t->used++;
  }
  s->value++;
}

static int remove_key(struct table *t, uint32_t key) {
  struct slot *s = find(t, key);
  if (s->key == 0) return 0;
  uint32_t hole = (uint32_t)(s - t->slots), i = hole;
  for (;;) {
    i = (i + 1) & t->mask;
    if (t->slots[i].key == 0) break;
    // A key that must not be before its own slot stays.
    uint32_t home = hash_of(t->slots[i].key) & t->mask;
    if (((i - home) & t->mask) < ((i - hole) & t->mask)) continue;
    t->slots[hole] = t->slots[i];
    hole = i;
  }
  t->slots[hole].key = 0;
  t->used--;
  return 1;
}

KERNEL int run(int n) {
  struct table t;
  random_state = 8;
  space = 0;
  create(&t, 64);
  for (int i = 0; i < n; i++) count(&t, 1 + next_random() % (uint32_t)n);
  uint32_t hash = t.used;
  uint32_t removed = 0;
  for (int i = 0; i < n; i += 2) removed += (uint32_t)remove_key(&t, (uint32_t)i + 1);
  hash = mix(hash, removed);
  for (int i = 0; i < n; i++) {
    struct slot *s = find(&t, (uint32_t)i + 1);
    if (s->key != 0) hash = mix(hash, s->value);
  }
  return (int)mix(hash, t.used);
}
