/* Claims that are judged from long runs: constraints, energy, invariants. */
#include "studies/long/long.h"
#include "studies/long/runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void StopText(const Run *run, char *text, size_t size) {
  if (isfinite(run->stop))
    (void)snprintf(text, size, "with h = %.6g the run stopped at t = %.6g: %s", run->series.h,
                   run->stop, run->reason ? run->reason : "no reason given");
  else
    (void)snprintf(text, size, "with h = %.6g the run stopped: %s", run->series.h,
                   run->reason ? run->reason : "no reason given");
}

/* What a larger step does is told, too. */
static void AppendReason(Finding *f, const char *text) {
  const size_t used = strlen(f->reason);

  (void)snprintf(f->reason + used, sizeof(f->reason) - used, "; %s", text);
  FindingFlag(f, "coarse_step");
}

/* ---- Constraints ---- */

/* Round-off falls with the unit of it, by 2^60; what is no round-off stays. */
static const double twin_falls = 1e-15;

/* What a run in quadruple precision shows about values at the edge of what round-off explains in
 * double precision: whether that is what they are. Undecided where there is no such run. */
static VerdictWord TwinSays(const Runs *runs, const Run *edge, char *text, size_t size) {
  const TrendSeries *s = &runs->twin.series;
  Trend trend;

  text[0] = 0;
  if (!runs->twins || s->stopped)
    return UNDECIDED;
  TrendClassify(s, &trend);
  (void)snprintf(text, size, "; in quadruple precision it is at most %.3g over %lld steps",
                 s->maximum, s->steps);
  return s->maximum <= fmax(10 * trend.roundoff, twin_falls * edge->series.maximum) ? CONFIRMED
                                                                                    : REFUTED;
}

PetscBool LongIsOnModel(const Claim *claim) {
  return (PetscBool)(claim->subject && !strcmp(claim->subject, "model"));
}

/* A claim that a run within round-off bears out, or what it lacks for that: a method that did not keep
 * the quantity would add up its own error from step to step. `text` is the run, `seen` its twin, NULL
 * where that is no witness: a small oscillation there is none of exactness. The finding's floor is what
 * round-off explains. */
static void ConfirmExact(const Runs *runs, const Run *run, const char *text, const char *seen,
                         Finding *f) {
  const PetscReal found = 10 * f->floor,
                  twin = runs->twins ? 10 * TrendRoundoff(&runs->twin.series) : PETSC_MAX_REAL,
                  twin_steps = runs->twins ? (PetscReal)runs->twin.series.steps : 0,
                  absent = run->absent;
  const char *no_power = runs->job->double_only ? "" : "no power: ";
  const PetscBool twin_sees =
      (PetscBool)(seen && !runs->on_model &&
                  absent * twin_steps / (PetscReal)run->series.steps > twin);
  const char *const beside = seen && !runs->on_model ? seen : "";

  if (absent <= 0 && !runs->on_model)
    FindingSet(f, SKIPPED,
               "%sthe method errs by round-off only here, so that there is nothing to be kept: %s",
               no_power, text);
  else if (absent <= found && !twin_sees && !runs->on_model)
    FindingSet(f, SKIPPED,
               "%swhat the method errs by would come to %.2g, and less than %.2g would not be told "
               "from round-off: %s",
               no_power, absent, found, text);
  else if (isfinite(absent))
    FindingSet(f, CONFIRMED,
               "%s%s; one of %.2g would have been found, and what the method errs by comes to %.2g",
               text, beside, absent <= found && twin_sees ? twin : found, absent);
  else
    FindingSet(f, CONFIRMED, "%s%s; one of %.2g would have been found", text, seen ? seen : "",
               found);
  if (f->verdict == SKIPPED)
    FindingWantsDigits(f, runs->job);
}

/* Whether the residual was round-off at first, and has grown from that by far: steps that amplify
 * roundings do so, and a method with an error of its own does not begin there. */
