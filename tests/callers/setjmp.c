// A jump out of calls.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffer;

static void jump(int n) {
  if (n == 0) longjmp(buffer, 42);
  jump(n - 1);
}

int main() {
  volatile int before = 1;
  int value = setjmp(buffer);
  if (value == 0) {
    before = 2;
    jump(5);
  }
  printf("%d %d\n", value, before);
}
