#include "studies/explanation.h"
#include "studies/study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

PetscErrorCode ExplanationAdd(Explanation *e, ExplainPart part, const char *format, ...) {
  Texts *const lines = &e->part[part];
  char text[2048];
  va_list arguments;

  PetscFunctionBeginUser;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  PetscCall(ArenaRoom(e->arena, lines->count, &lines->at));
  PetscCall(ArenaText(e->arena, text, &lines->at[lines->count++]));
  PetscFunctionReturn(0);
}

PetscErrorCode ExplainReference(const Series *series, Explanation *e) {
  PetscFunctionBeginUser;
  if (series->reference_method)
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "errors are taken against: %s",
                             series->reference_method));
  PetscFunctionReturn(0);
}

/* ---- Another claim on the same figures ---- */

static PetscErrorCode JudgeOther(const Explained *x, const Claim *other, Finding *f) {
  const Study *study = StudyFind(x->job[0]->kind);

  PetscFunctionBeginUser;
  PetscCall(study->judge(x->count, x->job, x->measured, other, f));
  PetscFunctionReturn(0);
}

/* The nearest order that these figures confirm, and the least above the claim that they refute. */
static PetscErrorCode OtherOrders(const Explained *x, Explanation *e) {
  enum { HIGHEST = 16 };
  const PetscReal claimed = x->claim->order;
  Claim other = *x->claim;
  Finding f;

  PetscFunctionBeginUser;
  for (other.order = ceil(claimed) - 1; other.order >= 1 && x->verdict->verdict != CONFIRMED;
       other.order--) {
    PetscCall(JudgeOther(x, &other, &f));
    if (f.verdict != CONFIRMED)
      continue;
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "a looser claim: order %g would be confirmed by the same figures",
                             other.order));
    break;
  }
  for (other.order = floor(claimed) + 1; other.order <= HIGHEST && x->verdict->verdict == CONFIRMED;
       other.order++) {
    PetscCall(JudgeOther(x, &other, &f));
    if (f.verdict != REFUTED)
      continue;
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "a bolder claim: order %g would be refuted by the same figures",
                             other.order));
    break;
  }
  PetscFunctionReturn(0);
}

/* Of a claim on a power of time: those that these figures confirm. */
static PetscErrorCode OtherExponents(const Explained *x, Explanation *e) {
  enum { HIGHEST = 4 };
  Claim other = *x->claim;
  Finding f;

  PetscFunctionBeginUser;
  for (int exponent = 0; exponent <= HIGHEST; exponent++) {
    other.order = exponent;
    PetscCall(JudgeOther(x, &other, &f));
    if (f.verdict == CONFIRMED && other.order != x->claim->order)
      PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                               "another claim: t^%d would be confirmed by the same figures",
                               exponent));
  }
  PetscFunctionReturn(0);
}

/* Of a claim whose value is a word: the other words. */
static PetscErrorCode OtherWords(const Explained *x, const char *values, Explanation *e) {
  Claim other = *x->claim;
  char word[64];
  Finding f;

  PetscFunctionBeginUser;
  for (const char *at = values; *at;) {
    const size_t length = strcspn(at, " ");

    (void)snprintf(word, sizeof(word), "%.*s", (int)length, at);
    at += length + strspn(at + length, " ");
    if (!word[0] || !strcmp(word, x->claim->value))
      continue;
    other.value = word;
    PetscCall(JudgeOther(x, &other, &f));
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "another claim: \"%s\" would be %s by the same figures", word,
                             VerdictNames[f.verdict]));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ExplainOtherClaims(const Explained *x, Explanation *e) {
  const Study *study = StudyFind(x->job[0]->kind);

  PetscFunctionBeginUser;
  if (!study || !StudyHasClaim(study, x->claim->study))
    PetscFunctionReturn(0);
  for (const ClaimWords *words = study->claims; words->study; words++) {
    if (strcmp(words->study, x->claim->study))
      continue;
    if (words->values)
      PetscCall(OtherWords(x, words->values, e));
    else if (isfinite(x->claim->order) && strcmp(words->study, "order"))
      PetscCall(OtherExponents(x, e));
    else if (isfinite(x->claim->order))
      PetscCall(OtherOrders(x, e));
    break;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ExplainPrecision(const Explained *x, Explanation *e) {
  const Job *job = x->job[0];
  const char *asked = job->precision ? job->precision : "auto";
  const PetscBool measured_in_quad =
      (PetscBool)(x->verdict->precision && !strcmp(x->verdict->precision, PrecisionNames[IN_QUAD]));

  PetscFunctionBeginUser;
  if (measured_in_quad || !strcmp(asked, "quad"))
    PetscFunctionReturn(0);
  if (job->double_only)
    PetscCall(
        ExplanationAdd(e, EXPLAIN_CHANGE,
                       "more digits: method or model are there in double precision only; "
                       "`gimbal build FILE.c` makes both, and auto then takes what it needs"));
  else if (!strcmp(asked, "double") || x->verdict->verdict == UNDECIDED)
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE, "more digits: --precision quad%s",
                             !strcmp(asked, "double") ? " (double was asked for)" : ""));
  PetscFunctionReturn(0);
}
