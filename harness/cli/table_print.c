/* Tables of coefficients in the notations of other programs, which table.sh has. */
#include "cli/table_print.h"
#include "base/arena.h"
#include "base/word_list.h"
#include "cli/words.h"
#include "numerics/expression.h"

#include <stdio.h>
#include <string.h>

enum { ENTRY = 128 };

/* The entry of a list without its blanks; false: it is not that number, or not one that other programs read. */
static PetscBool FindText(const char *list, PetscInt entry, Quad value, char text[ENTRY]) {
  const Variables none = {.count = 0};
  char complaint[8] = "";
  PetscInt one = 1;
  Quad found = 0;
  return (PetscBool)(list && ExpressionEntry(list, entry, ENTRY, text) &&
                     !strpbrk(text, "^%<>=!&|") && !strstr(text, "pi") && !strstr(text, "cbrt") &&
                     !ExpressionHasNames(text) &&
                     !ExpressionTry(text, none, &one, &found, sizeof(complaint), complaint) &&
                     !*complaint && fabsq(found - value) <= QUAD_C(1e-30) * fabsq(value));
}

/* Exactly where it can be; typed: for a language in which a decimal without an exponent is a single. */
static void WriteNumber(Quad value, PetscBool typed, char text[ENTRY]) {
  int64_t numerator, denominator;
  if (!FractionFind(value, QUAD_C(4e-34) * fabsq(value), 1e12, &numerator, &denominator))
    (void)quadmath_snprintf(text, ENTRY, typed ? "%.33Qe" : "%.34Qg", value);
  else if (denominator > 1)
    (void)snprintf(text, ENTRY, "%lld/%lld", (long long)numerator, (long long)denominator);
  else
    (void)snprintf(text, ENTRY, "%lld", (long long)numerator);
}

PetscErrorCode TablePrint(Method method, const Scheme *scheme, const char *claims,
                          const char *format, PetscBool first) {
  static const char *const names[] = {"text",   "csv",   "latex", "json",    "python",
                                      "octave", "julia", "c",     "fortran", NULL};
  const gimbal_list tables = method->family->tableaux;
  const gimbal_own_tableau none = {.name = NULL},
                           *own = tables.count == 1 && !method->family->further_tableaux
                                      ? ListAt(tables, gimbal_own_tableau, 0)
                                      : &none;
  const PetscInt s = scheme->s;
  const struct {
    const char *list;
    const ExactNumber *x;
    PetscInt count;
  } part[] = {{own->a, scheme->a[0], s * s}, {own->b, scheme->b[0], s}, {own->c, scheme->c, s}};
  const char **words, *stages;
  char text[ENTRY];
  PetscInt n = 0;
  int failed;
  Arena arena;
  PetscCall(WordCheck("algebra", "--format", format, names));
  PetscCheck(scheme->colours == 1 && !scheme->beta, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "algebra: --print writes Runge-Kutta tables; method \"%s\" is of kind %s",
             method->name, ListAt(method->family->schemes, gimbal_scheme, 0)->kind);
  if (!strcmp(format, "json"))
    printf(first ? "[" : ",");
  const PetscBool typed = (PetscBool)(!strcmp(format, "c") || !strcmp(format, "fortran"));
  PetscCall(ArenaCreate(&arena));
  PetscCall(ArenaPrint(arena, &stages, "%d", (int)s));
  PetscCall(ArenaArray(arena, s * s + 2 * s + 5, &words));
  words[n++] = format;
  words[n++] = method->name;
  words[n++] = claims;
  words[n++] = stages;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(part); ++k)
    for (PetscInt i = 0; i < part[k].count; ++i) {
      const Quad value = part[k].x[i].value;
      if (typed || !FindText(part[k].list, i, value, text))
        WriteNumber(value, typed, text);
      PetscCall(ArenaText(arena, text, &words[n++]));
    }
  fflush(stdout);
  PetscCall(WordsRunScript("table", words, &failed));
  ArenaDestroy(&arena);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_SYS, "algebra: the table cannot be printed");
  return 0;
}
