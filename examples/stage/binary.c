/* Binary search. Constant: the array, of 16 elements. Published: 1.8 times as fast.
 *
 * Keys are looked up in order, so that branches are predictable.
 */
#include "invar.h"

enum { SIZE = 16 };

/* The position of the key, or the one where it would be inserted. */
int search(const int *array, int size, int key) {
    array = invar_promise_const(array, size * sizeof *array);
    int low = 0, high = size;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (array[middle] < key) {
            low = middle + 1;
            invar_keep_const(low, CACHE, EAGER);
        } else {
            high = middle;
            invar_keep_const(high, CACHE, EAGER);
        }
    }
    return low;
}

int array[SIZE];
int (*lookup)(const int *, int, int);

void init(void) {
    for (int i = 0; i < SIZE; i++) array[i] = i * i;
    lookup = invar_specialize(search, array, SIZE);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += lookup(array, SIZE, i % (SIZE * SIZE));
    return sum;
}
