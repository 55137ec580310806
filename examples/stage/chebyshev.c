/* The Chebyshev coefficients of a function given by its values. Constant: their number, 10.
 * Published: 6.3 times as fast.
 */
#include "invar.h"

#include <math.h>

enum { DEGREE = 10 };

void approximate(int degree, const double *values, double *coefficients) {
    for (int j = 0; j < degree; j++) {
        invar_keep_const(j, CACHE, EAGER);
        double sum = 0;
        for (int k = 0; k < degree; k++) {
            invar_keep_const(k, CACHE, EAGER);
            sum += values[k] * invar_promise_pure(cos(M_PI * j * (k + 0.5) / degree));
        }
        coefficients[j] = 2 * sum / degree;
    }
}

double evaluate(const double *coefficients, double x) {
    double next = 0, after = 0;
    for (int j = DEGREE - 1; j > 0; j--) {
        double this = 2 * x * next - after + coefficients[j];
        after = next;
        next = this;
    }
    return x * next - after + coefficients[0] / 2;
}

double values[DEGREE], coefficients[DEGREE];
void (*approximation)(int, const double *, double *);

void init(void) {
    approximation = invar_specialize(approximate, DEGREE);
}

double run(int n) {
    double sum = 0;
    for (int k = 0; k < DEGREE; k++) values[k] = 1 / (1 + cos(M_PI * (k + 0.5) / DEGREE) / 3);
    for (int i = 0; i < n; i++) {
        values[i % DEGREE] += 0.001;
        approximation(DEGREE, values, coefficients);
        sum += evaluate(coefficients, 0.25);
    }
    return sum;
}
