/* Statements in words: what templates can say, and that each of them is well formed. */
#include "finding/sentence.h"
#include "tap.h"

#include <string.h>

static void Says(const Statement *s, const char *expected, const char *what) {
  char *text = SentenceOf(1, s);

  if (!ok(text && !strcmp(text, expected), "%s", what))
    diag("%s", text ? text : "no memory");
  free(text);
}

static Statement Make(Cause cause, int quantities, const NamedQuantity quantity[]) {
  Statement s = {.cause = cause, .quantities = quantities};

  memcpy(s.quantity, quantity, (size_t)quantities * sizeof(*quantity));
  return s;
}

/* The template with what is wrong in it; NULL: nothing. */
static const char *Wrong(const char *template) {
  int open = 0;

  for (const char *at = template; *at; at++) {
    const size_t length = strcspn(at + 1, ":}");
    int known = 0;

    open += *at == '[';
    open -= *at == ']';
    if (open < 0 || open > 1)
      return at;
    if (*at != '{')
      continue;
    for (int i = 0; i < QUANTITY_NAMES; i++)
      known |= strlen(QuantityNames[i]) == length && !strncmp(at + 1, QuantityNames[i], length);
    if (!known || !strchr(at, '}'))
      return at;
  }
  return open ? template : NULL;
}

int main(void) {
  Statement s = Make(CAUSE_DEFECT_FOUND, FACTS(NUMBER(H, 0.1), NUMBER(DEFECT, 2e-3),
                                               NUMBER(TIME, NAN), NUMBER(UNCERTAINTY, 1e-9)));
  int wrong = 0, twice = 0;

  Says(&s, "with h = 0.1 the defect is 0.002, its error only 1e-09",
       "a part whose quantity is not known is left out");
  s = Make(CAUSE_DEFECT_FOUND, FACTS(NUMBER(H, 0.1), NUMBER(DEFECT, 2e-3), NUMBER(TIME, 3),
                                     NUMBER(UNCERTAINTY, 1e-9)));
  Says(&s, "with h = 0.1 the defect is 0.002 at the state at t = 3, its error only 1e-09",
       "and is there where it is known");
  s = Make(CAUSE_DEFECT_ABSENT,
           FACTS(NUMBER(POINTS, 1), NUMBER(DEFECT, 0), NUMBER(UNCERTAINTY, 1e-9),
                 NUMBER(DETECTABLE, 1e-8)));
  Says(&s, "at 1 point the defect is at most 0, its error 1e-09; one of 1e-08 would have been seen",
       "one point is no plural");
  s = Make(CAUSE_LIMIT_AT_INFINITY, FACTS(NUMBER(RATIO, NAN)));
  Says(&s, "grows without bound at infinity", "the second part where the first is not known");
  s = Make(CAUSE_NO_STEP, FACTS(NUMBER(H, 0.5), TEXT(FAILURE, "ναὶ {h} [x]")));
  Says(&s, "; with h = 0.5 there is no step: ναὶ {h} [x]", "a text is not read as a template");
  s = Make(CAUSE_NO_STEP, FACTS(NUMBER(H, 0.5)));
  Says(&s, "; with h = 0.5 there is no step: ?", "what a rule forgot is seen");

  ok(Wrong("{nothing}") && Wrong("{h") && Wrong("[a") && Wrong("a]") && !Wrong("[{h:.3g}|b]"),
     "a template that is not well formed is seen");
  for (int i = 0; i < CAUSES_COUNT; i++) {
    if (Wrong(CauseTemplates[i]))
      diag("%s: %s", CauseNames[i], Wrong(CauseTemplates[i])), wrong++;
    for (int k = 0; k < i; k++)
      twice += !strcmp(CauseNames[i], CauseNames[k]);
  }
  ok(CAUSES_COUNT > 100 && !wrong, "each of %d templates is well formed", CAUSES_COUNT);
  ok(!twice, "each cause has a name of its own");
  return done_testing();
}
