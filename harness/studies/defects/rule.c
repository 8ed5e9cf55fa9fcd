/* Claims on the step map's structure, on equilibria and the like: measured defects, each with its
 * error. */
#include "studies/defects/defects.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 256 };

typedef struct {
  PetscReal h, defect, error;
  PetscReal absent; /* what would be there; NaN: not told */
  PetscReal later;  /* the time, where it is not the initial one; NaN: it is */
} Measurement;

/* What a claim is judged from. */
typedef struct {
  Measurement point[POINTS];
  int count;
  const char *failure;    /* of the last point at which the step failed; NULL: none did */
  PetscReal failed_at;    /* its step size */
  PetscBool finite;       /* false: a defect was measured that is no number */
  Measurement worst;      /* in errors */
  Measurement least;      /* the smallest that is above ten errors */
  int above;              /* how many are */
  PetscReal finest;       /* the smallest error */
  PetscReal epsilon;      /* of the arithmetic */
  const char *unmeasured; /* why no point was measured; NULL: not told */
  PetscBool powered;      /* what would be there would have been seen, as far as it is known */
  Measurement strongest;  /* where it would have been seen best; absent is NaN if it is not known */
} Findings;

/* A measurement that knows what would be there sees it as the rule sees any defect: above a hundred
 * errors, or above ten at two points. */
static void FindPower(Findings *all) {
  int seen = 0, known = 0;

  all->strongest.absent = NAN;
  for (int i = 0; i < all->count; i++) {
    const Measurement *m = &all->point[i];

    if (!isfinite(m->absent))
      continue;
    if (!known++ || m->absent / m->error > all->strongest.absent / all->strongest.error)
      all->strongest = *m;
    seen += m->absent > 10 * m->error;
  }
  all->powered =
      (PetscBool)(known == 0 || seen >= 2 || all->strongest.absent > 100 * all->strongest.error);
}

static void Read(const Measured *measured, const char *name, Findings *all) {
  memset(all, 0, sizeof(*all));
  all->failed_at = NAN;
  all->finite = PETSC_TRUE;
  all->epsilon = measured->epsilon;
  for (PetscInt i = 0; measured->shape == MEASURED_POINTS && i < measured->count; i++) {
    const Point *point = &measured->point[i];
    const Defect *q = PointFind(point, name);
    const Measurement m = {point->h, q ? fabs(q->defect) : NAN, q ? q->error : NAN,
                           q ? DefectFind(q, DEFECT_ABSENT) : NAN,
                           q ? DefectFind(q, DEFECT_LATER) : NAN};

    if (q && isfinite(DefectFind(q, DEFECT_OF_MEMORY)))
      all->unmeasured = "the method hands on a memory that steps of -h do not lead back, and which "
                        "only the method itself could reverse";
    else if (q && isfinite(DefectFind(q, DEFECT_OF_OFFSET)))
      all->unmeasured = "q and p are scored at times of which a reversed motion makes no pair";
    else if (q && isfinite(DefectFind(q, DEFECT_APART)))
      all->unmeasured = "the two methods score neither q nor v at the same times";
    else if (q && isfinite(DefectFind(q, DEFECT_OF_COORDINATES)))
      all->unmeasured = "the other method takes none of the coordinates that the model has";
    else if (q && isfinite(DefectFind(q, DEFECT_OF_LEAVING)))
      all->unmeasured = "the nodes leave the constraints, and the model's measure is one on these";
    else if (isfinite(m.defect) && isfinite(m.error) && m.error > 0) {
      if (all->count < POINTS)
        all->point[all->count++] = m;
    } else if (point->ending.reason) {
      all->failure = point->ending.reason;
      all->failed_at = point->h;
    } else if (q) {
      all->finite = PETSC_FALSE;
    }
  }
}

/* Round-off is all that the method errs by, as far as it has been measured. */
static PetscBool IsExact(const Findings *all) {
  return (PetscBool)(all->strongest.absent <= 100 * all->epsilon);
}

PetscBool DefectsLackPower(const Measured *measured, const char *quantity) {
  Findings all;

  Read(measured, quantity, &all);
  FindPower(&all);
  /* In quadruple precision, what is exact stays so. */
  return (PetscBool)(!all.powered && (measured->precision == IN_DOUBLE || !IsExact(&all)));
}

static void Weigh(Findings *all) {
  all->worst = all->point[0];
  all->finest = PETSC_MAX_REAL;
  for (int i = 0; i < all->count; i++) {
    const Measurement *m = &all->point[i];

    all->finest = fmin(all->finest, m->error);
    if (m->defect / m->error > all->worst.defect / all->worst.error)
      all->worst = *m;
    if (m->defect > 10 * m->error && (!all->above++ || m->defect < all->least.defect))
      all->least = *m;
  }
}

/* The power of h of the defects above ten errors at the initial data, by a straight line in
 * logarithms; NaN with fewer than two. */
static PetscReal Power(const Measurement point[], int count) {
  PetscReal x = 0, y = 0, xx = 0, xy = 0, n = 0;

  for (int i = 0; i < count; i++)
    if (point[i].defect > 10 * point[i].error && isnan(point[i].later)) {
      const PetscReal u = log(point[i].h), v = log(point[i].defect);

      x += u;
      y += v;
      xx += u * u;
      xy += u * v;
      n++;
    }
  return n >= 2 && xx * n > x * x ? (xy * n - x * y) / (xx * n - x * x) : NAN;
}

