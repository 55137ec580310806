/* The C interface of Invar, an optimizer for WebAssembly: bytes in; bytes and a report out.
 *
 *   invar_options *options = invar_options_new();
 *   invar_options_set(options, "level", "O3");
 *   invar_result *result = invar_optimize(wasm, wasm_len, options);
 *   if (invar_result_status(result) == INVAR_OK)
 *       use(invar_result_wasm(result), invar_result_wasm_len(result));
 *   else
 *       fputs(invar_result_error(result), stderr);
 *   invar_result_free(result);
 *   invar_options_free(options);
 *
 * Ownership. What a function named `..._new`, and `invar_optimize`, return belongs to the caller, who frees it
 * once with the function named `..._free`. All other pointers that are returned belong to the object that they
 * were asked of, and are valid as long as it is. Arguments are only read during the call.
 *
 * Null. Each function accepts a null pointer in the place of an object. It does nothing then, or returns what
 * stands for nothing.
 *
 * Threads. Different objects can be used by different threads at the same time; so can one object, except while
 * it is passed to `invar_options_set` or to a function named `..._free`. There is no global state.
 *
 * Errors. No function aborts or throws. A bug of the library that it does not handle itself is INVAR_INTERNAL.
 *
 * Text is encoded in UTF-8 and ends with a zero byte.
 */
#ifndef INVAR_OPT_H
#define INVAR_OPT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of an optimization. */
typedef struct invar_options invar_options;

/* What an optimization returned: an output and a report, or an error. */
typedef struct invar_result invar_result;

typedef enum invar_status {
    /* The call succeeded. */
    INVAR_OK = 0,
    /* The module is invalid, or cannot be optimized. */
    INVAR_INVALID_MODULE = 1,
    /* An argument is invalid: a null pointer, an option that does not exist, text that is not UTF-8. */
    INVAR_INVALID_ARGUMENT = 2,
    /* A bug of the library. */
    INVAR_INTERNAL = 3
} invar_status;

/* The version of the library: "0.1.0". It is never freed. */
const char *invar_version(void);

/* The default options. */
invar_options *invar_options_new(void);

/* Sets an option. The names are those of the long options of `invar opt`, without dashes: "level" with value
 * "O3", "threads" with value "1", "no-gvn", "enable-simd", "remarks". The documentation of `Options::set` in the Rust
 * library lists all. A null value is the same as "", which turns an option on that has no value. Returns INVAR_OK
 * or INVAR_INVALID_ARGUMENT; then nothing was set. */
invar_status invar_options_set(invar_options *options, const char *name, const char *value);

/* What is wrong with the arguments of the last call of `invar_options_set`; null if nothing is. It is valid until
 * the next call. */
const char *invar_options_error(const invar_options *options);

void invar_options_free(invar_options *options);

/* Optimizes a module, or the modules of a component, in the binary format. Null options are the default options.
 * Never returns null. */
invar_result *invar_optimize(const uint8_t *wasm, size_t wasm_len, const invar_options *options);

invar_status invar_result_status(const invar_result *result);

/* The output; null if there was an error. */
const uint8_t *invar_result_wasm(const invar_result *result);

/* The size of the output in bytes; 0 if there was an error. */
size_t invar_result_wasm_len(const invar_result *result);

/* The report, a JSON object: sizes, functions, passes with their counters and times, remarks, bugs that were
 * caught and do not affect the output. The documentation of `Report` in the Rust library lists the fields.
 * Null if there was an error. */
const char *invar_result_report(const invar_result *result);

/* What is wrong; null if there was no error. */
const char *invar_result_error(const invar_result *result);

/* The byte offset in the input that the error is about; -1 if it is about no place there. */
int64_t invar_result_offset(const invar_result *result);

void invar_result_free(invar_result *result);

#ifdef __cplusplus
}
#endif

#endif
