// Exceptions through several functions, with destructors on their way.
#include <cstdio>
#include <stdexcept>
#include <string>

struct Guard {
  int *count;
  ~Guard() { ++*count; }
};

static int fail(int n, int *count) {
  Guard guard{count};
  if (n == 0) throw std::runtime_error("deep");
  if (n == 7) throw 7;
  return fail(n - 1, count) + 1;
}

int main() {
  int count = 0;
  for (int n : {3, 9, 0}) {
    try {
      std::printf("%d\n", fail(n, &count));
    } catch (const std::exception &error) {
      std::printf("%s %d\n", error.what(), count);
    } catch (int number) {
      std::printf("%d %d\n", number, count);
    }
  }
}
