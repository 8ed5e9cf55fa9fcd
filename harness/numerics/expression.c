/* Recursive descent, one function for each level of precedence. Both sides of && and || are always
 * evaluated, so that a text is checked whole whatever the values are. */
#include "numerics/expression.h"
#include "base/nearest.h"
#include "base/user_error.h"

#include <ctype.h>

typedef struct {
  const char *text, *at;
  Variables variables;
  int depth;
  size_t room;
  char *complaint;   /* the first one stays */
  ExactField *field; /* of the residues and errors */
} Parser;

/* Deeper nesting than anyone writes; it bounds the recursion. */
enum { DEEPEST = 200 };

static const struct {
  const char *name;
  Quad (*of)(Quad);
} functions[] = {{"sqrt", sqrtq}, {"sin", sinq},   {"cos", cosq},     {"tan", tanq},
                 {"asin", asinq}, {"acos", acosq}, {"atan", atanq},   {"exp", expq},
                 {"log", logq},   {"abs", fabsq},  {"floor", floorq}, {"cbrt", NULL}};
enum { FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

static ExactNumber Or(Parser *);

static ExactNumber Apply(Parser *p, int function, ExactNumber x) {
  const PetscBool negative = (PetscBool)(x.value < 0);
  if (!functions[function].of) { /* a cube root, which is a power with its residues */
    const ExactNumber third = {.value = QUAD_C(1.0) / 3};
    const ExactNumber root = ExactPower(p->field, negative ? ExactNegative(p->field, x) : x, third);
    return negative ? ExactNegative(p->field, root) : root;
  }
  if (functions[function].of == sqrtq)
    return ExactRoot(p->field, x);
  if (functions[function].of == fabsq)
    return negative ? ExactNegative(p->field, x) : x;
  return ExactFromValue(p->field, functions[function].of(x.value));
}

/* ---- The grammar ---- */

static void Complain(Parser *p, const char *at, const char *what) {
  if (p->complaint[0])
    return;
  (void)snprintf(p->complaint, p->room, "\"%.100s%s\": %s at character %d", p->text,
                 strlen(p->text) > 100 ? "..." : "", what, (int)(at - p->text) + 1);
}

static void Blank(Parser *p) {
  while (isspace((unsigned char)*p->at))
    p->at++;
}

static PetscBool Take(Parser *p, const char *token) {
  Blank(p);
  size_t length = strlen(token);
  if (strncmp(p->at, token, length))
    return PETSC_FALSE;
  p->at += length;
  return PETSC_TRUE;
}

/* phi0(x), …, phi9(x). */
static PetscBool IsPhi(const char *name, int length) {
  return (PetscBool)(length == 4 && !strncmp(name, "phi", 3) && isdigit((unsigned char)name[3]));
}

static void UnknownName(Parser *p, const char *name, int length, const char *kind) {
  char what[512], word[64];
  const char *nearest = NULL;
  int used = snprintf(what, sizeof(what), "unknown %s \"%.*s\"", kind, length, name);
  PetscBool function = (PetscBool)!strcmp(kind, "function");
  if (IsPhi(name, length))
    Complain(p, name, "a phi function has an argument, as phi1(1)");
  if (p->complaint[0])
    return;
  Complain(p, name, used < (int)sizeof(what) ? what : "unknown name");
  (void)snprintf(word, sizeof(word), "%.*s", length, name);
  size_t end = strlen(p->complaint);
  for (PetscInt i = -1; i < (function ? FUNCTIONS : p->variables.count) && end + 2 < p->room; i++) {
    if (function && i < 0)
      continue;
    const char *known = function ? functions[i].name : i < 0 ? "pi" : p->variables.at[i].name;
    (void)snprintf(p->complaint + end, p->room - end, "%s %s",
                   i <= (function ? 0 : -1) ? "; known here:" : ",", known);
    end = strlen(p->complaint);
    const char *const either[] = {nearest, known};
    nearest = NearestName(word, 2, either);
  }
  if (nearest && length > 2) /* any letter is near to any other */
    (void)snprintf(p->complaint + end, p->room - end, "; did you mean \"%s\"?", nearest);
}

/* The power series has all digits of x up to that size. */
enum { PHI_ARGUMENT_MOST = 4 };

static ExactNumber Phi(Parser *p, PetscInt k, ExactNumber x) {
  if (!(fabsq(x.value) <= PHI_ARGUMENT_MOST))
    Complain(p, p->at, "the argument of a phi function must be between -4 and 4");
  return ExactPhi(p->field, k, x);
}

static ExactNumber Name(Parser *p) {
  const char *name = p->at;
  while (isalnum((unsigned char)*p->at) || *p->at == '_')
    p->at++;
  int length = (int)(p->at - name);
  if (Take(p, "(")) {
    ExactNumber argument = Or(p);
    if (!Take(p, ")"))
      Complain(p, p->at, "expected \")\"");
    for (int i = 0; i < FUNCTIONS; i++)
      if ((int)strlen(functions[i].name) == length && !strncmp(functions[i].name, name, length))
        return Apply(p, i, argument);
    if (IsPhi(name, length))
      return Phi(p, name[3] - '0', argument);
    UnknownName(p, name, length, "function");
    return ExactInteger(p->field, 0);
  }
  /* The last of a name wins, so that later settings hide earlier ones. */
  for (PetscInt i = p->variables.count - 1; i >= 0; i--)
    if ((int)strlen(p->variables.at[i].name) == length &&
        !strncmp(p->variables.at[i].name, name, length))
      return ExactFromValue(p->field, p->variables.at[i].value);
  if (length == 2 && !strncmp(name, "pi", 2))
    return ExactFromValue(p->field, QUAD_PI);
  UnknownName(p, name, length, "name");
  return ExactInteger(p->field, 0);
}

static ExactNumber Primary(Parser *p) {
  ExactNumber value = {.value = 0};
  Blank(p);
  if (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1]))) {
    char *end;
    value = ExactLiteral(p->field, p->at, &end);
    p->at = end;
  } else if (isalpha((unsigned char)*p->at) || *p->at == '_') {
    value = Name(p);
  } else if (Take(p, "(")) {
    value = Or(p);
    if (!Take(p, ")"))
      Complain(p, p->at, "expected \")\"");
  } else {
    Complain(p, p->at, "expected a number, a name or \"(\"");
  }
  return value;
}

