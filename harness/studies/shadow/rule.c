/* Claims on a shadow Hamiltonian, from the range of H_h with a few step sizes over one time.
 *
 * With the differences of order 16, next to nothing is left where there is such a Hamiltonian: the
 * range is round-off, or it falls like h^16. A method without it shows a term of its own order, or
 * some more, and what is seen of it is the same with any K: about what the energy itself varies by.
 * So a range that is round-off, or falls like that, confirms where the energy varies by much more.
 * (A method whose order is high may err by less than the differences: then there is no power.) A
 * wrong action looks like a wrong method, though: a range that falls slower refutes only where the
 * derivative of the step map, measured in the same job, is not symplectic. The reported power is that of
 * the differences of order 8, which round-off rarely hides. */
#include "studies/shadow/shadow.h"
#include "statistics/thresholds.h"

enum { POINTS = 16, MOST_POINTS = 5 };

/* What one step size showed. */
typedef struct {
  PetscReal h, range, coarse, rounding, energy, symplectic, symplectic_error;
} Seen;

typedef enum {
  FALLS,       /* like the differences' own error, to much less than the energy varies by */
  AT_ROUNDING, /* and the energy varies by much more */
  POWERLESS, /* the energy varies by little more than the error of the differences, or round-off */
  NOISE,     /* above round-off, and not falling */
  STAYS,     /* falls like a defect */
  NOTHING    /* fewer than two step sizes */
} Behaviour;

typedef struct {
  Seen seen[POINTS]; /* from the largest step */
  int count;
  const char *failure;
  Cause obstacle; /* CAUSE_NOT_JUDGED: none */
  PetscReal failed_at, duration;
  PetscReal power, coarse_power; /* of h, between the last two; NaN: fewer than two */
  Behaviour behaviour;
  const Seen *at; /* that shows it */
} Weighed;

/* Why the measurement is missing; CAUSE_NOT_JUDGED: it is present. */
static Cause ObstacleOf(const Defect *d) {
  static const struct {
    const char *name;
    Cause cause;
  } all[] = {{SHADOW_NO_ACTION, CAUSE_NO_ACTION},
             {SHADOW_OFFSET, CAUSE_TIMES_OF_Q_AND_P_DIFFER},
             {SHADOW_REFUSED, CAUSE_ACTION_CHANGES_STEP},
             {SHADOW_GROUP, CAUSE_GROUP_MOMENTA}};

  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
    if (isfinite(DefectFind(d, all[i].name)))
      return all[i].cause;
  return CAUSE_NOT_JUDGED;
}

static void InsertSize(const Seen *seen, Weighed *w) {
  int k = w->count;

  if (w->count == POINTS)
    return;
  for (; k > 0 && w->seen[k - 1].h < seen->h; k--)
    w->seen[k] = w->seen[k - 1];
  w->seen[k] = *seen;
  w->count++;
}

static void ReadPoints(const Measured *measured, Weighed *w) {
  memset(w, 0, sizeof(*w));
  w->obstacle = CAUSE_NOT_JUDGED;
  w->power = w->coarse_power = w->failed_at = w->duration = NAN;
  for (PetscInt i = 0; measured->shape == MEASURED_POINTS && i < measured->count; i++) {
    const Point *point = &measured->point[i];
    const Defect *d = PointFind(point, SHADOW_DEFECT), *s = PointFind(point, SHADOW_SYMPLECTIC);
    const Seen seen = {.h = point->h,
                       .range = d ? d->defect : NAN,
                       .coarse = d ? DefectFind(d, SHADOW_COARSE) : NAN,
                       .rounding = d ? d->error : NAN,
                       .energy = d ? DefectFind(d, SHADOW_ENERGY) : NAN,
                       .symplectic = s ? s->defect : NAN,
                       .symplectic_error = s ? s->error : NAN};

    if (d && ObstacleOf(d) != CAUSE_NOT_JUDGED)
      w->obstacle = ObstacleOf(d);
    else if (point->ending.reason) {
      w->failure = point->ending.reason;
      w->failed_at = point->h;
    } else if (isfinite(seen.range) && (seen.rounding > 0 || seen.range == 0)) {
      w->duration = DefectFind(d, SHADOW_DURATION);
      InsertSize(&seen, w);
    }
  }
}

static PetscBool IsRounding(const Seen *s) {
  return (PetscBool)(s->range <= SHADOW_ROUNDINGS * s->rounding);
}

/* Whether the energy varies by so much more than what is left, or than round-off, that a method
 * without a shadow Hamiltonian would have been seen. */