static void AppendGrowth(const Run *run, char *text, size_t size) {
  const TrendSeries *s = &run->series;
  const PetscReal roundoff = TrendRoundoff(s), first = s->blocks ? s->block_maximum[0] : 0;
  const size_t used = strlen(text);
  int grown = 0; /* blocks */

  if (s->blocks < 2 || !(first > 0 && first <= roundoff && s->maximum > 1e6 * roundoff))
    return;
  while (grown < s->blocks - 1 && s->block_maximum[grown] < s->maximum / 10)
    grown++;
  (void)snprintf(
      text + used, size - used,
      "; from %.1g, which is round-off, its residual grew by e in each %.2g of time: the "
      "steps amplify what rounding takes off the constraint",
      first, grown * s->block_time / log(s->block_maximum[grown] / first));
}

/* One finished run in words, and what follows from it. */
static void DescribeConstraint(const Runs *runs, const Run *run, const Trend *trend, Finding *f) {
  const TrendSeries *s = &run->series;
  const char *shape = trend->exponent > 0.8   ? "growing in proportion to time"
                      : trend->exponent > 0.3 ? "growing like a walk"
                                              : "flat";
  const VerdictWord twin = TwinSays(runs, run, f->reason, sizeof(f->reason));
  char text[512], seen[128];

  (void)snprintf(seen, sizeof(seen), "%.127s", f->reason);
  f->observed = f->smallest = s->maximum;
  f->floor = trend->roundoff;
  (void)snprintf(
      text, sizeof(text),
      "the largest residual over %lld steps of %.6g%s is %.3g, %s; round-off explains up "
      "to %.3g (terms of size %.3g)",
      s->steps, s->h, run->in_proportion ? ", in proportion to its terms," : "", s->maximum, shape,
      trend->roundoff, s->scale);
  if (s->maximum <= trend->roundoff) {
    ConfirmExact(runs, run, text, seen, f);
  } else if (RunIsolated(s, trend->roundoff)) {
    FindingSet(f, twin, "%s; all but a few blocks stay below that%s", text, seen);
    FindingFlag(f, "isolated");
  } else if (s->maximum > 10 * trend->roundoff) {
    AppendGrowth(run, text, sizeof(text));
    FindingSet(f, REFUTED, "%s", text);
  } else if (twin == UNDECIDED)
    FindingSet(f, UNDECIDED, "%s", text);
  else
    FindingSet(f, twin, "%s%s", text, seen);
}

static void JudgeConstraint(const Runs *runs, const Claim *claim, Finding *f) {
  PetscReal worst = -1; /* the largest residual over what round-off explains */
  int finished = 0;

  if (runs->asked == 0)
    FindingSet(f, SKIPPED, "this realisation has no constraint \"%s\" to measure", claim->quantity);
  for (int k = 0; k < runs->asked; k++) {
    const TrendSeries *s = &runs->run[k].series;
    char text[640];
    Trend trend;

    if (s->stopped) {
      StopText(&runs->run[k], text, sizeof(text));
      AppendGrowth(&runs->run[k], text, sizeof(text));
      if (finished == 0)
        FindingSet(f, FAILED, "%s", text);
      continue;
    }
    TrendClassify(s, &trend);
    if (finished++ && !(s->maximum > worst * trend.roundoff))
      continue; /* the largest excess speaks */
    worst = s->maximum / trend.roundoff;
    DescribeConstraint(runs, &runs->run[k], &trend, f);
  }
}

/* The same, where no run with a step that the host chose came to its end, and a smaller one did. */
static void JudgeFinerConstraint(const Runs *runs, Finding *f) {
  const Run *finer = RunsFinerThatEnded(runs);
  char stop[640];
  Trend trend;

  if (!finer)
    return;
  TrendClassify(&finer->series, &trend);
  DescribeConstraint(runs, finer, &trend, f);
  StopText(&runs->run[runs->asked - 1], stop, sizeof(stop));
  AppendReason(f, stop);
}

/* ---- Energy and invariants ---- */

