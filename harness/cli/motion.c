#include "cli/motion.h"
#include "cli/run_states.h"
#include "registry/formulation.h"
#include "registry/parameters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The exponent of the entry's unit. */
static int UnitOf(const Motion *m, MotionPart part, PetscInt i) {
  const CaseUnits *units = m->instance->normal;
  const RealisationUnits *u = units ? &units->realisation[m->realisation] : NULL;
  const PetscInt holonomic = m->d.holonomic;
  if (!u)
    return 0;
  switch (part) {
  case MOTION_Q:
    return u->q[i];
  case MOTION_V:
    return u->v[i];
  case MOTION_P:
    return u->p[i];
  case MOTION_LAMBDA:
    return u->lambda[i];
  case MOTION_ENERGY:
    return units->action - units->time;
  case MOTION_INVARIANT:
    return u->invariant[i];
  default:
    return i < holonomic ? u->constraint[i]
                         : u->constraint[i - holonomic] - (i < 2 * holonomic ? units->time : 0);
  }
}

/* An entry of (q,v,λ). */
static int UnitOfRow(const Motion *m, PetscInt i) {
  if (i < m->d.n)
    return UnitOf(m, MOTION_Q, i);
  return i < m->state ? UnitOf(m, MOTION_V, i - m->d.n) : UnitOf(m, MOTION_LAMBDA, i - m->state);
}

static Quad HostTime(const Motion *m, Quad t) {
  const CaseUnits *units = m->instance->normal;
  return units ? scalbnq(t - m->instance->begin, -units->time) : t - m->instance->begin;
}

static PetscErrorCode FindRealisation(const char *name, Motion *m) {
  const Model model = m->instance->model;
  char names[512] = "";
  for (size_t i = 0; i < model->descriptor->realisations.count; i++) {
    const char *one = ListAt(model->descriptor->realisations, gimbal_realisation, i)->name;
    if (!name || !strcmp(name, one)) {
      m->realisation = (PetscInt)i;
      return 0;
    }
    (void)snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", i ? ", " : "",
                   one);
  }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s has no realisation '%s'; it has: %s",
          model->name, name, names);
}

PetscErrorCode MotionCreate(Registry registry, const char *word, PetscInt member, Motion *m) {
  const gimbal_model *descriptor;
  char name[512], *instance, *realisation;
  Model model;
  *m = (Motion){.core = NULL};
  PetscCall(PetscStrncpy(name, word, sizeof(name)));
  instance = strchr(name, ':');
  if (instance)
    *instance++ = 0;
  realisation = strchr(name, '@');
  if (realisation)
    *realisation++ = 0;
  PetscCall(RegistryFindModel(registry, name, &model));
  PetscCall(ModelCaseCreate(model, instance, member, &m->instance));
  PetscCheck(member < m->instance->members, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "case %s of %s has %d members, numbered from 0", m->instance->name, model->name,
             (int)m->instance->members);
  PetscCall(ModelCaseNormalise(m->instance, NULL));
  PetscCall(FindRealisation(realisation, m));
  m->core = model->descriptor_quad ? CoreQuad() : CoreDouble();
  descriptor = model->descriptor_quad ? model->descriptor_quad : model->descriptor;
  m->descriptor = ListAt(descriptor->realisations, gimbal_realisation, m->realisation);
  PetscCall(m->core->problem_create(m->instance, m->realisation, &m->problem));
  PetscCall(m->core->problem_dimensions(m->problem, &m->d));
  m->state = m->d.n + m->d.m;
  m->count[MOTION_Q] = m->d.n;
  m->count[MOTION_V] = m->d.m;
  m->count[MOTION_P] = FormulationGetData(m->d.formulation)->velocities ? m->d.m : 0;
  m->count[MOTION_LAMBDA] = m->d.holonomic + m->d.nonholonomic;
  m->count[MOTION_ENERGY] = 1;
  m->count[MOTION_INVARIANT] = (PetscInt)m->descriptor->invariants.count;
  m->count[MOTION_CONSTRAINT] = ConstraintResiduals(&m->d);
  PetscCall(PetscMalloc1(m->d.n + 1, &m->period));
  PetscCall(ModelCasePeriods(m->instance, m->realisation, m->period));
  for (PetscInt i = 0; i < m->d.n; i++)
    m->period[i] = scalbnq(m->period[i], UnitOf(m, MOTION_Q, i));
  return 0;
}

PetscErrorCode MotionDestroy(Motion *m) {
  if (m->problem)
    PetscCall(m->core->problem_destroy(&m->problem));
  PetscCall(ModelCaseDestroy(&m->instance));
  return PetscFree(m->period);
}

void MotionName(const Motion *m, MotionPart part, PetscInt i, char name[MOTION_NAME]) {
  const char *const names[MOTION_PARTS] = {m->descriptor->configuration,
                                           m->descriptor->velocity,
                                           m->d.m == 1 ? "p" : "p[1..m]",
                                           m->count[MOTION_LAMBDA] == 1 ? "lambda" : "lambda[1..k]",
                                           "energy",
                                           "",
                                           "constraint[1..k]"};
  if (part == MOTION_INVARIANT)
    (void)snprintf(name, MOTION_NAME, "%s",
                   ListAt(m->descriptor->invariants, gimbal_invariant, i)->name);
  else
    StatesName(names[part], i, name, MOTION_NAME);
}

