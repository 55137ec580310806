/* The convolution of an image and a kernel. Constant: the kernel, 11x11, 83% zeros and 9% ones.
 * Published: 3.0 times as fast.
 */
#include "invar.h"

enum { KERNEL = 11, WIDTH = 64, HEIGHT = 48 };

struct kernel {
    int size, divisor;
    int weights[KERNEL * KERNEL];
};

struct image {
    int width, height;
    int pixels[WIDTH * HEIGHT];
};

void convolve(const struct kernel *given, const struct image *from, struct image *to) {
    const struct kernel *kernel = invar_promise_const(given, sizeof *given);
    int reach = kernel->size / 2;
    for (int y = reach; y < from->height - reach; y++) {
        for (int x = reach; x < from->width - reach; x++) {
            int sum = 0, i, j;
            for (i = 0; i < kernel->size; i++) {
                invar_keep_const(i, CACHE, EAGER);
                for (j = 0; j < kernel->size; j++) {
                    invar_keep_const(j, CACHE, EAGER);
                    int at = (y + i - reach) * from->width + x + j - reach;
                    sum += kernel->weights[i * kernel->size + j] * from->pixels[at];
                }
            }
            invar_unkeep_const(i);
            invar_unkeep_const(j);
            to->pixels[y * to->width + x] = sum / kernel->divisor;
        }
    }
}

struct kernel kernel;
struct image image, result;
void (*convolution)(const struct kernel *, const struct image *, struct image *);

void init(void) {
    kernel.size = KERNEL;
    for (int i = 0; i < KERNEL * KERNEL; i++) {
        int weight = i % 12 == 7 ? 2 + i % 5 : i % 11 == 4 ? 1 : 0;
        kernel.weights[i] = weight;
        kernel.divisor += weight;
    }
    image.width = result.width = WIDTH;
    image.height = result.height = HEIGHT;
    for (int i = 0; i < WIDTH * HEIGHT; i++) image.pixels[i] = i * 31 % 256;
    convolution = invar_specialize(convolve, &kernel);
}

long long run(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        image.pixels[i % (WIDTH * HEIGHT)] = i % 256;
        convolution(&kernel, &image, &result);
        sum += result.pixels[(i + 10) * 67 % (WIDTH * HEIGHT)];
    }
    return sum;
}
