/* The program of stack.c in C. */
enum { CELLS = 64 };

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

static long long gcds(long long n) {
    long long sum = 0;
    for (; n != 0; n--) sum += gcd(n, 5040);
    return sum;
}

static long long steps(long long n) {
    long long count = 0;
    for (; 1 < n; count++) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return count;
}

static void collatz(long long n) {
    for (int i = 0; i < CELLS; i++) cells[i] = 0;
    for (; n != 0; n--) cells[steps(n) % CELLS]++;
}

static long long hash(void) {
    long long hash = 0;
    for (int i = CELLS; i-- > 0;) hash = (hash * 3 + cells[i]) % 32749;
    return hash;
}

static long long program(long long n) {
    long long product = fib(n % 5 + 8) * gcds(n % 50 + 50);
    collatz(n % 20 + 20);
    return product + hash();
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += program(i) ^ i;
    return sum;
}
