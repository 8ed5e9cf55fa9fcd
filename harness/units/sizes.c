/* The sizes of a case, from which its units are chosen. Whatever is done here must come out scaled
 * if the model is: products, quotients, roots, sums of what has one unit, the largest of such, and
 * searches among powers of 1024. */
#include "base/word_list.h"
#include "registry/formulation.h"
#include "units/model_calls.h"
#include "units/units.h"

/* Units are powers of 2^STEP; those of what only its own scale matters to, as invariants, are far
 * apart, so that they rarely are other than the model's. */
enum { STEP = 10, FAR = 100, LARGEST = 400, UNKNOWN = INT_MIN };

/* The exponent of the unit in which the size is within [2^(−step/2), 2^(step/2)). */
static int UnitOf(double size, int step) {
  int e;
  if (!(size > 0) || !isfinite(size))
    return UNKNOWN;
  frexp(size, &e); /* below 2^e, and not below 2^(e−1) */
  e += step / 2 - 1;
  e = step * (e >= 0 ? e / step : -((step - 1 - e) / step));
  return PetscClipInterval(e, -LARGEST, LARGEST);
}

/* A realisation at its initial data. */
typedef struct {
  ModelCase instance;
  PetscInt index;
  const gimbal_realisation *r;
  const FormulationData *data;
  ModelCalls calls;
  Dimensions d;
  double duration;
  double *q, *v;                    /* initial, one behind the other */
  double *moved;                    /* room for (q,v) */
  double *size, *rate;              /* n: of q, 0 where unknown; q̇ */
  double *value, *shifted, *matrix; /* room for what functions return */
  double action;
  RealisationUnits *units;
  int time;
} Sizes;

static double Larger(double a, double b) { return b > a ? b : a; }

/* A function of the model, at (q,v); false where it is not there. */
static PetscBool Call(const Sizes *s, int function, const double *q, const double *v, double *out) {
  if (!ModelHas(&s->calls, function))
    return PETSC_FALSE;
  ModelVector(&s->calls, function, 0, q, v, out);
  return PETSC_TRUE;
}

/* The derivative of the scalar by v. */
static int ByVelocity(const Sizes *s) { return s->data->in_momenta ? MODEL_RATE : MODEL_MOMENTUM; }

/* q̇, n entries: of a hamiltonian D₂H, in a frame ψξ, of an ode f. */
static void SetRates(Sizes *s) {
  const PetscInt n = s->d.n, m = s->d.m;
  memset(s->rate, 0, (size_t)n * sizeof *s->rate);
  if (s->data->in_momenta)
    (void)Call(s, ByVelocity(s), s->q, s->v, s->rate);
  else if (s->data->moving_frame && Call(s, MODEL_FRAME, s->q, NULL, s->matrix)) {
    for (PetscInt i = 0; i < n; ++i)
      for (PetscInt j = 0; j < m; ++j)
        s->rate[i] += s->matrix[i * m + j] * s->v[j];
  } else if (s->data->vector_space)
    memcpy(s->rate, s->v, (size_t)n * sizeof *s->rate);
  else if (!s->data->velocities)
    (void)Call(s, MODEL_RATE, s->q, NULL, s->rate);
}

/* What a coordinate is, or becomes at its first rate over the duration; the period of one that has
 * it; or the model's word on it. All sites of a lattice are of one kind. */
static void MeasureConfiguration(Sizes *s) {
  const PetscInt n = s->d.n;
  const Quad *const word = s->instance->realisation[s->index].size[SIZE_OF_Q];
  const CaseUnits *const units = s->instance->units;
  for (PetscInt i = 0; i < n; ++i) {
    const Quad period = ModelCasePeriod(s->instance, s->index, i);
    s->size[i] =
        period > 0 ? (double)period : Larger(fabs(s->q[i]), fabs(s->rate[i]) * s->duration);
  }
  for (PetscInt i = 0; word && i < n; ++i)
    s->size[i] = (double)scalbnq(word[i], units ? -units->realisation[s->index].q[i] : 0);
  for (PetscInt i = s->d.components; i < n; ++i)
    s->size[i % s->d.components] = Larger(s->size[i % s->d.components], s->size[i]);
  for (PetscInt i = s->d.components; i < n; ++i)
    s->size[i] = s->size[i % s->d.components];
  for (PetscInt i = 0; i < n; ++i)
    s->units->q[i] = HasChart(&s->d) ? UnitOf(s->size[i], STEP) : 0;
}

