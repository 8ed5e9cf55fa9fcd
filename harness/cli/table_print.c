/* Tables of coefficients in the notations of other programs, which table.sh has. */
#include "cli/table_print.h"
#include "base/arena.h"
#include "base/word_list.h"
#include "cli/words.h"
#include "numerics/expression.h"

/* The entry of a list without its blanks; false: it is not that number, or not one that other programs read. */
static PetscBool FindText(const char *list, PetscInt entry, Quad value, char text[NUMBER_ROOM]) {
  const Variables none = {.count = 0};
  char complaint[8] = "";
  PetscInt one = 1;
  Quad found = 0;
  return (PetscBool)(list && ExpressionEntry(list, entry, NUMBER_ROOM, text) &&
                     !strpbrk(text, "^%<>=!&|") && !strstr(text, "pi") && !strstr(text, "cbrt") &&
                     !ExpressionHasNames(text) &&
                     ExpressionTry(text, none, &one, &found, sizeof(complaint), complaint) &&
                     fabsq(found - value) <= QUAD_C(1e-30) * fabsq(value));
}

const char *NumberText(Quad value, Quad tolerance, Quad most, const char *format,
                       char text[NUMBER_ROOM]) {
  int64_t numerator, denominator;
  if (!FractionFind(value, tolerance, most, &numerator, &denominator))
    (void)quadmath_snprintf(text, NUMBER_ROOM, format, value);
  else
    (void)snprintf(text, NUMBER_ROOM, denominator > 1 ? "%lld/%lld" : "%lld", (long long)numerator,
                   (long long)denominator);
  return text;
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
  char text[NUMBER_ROOM];
  PetscInt n = 0;
  int failed;
  PetscCall(WordCheck("algebra", "--format", format, names));
  UserCheck(scheme->colours == 1 && !scheme->beta,
            "algebra: --print writes Runge-Kutta tables; method \"%s\" is of kind %s", method->name,
            ListAt(method->family->schemes, gimbal_scheme, 0)->kind);
  if (!strcmp(format, "json"))
    printf(first ? "[" : ",");
  const PetscBool typed = (PetscBool)(!strcmp(format, "c") || !strcmp(format, "fortran"));
  Arena arena = ArenaCreate();
  const char *stages = ArenaPrint(arena, "%d", (int)s);
  const char **words = ArenaArray(arena, s * s + 2 * s + 5, sizeof(*words));
  words[n++] = format;
  words[n++] = method->name;
  words[n++] = claims;
  words[n++] = stages;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(part); ++k)
    for (PetscInt i = 0; i < part[k].count; ++i) {
      const Quad value = part[k].x[i].value;
      if (typed || !FindText(part[k].list, i, value, text))
        (void)NumberText(value, QUAD_C(4e-34) * fabsq(value), 1e12, typed ? "%.33Qe" : "%.34Qg",
                         text); /* without an exponent it would be a single in these languages */
      words[n++] = ArenaText(arena, text);
    }
  fflush(stdout);
  PetscCall(WordsRunScript("table", words, &failed));
  ArenaDestroy(&arena);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_SYS, "algebra: the table cannot be printed");
  return 0;
}
