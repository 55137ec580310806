/* The dot product of two vectors of integers. Constant: one of them, of 100 elements, 90% zero.
 * Published: 5.7 times as fast.
 */
#include "invar.h"

enum { SIZE = 100 };

int dot(const int *u, int size, const int *v) {
    u = invar_promise_const(u, size * sizeof *u);
    int sum = 0;
    for (int i = 0; i < size; i++) {
        invar_keep_const(i, CACHE, EAGER);
        sum += u[i] * v[i];
    }
    return sum;
}

int constant[SIZE], varying[SIZE];
int (*product)(const int *, int, const int *);

void init(void) {
    for (int i = 0; i < SIZE; i++) constant[i] = i % 10 == 3 ? i * 7 - 300 : 0;
    product = invar_specialize(dot, constant, SIZE);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < SIZE; i++) varying[i] = i * i;
    for (int i = 0; i < n; i++) {
        varying[i % SIZE] += i;
        sum += product(constant, SIZE, varying);
    }
    return sum;
}
