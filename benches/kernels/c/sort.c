// n numbers sorted three times: quicksort that leaves short runs to insertion sort, heap sort, and
// quicksort of records through a comparison function.
#include "kernel.h"

#define MAX 65536
#define SHORT_RUN 12

struct record {
  int key;
  int serial;
};

static int quick[MAX], heap[MAX];
static struct record records[MAX];

static void insertion_sort(int *v, int low, int high) {
  for (int i = low + 1; i <= high; i++) {
    int value = v[i], j = i - 1;
    while (j >= low && v[j] > value) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = value;
  }
}

static void quicksort(int *v, int low, int high) {
  while (high - low >= SHORT_RUN) {
    int a = v[low], b = v[low + (high - low) / 2], c = v[high];
    int pivot = a < b ? (b < c ? b : (a < c ? c : a)) : (a < c ? a : (b < c ? c : b));
    int i = low, j = high;
    while (i <= j) {
      while (v[i] < pivot) i++;
      while (v[j] > pivot) j--;
      if (i <= j) {
        int t = v[i];
        v[i++] = v[j];
        v[j--] = t;
      }
    }
    // The shorter side by recursion, so that the depth is logarithmic.
    if (j - low < high - i) {
      quicksort(v, low, j);
      low = i;
    } else {
      quicksort(v, i, high);
      high = j;
    }
  }
  insertion_sort(v, low, high);
}

static void sift_down(int *v, int root, int count) {
  int value = v[root];
  for (;;) {
    int child = 2 * root + 1;
    if (child >= count) break;
    if (child + 1 < count && v[child + 1] > v[child]) child++;
    if (v[child] <= value) break;
    v[root] = v[child];
    root = child;
  }
  v[root] = value;
}

static void heapsort(int *v, int count) {
  for (int i = count / 2 - 1; i >= 0; i--) sift_down(v, i, count);
  for (int last = count - 1; last > 0; last--) {
    int t = v[0];
    v[0] = v[last];
    v[last] = t;
    sift_down(v, 0, last);
  }
}

static int by_last_digits(const struct record *a, const struct record *b) {
  if (a->key % 1000 != b->key % 1000) return a->key % 1000 - b->key % 1000;
  return a->serial - b->serial;
}

static void sort_records(struct record *v, int low, int high,
                         int (*compare)(const struct record *, const struct record *)) {
  if (low >= high) return;
  struct record pivot = v[low + (high - low) / 2];
  int i = low, j = high;
  while (i <= j) {
    while (compare(&v[i], &pivot) < 0) i++;
    while (compare(&v[j], &pivot) > 0) j--;
    if (i <= j) {
      struct record t = v[i];
      v[i++] = v[j];
      v[j--] = t;
    }
  }
  sort_records(v, low, j, compare);
  sort_records(v, i, high, compare);
}

KERNEL int run(int n) {
  random_state = 7;
  if (n > MAX) n = MAX;
  for (int i = 0; i < n; i++) {
    quick[i] = heap[i] = records[i].key = (int)next_random();
    records[i].serial = i;
  }
  quicksort(quick, 0, n - 1);
  heapsort(heap, n);
  sort_records(records, 0, n - 1, by_last_digits);
  uint32_t hash = 0;
  for (int i = 0; i < n; i++) {
    if (quick[i] != heap[i]) return -1;
    hash = mix(hash, (uint32_t)quick[i] + (uint32_t)records[i].serial);
  }
  return (int)hash;
}
