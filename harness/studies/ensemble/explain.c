/* The figures that a verdict on an ensemble rests on. */
#include "studies/ensemble/ensemble.h"
#include "studies/explanation.h"

#include <math.h>

enum { TIMES_SHOWN = 8 };

/* The root mean square over all slices at some of the times, from the first to the last. */
static PetscErrorCode PutTimes(const Explained *x, Explanation *e) {
  const Ensemble *first = &x->measured[0]->ensemble;
  const PetscInt times = first->times.count, shown = PetscMin(times, TIMES_SHOWN);

  PetscFunctionBeginUser;
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10s  %16s", "t", "root mean square"));
  for (PetscInt k = 0; k < shown; k++) {
    const PetscInt i = shown > 1 ? k * (times - 1) / (shown - 1) : 0;
    PetscReal square = 0, members = 0;

    for (PetscInt j = 0; j < x->count; j++) {
      const Ensemble *slice = &x->measured[j]->ensemble;
      const EnsembleSum *sum = EnsembleFind(slice, x->claim->quantity);

      if (!sum || i >= sum->sum_square.count)
        continue;
      square += sum->sum_square.at[i];
      members += (PetscReal)(slice->past - slice->first - slice->failed_members);
    }
    if (members > 0)
      PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10.6g  %16.3g", first->times.at[i],
                               sqrt(square / members)));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode EnsembleExplain(const Explained *x, Explanation *e) {
  const GrowthFacts *growth = &x->verdict->details.growth;
  PetscInt failed = 0;

  PetscFunctionBeginUser;
  if (x->measured[0]->shape != MEASURED_ENSEMBLE)
    PetscFunctionReturn(0);
  for (PetscInt j = 0; j < x->count; j++)
    failed += x->measured[j]->ensemble.failed_members;
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                           "%d steps of %.6g, in %d slice%s:", (int)x->measured[0]->ensemble.steps,
                           x->measured[0]->ensemble.h, (int)x->count, x->count == 1 ? "" : "s"));
  PetscCall(PutTimes(x, e));
  if (isfinite(growth->gamma))
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                             "the fit: %.3g + %.3g t^%.2f, the power between %.2f and %.2f, of "
                             "%.0f members",
                             growth->a, growth->b, growth->gamma, growth->lower, growth->upper,
                             growth->members));
  if (failed)
    PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT, "%d members that did not arrive", (int)failed));
  PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                           "more members or a longer run (keys `members`, `steps` and `duration` "
                           "of the suite's ensemble study) narrow the interval of the power"));
  PetscFunctionReturn(0);
}
