/* Variables that are constant in a block, from { to }. */
#include "invar.h"

/* A polynomial at x. The coefficients and the counter are constants in the block: no loop is left. */
__attribute__((noinline)) double horner(const double *coefficients, int degree, double x) {
    double result = 0;
    int n = degree;
    invar_is_const_in(coefficients, CACHE) invar_keep_const_in(n, CACHE, EAGER) {
        const double *known = invar_promise_const(coefficients, (degree + 1) * sizeof(double));
        for (; n >= 0; n--) result = result * x + known[n];
    }
    return result;
}

double coefficients[9] = {7, -2, 0.5, 0, 0, 0.25, 0, 1};
int degree;
double (*version)(const double *, int, double);

/* Data that is set before anything is specialized. */
void init(void) {
    coefficients[8] = 0.125;
    degree = 8;
    version = invar_specialize(horner, coefficients, degree, INVAR_ANY);
}

double run(int n) {
    double sum = 0;
    for (int x = 0; x < n; x++) sum += version(coefficients, degree, x);
    return sum;
}
