/* Annotations of values that are constant while a program runs: C and C++, no dependency.
 *
 *   invar_is_const(x, CACHING)             x is a run-time constant from here on, until it is
 *                                          assigned a value that is none
 *   invar_keep_const(x, CACHING, LAZINESS) x is kept constant from here on, across merges:
 *                                          one version of the code for each value
 *   invar_unkeep_const(x)                  x is no longer kept, nor a constant
 *   invar_leave(x)                         specialized code is left for generic code, to the end of the
 *                                          function; x is any variable
 *   invar_is_const_in(x, CACHING) { ... }  the first, from { to }
 *   invar_keep_const_in(x, CACHING, LAZINESS) { ... }   the second, from { to }
 *   invar_promise_const(p, bytes)          the bytes at p do not change; returns p
 *   invar_promise_transitive(p, bytes)     nor does memory that is reached through pointers in them
 *   invar_promise_pure(f(x))               f depends on its arguments alone and has no effect
 *   invar_private(p, bytes)                from here to the end of the function the bytes at p are
 *                                          accessed only through the result; returns p
 *   invar_specialize(f, KEY...)            a version of f specialized to these leading arguments;
 *                                          INVAR_ANY leaves one unbound
 *   invar_forget(f)                        invalidates the versions of f, as what they were
 *                                          specialized to has changed
 *
 * CACHING is REPLICATE, CACHE, CACHE1 or UNCHECKED; LAZINESS is LAZY, LOOPLAZY or EAGER. All
 * annotations of one variable have the same policies. A macro of the program may stand for a policy. The
 * seven names are policies in an annotation, whatever macros of these names the program has; it cannot then
 * have macros that stand for them.
 *
 * The first four are statements about a variable (arithmetic or a pointer), which they assign to itself. A
 * promise is about loads through the pointer that it returns. Code that only computes its length is removed
 * together with it. What precedes a block may precede another of these, for several variables. In a block,
 * break and continue leave the block, not a loop around it; break, goto and return do so without ending the
 * annotation.
 *
 * A path of an operation that is rarely taken (a type that is not the usual one, a call into a runtime) may leave:
 * what is known on the other paths is not forgotten where they meet.
 *
 * Private memory is for what an interpreter keeps in memory: registers, operands, variables of a frame. A
 * specialized function keeps it in values, and stores what has changed before calls and where it ends.
 * So another pointer into the bytes must not be used until it ends, nor a pointer stored elsewhere than
 * in these bytes; functions that are called may access them, but must not keep such a pointer. An access
 * through the result at an index that is not a constant is of these bytes. After a trap, or an exception
 * that a called function throws, they may hold older values.
 *
 * The request returns a pointer to a function of f's type: f itself as long as there is no version. It
 * takes all arguments that f takes, and ignores those that are bound by the request, which are
 * eight at most: numbers and pointers to data, of the types that f declares.
 *
 * For a WebAssembly target these are calls of imports of module `invar`, which `invar` understands
 * and removes. They are declared so that clang neither duplicates nor merges them, and assumes that they
 * access no memory. For all other targets, and with INVAR_DISABLE defined, they have no effect.
 */
#ifndef INVAR_H
#define INVAR_H

#if defined(__wasm__) && defined(__clang__) && !defined(INVAR_DISABLE)

#ifdef __cplusplus
#define INVAR_OVERLOADED_
#define INVAR_NOTHROW_ noexcept
#else
#define INVAR_OVERLOADED_ __attribute__((overloadable))
#define INVAR_NOTHROW_ __attribute__((nothrow))
#endif

/* `const`: accesses no memory. `convergent` and `noduplicate`: is neither moved nor duplicated. `nomerge`:
 * two calls are not merged (tail merging). */
#define INVAR_IMPORT_(name)                                                                      \
    __attribute__((import_module("invar"), import_name(name), const, convergent, noduplicate,     \
                   nomerge)) INVAR_OVERLOADED_

