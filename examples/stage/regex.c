/* A backtracking matcher of regular expressions. Constant: the patterns.
 *
 * A pattern is compiled to a tree whose nodes also point to what follows them. `match` goes along these pointers;
 * where there is a choice, functions that it calls call it for one alternative after the other. The program sums up the
 * positions and lengths of the matches of five patterns in a log. native/regex.c has functions in C for the same
 * patterns.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "invar.h"
#include "support/log.h"

enum kind {
    BYTE,       /* this byte */
    SET,        /* a byte of a set */
    EITHER,     /* `first`, else `second` */
    MANY,       /* a byte of a set, as often as possible, at least `least` times */
    REPEAT,     /* `first`, as often as possible; it points back to this node */
    END,        /* the end of the pattern */
};

struct node {
    enum kind kind;
    unsigned char byte;
    int least;
    struct node *first, *second;
    struct node *next;              /* what follows */
    unsigned char set[256];
};

/* -------------------------------------------------------------------------------------------- matching */

static const char *match(const struct node *node, const char *text);

/* Takes as many bytes as possible, then fewer and fewer until the rest of the pattern matches. */
static const char *match_many(const struct node *node, const char *text) {
    node = invar_promise_transitive(node, sizeof *node);
    const char *least = text + node->least, *at = text;
    while (node->set[(unsigned char)*at]) at++;
    for (; at >= least; at--) {
        const char *end = match(node->next, at);
        if (end) return end;
    }
    return NULL;
}

static const char *match_either(const struct node *node, const char *text) {
    node = invar_promise_transitive(node, sizeof *node);
    const char *end = match(node->first, text);
    return end ? end : match(node->second, text);
}

static const char *match_repeat(const struct node *node, const char *text) {
    node = invar_promise_transitive(node, sizeof *node);
    const char *end = match(node->first, text);
    return end ? end : match(node->next, text);
}

/* The end of a match of the pattern from `node` on, or NULL. */
static const char *match(const struct node *node, const char *text) {
    invar_is_const(node, CACHE);
    node = invar_promise_transitive(node, sizeof *node);
    for (;;) {
        invar_keep_const(node, CACHE, EAGER);
        switch (node->kind) {
        case BYTE:
            if ((unsigned char)*text != node->byte) return NULL;
            text++;
            break;
        case SET:
            if (!node->set[(unsigned char)*text]) return NULL;
            text++;
            break;
        case EITHER: return match_either(node, text);
        case MANY: return match_many(node, text);
        case REPEAT: return match_repeat(node, text);
        case END: return text;
        }
        node = node->next;
    }
}

/* Finds all matches in a text, from left to right, and sums up where they are. */
static long long find_all(const struct node *pattern, const char *text) {
    pattern = invar_promise_transitive(pattern, sizeof *pattern);
    long long sum = 0;
    for (const char *at = text; *at;) {
        const char *end = match(pattern, at);
        if (end && end > at) {
            sum += (end - at) * 65536 + (at - text);
            at = end;
        } else {
            at++;
        }
    }
    return sum;
}

/* ------------------------------------------------------------------------------------------- compiling */

static const char *rest;

static struct node *make(enum kind kind) {
    struct node *node = calloc(1, sizeof *node);
    if (!node) abort();
    node->kind = kind;
    return node;
}

/* A range of bytes, `\d` for the digits, or a byte; `.` is any byte but the end of a line. */
static void parse_range(struct node *node, bool in_brackets) {
    unsigned char from = *rest++, to = from;
    if (from == '\\') {
        from = to = *rest++;
        if (from == 'd') {
            memset(&node->set['0'], 1, 10);
            return;
        }
    } else if (from == '.' && !in_brackets) {
        memset(node->set + 1, 1, 255);
        node->set['\n'] = 0;
        return;
    } else if (in_brackets && *rest == '-') {
        to = rest[1];
        rest += 2;
    }
    memset(node->set + from, 1, to - from + 1);
}

/* A set of bytes; of one byte, if it has only one. */
static struct node *parse_set(void) {
    struct node *node = make(SET);
    if (*rest == '[') {
        bool inverted = *++rest == '^';
        if (inverted) rest++;
        while (*rest != ']') parse_range(node, true);
        rest++;
        if (inverted)
            for (int i = 1; i < 256; i++) node->set[i] = !node->set[i];
    } else {
        parse_range(node, false);
    }
    int bytes = 0;
    for (int i = 0; i < 256; i++) {
        if (!node->set[i]) continue;
        node->byte = i;
        bytes++;
    }
    if (bytes == 1) node->kind = BYTE;
    return node;
}

static struct node *parse_alternatives(void);

/* A sequence up to `|`, `)` or the end of the pattern: a list. */
static struct node *parse_sequence(void) {
    struct node *sequence = NULL, **last = &sequence;
    while (*rest && *rest != '|' && *rest != ')') {
        if (*rest == '(') {
            rest++;
            *last = parse_alternatives();
            rest++;
            if (*rest == '*') {
                struct node *node = make(REPEAT);
                node->first = *last;
                *last = node;
                rest++;
            }
        } else {
            *last = parse_set();
            if (*rest == '*' || *rest == '+') {
                (*last)->kind = MANY;
                (*last)->least = *rest++ == '+';
            }
        }
        while (*last) last = &(*last)->next;
    }
    return sequence;
}

static struct node *parse_alternatives(void) {
    struct node *first = parse_sequence();
    if (*rest != '|') return first;
    rest++;
    struct node *node = make(EITHER);
    node->first = first;
    node->second = parse_alternatives();
    return node;
}

/* Lets the last node of each list point to what follows it. Returns the first node. */
static struct node *connect(struct node *list, struct node *after) {
    if (!list) return after;
    list->next = connect(list->next, after);
    if (list->kind == EITHER) {
        list->first = connect(list->first, list->next);
        list->second = connect(list->second, list->next);
    } else if (list->kind == REPEAT) {
        list->first = connect(list->first, list);
    }
    return list;
}

static struct node *compile(const char *pattern) {
    rest = pattern;
    return connect(parse_alternatives(), make(END));
}

/* --------------------------------------------------------------------------------------------- program */

static const char *const sources[] = {
    "\\d+\\.\\d+\\.\\d+\\.\\d+",                    /* an address */
    "(GET|PUT|POST) /[a-z/]*\\.(html|png)",         /* a request */
    "(error|warning): .*timeout",
    "\"([^\"\\\\]|\\\\.)*\"",                       /* a string with escaped characters */
    "(cache|size|verbose)=(\\d+|on|off);( (cache|size|verbose)=(\\d+|on|off);)*",
};
enum { PATTERNS = sizeof sources / sizeof *sources };

static struct node *patterns[PATTERNS];
static long long (*finders[PATTERNS])(const struct node *, const char *);
static char text[LOG_BYTES];

void init(void) {
    write_log(text);
    for (int i = 0; i < PATTERNS; i++) {
        patterns[i] = compile(sources[i]);
        finders[i] = invar_specialize(find_all, patterns[i]);
    }
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < PATTERNS; k++) sum += finders[k](patterns[k], text + i % 64) * (k + 1);
    return sum;
}
