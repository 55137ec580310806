/* The text that regex.c searches: lines of a log, made at random. */
#include <string.h>

enum { LOG_BYTES = 4096 };

static const char *const log_lines[] = {
    "10.0.7.255 GET /images/logo.png in 12 ms\n",
    "192.168.1.17 POST /orders/new/form.html?item=42\n",
    "warning: connection to 172.16.0.9 was slow, no timeout yet\n",
    "error: disk 3 is full\n",
    "status \"ok\", name \"a \\\"quoted\\\" word\", 1.5 of 2.0\n",
    "cache=on; size=4096; verbose=off; user root\n",
    "GET /download.tar GET /manual/index.html 8.8.8\n",
    "the daily report of the night shift has nothing to say\n",
};

/* Writes a text of less than LOG_BYTES bytes, and a final zero. */
static void write_log(char *text) {
    unsigned random = 1;
    for (char *at = text;;) {
        random = random * 1103515245 + 12345;
        const char *line = log_lines[(random >> 16) % 8];
        size_t length = strlen(line);
        if (at + length >= text + LOG_BYTES) {
            *at = 0;
            return;
        }
        memcpy(at, line, length);
        at += length;
    }
}
