/* Romberg's integration of a function. Constant: the number of iterations, 6. Published: 1.3 times as fast.
 */
#include "invar.h"

enum { ITERATIONS = 6, MOST = 16 };

static inline double function(double x) {
    return ((x - 3) * x + 2.5) * x + 1;
}

double integrate(int iterations, double from, double to) {
    double now[MOST], before[MOST];
    before[0] = (to - from) / 2 * (function(from) + function(to));
    for (int i = 1; i <= iterations; i++) {
        invar_keep_const(i, CACHE, EAGER);
        double width = (to - from) / (1 << i), sum = 0;
        for (int k = 1; k < 1 << i; k += 2) {
            invar_keep_const(k, CACHE, EAGER);
            sum += function(from + k * width);
        }
        now[0] = before[0] / 2 + sum * width;
        for (int k = 1; k <= i; k++) {
            invar_keep_const(k, CACHE, EAGER);
            double power = 1 << 2 * k;
            now[k] = (power * now[k - 1] - before[k - 1]) / (power - 1);
        }
        for (int k = 0; k <= i; k++) {
            invar_keep_const(k, CACHE, EAGER);
            before[k] = now[k];
        }
    }
    return before[iterations];
}

double (*integral)(int, double, double);

void init(void) {
    integral = invar_specialize(integrate, ITERATIONS);
}

double run(int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += integral(ITERATIONS, 0, 1 + i % 16 / 8.0);
    return sum;
}
