/* Scales numbers by a factor that is in memory, too. For all that a compiler knows, the factor could
 * be one of the numbers. */
static int values[1000], factor;

__attribute__((noinline)) void scale(int *numbers, int count, const int *by) {
    for (int i = 0; i < count; i++) numbers[i] *= *by;
}

int run(int count) {
    factor = 3;
    for (int i = 0; i < count; i++) values[i] = i;
    scale(values, count, &factor);
    return values[count - 1];
}