static PetscBool WouldTell(const Seen *s) {
  return (PetscBool)(s->energy > SHADOW_TELLING * fmax(s->range, s->rounding));
}

/* What is below round-off is taken for that. */
static PetscReal PowerOf(PetscReal large, PetscReal small, const Seen *coarse, const Seen *fine) {
  return log(large / fmax(small, fine->rounding)) / log(coarse->h / fine->h);
}

static void WeighRanges(const Measured *measured, Weighed *w) {
  const Seen *coarse, *fine;

  ReadPoints(measured, w);
  w->behaviour = NOTHING;
  w->at = fine = w->count ? &w->seen[w->count - 1] : NULL;
  if (w->count < 2)
    return;
  coarse = fine - 1;
  w->power = PowerOf(coarse->range, fine->range, coarse, fine);
  w->coarse_power = PowerOf(coarse->coarse, fine->coarse, coarse, fine);
  for (int i = 0; i < w->count; i++)
    if (IsRounding(&w->seen[i]) && WouldTell(&w->seen[i])) {
      w->behaviour = AT_ROUNDING, w->at = &w->seen[i];
      return;
    }
  if (IsRounding(fine))
    w->behaviour = POWERLESS;
  else if (w->power > SHADOW_POWER - 1)
    w->behaviour = WouldTell(fine) ? FALLS : POWERLESS;
  else
    w->behaviour =
        w->power < SHADOW_STAGNANT && fine->range < SHADOW_NOISY * fine->rounding ? NOISE : STAYS;
}

static PetscBool IsNegativeClaim(const Claim *claim) {
  return (PetscBool)!strcmp(claim->value, "no");
}

/* Whether smaller steps may show another power than these: the sharper differences still leave less
 * than the others, unlike those of a defect. */
static PetscBool IsUnsettled(const Weighed *w) {
  return (PetscBool)(w->at->range < SHADOW_UNSETTLED * w->at->coarse);
}

Request ShadowMore(const Job *job, const Measured *measured) {
  PetscBool claimed = PETSC_FALSE; /* that there is one */
  Weighed w;

  for (PetscInt i = 0; i < job->claims.count; i++)
    claimed = (PetscBool)(claimed || !IsNegativeClaim(&job->claims.at[i]));
  WeighRanges(measured, &w);
  if (w.obstacle != CAUSE_NOT_JUDGED || w.failure || !w.count)
    return REQUEST_NOTHING;
  if (w.behaviour == NOTHING)
    return REQUEST_FINER;
  if (w.behaviour == STAYS)
    return claimed && w.count < MOST_POINTS && IsUnsettled(&w) ? REQUEST_FINER : REQUEST_DENSER;
  if (w.behaviour != POWERLESS || w.count >= MOST_POINTS)
    return REQUEST_NOTHING;
  return !IsRounding(w.at) ? REQUEST_FINER : IsRounding(w.seen) ? REQUEST_COARSER : REQUEST_NOTHING;
}

/* The step size at which the step map is least symplectic, in errors; NULL: nowhere. */
static const Seen *FindDefect(const Weighed *w) {
  const Seen *worst = NULL;

  for (int i = 0; i < w->count; i++) {
    const Seen *s = &w->seen[i];

    if (DefectSeenAlone(s->symplectic, s->symplectic_error) &&
        (!worst ||
         s->symplectic / s->symplectic_error > worst->symplectic / worst->symplectic_error))
      worst = s;
  }
  return worst;
}

/* What every verdict begins with. */
static void DescribeRanges(const Weighed *w, Finding *f) {
  const Seen *first = w->seen, *fine = &w->seen[w->count - 1];

  FindingSet(
      f, UNDECIDED, CAUSE_SHADOW_RANGE,
      FACTS(NUMBER(DURATION, w->duration), NUMBER(RANGE, first->coarse), NUMBER(H, first->h)));
  for (const Seen *seen = first + 1; seen <= fine; seen++)
    FindingAdd(f, CAUSE_SHADOW_RANGE_NEXT, FACTS(NUMBER(RANGE, seen->coarse), NUMBER(H, seen->h)));
  FindingAdd(f, CAUSE_SHADOW_POWER,
             FACTS(NUMBER(POWER, w->coarse_power), NUMBER(DIFFERENCE_ORDER, SHADOW_COARSE_POWER)));
  FindingAdd(f, CAUSE_SHADOW_RANGE_SHARP,
             FACTS(NUMBER(DIFFERENCE_ORDER, SHADOW_POWER), NUMBER(RANGE, fine->range),
                   NUMBER(POWER, IsRounding(fine) ? NAN : w->power)));
}

