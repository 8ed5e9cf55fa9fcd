/* A method's step as the host relies on it: a pure function of the state, without a hidden one, and
 * without leaks. Tried on a few of the models that the method accepts. */
#include "base/word_list.h"
#include "check/subject.h"
#include "studies/purity.h"

#include <malloc.h>

enum {
  MOST_MODELS = 3,
  MOST_ENTRIES = 40,
  STEPS = 6,
  WARM = 60,
  MANY = 400,
  REPEATED = 256,
  SMALLER = 64
};

/* Below this share of the state a step is small. */
#define SMALL_WAY QUAD_C(2e-9)

/* What a step of −h leaves of the way falls at least like h, by half; a part that stays is a defect. */
#define BACK QUAD_C(0.75)

/* A model that the method accepts, in coordinates in which it does. */
typedef struct {
  ModelCase instance;
  PetscInt realisation;
} Accepted;

typedef struct {
  char name[192]; /* "gauss_2 on kepler:e03" */
  const Core *core;
  IntegrationSetup setup;
  Quad h;
  PetscInt scored; /* of the numbers in a state, after the first, q and p */
  Quad *one, *two, *middle;
  char impure[PURITY_TEXT]; /* as every run looks at it, before any other step */
} Trial;

/* The state after so many steps from the start, or from a state; *failed if a step failed. */
static PetscErrorCode TakeSteps(Trial *trial, Integration it, const Quad *from, PetscInt steps,
                                Quad *state, PetscBool *failed) {
  StepFailure failure = {.failed = PETSC_FALSE};
  if (from)
    trial->core->set_state(it, from);
  else
    PetscCall(trial->core->begin(it, trial->h, NULL, &failure));
  if (!failure.failed)
    PetscCall(trial->core->advance(it, steps, &failure));
  *failed = failure.failed;
  if (failure.failed)
    CheckRemark("%s: at t = %g: %s", trial->name, (double)failure.time, failure.text);
  else
    trial->core->get_state(it, state);
  return 0;
}

/* As every run looks at it, over more steps: what has a period of hundreds shows too. Between them come
 * steps on the other model, if there is one; `first`: no step has been taken in this process. */
static PetscErrorCode ExaminePurity(Trial *trial, const Accepted *other, PetscBool beginnings,
                                    PetscBool first) {
  PurityTrial purity = {.core = trial->core,
                        .setup = trial->setup,
                        .h = trial->h,
                        .steps = REPEATED,
                        .beginnings = beginnings,
                        .new_process = first};
  Purity found;
  if (other) {
    KeptError fault; /* of that model, which is not checked here */
    PetscCall(KeptErrorBegin(&fault));
    if (trial->core->problem_create(other->instance, other->realisation, &purity.elsewhere))
      purity.elsewhere = NULL;
    PetscCall(KeptErrorEnd());
  }
  PetscCall(PurityExamine(&purity, trial->impure, &found));
  PetscCall(trial->core->problem_destroy(&purity.elsewhere));
  return 0;
}

static void ReportPurity(const Trial *trial, PetscBool beginnings) {
  const char *const text = trial->impure;
  CheckResult((PetscBool)!text[0],
              beginnings
                  ? "%s: a second run takes the same %d steps to the last bit"
                  : "%s: its step is a continuous function of the state, also after the state "
                    "is saved and restored (%d steps)",
              trial->name, (int)REPEATED);
  if (text[0])
    CheckRemark("%s: %s", trial->name, text);
}

static PetscErrorCode CheckLeaks(Trial *trial, Integration it) {
  PetscBool failed;
  PetscCall(TakeSteps(trial, it, NULL, WARM, trial->one, &failed));
  if (failed)
    return 0;
  const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  PetscCall(TakeSteps(trial, it, trial->one, MANY, trial->two, &failed));
  const double growth =
      ((double)(mallinfo2().uordblks + mallinfo2().hblkhd) - (double)before) / MANY;
  CheckResult((PetscBool)(growth < 1), "%s: %d steps leak no memory (%.1f bytes per step)",
              trial->name, (int)MANY, growth);
  return 0;
}

/* ---- Single steps from the start ---- */

/* One of h, of any sign: the states before and after it are trial->one and trial->middle; *way is by how much
 * it changes q and p. */
static PetscErrorCode StepFromStart(Trial *trial, Integration it, Quad h, Quad *way,
                                    StepFailure *failure) {
  const Core *core = trial->core;
  *way = 0;
  PetscCall(core->begin(it, h, NULL, failure));
  if (failure->failed)
    return 0;
  core->get_state(it, trial->one);
  PetscCall(core->advance(it, 1, failure));
  if (failure->failed)
    return 0;
  core->get_state(it, trial->middle);
  for (PetscInt i = 1; i <= trial->scored; i++)
    *way += fabsq(trial->middle[i] - trial->one[i]);
  return 0;
}

/* A step adds to the state what tends to 0 with h. One that writes the new state in place of the increments doubles
 * the state, however small h is. */
