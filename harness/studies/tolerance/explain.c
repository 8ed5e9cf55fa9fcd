/* The figures that a verdict on tolerances rests on. */
#include "studies/explanation.h"
#include "statistics/thresholds.h"
#include "studies/tolerance/tolerance.h"

#include <math.h>

PetscErrorCode ToleranceExplain(const Explained *x, Explanation *e) {
  const Series *series = MeasuredFirstSeries(x->measured[0]);
  const SeriesQuantity *q = series ? SeriesFindQuantity(series, "q") : NULL;

  PetscFunctionBeginUser;
  if (!q)
    PetscFunctionReturn(0);
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %9s  %9s  %9s", "tolerance", "error", "ratio"));
  for (PetscInt i = 0; i < series->points; i++) {
    const SeriesPoint *point = &series->point[i];
    const PetscReal error = SeriesPointError(point, "q") / q->size;

    if (isnan(error))
      PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT, "tolerance %.2g: %s", point->tolerance,
                               point->ending.reason ? point->ending.reason : "no error"));
    else
      PetscCall(ExplanationAdd(
          e, EXPLAIN_FIGURES, "  %9.2e  %9.2e  %9.3g%s", point->tolerance, error,
          error / point->tolerance,
          i < q->floor.count && !AboveNoise(error * q->size, q->floor.at[i]) ? "  below ten floors"
                                                                             : ""));
  }
  PetscCall(ExplainReference(series, e));
  PetscFunctionReturn(0);
}
