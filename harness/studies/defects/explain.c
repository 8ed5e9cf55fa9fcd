/* The figures that a verdict on a defect rests on. */
#include "studies/defects/defects.h"
#include "statistics/thresholds.h"
#include "studies/explanation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { POINTS_SHOWN = 12 };

static const char *MarkOf(const Defect *d) {
  return DefectSeenAlone(d->defect, d->error) ? "  above 100 errors"
         : DefectSeen(d->defect, d->error)    ? "  above 10 errors"
         : d->defect > d->error               ? "  above its error"
                                              : "";
}

/* The further numbers of a defect, "shift 1.2e-3". */
static void PrintNumbers(const Defect *d, char *text, size_t size) {
  size_t used = 0;

  text[0] = 0;
  for (PetscInt i = 0; i < d->numbers; i++) {
    if (!strcmp(d->number[i].name, DEFECT_ABSENT))
      continue;
    (void)snprintf(text + used, size - used, "  %s %.6g", d->number[i].name, d->number[i].value);
    used = strlen(text);
  }
}

static PetscErrorCode PutPoint(const Point *point, const Defect *d, Explanation *e) {
  const PetscReal absent = DefectFind(d, DEFECT_ABSENT);
  char known[32] = "-", numbers[128], where[96] = "";

  PetscFunctionBeginUser;
  if (isfinite(absent))
    (void)snprintf(known, sizeof(known), "%.2g", absent);
  if (point->equilibrium)
    (void)snprintf(where, sizeof(where), "  %.40s (%.12s)", point->equilibrium,
                   point->exact ? point->exact : "");
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10.6g  %9.3g  %9.1g  %10s%s%s", point->h,
                           d->defect, d->error, known, MarkOf(d), where));
  PrintNumbers(d, numbers, sizeof(numbers));
  if (numbers[0])
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "            %s", numbers));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutPoints(const Explained *x, Explanation *e) {
  const Measured *measured = x->measured[0];
  PetscInt shown = 0;

  PetscFunctionBeginUser;
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "in %s precision, by step size:",
                           measured->precision == IN_QUAD ? "quadruple" : "double"));
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10s  %9s  %9s  %10s", "h", "defect", "its error",
                           "without it"));
  for (PetscInt i = 0; i < measured->count; i++) {
    const Point *point = &measured->point[i];
    const Defect *d = PointFind(point, x->claim->quantity);

    if (point->ending.reason)
      PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT, "h = %.6g, where there is no step: %s",
                               point->h, point->ending.reason));
    if (d && shown++ < POINTS_SHOWN)
      PetscCall(PutPoint(point, d, e));
  }
  if (shown > POINTS_SHOWN)
    PetscCall(
        ExplanationAdd(e, EXPLAIN_FIGURES, "  (and %d more points)", (int)(shown - POINTS_SHOWN)));
  if (isfinite(x->verdict->details.power))
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "the defect goes like h^%.2f",
                             x->verdict->details.power));
  PetscFunctionReturn(0);
}

PetscErrorCode DefectsExplain(const Explained *x, Explanation *e) {

  PetscFunctionBeginUser;
  if (x->measured[0]->shape != MEASURED_POINTS)
    PetscFunctionReturn(0);
  PetscCall(PutPoints(x, e));
  if (x->verdict->verdict != REFUTED)
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "other step sizes (key `step_sizes` of the suite's study): a larger "
                             "step has a larger defect, if it has one"));
  PetscFunctionReturn(0);
}
