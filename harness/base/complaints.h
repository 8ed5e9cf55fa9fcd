/* The standard error of programs and plugins that are not ours: passed on to ours, up to a limit. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* Reads what is there, at most `room` bytes, and passes it on: control characters as '?', and no more
 * than 64 KiB from this process in all, of which a line at the end informs. As read(2). */
extern ssize_t ComplaintsPass(int from, char *text, size_t room);