/* What the drift of an oscillation is, in words, and which one would have been found. */
static void DescribeDrift(const Trend *t, char *text, size_t size) {
  const char *what = !t->significant ? "is not significant" : "is within round-off";

  if (isinf(t->least_drift))
    (void)snprintf(text, size, "; it is too short to show a drift");
  else
    (void)snprintf(text, size,
                   ", and a drift of %.2g ± %.1g per unit of time %s; one of %.1g would have been "
                   "found",
                   t->slope, t->slope_deviation, what, t->least_drift);
}

/* One run in words. */
static void Describe(const Run *run, const Trend *t, char *text, size_t size) {
  const TrendSeries *s = &run->series;
  const PetscReal duration = (PetscReal)s->steps * s->h;
  char drift[192];

  switch (t->class) {
  case TREND_EXACT:
    (void)snprintf(text, size,
                   "with h = %.6g it stays within %.3g over %lld steps, which is round-off%s (up "
                   "to %.3g)",
                   s->h, s->maximum, s->steps,
                   t->one_way ? " that mostly goes one way, less than two units a step" : "",
                   t->roundoff);
    break;
  case TREND_BOUNDED:
    DescribeDrift(t, drift, sizeof(drift));
    (void)snprintf(text, size, "with h = %.6g it oscillates by %.3g (at most %.3g) over T = %.6g%s",
                   s->h, t->oscillation, s->maximum, duration, drift);
    break;
  case TREND_RANDOM_WALK:
    (void)snprintf(text, size,
                   "with h = %.6g it wanders like t^%.2f over a range of %.3g in T = %.6g", s->h,
                   t->exponent, t->range, duration);
    break;
  case TREND_LINEAR:
    (void)snprintf(text, size,
                   "with h = %.6g it drifts by %.4g ± %.1g per unit of time, %.3g over T = %.6g, "
                   "under oscillations of %.3g",
                   s->h, t->slope, t->slope_deviation, t->rise, duration, t->oscillation);
    break;
  case TREND_BLOW_UP:
    if (s->stopped)
      StopText(run, text, size);
    else if (s->maximum > s->scale)
      (void)snprintf(text, size, "with h = %.6g it grows to %.3g, more than its terms of %.3g",
                     s->h, s->maximum, s->scale);
    else
      (void)snprintf(text, size,
                     "with h = %.6g it grows to %.3g, more than four times its terms at the "
                     "beginning, %.3g",
                     s->h, s->maximum, TrendEarlyScale(s));
    break;
  }
}

/* The powers of h of the oscillation and of the drift, from the two smallest steps that were asked
 * for and show them. */
static void PowersAsked(const Runs *runs, const Trend trend[], Finding *f, char *text,
                        size_t size) {
  const Run *run = runs->run;
  const int last = runs->asked - 1;
  PetscReal steps, oscillation = NAN, drift = NAN;

  if (last < 1)
    return;
  steps = log(run[last - 1].series.h / run[last].series.h);
  if (!(steps > 0.1))
    return;
  if (trend[last].class != TREND_EXACT && trend[last].class != TREND_BLOW_UP &&
      trend[last - 1].class != TREND_BLOW_UP && trend[last].oscillation > trend[last].roundoff) {
    oscillation = log(trend[last - 1].oscillation / trend[last].oscillation) / steps;
    (void)snprintf(text, size, "; the oscillation goes like h^%.2f", oscillation);
  }
  if (trend[last].class == TREND_LINEAR && trend[last - 1].class == TREND_LINEAR) {
    const size_t used = strlen(text);

    drift = log(fabs(trend[last - 1].slope / trend[last].slope)) / steps;
    (void)snprintf(text + used, size - used, "%s the drift like h^%.2f", used ? "," : ";", drift);
  }
  if (isfinite(oscillation))
    f->details.oscillation_power = oscillation;
  if (isfinite(drift))
    f->details.drift_power = drift;
}

/* How the error falls with the step, from the runs beside the smallest one; else from those that
 * were asked for. */
