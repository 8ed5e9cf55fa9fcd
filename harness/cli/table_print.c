/* Tables of coefficients in the notations of other programs. */
#include "cli/table_print.h"
#include "base/word_list.h"
#include "numerics/expression.h"

#include <stdio.h>
#include <string.h>

enum { ENTRY = 128 };

/* How a format writes a matrix and a vector, of which %s is the name and %d the number of stages; and numbers. */
typedef struct {
  const char *name, *begin, *end; /* of the table; the name, then the claims */
  const char *matrix, *row, *cell, *row_end, *next_row, *matrix_end;
  const char *vector, *vector_cell, *vector_end;
  const char *integer; /* what ends one in a fraction; NULL: expressions are written as they are */
  char exponent;       /* that of decimals; 0: any */
} Format;

static const Format formats[] = {
    {"text", "%s: %s\n", "\n", NULL, NULL, ", ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0},
    {"csv", "%s: %s\n", "\n", NULL, NULL, ", ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0},
    {"latex", "%% %s: %s\n", "", NULL, NULL, " & ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0},
    {"json", "{\"name\": \"%s\", \"claims\": \"%s\"", "}\n", ",\n \"%s\": [", "[\"", "\", \"",
     "\"]", ",\n       ", "]", ",\n \"%s\": [\"", "\", \"", "\"]", NULL, 0},
    {"python", "# %s: %s\nfrom math import sqrt\n", "", "%s = [", "[", ", ", "]", ",\n     ", "]\n",
     "%s = [", ", ", "]\n", NULL, 0},
    {"octave", "%% %s: %s\n", "", "%s = [", "", ", ", "", ";\n     ", "];\n", "%s = [", ", ",
     "];\n", NULL, 0},
    {"julia", "# %s: %s\n", "", "%s = [", "", " ", "", ";\n     ", "]\n", "%s = [", ", ", "]\n",
     NULL, 0},
    {"c", "/* %s: %s */\n", "", "static const double %s[%d][%d] = {", "{", ", ", "}", ",\n  ",
     "};\n", "static const double %s[%d] = {", ", ", "};\n", ".0", 'e'},
    {"fortran", "! %s: %s\n", "",
     "double precision, parameter :: %s(%d,%d) = transpose(reshape([ &\n  ", "", ", &\n  ", "",
     ", &\n  ", "], [%d,%d]))\n", "double precision, parameter :: %s(%d) = [ &\n  ", ", &\n  ",
     "]\n", ".0d0", 'd'}};

/* ---- Entries ---- */

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

static void WriteNumber(const Format *f, Quad value, char text[ENTRY]) {
  const char *unit = f->integer ? f->integer : "";
  int64_t numerator, denominator;
  char *at;
  if (FractionFind(value, QUAD_C(4e-34) * fabsq(value), 1e12, &numerator, &denominator)) {
    if (denominator > 1)
      (void)snprintf(text, ENTRY, "%lld%s/%lld%s", (long long)numerator, unit,
                     (long long)denominator, unit);
    else
      (void)snprintf(text, ENTRY, "%lld%s", (long long)numerator, unit);
    return;
  }
  (void)quadmath_snprintf(text, ENTRY, f->exponent ? "%.33Qe" : "%.34Qg", value);
  if ((at = strchr(text, 'e')) && f->exponent)
    *at = f->exponent;
}

/* A fraction as \frac, a root as \sqrt. */
static void PutLatex(const char *text) {
  const char *bar = strchr(text, '/'), *at = text + (*text == '-');
  int root = 0, depth = 0;
  if (bar && strspn(at, "0123456789/") == strlen(at)) {
    printf("%s\\frac{%.*s}{%s}", at > text ? "-" : "", (int)(bar - at), at, bar + 1);
    return;
  }
  for (at = text; *at; ++at) {
    const PetscBool begins = (PetscBool)!strncmp(at, "sqrt(", strlen("sqrt("));
    if (begins) {
      at += strlen("sqrt");
      root = depth + 1;
    }
    depth += (*at == '(') - (*at == ')');
    if (begins)
      printf("\\sqrt{");
    else if (*at == ')' && root == depth + 1) {
      printf("}");
      root = 0;
    } else if (*at == '*')
      printf("\\,");
    else
      putchar(*at);
  }
}

static void PutEntry(const Format *f, const char *list, PetscInt entry, const ExactNumber *x) {
  char text[ENTRY];
  if (f->integer || !FindText(list, entry, x->value, text))
    WriteNumber(f, x->value, text);
  if (!strcmp(f->name, "latex"))
    PutLatex(text);
  else
    fputs(text, stdout);
}

/* ---- Layouts ---- */

static void PutVector(const Format *f, const char *name, const char *list, PetscInt s,
                      const ExactNumber x[]) {
  printf(f->vector, name, (int)s);
  for (PetscInt i = 0; i < s; ++i) {
    fputs(i ? f->vector_cell : "", stdout);
    PutEntry(f, list, i, &x[i]);
  }
  fputs(f->vector_end, stdout);
}

static void PutArrays(const Format *f, const Scheme *scheme, const gimbal_own_tableau *own) {
  const PetscInt s = scheme->s;
  printf(f->matrix, "A", (int)s, (int)s);
  for (PetscInt i = 0; i < s * s; ++i) {
    if (i % s == 0)
      printf("%s%s", i ? f->next_row : "", f->row);
    PutEntry(f, own ? own->a : NULL, i, &scheme->a[0][i]);
    fputs((i + 1) % s ? f->cell : f->row_end, stdout);
  }
  printf(f->matrix_end, (int)s, (int)s);
  PutVector(f, "b", own ? own->b : NULL, s, scheme->b[0]);
  PutVector(f, "c", own ? own->c : NULL, s, scheme->c);
}

/* A line for each stage, and a last one for the weights. */
static void PutLine(const Format *f, const Scheme *scheme, const gimbal_own_tableau *own,
                    PetscInt i) {
  const PetscInt s = scheme->s;
  const PetscBool latex = (PetscBool)!strcmp(f->name, "latex");
  if (i < s)
    PutEntry(f, own ? own->c : NULL, i, &scheme->c[i]);
  fputs(*f->name == 't' ? " | " : f->cell, stdout);
  for (PetscInt j = 0; j < s; ++j) {
    fputs(j ? f->cell : "", stdout);
    if (i < s)
      PutEntry(f, own ? own->a : NULL, i * s + j, &scheme->a[0][i * s + j]);
    else
      PutEntry(f, own ? own->b : NULL, j, &scheme->b[0][j]);
  }
  puts(!latex ? "" : i == s - 1 ? " \\\\ \\hline" : i < s ? " \\\\" : "");
}

PetscErrorCode TablePrint(Method method, const Scheme *scheme, const char *claims,
                          const char *format) {
  const gimbal_list tables = method->family->tableaux;
  const gimbal_own_tableau *own = NULL;
  const char *names[PETSC_STATIC_ARRAY_LENGTH(formats) + 1] = {NULL};
  const Format *f = formats;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(formats); ++i)
    names[i] = formats[i].name;
  PetscCall(WordCheck("algebra", "--format", format, names));
  PetscCheck(scheme->colours == 1 && !scheme->beta, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "algebra: --print writes Runge-Kutta tables; method \"%s\" is of another kind",
             method->name);
  while (strcmp(f->name, format) != 0)
    ++f;
  if (tables.count == 1 && !method->family->further_tableaux)
    own = ListAt(tables, gimbal_own_tableau, 0);
  printf(f->begin, method->name, claims);
  if (f->matrix) {
    PutArrays(f, scheme, own);
  } else {
    if (*f->name == 'l')
      printf("\\begin{array}{c|*{%d}{c}}\n", (int)scheme->s);
    for (PetscInt i = 0; i <= scheme->s; ++i)
      PutLine(f, scheme, own, i);
    if (*f->name == 'l')
      puts("\\end{array}");
  }
  fputs(f->end, stdout);
  return 0;
}
