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
