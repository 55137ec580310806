/* The product of a sparse matrix and a vector. Constant: the matrix, 96x96 with five elements in each
 * row. Published: 1.8 times as fast.
 */
#include "invar.h"

enum { SIZE = 96, PER_ROW = 5 };

struct matrix {
    int rows;
    const int *starts, *columns;
    const double *elements;
};

void multiply(const struct matrix *given, const double *vector, double *product) {
    const struct matrix *matrix = invar_promise_transitive(given, sizeof *given);
    for (int row = 0; row < matrix->rows; row++) {
        invar_keep_const(row, CACHE, EAGER);
        double sum = 0;
        for (int at = matrix->starts[row]; at < matrix->starts[row + 1]; at++) {
            invar_keep_const(at, CACHE, EAGER);
            sum += matrix->elements[at] * vector[matrix->columns[at]];
        }
        product[row] = sum;
    }
}

int starts[SIZE + 1], columns[SIZE * PER_ROW];
double elements[SIZE * PER_ROW], vector[SIZE], product[SIZE];
struct matrix matrix;
void (*multiplication)(const struct matrix *, const double *, double *);

void init(void) {
    for (int row = 0, at = 0; row < SIZE; row++) {
        for (int k = 0; k < PER_ROW; k++, at++) {
            columns[at] = (row * 5 + k * 19 + row * k % 7) % SIZE;
            elements[at] = ((row + 3 * k) % 11 - 5) / 16.0;
        }
        starts[row + 1] = at;
    }
    matrix = (struct matrix){SIZE, starts, columns, elements};
    multiplication = invar_specialize(multiply, &matrix);
}

double run(int n) {
    for (int i = 0; i < SIZE; i++) vector[i] = 1 + i % 3;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        vector[i % SIZE] = i % 64;
        multiplication(&matrix, vector, product);
        sum += product[i * 7 % SIZE];
    }
    for (int i = 0; i < SIZE; i++) sum += product[i] * i;
    return sum;
}
