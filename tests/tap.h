/* Plain TAP programs: include this in one file, call plan(n) first or done_testing() last, and
 * return the latter's or exit_status()'s value from main. Output goes to standard output, what went
 * wrong to it as well, as comments. */
#ifndef GIMBAL_TESTS_TAP_H
#define GIMBAL_TESTS_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define TAP_FORMAT(string, first) __attribute__((format(printf, string, first), unused))

/* One count for a program of several sources: empty in one of them, extern in the others. */
#ifndef TAP_STATE
#define TAP_STATE static
#endif
TAP_STATE int tap_planned, tap_count, tap_failed;

/* How many tests there will be. */
__attribute__((unused)) static void plan(int tests) {
  tap_planned = tests;
  printf("1..%d\n", tests);
  fflush(stdout);
}

/* Comment lines. */
TAP_FORMAT(1, 2) static void diag(const char *format, ...) {
  va_list arguments;
  fputs("# ", stdout);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
}

/* One test point; the name is a printf format. Returns whether it passed. */
#define ok(pass, ...) tap_point((pass) != 0, __FILE__, __LINE__, __VA_ARGS__)
TAP_FORMAT(4, 5)
static int tap_point(int pass, const char *file, int line, const char *format, ...) {
  va_list arguments;
  printf("%sok %d - ", pass ? "" : "not ", ++tap_count);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  if (!pass) {
    tap_failed++;
    printf("#   failed at %s:%d\n", file, line);
  }
  fflush(stdout);
  return pass;
}

/* |value - expected| <= tolerance; `reason` says why the tolerance is what it is, and is printed
 * with the name. NaN never passes. */
#define is_close(value, expected, tolerance, reason, ...)                                          \
  tap_close((value), (expected), (tolerance), (reason), __FILE__, __LINE__, __VA_ARGS__)
TAP_FORMAT(7, 8)
static int tap_close(double value, double expected, double tolerance, const char *reason,
                     const char *file, int line, const char *format, ...) {
  char name[512];
  va_list arguments;
  int pass = fabs(value - expected) <= tolerance;
  va_start(arguments, format);
  vsnprintf(name, sizeof name, format, arguments);
  va_end(arguments);
  tap_point(pass, file, line, "%s (within %.3g: %s)", name, tolerance, reason);
  if (!pass)
    diag("  got %.17g, expected %.17g, difference %.3g", value, expected, value - expected);
  return pass;
}

/* A run of tests that cannot be made here; counts as one that passed. */
TAP_FORMAT(1, 2) static void skip(const char *format, ...) {
  va_list arguments;
  printf("ok %d # SKIP ", ++tap_count);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
}

/* A program that tests what is not there: no other output. To be returned from main. */
TAP_FORMAT(1, 2) static int skip_all(const char *format, ...) {
  va_list arguments;
  printf("1..0 # SKIP ");
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  return 0;
}

/* The exit status that belongs to what was tested. */
__attribute__((unused)) static int exit_status(void) {
  return tap_failed || (tap_planned && tap_planned != tap_count);
}

/* Prints the plan if there was none; returns the exit status. */
__attribute__((unused)) static int done_testing(void) {
  if (!tap_planned)
    plan(tap_count);
  if (tap_planned != tap_count)
    diag("planned %d tests but ran %d", tap_planned, tap_count);
  if (tap_failed)
    diag("failed %d of %d tests", tap_failed, tap_count);
  return exit_status();
}

#endif
