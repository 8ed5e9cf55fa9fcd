/* Which mathematics a number comes from: the library's version, and what its functions make of some
 * arguments on this processor, since it chooses among several codes by what that can do. */
#ifndef GIMBAL_HARNESS_BASE_MATHEMATICS_H
#define GIMBAL_HARNESS_BASE_MATHEMATICS_H

/* As "glibc 2.36, values 0123456789abcdef". */
extern const char *MathematicsName(void);

#endif
