/* The figures that a verdict on work rests on. */
#include "record/work.h"
#include "studies/explanation.h"
#include "studies/work/work.h"

#include <math.h>

PetscErrorCode WorkExplain(const Explained *x, Explanation *e) {
  const Series *series = MeasuredFirstSeries(x->measured[0]);
  const SeriesQuantity *q = series ? SeriesFindQuantity(series, "q") : NULL;

  PetscFunctionBeginUser;
  if (!q)
    PetscFunctionReturn(0);
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %9s  %9s  %11s  %9s  %9s  %9s", "steps", "error",
                           "evaluations", "jacobians", "solves", "Newton"));
  for (PetscInt i = 0; i < series->points; i++) {
    const SeriesPoint *point = &series->point[i];
    const PetscReal error = SeriesPointError(point, "q") / q->size;

    if (isnan(error))
      PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT, "%lld steps: %s", (long long)point->steps,
                               point->ending.reason ? point->ending.reason : "no error"));
    else
      PetscCall(ExplanationAdd(
          e, EXPLAIN_FIGURES, "  %9lld  %9.2e  %11.0f  %9.0f  %9.0f  %9.0f",
          (long long)point->steps, error, WorkOf(&point->counts, WORK_EVALUATIONS),
          WorkOf(&point->counts, WORK_JACOBIANS), WorkOf(&point->counts, WORK_LINEAR_SOLVES),
          WorkOf(&point->counts, WORK_ITERATIONS)));
  }
  PetscCall(ExplainReference(series, e));
  PetscFunctionReturn(0);
}