static void Powers(const Runs *runs, const Trend trend[], Finding *f, char *text, size_t size) {
  const Fall *fall = &runs->fall;

  text[0] = 0;
  if (!isfinite(fall->power)) {
    PowersAsked(runs, trend, f, text, size);
    return;
  }
  f->details.oscillation_power = fall->power;
  (void)snprintf(text, size,
                 "; over T = %.6g its root mean square is %.3g with h = %.6g and %.3g with %.6g, "
                 "like h^%.2f",
                 fall->duration, fall->large, fall->h, fall->small, fall->finer, fall->power);
}

/* A run that stopped is no pass of what should hold: a solver that gave up, a NaN or an overflow has
 * many causes, and says nothing about what the method does to an invariant. A claim that rests on it
 * failed. */
static void JudgeStopped(const Run *run, Finding *f) {
  char text[512];

  StopText(run, text, sizeof(text));
  FindingSet(f, FAILED, "%s", text);
}

/* Whether the run is a witness against the conservation of its quantity; if it stopped, by what was
 * seen before. */
static PetscBool IsWitness(const Run *run, Finding *f) {
  Run before = *run;
  char text[512], stop[256] = "";
  Trend trend;

  if (!RunIsWitness(run, &trend))
    return PETSC_FALSE;
  if (run->series.stopped && isfinite(run->stop))
    (void)snprintf(stop, sizeof(stop), "; it stopped at t = %.6g", run->stop);
  before.series.stopped = 0;
  Describe(&before, &trend, text, sizeof(text));
  f->word = TrendName(trend.class);
  FindingSet(f, CONFIRMED, "%s%s", text, stop);
  return PETSC_TRUE;
}

/* A denial: one run that drifts is enough. */
static void JudgeDenial(const Runs *runs, const Trend trend[], const char *powers, Finding *f) {
  char text[512];
  int finest = -1;

  for (int k = runs->finer - 1; k >= 0; k--)
    if (IsWitness(&runs->fine[k], f))
      return;
  for (int k = runs->asked - 1; k >= 0; k--) {
    if (IsWitness(&runs->run[k], f)) {
      const size_t used = strlen(f->reason);

      (void)snprintf(f->reason + used, sizeof(f->reason) - used, "%s", powers);
      return;
    }
    if (finest < 0 && !runs->run[k].series.stopped)
      finest = k;
  }
  if (finest < 0) {
    StopText(&runs->run[runs->asked - 1], text, sizeof(text));
    FindingSet(f, SKIPPED, "no witness here: %s", text);
    return;
  }
  Describe(&runs->run[finest], &trend[finest], text, sizeof(text));
  if (RunsLost(runs)) {
    f->word = TrendName(TREND_LINEAR);
    FindingSet(f, CONFIRMED, "%s%s: it does not get smaller with h", text, powers);
  } else
    FindingSet(f, SKIPPED, "no witness here: %s%s", text, powers);
}

/* Whether a run's residuals are round-off but for the last tenth of it, in which what blows up takes
 * the residuals along. */
static PetscBool KeptUntilLate(const TrendSeries *s) {
  const PetscReal roundoff = 10 * TrendRoundoff(s);

  for (int k = 0; k < s->blocks - s->blocks / 10 - 1; k++)
    if (s->block_maximum[k] > roundoff)
      return PETSC_FALSE;
  return (PetscBool)(s->blocks > 1 || s->maximum <= roundoff);
}

PetscErrorCode LongExcuseStop(const Job *job, const Measured *measured, const Runs *runs,
                              Finding *f) {
  const Run *last = &runs->run[runs->asked - 1];
  char stop[512];
  Finding unstable;
  Runs *energy;

  PetscFunctionBeginUser;
  if (!KeptUntilLate(&last->series))
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&energy));
  RunsUnpack(measured, "energy", energy);
  for (PetscInt i = 0; energy->asked && i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];

    FindingInit(&unstable);
    if (strcmp(claim->study, "energy") || strcmp(claim->value, "drift") ||
        !IsWitness(&energy->run[energy->asked - 1], &unstable))
      continue;
    StopText(last, stop, sizeof(stop));
    FindingSet(
        f, SKIPPED,
        "%s; until late in it the residual is round-off, and the method is unstable here, as "
        "it says itself: it denies that the energy is kept, and %s",
        stop, unstable.reason);
    FindingFlag(f, "unstable");
  }
  PetscCall(PetscFree(energy));
  PetscFunctionReturn(0);
}