/* The sum of the entries; of a lattice that of its largest site, which does not grow with it. */
static double SumOf(const Sizes *s, PetscInt count, const double *part) {
  double sum = 0, largest = 0;
  for (PetscInt i = 0; i < count; ++i) {
    if (i % s->d.components == 0)
      sum = 0;
    sum += part[i];
    largest = Larger(largest, sum);
  }
  return largest;
}

/* p·q̇ T, and on a vector space p·q where that is more. */
static double ActionOfMomentum(const Sizes *s) {
  double *const part = s->shifted;
  const double *p = s->value;
  if (s->data->in_momenta)
    p = s->v;
  else if (!Call(s, ByVelocity(s), s->q, s->v, s->value))
    return 0;
  for (PetscInt j = 0; j < s->d.m; ++j)
    part[j] = fabs(p[j]) * (s->data->vector_space ? s->size[j] : fabs(s->v[j]) * s->duration);
  return SumOf(s, s->d.m, part);
}

/* The forces in s->value, m entries (of a frame the gradient, n). */
static PetscBool FindForces(const Sizes *s) {
  if (!Call(s, MODEL_GRADIENT, s->q, s->v, s->value) &&
      !Call(s, MODEL_TRIVIALISED, s->q, s->v, s->value))
    return PETSC_FALSE;
  if (!s->data->moving_frame && Call(s, MODEL_FORCE, s->q, s->v, s->shifted))
    for (PetscInt j = 0; j < s->d.m; ++j)
      s->value[j] = s->data->in_momenta ? s->shifted[j] - s->value[j] : s->shifted[j] + s->value[j];
  return PETSC_TRUE;
}

static double ActionOfForces(const Sizes *s) {
  const PetscBool sized = (PetscBool)(s->data->vector_space || s->data->moving_frame);
  const PetscInt count = s->data->moving_frame ? s->d.n : s->d.m;
  double *const part = s->shifted;
  if (!FindForces(s))
    return 0;
  for (PetscInt j = 0; j < count; ++j)
    part[j] = fabs(s->value[j]) * s->duration * (sized ? s->size[j] : 1);
  return SumOf(s, count, part);
}

/* The least power of 1024, as an exponent, by which moving v_j changes its momentum by the given
 * amount or, times that motion over the duration, gives that action. In a hamiltonian p moves and
 * the velocity changes, of whose product the same is true. */
static int Search(const Sizes *s, PetscInt j, PetscBool action, double target) {
  const int at = ByVelocity(s);
  const double unit = s->data->in_momenta ? 1 : 1 / s->duration;
  int below = -LARGEST / STEP, above = LARGEST / STEP;
  if (!Call(s, at, s->q, s->v, s->value))
    return UNKNOWN;
  memcpy(s->moved, s->v, (size_t)s->d.m * sizeof *s->moved);
  while (above - below > 1) {
    const int middle = below + (above - below) / 2;
    const double step = ldexp(unit, STEP * middle);
    s->moved[j] = s->v[j] + step;
    (void)Call(s, at, s->q, s->moved, s->shifted);
    const double reached = fabs(s->shifted[j] - s->value[j]) * (action ? step * s->duration : 1);
    if (reached < target)
      below = middle;
    else
      above = middle;
  }
  return above == LARGEST / STEP || above == 1 - LARGEST / STEP ? UNKNOWN : STEP * above;
}

