/* What is UTF-8. json_string tells too, but not whether it is the text that is wrong, or memory that is
 * short. */
#ifndef GIMBAL_HARNESS_BASE_UTF8_H
#define GIMBAL_HARNESS_BASE_UTF8_H

#include <stddef.h>

/* The bytes of the longest beginning that is UTF-8 as RFC 3629 has it; all of a text that is. */
extern size_t Utf8Valid(const char *text);

#endif
