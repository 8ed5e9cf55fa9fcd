/* The value of a claimed order: an expression, which " to double precision" may follow. Then terms
 * of lower order do not count that no run in double precision shows: coefficients of 16 digits
 * cause them. */
#pragma once

#include <string.h>

#define ORDER_TO_DOUBLE " to double precision"

/* The length of the expression; that of the whole text if nothing follows it. */
static inline size_t OrderValueLength(const char *value) {
  const size_t length = strlen(value), suffix = sizeof(ORDER_TO_DOUBLE) - 1;
  return length > suffix && !strcmp(value + length - suffix, ORDER_TO_DOUBLE) ? length - suffix
                                                                              : length;
}
