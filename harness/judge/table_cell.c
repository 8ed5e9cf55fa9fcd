/* What a cell of a table says: numbers as programs, papers and spreadsheets write them. */
#include "judge/error_table.h"
#include "base/limits.h"

#include <ctype.h>
#include <pthread.h>
#include <regex.h>
#include <strings.h>

/* What is written, and what it is in the plain alphabet 0-9 . , + - e * ^ / ( ) %; longer ones first. */
static const struct {
  const char *written, *plain;
} spellings[] = {{"\\times", "*"},   {"\\cdot", "*"},
                 {"\\tfrac", ""},    {"\\dfrac", ""},
                 {"\\frac", ""},     {"\\num", ""},
                 {"\\textbf", ""},   {"\\mathbf", ""},
                 {"\\bfseries", ""}, {"\\bf", ""},
                 {"\\mathrm", ""},   {"\\underline", ""},
                 {"\\emph", ""},     {"\\boldsymbol", ""},
                 {"\\%", "%"},       {"\\,", ""},
                 {"\\;", ""},        {"\\!", ""},
                 {"~", ""},          {"$", ""},
                 {"}{", "/"},        {"{", ""},
                 {"}", ""},          {"**", ""},
                 {"`", ""},          {"×", "*"},
                 {"·", "*"},         {"⋅", "*"},
                 {"−", "-"},         {"–", "-"},
                 {"⁻", "^-"},        {"⁰", "^0"},
                 {"¹", "^1"},        {"²", "^2"},
                 {"³", "^3"},        {"⁴", "^4"},
                 {"⁵", "^5"},        {"⁶", "^6"},
                 {"⁷", "^7"},        {"⁸", "^8"},
                 {"⁹", "^9"},        {"\u202f", ""},
                 {"\u00a0", ""},     {"D", "e"},
                 {"d", "e"},         {"E", "e"},
                 {"x", "*"}};

/* Into the plain alphabet; false where two digits stand apart, as they do only between groups of three. */
static PetscBool SpellNumber(const char *text, char plain[LIMIT_CELL + 1]) {
  size_t used = 0;
  PetscBool blank = PETSC_FALSE;
  const PetscBool grouped = TableCellGrouped(text, ' ');
  while (*text) {
    char one[2] = {*text, 0};
    const char *add = one;
    size_t taken = 1, length;
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(spellings); i++) {
      length = strlen(spellings[i].written);
      if (strncmp(text, spellings[i].written, length))
        continue;
      add = spellings[i].plain;
      taken = length;
      break;
    }
    text += taken;
    if (*add == ' ') {
      blank = (PetscBool)!grouped;
      continue;
    }
    if (blank && used && isdigit((unsigned char)*add) && isdigit((unsigned char)plain[used - 1]))
      return PETSC_FALSE;
    blank = (PetscBool)(blank && !*add);
    add += *add == '^' && strchr(plain, '^'); /* one exponent of several raised signs and digits */
    length = strlen(add);
    if (used + length > LIMIT_CELL)
      return PETSC_FALSE;
    memcpy(plain + used, add, length + 1);
    used += length;
  }
  return PETSC_TRUE;
}

PetscBool TableCellGrouped(const char *text, char separator) {
  size_t first = strspn(text, "0123456789");
  if (first < 1 || first > 3 || *text == '0' || text[first] != separator)
    return PETSC_FALSE;
  for (text += first; *text == separator; text += 4)
    if (strspn(text + 1, "0123456789") != 3)
      return PETSC_FALSE;
  return (PetscBool) !*text;
}

/* A comma is a decimal one, except between groups of three digits, and where a point comes after it. Points
 * before it separate groups of three. */
static void TakeCommas(char *text, char groups) {
  char *to = text;
  const char *comma = strchr(text, ','), *point = strchr(text, '.');
  const PetscBool decimal = (PetscBool)(comma && groups != ',' && !strpbrk(comma + 1, ".,"));
  if (decimal && point) {
    const size_t sign = strspn(text, "+-");
    char whole[LIMIT_CELL + 1];
    (void)snprintf(whole, sizeof(whole), "%.*s", (int)(comma - text - (ptrdiff_t)sign),
                   text + sign);
    if (!TableCellGrouped(whole, '.'))
      return; /* 1.5,3 is not a number */
    groups = '.';
  }
  for (; *text; text++)
    if (*text == ',' && decimal)
      *to++ = '.';
    else if (*text != ',' && *text != groups)
      *to++ = *text;
  *to = 0;
}

/* 1.2e-3, 1.2(3)e-4, 1.2*10^-3, 1.2(-3), 1.2-3, 12.5%. */
#define DIGITS "([0-9]+\\.?[0-9]*|\\.[0-9]+)"
#define POWER "([+-]?[0-9]{1,6})"
static const char decimal_form[] =
    "^([+-]?)" DIGITS "(\\(([0-9]{1,6})\\))?"
    "(e" POWER "|\\*10\\^?" POWER "|\\(" POWER "\\)|([+-][0-9]{1,6}))?(%?)$";
enum { SIGN = 1, MANTISSA, UNCERTAIN = 4, FIRST_POWER = 6, BARE_POWER = 9, PERCENT, GROUPS };
/* 10^-3, 2^-4, 1/16. */
static const char quotient_form[] = "^[+-]?" DIGITS "([/^])(-?[0-9][0-9.]*)$";
enum { OPERATOR = 2, OPERAND };

/* Compiled once, since several threads may read tables. */
static regex_t decimal, quotient;
static PetscBool compiled;

static void CompileForms(void) {
  compiled = (PetscBool)(!regcomp(&decimal, decimal_form, REG_EXTENDED) &&
                         !regcomp(&quotient, quotient_form, REG_EXTENDED));
}

