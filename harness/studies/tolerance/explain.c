/* The figures that a verdict on tolerances rests on. */
#include "studies/explanation.h"
#include "statistics/thresholds.h"
#include "studies/tolerance/tolerance.h"

#include <math.h>

PetscErrorCode ToleranceExplain(const Explained *x, Explanation *e) {
  const Series *series = MeasuredFirstSeries(x->measured[0]);
  const SeriesQuantity *q = series ? SeriesFindQuantity(series, "q") : NULL;

  PetscFunctionBeginUser;
  PetscCall(ExplanationAdd(
      e, EXPLAIN_RULE,
      "each error is that of an uninterrupted run to T with this tolerance, at T, over the size of "
      "q; "
      "what is below ten floors is left out. An exponent is confirmed if the interval of the slope "
      "lies within 0.15 of the claim and no two decades show another one by more than 0.5; a "
      "factor if "
      "no error is larger than so many times its tolerance"));
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