static PetscErrorCode CheckSmallSteps(Trial *trial, Integration it) {
  const Quad h[2] = {trial->h / SMALLER, trial->h / (SMALLER * SMALLER)};
  Quad way[2], size = 0;
  for (int k = 0; k < 2; k++) {
    StepFailure failure;
    PetscCall(StepFromStart(trial, it, h[k], &way[k], &failure));
    if (failure.failed) {
      CheckRemark("%s: at t = %g: %s", trial->name, (double)failure.time, failure.text);
      return 0;
    }
  }
  for (PetscInt i = 1; i <= trial->scored; i++)
    size += fabsq(trial->one[i]);
  const PetscBool vanish = (PetscBool)(way[1] <= way[0] / 2 || way[1] <= SMALL_WAY * size);
  CheckResult(vanish, "%s: its increments tend to 0 with h", trial->name);
  if (!vanish)
    CheckRemark("%s: one step of h = %.2g changes q and p by %.2g, one of h = %.2g by %.2g%s",
                trial->name, (double)h[0], (double)way[0], (double)h[1], (double)way[1],
                way[1] > size / 2
                    ? ": does it write the new state to dq and dp, in place of the increments?"
                    : "");
  return 0;
}

/* ---- Steps of −h ---- */

/* Whether it claims to be symplectic, reversible or symmetric somewhere. */
static PetscBool ClaimsStructure(const gimbal_method *family) {
  for (size_t i = 0; i < family->claims.count; i++) {
    const gimbal_claim *claim = ListAt(family->claims, gimbal_claim, i);
    if (!strcmp(claim->value, "yes") &&
        WordsContain("symplectic reversible symmetric", claim->quantity))
      return PETSC_TRUE;
  }
  return (PetscBool)(family->symmetric != NULL);
}

/* From the start a step of h, and one of −h from there: how far they lead away from the start,
 * relative to the length of the first. */
static PetscErrorCode StepForthAndBack(Trial *trial, Integration it, Quad h, Quad *part,
                                       PetscBool *failed) {
  StepFailure failure;
  Quad way, off = 0;
  PetscCall(StepFromStart(trial, it, h, &way, &failure));
  *failed = failure.failed;
  if (*failed)
    return 0;
  PetscCall(trial->core->begin(it, -h, NULL, &failure));
  trial->middle[0] = -1;
  PetscCall(TakeSteps(trial, it, trial->middle, 1, trial->two, failed));
  for (PetscInt i = 1; i <= trial->scored && !*failed; i++)
    off += fabsq(trial->two[i] - trial->one[i]);
  *part = off <= 1e5 * trial->core->epsilon * (1 + way) ? 0 : off / way;
  return 0;
}

/* A step of −h goes back up to the local error: the missing part of the way falls with h. A method
 * with memory is free to define −h. */
static PetscErrorCode CheckStepsBack(Trial *trial, Integration it, const Accepted *on) {
  const Method method = trial->setup.method;
  const gimbal_method *const family = method->family;
  Quad forward, memory, coarse = 0, fine = 0;
  PetscBool failed;
  PetscCall(
      MethodEvaluate(method, on->instance, on->realisation, family->forward_only, 0, &forward));
  PetscCall(MethodEvaluate(method, on->instance, on->realisation, family->memory, 0, &memory));
  if (!ClaimsStructure(family) || memory > 0)
    return 0;
  if (forward != 0) {
    CheckSkip("it says that h is never negative", "%s: steps of -h", trial->name);
    return 0;
  }
  PetscCall(StepForthAndBack(trial, it, trial->h / 16, &coarse, &failed));
  if (!failed)
    PetscCall(StepForthAndBack(trial, it, trial->h / 32, &fine, &failed));
  if (failed)
    CheckResult(PETSC_FALSE, "%s: it takes steps of -h (or declares forward_only)", trial->name);
  else
    CheckResult((PetscBool)(fine <= BACK * coarse),
                "%s: steps of -h go back, to within %.1e of a step", trial->name, (double)fine);
  return 0;
}

/* The first one, with the other for steps in between. *steps becomes true if a step is made there;
 * else it stays as it is. */
