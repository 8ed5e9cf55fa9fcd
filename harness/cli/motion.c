#include "cli/motion.h"
#include "base/clock.h"
#include "base/terminal.h"
#include "farm/progress.h"
#include "registry/formulation.h"
#include "registry/parameters.h"

static void Scale(PetscInt count, const int *unit, int sign, const Quad *in, Quad *out) {
  for (PetscInt i = 0; i < count; i++)
    out[i] = scalbnq(in[i], sign * unit[i]);
}

static Quad HostTime(const Motion *m, Quad t) {
  return scalbnq(t - m->instance->begin, m->instance->normal ? -m->instance->normal->time : 0);
}

/* Counts and units of all parts; those of a row are one after the other. */
void MotionFindParts(Motion *m) {
  const CaseUnits *units = m->instance->normal;
  const RealisationUnits *u = units ? &units->realisation[m->realisation] : NULL;
  const PetscInt holonomic = m->d.holonomic, residuals = ConstraintResiduals(&m->d);
  const int energy = units ? units->action - units->time : 0;
  const PetscInt count[MOTION_PARTS] = {m->d.n,
                                        m->d.m,
                                        holonomic + m->d.nonholonomic,
                                        FormulationGetData(m->d.formulation)->velocities ? m->d.m
                                                                                         : 0,
                                        1,
                                        (PetscInt)m->descriptor->invariants.count,
                                        residuals};
  PetscInt total = 0;
  for (int part = 0; part < MOTION_PARTS; part++)
    total += m->count[part] = count[part];
  m->state = m->d.n + m->d.m;
  m->row = m->state + m->count[MOTION_LAMBDA];
  m->unit[0] = MemoryZeroed(total, sizeof(*m->unit[0]));
  for (int part = 1; part < MOTION_PARTS; part++)
    m->unit[part] = m->unit[part - 1] + m->count[part - 1];
  if (!u)
    return;
  const int *const given[] = {u->q, u->v, u->lambda, u->p, &energy, u->invariant};
  for (int part = 0; part < MOTION_CONSTRAINT; part++)
    (void)PetscArraycpy(m->unit[part], given[part], m->count[part]);
  for (PetscInt i = 0; i < residuals; i++)
    m->unit[MOTION_CONSTRAINT][i] = u->constraint[i < holonomic ? i : i - holonomic] -
                                    (i >= holonomic && i < 2 * holonomic ? units->time : 0);
}

void MotionWordRead(const char *text, MotionWord *word) {
  char *colon, *at;
  (void)snprintf(word->model, sizeof(word->model), "%s", text);
  if ((colon = strchr(word->model, ':')))
    *colon++ = 0;
  if ((at = strchr(word->model, '@')))
    *at++ = 0;
  word->instance = colon;
  word->realisation = at;
}

PetscErrorCode MotionCreate(Registry registry, const char *text, PetscInt member, Motion *m) {
  MotionWord word;
  Model model;
  *m = (Motion){.core = NULL};
  MotionWordRead(text, &word);
  PetscCall(RegistryFindModel(registry, word.model, &model));
  PetscCall(ModelCaseCreate(model, word.instance, member, &m->instance));
  PetscCall(ModelCaseNormalise(m->instance, NULL));
  const gimbal_model *descriptor =
      model->descriptor_quad ? model->descriptor_quad : model->descriptor;
  m->realisation = word.realisation ? ListFind(descriptor->realisations, word.realisation) : 0;
  UserCheck(m->realisation >= 0, "%s has no coordinates '%s'; see gimbal describe %s", model->name,
            word.realisation, model->name);
  m->descriptor = ListAt(descriptor->realisations, gimbal_realisation, m->realisation);
  m->core = model->descriptor_quad ? CoreQuad() : CoreDouble();
  PetscCall(m->core->problem_create(m->instance, m->realisation, &m->problem));
  m->d = m->core->problem_dimensions(m->problem);
  MotionFindParts(m);
  return 0;
}

PetscErrorCode MotionDestroy(Motion *m) {
  if (m->problem) {
    PetscCall(m->core->problem_destroy(&m->problem));
    ModelCaseDestroy(&m->instance);
  }
  free(m->unit[0]);
  m->unit[0] = NULL;
  return 0;
}

void MotionName(const Motion *m, MotionPart part, PetscInt i, char name[MOTION_NAME]) {
  const char *const names[] = {m->descriptor->configuration,
                               m->descriptor->velocity,
                               m->count[MOTION_LAMBDA] == 1 ? "lambda" : "lambda[1..k]",
                               m->d.m == 1 ? "p" : "p[1..m]",
                               "energy",
                               NULL,
                               "constraints"};
  if (part == MOTION_INVARIANT)
    (void)snprintf(name, MOTION_NAME, "%s",
                   ListAt(m->descriptor->invariants, gimbal_invariant, i)->name);
  else
    EntryName(names[part], i, name);
}

