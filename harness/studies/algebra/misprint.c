#include "studies/algebra/misprint.h"

typedef struct {
  MisprintTry *try;
  void *context;
} Edits;

typedef struct {
  Variables variables;
  Quad value, tolerance;
  PetscBool found;
  Misprint *best;
} Search;

/* Near values are one where the tolerance is that of printed digits. */
static void TryValue(void *context, const char *text, MisprintKind kind, PetscInt digit) {
  Search *const s = context;
  const Misprint *best = s->best;
  PetscInt one = 1;
  char complaint[8];
  Quad value = 0, distance;
  if (!ExpressionTry(text, s->variables, &one, &value, sizeof(complaint), complaint) || one != 1)
    return;
  distance = fabsq(value - s->value);
  if (!(distance <= s->tolerance))
    return;
  if (distance <= s->tolerance / 1000)
    distance = 0;
  if (s->found && (distance > best->distance || (distance == best->distance && kind >= best->kind)))
    return;
  s->found = PETSC_TRUE;
  *s->best = (Misprint){.kind = kind, .digit = digit, .distance = distance};
  (void)snprintf(s->best->text, sizeof(s->best->text), "%s", text);
}

static PetscBool IsDigit(char c) { return (PetscBool)(c >= '0' && c <= '9'); }

/* Which digit of a decimal stands there, the first that is not 0 being digit 1; 0: of anything else. */
static PetscInt PlaceOf(const char *text, size_t at) {
  PetscInt place = 0;
  if (strspn(text, "+-.0123456789eE") < strlen(text) || !strchr(text, '.'))
    return 0;
  for (size_t i = 0; i <= at; i++)
    place += IsDigit(text[i]) && (place || text[i] != '0' || i == at);
  return place;
}

/* The text with `count` characters from `at` on replaced. */
static void TryEdit(const Edits *s, const char *text, size_t at, size_t count, const char *by,
                    MisprintKind kind) {
  char edited[MISPRINT_ROOM];
  const int written =
      snprintf(edited, sizeof(edited), "%.*s%s%s", (int)at, text, by, text + at + count);
  if (written < (int)sizeof(edited))
    s->try(s->context, edited, kind, kind == MISPRINT_DIGIT ? PlaceOf(text, at) : 0);
}

static void TryDigits(const Edits *s, const char *text, size_t at) {
  const char swapped[] = {text[at + 1], text[at], 0};
  char digit[] = "0";
  for (; *digit <= '9'; ++*digit) {
    if (*digit != text[at])
      TryEdit(s, text, at, 1, digit, MISPRINT_DIGIT);
    TryEdit(s, text, at, 0, digit, MISPRINT_MISSING);
    TryEdit(s, text, at + 1, 0, digit, MISPRINT_MISSING);
  }
  TryEdit(s, text, at, 1, "", MISPRINT_EXTRA);
  if (IsDigit(text[at + 1]))
    TryEdit(s, text, at, 2, swapped, MISPRINT_DIGITS);
}

void MisprintEach(const char *text, MisprintTry *try, void *context) {
  const Edits s = {try, context};
  char opposite[MISPRINT_ROOM];
  (void)snprintf(opposite, sizeof(opposite), strpbrk(text, "+-") ? "-(%s)" : "-%s", text);
  if (strlen(text) + sizeof("-()") > sizeof(opposite))
    return;
  try(context, *text == '-' ? text + 1 : opposite, MISPRINT_SIGN, 0);
  try(context, opposite, MISPRINT_SIGN, 0);
  for (size_t at = 0; text[at]; at++)
    if (IsDigit(text[at]))
      TryDigits(&s, text, at);
    else if (text[at] == '-' || text[at] == '+')
      TryEdit(&s, text, at, 1, at == 0 ? "" : text[at] == '-' ? "+" : "-", MISPRINT_SIGN);
}

PetscBool MisprintFind(const char *text, Variables variables, Quad value, Quad tolerance,
                       Misprint *out) {
  Search s = {variables, value, tolerance, PETSC_FALSE, out};
  MisprintEach(text, TryValue, &s);
  return s.found;
}
