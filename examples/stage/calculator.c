/* A reverse Polish calculator. Constant: the expression.
 * Published: 1.7 times as fast.
 */
#include "invar.h"

enum kind { NUMBER, VARIABLE, PLUS, MINUS, TIMES, NEGATE, END };

struct token {
    enum kind kind;
    int value;
};

int calculate(const struct token *expression, int length, const int *variables) {
    expression = invar_promise_const(expression, length * sizeof *expression);
    int stack[16];
    int top = 0;
    for (int at = 0;; at++) {
        invar_keep_const(at, CACHE, EAGER);
        invar_keep_const(top, CACHE, EAGER);
        const struct token *token = &expression[at];
        switch (token->kind) {
        case NUMBER:
            stack[top++] = token->value;
            break;
        case VARIABLE:
            stack[top++] = variables[token->value];
            break;
        case PLUS:
            top--;
            stack[top - 1] += stack[top];
            break;
        case MINUS:
            top--;
            stack[top - 1] -= stack[top];
            break;
        case TIMES:
            top--;
            stack[top - 1] *= stack[top];
            break;
        case NEGATE:
            stack[top - 1] = -stack[top - 1];
            break;
        case END:
            return stack[top - 1];
        }
    }
}

/* x*y - 3*y*y - x*x + (x+5)*(y-x) + x + y - 1 */
static const struct token source[] = {
    {VARIABLE, 0}, {VARIABLE, 1}, {TIMES, 0},
    {NUMBER, 3},   {VARIABLE, 1}, {VARIABLE, 1}, {TIMES, 0}, {TIMES, 0}, {MINUS, 0},
    {VARIABLE, 0}, {VARIABLE, 0}, {TIMES, 0},    {MINUS, 0},
    {VARIABLE, 0}, {NUMBER, 5},   {PLUS, 0},     {VARIABLE, 1}, {VARIABLE, 0}, {MINUS, 0},
    {TIMES, 0},    {PLUS, 0},
    {VARIABLE, 0}, {PLUS, 0},     {VARIABLE, 1}, {PLUS, 0},     {NUMBER, 1},   {MINUS, 0},
    {END, 0},
};
enum { LENGTH = sizeof source / sizeof *source };

struct token expression[LENGTH];
int (*calculator)(const struct token *, int, const int *);

void init(void) {
    __builtin_memcpy(expression, source, sizeof source);
    calculator = invar_specialize(calculate, expression, LENGTH);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        int variables[] = {i, n - 2 * i};
        sum += calculator(expression, LENGTH, variables);
    }
    return sum;
}
