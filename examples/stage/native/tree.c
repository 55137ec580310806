/* The program of tree.c in C. */
#include <stdlib.h>

enum { CELLS = 1024 };

static long long cells[CELLS];

static long long *cell(long long index) {
    if (index < 0 || index >= CELLS) abort();
    return &cells[index];
}

static long long fib(long long n) {
    if (n < 2) return n;
    return fib(n - 1) + fib(n - 2);
}

static long long steps(long long n) {
    long long count = 0;
    while (1 < n) {
        if (n % 2 == 0) n = n / 2;
        else n = 3 * n + 1;
        count++;
    }
    return count;
}

static long long collatz(long long last) {
    long long sum = 0;
    for (; 0 < last; last--) sum += steps(last);
    return sum;
}

static long long primes(long long last) {
    for (long long i = 2; i <= last; i++) *cell(i) = 1;
    long long count = 0;
    for (long long i = 2; i <= last; i++) {
        if (!*cell(i)) continue;
        count++;
        for (long long k = i * i; k <= last; k += i) *cell(k) = 0;
    }
    return count;
}

static long long program(long long n) {
    return fib(n % 5 + 8) + collatz(n % 40 + 10) * primes(n % 500 + 500);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += program(i) ^ i;
    return sum;
}
