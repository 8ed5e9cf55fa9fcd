/* Claims on what an accuracy costs: at most so many evaluations (Jacobians, linear solves, iterations of
 * Newton's method) to an error of 1e-6, say, of the solution's size. The work is interpolated in
 * logarithms between the last run that misses the accuracy and the first that does not
 * (record/work.h); counts are the same in every run, so that there is no doubt to be decided. */
#include "record/work.h"
#include "statistics/thresholds.h"
#include "studies/work/work.h"

PetscErrorCode WorkMore(const Job *job, const Measured *measured, Request *request) {
  WorkCurve curve;
  WorkReach reach;
  PetscInt best = 0;

  (void)job;
  *request = REQUEST_NOTHING;
  if (measured->shape != MEASURED_SERIES || !measured->count)
    return 0;
  WorkCurveOf(&measured->series[measured->count - 1], WORK_EVALUATIONS, &curve);
  for (PetscInt i = 1; i < curve.count; i++)
    if (curve.error[i] < curve.error[best])
      best = i;
  if (!curve.count) {
    *request = REQUEST_FINER;
    return 0;
  }
  WorkToReach(&curve, WorkAccuracy(WORK_ACCURACIES - 1), &reach);
  if (!reach.reached && !(curve.error[best] < WORK_ROUNDING && curve.count - best > WORK_STALLED))
    *request = REQUEST_FINER;
  WorkToReach(&curve, WorkAccuracy(0), &reach);
  if (*request == REQUEST_NOTHING && reach.at_once &&
      measured->series[measured->count - 1].point[0].ending.status == STATUS_DONE)
    *request = REQUEST_COARSER;
  return 0;
}

/* The words of a claim's quantity; PETSC_FALSE: they are not valid. */
static PetscBool ReadQuantity(const char *quantity, WorkKind *kind, PetscReal *accuracy) {
  const char *const end = strrchr(quantity, '_');

  for (int k = 0; end && k < WORK_KINDS; k++)
    if (strlen(WorkNames[k]) == (size_t)(end - quantity) &&
        !strncmp(WorkNames[k], quantity, (size_t)(end - quantity))) {
      *kind = (WorkKind)k;
      *accuracy = strtod(end + 1, NULL);
      return (PetscBool)(*accuracy > 0);
    }
  return PETSC_FALSE;
}

static const char *InWords(WorkKind kind) {
  static const char *const words[] = {"evaluations", "Jacobians", "linear solves",
                                      "iterations of Newton's method"};
  return words[kind];
}

PetscErrorCode WorkJudge(const Evidence *e, Finding *f) {
  const Claim *claim = e->claim;
  const Series *series = MeasuredFirstSeries(e->measured[0]);
  PetscReal accuracy = NAN;
  WorkKind kind = WORK_EVALUATIONS;
  WorkCurve curve;
  WorkReach r;

  if (!series || !ReadQuantity(claim->quantity, &kind, &accuracy)) {
    FindingSet(f, FAILED, CAUSE_NO_MEASUREMENTS, NO_FACTS);
    return 0;
  }
  f->precision = series->precision;
  WorkCurveOf(series, kind, &curve);
  WorkToReach(&curve, accuracy, &r);
  f->smallest = r.least;
  if (!curve.count)
    FindingSet(f, FAILED, CAUSE_NO_RUN_ENDED, NO_FACTS);
  else if (!r.reached && r.most >= claim->order)
    FindingSet(f, REFUTED, CAUSE_ACCURACY_TOO_COSTLY,
               FACTS(NUMBER(WORK, r.most), TEXT(WORD, InWords(kind)), NUMBER(ERROR, r.least)));
  else if (!r.reached)
    FindingSet(f, UNDECIDED, CAUSE_ACCURACY_NOT_REACHED,
               FACTS(NUMBER(WORK, r.most), TEXT(WORD, InWords(kind)), NUMBER(ERROR, r.least)));
  else {
    f->observed = r.work;
    f->lower = r.lower;
    f->upper = r.upper;
    FindingSet(f, r.work <= claim->order ? CONFIRMED : REFUTED, CAUSE_ACCURACY_COST,
               FACTS(NUMBER(ERROR, accuracy), NUMBER(WORK, r.work), TEXT(WORD, InWords(kind)),
                     NUMBER(LOWER, r.at_once ? NAN : r.lower),
                     NUMBER(UPPER, r.at_once ? NAN : r.upper)));
    if (r.at_once &&
        f->verdict == REFUTED) /* the coarsest run does too much; others were not tried */
      f->verdict = UNDECIDED;
  }
  return 0;
}
