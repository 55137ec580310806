/* An interpreter whose program counter depends on data, so that it is not known: for the chapter on messages. */
#include "invar.h"

enum { ADD, SKIP_IF_ODD, AGAIN_IF_NEGATIVE, HALT };

int interpret(const unsigned char *program, unsigned length, int accumulator) {
    const unsigned char *code = invar_promise_const(program, length);
    unsigned pc = 0, step = 1;
    for (;;) {
        invar_keep_const(pc, CACHE, EAGER);
        switch (code[pc]) {
        case ADD: accumulator += 3; break;
        case SKIP_IF_ODD:
            step = (accumulator & 1) + 1;
            break;
        case AGAIN_IF_NEGATIVE:
            if (accumulator < 0) {
                pc = 0;
                continue;
            }
            break;
        default: return accumulator;
        }
        pc += step;
        step = 1;
    }
}

static const unsigned char program[] = {SKIP_IF_ODD, ADD, AGAIN_IF_NEGATIVE, HALT};
static int (*compiled)(const unsigned char *, unsigned, int);

void init(void) { compiled = invar_specialize(interpret, program, sizeof program); }

int run(int n) { return compiled(program, sizeof program, n); }
