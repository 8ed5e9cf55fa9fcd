#include "studies/explanation.h"

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
                             !strcmp(asked, "double") ? " (double was requested)" : ""));
  PetscFunctionReturn(0);
}