/* There is no evidence against a shadow Hamiltonian: a negative claim is skipped. */
static void SkipNegativeClaim(Finding *f) {
  f->verdict = SKIPPED;
  FindingPrefix(f, CAUSE_NO_COUNTEREXAMPLE, NO_FACTS);
}

static void JudgeStays(const Weighed *w, PetscBool negative, Finding *f) {
  const Seen *defect = FindDefect(w);

  f->word = defect ? "no" : NULL;
  if (!defect && negative) {
    FindingAdd(f, CAUSE_STEP_MAP_SYMPLECTIC, NO_FACTS);
    SkipNegativeClaim(f);
  } else if (!defect) {
    const PetscBool known =
        (PetscBool)(isfinite(w->at->symplectic) || isfinite(w->seen[0].symplectic));

    if (IsUnsettled(w))
      FindingAdd(f, CAUSE_SHADOW_UNSETTLED, NO_FACTS);
    else
      FindingAdd(f, known ? CAUSE_ACTION_OR_METHOD : CAUSE_SYMPLECTICITY_NOT_SEEN, NO_FACTS);
  } else {
    f->verdict = negative ? CONFIRMED : REFUTED;
    FindingAdd(f, CAUSE_STEP_MAP_NOT_SYMPLECTIC,
               FACTS(NUMBER(H, defect->h),
                     NUMBER_OF_DIMENSION(DIMENSION_NUMBER, DEFECT, defect->symplectic),
                     NUMBER_OF_DIMENSION(DIMENSION_NUMBER, UNCERTAINTY, defect->symplectic_error)));
    if (!negative)
      FindingShow(f, w->at->h, w->at->rounding)->defect = w->at->range;
  }
}

static void JudgeKept(const Weighed *w, PetscBool negative, Finding *f) {
  const Seen *at = w->at;

  f->word = "yes";
  if (negative) {
    SkipNegativeClaim(f);
    return;
  }
  f->verdict = CONFIRMED;
  if (w->behaviour == FALLS)
    FindingAdd(f, CAUSE_SHADOW_RANGE_FALLS, FACTS(NUMBER(RANGE, at->energy)));
  else
    FindingAdd(
        f, CAUSE_SHADOW_RANGE_AT_ROUND_OFF,
        FACTS(NUMBER(H, at->h), NUMBER(NOISE_LEVEL, at->rounding), NUMBER(RANGE, at->energy)));
}

static void JudgeSeen(const Weighed *w, const Job *job, PetscBool negative, Finding *f) {
  DescribeRanges(w, f);
  f->smallest = w->at->range;
  f->floor = w->at->rounding;
  if (w->behaviour == FALLS || w->behaviour == AT_ROUNDING)
    JudgeKept(w, negative, f);
  else if (w->behaviour == STAYS)
    JudgeStays(w, negative, f);
  else if (w->behaviour == POWERLESS) {
    f->verdict = SKIPPED;
    FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
    FindingAdd(f, CAUSE_ENERGY_RANGE_TOO_SMALL, FACTS(NUMBER(RANGE, w->at->energy)));
  } else if (negative) {
    FindingAdd(f, CAUSE_SHADOW_RANGE_STAYS, NO_FACTS);
    SkipNegativeClaim(f);
  } else {
    FindingAdd(f, CAUSE_SHADOW_RANGE_NOISY, FACTS(NUMBER(NOISE_LEVEL, w->at->rounding)));
    FindingWantsDigits(f, job);
  }
}

PetscErrorCode ShadowJudge(const Evidence *e, Finding *f) {
  const PetscBool negative = IsNegativeClaim(e->claim);
  Weighed w;

  f->precision = e->measured[0]->precision;
  WeighRanges(e->measured[0], &w);
  if (w.obstacle != CAUSE_NOT_JUDGED)
    FindingSet(f, SKIPPED, w.obstacle, NO_FACTS);
  else if (w.behaviour != NOTHING)
    JudgeSeen(&w, e->job[0], negative, f);
  else if (w.failure) {
    FindingSet(f, FAILED, CAUSE_STEP_SIZE_FAILED,
               FACTS(NUMBER(H, w.failed_at), TEXT(FAILURE, w.failure)));
    if (negative)
      SkipNegativeClaim(f);
  } else
    FindingSet(f, FAILED, CAUSE_SHADOW_NOT_FINITE, NO_FACTS);
  return 0;
}
