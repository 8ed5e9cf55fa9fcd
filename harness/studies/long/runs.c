#include "studies/long/long.h"

/* A residual is made of the terms of its own step. Of a run whose terms grow, what counts is the
 * block that is largest in proportion to them; the others are in units of its terms. */
static void ReadResiduals(const Watched *quantity, TrendSeries *s) {
  const Block *worst = quantity->block;

  for (PetscInt i = 0; i < quantity->blocks; i++) {
    const Block *block = &quantity->block[i];

    if (!(block->scale > 0))
      return;
    if (block->maximum / block->scale > worst->maximum / worst->scale)
      worst = block;
  }
  if (!worst)
    return;
  s->maximum = worst->maximum;
  s->scale = worst->scale;
  s->scaled = 0;
  s->in_proportion = 1;
}

/* Full blocks only: the last one may hold fewer values. */
static void ReadBlocks(const Watched *quantity, TrendSeries *s) {
  s->block = quantity->block;
  s->block_time = (double)quantity->block_steps * s->h;
  s->scaled = quantity->blocks > 0;
  while (s->blocks < quantity->blocks && (s->blocks + 1) * quantity->block_steps <= quantity->count)
    s->scaled = s->block[s->blocks++].scale > 0 && s->scaled;
}

static void UnpackRun(PetscReal epsilon, const LongRun *entry, const char *name, Run *run) {
  const Watched *quantity = LongRunFind(entry, name);
  TrendSeries *s = &run->series;

  memset(run, 0, sizeof(*run));
  s->steps = entry->steps;
  s->h = entry->h;
  s->epsilon = isnan(entry->epsilon) ? epsilon : entry->epsilon;
  s->scale = quantity->scale > 0 ? quantity->scale : 1;
  s->first_scale = quantity->first_scale;
  s->maximum = quantity->maximum;
  run->stop = NAN;
  ReadBlocks(quantity, s);
  if (quantity->study && !strcmp(quantity->study, "constraint"))
    ReadResiduals(quantity, s);
  run->own_error = entry->own_error * s->scale * (PetscReal)entry->steps;
  run->reason = entry->ending.reason;
  run->growth = entry->growth;
  s->parted = entry->growth > SENSITIVE ? entry->parted : NAN;
  if (entry->ending.status == STATUS_FAILED) {
    s->stopped = 1;
    run->stop = entry->ending.time;
    if (entry->ending.step > 0)
      s->steps = entry->ending.step;
  }
  if (quantity->nonfinite > 0 || !isfinite(s->maximum)) {
    if (!s->stopped)
      run->reason = "values that are not finite";
    s->stopped = 1;
    s->maximum = isfinite(s->maximum) ? s->maximum : 0;
  }
  /* Windows that lack a value are no means. */
  s->smooths = quantity->nonfinite > 0 ? 0 : (int)quantity->smooth_values.count;
  s->smooth = quantity->smooth_values.at;
  s->smooth_apart = (PetscReal)quantity->smooth_steps * s->h;
  run->trend = TrendClassify(s);
}

/* Unpacks those of a kind (NULL: requested) that have the quantity, by the sizes of their steps; returns
 * how many. */
static int UnpackRuns(const Measured *measured, const char *name, const char *kind, int most,
                      Run run[]) {
  const LongRun *sorted[RUNS];
  int count = 0;

  for (PetscInt i = 0; measured->shape == MEASURED_RUNS && i < measured->count; i++) {
    const LongRun *entry = &measured->run[i];
    int k = count;

    if (count == most || !TextIsSame(entry->extra, kind) || !LongRunFind(entry, name))
      continue;
    for (; k > 0 && sorted[k - 1]->h < entry->h; k--)
      sorted[k] = sorted[k - 1];
    sorted[k] = entry;
    count++;
  }
  for (int k = 0; k < count; k++)
    UnpackRun(measured->epsilon, sorted[k], name, &run[k]);
  return count;
}

/* Runs that stopped early count little where two others ended. */
static void FindFall(Runs *runs) {
  const TrendSeries *chain[1 + RUNS_FINER];
  int count = 0, ended = 0;

  for (int k = 0; k < runs->finer; k++)
    ended += !runs->fine[k].series.stopped;
  if (runs->requested && (ended < 2 || !runs->run[runs->requested - 1].series.stopped))
    chain[count++] = &runs->run[runs->requested - 1].series;
  for (int k = 0; k < runs->finer; k++)
    if (ended < 2 || !runs->fine[k].series.stopped)
      chain[count++] = &runs->fine[k].series;
  runs->fall = TrendFall(count, chain);
}

/* Where the motion is sensitive, runs with smaller steps part later than those whose time of parting was
 * measured; those with larger steps count as parted at once, since 0 would mean never. */
static void SetParted(Runs *runs) {
  const PetscReal at_once = PETSC_SMALL * PETSC_SMALL;
  PetscReal known = at_once;

  for (int k = 0; k < runs->finer && isfinite(RunsSensitivity(runs)); k++) {
    if (isfinite(runs->fine[k].growth))
      known = runs->fine[k].series.parted;
    else
      runs->fine[k].growth = RunsSensitivity(runs);
    runs->fine[k].series.parted = known;
  }
}

