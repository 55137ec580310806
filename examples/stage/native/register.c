/* The program of register.c in C. */
enum { CELLS = 256 };

static long long cells[CELLS];

static long long fib(long long n) {
    if (n < 2) return n;
    return fib(n - 1) + fib(n - 2);
}

static long long gcd(long long a, long long b) {
    while (b != 0) {
        long long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void fill(long long n, long long seed) {
    for (long long i = 0; i < n; i++) {
        seed = (seed * 181 + 7) % 32749;
        cells[(unsigned long)i % CELLS] = seed;
    }
}

static void sort(long long n) {
    for (long long i = 1; i < n; i++) {
        long long x = cells[(unsigned long)i % CELLS], k = i;
        for (; 0 < k && x < cells[(unsigned long)(k - 1) % CELLS]; k--)
            cells[(unsigned long)k % CELLS] = cells[(unsigned long)(k - 1) % CELLS];
        cells[(unsigned long)k % CELLS] = x;
    }
}

static long long hash(long long n) {
    long long hash = 0;
    for (long long i = 0; i < n; i++) {
        long long x = cells[(unsigned long)i % CELLS];
        hash = (hash * 5040 + x) % 32749 + gcd(x, 5040);
    }
    return hash;
}

static long long program(long long n) {
    long long factor = fib(n % 5 + 8);
    fill(64, n);
    sort(64);
    return factor * hash(64);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += program(i) ^ i;
    return sum;
}