PetscErrorCode MotionConserves(const Motion *m, PetscInt i, PetscBool *conserves) {
  Quad holds = 1;
  PetscCall(FieldEvaluate(m->instance->model->name, "when",
                          ListAt(m->descriptor->invariants, gimbal_invariant, i)->when,
                          m->instance->variables, &holds));
  *conserves = (PetscBool)(holds != 0);
  return 0;
}

PetscErrorCode MotionRead(const Motion *m, MotionPart part, Quad t, const Quad *y, Quad *out) {
  const Core *core = m->core;
  const Quad time = HostTime(m, t);
  PetscBool valid = PETSC_TRUE;
  Quad *host, *field;
  PetscCall(PetscMalloc2(m->state + 1, &host, m->state + 1, &field));
  for (PetscInt i = 0; i < m->state; i++)
    host[i] = scalbnq(y[i], -UnitOfRow(m, i));
  if (part <= MOTION_V)
    PetscCall(PetscArraycpy(out, host + (part == MOTION_Q ? 0 : m->d.n), m->count[part]));
  else if (part == MOTION_P)
    PetscCall(core->problem_momentum(m->problem, time, host, out));
  else if (part == MOTION_LAMBDA)
    PetscCall(core->problem_field(m->problem, time, host, field, out, &valid));
  else if (part == MOTION_ENERGY)
    PetscCall(core->problem_energy(m->problem, time, host, out));
  else if (part == MOTION_INVARIANT)
    PetscCall(core->problem_invariants(m->problem, time, host, out));
  else
    PetscCall(core->problem_constraint(m->problem, time, host, out));
  for (PetscInt i = 0; i < m->count[part]; i++)
    out[i] = valid ? scalbnq(out[i], UnitOf(m, part, i)) : (Quad)NAN;
  return PetscFree2(host, field);
}

PetscErrorCode MotionVelocityOf(const Motion *m, Quad t, const Quad *q, const Quad *p, Quad *v) {
  PetscBool valid;
  Quad *host_q, *host_p;
  PetscCall(PetscMalloc2(m->d.n + 1, &host_q, m->d.m + 1, &host_p));
  for (PetscInt i = 0; i < m->d.n; i++)
    host_q[i] = scalbnq(q[i], -UnitOf(m, MOTION_Q, i));
  for (PetscInt i = 0; i < m->d.m; i++)
    host_p[i] = scalbnq(p[i], -UnitOf(m, MOTION_P, i));
  PetscCall(m->core->problem_velocity(m->problem, HostTime(m, t), host_q, host_p, v, &valid));
  for (PetscInt i = 0; i < m->d.m; i++)
    v[i] = valid ? scalbnq(v[i], UnitOf(m, MOTION_V, i)) : (Quad)NAN;
  return PetscFree2(host_q, host_p);
}

PetscErrorCode MotionSpread(const Motion *m, MotionPart part, Quad t, const Quad *y,
                            const Quad *change, Quad *out) {
  const PetscInt count = m->count[part];
  const Quad step = QUAD_C(1.) / (1 << 26);
  Quad *moved, *one, *other, size = 0;
  PetscCall(PetscMalloc3(m->state, &moved, count + 1, &one, count + 1, &other));
  PetscCall(PetscArraycpy(moved, y, m->state));
  PetscCall(PetscArrayzero(out, count));
  for (PetscInt j = 0; j < m->state; j++)
    size = LargerOrNaN(size, fabsq(y[j]));
  for (PetscInt j = 0; j < m->state; j++) {
    const Quad by = step * (y[j] != 0 ? fabsq(y[j]) : size > 0 ? size : 1);
    if (change[j] == 0)
      continue;
    moved[j] = y[j] + by;
    PetscCall(MotionRead(m, part, t, moved, one));
    moved[j] = y[j] - by;
    PetscCall(MotionRead(m, part, t, moved, other));
    moved[j] = y[j];
    for (PetscInt i = 0; i < count; i++)
      out[i] += fabsq(one[i] - other[i]) / (2 * by) * change[j];
  }
  return PetscFree3(moved, one, other);
}

PetscErrorCode MotionSolve(const Motion *m, const Quad *start, PetscInt times, const Quad *t,
                           Quad *rows, Quad *bars, ReferenceCertificate *certificate) {
  const PetscInt row = RowEntries(&m->d);
  Quad *host, *from;
  PetscCall(PetscMalloc2(times + 1, &host, m->state, &from));
  for (PetscInt i = 0; i < times; i++)
    host[i] = HostTime(m, t[i]);
  for (PetscInt i = 0; i < m->state && start; i++)
    from[i] = scalbnq(start[i], -UnitOfRow(m, i));
  const ReferenceProblem problem = {m->instance, m->realisation, start ? from : NULL, times, host};
  PetscCall(ReferenceSolve(&problem, ReferenceCache(), NULL, rows, certificate));
  for (PetscInt i = 0; i < row; i++) {
    const ReferencePart part = i < m->d.n     ? REFERENCE_Q
                               : i < m->state ? REFERENCE_V
                                              : REFERENCE_LAMBDA;
    bars[i] = scalbnq((Quad)certificate->uncertainty[part], UnitOfRow(m, i));
    for (PetscInt k = 0; k < times; k++)
      rows[k * row + i] = scalbnq(rows[k * row + i], UnitOfRow(m, i));
  }
  return PetscFree2(host, from);
}
