/* What a cell of a table says: numbers as programs, papers and spreadsheets write them. */
#include "judge/error_table.h"
#include "base/limits.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
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

/* Into the plain alphabet; false where two digits stand apart, as no number has them. */
static PetscBool SpellNumber(const char *text, char plain[LIMIT_CELL + 1]) {
  size_t used = 0;
  PetscBool blank = PETSC_FALSE;
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
      blank = PETSC_TRUE;
      continue;
    }
    if (blank && used && isdigit((unsigned char)*add) && isdigit((unsigned char)plain[used - 1]))
      return PETSC_FALSE;
    blank = (PetscBool)(blank && !*add);
    if (*add == '^' && used && strchr("^-", plain[used - 1]) && strchr(plain, '^'))
      add++; /* one exponent of several raised signs and digits */
    else if (*add == '^' && add[1] && strchr(plain, '^') && isdigit((unsigned char)plain[used - 1]))
      add++;
    length = strlen(add);
    if (used + length > LIMIT_CELL)
      return PETSC_FALSE;
    memcpy(plain + used, add, length + 1);
    used += length;
  }
  return PETSC_TRUE;
}

PetscBool TableCellGrouped(const char *text) {
  size_t first = strspn(text, "0123456789");
  if (first < 1 || first > 3 || *text == '0' || text[first] != ',')
    return PETSC_FALSE;
  for (text += first; *text == ','; text += 4)
    if (strspn(text + 1, "0123456789") != 3)
      return PETSC_FALSE;
  return (PetscBool) !*text;
}

/* A comma is a decimal one, but between groups of three digits, or where there is a point as well. */
static void TakeCommas(char *text, PetscBool groups) {
  char *to = text;
  const char *comma = strchr(text, ',');
  const PetscBool decimal =
      (PetscBool)(comma && !groups && !strchr(text, '.') && !strchr(comma + 1, ','));
  for (; *text; text++)
    if (*text != ',')
      *to++ = *text;
    else if (decimal)
      *to++ = '.';
  *to = 0;
}

/* A whole number with its sign, of a few digits; returns whether there is one. */
static PetscBool TakeWhole(const char **at, long *value) {
  const char *digits = *at + (**at == '+' || **at == '-');
  const size_t count = strspn(digits, "0123456789");
  if (count < 1 || count > 6)
    return PETSC_FALSE;
  *value = strtol(*at, NULL, 10);
  *at = digits + count;
  return PETSC_TRUE;
}

/* The exponent of ten: e-3, *10^-3, (-3), or -3 behind a number with a point; 0 where there is none. */
static PetscBool TakePower(const char **at, PetscBool point, long *power) {
  *power = 0;
  if (**at == 'e') {
    ++*at;
    return TakeWhole(at, power);
  }
  if (!strncmp(*at, "*10", 3)) {
    *at += 3;
    if (**at == '^')
      ++*at;
    return TakeWhole(at, power);
  }
  if (**at == '(') {
    ++*at;
    if (!TakeWhole(at, power) || **at != ')')
      return PETSC_FALSE;
    ++*at;
    return PETSC_TRUE;
  }
  if (point && (**at == '-' || **at == '+'))
    return TakeWhole(at, power);
  return PETSC_TRUE;
}

/* 1.2e-3, 1.2(3)e-4, 10^-3, 2^-4, 1/16, 12.5%. */
static PetscBool ReadNumber(const char *text, TableCell *cell) {
  const char *digits = text + (*text == '+' || *text == '-'), *at = digits, *point;
  const PetscReal sign = *text == '-' ? -1 : 1;
  long power = 0, decimals = 0, uncertain = 1;
  PetscReal base, unit;
  char *end;
  at += strspn(at, "0123456789.");
  point = memchr(digits, '.', (size_t)(at - digits));
  if (at == digits ||
      (point && (memchr(point + 1, '.', (size_t)(at - point - 1)) || at - digits == 1)))
    return PETSC_FALSE;
  decimals = point ? (long)(at - point) - 1 : 0;
  for (const char *d = digits; d < at; d++)
    cell->digits += (*d >= '1' && *d <= '9') || (*d == '0' && cell->digits > 0);
  cell->exact = (PetscBool)(!*at && !point && digits == text);
  if (*at == '/' || *at == '^') {
    base = strtod(text, NULL); /* which stops there */
    cell->value = *at == '/' ? base / strtod(at + 1, &end) : pow(base, strtod(at + 1, &end));
    cell->digits = 0;
    cell->digit = *at == '^' && base == 10 ? 0.5 * cell->value : 0; /* an error of 10^-3 has one */
    return (PetscBool)(end != at + 1 && !*end && isdigit((unsigned char)at[1 + (at[1] == '-')]) &&
                       isfinite(cell->value));
  }
  if (*at == '(' && isdigit((unsigned char)at[1])) {
    at++;
    if (!TakeWhole(&at, &uncertain) || *at++ != ')')
      return PETSC_FALSE;
    uncertain *= 2;
  }
  if (!TakePower(&at, (PetscBool)(point != NULL), &power))
    return PETSC_FALSE;
  if (*at == '%') {
    power -= 2;
    at++;
  }
  unit = pow(10, (double)power - (double)decimals);
  cell->digit = 0.5 * (PetscReal)uncertain * unit;
  /* strtod rounds once where it reads the power as well */
  {
    char copy[2 * LIMIT_CELL];
    size_t length = strspn(digits, "0123456789.");
    (void)snprintf(copy, sizeof(copy), "%.*se%ld", (int)length, digits, power);
    cell->value = sign * strtod(copy, NULL);
  }
  if (cell->value == 0 &&
      (!point || strpbrk(text, "e*("))) /* 0.000 has been rounded, 0.00e+00 has not */
    cell->digit = 0;
  return (PetscBool)(!*at && isfinite(cell->value));
}

void TableCellRead(const char *text, PetscBool groups, TableCell *cell) {
  static const char *const nothing[] = {"", "-", "--", "---", "–", "—", "n/a", "na", "/"};
  static const char *const lost[] = {"nan",  "-nan",     "inf",     "-inf",
                                     "+inf", "infinity", "\\infty", "∞"};
  char plain[LIMIT_CELL + 1] = "", *end;
  size_t length;
  *cell = (TableCell){.text = text, .number = PETSC_TRUE, .value = NAN};
  /* $-$, {--}, **nan**, \textbf{...}: what is around them goes */
  length = strspn(text, "${*` ");
  if (strlen(text) <= LIMIT_CELL) {
    strcpy(plain, text + length);
    for (end = plain + strlen(plain); end > plain && strchr("$}*` ", end[-1]); end--)
      end[-1] = 0;
  }
  for (size_t i = 0; strlen(text) <= LIMIT_CELL && i < PETSC_STATIC_ARRAY_LENGTH(nothing); i++)
    if (!strcasecmp(plain, nothing[i]))
      return;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(lost); i++)
    cell->lost = (PetscBool)(cell->lost || !strcasecmp(plain, lost[i]));
  if (cell->lost)
    return;
  *plain = 0;
  cell->number = PETSC_FALSE;
  if (strlen(text) > LIMIT_CELL || !SpellNumber(text, plain))
    return;
  if (*plain == '*') /* a mark of Markdown's */
    memmove(plain, plain + 1, strlen(plain));
  length = strlen(plain);
  if (length && plain[length - 1] == '*')
    plain[length - 1] = 0;
  TakeCommas(plain, groups);
  cell->number = ReadNumber(plain, cell);
}
