/* A command that has nothing to specialize: what `benches/stage/startup` starts. */
#include <stdio.h>

int main(void) {
    puts("Hello, world!");
    return 0;
}
