/* The product of a number and a matrix. Constant: the number, and the layout of the matrices: 100x100,
 * one of them column-major. Published: 1.6 times as fast.
 */
#include "invar.h"

enum { SIZE = 100 };

struct matrix {
    int rows, columns, row_stride, column_stride;
    int *elements;
};

static inline int *at(const struct matrix *matrix, int row, int column) {
    return &matrix->elements[row * matrix->row_stride + column * matrix->column_stride];
}

void multiply(int scalar, const struct matrix *from, const struct matrix *to) {
    from = invar_promise_const(from, sizeof *from);
    to = invar_promise_const(to, sizeof *to);
    for (int row = 0; row < from->rows; row++) {
        int column;
        for (column = 0; column < from->columns; column++) {
            invar_keep_const(column, CACHE, EAGER);
            *at(to, row, column) = scalar * *at(from, row, column);
        }
        invar_unkeep_const(column);
    }
}

int elements[SIZE * SIZE], products[SIZE * SIZE];
struct matrix matrix, product;
void (*multiplication)(int, const struct matrix *, const struct matrix *);

void init(void) {
    for (int i = 0; i < SIZE * SIZE; i++) elements[i] = i * 7 % 1000 - 500;
    matrix = (struct matrix){SIZE, SIZE, SIZE, 1, elements};
    product = (struct matrix){SIZE, SIZE, 1, SIZE, products};
    multiplication = invar_specialize(multiply, 8, &matrix, &product);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        multiplication(8, &matrix, &product);
        sum += products[i % (SIZE * SIZE)];
    }
    return sum;
}