/* What begins at zero and at rest: as far as the force moves it. */
static void FindFall(Sizes *s) {
  double *const force = s->rate; /* which is not needed any more */
  if (!s->data->vector_space || s->data->in_momenta || s->d.components < s->d.n || !FindForces(s))
    return;
  memcpy(force, s->value, (size_t)s->d.n * sizeof *force);
  for (PetscInt j = 0; j < s->d.n; ++j)
    if (!(s->size[j] > 0) && force[j] != 0) {
      s->units->q[j] = Search(s, j, PETSC_FALSE, ldexp(fabs(force[j]) * s->duration, -STEP / 2));
      s->size[j] = s->units->q[j] == UNKNOWN ? 0 : ldexp(1, s->units->q[j]);
    }
}

static void MeasureAction(Sizes *s) {
  const int energy = s->data->velocities ? MODEL_VALUE : MODEL_ENERGY;
  s->action = ActionOfMomentum(s);
  if (!(s->action > 0))
    s->action = ActionOfForces(s);
  if (!(s->action > 0)) {
    FindFall(s);
    s->action = ActionOfForces(s);
  }
  if (s->action > 0 && isfinite(s->action))
    return;
  s->action = ModelHas(&s->calls, energy)
                  ? fabs(ModelScalar(&s->calls, energy, 0, s->q, s->v)) * s->duration
                  : 0;
}

/* Coordinates that begin at zero and at rest: as far as they would go if they had all the energy
 * that there is. */
static void FindOthers(Sizes *s) {
  const PetscInt n = s->d.n, m = s->d.m;
  const double target = ldexp(s->action, -STEP);
  const int action = UnitOf(s->action, STEP);
  for (PetscInt i = 0; i < n; ++i) {
    RealisationUnits *const u = s->units;
    if (u->q[i] != UNKNOWN)
      continue;
    if (i >= s->d.components)
      u->q[i] = u->q[i % s->d.components];
    else if (!(target > 0) || !s->data->velocities)
      u->q[i] = 0;
    else if (s->data->moving_frame) {
      double largest = 0;
      (void)Call(s, MODEL_FRAME, s->q, NULL, s->matrix);
      for (PetscInt j = 0; j < m; ++j) {
        const int d = s->matrix[i * m + j] != 0 ? Search(s, j, PETSC_TRUE, target) : UNKNOWN;
        if (d != UNKNOWN)
          largest = Larger(largest, ldexp(fabs(s->matrix[i * m + j]), d));
      }
      u->q[i] = UnitOf(largest, STEP);
    } else {
      u->q[i] = Search(s, i, PETSC_TRUE, target);
      if (s->data->in_momenta && u->q[i] != UNKNOWN)
        u->q[i] = action - u->q[i];
    }
    if (u->q[i] == UNKNOWN)
      u->q[i] = 0;
  }
}

/* Those of v over a time: of a frame such that its vectors are near 1. */
static void SetDisplacements(Sizes *s) {
  const PetscInt n = s->d.n, m = s->d.m;
  for (PetscInt j = 0; j < m; ++j)
    s->units->displacement[j] = s->data->vector_space ? s->units->q[j] : 0;
  if (!s->data->moving_frame || !HasChart(&s->d) || !Call(s, MODEL_FRAME, s->q, NULL, s->matrix))
    return;
  for (PetscInt j = 0; j < m; ++j) {
    double largest = 0;
    for (PetscInt i = 0; i < n; ++i)
      largest = Larger(largest, ldexp(fabs(s->matrix[i * m + j]), -s->units->q[i]));
    s->units->displacement[j] = UnitOf(largest, STEP) == UNKNOWN ? 0 : -UnitOf(largest, STEP);
  }
}

/* The rows of Dg or D₂Φ, in units of the displacements. */
static void MeasureRows(const Sizes *s, int function, PetscInt rows, int *reaction) {
  if (!rows || !Call(s, function, s->q, s->v, s->matrix))
    return;
  for (PetscInt i = 0; i < rows; ++i) {
    double largest = 0;
    for (PetscInt j = 0; j < s->d.m; ++j)
      largest = Larger(largest, ldexp(fabs(s->matrix[i * s->d.m + j]), s->units->displacement[j]));
    reaction[i] = UnitOf(largest, STEP) == UNKNOWN ? 0 : UnitOf(largest, STEP);
  }
}

