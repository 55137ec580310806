/* The program of walker.rs in C. */
#include <stdlib.h>

enum { CELLS = 256 };

static long long cells[CELLS];

static long long *cell(long long index) {
    if (index < 0 || index >= CELLS) abort();
    return &cells[index];
}

static long long tak(long long x, long long y, long long z) {
    return y < x ? tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) : z;
}

static long long gcd(long long a, long long b) { return b == 0 ? a : gcd(b, a % b); }

static long long gcds(long long n) {
    long long sum = 0;
    for (; n != 0; n--) sum += gcd(5040, n);
    return sum;
}

static void fill(long long n) {
    for (long long i = 0; i < 128; i++) *cell(i) = (n + i * 7) % 10;
}

static long long product(long long size) {
    long long trace = 0;
    for (long long i = 0; i < size; i++) {
        for (long long k = 0; k < size; k++) {
            long long sum = 0;
            for (long long m = 0; m < size; m++) sum += *cell(i * size + m) * *cell(64 + m * size + k);
            *cell(128 + i * size + k) = sum;
        }
        trace += *cell(128 + i * (size + 1));
    }
    return trace;
}

static long long program(long long n) {
    fill(n);
    return product(8) * gcds(50 + n % 50) + tak(6 + n % 3, 4, n % 2);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += program(i) ^ i;
    return sum;
}
