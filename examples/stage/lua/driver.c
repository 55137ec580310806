/* Runs one script, which is part of the program: SCRIPT names the file.
 *
 * `init` compiles it and requests a function for each of its prototypes. `run(n)` calls it n times and
 * returns the last result, a number. The output of the script is in a buffer.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lauxlib.h"
#include "lobject.h"
#include "lstate.h"
#include "lua.h"
#include "lualib.h"
#include "lvm.h"

static const char script[] = {
#embed SCRIPT
};

static lua_State *lua;
char output[4096];
size_t output_length;

/* Replaces output to stdout: see `build`. */
void write_output(const char *text, size_t length) {
    if (length > sizeof output - output_length) length = sizeof output - output_length;
    memcpy(output + output_length, text, length);
    output_length += length;
}

/* Replace the library's, which call the host. */
time_t time(time_t *now) {
    if (now) *now = 0;
    return 0;
}
clock_t clock(void) {
    return 0;
}

/* Replaces libc's, which reports that it cannot print a `long double`. */
int __imported_wasi_snapshot_preview1_fd_close(int file) {
    (void)file;
    return 1;
}
int __imported_wasi_snapshot_preview1_fd_seek(int file, long long by, int from, int to) {
    (void)file, (void)by, (void)from, (void)to;
    return 1;
}
int __imported_wasi_snapshot_preview1_fd_write(int file, int from, int count, int to) {
    (void)file, (void)from, (void)count, (void)to;
    return 1;
}

int load_no_file(lua_State *L, const char *name, const char *mode) {
    (void)mode;
    lua_pushfstring(L, "there are no files: %s", name ? name : "stdin");
    return LUA_ERRFILE;
}

static void *allocate(void *data, void *block, size_t old, size_t size) {
    (void)data, (void)old;
    if (size != 0) return realloc(block, size);
    free(block);
    return NULL;
}

static int panic(lua_State *L) {
    const char *message = lua_tostring(L, -1);
    if (message) write_output(message, strlen(message));
    abort();
}

#ifdef SPECIALIZED
#include "invar.h"

int luaV_run(const Proto *p, const Instruction *pc, lua_State *L, CallInfo *ci);

static void specialize(Proto *p) {
    p->execute = invar_specialize(luaV_run, p, p->code);
    if (p->execute == luaV_run) p->execute = NULL;
    for (int i = 0; i < p->sizep; i++) specialize(p->p[i]);
}
#endif

void init(void) {
    lua = lua_newstate(allocate, NULL);
    lua_atpanic(lua, panic);
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 1);
    luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 1);
    luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 1);
    luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 1);
    luaL_requiref(lua, LUA_COLIBNAME, luaopen_coroutine, 1);
    lua_settop(lua, 0);
    if (luaL_loadbuffer(lua, script, sizeof script, "script") != LUA_OK) panic(lua);
#ifdef SPECIALIZED
    specialize(clLvalue(s2v(lua->top.p - 1))->p);
#endif
}

double run(int n) {
    double result = 0;
    for (int i = 0; i < n; i++) {
        output_length = 0;
        lua_pushvalue(lua, 1);
        lua_call(lua, 0, 1);
        result = lua_tonumber(lua, -1);
        lua_pop(lua, 1);
    }
    return result;
}

const char *printed(void) {
    return output;
}

int printed_length(void) {
    return output_length;
}
