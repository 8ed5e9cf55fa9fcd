/* The expression language of descriptors: values to quadruple precision, and complaints that name
 * the text, the place and what is known. */
#include "petsc_tap.h"
#include "numerics/expression.h"

#include <string.h>

static const Variable variable[] = {{"s", 3}, {"tau", QUAD_C(0.5)}, {"n", 7}, {"k", 1}};
static const Variables variables = {PETSC_STATIC_ARRAY_LENGTH(variable), variable};

static Quad Value(const char *text) {
  Quad value = 0;
  REQUIRE(ExpressionEvaluate(text, variables, &value));
  return value;
}

/* Operations on quadruple numbers are rounded correctly and functions to an ulp or so: a handful of
 * roundings stays below 1e-32 of a value of size 1. */
static void Equal(const char *text, Quad expected) {
  /* Without fabsq: clang 19 crashes where it inlines that of a constant. */
  Quad scale = expected > 1 ? expected : expected < -1 ? -expected : 1;
  is_close((double)((Value(text) - expected) / scale), 0, HAVE_QUAD ? 1e-32 : 1e-15,
           "a few roundings", "%s", text);
}

static void Wrong(const char *text, const char *expected) {
  Quad value;
  PetscErrorCode error = ERROR_OF(ExpressionEvaluate(text, variables, &value));
  ok(error == PETSC_ERR_USER_INPUT, "\"%.40s\" is an error of use", text);
  if (!ok(strstr(failure_text, expected) != NULL, "which says: %s", expected))
    diag("got: %s", failure_text);
}

static void TestValues(void) {
  Equal("2*s-2", 4);
  Equal("s - s%2", 2);
  Equal("1+(tau==1/2)", 2);
  Equal("1+(tau==1/3)", 1);
  Equal("3*sqrt(10)/5", 3 * sqrtq(10) / 5);
  Equal("1/3", QUAD_C(1.0) / 3);
  Equal("0.1", QUAD_C(0.1));       /* not the double 0.1, which is off by 6e-18 */
  Equal("1 + 0.1e-2147483648", 1); /* its exponent is no int once the place is counted */
  Equal(".5e1", 5);
  Equal("pi", QUAD_PI);
  Equal("cos(pi/3)", QUAD_C(0.5));
  Equal("2-3-4", -5);
  Equal("24/4/2", 3);
  Equal("2^3^2", 512);
  Equal("-2^2", -4);
  Equal("2^-1", QUAD_C(0.5));
  Equal("2+3*4", 14);
  Equal("(2+3)*4", 20);
  Equal("7%4", 3);
  Equal("-7%4", -3);
  Equal("7.5%2", QUAD_C(1.5));
  Equal("-(1)--1+ +1", 1);
  Equal("abs(-2)+floor(2.9)+floor(-0.5)", 3);
  Equal("exp(log(5))", 5);
  Equal("asin(1)+acos(1)+atan(1)+sin(0)+tan(0)", QUAD_PI * 3 / 4);
  Equal("\t n ", 7);
}

static void TestTruth(void) {
  Equal("n==7 && k", 1);
  Equal("n!=7 || !k", 0);
  Equal("!0", 1);
  Equal("!n==0", 1); /* ! binds tighter, as in C */
  Equal("1 || 0 && 0", 1);
  Equal("3 < 3 || 3 <= 3", 1);
  Equal("3 > 3 || 3 >= 4", 0);
  Equal("2 && 3", 1);
  Equal("1+1 == 2", 1);
}

static void TestErrors(void) {
  char deep[1000];
  Wrong("2*q-2", "\"2*q-2\": unknown name \"q\" at character 3; known here: pi, s, tau, n, k");
  Wrong("2*s-", "expected a number, a name or \"(\" at character 5");
  Wrong("", "expected a number");
  Wrong("(1+2", "expected \")\" at character 5");
  Wrong("1+2)", "expected an operator or the end at character 4");
  Wrong("sine(1)", "unknown function \"sine\" at character 1; known here: sqrt, sin");
  Wrong("sqrt 2", "unknown name \"sqrt\"");
  Wrong("sine(1)", "floor, cbrt; did you mean \"sin\"?");
  Wrong("tua == 1/2", "did you mean \"tau\"?");
  Wrong("2s", "expected an operator or the end at character 2");
  Wrong("tau=1/2", "expected an operator or the end at character 4");
  Wrong("1,2", "expected 1 entry, there is another at character 3");
  Wrong("0 && nonsense", "unknown name \"nonsense\"");
  Wrong("1 || nonsense", "unknown name \"nonsense\"");
  Wrong("n*μ", "expected a number, a name or \"(\" at character 3");
  memset(deep, '(', sizeof(deep) - 1);
  deep[sizeof(deep) - 1] = 0;
  Wrong(deep, "nested too deeply");
}

static void TestLists(void) {
  Quad values[3];
  PetscInt count = 3;
  REQUIRE(ExpressionEvaluateList("1/2, s , (1+1)*2", variables, &count, values));
  ok(count == 3 && values[0] == QUAD_C(0.5) && values[1] == 3 && values[2] == 4, "a list is read");
  count = 2;
  ok(ERROR_OF(ExpressionEvaluateList("1, 2, 3", (Variables){0}, &count, values)) ==
         PETSC_ERR_USER_INPUT,
     "one entry too many is an error");
  ok(strstr(failure_text, "at most 2 entries") != NULL,
     "the message gives the allowed number of entries");
  count = 0;
  REQUIRE(ExpressionEvaluateList("1, 2, 3, 4", (Variables){0}, &count, NULL));
  ok(count == 4, "entries can be counted");
  count = 3;
  ok(ERROR_OF(ExpressionEvaluateList("1,,2", (Variables){0}, &count, values)) ==
         PETSC_ERR_USER_INPUT,
     "an empty entry is an error");
}

/* Megabytes of one thing, right and wrong: a time that grows like the square of the length, some 1e12
 * comparisons, would not end within what a test has. */
static void TestLong(void) {
  enum { LENGTH = 1 << 20 };
  static const char *const unit[] = {"1+", "1,", "s*", "  ", "-",  "1^",   "1<",  "1&&",
                                     "ab", "9",  ".",  "(",  "!(", "sin(", "1==", "%"};
  char *text = malloc(LENGTH + 8), complaint[512];
  if (!text)
    return;
  for (size_t i = 0; i < sizeof(unit) / sizeof(unit[0]); i++) {
    const size_t length = strlen(unit[i]);
    PetscInt count = 0;
    for (size_t at = 0; at <= LENGTH - length; at += length)
      memcpy(text + at, unit[i], length);
    (void)snprintf(text + LENGTH / length * length, 4, "1");
    (void)ExpressionTry(text, variables, &count, NULL, sizeof(complaint), complaint);
    (void)ExpressionHasNames(text);
    ok(*complaint || count > 0, "a megabyte of \"%s\" ends", unit[i]);
  }
  free(text);
}

int main(int argc, char **argv) {
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  TestValues();
  TestTruth();
  TestErrors();
  TestLists();
  TestLong();
  REQUIRE(PetscFinalize());
  return done_testing();
}
