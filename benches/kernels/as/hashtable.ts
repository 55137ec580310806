// As c/hashtable.c, with a class and one array each for keys and values.
import { mix, nextRandom, seed } from './kernel';

const MAX_SLOTS: u32 = 131072;

class Space {
  keys: Uint32Array = new Uint32Array(MAX_SLOTS); // 0 is a free slot
  values: Uint32Array = new Uint32Array(MAX_SLOTS);
}

const spaces: StaticArray<Space> = [new Space(), new Space()];

function hashOf(key: u32): u32 {
  key ^= key >> 16;
  key *= 0x7feb352d;
  key ^= key >> 15;
  key *= 0x846ca68b;
  return key ^ key >> 16;
}

class Table {
  keys!: Uint32Array;
  values!: Uint32Array;
  mask: u32 = 0;
  used: u32 = 0;
  space: u32 = 0;

  create(slots: u32): void {
    this.space ^= 1;
    this.keys = spaces[this.space].keys;
    this.values = spaces[this.space].values;
    this.mask = slots - 1;
    this.used = 0;
    for (let i: u32 = 0; i < slots; i++) this.keys[i] = 0;
  }

  find(key: u32): u32 {
    let i = hashOf(key) & this.mask;
    while (this.keys[i] != 0 && this.keys[i] != key) i = (i + 1) & this.mask;
    return i;
  }

  grow(): void {
    const keys = this.keys, values = this.values, slots = this.mask + 1;
    this.create(slots * 2);
    for (let i: u32 = 0; i < slots; i++) {
      if (keys[i] == 0) continue;
      const to = this.find(keys[i]);
      this.keys[to] = keys[i];
      this.values[to] = values[i];
      this.used++;
    }
  }

  count(key: u32): void {
    let at = this.find(key);
    if (this.keys[at] == 0) {
      if (this.used * 4 >= (this.mask + 1) * 3 && this.mask + 1 < MAX_SLOTS) {
        this.grow();
        at = this.find(key);
      }
      this.keys[at] = key;
      this.values[at] = 0;
      this.used++;
    }
    this.values[at]++;
  }

  remove(key: u32): bool {
    let hole = this.find(key), i = hole;
    if (this.keys[hole] == 0) return false;
    while (true) {
      i = (i + 1) & this.mask;
      if (this.keys[i] == 0) break;
      const home = hashOf(this.keys[i]) & this.mask;
      if (((i - home) & this.mask) < ((i - hole) & this.mask)) continue;
      this.keys[hole] = this.keys[i];
      this.values[hole] = this.values[i];
      hole = i;
    }
    this.keys[hole] = 0;
    this.used--;
    return true;
  }
}

const table = new Table();

export function run(n: i32): i32 {
  seed(8);
  table.create(64);
  for (let i = 0; i < n; i++) table.count(1 + nextRandom() % <u32>n);
  let hash = table.used, removed: u32 = 0;
  for (let i = 0; i < n; i += 2) removed += <u32>table.remove(<u32>i + 1);
  hash = mix(hash, removed);
  for (let i = 0; i < n; i++) {
    const at = table.find(<u32>i + 1);
    if (table.keys[at] != 0) hash = mix(hash, table.values[at]);
  }
  return <i32>mix(hash, table.used);
}
