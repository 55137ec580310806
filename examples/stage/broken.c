/* Promises that are broken on purpose, for `invar specialize --checked`: `run(n)` breaks the n-th.
 * Without the checks, specialized code returns results that are out of date.
 */
#include "invar.h"

int squares[] = {0, 1, 4, 9};
int calls;

int lookup(const int *table, int length, int index) {
    table = invar_promise_const(table, length * sizeof *table);
    return table[index];
}

/* Not pure: it has a counter. */
__attribute__((noinline)) int count(int by) {
    calls += by;
    return calls;
}

int counted(int by) {
    return invar_promise_pure(count(by));
}

int (*look_up)(const int *, int, int);
int (*next)(int);

void init(void) {
    look_up = invar_specialize(lookup, squares, 4, 3);
    next = invar_specialize(counted, 2);
}

long long run(int n) {
    squares[3] = n == 1 ? 10 : 9;
    int result = look_up(squares, 4, n == 3 ? 2 : 3);
    if (n == 2) result += next(2) + next(2);
    return result;
}
