/* Recursive descent, one function for each level of precedence. Both sides of && and || are always
 * evaluated, so that a text is checked whole whatever the values are. */
#include "numerics/expression.h"

#include <ctype.h>
#include <string.h>

typedef struct {
  const char *text, *at;
  Variables variables;
  int depth;
  size_t room;
  char *complaint; /* the first one stays */
} Parser;

/* Deeper nesting than anyone writes; it bounds the recursion. */
enum { DEEPEST = 200 };

static const struct {
  const char *name;
  Quad (*of)(Quad);
} functions[] = {{"sqrt", sqrtq}, {"sin", sinq},   {"cos", cosq},    {"tan", tanq},
                 {"asin", asinq}, {"acos", acosq}, {"atan", atanq},  {"exp", expq},
                 {"log", logq},   {"abs", fabsq},  {"floor", floorq}};
enum { FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

static Quad Or(Parser *);

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

static void UnknownName(Parser *p, const char *name, int length, const char *kind) {
  char what[512];
  int used = snprintf(what, sizeof(what), "unknown %s \"%.*s\"", kind, length, name);
  PetscBool function = (PetscBool)!strcmp(kind, "function");
  if (p->complaint[0])
    return;
  Complain(p, name, used < (int)sizeof(what) ? what : "unknown name");
  size_t end = strlen(p->complaint);
  for (PetscInt i = -1; i < (function ? FUNCTIONS : p->variables.count) && end + 2 < p->room; i++) {
    if (function && i < 0)
      continue;
    const char *known = function ? functions[i].name : i < 0 ? "pi" : p->variables.at[i].name;
    (void)snprintf(p->complaint + end, p->room - end, "%s %s",
                   i <= (function ? 0 : -1) ? "; known here:" : ",", known);
    end = strlen(p->complaint);
  }
}

static Quad Name(Parser *p) {
  const char *name = p->at;
  while (isalnum((unsigned char)*p->at) || *p->at == '_')
    p->at++;
  int length = (int)(p->at - name);
  if (Take(p, "(")) {
    Quad argument = Or(p);
    if (!Take(p, ")"))
      Complain(p, p->at, "expected \")\"");
    for (int i = 0; i < FUNCTIONS; i++)
      if ((int)strlen(functions[i].name) == length && !strncmp(functions[i].name, name, length))
        return functions[i].of(argument);
    UnknownName(p, name, length, "function");
    return 0;
  }
  /* The last of a name wins, so that later settings hide earlier ones. */
  for (PetscInt i = p->variables.count - 1; i >= 0; i--)
    if ((int)strlen(p->variables.at[i].name) == length &&
        !strncmp(p->variables.at[i].name, name, length))
      return p->variables.at[i].value;
  if (length == 2 && !strncmp(name, "pi", 2))
    return QUAD_PI;
  UnknownName(p, name, length, "name");
  return 0;
}

static Quad Primary(Parser *p) {
  Quad value = 0;
  Blank(p);
  if (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1]))) {
    char *end;
    value = strtoflt128(p->at, &end);
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

static Quad Unary(Parser *p) {
  Quad value = 0;
  if (++p->depth > DEEPEST) {
    Complain(p, p->at, "nested too deeply");
    p->at += strlen(p->at);
  } else if (Take(p, "-")) {
    value = -Unary(p);
  } else if (Take(p, "+")) {
    value = Unary(p);
  } else if (Take(p, "!")) {
    value = Unary(p) == 0;
  } else {
    value = Primary(p);
    if (Take(p, "^"))
      value = powq(value, Unary(p)); /* binds tighter than a sign: -2^2 = -4 */
  }
  p->depth--;
  return value;
}

static Quad Product(Parser *p) {
  Quad value = Unary(p);
  for (;;) {
    if (Take(p, "*"))
      value *= Unary(p);
    else if (Take(p, "/"))
      value /= Unary(p);
    else if (Take(p, "%"))
      value = fmodq(value, Unary(p));
    else
      return value;
  }
}

static Quad Sum(Parser *p) {
  Quad value = Product(p);
  for (;;) {
    if (Take(p, "+"))
      value += Product(p);
    else if (Take(p, "-"))
      value -= Product(p);
    else
      return value;
  }
}

static Quad Comparison(Parser *p) {
  Quad value = Sum(p);
  if (Take(p, "=="))
    return value == Sum(p);
  if (Take(p, "!="))
    return value != Sum(p);
  if (Take(p, "<="))
    return value <= Sum(p);
  if (Take(p, ">="))
    return value >= Sum(p);
  if (Take(p, "<"))
    return value < Sum(p);
  if (Take(p, ">"))
    return value > Sum(p);
  return value;
}

static Quad And(Parser *p) {
  Quad value = Comparison(p);
  while (Take(p, "&&")) {
    Quad right = Comparison(p);
    value = value != 0 && right != 0;
  }
  return value;
}

static Quad Or(Parser *p) {
  Quad value = And(p);
  while (Take(p, "||")) {
    Quad right = And(p);
    value = value != 0 || right != 0;
  }
  return value;
}

PetscErrorCode ExpressionTry(const char *text, Variables variables, PetscInt *count, Quad values[],
                             size_t room, char complaint[]) {
  Parser p = {text, text, variables, 0, room, complaint};
  PetscInt most = *count;
  PetscFunctionBeginUser;
  complaint[0] = 0;
  *count = 0;
  do {
    const char *start = p.at;
    Quad value = Or(&p);
    if (values && *count == most) {
      char what[64];
      (void)snprintf(what, sizeof(what), "expected %s%d entr%s, there is another",
                     most > 1 ? "at most " : "", (int)most, most == 1 ? "y" : "ies");
      Complain(&p, start, what);
    } else {
      if (values)
        values[*count] = value;
      (*count)++;
    }
  } while (!complaint[0] && Take(&p, ","));
  Blank(&p);
  if (*p.at)
    Complain(&p, p.at, "expected an operator or the end");
  PetscFunctionReturn(0);
}

PetscErrorCode ExpressionEvaluateList(const char *text, Variables variables, PetscInt *count,
                                      Quad values[]) {
  char complaint[512];
  PetscFunctionBeginUser;
  PetscCall(ExpressionTry(text, variables, count, values, sizeof(complaint), complaint));
  PetscCheck(!complaint[0], PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "expression %s", complaint);
  PetscFunctionReturn(0);
}

PetscErrorCode ExpressionEvaluate(const char *text, Variables variables, Quad *value) {
  PetscInt one = 1;
  PetscFunctionBeginUser;
  PetscCall(ExpressionEvaluateList(text, variables, &one, value));
  PetscFunctionReturn(0);
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
