/* Which mathematics a number comes from: the library's version, and what its functions make of some
 * arguments on this processor, since it chooses among several codes by what that can do. */
#pragma once

/* As "glibc 2.36, values 0123456789abcdef". */
extern const char *MathematicsName(void);
