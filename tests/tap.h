/* Test Anything Protocol for the unit tests in C: TapBegin, TapOk…, TapEnd. */
#ifndef GIMBAL_TESTS_TAP_H
#define GIMBAL_TESTS_TAP_H

#include <petscsys.h>
#include <stdarg.h>
#include <stdio.h>

static int tap_points, tap_failures;

/* Starts PETSc; its errors are returned, so that a test can look at them. */
static inline void TapBegin(void) {
  if (PetscInitializeNoArguments()) {
    puts("Bail out! PETSc does not start");
    exit(1);
  }
  puts("TAP version 13");
}

/* One test point; the text is a printf format. */
__attribute__((format(printf, 2, 3))) static inline int TapOk(int passed, const char *format, ...) {
  va_list arguments;
  printf("%sok %d - ", passed ? "" : "not ", ++tap_points);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
  tap_failures += !passed;
  return passed;
}

__attribute__((format(printf, 1, 2))) static inline void TapNote(const char *format, ...) {
  va_list arguments;
  fputs("# ", stdout);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
}

/* A call that must succeed for the rest of the test to mean anything. */
#define TapCall(call)                                                                              \
  do {                                                                                             \
    if (call) {                                                                                    \
      printf("Bail out! %s:%d: %s\n", __FILE__, __LINE__, #call);                                  \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

/* Whether the call fails with this code; its message is not printed. */
#define TapFails(call, code)                                                                       \
  (PetscPushErrorHandler(PetscIgnoreErrorHandler, NULL), tap_code = (call),                        \
   PetscPopErrorHandler(), tap_code == (code))
static PetscErrorCode tap_code __attribute__((unused));

/* Prints the plan; the value that main returns. */
static inline int TapEnd(void) {
  printf("1..%d\n", tap_points);
  return PetscFinalize() || tap_failures;
}

#endif
