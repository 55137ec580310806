/* An event dispatcher, as in an extensible system: each handler has a guard, a predicate of one of seven
 * kinds. Constant: the ten guards. Published: 1.4 times as fast.
 */
#include "invar.h"

enum { GUARDS = 10 };
enum predicate { ALWAYS, EQUAL, NOT_EQUAL, LESS, GREATER, MASKED, BETWEEN };

struct event {
    int type, source, port, length;
};

struct guard {
    enum predicate predicate;
    int field; /* of the event */
    int value, other;
    int (*handler)(const struct event *);
};

static inline int passes(const struct guard *guard, int field) {
    switch (guard->predicate) {
    case ALWAYS: return 1;
    case EQUAL: return field == guard->value;
    case NOT_EQUAL: return field != guard->value;
    case LESS: return field < guard->value;
    case GREATER: return field > guard->value;
    case MASKED: return (field & guard->value) == guard->other;
    case BETWEEN: return guard->value <= field && field <= guard->other;
    }
    return 0;
}

int dispatch(const struct guard *guards, int count, const struct event *event) {
    guards = invar_promise_const(guards, count * sizeof *guards);
    int handled = 0;
    for (int i = 0; i < count; i++) {
        invar_keep_const(i, CACHE, EAGER);
        if (passes(&guards[i], ((const int *)event)[guards[i].field]))
            handled += guards[i].handler(event);
    }
    return handled;
}

int seen;
int count_it(const struct event *event) { seen++; return event->length != 0; }
int add_length(const struct event *event) { seen += event->length; return 1; }
int note_port(const struct event *event) { seen ^= event->port; return 1; }

enum { TYPE, SOURCE, PORT, LENGTH };
static const struct guard source[GUARDS] = {
    {EQUAL, TYPE, 3, 0, count_it},          {LESS, PORT, 1024, 0, note_port},
    {BETWEEN, LENGTH, 64, 96, add_length},  {MASKED, SOURCE, 0xff, 10, count_it},
    {GREATER, LENGTH, 1400, 0, add_length}, {EQUAL, PORT, 80, 0, note_port},
    {NOT_EQUAL, TYPE, 0, 0, count_it},      {EQUAL, SOURCE, 77, 0, add_length},
    {MASKED, PORT, 0xf00f, 0x3001, note_port}, {ALWAYS, TYPE, 0, 0, count_it},
};

struct guard guards[GUARDS];
struct event events[64];
int (*dispatcher)(const struct guard *, int, const struct event *);

void init(void) {
    __builtin_memcpy(guards, source, sizeof source);
    unsigned random = 1;
    for (int i = 0; i < 64; i++) {
        random = random * 1103515245 + 12345;
        events[i].type = random >> 28;
        events[i].source = random >> 20 & 0x3ff;
        events[i].port = random >> 8 & 0xffff;
        events[i].length = random >> 16 & 0x7ff;
    }
    dispatcher = invar_specialize(dispatch, guards, GUARDS);
}

long long run(int n) {
    long long sum = seen = 0;
    for (int i = 0; i < n; i++) sum += dispatcher(guards, GUARDS, &events[i % 64]);
    return sum << 32 | (unsigned)seen;
}
