/* The convolution of an image with a kernel that is in a file: `blur KERNEL TIMES` with a text of numbers,
 * first the size, then size times size weights. Prints a checksum and a row of the result. Constant: the
 * kernel, which is not known before run time.
 */
#include "invar.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 15, WIDTH = 96, HEIGHT = 64 };

struct kernel {
    int size, divisor;
    int weights[MOST * MOST];
};

static struct kernel kernel;
static int pixels[2][WIDTH * HEIGHT];

__attribute__((noinline)) static void convolve(const struct kernel *given, const int *from, int *to) {
    invar_is_const(given, CACHE1);
    const struct kernel *k = invar_promise_const(given, sizeof *given);
    int size = k->size, reach = size / 2;
    for (int y = reach; y < HEIGHT - reach; y++) {
        for (int x = reach; x < WIDTH - reach; x++) {
            int sum = 0, i, j;
            for (i = 0; i < size; i++) {
                invar_keep_const(i, CACHE, EAGER);
                for (j = 0; j < size; j++) {
                    invar_keep_const(j, CACHE, EAGER);
                    int weight = k->weights[i * size + j];
                    if (weight) sum += weight * from[(y + i - reach) * WIDTH + x + j - reach];
                }
            }
            invar_unkeep_const(i);
            invar_unkeep_const(j);
            to[y * WIDTH + x] = sum / k->divisor;
        }
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    FILE *file = fopen(arguments[1], "r");
    if (!file || fscanf(file, "%d", &kernel.size) != 1 || kernel.size < 1 || kernel.size > MOST) return 2;
    for (int n = 0; n < kernel.size * kernel.size; n++) {
        if (fscanf(file, "%d", &kernel.weights[n]) != 1) return 2;
        kernel.divisor += kernel.weights[n];
    }
    if (kernel.divisor == 0) kernel.divisor = 1;
    for (int n = 0; n < WIDTH * HEIGHT; n++) pixels[0][n] = n * 31 % 256;
    int times = atoi(arguments[2]);
    for (int n = 0; n < times; n++) convolve(&kernel, pixels[n % 2], pixels[(n + 1) % 2]);
    unsigned sum = 0;
    for (int n = 0; n < WIDTH * HEIGHT; n++) sum = sum * 31 + (unsigned)pixels[times % 2][n];
    printf("%u:", sum);
    for (int x = 0; x < WIDTH; x += 8) printf(" %d", pixels[times % 2][HEIGHT / 2 * WIDTH + x]);
    puts("");
    return 0;
}
