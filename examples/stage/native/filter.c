/* The queries of filter.rs as functions in C, on the same records. */
#include <stdbool.h>
#include <string.h>

enum type { NONE, INT, FLOAT, TEXT };

struct value {
    enum type type;
    union {
        long long number;
        double real;
        const char *text;
    };
};

struct record {
    struct value title, author, year, price, stock, rating;
};

enum { RECORDS = 256, QUERIES = 5 };

static struct record records[RECORDS];

static inline struct value integer(long long number) { return (struct value){INT, .number = number}; }
static inline struct value real(double number) { return (struct value){FLOAT, .real = number}; }
static inline struct value text(const char *text) { return (struct value){TEXT, .text = text}; }

static inline bool is_number(struct value a) { return a.type == INT || a.type == FLOAT; }
static inline double as_real(struct value a) { return a.type == INT ? (double)a.number : a.real; }

static inline bool less(struct value a, struct value b) {
    if (a.type == INT && b.type == INT) return a.number < b.number;
    return is_number(a) && is_number(b) && as_real(a) < as_real(b);
}

static inline bool less_equal(struct value a, struct value b) {
    if (a.type == INT && b.type == INT) return a.number <= b.number;
    return is_number(a) && is_number(b) && as_real(a) <= as_real(b);
}

static inline bool is_int(struct value a, long long number) {
    return a.type == INT ? a.number == number : a.type == FLOAT && a.real == number;
}

static inline bool is_text(struct value a, const char *text) { return a.type == TEXT && !strcmp(a.text, text); }

static inline struct value times(struct value a, struct value b) {
    if (a.type == INT && b.type == INT) return integer(a.number * b.number);
    if (!is_number(a) || !is_number(b)) return (struct value){NONE, .number = 0};
    return real(as_real(a) * as_real(b));
}

static inline struct value plus(struct value a, struct value b) {
    if (a.type == INT && b.type == INT) return integer(a.number + b.number);
    if (!is_number(a) || !is_number(b)) return (struct value){NONE, .number = 0};
    return real(as_real(a) + as_real(b));
}

/* price < 20 and 0 < stock and (author ^= "Ka" or 4.5 <= rating) */
static bool cheap(const struct record *r) {
    return less(r->price, integer(20)) && less(integer(0), r->stock)
        && ((r->author.type == TEXT && !strncmp(r->author.text, "Ka", 2)) || less_equal(real(4.5), r->rating));
}

/* not year < 1990 and title *= "sea" */
static bool maritime(const struct record *r) {
    return !less(r->year, integer(1990)) && r->title.type == TEXT && strstr(r->title.text, "sea");
}

/* 1000 < price * stock or rating == null and year + 10 < 1950 */
static bool valuable(const struct record *r) {
    return less(integer(1000), times(r->price, r->stock))
        || (r->rating.type == NONE && less(plus(r->year, integer(10)), integer(1950)));
}

/* author == "Kant" or author == "Woolf" or author == "Melville" and not stock == 0 */
static bool classic(const struct record *r) {
    return is_text(r->author, "Kant") || is_text(r->author, "Woolf")
        || (is_text(r->author, "Melville") && !is_int(r->stock, 0));
}

/* (2 <= rating and rating < 3 or price == null) and (1950 <= year and year < 1980) */
static bool doubtful(const struct record *r) {
    return ((less_equal(integer(2), r->rating) && less(r->rating, integer(3))) || r->price.type == NONE)
        && less_equal(integer(1950), r->year) && less(r->year, integer(1980));
}

static unsigned below(unsigned limit) {
    static unsigned seed = 1;
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % limit;
}

void init(void) {
    static const char *const titles[] = {"the old sea", "a room", "by the seaside", "critique", "travels", "essays"};
    static const char *const authors[] = {"Kafka", "Kant", "Karamsin", "Woolf", "Melville", "Swift"};
    for (int i = 0; i < RECORDS; i++) {
        struct record *r = &records[i];
        r->title = text(titles[below(6)]);
        r->author = text(authors[below(6)]);
        r->year = integer(1900 + below(120));
        unsigned kind = below(8);
        if (kind == 1 || kind == 2) r->price = integer(below(60));
        else if (kind != 0) r->price = real(below(240) / 4.0);
        r->stock = integer(below(50));
        if (below(5) != 0) r->rating = real(below(11) / 2.0);
    }
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        const struct record *record = &records[i % RECORDS];
        sum += cheap(record) + (maritime(record) << 8) + (valuable(record) << 16)
             + ((long long)classic(record) << 24) + ((long long)doubtful(record) << 32);
    }
    return sum;
}
