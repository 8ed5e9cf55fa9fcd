/* What would give wrong equations without a word is refused by its name: functions that the host calls
 * as if they did not depend on the time, and constraints whose multipliers are not determined. */
#include "core/problem.h"

enum { INSTANTS = 4 };

/* A time at which nothing is periodic. */
static Real TimeOfTrial(Problem p, int i) {
  static const int part[INSTANTS] = {13, 37, 71, 97};
  return (Real)p->instance->duration * part[i] / 101;
}

/* Near the start, where what vanishes there does not. */
static void MoveAway(PetscInt entries, const Real *y, Real *out) {
  for (PetscInt i = 0; i < entries; ++i)
    out[i] = y[i] + (1 + gimbal_fabs(y[i])) * (3 + i % 5) / 29;
}

static PetscBool Same(PetscInt entries, const Real *one, const Real *two) {
  for (PetscInt i = 0; i < entries; ++i)
    if (one[i] != two[i] && (one[i] == one[i] || two[i] == two[i]))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

typedef struct {
  const char *name;
  int function;
  PetscBool of_velocity, of_state; /* what is not given to it is NULL */
} Timeless;

static void Call(Problem p, const Timeless *f, Real t, const Real *y, Real *out) {
  ModelCall(&p->calls, f->function, t, f->of_state ? y : NULL, f->of_velocity ? y + p->n : NULL,
            out);
}

/* work: the state, one near it, and values at two times. */
static PetscBool Changes(Problem p, const Timeless *f, const Real *start, Real *work) {
  const PetscInt entries = ModelCount(&p->calls, f->function);
  Real *const y = work, *const at_start = y + p->n + p->m, *const later = at_start + entries;
  for (int place = 0; place < 2; ++place) {
    for (PetscInt i = 0; i < p->n + p->m; ++i)
      y[i] = start[i];
    if (place)
      MoveAway(p->n + p->m, start, y);
    Call(p, f, 0, y, at_start);
    for (int i = 0; i < INSTANTS; ++i) {
      Call(p, f, TimeOfTrial(p, i), y, later);
      if (!Same(entries, at_start, later))
        return PETSC_TRUE;
    }
  }
  return PETSC_FALSE;
}

static PetscErrorCode Refuse(Problem p, const Timeless *f, const Real *start) {
  const PetscInt entries = ModelCount(&p->calls, f->function);
  if (!entries || (f->function == MODEL_HOLONOMIC && p->rheonomic))
    return 0;
  OWNED(MemoryFree)
  Real *work = MemoryZeroed((size_t)(p->n + p->m + 2 * entries), sizeof(*work));
  const PetscBool changes = Changes(p, f, start, work);
  UserCheck(!changes || f->function != MODEL_HOLONOMIC,
            "model %s, %s: the holonomic constraint g depends on time, and its traits do not have "
            "the word rheonomic",
            p->instance->model->name, p->realisation->name);
  UserCheck(!changes, "model %s, %s: %s depends on time, which is not supported",
            p->instance->model->name, p->realisation->name, f->name);
  return 0;
}

/* By elimination with the largest pivot of all: the first row of k×m for which nothing is left, or −1. */
static PetscInt DependentRow(PetscInt k, PetscInt m, Real *rows, PetscInt *order) {
  Real largest = 0;
  for (PetscInt i = 0; i < k * m; ++i)
    largest = gimbal_fmax(largest, gimbal_fabs(rows[i]));
  for (PetscInt a = 0; a < k; ++a)
    order[a] = a;
  for (PetscInt done = 0; done < k; ++done) {
    PetscInt row = done, column = 0;
    for (PetscInt a = done; a < k; ++a)
      for (PetscInt j = 0; j < m; ++j)
        if (gimbal_fabs(rows[order[a] * m + j]) > gimbal_fabs(rows[order[row] * m + column]))
          row = a, column = j;
    const PetscInt of = order[row];
    order[row] = order[done];
    order[done] = of;
    if (gimbal_fabs(rows[of * m + column]) <= 1000 * PRECISION_EPSILON * largest)
      return of;
    for (PetscInt a = done + 1; a < k; ++a) {
      const Real factor = rows[order[a] * m + column] / rows[of * m + column];
      for (PetscInt j = 0; j < m; ++j)
        rows[order[a] * m + j] -= factor * rows[of * m + j];
    }
  }
  return -1;
}

/* A lattice may have many, which are left to its solver. */
static PetscErrorCode RefuseRedundant(Problem p, const Real *start) {
  PetscInt row = -1;
  if (!p->k || p->functions->sparse || p->realisation->frame)
    return 0;
  OWNED(MemoryFree) Real *rows = MemoryZeroed((size_t)(p->k * p->m), sizeof(*rows));
  OWNED(MemoryFree) PetscInt *order = MemoryZeroed((size_t)p->k, sizeof(*order));
  if (!ProblemHolonomicGradient(p, 0, start, rows) &&
      !ProblemReaction(p, 0, start, start + p->n, rows + p->holonomic * p->m))
    row = DependentRow(p->k, p->m, rows, order);
  UserCheck(
      row < 0,
      "model %s, %s: its constraints are redundant: the gradient of number %d depends on those "
      "of the others, so that multipliers are not determined; leave it out",
      p->instance->model->name, p->realisation->name, (int)row);
  return 0;
}

PetscErrorCode ProblemRefuse(Problem p) {
  static const Timeless timeless[] = {{"g", MODEL_HOLONOMIC, PETSC_FALSE, PETSC_TRUE},
                                      {"psi", MODEL_FRAME, PETSC_FALSE, PETSC_TRUE},
                                      {"structure", MODEL_STRUCTURE, PETSC_FALSE, PETSC_TRUE},
                                      {"reverse", MODEL_REVERSE, PETSC_TRUE, PETSC_TRUE},
                                      {"common", MODEL_COMMON, PETSC_TRUE, PETSC_TRUE}};
  static const Timeless of_equilibria[] = {
      {"the state of an equilibrium", MODEL_EQUILIBRIUM, PETSC_FALSE, PETSC_FALSE},
      {"the perturbation of an equilibrium", MODEL_PERTURBATION, PETSC_TRUE, PETSC_TRUE},
      {"the deviation of an equilibrium", MODEL_DEVIATION, PETSC_TRUE, PETSC_TRUE}};
  if (!ModelHas(&p->calls, MODEL_INITIAL)) /* as no model of a plugin lacks it */
    return 0;
  OWNED(MemoryFree) Real *start = MemoryZeroed((size_t)(p->n + p->m), sizeof(*start));
  ModelVector(&p->calls, MODEL_INITIAL, 0, NULL, NULL, start);
  for (size_t i = 0; i < sizeof timeless / sizeof timeless[0]; ++i)
    PetscCall(Refuse(p, &timeless[i], start));
  for (size_t i = 0; i < p->realisation->equilibria.count; ++i)
    for (size_t j = 0; j < sizeof of_equilibria / sizeof of_equilibria[0]; ++j) {
      Timeless f = of_equilibria[j];
      f.function = MODEL_OF(i, f.function);
      PetscCall(Refuse(p, &f, start));
    }
  return RefuseRedundant(p, start);
}
