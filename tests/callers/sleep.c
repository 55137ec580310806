// A program that waits for its host in the middle of calls.
#include <emscripten.h>
#include <stdio.h>

static int depth(int n) {
  if (n == 0) {
    emscripten_sleep(1);
    return 1;
  }
  return depth(n - 1) + n;
}

int main() {
  for (int i = 0; i < 3; i++) printf("%d\n", depth(i * 4));
}
