#include "base/floating.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "studies/experiment.h"
#include "studies/purity.h"
#include "studies/study.h"

const Study *StudyFind(const char *name) {
  for (PetscInt i = 0; Studies[i]; ++i)
    if (!strcmp(Studies[i]->name, name))
      return Studies[i];
  return NULL;
}

PetscBool StudyHasClaim(const Study *study, const char *claim) {
  for (const ClaimWords *words = study->claims; words->study; ++words)
    if (!strcmp(words->study, claim))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool WordsHold(const char *words, const char *word) {
  return (PetscBool)(!words || WordsContain(words, word));
}

const Study *StudyThatJudges(const gimbal_claim *claim, const ClaimWords **found) {
  for (PetscInt i = 0; Studies[i]; ++i)
    for (const ClaimWords *words = Studies[i]->claims; words->study; ++words)
      if (!strcmp(words->study, claim->study) && WordsHold(words->quantities, claim->quantity) &&
          WordsHold(words->values, claim->value)) {
        *found = words;
        return Studies[i];
      }
  *found = NULL;
  return NULL;
}

const ClaimWords *StudyVocabulary(PetscInt i) { return Studies[i] ? Studies[i]->claims : NULL; }

/* ---- Is the method a function of its state? ---- */

/* The job's finest step size, and how many steps of it the job has. */
static PetscErrorCode StepOf(const Experiment *s, Quad *h, PetscInt *steps) {
  const Job *job = s->job;
  const PetscInt last = job->steps.count - 1;
  Quad duration;
  *h = s->instance->step;
  *steps = last >= 0 ? job->steps.at[last] : PETSC_MAX_INT;
  if (job->runs.count) {
    PetscCall(ExperimentEvaluateStep(s, &job->runs.at[0], h));
    *steps = (PetscInt)PetscMin(job->runs.at[0].steps, PETSC_MAX_INT);
  } else if (job->h.count)
    PetscCall(ExperimentEvaluateStepSize(s, 0, h));
  else if (job->duration && last >= 0) {
    PetscCall(ExperimentEvaluateTime(s, job->duration, &duration));
    *h = duration / (Quad)*steps;
  }
  return 0;
}

/* A job in two precisions is examined in the cheaper one. */
static PetscErrorCode ExaminePurity(const Experiment *s, Measured *measured) {
  enum { STEPS = 48, STEPS_IN_QUAD = 16 };
  const Precision precision = ExperimentNamedPrecision(s);
  const Job *job = s->job;
  PurityTrial trial = {.core = CoreOf(precision),
                       .setup = {.method = s->method,
                                 .problem = s->problem[precision],
                                 .tolerance_factor = s->tolerance_factor,
                                 .mutation = s->mutation},
                       .y0 = s->y0,
                       .time_unit = s->instance->normal ? s->instance->normal->time : 0};
  Purity *const purity = &measured->purity;
  char text[PURITY_TEXT];
  Quad uncopyable;
  PetscCall(StepOf(s, &trial.h, &trial.steps));
  trial.steps = PetscMin(trial.steps, precision == IN_QUAD ? STEPS_IN_QUAD : STEPS);
  PetscCall(ExperimentEvaluateMethod(s, s->method->family->uncopyable, &uncopyable));
  trial.new_process = (PetscBool)(job->steps.count > 1 || job->h.count > 1);
  trial.beginnings = (PetscBool)(uncopyable != 0);
  PetscCall(PurityExamine(&trial, text, purity));
  purity->beginnings = trial.beginnings;
  if (!text[0])
    return 0;
  Utf8Cut(text, text, sizeof(text));
  purity->impure = ArenaText(measured->arena, text);
  return 0;
}

/* Those in which the experiment is integrated. */
static void ReportUnits(const Study *study, const Experiment *s, Measured *measured) {
  const CaseUnits *const units = s->instance->normal;
  if (!units)
    return;
  const RealisationUnits *const u = &units->realisation[s->realisation];
  int energy = units->action - units->time;
  if (study->mean_squares)
    energy *= 2;
  measured->units.time = units->time;
  if (study->relative)
    return;
  MeasuredAddUnits(measured, "q", u->n, u->q);
  MeasuredAddUnits(measured, "v", u->m, u->v);
  MeasuredAddUnits(measured, "p", u->m, u->p);
  MeasuredAddUnits(measured, "lambda", u->k, u->lambda);
  MeasuredAddUnits(measured, "energy", 1, &energy);
  /* further numbers of the studies of orbits and of shadow Hamiltonians */
  MeasuredAddUnits(measured, "hamiltonian", 1, &energy);
  MeasuredAddUnits(measured, "coarse", 1, &energy);
  MeasuredAddUnits(measured, "shift", 1, &units->time);
  MeasuredAddUnits(measured, "duration", 1, &units->time);
  MeasuredAddUnits(measured, "later", 1, &units->time);
  for (PetscInt i = 0; i < u->invariants; ++i)
    MeasuredAddUnits(measured, ListAt(s->descriptor->invariants, gimbal_invariant, i)->name, 1,
                     &u->invariant[i]);
}

PetscErrorCode StudyMeasure(Registry registry, const Job *job, Measured **measured) {
  const Study *study = job->kind ? StudyFind(job->kind) : NULL;
  Experiment experiment;
  UserCheck(study, "unknown kind of job '%s'", job->kind ? job->kind : "");
  PetscCall(ExperimentCreate(registry, job, 0, &experiment));
  *measured = MeasuredCreate();
  if (!study->runs_nothing)
    PetscCall(ExaminePurity(&experiment, *measured));
  PetscCall(study->measure(&experiment, *measured));
  ReportUnits(study, &experiment, *measured);
  PetscCall(ExperimentDestroy(&experiment));
  /* A method's own calls are examined one by one; what a model's function does shows here. */
  const char *changed = FloatingCheck();
  UserCheck(!changed, "a function of the model, or of the method, changed %s", changed);
  return 0;
}
