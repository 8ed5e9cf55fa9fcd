/* How this process computes: the rounding mode, whether subnormal numbers are flushed to zero, which
 * exceptions trap. A plugin that changes it would change everybody's numbers. */
#pragma once

/* Remembers how it is now. Without a call, that is how it was at the first check. */
extern void FloatingKeep(void);
/* What is not as it was, in words; NULL: nothing. Puts it back. Some nanoseconds. */
extern const char *FloatingCheck(void);
