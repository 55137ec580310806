/* A machine with an accumulator, and a program for it: the sum of the squares up to a number. */
#include "invar.h"

enum { LOAD, STORE, ADD, MULTIPLY, ADD_CONSTANT, LOOP, HALT };

int interpret(const unsigned char *program, unsigned length, int *registers) {
    const unsigned char *code = invar_promise_const(program, length); /* these bytes do not change */
    int accumulator = 0;
    unsigned pc = 0;
    for (;;) {
        invar_keep_const(pc, CACHE, EAGER); /* a version of this loop for each value of pc */
        int operand = (signed char)code[pc + 1];
        switch (code[pc]) {
        case LOAD: accumulator = registers[operand]; break;
        case STORE: registers[operand] = accumulator; break;
        case ADD: accumulator += registers[operand]; break;
        case MULTIPLY: accumulator *= registers[operand]; break;
        case ADD_CONSTANT: accumulator += operand; break;
        case LOOP:
            if (registers[0] != 0) {
                pc = operand;
                continue;
            }
            break;
        default: return registers[operand];
        }
        pc += 2;
    }
}

enum { N, SUM };

static const unsigned char squares[] = {
    LOAD, N, MULTIPLY, N, ADD, SUM, STORE, SUM,              /* sum += n * n */
    LOAD, N, ADD_CONSTANT, (unsigned char)-1, STORE, N,      /* n -= 1 */
    LOOP, 0, HALT, SUM,                                      /* again, unless n is 0 */
};

static int (*compiled)(const unsigned char *, unsigned, int *);

void init(void) { compiled = invar_specialize(interpret, squares, sizeof squares); }

int run(int n) {
    int registers[2] = {n, 0};
    return compiled(squares, sizeof squares, registers);
}
