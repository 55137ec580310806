/* A bytecode interpreter with one variable that is kept constant: pc.
 *
 *   clang-19 --target=wasm32 -O3 -nostdlib -Iinclude -c examples/stage/interpreter.c -o i.o
 *   wasm-ld-19 --no-entry --export=run i.o -o i.wasm
 *   invar print --stage i.wasm       the analysis of the annotations
 *   invar opt i.wasm -O3 -o o.wasm   the generic program, without annotations
 */
#include "invar.h"

enum { ADD, JUMP_IF, HALT };

int run(const unsigned char *given, unsigned length, int accumulator) {
    const unsigned char *codes = given;
    invar_is_const(codes, CACHE);
    codes = invar_promise_const(codes, length);
    unsigned pc = 0;
    invar_keep_const(pc, CACHE, LAZY);
    for (;;) {
        switch (codes[pc]) {
        case ADD:
            accumulator += codes[pc + 1];
            pc += 2;
            break;
        case JUMP_IF:
            pc = accumulator < 0 ? codes[pc + 1] : codes[pc + 2];
            break;
        default:
            return accumulator;
        }
    }
}

typedef int program(const unsigned char *, unsigned, int);

/* The interpreter, specialized to one program: a compiled program. */
program *compile(const unsigned char *codes, unsigned length) {
    return invar_specialize(run, codes, length);
}

/* All cases have the same annotation: the calls must be neither merged nor duplicated. */
long long cases(int which, long long x, double y, const int *p) {
    switch (which) {
    case 0:
        x = x * 3 + 1;
        invar_keep_const(x, CACHE1, LOOPLAZY);
        break;
    case 1:
        x = x * 5 + 7;
        invar_keep_const(x, CACHE1, LOOPLAZY);
        break;
    default:
        x = p[1];
        invar_keep_const(x, CACHE1, LOOPLAZY);
        break;
    }
    invar_is_const(y, UNCHECKED);
    if (y < 0) {
        invar_leave(x);
        x = -x;
    }
    long long result = x + (long long)y;
    /* No longer used, but kept constant until here. */
    invar_unkeep_const(x);
    return result;
}

typedef long long (*chosen)(int, long long, double, const int *);

chosen one_case(signed char which, float y) {
    return invar_specialize(cases, which, INVAR_ANY, (double)y);
}