/* Ψ has no derivative: what moving each p by its unit does. */
static void MeasureImplicit(const Sizes *s, int *constraint) {
  const PetscInt k = s->d.nonholonomic, m = s->d.m;
  double *const largest = s->matrix;
  if (!Call(s, MODEL_CONSTRAINT, s->q, s->v, s->value))
    return;
  memset(largest, 0, (size_t)k * sizeof *largest);
  memcpy(s->moved, s->v, (size_t)m * sizeof *s->moved);
  for (PetscInt j = 0; j < m; ++j) {
    s->moved[j] = s->v[j] + ldexp(1, s->units->p[j]);
    (void)Call(s, MODEL_CONSTRAINT, s->q, s->moved, s->shifted);
    for (PetscInt i = 0; i < k; ++i)
      largest[i] = Larger(largest[i], fabs(s->shifted[i] - s->value[i]));
    s->moved[j] = s->v[j];
  }
  for (PetscInt i = 0; i < k; ++i)
    constraint[i] = UnitOf(largest[i], STEP) == UNKNOWN ? 0 : UnitOf(largest[i], STEP);
}

static void MeasureConstraints(Sizes *s) {
  RealisationUnits *const u = s->units;
  const PetscInt holonomic = s->d.holonomic;
  MeasureRows(s, MODEL_HOLONOMIC_GRADIENT, holonomic, u->reaction);
  MeasureRows(s, MODEL_REACTION, s->d.nonholonomic, u->reaction + holonomic);
  if (s->data->implied)
    for (PetscInt i = holonomic; i < u->k; ++i)
      u->reaction[i] = u->displacement[u->m - u->k + i];
  for (PetscInt i = 0; i < u->k; ++i)
    u->constraint[i] = u->reaction[i] - (i < holonomic ? 0 : s->time);
  if (s->data->in_momenta)
    MeasureImplicit(s, u->constraint);
}

/* Of a function of the state whose value may vanish at first: what moving q or v by their units
 * does counts as well. */
static int UnitOfFunction(const Sizes *s, int function, const double *q, const double *v) {
  const double value = ModelScalar(&s->calls, function, 0, q, v);
  double largest = fabs(value), moved;
  double *const p = s->moved, *const w = p + s->d.n;
  for (int part = 0; part < 2; ++part) {
    for (PetscInt i = 0; i < s->d.n; ++i)
      p[i] = q[i] + (part ? 0 : ldexp(1, s->units->q[i]));
    for (PetscInt i = 0; i < s->d.m; ++i)
      w[i] = v[i] + (part ? ldexp(1, s->units->v[i]) : 0);
    moved = ModelScalar(&s->calls, function, 0, p, w);
    if (isfinite(moved))
      largest = Larger(largest, fabs(moved - value));
  }
  const int unit = UnitOf(largest, FAR);
  return unit == UNKNOWN ? 0 : unit;
}

/* That of a momentum is the action's; those of the others are their own. */
static void MeasureFunctions(Sizes *s, int action) {
  RealisationUnits *const u = s->units;
  OWNED(MemoryFree) double *state = MemoryZeroed((size_t)(s->d.n + s->d.m), sizeof(*state));
  for (PetscInt i = 0; i < u->invariants; ++i)
    u->invariant[i] = ModelHas(&s->calls, MODEL_OF(i, MODEL_GENERATOR))
                          ? action
                          : UnitOfFunction(s, MODEL_OF(i, MODEL_INVARIANT), s->q, s->v);
  for (PetscInt i = 0; i < u->equilibria; ++i) {
    (void)Call(s, MODEL_OF(i, MODEL_EQUILIBRIUM), NULL, NULL, state);
    u->deviation[i] = UnitOfFunction(s, MODEL_OF(i, MODEL_DEVIATION), state, state + s->d.n);
  }
  if (ModelHas(&s->calls, MODEL_DENSITY))
    *u->density = UnitOfFunction(s, MODEL_DENSITY, s->q, s->v);
}