static ExactNumber Unary(Parser *p) {
  ExactNumber value = {.value = 0};
  if (++p->depth > DEEPEST) {
    Complain(p, p->at, "nested too deeply");
    p->at += strlen(p->at);
  } else if (Take(p, "-")) {
    value = ExactNegative(p->field, Unary(p));
  } else if (Take(p, "+")) {
    value = Unary(p);
  } else if (Take(p, "!")) {
    value = ExactFromValue(p->field, Unary(p).value == 0);
  } else {
    value = Primary(p);
    if (Take(p, "^"))
      value = ExactPower(p->field, value, Unary(p)); /* binds tighter than a sign: -2^2 = -4 */
  }
  p->depth--;
  return value;
}

static ExactNumber Product(Parser *p) {
  ExactNumber value = Unary(p);
  for (;;) {
    if (Take(p, "*"))
      value = ExactMultiply(p->field, value, Unary(p));
    else if (Take(p, "/"))
      value = ExactDivide(p->field, value, Unary(p));
    else if (Take(p, "%"))
      value = ExactFromValue(p->field, fmodq(value.value, Unary(p).value));
    else
      return value;
  }
}

static ExactNumber Sum(Parser *p) {
  ExactNumber value = Product(p);
  for (;;) {
    if (Take(p, "+"))
      value = ExactAdd(p->field, value, Product(p));
    else if (Take(p, "-"))
      value = ExactSubtract(p->field, value, Product(p));
    else
      return value;
  }
}

static ExactNumber Comparison(Parser *p) {
  ExactNumber value = Sum(p);
  if (Take(p, "=="))
    return ExactFromValue(p->field, value.value == Sum(p).value);
  if (Take(p, "!="))
    return ExactFromValue(p->field, value.value != Sum(p).value);
  if (Take(p, "<="))
    return ExactFromValue(p->field, value.value <= Sum(p).value);
  if (Take(p, ">="))
    return ExactFromValue(p->field, value.value >= Sum(p).value);
  if (Take(p, "<"))
    return ExactFromValue(p->field, value.value < Sum(p).value);
  if (Take(p, ">"))
    return ExactFromValue(p->field, value.value > Sum(p).value);
  return value;
}

