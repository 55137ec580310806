// Integers of all sizes, floats, calls through pointers, the heap, and text.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int64_t *values = malloc(20 * sizeof *values);
  for (int i = 0; i < 20; i++) values[i] = (int64_t)(i * 7919 % 20 - 10) << (i + 20);
  qsort(values, 20, sizeof *values, compare);
  int64_t sum = 0;
  for (int i = 0; i < 20; i++) sum = sum * 31 + values[i];
  char text[64];
  snprintf(text, sizeof text, "%" PRId64 " %.6f", sum, (double)sum / 7);
  signed char last = (signed char)(text[strlen(text) - 1] + argc * 200);
  printf("%s %d %d\n", text, last, (int)strtol("12345", NULL, 10));
  free(values);
  return 0;
}