/* A claim that something is absent, where it was not seen. */
static void DecideAbsent(const DefectsRule *rule, const Findings *all, const Job *job,
                         const char *failed, Finding *f) {
  const Measurement *worst = &all->worst, *strongest = &all->strongest;
  char own[192];

  (void)snprintf(own, sizeof(own), "%s %.2g%s", rule->before ? rule->before : "the method errs by",
                 strongest->absent, rule->after ? rule->after : " in a step");
  if (!all->powered && IsExact(all))
    FindingSet(f, SKIPPED,
               "no power: the method is exact here (with h = %.6g it errs by %.2g%s), so that "
               "there is no defect to be found%s",
               strongest->h, strongest->absent, rule->after ? rule->after : " in a step", failed);
  else if (!all->powered) {
    FindingSet(
        f, SKIPPED,
        "%swith h = %.6g %s, and a defect of that size would not be told from the error of this "
        "measurement, %.1g%s",
        job->double_only ? "" : "no power: ", strongest->h, own, strongest->error, failed);
    FindingWantsDigits(f, job);
  } else if (isfinite(strongest->absent))
    FindingSet(f, CONFIRMED,
               "at %d point%s the defect is at most %.3g, its error %.1g; with h = %.6g one of "
               "%.1g would have been seen, and %s%s",
               all->count, all->count == 1 ? "" : "s", worst->defect, worst->error, strongest->h,
               10 * strongest->error, own, failed);
  else
    FindingSet(f, CONFIRMED,
               "at %d point%s the defect is at most %.3g, its error %.1g; one of %.1g would have "
               "been seen%s",
               all->count, all->count == 1 ? "" : "s", worst->defect, worst->error,
               100 * all->finest, failed);
}

/* Tells the power of h, where there was no step, and at what later time the defect is; each may be "". */
typedef struct {
  char power[64], failed[256], later[64];
} Notes;

static void DecideDenial(const Findings *all, const Notes *notes, Finding *f) {
  const Measurement *worst = &all->worst;

  if (worst->defect > 100 * worst->error)
    FindingSet(f, CONFIRMED, "with h = %.6g the defect is %.3g, its error %.1g%s%s", worst->h,
               worst->defect, worst->error, notes->power, notes->failed);
  else
    FindingSet(f, SKIPPED, "no witness here: the largest defect is %.3g, its error %.1g",
               worst->defect, worst->error);
}

static void Decide(const DefectsRule *rule, const Findings *all, const Job *job, const Notes *notes,
                   Finding *f) {
  const Measurement *worst = &all->worst, *least = &all->least;

  if (all->above == 0 && worst->defect > worst->error)
    FindingSet(
        f, UNDECIDED,
        "with h = %.6g the defect is %.3g, which is above its error, %.1g, but not ten times that",
        worst->h, worst->defect, worst->error);
  else if (all->above == 0 && rule->telling > 0 && all->finest > rule->telling)
    FindingSet(
        f, UNDECIDED,
        "the defect is at most %.3g, but the differences err by %.1g here, which says nothing",
        worst->defect, all->finest);
  else if (all->above == 0)
    DecideAbsent(rule, all, job, notes->failed, f);
  else if (all->above >= 2 || worst->defect > 100 * worst->error)
    FindingSet(f, REFUTED, "with h = %.6g the defect is %.3g%s, its error only %.1g%s%s", least->h,
               least->defect, notes->later, least->error, notes->power, notes->failed);
  else
    FindingSet(f, UNDECIDED, "with h = %.6g the defect is %.3g, its error %.1g: too near", worst->h,
               worst->defect, worst->error);
}

static void JudgeAll(const DefectsRule *rule, Findings *all, const Job *job, const Claim *claim,
                     Finding *f) {
  PetscReal power;
  Notes notes = {.power = ""};

  if (all->failure) {
    (void)snprintf(notes.failed, sizeof(notes.failed), "; with h = %.6g there is no step: %.180s",
                   all->failed_at, all->failure);
    FindingFlag(f, "no_step");
  }
  Weigh(all);
  FindPower(all);
  f->observed = all->worst.defect;
  f->floor = all->worst.error;
  f->smallest = all->above ? all->least.defect : all->worst.defect;
  f->word = all->worst.defect > 100 * all->worst.error ? "no" : "yes";
  power = Power(all->point, all->count);
  if (isfinite(power) && rule->power) {
    (void)snprintf(notes.power, sizeof(notes.power), "; it goes like h^%.2f", power);
    f->details.power = power;
  }
  if (isfinite(all->least.later))
    (void)snprintf(notes.later, sizeof(notes.later), " at the state at t = %.6g", all->least.later);
  if (!strcmp(claim->value, "no"))
    DecideDenial(all, &notes, f);
  else
    Decide(rule, all, job, &notes, f);
  if (f->verdict == UNDECIDED)
    FindingWantsDigits(f, job);
  if (f->verdict == REFUTED) {
    f->details.counterexample.there = PETSC_TRUE;
    f->details.counterexample.h = all->least.h;
    f->details.counterexample.time = all->least.later;
    f->details.counterexample.defect = all->least.defect;
    f->details.counterexample.error = all->least.error;
  }
}

PetscErrorCode DefectsJudge(const DefectsRule *rule, const Job *job, const Measured *measured,
                            const Claim *claim, Finding *f) {
  Findings all;

  PetscFunctionBeginUser;
  FindingInit(f);
  f->decided_in = PETSC_TRUE;
  f->precision = measured->precision;
  Read(measured, claim->quantity, &all);
  if (!all.finite)
    FindingSet(f, FAILED, "a defect of %s is not a finite number", claim->quantity);
  else if (all.count == 0 && all.failure)
    FindingSet(f, FAILED, "%s", all.failure);
  else if (all.count == 0 && all.unmeasured)
    FindingSet(f, SKIPPED, "%s", all.unmeasured);
  else if (all.count == 0)
    FindingSet(f, SKIPPED, "%s cannot be measured on this model", claim->quantity);
  else
    JudgeAll(rule, &all, job, claim, f);
  PetscFunctionReturn(0);
}
