/* A register machine with functions, and a program for it. Constant: the code of each function.
 *
 * The registers of a function are a window of a stack in memory. An argument is in the window of the caller, above the
 * registers that the caller uses, which is where the callee's window starts; its result is there, too. Each function
 * has a pointer to the interpreter for it, which is first the interpreter itself; calls go through these pointers.
 * native/register.c is the same program in C.
 */
#include <stddef.h>
#include <stdlib.h>
#include "invar.h"

enum opcode {
    NUMBER,     /* a = bc */
    MOVE,       /* a = b */
    ADD, SUB, MUL, MOD,
    ADDI,       /* a = b + c, a constant */
    LOAD,       /* a = cells[b] */
    STORE,      /* cells[b] = a */
    LESS,       /* the next instruction is skipped unless a < b */
    EQUAL,      /* unless a == b */
    JUMP,       /* by bc */
    CALL,       /* function b, whose window starts at a */
    RETURN,     /* a */
};
enum { REGISTERS = 1024, CELLS = 256, WINDOW = 16 };

struct instruction {
    unsigned char opcode, a;
    signed char b, c;
};

struct machine {
    long long registers[REGISTERS + WINDOW];
    long long cells[CELLS];
};

struct function;
typedef void execute_function(const struct function *, struct machine *, long long *);

struct function {
    const struct instruction *code;
    unsigned length;
    execute_function *execute;          /* changes: only what precedes it is promised */
};

static struct function functions[];

/* Executes a function, whose result is in the first register. */
static void interpret(const struct function *function, struct machine *machine, long long *r) {
    function = invar_promise_const(function, offsetof(struct function, execute));
    const struct instruction *code = invar_promise_const(function->code, function->length * sizeof *code);
    if (r >= machine->registers + REGISTERS) abort();
    r = invar_private(r, WINDOW * sizeof *r);
    unsigned pc = 0;
    for (;;) {
        invar_keep_const(pc, CACHE, EAGER);
        struct instruction i = code[pc++];
        switch (i.opcode) {
        case NUMBER: r[i.a] = i.b * 256 + (unsigned char)i.c; break;
        case MOVE: r[i.a] = r[i.b]; break;
        case ADD: r[i.a] = r[i.b] + r[i.c]; break;
        case SUB: r[i.a] = r[i.b] - r[i.c]; break;
        case MUL: r[i.a] = r[i.b] * r[i.c]; break;
        case MOD: r[i.a] = r[i.b] % r[i.c]; break;
        case ADDI: r[i.a] = r[i.b] + i.c; break;
        case LOAD: r[i.a] = machine->cells[(unsigned long)r[i.b] % CELLS]; break;
        case STORE: machine->cells[(unsigned long)r[i.b] % CELLS] = r[i.a]; break;
        case LESS: if (r[i.a] >= r[i.b]) pc++; break;
        case EQUAL: if (r[i.a] != r[i.b]) pc++; break;
        case JUMP: pc += i.b * 256 + (unsigned char)i.c; break;
        case CALL: functions[i.b].execute(&functions[i.b], machine, r + i.a); break;
        default: r[0] = r[i.a]; return;
        }
    }
}

/* --------------------------------------------------------------------------------------------- program */

#define W(n) ((n) >> 8), ((n) & 0xff)

enum { FIB, GCD, FILL, SORT, HASH, MAIN, FUNCTIONS };

static const struct instruction fib[] = {
    {NUMBER, 1, W(2)},
    {LESS, 0, 1, 0},        /* if (n < 2) return n */
    {RETURN, 0, 0, 0},
    {ADDI, 2, 0, -1},
    {CALL, 2, FIB, 0},      /* fib(n - 1) */
    {ADDI, 3, 0, -2},
    {CALL, 3, FIB, 0},      /* + fib(n - 2) */
    {ADD, 2, 2, 3},
    {RETURN, 2, 0, 0},
};

static const struct instruction gcd[] = {
    {NUMBER, 2, W(0)},
    {EQUAL, 1, 2, 0},       /* 1: while (b != 0) */
    {RETURN, 0, 0, 0},
    {MOD, 3, 0, 1},         /* a, b = b, a % b */
    {MOVE, 0, 1, 0},
    {MOVE, 1, 3, 0},
    {JUMP, 0, W(-6)},
};

