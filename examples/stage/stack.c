/* A stack machine with calls, and a program for it in a language like Forth. Constant: the bytecode.
 *
 * Operands are on one stack, return addresses on another, both in memory. A compiler makes the bytecode from text: a
 * word is an instruction, or a call of a definition before it. The program computes Fibonacci numbers, greatest common
 * divisors, and the lengths of Collatz sequences. native/stack.c is the same program in C.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "invar.h"

enum opcode {
    PUSH, JUMP, JUMP_IF_ZERO, CALL, RETURN,     /* the first four have an operand */
    ADD, SUB, MUL, DIV, MOD, LESS, EQUAL, DUP, DROP, SWAP, OVER, ROT, FETCH, STORE,
};
enum { STACK = 64, CALLS = 64, CELLS = 64, CODE = 512, DEFINITIONS = 32 };

struct machine {
    long long stack[STACK];
    int calls[CALLS];
    long long cells[CELLS];
};

/* Calls the definition at `start` with an argument, and returns the top of the stack. */
long long interpret(const short *program, unsigned length, unsigned start, struct machine *machine,
                    long long argument) {
    const short *code = invar_promise_const(program, length * sizeof *program);
    long long *top = machine->stack;
    int *calls = machine->calls;
    top = invar_private(top, sizeof machine->stack);
    calls = invar_private(calls, sizeof machine->calls);
    int *call = calls;
    unsigned pc = start;
    *top = argument;
    for (;;) {
        invar_keep_const(pc, CACHE, EAGER);
        switch (code[pc++]) {
        case PUSH: *++top = code[pc++]; break;
        case JUMP: pc = code[pc]; break;
        case JUMP_IF_ZERO:
            if (*top-- == 0) pc = code[pc];
            else pc++;
            break;
        case CALL:
            *call++ = pc + 1;
            pc = code[pc];
            break;
        case RETURN:
            if (call == calls) return *top;
            pc = *--call;
            break;
        case ADD: top--; *top += top[1]; break;
        case SUB: top--; *top -= top[1]; break;
        case MUL: top--; *top *= top[1]; break;
        case DIV: top--; *top /= top[1]; break;
        case MOD: top--; *top %= top[1]; break;
        case LESS: top--; *top = *top < top[1]; break;
        case EQUAL: top--; *top = *top == top[1]; break;
        case DUP: top++; *top = top[-1]; break;
        case DROP: top--; break;
        case SWAP: {
            long long first = *top;
            *top = top[-1];
            top[-1] = first;
            break;
        }
        case OVER: top++; *top = top[-2]; break;
        case ROT: {                             /* a b c -- b c a */
            long long third = top[-2];
            top[-2] = top[-1];
            top[-1] = *top;
            *top = third;
            break;
        }
        case FETCH: *top = machine->cells[(unsigned)*top % CELLS]; break;
        case STORE:                             /* value address -- */
            machine->cells[(unsigned)*top % CELLS] = top[-1];
            top -= 2;
            break;
        }
    }
}

/* ------------------------------------------------------------------------------------------- compiling */

static const struct {
    const char *name;
    enum opcode opcode;
} primitives[] = {
    {"+", ADD}, {"-", SUB}, {"*", MUL}, {"/", DIV}, {"mod", MOD}, {"<", LESS}, {"=", EQUAL},
    {"dup", DUP}, {"drop", DROP}, {"swap", SWAP}, {"over", OVER}, {"rot", ROT},
    {"@", FETCH}, {"!", STORE}, {"exit", RETURN},
};

static short program[CODE];
static int size;

static int emit(int cell) {
    if (size == CODE) abort();
    program[size] = cell;
    return size++;
}

/* Emits an instruction with an operand, and returns where the operand is. */
static int emit_with(enum opcode opcode, int operand) {
    emit(opcode);
    return emit(operand);
}

