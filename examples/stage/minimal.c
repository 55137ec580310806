/* A minimal bytecode interpreter, and its program written in C.
 *
 * The accumulator and the registers are in memory. Only pc is annotated, and the program is promised to be constant.
 * The program adds up how many steps the numbers up to registers[0] take to get to 1 (Collatz).
 */
#include "invar.h"

enum { CONSTANT, LOAD, STORE, ADD, ADD_CONSTANT, AND_CONSTANT, SHIFT, JUMP, JUMP_IF_ZERO, HALT };

struct machine {
    long long accumulator, registers[8];
};

long long interpret(const signed char *program, unsigned length, struct machine *machine) {
    const signed char *code = invar_promise_const(program, length);
    unsigned pc = 0;
    for (;;) {
        invar_keep_const(pc, CACHE, EAGER);
        int operation = code[pc], operand = code[pc + 1];
        pc += 2;
        switch (operation) {
        case CONSTANT:
            machine->accumulator = operand;
            break;
        case LOAD:
            machine->accumulator = machine->registers[operand];
            break;
        case STORE:
            machine->registers[operand] = machine->accumulator;
            break;
        case ADD:
            machine->accumulator += machine->registers[operand];
            break;
        case ADD_CONSTANT:
            machine->accumulator += operand;
            break;
        case AND_CONSTANT:
            machine->accumulator &= operand;
            break;
        case SHIFT:
            machine->accumulator >>= operand;
            break;
        case JUMP:
            pc = operand * 2;
            break;
        case JUMP_IF_ZERO:
            if (machine->accumulator == 0) pc = operand * 2;
            break;
        default:
            return machine->registers[operand];
        }
    }
}

enum { LAST, NUMBER, STEPS };

static const signed char source[][2] = {
    {CONSTANT, 0},        {STORE, STEPS},
    /* 2: each number, from the last down */
    {LOAD, LAST},         {JUMP_IF_ZERO, 23},  {STORE, NUMBER},
    /* 5: until it is 1 */
    {LOAD, NUMBER},       {ADD_CONSTANT, -1},  {JUMP_IF_ZERO, 19},
    {LOAD, STEPS},        {ADD_CONSTANT, 1},   {STORE, STEPS},
    {LOAD, NUMBER},       {AND_CONSTANT, 1},   {JUMP_IF_ZERO, 24},
    /* 14: odd */
    {LOAD, NUMBER},       {ADD, NUMBER},       {ADD, NUMBER},
    {ADD_CONSTANT, 1},    {JUMP, 26},
    /* 19: the next number */
    {LOAD, LAST},         {ADD_CONSTANT, -1},  {STORE, LAST},         {JUMP, 2},
    {HALT, STEPS},
    /* 24: even */
    {LOAD, NUMBER},       {SHIFT, 1},
    {STORE, NUMBER},      {JUMP, 5},
};

long long collatz(long long last) {
    long long steps = 0;
    for (; last != 0; last--)
        for (long long number = last; number != 1; steps++)
            number = number & 1 ? number * 3 + 1 : number >> 1;
    return steps;
}

signed char program[sizeof source];
struct machine machine;
long long (*compiled)(const signed char *, unsigned, struct machine *);
long long (*written)(long long) = collatz;

void init(void) {
    __builtin_memcpy(program, source, sizeof source);
    compiled = invar_specialize(interpret, program, sizeof program);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        machine.registers[LAST] = 100;
        sum += compiled(program, sizeof program, &machine) + i;
    }
    return sum;
}

long long direct(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += written(100) + i;
    return sum;
}
