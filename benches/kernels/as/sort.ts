// As c/sort.c, with generic functions and a comparison function as argument.
import { mix, nextRandom, seed } from './kernel';

const MAX = 65536;
const SHORT_RUN = 12;

class Entry {
  key: i32 = 0;
  serial: i32 = 0;
}

const quick = new Int32Array(MAX);
const heap = new Int32Array(MAX);
const entries = new StaticArray<Entry>(MAX);
for (let i = 0; i < MAX; i++) entries[i] = new Entry();

function insertionSort(v: Int32Array, low: i32, high: i32): void {
  for (let i = low + 1; i <= high; i++) {
    const value = v[i];
    let j = i - 1;
    while (j >= low && v[j] > value) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = value;
  }
}

function quicksort(v: Int32Array, low: i32, high: i32): void {
  while (high - low >= SHORT_RUN) {
    const a = v[low], b = v[low + (high - low) / 2], c = v[high];
    const pivot = a < b ? (b < c ? b : (a < c ? c : a)) : (a < c ? a : (b < c ? c : b));
    let i = low, j = high;
    while (i <= j) {
      while (v[i] < pivot) i++;
      while (v[j] > pivot) j--;
      if (i <= j) {
        const t = v[i];
        v[i++] = v[j];
        v[j--] = t;
      }
    }
    if (j - low < high - i) {
      quicksort(v, low, j);
      low = i;
    } else {
      quicksort(v, i, high);
      high = j;
    }
  }
  insertionSort(v, low, high);
}

function siftDown(v: Int32Array, root: i32, count: i32): void {
  const value = v[root];
  while (true) {
    let child = 2 * root + 1;
    if (child >= count) break;
    if (child + 1 < count && v[child + 1] > v[child]) child++;
    if (v[child] <= value) break;
    v[root] = v[child];
    root = child;
  }
  v[root] = value;
}

function heapsort(v: Int32Array, count: i32): void {
  for (let i = count / 2 - 1; i >= 0; i--) siftDown(v, i, count);
  for (let last = count - 1; last > 0; last--) {
    const t = v[0];
    v[0] = v[last];
    v[last] = t;
    siftDown(v, 0, last);
  }
}

function sortBy<T>(v: StaticArray<T>, low: i32, high: i32, compare: (a: T, b: T) => i32): void {
  if (low >= high) return;
  const pivot = v[low + (high - low) / 2];
  let i = low, j = high;
  while (i <= j) {
    while (compare(v[i], pivot) < 0) i++;
    while (compare(v[j], pivot) > 0) j--;
    if (i <= j) {
      const t = v[i];
      v[i++] = v[j];
      v[j--] = t;
    }
  }
  sortBy<T>(v, low, j, compare);
  sortBy<T>(v, i, high, compare);
}

export function run(n: i32): i32 {
  seed(7);
  n = min(n, MAX);
  for (let i = 0; i < n; i++) {
    const key = <i32>nextRandom();
    quick[i] = key;
    heap[i] = key;
    entries[i].key = key;
    entries[i].serial = i;
  }
  quicksort(quick, 0, n - 1);
  heapsort(heap, n);
  sortBy<Entry>(entries, 0, n - 1, (a, b) => {
    if (a.key % 1000 != b.key % 1000) return a.key % 1000 - b.key % 1000;
    return a.serial - b.serial;
  });
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    if (quick[i] != heap[i]) return -1;
    hash = mix(hash, <u32>quick[i] + <u32>entries[i].serial);
  }
  return <i32>hash;
}
