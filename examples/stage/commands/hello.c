/* A command without annotations, for `benches/stage/startup`. */
#include <stdio.h>

int main(void) {
    puts("Hello, world!");
    return 0;
}
