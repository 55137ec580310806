/* The syntax tree of tree.c, and its parser.
 *
 *   function NAME(NAME, ...) STATEMENT          the last one is the program
 *   { STATEMENT ... }   if EXPRESSION STATEMENT else STATEMENT   while EXPRESSION STATEMENT
 *   return EXPRESSION;   NAME = EXPRESSION;   cell[EXPRESSION] = EXPRESSION;
 *
 * Expressions are those of C with + - * / % < <= ==, calls, and `cell[EXPRESSION]`, an element of an array that all
 * functions share. A text that is wrong ends the program.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    NUMBER, VARIABLE, CELL, ADD, SUB, MUL, DIV, MOD, LESS, LESS_EQUAL, EQUAL, NEGATE, CALL,
    ASSIGN, SET_CELL, BLOCK, IF, WHILE, RETURN,
};
enum { VARIABLES = 8, FUNCTIONS = 16 };

struct node {
    enum kind kind;
    int slot;                   /* of a variable; the number of arguments of a call */
    long long number;
    struct node *a, *b, *c;     /* operands; the first of a list of arguments or statements is `a` */
    struct node *next;          /* in a list */
    struct function *function;
};

struct function {
    struct node *body;
    const char *name;
    size_t length;
};

struct name {
    const char *start;
    size_t length;
};

static const char *rest;
static struct function functions[FUNCTIONS];
static int function_count;
static struct name variables[VARIABLES];
static int variable_count;

static bool is_name(const char *start, size_t length, struct name name) {
    return length == name.length && !memcmp(start, name.start, length);
}

static void skip_space(void) {
    while (isspace((unsigned char)*rest)) rest++;
}

/* Whether a token comes next, which is skipped. A word ends where no letter follows. */
static bool accept(const char *token) {
    skip_space();
    size_t length = strlen(token);
    if (strncmp(rest, token, length)) return false;
    if (isalpha((unsigned char)*token) && isalnum((unsigned char)rest[length])) return false;
    rest += length;
    return true;
}

static void expect(const char *token) {
    if (!accept(token)) abort();
}

static struct name parse_name(void) {
    skip_space();
    struct name name = {rest, 0};
    while (isalnum((unsigned char)*rest)) rest++;
    name.length = rest - name.start;
    if (!name.length) abort();
    return name;
}

static struct node *make(enum kind kind, struct node *a, struct node *b) {
    struct node *node = calloc(1, sizeof *node);
    if (!node) abort();
    node->kind = kind;
    node->a = a;
    node->b = b;
    return node;
}

/* The slot of a variable: a new one for a new name. */
static int slot_of(struct name name) {
    for (int i = 0; i < variable_count; i++)
        if (is_name(name.start, name.length, variables[i])) return i;
    if (variable_count == VARIABLES) abort();
    variables[variable_count] = name;
    return variable_count++;
}

static struct function *function_of(struct name name) {
    for (int i = 0; i < function_count; i++)
        if (is_name(functions[i].name, functions[i].length, name)) return &functions[i];
    if (function_count == FUNCTIONS) abort();
    functions[function_count].name = name.start;
    functions[function_count].length = name.length;
    return &functions[function_count++];
}

static struct node *parse_expression(void);

static struct node *parse_primary(void) {
    if (accept("(")) {
        struct node *inner = parse_expression();
        expect(")");
        return inner;
    }
    if (accept("-")) return make(NEGATE, parse_primary(), NULL);
    skip_space();
    if (isdigit((unsigned char)*rest)) {
        struct node *number = make(NUMBER, NULL, NULL);
        while (isdigit((unsigned char)*rest)) number->number = number->number * 10 + (*rest++ - '0');
        return number;
    }
    if (accept("cell")) {
        expect("[");
        struct node *node = make(CELL, parse_expression(), NULL);
        expect("]");
        return node;
    }
    struct name name = parse_name();
    if (!accept("(")) {
        struct node *variable = make(VARIABLE, NULL, NULL);
        variable->slot = slot_of(name);
        return variable;
    }
    struct node *node = make(CALL, NULL, NULL), **last = &node->a;
    node->function = function_of(name);
    while (!accept(")")) {
        *last = parse_expression();
        last = &(*last)->next;
        node->slot++;
        accept(",");
    }
    return node;
}

static struct node *parse_product(void) {
    for (struct node *left = parse_primary();;) {
        if (accept("*")) left = make(MUL, left, parse_primary());
        else if (accept("/")) left = make(DIV, left, parse_primary());
        else if (accept("%")) left = make(MOD, left, parse_primary());
        else return left;
    }
}

static struct node *parse_sum(void) {
    for (struct node *left = parse_product();;) {
        if (accept("+")) left = make(ADD, left, parse_product());
        else if (accept("-")) left = make(SUB, left, parse_product());
        else return left;
    }
}

static struct node *parse_expression(void) {
    struct node *left = parse_sum();
    if (accept("<=")) return make(LESS_EQUAL, left, parse_sum());
    if (accept("<")) return make(LESS, left, parse_sum());
    if (accept("==")) return make(EQUAL, left, parse_sum());
    return left;
}

static struct node *parse_statement(void) {
    struct node *node;
    if (accept("{")) {
        node = make(BLOCK, NULL, NULL);
        for (struct node **last = &node->a; !accept("}"); last = &(*last)->next) *last = parse_statement();
        return node;
    }
    if (accept("if")) {
        node = make(IF, parse_expression(), NULL);
        node->b = parse_statement();
        if (accept("else")) node->c = parse_statement();
        return node;
    }
    if (accept("while")) {
        node = make(WHILE, parse_expression(), NULL);
        node->b = parse_statement();
        return node;
    }
    if (accept("return")) {
        node = make(RETURN, parse_expression(), NULL);
    } else {
        struct node *target = parse_primary();
        expect("=");
        if (target->kind == CELL) {
            node = make(SET_CELL, target->a, parse_expression());
        } else {
            node = make(ASSIGN, parse_expression(), NULL);
            node->slot = target->slot;
        }
    }
    expect(";");
    return node;
}

/* Parses functions up to the end. Returns the last one. */
static struct function *parse(const char *text) {
    struct function *function = NULL;
    for (rest = text; accept("function");) {
        function = function_of(parse_name());
        variable_count = 0;
        expect("(");
        while (!accept(")")) {
            slot_of(parse_name());
            accept(",");
        }
        function->body = parse_statement();
    }
    return function;
}