/* One finished run. */
static void JudgeExactRun(const Runs *runs, const Run *run, const Trend *t, const char *powers,
                          Finding *f) {
  char text[512], seen[128];
  VerdictWord twin;

  Describe(run, t, text, sizeof(text));
  twin = TwinSays(runs, run, seen, sizeof(seen));
  f->word = TrendName(t->class);
  f->smallest = run->series.maximum;
  f->floor = t->roundoff;
  if (t->class == TREND_EXACT) {
    if (twin == REFUTED && !(runs->on_model && !t->one_way))
      FindingSet(f, REFUTED, "%s%s", text, seen);
    else
      ConfirmExact(runs, run, text, seen, f);
  } else if (t->excess > 10) {
    FindingSet(f, REFUTED, "%s, where round-off explains %.3g%s%s", text, t->roundoff,
               run->series.maximum > 10 * t->roundoff ? "" : ", and less of its earlier terms",
               powers);
  } else {
    FindingSet(f, twin, "%s, hardly above what round-off explains, %.3g%s", text, t->roundoff,
               seen);
    if (twin == CONFIRMED)
      f->word = TrendName(TREND_EXACT);
  }
}

/* exact: every finished run has to be. A claim is on small steps: where the step's equations have no
 * solution with a large one, a smaller one speaks, over the whole time, and the verdict tells. */
static void JudgeExact(const Runs *runs, const Trend trend[], const char *powers, Finding *f) {
  int worst = -1;

  for (int k = 0; k < runs->asked; k++)
    if (!runs->run[k].series.stopped && (worst < 0 || trend[k].excess > trend[worst].excess))
      worst = k;
  if (worst >= 0) {
    JudgeExactRun(runs, &runs->run[worst], &trend[worst], powers, f);
    return;
  }
  const Run *finer = RunsFinerThatEnded(runs), *last = &runs->run[runs->asked - 1];
  char stop[512];
  Trend ended;

  if (!finer) {
    JudgeStopped(last, f);
    return;
  }
  TrendClassify(&finer->series, &ended);
  JudgeExactRun(runs, finer, &ended, powers, f);
  StopText(last, stop, sizeof(stop));
  AppendReason(f, stop);
}

/* What speaks of a claim that something is bounded: the smallest step, or one that drifts. */
static int SpeakerOf(const Runs *runs, const Trend trend[]) {
  const int last = runs->asked - 1;
  int speaks = last;

  for (int k = 0; k < last; k++)
    if (trend[k].class == TREND_LINEAR &&
        (trend[speaks].class <= TREND_RANDOM_WALK || runs->run[speaks].series.stopped))
      speaks = k;
  return speaks;
}

/* Whether what falls slowly falls faster with every step, and by more than any lower whole power does:
 * an error with a term below the claimed order does so ever more slowly. What is lost within the run
 * rises from h^0 to h^1 as well, since small steps take longer for it: of order 1 nothing rises. */
static PetscBool IsRising(const Runs *runs) {
  const Fall *fall = &runs->fall;

  return (PetscBool)(fall->power > fall->before + 0.1 &&
                     fall->power > PetscMax(runs->order - 0.9, runs->order / 2));
}

