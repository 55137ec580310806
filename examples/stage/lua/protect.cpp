// Errors and yields as exceptions, in the place of setjmp and longjmp. No function has a handler but `lua_try`.
extern "C" {
void lua_try(void (*function)(void *, void *), void *state, void *data) {
    try {
        function(state, data);
    } catch (...) {
    }
}

[[noreturn]] void lua_throw(void) {
    __builtin_wasm_throw(0, nullptr);
}

// Of the C++ runtime, which is not linked.
void *__cxa_begin_catch(void *exception) noexcept {
    return exception;
}
void __cxa_end_catch(void) noexcept {
}
}
