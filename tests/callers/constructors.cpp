// Global constructors that can be run before the program.
#include <cstdio>

static int table[64];

struct Fill {
  Fill() {
    for (int i = 0; i < 64; i++) table[i] = i * i % 17;
  }
} fill;

int main() {
  int sum = 0;
  for (int i : table) sum = sum * 3 + i;
  std::printf("%d\n", sum);
}