/* The verdict on one oscillating run, as far as smaller steps tell. */
static void JudgeOscillation(const Runs *runs, const Run *run, const Trend *t, const char *text,
                             const char *powers, Finding *f) {
  const Fall *fall = &runs->fall;
  char claimed[64] = "";

  for (int k = 0; k < runs->finer; k++)
    if (runs->fine[k].series.stopped && runs->fine[k].series.h < run->series.h) {
      JudgeStopped(&runs->fine[k], f);
      return;
    }
  if (isfinite(runs->order))
    (void)snprintf(claimed, sizeof(claimed), " where the method's order is %g", runs->order);
  if (!RunsFallSlowly(runs) && isinf(t->least_drift)) {
    FindingSet(f, SKIPPED, "no power: %s%s", text, powers);
  } else if (!RunsFallSlowly(runs)) {
    FindingSet(f, CONFIRMED, "%s%s", text, powers);
  } else if (IsRising(runs)) {
    FindingSet(f, CONFIRMED, "%s%s, and like h^%.2f with larger ones,%s: it still rises", text,
               powers, fall->before, claimed);
  } else if (fall->power > fall->before + 0.25 ||
             (isnan(fall->before) && fall->power > runs->order / 2)) {
    FindingSet(f, UNDECIDED, "%s%s,%s: smaller steps would decide", text, powers, claimed);
  } else {
    if (RunsLost(runs))
      f->word = TrendName(TREND_LINEAR);
    FindingSet(f, REFUTED, "%s%s%s", text, powers, claimed);
    FindingFlag(f, "power");
  }
}

/* One run that came to its end. */
static void JudgeBoundedRun(const Runs *runs, const Run *run, const Trend *t, PetscBool walk,
                            const char *powers, Finding *f) {
  char text[512];

  Describe(run, t, text, sizeof(text));
  f->word = TrendName(t->class);
  f->smallest = run->series.maximum;
  f->floor = t->roundoff;
  if (t->class == TREND_EXACT) {
    ConfirmExact(runs, run, text, NULL, f);
    if (f->verdict == CONFIRMED)
      FindingFlag(f, "exceeds");
  } else if (t->class == TREND_BOUNDED) {
    JudgeOscillation(runs, run, t, text, powers, f);
    if (t->suspicious && f->verdict == CONFIRMED)
      FindingSet(
          f, UNDECIDED,
          "%s%s; but that drift is %.1f of its deviations, of which chance makes five once in "
          "six hundred times: a longer run would decide",
          text, powers, t->significance);
    if (walk && f->verdict == CONFIRMED)
      FindingFlag(f, "exceeds");
  } else if (t->class == TREND_RANDOM_WALK) {
    FindingSet(f, walk ? CONFIRMED : UNDECIDED, "%s%s%s", text, powers,
               walk ? "" : "; a longer run or an ensemble would decide");
  } else if (t->class == TREND_LINEAR && t->faint) {
    FindingSet(f, UNDECIDED,
               "%s: %.0f of its deviations, but less than a ten-thousandth of the oscillation; a "
               "longer run would decide",
               text, t->significance);
  } else
    FindingSet(f, REFUTED, "%s%s", text, powers);
}

/* A value that moves at the beginning and then rests has no significant mean increment, and is an
 * oscillation about where it rests. A smaller step, which takes longer for the same, shows it move: by
 * more than what an oscillation of such steps could be, of which the run sees a part only. */
static void JudgeFinerDrift(const Runs *runs, const Run *run, const Trend *t, PetscBool walk,
                            Finding *f) {
  char text[512];

  if (f->verdict != CONFIRMED)
    return;
  for (int k = 0; k < runs->finer && f->verdict != REFUTED; k++) {
    const TrendSeries *finer = &runs->fine[k].series;
    Trend moves;

    TrendClassify(finer, &moves);
    if (finer->h >= run->series.h || moves.class < (walk ? TREND_LINEAR : TREND_RANDOM_WALK) ||
        moves.faint || PetscMax(moves.rise, moves.range) <= 2 * t->oscillation)
      continue;
    Describe(&runs->fine[k], &moves, text, sizeof(text));
    f->word = TrendName(moves.class);
    FindingSet(f, moves.class == TREND_RANDOM_WALK ? UNDECIDED : REFUTED,
               "%s, which is more than it oscillates by with h = %g (%.3g)", text, run->series.h,
               t->oscillation);
  }
}