static PetscErrorCode TryMethod(Method method, const Accepted on[2], PetscBool quad,
                                PetscBool first, PetscBool *steps) {
  const ModelCase instance = on[0].instance;
  Trial trial = {.core = quad ? CoreQuad() : CoreDouble()};
  Integration it;
  const Dimensions d = ModelCaseDimensions(instance, on[0].realisation);
  PetscBool failed, moved = PETSC_FALSE;
  Quad uncopyable;
  KeptError fault;
  (void)snprintf(
      trial.name, sizeof(trial.name), "%s on %s:%s %s%s", method->name, instance->model->name,
      instance->name,
      ListAt(instance->model->descriptor->realisations, gimbal_realisation, on[0].realisation)
          ->name,
      quad ? " in quadruple precision" : "");
  trial.setup.method = method;
  trial.setup.tolerance_factor = 1;
  trial.h = instance->step;
  PetscCall(KeptErrorBegin(&fault));
  const PetscErrorCode error =
      trial.core->problem_create(instance, on[0].realisation, &trial.setup.problem);
  PetscCall(KeptErrorEnd());
  if (error) { /* which is the model's, not the method's */
    CheckRemark("%s: %s", trial.name, fault.text);
    return 0;
  }
  PetscCall(MethodEvaluate(method, instance, on[0].realisation, method->family->uncopyable, 0,
                           &uncopyable));
  PetscCall(
      ExaminePurity(&trial, on[1].instance ? &on[1] : NULL, (PetscBool)(uncopyable != 0), first));
  trial.scored = d.n + d.m;
  PetscCall(trial.core->create(&trial.setup, &it));
  const PetscInt room = trial.core->get_state(it, NULL);
  PetscCall(PetscMalloc3(room, &trial.one, room, &trial.two, room, &trial.middle));
  PetscCall(TakeSteps(&trial, it, NULL, 0, trial.two, &failed));
  if (!failed)
    PetscCall(TakeSteps(&trial, it, NULL, STEPS, trial.one, &failed));
  for (PetscInt i = 1; i <= trial.scored && !failed; i++)
    moved = (PetscBool)(moved || trial.one[i] != trial.two[i]);
  if (failed)
    CheckSkip("the step fails there, which `gimbal run` shows", "%s: steps", trial.name);
  else if (!moved)
    CheckSkip("q and p are the same after some steps", "%s: steps", trial.name);
  else {
    *steps = PETSC_TRUE;
    if (uncopyable == 0)
      PetscCall(CheckStepsBack(&trial, it, &on[0]));
    else
      CheckSkip("it says that its state cannot be copied", "%s: a restored state", trial.name);
    ReportPurity(&trial, (PetscBool)(uncopyable != 0));
    if (!quad) {
      PetscCall(CheckSmallSteps(&trial, it));
      PetscCall(CheckLeaks(&trial, it));
    }
  }
  PetscCall(PetscFree3(trial.one, trial.two, trial.middle));
  PetscCall(trial.core->destroy(&it));
  PetscCall(trial.core->problem_destroy(&trial.setup.problem));
  return 0;
}

/* The first coordinates in which the method accepts a model that is small enough. */
static PetscErrorCode AcceptModel(Method method, Model model, Accepted *out, PetscBool *found) {
  const PetscInt realisations = (PetscInt)model->descriptor->realisations.count;
  *found = PETSC_FALSE;
  PetscCall(ModelCaseCreate(model, NULL, 0, &out->instance));
  for (out->realisation = 0; out->realisation < realisations; out->realisation++) {
    PetscCall(MethodAccepts(method, out->instance, out->realisation, found));
    *found = (PetscBool)(*found &&
                         ModelCaseDimensions(out->instance, out->realisation).n <= MOST_ENTRIES);
    if (*found)
      return 0;
  }
  ModelCaseDestroy(&out->instance);
  return 0;
}

PetscErrorCode CheckMethod(Registry registry, Method method) {
  Accepted on[MOST_MODELS + 1] = {{NULL, 0}};
  PetscInt accepted = 0;
  PetscBool steps = PETSC_FALSE;
  if (method->family_quad)
    CheckResult(PETSC_TRUE, "%s: it is built in both precisions", method->name);
  else
    CheckSkip(NO_QUADRUPLE_BUILD, "%s: it is built in both precisions", method->name);
  if (!MethodTakesSteps(method->family)) {
    CheckSkip("it takes no steps of a fixed size", "%s: steps", method->name);
    return 0;
  }
  /* First those that came with it: others may be none for which it is made. */
  for (int others = 0; others < 2; others++)
    for (PetscInt i = 0; i < registry->models && accepted < MOST_MODELS; i++) {
      const Model model = registry->model[i];
      PetscBool found = PETSC_FALSE;
      if (others == !!strcmp(model->file, method->file))
        PetscCall(AcceptModel(method, model, &on[accepted], &found));
      accepted += found;
    }
  for (PetscInt i = 0; i < accepted; i++) {
    const Accepted pair[2] = {on[i], accepted > 1 ? on[(i + 1) % accepted] : on[accepted]};
    PetscCall(TryMethod(method, pair, PETSC_FALSE, (PetscBool)(i == 0), &steps));
  }
  if (accepted && method->family_quad && on[0].instance->model->descriptor_quad) {
    const Accepted pair[2] = {on[0], {NULL, 0}};
    PetscCall(TryMethod(method, pair, PETSC_TRUE, PETSC_FALSE, &steps));
  }
  for (PetscInt i = 0; i < accepted; i++)
    ModelCaseDestroy(&on[i].instance);
  if (!accepted)
    CheckSkip("there is no model that it accepts", "%s: steps", method->name);
  else if (!steps) /* one model may be too hard for a method, but not all */
    CheckResult(PETSC_FALSE, "%s: its step changes q or p on one of the models tried at least",
                method->name);
  return 0;
}