PetscBool RunsLeak(const Runs *runs) {
  const Fall *fall = &runs->small_fall;
  const Run *quiet = runs->smalls == RUNS_SMALL ? &runs->small[RUNS_SMALL - 1] : &runs->fine[0];
  const PetscReal steps = fall->duration / fall->finer;

  return (PetscBool)(fall->power < FALL_STAGNANT && fall->small > DRIFT_OF_STEP_SHARE *
                                                                      DRIFT_OF_STEP *
                                                                      quiet->series.scale * steps);
}

/* Where the motion passes by a collision, what is before that: the error of the passage hides a loss of each
 * step. */
static void FindQuietFall(Runs *runs) {
  TrendSeries before[2];
  const TrendSeries *const pair[] = {&before[0], &before[1]};

  if (!runs->requested || !runs->finer || RunsLeak(runs))
    return;
  before[0] = runs->run[runs->requested - 1].series;
  before[1] = runs->fine[0].series;
  before[1].parted = TrendPassage(&before[0]);
  if (!(before[1].parted > 0))
    return;
  const Fall quiet = TrendFall(2, pair);
  if (!isnan(quiet.power))
    runs->small_fall = quiet;
}

static void FinishRuns(Runs *runs) {
  const TrendSeries *const small[] = {&runs->small[0].series, &runs->small[1].series};

  SetParted(runs);
  FindFall(runs);
  runs->small_fall = TrendFall(runs->smalls == RUNS_SMALL ? RUNS_SMALL : 0, small);
  FindQuietFall(runs);
}

void RunsFrom(const Runs *all, int finer, Runs *out) {
  *out = *all;
  out->requested = 1;
  out->run[0] = all->fine[finer];
  out->finer = all->finer - finer - 1;
  for (int k = 0; k < out->finer; k++)
    out->fine[k] = all->fine[finer + 1 + k];
  FinishRuns(out);
}

PetscReal RunsSensitivity(const Runs *runs) {
  PetscReal growth = NAN;

  for (int k = 0; k < runs->finer; k++)
    if (runs->fine[k].growth > SENSITIVE)
      growth = fmax(growth, runs->fine[k].growth); /* fmax passes over NaN */
  return growth;
}

PetscBool RunsMeasuredSensitivity(const Runs *runs) {
  for (int k = 0; k < runs->finer; k++)
    if (isfinite(runs->fine[k].growth))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

void RunsUnpack(const Measured *measured, const char *name, Runs *runs) {
  runs->requested = UnpackRuns(measured, name, NULL, RUNS, runs->run);
  runs->finer = UnpackRuns(measured, name, RUN_FINER, RUNS_FINER, runs->fine);
  runs->smalls = UnpackRuns(measured, name, RUN_SMALL, RUNS_SMALL, runs->small);
  runs->quads = UnpackRuns(measured, name, RUN_QUAD, 1, &runs->quad);
  FinishRuns(runs);
}

PetscBool RunsUnpackLast(const Measured *measured, const char *name, Run *run) {
  const LongRun *last = &measured->run[measured->count - 1];

  if (!LongRunFind(last, name))
    return PETSC_FALSE;
  UnpackRun(measured->epsilon, last, name, run);
  return PETSC_TRUE;
}

PetscBool RunsAllStopped(const Runs *runs) {
  for (int k = 0; k < runs->requested; k++)
    if (!runs->run[k].series.stopped)
      return PETSC_FALSE;
  for (int k = 0; k < runs->finer; k++)
    if (!runs->fine[k].series.stopped)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscBool RunsStagnate(const Runs *runs) { return (PetscBool)(runs->fall.power < FALL_STAGNANT); }

const Run *RunsFinerThatEnded(const Runs *runs) {
  for (int k = 0; k < runs->finer; k++)
    if (!runs->fine[k].series.stopped)
      return &runs->fine[k];
  return NULL;
}

PetscBool RunIsolated(const TrendSeries *s, PetscReal roundoff) {
  int above = 0;

  for (int k = 0; k < s->blocks; k++)
    above += TrendBlockMaximum(s, k) > roundoff;
  return (PetscBool)(ISOLATED_BLOCKS * above <= s->blocks &&
                     s->maximum <= ISOLATED_ROUNDOFFS * roundoff && s->blocks > 0 &&
                     TrendBlockMaximum(s, s->blocks - 1) <= roundoff);
}

PetscBool RunIsCounterexample(const Run *run, Run *before) {
  *before = *run;
  before->series.stopped = 0;
  before->trend = TrendClassify(&before->series);
  return (PetscBool)(before->trend.class == TREND_LINEAR || before->trend.class == TREND_BLOW_UP);
}

PetscBool RunsLost(const Runs *runs) {
  const Run *last = &runs->run[runs->requested - 1];

  return (PetscBool)(RunsStagnate(runs) && runs->fall.small > FALL_LOST_SHARE * last->series.scale);
}
