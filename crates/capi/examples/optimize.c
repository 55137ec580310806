/* Optimizes a module.
 *
 *   cargo build --release -p invar-capi
 *   cc -I include crates/capi/examples/optimize.c -L target/release -linvar_opt -o target/optimize
 *   LD_LIBRARY_PATH=target/release target/optimize IN.wasm OUT.wasm level=O3 remarks
 *
 * Prints the report, a JSON object. The exit code is the status.
 */
#include <invar_opt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a file. */
static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(INVAR_INVALID_ARGUMENT);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size) {
        perror(path);
        exit(INVAR_INVALID_ARGUMENT);
    }
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "invar %s\nusage: optimize IN.wasm OUT.wasm [NAME[=VALUE]]...\n",
                invar_version());
        return INVAR_INVALID_ARGUMENT;
    }

    invar_options *options = invar_options_new();
    for (int n = 3; n < argc; n++) {
        /* "name=value", or the name of a switch. */
        char *value = strchr(argv[n], '=');
        if (value)
            *value++ = 0;
        if (invar_options_set(options, argv[n], value) != INVAR_OK) {
            fprintf(stderr, "%s\n", invar_options_error(options));
            invar_options_free(options);
            return INVAR_INVALID_ARGUMENT;
        }
    }

    size_t size;
    uint8_t *wasm = read_file(argv[1], &size);
    invar_result *result = invar_optimize(wasm, size, options);
    free(wasm);
    invar_options_free(options);

    invar_status status = invar_result_status(result);
    if (status == INVAR_OK) {
        FILE *file = fopen(argv[2], "wb");
        size = invar_result_wasm_len(result);
        if (!file || fwrite(invar_result_wasm(result), 1, size, file) != size || fclose(file) != 0) {
            perror(argv[2]);
            status = INVAR_INVALID_ARGUMENT;
        }
        puts(invar_result_report(result));
    } else {
        fprintf(stderr, "%s: %s\n", argv[1], invar_result_error(result));
        if (invar_result_offset(result) >= 0)
            fprintf(stderr, "the place is byte %lld\n", (long long)invar_result_offset(result));
    }
    invar_result_free(result);
    return (int)status;
}
