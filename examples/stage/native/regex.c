/* The patterns of regex.c as functions in C, each of which returns the end of a match, or NULL. */
#include <stdbool.h>
#include "../support/log.h"

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/* After a prefix, or NULL. */
static inline const char *after(const char *text, const char *prefix) {
    size_t length = strlen(prefix);
    for (size_t i = 0; i < length; i++)
        if (text[i] != prefix[i]) return NULL;
    return text + length;
}

/* \d+\.\d+\.\d+\.\d+ */
static const char *address(const char *text) {
    for (int i = 0; i < 4; i++) {
        if (i && *text++ != '.') return NULL;
        if (!is_digit(*text)) return NULL;
        while (is_digit(*text)) text++;
    }
    return text;
}

/* (GET|PUT|POST) /[a-z/]*\.(html|png) */
static const char *request(const char *text) {
    const char *at = after(text, "GET");
    if (!at) at = after(text, "PUT");
    if (!at) at = after(text, "POST");
    if (!at || !(at = after(at, " /"))) return NULL;
    while (is_lower(*at) || *at == '/') at++;
    if (*at++ != '.') return NULL;
    const char *end = after(at, "html");
    return end ? end : after(at, "png");
}

/* (error|warning): .*timeout */
static const char *failure(const char *text) {
    const char *at = after(text, "error");
    if (!at) at = after(text, "warning");
    if (!at || !(at = after(at, ": "))) return NULL;
    const char *least = at, *end;
    while (*at && *at != '\n') at++;
    for (; at >= least; at--)
        if ((end = after(at, "timeout"))) return end;
    return NULL;
}

/* "([^"\\]|\\.)*" */
static const char *string(const char *text) {
    if (*text++ != '"') return NULL;
    for (;; text++) {
        if (*text == '"') return text + 1;
        if (*text == '\\' && *++text == '\n') return NULL;
        if (!*text) return NULL;
    }
}

/* (cache|size|verbose)=(\d+|on|off); */
static const char *setting(const char *text) {
    const char *at = after(text, "cache"), *digits;
    if (!at) at = after(text, "size");
    if (!at) at = after(text, "verbose");
    if (!at || *at++ != '=') return NULL;
    for (digits = at; is_digit(*at);) at++;
    if (at == digits) {
        at = after(digits, "on");
        if (!at) at = after(digits, "off");
        if (!at) return NULL;
    }
    return *at == ';' ? at + 1 : NULL;
}

/* (cache|size|verbose)=(\d+|on|off);( (cache|size|verbose)=(\d+|on|off);)* */
static const char *settings(const char *text) {
    const char *end = setting(text), *more = end;
    while (more && *more == ' ' && (more = setting(more + 1))) end = more;
    return end;
}

/* Finds all matches in a text, from left to right, and sums up where they are. */
static inline long long find_all(const char *(*match)(const char *), const char *text) {
    long long sum = 0;
    for (const char *at = text; *at;) {
        const char *end = match(at);
        if (end && end > at) {
            sum += (end - at) * 65536 + (at - text);
            at = end;
        } else {
            at++;
        }
    }
    return sum;
}

static char text[LOG_BYTES];

void init(void) { write_log(text); }

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        const char *from = text + i % 64;
        sum += find_all(address, from) + find_all(request, from) * 2 + find_all(failure, from) * 3
             + find_all(string, from) * 4 + find_all(settings, from) * 5;
    }
    return sum;
}
