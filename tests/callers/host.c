// Calls between the program and its host, with 64-bit integers.
#include <emscripten.h>
#include <stdint.h>
#include <stdio.h>

EM_JS(int, twice, (int n), { return 2 * n; });

EMSCRIPTEN_KEEPALIVE int64_t wide(int64_t value) { return value * 3 + 1; }

int main() {
  int sum = EM_ASM_INT({ return $0 + $1; }, twice(20), 2);
  printf("%d %lld\n", sum, (long long)wide(1LL << 40));
#ifdef HALVES
  EM_ASM({ console.log(Module['_wide'](5, 0)); });
#else
  EM_ASM({ console.log(Number(Module['_wide'](BigInt(5)))); });
#endif
}
