/* Words as a shell reads them. */
#pragma once

#include <stdio.h>

/* Writes one word so that a POSIX shell reads it as it is, in quotes only where it needs them. */
extern void ShellPut(FILE *out, const char *word);
