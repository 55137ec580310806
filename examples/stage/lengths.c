/* An interpreter of instructions that have several lengths.
 *
 * Each alternative says how long its instruction is; behind the switch, one test of the accumulator and one sum are
 * shared. Only pc is annotated, once. The alternatives set the length in groups, so that their constants meet in two
 * steps. The program adds numbers of one and of two bytes in a loop.
 */
#include "invar.h"

enum { ADD, SUBTRACT, ADD_LONG, SUBTRACT_LONG, MIX, REPEAT, HALT };

static int interpret(const unsigned char *program, unsigned length, int *registers) {
    const unsigned char *code = invar_promise_const(program, length);
    unsigned pc = 0;
    int accumulator = 0;
    for (;;) {
        invar_keep_const(pc, CACHE, EAGER);
        int operation = code[pc];
        unsigned operand, size;
        switch (operation) {
        case ADD:
        case SUBTRACT:
            operand = code[pc + 1];
            size = 2;
            goto count;
        case ADD_LONG:
        case SUBTRACT_LONG:
            operand = code[pc + 1] | code[pc + 2] << 8;
            size = 3;
        count:
            accumulator += operation & 1 ? -(int)operand : (int)operand;
            break;
        case MIX:
            accumulator ^= registers[1];
            size = 1;
            break;
        case REPEAT:
            if (registers[0]-- > 0) {
                pc = 0;
                continue;
            }
            size = 1;
            break;
        default:
            return accumulator;
        }
        if (accumulator == 0x7fffffff) return -1;
        pc += size;
    }
}

static const unsigned char program[] = {
    ADD, 7, ADD_LONG, 1, 2, MIX, SUBTRACT, 9, MIX, SUBTRACT_LONG, 3, 1, ADD, 5, REPEAT, HALT,
};

static int (*special)(const unsigned char *, unsigned, int *);

__attribute__((export_name("init"))) void init(void) {
    special = invar_specialize(interpret, program, sizeof program);
}

__attribute__((export_name("run"))) double run(int n) {
    int registers[2] = {n * 100, 77};
    return special(program, sizeof program, registers);
}