static PetscErrorCode SizesCreate(ModelCase instance, PetscInt index, int time,
                                  RealisationUnits *units, Sizes *s) {
  const gimbal_realisation *r = ModelRealisation(instance->model, index);
  PetscInt room, most;
  *s = (Sizes){.instance = instance,
               .index = index,
               .r = r,
               .data = RealisationGetData(r),
               .duration = (double)instance->duration,
               .d = ModelCaseDimensions(instance, index),
               .units = units,
               .time = time};
  room = s->d.n + s->d.m + s->d.holonomic + s->d.nonholonomic + 1;
  /* a lattice may have thousands of sites, and constraints on few neighbours each */
  most = PetscMax(r->frame ? s->d.n * s->d.m : 0,
                  PetscMax(s->d.holonomic, s->d.nonholonomic) * s->d.m) +
         room;
  PetscCall(PetscMalloc7(room, &s->q, room, &s->moved, room, &s->size, room, &s->rate, room,
                         &s->value, room, &s->shifted, most, &s->matrix));
  s->v = s->q + s->d.n;
  PetscCall(ModelCallsCreate(instance, index, &s->calls));
  (void)Call(s, MODEL_INITIAL, NULL, NULL, s->q);
  return 0;
}

static PetscErrorCode SizesDestroy(Sizes *s) {
  PetscCall(ModelCallsDestroy(&s->calls));
  return PetscFree7(s->q, s->moved, s->size, s->rate, s->value, s->shifted, s->matrix);
}

/* Units of the coordinates of all realisations, and of the action that they share. */
static PetscErrorCode ChooseConfigurations(ModelCase instance, CaseUnits *units) {
  int action = UNKNOWN;
  for (PetscInt r = 0; r < units->realisations; ++r) {
    Sizes s;
    PetscCall(SizesCreate(instance, r, units->time, &units->realisation[r], &s));
    SetRates(&s);
    MeasureConfiguration(&s);
    MeasureAction(&s);
    if (s.data->in_momenta && WordsContain(s.r->traits, "spheres"))
      s.action = 1; /* heights on unit spheres keep their unit, which is the action's */
    if (HasChart(&s.d))
      FindOthers(&s);
    SetDisplacements(&s);
    if (action == UNKNOWN)
      action = UnitOf(s.action, STEP);
    PetscCall(SizesDestroy(&s));
  }
  units->action = action == UNKNOWN ? 0 : action;
  return 0;
}

static PetscErrorCode ChooseOthers(ModelCase instance, CaseUnits *units) {
  CaseUnitsComplete(instance, units);
  for (PetscInt r = 0; r < units->realisations; ++r) {
    Sizes s;
    PetscCall(SizesCreate(instance, r, units->time, &units->realisation[r], &s));
    MeasureConstraints(&s);
    MeasureFunctions(&s, units->action);
    PetscCall(SizesDestroy(&s));
  }
  CaseUnitsComplete(instance, units);
  return 0;
}

static PetscBool IsNatural(const CaseUnits *units) {
  for (PetscInt r = 0; r < units->realisations; ++r)
    for (PetscInt i = 0; i < units->realisation[r].entries; ++i)
      if (units->realisation[r].all[i])
        return PETSC_FALSE;
  return (PetscBool)(!units->time && !units->action);
}

PetscErrorCode ModelCaseNormalise(ModelCase instance, ModelCase like) {
  const ModelCase of = like ? like : instance;
  CaseUnits *const units = CaseUnitsCreate(of, instance->arena);
  units->time = UnitOf((double)of->duration, STEP);
  PetscCall(ChooseConfigurations(of, units));
  PetscCall(ChooseOthers(of, units));
  if (IsNatural(units))
    return 0;
  CaseUnitsApply(instance, units);
  instance->normal = units;
  return 0;
}