/* Compiles all definitions. Returns where the last one starts. */
static unsigned compile(const char *text) {
    struct {
        const char *name;
        size_t length;
        int start;
    } definitions[DEFINITIONS];
    int count = 0;
    /* What `begin`, `while` and `if` leave for the words that end them. */
    int control[8], depth = 0;
    for (;;) {
        while (isspace((unsigned char)*text)) text++;
        if (!*text) return definitions[count - 1].start;
        const char *word = text;
        while (*text && !isspace((unsigned char)*text)) text++;
        size_t length = text - word;
#define IS(name) (length == sizeof name - 1 && !memcmp(word, name, length))
        if (IS(":")) {
            while (isspace((unsigned char)*text)) text++;
            if (count == DEFINITIONS) abort();
            definitions[count].name = text;
            while (!isspace((unsigned char)*text)) text++;
            definitions[count].length = text - definitions[count].name;
            definitions[count++].start = size;
        } else if (IS(";")) {
            emit(RETURN);
        } else if (IS("(")) {
            text = strchr(text, ')') + 1;
        } else if (IS("if") || IS("while")) {
            control[depth++] = emit_with(JUMP_IF_ZERO, 0);
        } else if (IS("else")) {
            int other = emit_with(JUMP, 0);
            program[control[depth - 1]] = size;
            control[depth - 1] = other;
        } else if (IS("then")) {
            program[control[--depth]] = size;
        } else if (IS("begin")) {
            control[depth++] = size;
        } else if (IS("repeat")) {
            depth -= 2;
            emit_with(JUMP, control[depth]);
            program[control[depth + 1]] = size;
        } else if (isdigit((unsigned char)*word)) {
            int number = 0;
            while (word < text) number = number * 10 + (*word++ - '0');
            emit_with(PUSH, number);
        } else {
            bool found = false;
            for (size_t i = 0; i < sizeof primitives / sizeof *primitives && !found; i++) {
                if (strlen(primitives[i].name) != length || memcmp(word, primitives[i].name, length)) continue;
                emit(primitives[i].opcode);
                found = true;
            }
            for (int i = count - 1; i >= 0 && !found; i--) {
                if (definitions[i].length != length || memcmp(word, definitions[i].name, length)) continue;
                emit_with(CALL, definitions[i].start);
                found = true;
            }
            if (!found) abort();
        }
    }
}

/* --------------------------------------------------------------------------------------------- program */

static const char source[] =
    ": fib ( n -- f ) dup 2 < if exit then dup 1 - fib swap 2 - fib + ;\n"
    ": gcd ( a b -- g ) begin dup while swap over mod repeat drop ;\n"
    ": gcds ( n -- sum ) 0 swap begin dup while dup 5040 gcd rot + swap 1 - repeat drop ;\n"
    ": even ( n -- flag ) 2 mod 0 = ;\n"
    ": next ( n -- n ) dup even if 2 / else 3 * 1 + then ;\n"
    ": steps ( n -- count ) 0 swap begin 1 over < while next swap 1 + swap repeat drop ;\n"
    ": count ( n -- ) 64 mod dup @ 1 + swap ! ;\n"
    ": clear ( n -- ) begin dup while 1 - 0 over ! repeat drop ;\n"
    ": collatz ( n -- ) 64 clear begin dup while dup steps count 1 - repeat drop ;\n"
    ": hash ( -- h ) 0 64 begin dup while 1 - dup @ rot 3 * + 32749 mod swap repeat drop ;\n"
    ": main ( n -- x ) dup 5 mod 8 + fib over 50 mod 50 + gcds * swap 20 mod 20 + collatz hash + ;\n";

static unsigned start;
static struct machine machine;
static long long (*compiled)(const short *, unsigned, unsigned, struct machine *, long long);

void init(void) {
    start = compile(source);
    compiled = invar_specialize(interpret, program, size, start);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += compiled(program, size, start, &machine, i) ^ i;
    return sum;
}
