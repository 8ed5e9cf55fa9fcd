/* Which mathematics a number comes from: the library's version, and what its functions make of some
 * arguments on this processor, since it chooses among several codes by what that can do. */
#pragma once

/* As "glibc 2.36, values 0123456789abcdef". */
extern const char *MathematicsName(void);

/* The matrices here are small. Threads of OpenBLAS end at a fork, and under a limit of memory no new ones begin:
 * it would wait for them for ever. To be called before the first fork. */
extern void MathematicsUseOneThread(void);
