/* The product of a number and a matrix. Constant: the number, and the shape of the matrix, 100x100.
 * Published: 1.6 times as fast.
 */
#include "invar.h"

enum { SIZE = 100 };

void multiply(int scalar, int rows, int columns, const int *from, int *to) {
    for (int i = 0; i < rows; i++) {
        int j;
        for (j = 0; j < columns; j++) {
            invar_keep_const(j, CACHE, LAZY);
            to[i * columns + j] = scalar * from[i * columns + j];
        }
        invar_unkeep_const(j);
    }
}

int matrix[SIZE * SIZE], product[SIZE * SIZE];
void (*multiplication)(int, int, int, const int *, int *);

void init(void) {
    for (int i = 0; i < SIZE * SIZE; i++) matrix[i] = i * 7 % 1000 - 500;
    multiplication = invar_specialize(multiply, 8, SIZE, SIZE);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        multiplication(8, SIZE, SIZE, matrix, product);
        sum += product[i % (SIZE * SIZE)];
    }
    return sum;
}