/* Fills n cells with pseudo-random numbers, from a seed on. */
static const struct instruction fill[] = {
    {NUMBER, 2, W(0)},      /* i = 0 */
    {NUMBER, 3, W(181)},
    {NUMBER, 4, W(32749)},
    {LESS, 2, 0, 0},        /* 3: while (i < n) */
    {JUMP, 0, W(1)},
    {RETURN, 1, 0, 0},
    {MUL, 1, 1, 3},         /* seed = (seed * 181 + 7) % 32749 */
    {ADDI, 1, 1, 7},
    {MOD, 1, 1, 4},
    {STORE, 1, 2, 0},       /* cells[i++] = seed */
    {ADDI, 2, 2, 1},
    {JUMP, 0, W(-9)},
};

/* Insertion sort of n cells. */
static const struct instruction sort[] = {
    {NUMBER, 1, W(1)},      /* i = 1 */
    {NUMBER, 6, W(0)},
    {LESS, 1, 0, 0},        /* 2: while (i < n) */
    {JUMP, 0, W(1)},
    {RETURN, 0, 0, 0},
    {LOAD, 2, 1, 0},        /* x = cells[i], k = i */
    {MOVE, 3, 1, 0},
    {LESS, 6, 3, 0},        /* 7: while (0 < k && x < cells[k - 1]) */
    {JUMP, 0, W(1)},
    {JUMP, 0, W(6)},
    {ADDI, 4, 3, -1},
    {LOAD, 5, 4, 0},
    {LESS, 2, 5, 0},
    {JUMP, 0, W(1)},
    {JUMP, 0, W(1)},
    {JUMP, 0, W(3)},
    {STORE, 2, 3, 0},       /* 16: cells[k] = x, i++ */
    {ADDI, 1, 1, 1},
    {JUMP, 0, W(-17)},
    {STORE, 5, 3, 0},       /* 19: cells[k--] = cells[k - 1] */
    {MOVE, 3, 4, 0},
    {JUMP, 0, W(-15)},
};

/* A sum that depends on the order of n cells, and their greatest common divisors with 5040. */
static const struct instruction hash[] = {
    {NUMBER, 1, W(0)},      /* i, h = 0 */
    {NUMBER, 2, W(0)},
    {NUMBER, 3, W(5040)},
    {NUMBER, 4, W(32749)},
    {LESS, 1, 0, 0},        /* 4: while (i < n) */
    {JUMP, 0, W(1)},
    {RETURN, 2, 0, 0},
    {LOAD, 5, 1, 0},
    {MUL, 2, 2, 3},         /* h = (h * 5040 + cells[i]) % 32749 */
    {ADD, 2, 2, 5},
    {MOD, 2, 2, 4},
    {MOVE, 6, 5, 0},
    {MOVE, 7, 3, 0},
    {CALL, 6, GCD, 0},      /* h += gcd(cells[i], 5040) */
    {ADD, 2, 2, 6},
    {ADDI, 1, 1, 1},
    {JUMP, 0, W(-13)},
};

static const struct instruction main_code[] = {
    {NUMBER, 1, W(5)},
    {MOD, 2, 0, 1},
    {ADDI, 2, 2, 8},
    {CALL, 2, FIB, 0},      /* fib(n % 5 + 8) */
    {NUMBER, 3, W(64)},
    {MOVE, 4, 0, 0},
    {CALL, 3, FILL, 0},
    {NUMBER, 3, W(64)},
    {CALL, 3, SORT, 0},
    {NUMBER, 3, W(64)},
    {CALL, 3, HASH, 0},     /* * hash(64), after fill(64, n) and sort(64) */
    {MUL, 2, 2, 3},
    {RETURN, 2, 0, 0},
};

#define FUNCTION(code) {code, sizeof code / sizeof *code, interpret}

static struct function functions[] = {
    [FIB] = FUNCTION(fib),   [GCD] = FUNCTION(gcd),   [FILL] = FUNCTION(fill),
    [SORT] = FUNCTION(sort), [HASH] = FUNCTION(hash), [MAIN] = FUNCTION(main_code),
};

static struct machine machine;

void init(void) {
    for (int i = 0; i < FUNCTIONS; i++) functions[i].execute = invar_specialize(interpret, &functions[i]);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        machine.registers[0] = i;
        functions[MAIN].execute(&functions[MAIN], &machine, machine.registers);
        sum += machine.registers[0] ^ i;
    }
    return sum;
}