#define INVAR_TYPES_(symbol, name)                                                               \
    INVAR_IMPORT_(name) int symbol(int) INVAR_NOTHROW_;                                           \
    INVAR_IMPORT_(name) unsigned symbol(unsigned) INVAR_NOTHROW_;                                 \
    INVAR_IMPORT_(name) long symbol(long) INVAR_NOTHROW_;                                         \
    INVAR_IMPORT_(name) unsigned long symbol(unsigned long) INVAR_NOTHROW_;                       \
    INVAR_IMPORT_(name) long long symbol(long long) INVAR_NOTHROW_;                               \
    INVAR_IMPORT_(name) unsigned long long symbol(unsigned long long) INVAR_NOTHROW_;             \
    INVAR_IMPORT_(name) float symbol(float) INVAR_NOTHROW_;                                       \
    INVAR_IMPORT_(name) double symbol(double) INVAR_NOTHROW_;                                     \
    INVAR_IMPORT_(name) void *symbol(const volatile void *) INVAR_NOTHROW_;

#define INVAR_LAZINESS_(CACHING, caching)                                                        \
    INVAR_TYPES_(invar_is_const_##CACHING, "is_const." caching)                                   \
    INVAR_TYPES_(invar_keep_const_##CACHING##_LAZY, "keep_const." caching ".lazy")                \
    INVAR_TYPES_(invar_keep_const_##CACHING##_LOOPLAZY, "keep_const." caching ".looplazy")        \
    INVAR_TYPES_(invar_keep_const_##CACHING##_EAGER, "keep_const." caching ".eager")

INVAR_LAZINESS_(REPLICATE, "replicate")
INVAR_LAZINESS_(CACHE, "cache")
INVAR_LAZINESS_(CACHE1, "cache1")
INVAR_LAZINESS_(UNCHECKED, "unchecked")
INVAR_TYPES_(invar_unkeep_const_, "unkeep_const")
INVAR_TYPES_(invar_leave_, "leave")
INVAR_TYPES_(invar_promise_pure_, "promise_pure")
INVAR_IMPORT_("promise_const")
void *invar_promise_const_(const volatile void *, __SIZE_TYPE__) INVAR_NOTHROW_;
INVAR_IMPORT_("promise_transitive")
void *invar_promise_transitive_(const volatile void *, __SIZE_TYPE__) INVAR_NOTHROW_;

/* Accesses before it and behind it stay where they are. */
__attribute__((import_module("invar"), import_name("private"), convergent, noduplicate, nomerge))
void *invar_private_(volatile void *, __SIZE_TYPE__) INVAR_NOTHROW_;

/* An entry of a request: the bits of an argument, sign- or zero-extended to 64 as its type says, and whether
 * the parameter is bound to it. */
struct invar_key_ {
    unsigned long long bits, bound;
};
typedef void (*invar_function_)(void);
__attribute__((import_module("invar"), import_name("specialize")))
invar_function_ invar_specialize_(invar_function_, const struct invar_key_ *,
                                  __SIZE_TYPE__) INVAR_NOTHROW_;

__attribute__((import_module("invar"), import_name("forget")))
void invar_forget_(invar_function_) INVAR_NOTHROW_;

#define INVAR_KEY_TYPE_(type, bits)                                                              \
    __attribute__((always_inline, unused)) INVAR_OVERLOADED_ static inline struct invar_key_      \
    invar_bind_(type x) {                                                                         \
        struct invar_key_ key = {bits, 1};                                                        \
        return key;                                                                               \
    }

INVAR_KEY_TYPE_(int, (unsigned long long)x)
INVAR_KEY_TYPE_(unsigned, x)
INVAR_KEY_TYPE_(long, (unsigned long long)x)
INVAR_KEY_TYPE_(unsigned long, x)
INVAR_KEY_TYPE_(long long, (unsigned long long)x)
INVAR_KEY_TYPE_(unsigned long long, x)
INVAR_KEY_TYPE_(const volatile void *, (__UINTPTR_TYPE__)x)
INVAR_KEY_TYPE_(float, __builtin_bit_cast(unsigned, x))
INVAR_KEY_TYPE_(double, __builtin_bit_cast(unsigned long long, x))

__attribute__((always_inline, unused)) INVAR_OVERLOADED_ static inline struct invar_key_
invar_bind_(struct invar_key_ key) {
    return key;
}

/* A parameter that is not bound. */
__attribute__((always_inline, unused)) static inline struct invar_key_
invar_any_(void) {
    struct invar_key_ key = {0, 0};
    return key;
}
#define INVAR_ANY invar_any_()

#ifdef __cplusplus
template <__SIZE_TYPE__ count> struct invar_keys_ {
    struct invar_key_ of[count];
};
#define INVAR_KEYS_(...) (invar_keys_<INVAR_COUNT_(__VA_ARGS__)>{{INVAR_EACH_(__VA_ARGS__)}}.of)
#else
#define INVAR_KEYS_(...) ((const struct invar_key_[]){INVAR_EACH_(__VA_ARGS__)})
#endif
#define INVAR_COUNT_(...) INVAR_NINTH_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define INVAR_NINTH_(a, b, c, d, e, f, g, h, count, ...) count
#define INVAR_1_(x) invar_bind_(x)
#define INVAR_2_(x, ...) invar_bind_(x), INVAR_1_(__VA_ARGS__)
#define INVAR_3_(x, ...) invar_bind_(x), INVAR_2_(__VA_ARGS__)
#define INVAR_4_(x, ...) invar_bind_(x), INVAR_3_(__VA_ARGS__)
#define INVAR_5_(x, ...) invar_bind_(x), INVAR_4_(__VA_ARGS__)
#define INVAR_6_(x, ...) invar_bind_(x), INVAR_5_(__VA_ARGS__)
#define INVAR_7_(x, ...) invar_bind_(x), INVAR_6_(__VA_ARGS__)
#define INVAR_8_(x, ...) invar_bind_(x), INVAR_7_(__VA_ARGS__)
#define INVAR_EACH_(...) INVAR_JOIN_(INVAR_JOIN_(INVAR_, INVAR_COUNT_(__VA_ARGS__)), _)(__VA_ARGS__)

#define invar_specialize(f, ...)                                                                 \
    ((__typeof__(&*(f)))invar_specialize_((invar_function_)(f), INVAR_KEYS_(__VA_ARGS__),         \
                                          INVAR_COUNT_(__VA_ARGS__)))

#define invar_forget(f) invar_forget_((invar_function_)(f))
#define INVAR_ASSIGN_(x, annotation) ((void)((x) = (__typeof__(x))annotation(x)))
/* Whose result counts as used: x may not be used again. */
#define INVAR_ASSIGN_USED_(x, annotation)                                                        \
    __extension__({                                                                               \
        INVAR_ASSIGN_(x, annotation);                                                             \
        __asm__ volatile("" : : "r"(x));                                                          \
    })
#define invar_unkeep_const(x) INVAR_ASSIGN_USED_(x, invar_unkeep_const_)
#define invar_leave(x) INVAR_ASSIGN_USED_(x, invar_leave_)
#define invar_promise_const(p, bytes) ((INVAR_POINTER_(p))invar_promise_const_((p), (bytes)))
#define invar_promise_transitive(p, bytes)                                                       \
    ((INVAR_POINTER_(p))invar_promise_transitive_((p), (bytes)))
#define invar_private(p, bytes) ((INVAR_POINTER_(p))invar_private_((p), (bytes)))
/* The type of a pointer, in C also that of a pointer to an array's elements. */
#ifdef __cplusplus
#define INVAR_POINTER_(p) __typeof__(p)
#else
#define INVAR_POINTER_(p) __typeof__(__extension__((p) + 0))
#endif
#define invar_promise_pure(call) ((__typeof__(call))invar_promise_pure_(call))

#else

#define INVAR_ASSIGN_(x, annotation) ((void)(x))
#define invar_unkeep_const(x) ((void)(x))
#define invar_leave(x) ((void)(x))
#define invar_promise_const(p, bytes) ((void)(bytes), (p))
#define invar_promise_transitive(p, bytes) ((void)(bytes), (p))
#define invar_promise_pure(call) (call)
#define invar_private(p, bytes) ((void)(bytes), (p))
/* Declared so that what is given counts as used. */
int invar_ignored_(int, ...);
#define INVAR_ANY 0
#define invar_forget(f) ((void)(f))
#define invar_specialize(f, ...) ((void)sizeof(invar_ignored_(0, __VA_ARGS__)), (f))

#endif

/* The end of a function's name for a policy: as it is written, if that is the name of a policy, so that a macro
 * CACHE of the program makes no difference. Otherwise it is expanded, so that a macro may stand for a policy. Only
 * operands of ## are not expanded: it must be in the macros that the program uses. */
#define INVAR_SUFFIX_(written, ...) INVAR_PICK_(written, INVAR_JOINED_, _, __VA_ARGS__)
#define INVAR_PICK_(ignored, join, ...) join(__VA_ARGS__)
#define INVAR_FIRST_(first, ...) first
#define INVAR_POLICY_REPLICATE 0, INVAR_FIRST_, _REPLICATE
#define INVAR_POLICY_CACHE 0, INVAR_FIRST_, _CACHE
#define INVAR_POLICY_CACHE1 0, INVAR_FIRST_, _CACHE1
#define INVAR_POLICY_UNCHECKED 0, INVAR_FIRST_, _UNCHECKED
#define INVAR_POLICY_LAZY 0, INVAR_FIRST_, _LAZY
#define INVAR_POLICY_LOOPLAZY 0, INVAR_FIRST_, _LOOPLAZY
#define INVAR_POLICY_EAGER 0, INVAR_FIRST_, _EAGER
#define INVAR_JOIN_(a, b) INVAR_JOINED_(a, b)
#define INVAR_JOINED_(a, b) a##b

#define INVAR_IS_CONST_(x, caching) INVAR_ASSIGN_(x, INVAR_JOIN_(invar_is_const, caching))
#define INVAR_KEEP_CONST_(x, caching, laziness)                                                  \
    INVAR_ASSIGN_(x, INVAR_JOIN_(INVAR_JOIN_(invar_keep_const, caching), laziness))
#define invar_is_const(x, CACHING) INVAR_IS_CONST_(x, INVAR_SUFFIX_(INVAR_POLICY_##CACHING, CACHING))
#define invar_keep_const(x, CACHING, LAZINESS)                                                   \
    INVAR_KEEP_CONST_(x, INVAR_SUFFIX_(INVAR_POLICY_##CACHING, CACHING),                          \
                      INVAR_SUFFIX_(INVAR_POLICY_##LAZINESS, LAZINESS))

/* Blocks are loops that are executed once. */
#define invar_is_const_in(x, CACHING)                                                            \
    INVAR_BLOCK_(INVAR_IS_CONST_(x, INVAR_SUFFIX_(INVAR_POLICY_##CACHING, CACHING)), x,           \
                 INVAR_ONCE_(__COUNTER__))
#define invar_keep_const_in(x, CACHING, LAZINESS)                                                \
    INVAR_BLOCK_(INVAR_KEEP_CONST_(x, INVAR_SUFFIX_(INVAR_POLICY_##CACHING, CACHING),             \
                                   INVAR_SUFFIX_(INVAR_POLICY_##LAZINESS, LAZINESS)),             \
                 x, INVAR_ONCE_(__COUNTER__))
#define INVAR_BLOCK_(begin, x, once)                                                              \
    for (int once = ((begin), 1); once; once = 0, invar_unkeep_const(x))
#define INVAR_ONCE_(n) INVAR_NAME_(n)
#define INVAR_NAME_(n) invar_once_##n

#endif
