/* Where a script's output goes. There are no files, and nothing of the host is asked for one. */
#include <stddef.h>
#include <stdio.h>

#undef stdin
#undef stdout
#undef stderr
#define stdin ((FILE *)NULL)
#define stdout ((FILE *)NULL)
#define stderr ((FILE *)NULL)

void write_output(const char *text, size_t length);

/* `protect.cpp`: calls function(L, data) until it returns or throws. */
void lua_try(void (*function)(), void *L, void *data);
_Noreturn void lua_throw(void);