/* bounded, or no worse than a random walk. A claim is on small steps: what a large one does too
 * (resonance, a run that stops) is told, but a drift at any step is a drift; and where the smallest
 * step stopped, no other drifts and there is no smaller one beside it, there is nothing to judge. */
static void JudgeBounded(const Runs *runs, const Trend trend[], PetscBool walk, const char *powers,
                         Finding *f) {
  const Run *run = runs->run;
  const int speaks = SpeakerOf(runs, trend);
  const Run *finer = RunsFinerThatEnded(runs);
  char other[512] = "";
  Trend ended;

  if (run[speaks].series.stopped && !finer) {
    JudgeStopped(&run[speaks], f);
    return;
  }
  if (run[speaks].series.stopped) {
    TrendClassify(&finer->series, &ended);
    JudgeBoundedRun(runs, finer, &ended, walk, powers, f);
    StopText(&run[speaks], other, sizeof(other));
    AppendReason(f, other);
    return;
  }
  JudgeBoundedRun(runs, &run[speaks], &trend[speaks], walk, powers, f);
  if (trend[speaks].class == TREND_BOUNDED)
    JudgeFinerDrift(runs, &run[speaks], &trend[speaks], walk, f);
  for (int k = 0; k < runs->asked - 1; k++)
    if (k != speaks && trend[k].class > TREND_BOUNDED && trend[k].class != trend[speaks].class) {
      Describe(&run[k], &trend[k], other, sizeof(other));
      AppendReason(f, other);
      return;
    }
}

static void JudgeEnergy(const Runs *runs, const Claim *claim, Finding *f) {
  const char *value = claim->value;
  Trend trend[RUNS];
  char powers[192];

  for (int k = 0; k < runs->asked; k++)
    TrendClassify(&runs->run[k].series, &trend[k]);
  Powers(runs, trend, f, powers, sizeof(powers));
  if (runs->asked == 0)
    FindingSet(f, SKIPPED, "this model has no invariant \"%s\" to measure", claim->quantity);
  else if (!strcmp(value, "drift"))
    JudgeDenial(runs, trend, powers, f);
  else if (!strcmp(value, "exact"))
    JudgeExact(runs, trend, powers, f);
  else if (!strcmp(value, "bounded") || !strcmp(value, "random_walk"))
    JudgeBounded(runs, trend, (PetscBool)!strcmp(value, "random_walk"), powers, f);
  else
    FindingSet(f, FAILED, "\"%s\" is not a claim on energy: exact, bounded, random_walk or drift",
               value);
}

PetscErrorCode LongJudge(PetscInt count, const Job *const jobs[], const Measured *const measured[],
                         const Claim *claim, Finding *f) {
  Runs *runs;

  PetscFunctionBeginUser;
  (void)count;
  FindingInit(f);
  f->decided_in = PETSC_TRUE;
  f->precision = measured[0]->precision;
  PetscCall(PetscNew(&runs));
  RunsUnpack(measured[0], claim->quantity, runs);
  runs->job = jobs[0];
  runs->on_model = LongIsOnModel(claim);
  if (!strcmp(claim->study, "constraint"))
    JudgeConstraint(runs, claim, f);
  if (!strcmp(claim->study, "constraint") && f->verdict == FAILED && runs->asked)
    PetscCall(LongExcuseStop(jobs[0], measured[0], runs, f));
  if (!strcmp(claim->study, "constraint") && f->verdict == FAILED && runs->asked)
    JudgeFinerConstraint(runs, f);
  if (strcmp(claim->study, "constraint"))
    JudgeEnergy(runs, claim, f);
  /* At the edge of round-off, where the twin was not run. */
  if (!strcmp(claim->value, "exact") && f->verdict == UNDECIDED)
    FindingWantsDigits(f, jobs[0]);
  PetscCall(PetscFree(runs));
  PetscFunctionReturn(0);
}
