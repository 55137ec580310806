/* Variables that are constant in a block, from { to }. */
#include "invar.h"

/* A polynomial at x: its degree and its coefficients are constants in the block. */
double horner(const double *coefficients, int degree, double x) {
    double result = 0;
    invar_is_const_in(coefficients, CACHE) invar_keep_const_in(degree, CACHE, EAGER) {
        const double *known = invar_promise_const(coefficients, (degree + 1) * sizeof(double));
        for (int n = degree; n >= 0; n--) {
            result = result * x + known[n];
        }
    }
    return degree > 9 ? result + *coefficients : result;
}

double coefficients[4] = {7, -2, 0.5, 0};
static int degree;

/* Data that is set before anything is specialized. */
void init(void) {
    coefficients[3] = 3;
    degree = 3;
}

double run(int n) {
    double (*version)(const double *, int, double) =
        invar_specialize(horner, coefficients, degree, INVAR_ANY);
    double sum = 0;
    for (int x = 0; x < n; x++) sum += version(coefficients, degree, x);
    return sum;
}
