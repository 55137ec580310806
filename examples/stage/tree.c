/* A tree-walking evaluator of a small language, and a program in it. Constant: the syntax tree.
 *
 * A parser (support/tree.h) makes the tree from text. `eval` calls itself for the children of a node; each call of a
 * function of the program has a frame for its parameters and variables. The program computes Fibonacci numbers, adds up
 * the lengths of Collatz sequences, and counts primes. native/tree.c is the same program in C.
 */
#include "invar.h"
#include "support/tree.h"

enum { CELLS = 1024 };

struct frame {
    long long variables[VARIABLES], result;
    bool returned;
};

static long long cells[CELLS];

/* ------------------------------------------------------------------------------------------ evaluation */

static long long *cell(long long index) {
    if (index < 0 || index >= CELLS) abort();
    return &cells[index];
}

static long long eval(const struct node *node, struct frame *frame) {
    node = invar_promise_transitive(node, sizeof *node);
    switch (node->kind) {
    case NUMBER: return node->number;
    case VARIABLE: return frame->variables[node->slot];
    case CELL: return *cell(eval(node->a, frame));
    case ADD: return eval(node->a, frame) + eval(node->b, frame);
    case SUB: return eval(node->a, frame) - eval(node->b, frame);
    case MUL: return eval(node->a, frame) * eval(node->b, frame);
    case DIV: return eval(node->a, frame) / eval(node->b, frame);
    case MOD: return eval(node->a, frame) % eval(node->b, frame);
    case LESS: return eval(node->a, frame) < eval(node->b, frame);
    case LESS_EQUAL: return eval(node->a, frame) <= eval(node->b, frame);
    case EQUAL: return eval(node->a, frame) == eval(node->b, frame);
    case NEGATE: return -eval(node->a, frame);
    case CALL: {
        struct frame callee_frame = {.returned = false}, *callee = &callee_frame;
        callee = invar_private(callee, sizeof *callee);
        const struct node *argument = node->a;
        for (int i = 0; i < node->slot; i++) {
            invar_keep_const(i, CACHE, EAGER);
            invar_keep_const(argument, CACHE, EAGER);
            callee->variables[i] = eval(argument, frame);
            argument = argument->next;
        }
        eval(node->function->body, callee);
        return callee->result;
    }
    case ASSIGN: return frame->variables[node->slot] = eval(node->a, frame);
    case SET_CELL: return *cell(eval(node->a, frame)) = eval(node->b, frame);
    case BLOCK:
        for (const struct node *child = node->a; child && !frame->returned; child = child->next) {
            invar_keep_const(child, CACHE, EAGER);
            eval(child, frame);
        }
        return 0;
    case IF:
        if (eval(node->a, frame)) eval(node->b, frame);
        else if (node->c) eval(node->c, frame);
        return 0;
    case WHILE:
        while (!frame->returned && eval(node->a, frame)) eval(node->b, frame);
        return 0;
    case RETURN:
        frame->result = eval(node->a, frame);
        frame->returned = true;
        return 0;
    }
    abort();
}

/* Calls a function with one parameter. */
static long long call(const struct function *function, long long argument) {
    function = invar_promise_transitive(function, sizeof *function);
    struct frame first = {.variables = {argument}}, *frame = &first;
    frame = invar_private(frame, sizeof *frame);
    eval(function->body, frame);
    return frame->result;
}

/* --------------------------------------------------------------------------------------------- program */

static const char source[] =
    "function fib(n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }\n"
    "function steps(n) {\n"
    "  count = 0;\n"
    "  while (1 < n) {\n"
    "    if (n % 2 == 0) n = n / 2; else n = 3 * n + 1;\n"
    "    count = count + 1;\n"
    "  }\n"
    "  return count;\n"
    "}\n"
    "function collatz(last) {\n"
    "  sum = 0;\n"
    "  while (0 < last) { sum = sum + steps(last); last = last - 1; }\n"
    "  return sum;\n"
    "}\n"
    "function primes(last) {\n"
    "  i = 2;\n"
    "  while (i <= last) { cell[i] = 1; i = i + 1; }\n"
    "  count = 0;\n"
    "  i = 2;\n"
    "  while (i <= last) {\n"
    "    if (cell[i]) {\n"
    "      count = count + 1;\n"
    "      k = i * i;\n"
    "      while (k <= last) { cell[k] = 0; k = k + i; }\n"
    "    }\n"
    "    i = i + 1;\n"
    "  }\n"
    "  return count;\n"
    "}\n"
    "function main(n) { return fib(n % 5 + 8) + collatz(n % 40 + 10) * primes(n % 500 + 500); }\n";

static struct function *program;
static long long (*compiled)(const struct function *, long long);

void init(void) {
    program = parse(source);
    compiled = invar_specialize(call, program);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += compiled(program, i) ^ i;
    return sum;
}