PetscErrorCode MotionHas(const Motion *m, MotionPart part, PetscInt i, PetscBool *has) {
  const gimbal_list invariants = m->descriptor->invariants;
  Quad holds = 1;
  if (part == MOTION_INVARIANT)
    PetscCall(FieldEvaluate(m->instance->model->name, "when",
                            ListAt(invariants, gimbal_invariant, i)->when, m->instance->variables,
                            &holds));
  *has = (PetscBool)(holds != 0);
  return 0;
}

void MotionRead(const Motion *m, MotionPart part, Quad t, const Quad *y, Quad *out) {
  void (*const read[])(Problem, Quad, const Quad *,
                       Quad *) = {[MOTION_P] = m->core->problem_momentum,
                                  [MOTION_ENERGY] = m->core->problem_energy,
                                  [MOTION_INVARIANT] = m->core->problem_invariants,
                                  [MOTION_CONSTRAINT] = m->core->problem_constraint};
  OWNED(MemoryFree) Quad *host = MemoryZeroed(m->state + 1, sizeof(*host));
  Scale(m->state, m->unit[MOTION_Q], -1, y, host);
  read[part](m->problem, HostTime(m, t), host, out);
  Scale(m->count[part], m->unit[part], 1, out, out);
}

void MotionFindVelocity(const Motion *m, Quad t, Quad *y) {
  Quad *const v = y + m->d.n;
  OWNED(MemoryFree) Quad *host = MemoryZeroed(m->state + 1, sizeof(*host));
  Scale(m->d.n, m->unit[MOTION_Q], -1, y, host);
  Scale(m->d.m, m->unit[MOTION_P], -1, v, host + m->d.n);
  const PetscBool valid =
      m->core->problem_velocity(m->problem, HostTime(m, t), host, host + m->d.n, v);
  Scale(m->d.m, m->unit[MOTION_V], 1, v, v);
  for (PetscInt i = 0; i < m->d.m && !valid; i++)
    v[i] = (Quad)NAN;
}

void MotionSpread(const Motion *m, MotionPart part, Quad t, const Quad *y, const Quad *change,
                  Quad *out) {
  const PetscInt count = m->count[part];
  OWNED(MemoryFree) Quad *moved = MemoryZeroed(m->state + 3 * count, sizeof(*moved));
  Quad *const one = moved + m->state, *const other = one + count, *const sum = other + count,
              size = 0;
  (void)PetscArraycpy(moved, y, m->state);
  for (PetscInt j = 0; j < m->state; j++)
    size = LargerOrNaN(size, fabsq(y[j]));
  for (PetscInt j = 0; j < m->state; j++) {
    const Quad by = scalbnq(y[j] != 0 ? fabsq(y[j]) : size > 0 ? size : 1, -26);
    if (change[j] == 0)
      continue;
    moved[j] = y[j] + by;
    MotionRead(m, part, t, moved, one);
    moved[j] = y[j] - by;
    MotionRead(m, part, t, moved, other);
    moved[j] = y[j];
    for (PetscInt i = 0; i < count; i++)
      sum[i] += fabsq(one[i] - other[i]) / (2 * by) * change[j];
  }
  (void)PetscArraycpy(out, sum, count); /* which may be a part of `change` */
}

/* A line about how far a reference is. */
typedef struct {
  double began;
  const char *command, *hint;
} ReferenceNote;

static void TellReference(void *context, PetscInt pass, PetscReal part) {
  const ReferenceNote *note = context;
  char time[32];
  TerminalNote("%s: reference, computation %d (two have to agree): %.0f %%, %s%s", note->command,
               (int)pass, floor(100 * part), ProgressTime(ClockNow() - note->began, time),
               note->hint);
}

PetscErrorCode ReferenceWatched(const ReferenceProblem *problem, const char *command,
                                const char *hint, Quad *rows, ReferenceCertificate *certificate) {
  ReferenceNote note = {ClockNow(), command, hint};
  const ReferenceWatch watch = {TellReference, &note};
  const PetscErrorCode error =
      ReferenceSolve(problem, ReferenceCache(), TerminalWidth() ? &watch : NULL, rows, certificate);
  TerminalClear();
  return error;
}

PetscErrorCode MotionSolve(const Motion *m, PetscInt times, const Quad *t, Quad *rows, Quad *bars,
                           ReferenceCertificate *certificate) {
  OWNED(MemoryFree) Quad *host = MemoryZeroed(times + 1, sizeof(*host));
  for (PetscInt i = 0; i < times; i++)
    host[i] = HostTime(m, t[i]);
  const ReferenceProblem problem = {m->instance, m->realisation, NULL, times, host};
  PetscCall(ReferenceWatched(&problem, "gimbal", "", rows, certificate));
  for (PetscInt i = 0; i < m->row; i++)
    bars[i] = (Quad)certificate->uncertainty[(i >= m->d.n) + (i >= m->state)];
  Scale(m->row, m->unit[MOTION_Q], 1, bars, bars);
  for (PetscInt k = 0; k < times; k++)
    Scale(m->row, m->unit[MOTION_Q], 1, rows + k * m->row, rows + k * m->row);
  return 0;
}