static ExactNumber And(Parser *p) {
  ExactNumber value = Comparison(p);
  while (Take(p, "&&")) {
    const ExactNumber right = Comparison(p);
    value = ExactFromValue(p->field, value.value != 0 && right.value != 0);
  }
  return value;
}

static ExactNumber Or(Parser *p) {
  ExactNumber value = And(p);
  while (Take(p, "||")) {
    const ExactNumber right = And(p);
    value = ExactFromValue(p->field, value.value != 0 || right.value != 0);
  }
  return value;
}

/* Entries into one of both, or, where both are NULL, nowhere. */
typedef struct {
  Quad *values;
  ExactNumber *numbers;
} Entries;

static void ParseList(Parser *p, PetscInt *count, const Entries *out) {
  const PetscInt most = *count;
  const PetscBool kept = (PetscBool)(out->values || out->numbers);
  *count = 0;
  do {
    const char *start = p->at;
    const ExactNumber value = Or(p);
    if (kept && *count == most) {
      char what[64];
      (void)snprintf(what, sizeof(what), "expected %s%d entr%s, there is another",
                     most > 1 ? "at most " : "", (int)most, most == 1 ? "y" : "ies");
      Complain(p, start, what);
      break;
    }
    if (out->values)
      out->values[*count] = value.value;
    if (out->numbers)
      out->numbers[*count] = value;
    (*count)++;
  } while (!p->complaint[0] && Take(p, ","));
  Blank(p);
  if (*p->at)
    Complain(p, p->at, "expected an operator or the end");
}

PetscBool ExpressionTry(const char *text, Variables variables, PetscInt *count, Quad values[],
                        size_t room, char complaint[]) {
  ExactField unread = {.prime = {3, 3}}; /* whose residues are not read */
  Parser p = {text, text, variables, 0, room, complaint, &unread};
  const Entries out = {.values = values};
  complaint[0] = 0;
  ParseList(&p, count, &out);
  return (PetscBool)!complaint[0];
}

PetscErrorCode ExpressionEvaluateExact(const char *text, Variables variables, ExactField *field,
                                       PetscInt *count, ExactNumber numbers[]) {
  char complaint[512] = "";
  Parser p = {text, text, variables, 0, sizeof(complaint), complaint, field};
  const Entries out = {.numbers = numbers};
  ParseList(&p, count, &out);
  UserCheck(!complaint[0], "expression %s", complaint);
  return 0;
}

PetscErrorCode ExpressionEvaluateList(const char *text, Variables variables, PetscInt *count,
                                      Quad values[]) {
  char complaint[512];
  UserCheck(ExpressionTry(text, variables, count, values, sizeof(complaint), complaint),
            "expression %s", complaint);
  return 0;
}

PetscErrorCode ExpressionEvaluate(const char *text, Variables variables, Quad *value) {
  PetscInt one = 1;
  return ExpressionEvaluateList(text, variables, &one, value);
}

PetscBool ExpressionEntry(const char *list, PetscInt entry, size_t room, char text[]) {
  size_t length = 0;
  int depth = 0;
  for (; *list && (entry > 0 || depth > 0 || *list != ','); ++list) {
    depth += (*list == '(') - (*list == ')');
    if (*list == ',' && depth == 0)
      --entry;
    else if (entry == 0 && !isspace((unsigned char)*list) && ++length < room)
      text[length - 1] = *list;
  }
  text[PetscMin(length, room - 1)] = 0;
  return (PetscBool)(length > 0 && length < room);
}

PetscBool ExpressionHasNames(const char *text) {
  while (*text) {
    const char *name = text;
    if (isdigit((unsigned char)*text) || *text == '.') {
      char *end;
      (void)strtoflt128(text, &end);
      text = end > text ? end : text + 1;
    } else if (isalpha((unsigned char)*text) || *text == '_') {
      while (isalnum((unsigned char)*text) || *text == '_')
        text++;
      const size_t length = (size_t)(text - name);
      if (text[strspn(text, " \t\n")] != '(' && (length != 2 || strncmp(name, "pi", length)))
        return PETSC_TRUE;
    } else {
      text++;
    }
  }
  return PETSC_FALSE;
}
