/* Prints the lines of standard input that match a pattern, which is its first line. Constant: the pattern,
 * which is not known before run time: each position in it at which a match starts is a version of `here`.
 *
 * A pattern is made of characters, `.` for any, `x*` for any number of x, `^` and `$`.
 */
#include "invar.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 64, LINE = 4096 };

static char pattern[2 * MOST];

__attribute__((noinline)) static int here(const char *from, const char *text) {
    invar_is_const(from, CACHE);
    const char *p = invar_promise_const(from, MOST);
    for (;;) {
        invar_keep_const(p, CACHE, EAGER);
        if (!p[0]) return 1;
        if (p[0] == '$' && !p[1]) return !*text;
        if (p[1] == '*') {
            const char *rest = p + 2;
            for (;;) {
                if (here(rest, text)) return 1;
                if (!*text || (p[0] != '.' && *text != p[0])) return 0;
                text++;
            }
        }
        if (!*text || (p[0] != '.' && *text != p[0])) return 0;
        p++;
        text++;
    }
}

static int matches(const char *text) {
    if (pattern[0] == '^') return here(pattern + 1, text);
    do {
        if (here(pattern, text)) return 1;
    } while (*text++);
    return 0;
}

int main(void) {
    static char line[LINE];
    if (!fgets(line, sizeof line, stdin)) return 2;
    line[strcspn(line, "\n")] = 0;
    if (strlen(line) >= MOST) return 2;
    strcpy(pattern, line);
    int found = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (matches(line)) {
            puts(line);
            found++;
        }
    }
    return found == 0;
}
