/* Policies that macros stand for, and a program with macros that have the names of policies: only compiled, by
 * `survive`, which counts the calls of each import. */
#define LAZY lazy_things(
#define EAGER "eager"
#include "invar.h"
#undef LAZY
#undef EAGER

#define LOOKUP CACHE1
#define INTERPRETER_LOOKUP LOOKUP
#define WHEN EAGER

int by_macros(int n, int m);
int by_names(int n, int m);

int by_macros(int n, int m) {
    int x = 0;
    invar_is_const(m, INTERPRETER_LOOKUP);
    invar_is_const_in(n, LOOKUP) { x += n; }
    while (x < n) {
        invar_keep_const(x, INTERPRETER_LOOKUP, WHEN);
        invar_keep_const_in(m, LOOKUP, WHEN) { x += m; }
    }
    return x;
}

#define CACHE (64)
#define UNCHECKED
#define LAZY 1, 2
#define LOOPLAZY(x) x

int by_names(int n, int m) {
    int x = 0;
    invar_is_const(m, CACHE);
    invar_is_const_in(n, UNCHECKED) { x += n; }
    while (x < n) {
        invar_keep_const(x, CACHE, LAZY);
        invar_keep_const_in(m, UNCHECKED, LOOPLAZY) { x += m; }
    }
    return x;
}