static PetscBool Matches(const regex_t *form, const char *text, regmatch_t group[GROUPS]) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, CompileForms);
  return (PetscBool)(compiled && !regexec(form, text, GROUPS, group, 0));
}

static PetscBool ReadQuotient(const char *text, TableCell *cell) {
  regmatch_t group[GROUPS];
  if (!Matches(&quotient, text, group))
    return PETSC_FALSE;
  const PetscReal base = strtod(text, NULL), /* which stops there */
      operand = strtod(text + group[OPERAND].rm_so, NULL);
  const PetscBool power = (PetscBool)(text[group[OPERATOR].rm_so] == '^');
  cell->value = power ? pow(base, operand) : base / operand;
  cell->digit = power && base == 10 ? 0.5 * cell->value : 0; /* an error of 10^-3 has one */
  return (PetscBool)isfinite(cell->value);
}

static PetscBool ReadDecimal(const char *text, TableCell *cell) {
  char number[2 * LIMIT_CELL];
  regmatch_t group[GROUPS];
  long power = 0, uncertain = 1;
  if (!Matches(&decimal, text, group))
    return PETSC_FALSE;
  const char *digits = text + group[MANTISSA].rm_so;
  const int length = (int)(group[MANTISSA].rm_eo - group[MANTISSA].rm_so);
  const char *point = memchr(digits, '.', (size_t)length);
  if (group[BARE_POWER].rm_so >= 0 && !point)
    return PETSC_FALSE;
  for (int i = FIRST_POWER; i <= BARE_POWER; i++)
    if (group[i].rm_so >= 0)
      power = strtol(text + group[i].rm_so, NULL, 10);
  if (text[group[PERCENT].rm_so] == '%')
    power -= 2;
  if (group[UNCERTAIN].rm_so >= 0)
    uncertain = 2 * strtol(text + group[UNCERTAIN].rm_so, NULL, 10);
  for (const char *d = digits; d < digits + length; d++)
    cell->digits += (*d >= '1' && *d <= '9') || (*d == '0' && cell->digits > 0);
  cell->exact = (PetscBool)!text[strspn(text, "0123456789")];
  cell->filled = (PetscBool)(digits[length - 1] == '0' || group[UNCERTAIN].rm_so >= 0);
  /* strtod rounds once where it reads the power as well */
  (void)snprintf(number, sizeof(number), "%.*se%ld", length, digits, power);
  cell->value = (*text == '-' ? -1 : 1) * strtod(number, NULL);
  if (cell->value != 0 || (point && !strpbrk(text, "e*("))) /* 0.000 is rounded, 0.00e+00 is not */
    cell->digit = 0.5 * (PetscReal)uncertain *
                  pow(10, (double)power - (point ? (double)(digits + length - point) - 1 : 0));
  return (PetscBool)isfinite(cell->value);
}

/* A mesh of as many cells on each side: 16*16, 8*8*8. Its number is that of a side. */
static PetscBool ReadMesh(const char *text, TableCell *cell) {
  const size_t side = strspn(text, "0123456789");
  const char *at = text + side;
  while (side && *at == '*' && !strncmp(at + 1, text, side))
    at += 1 + side;
  if (*at || at == text + side)
    return PETSC_FALSE;
  cell->value = strtod(text, NULL); /* which stops there */
  cell->exact = PETSC_TRUE;
  return (PetscBool)isfinite(cell->value);
}

PetscBool TableWordIn(const char *text, const char *const words[]) {
  while (*words && strcasecmp(text, *words))
    words++;
  return (PetscBool)(*words != NULL);
}

/* How long a cell is without the order in parentheses behind its number, "1.2e-3 (1.98)" or "(-)": an
 * uncertainty, 1.2(3), has no point. */
static size_t LengthWithoutRate(const char *text) {
  const char *open = strrchr(text, '(');
  const size_t length = strlen(text),
               inside = open && open > text ? strspn(open + 1, "0123456789.-") : 0;
  if (!inside || strcmp(open + 1 + inside, ")"))
    return length;
  return memchr(open, '.', inside) || strspn(open + 1, "-") == inside ? (size_t)(open - text)
                                                                      : length;
}

void TableCellRead(const char *text, char groups, TableCell *cell) {
  static const char *const nothing[] = {"", "-", "--", "---", "–", "—", "n/a", "na", "/", NULL};
  static const char *const lost[] = {"nan",      "-nan",    "inf", "-inf", "+inf",
                                     "infinity", "\\infty", "∞",   NULL};
  char plain[LIMIT_CELL + 1] = "", number[LIMIT_CELL + 1], *end, *begin = plain;
  *cell = (TableCell){.text = text, .value = NAN};
  if (strlen(text) > LIMIT_CELL)
    return;
  (void)snprintf(number, sizeof(number), "%.*s", (int)LengthWithoutRate(text), text);
  /* $-$, {--}, **nan**, \textbf{...}: what is around them goes */
  strcpy(plain, number + strspn(number, "${*` "));
  for (end = plain + strlen(plain); end > plain && strchr("$}*` ", end[-1]); end--)
    end[-1] = 0;
  cell->lost = TableWordIn(plain, lost);
  cell->number = (PetscBool)(cell->lost || TableWordIn(plain, nothing));
  *plain = 0;
  if (cell->number || !SpellNumber(number, plain))
    return;
  begin += *plain == '*'; /* a mark of Markdown's */
  end = begin + strlen(begin);
  if (end > begin && end[-1] == '*')
    end[-1] = 0;
  TakeCommas(begin, groups);
  cell->number =
      (PetscBool)(ReadMesh(begin, cell) || ReadQuotient(begin, cell) || ReadDecimal(begin, cell));
}
