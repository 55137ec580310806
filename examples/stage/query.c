/* Finds the records of a database that match a query. Constant: the query, of seven comparisons.
 * Published: 1.4 times as fast.
 */
#include "invar.h"

enum { TERMS = 7, FIELDS = 8, RECORDS = 256 };
enum comparison { EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL };

struct term {
    int field;
    enum comparison comparison;
    int value;
};

static inline int holds(enum comparison comparison, int a, int b) {
    switch (comparison) {
    case EQUAL: return a == b;
    case NOT_EQUAL: return a != b;
    case LESS: return a < b;
    case LESS_EQUAL: return a <= b;
    case GREATER: return a > b;
    case GREATER_EQUAL: return a >= b;
    }
    return 0;
}

int matches(const struct term *query, int terms, const int *record) {
    query = invar_promise_const(query, terms * sizeof *query);
    for (int i = 0; i < terms; i++) {
        invar_keep_const(i, CACHE, EAGER);
        if (!holds(query[i].comparison, record[query[i].field], query[i].value)) return 0;
    }
    return 1;
}

static const struct term source[TERMS] = {
    {0, GREATER, 5},        {1, NOT_EQUAL, 50},    {2, LESS, 95},   {3, GREATER_EQUAL, 5},
    {5, LESS_EQUAL, 90},    {6, NOT_EQUAL, 7},     {7, EQUAL, 1},
};

struct term query[TERMS];
int records[RECORDS][FIELDS];
int (*filter)(const struct term *, int, const int *);

void init(void) {
    __builtin_memcpy(query, source, sizeof source);
    unsigned random = 1;
    for (int i = 0; i < RECORDS; i++) {
        for (int k = 0; k < FIELDS; k++) {
            random = random * 1103515245 + 12345;
            records[i][k] = (random >> 16) % (k == 7 ? 2 : 100);
        }
    }
    filter = invar_specialize(matches, query, TERMS);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += filter(query, TERMS, records[i % RECORDS]) * i;
    return sum;
}
