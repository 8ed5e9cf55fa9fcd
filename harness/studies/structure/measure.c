/* Structure: the Jacobian of the step map by central differences, and from it the symplectic and
 * volume defects; the reversibility defect from the map itself. In quadruple precision where the
 * plugins have it: the differences are then exact far beyond double rounding.
 *
 * A frame method hands on μ, of which the one-form on Q is p = φᵀμ with φ = ψ⁻¹. That its one-form
 * −Θ⁻ + Θ⁺ on Q×Q is closed [Ball 2013, Theorem 5.4] says the same as that (q₀,p₀) ↦ (q₁,p₁) is
 * symplectic, so one study serves both.
 *
 * A system of many unknowns (a lattice) has no room for its Jacobian. There the symplectic form is
 * compared on pairs of directions drawn at random; nothing is said of the volume.
 *
 * Under constraints g(q) = 0 the phase space is {g = 0, Dg·v = 0}, on which the canonical form is
 * compared between pairs of tangent vectors; nothing is said of the volume there either. */
#include "studies/structure/structure.h"
#include "numerics/random.h"
#include "registry/formulation.h"
#include <math.h>
#include <string.h>

/* ∂(q₁,p₁)/∂(q₀,p₀) by fourth-order central differences with step δ. */
static PetscErrorCode Jacobian(const Map *map, Quad delta, Quad *J, PetscBool *done) {
  const PetscInt size = map->n + map->m;
  static const int at[4] = {1, -1, 2, -2};
  static const int weight[4] = {8, -8, -1, 1};
  Quad *const moved = map->moved, *const image = map->image;
  PetscFunctionBeginUser;
  *done = PETSC_TRUE;
  memset(J, 0, (size_t)(size * size) * sizeof *J);
  for (PetscInt j = 0; j < size && *done; ++j)
    for (int i = 0; i < 4 && *done; ++i) {
      memcpy(moved, map->z, (size_t)size * sizeof *moved);
      moved[j] += at[i] * delta;
      PetscCall(MapApply(map, moved, image, done));
      for (PetscInt r = 0; r < size && *done; ++r)
        J[r * size + j] += weight[i] * image[r] / (12 * delta);
    }
  PetscFunctionReturn(0);
}

/* ‖JᵀΩJ − Ω‖, the largest entry, with the canonical Ω. */
static Quad SymplecticDefect(PetscInt n, const Quad *J) {
  const PetscInt size = 2 * n;
  Quad largest = 0;
  for (PetscInt a = 0; a < size; ++a)
    for (PetscInt b = 0; b < size; ++b) {
      Quad sum = 0;
      for (PetscInt i = 0; i < n; ++i)
        sum += J[i * size + a] * J[(n + i) * size + b] - J[(n + i) * size + a] * J[i * size + b];
      sum -= (b == a + n) - (a == b + n);
      largest = LargerOrNaN(largest, fabsq(sum));
    }
  return largest;
}

/* |det J − 1|, by elimination in place. */
static Quad VolumeDefect(PetscInt size, Quad *J) {
  Quad determinant = 1;
  for (PetscInt k = 0; k < size; ++k) {
    PetscInt pivot = k;
    for (PetscInt i = k + 1; i < size; ++i)
      if (fabsq(J[i * size + k]) > fabsq(J[pivot * size + k]))
        pivot = i;
    if (J[pivot * size + k] == 0)
      return 1;
    if (pivot != k)
      determinant = -determinant;
    for (PetscInt j = 0; j < size && pivot != k; ++j) {
      const Quad swap = J[k * size + j];
      J[k * size + j] = J[pivot * size + j], J[pivot * size + j] = swap;
    }
    determinant *= J[k * size + k];
    for (PetscInt i = k + 1; i < size; ++i) {
      const Quad factor = J[i * size + k] / J[k * size + k];
      for (PetscInt j = k; j < size; ++j)
        J[i * size + j] -= factor * J[k * size + j];
    }
  }
  return fabsq(determinant - 1);
}

/* ‖ρΦρΦ(z) − z‖ with ρ: p ↦ −p. */
static PetscErrorCode ReversibilityDefect(const Map *map, Quad *defect, PetscBool *done) {
  const Quad *z = map->z;
  const PetscInt size = map->n + map->m;
  Quad *there, *back;
  PetscFunctionBeginUser;
  *defect = 0;
  PetscCall(PetscMalloc2(size, &there, size, &back));
  PetscCall(MapApply(map, z, there, done));
  for (PetscInt i = map->n; i < size; ++i)
    there[i] = -there[i];
  if (*done)
    PetscCall(MapApply(map, there, back, done));
  for (PetscInt i = 0; i < size && *done; ++i)
    *defect = LargerOrNaN(*defect, fabsq((i < map->n ? back[i] : -back[i]) - z[i]));
  PetscCall(PetscFree2(there, back));
  PetscFunctionReturn(0);
}

#define DENSE_MAX 160 /* entries of (q,p) of which a Jacobian is made */
#define DIRECTIONS 4

/* How far the step is from what it may preserve, and how far the measurement may be off. */
typedef struct {
  Quad symplectic, volume, error;
} StepDefects;

static Quad Norm(PetscInt size, const Quad *a) {
  Quad sum = 0;
  for (PetscInt i = 0; i < size; ++i)
    sum += a[i] * a[i];
  return sqrtq(sum);
}

/* max |ω(Ju,Jw) − ω(u,w)| over pairs of directions u, w with entries of size one, relative to
 * √size, as large as such a form is when its signs are random; the error bounds what the differences
 * leave of it. */
static PetscErrorCode SampledDefect(const Map *map, StepDefects *d, PetscBool *done) {
  const PetscInt size = map->n + map->m, n = map->n;
  const Quad epsilon = (Quad)map->core->epsilon, delta = map->delta, scale = sqrtq(size);
  Quad *u, *Ju, *coarse, apart[DIRECTIONS], length[DIRECTIONS];
  uint64_t random = RANDOM_BEGIN;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(DIRECTIONS * size, &u, DIRECTIONS * size, &Ju, size, &coarse));
  *d = (StepDefects){.symplectic = 0};
  *done = PETSC_TRUE;
  for (PetscInt k = 0; k < DIRECTIONS && *done; ++k) {
    for (PetscInt i = 0; i < size; ++i)
      u[k * size + i] = (Quad)RandomUniform(&random);
    PetscCall(MapAlong(map, u + k * size, 2 * delta, coarse, done));
    if (*done)
      PetscCall(MapAlong(map, u + k * size, delta, Ju + k * size, done));
    for (PetscInt i = 0; i < size && *done; ++i)
      coarse[i] -= Ju[k * size + i];
    if (*done) {
      apart[k] = Norm(size, coarse) / 8 + 100 * epsilon / delta * scale;
      length[k] = Norm(size, Ju + k * size);
    }
  }
  for (PetscInt a = 0; a < DIRECTIONS && *done; ++a)
    for (PetscInt b = 0; b < a; ++b) {
      const Quad change = fabsq(CanonicalForm(n, Ju + a * size, Ju + b * size) -
                                CanonicalForm(n, u + a * size, u + b * size)) /
                          scale,
                 bound = (apart[a] * length[b] + apart[b] * length[a]) / scale;
      d->symplectic = LargerOrNaN(d->symplectic, change);
      d->error = LargerOrNaN(d->error, bound);
    }
  PetscCall(PetscFree3(u, Ju, coarse));
  PetscFunctionReturn(0);
}

/* The same and the volume, from the whole Jacobian. */
static PetscErrorCode WholeDefects(const Map *map, StepDefects *d, PetscBool *done) {
  const PetscInt size = map->n + map->m;
  const Quad epsilon = (Quad)map->core->epsilon, delta = map->delta;
  Quad *J, *coarse, largest = 1;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(size * size, &J, size * size, &coarse));
  PetscCall(Jacobian(map, delta, J, done));
  if (*done)
    PetscCall(Jacobian(map, 2 * delta, coarse, done));
  if (*done) {
    /* A fourth-order difference with 2δ errs 16 times as much: the two bound the error. */
    d->error = 0;
    for (PetscInt i = 0; i < size * size; ++i) {
      d->error = LargerOrNaN(d->error, fabsq(J[i] - coarse[i]));
      largest = LargerOrNaN(largest, fabsq(J[i]));
    }
    d->error = 2 * size * largest * (d->error / 8 + 100 * epsilon / delta);
    d->symplectic = SymplecticDefect(map->n, J);
    d->volume = VolumeDefect(size, J);
  }
  PetscCall(PetscFree2(J, coarse));
  PetscFunctionReturn(0);
}

/* max |ω(Ju,Jw) − ω(u,w)| over an orthonormal basis of the tangent space of a constrained phase
 * space, and a bound of what the differences leave of it. */
static PetscErrorCode TangentDefect(Map *map, StepDefects *d, PetscBool *done) {
  const PetscInt size = map->n + map->m, n = map->n;
  const Quad epsilon = (Quad)map->core->epsilon, delta = map->delta;
  Quad *u, *Ju, *coarse, largest = 1;
  PetscInt rank;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(size * size, &u, size * size, &Ju, size, &coarse));
  PetscCall(MapConstrain(map, u, &rank, done));
  *d = (StepDefects){.symplectic = 0};
  for (PetscInt a = 0; a < rank && *done; ++a) {
    PetscCall(MapAlong(map, u + a * size, 2 * delta, coarse, done));
    if (*done)
      PetscCall(MapAlong(map, u + a * size, delta, Ju + a * size, done));
    for (PetscInt i = 0; i < size && *done; ++i) {
      d->error = LargerOrNaN(d->error, fabsq(coarse[i] - Ju[a * size + i]));
      largest = LargerOrNaN(largest, fabsq(Ju[a * size + i]));
    }
  }
  d->error = 2 * size * largest * (d->error / 8 + 100 * epsilon / delta);
  for (PetscInt a = 0; a < rank && *done; ++a)
    for (PetscInt b = 0; b < a; ++b) {
      const Quad change = fabsq(CanonicalForm(n, Ju + a * size, Ju + b * size) -
                                CanonicalForm(n, u + a * size, u + b * size));
      d->symplectic = LargerOrNaN(d->symplectic, change);
    }
  PetscCall(PetscFree3(u, Ju, coarse));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddDefect(Measured *measured, Point *point, const char *name, Quad defect,
                                Quad error) {
  Defect *added;
  PetscFunctionBeginUser;
  PetscCall(PointDefect(measured, point, name, FiniteOrNaN(defect), FiniteOrNaN(error), &added));
  PetscFunctionReturn(0);
}

/* All defects at the map's point; *done is false if a step failed. */
static PetscErrorCode MeasureDefects(Map *map, Measured *measured, Point *point, PetscBool *done) {
  const PetscBool constrained = (PetscBool)(map->s->dimensions.holonomic > 0),
                  large = (PetscBool)(map->n + map->m > DENSE_MAX);
  StepDefects d = {.symplectic = 0};
  Quad reversed = 0;
  PetscFunctionBeginUser;
  if (constrained)
    PetscCall(TangentDefect(map, &d, done));
  else if (large)
    PetscCall(SampledDefect(map, &d, done));
  else
    PetscCall(WholeDefects(map, &d, done));
  if (!*done)
    PetscFunctionReturn(0);
  PetscCall(AddDefect(measured, point, "symplectic", d.symplectic, d.error));
  if (!large && !constrained)
    PetscCall(AddDefect(measured, point, "volume", d.volume, d.error));
  PetscCall(ReversibilityDefect(map, &reversed, done));
  if (*done)
    PetscCall(AddDefect(measured, point, "reversible", reversed, 1000 * (Quad)map->core->epsilon));
  PetscFunctionReturn(0);
}

static PetscErrorCode Examine(Map *map, Measured *measured) {
  PetscInt states;
  Point *point;
  PetscBool done;
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCall(MeasuredAddPoint(measured, &point));
  point->h = FiniteOrNaN(map->h);
  PetscCall(SettingIntegrate(map->s, map->precision, 1, &map->it));
  PetscCall(map->core->begin(map->it, map->h, map->s->y0, &failure));
  PetscCall(map->core->get_state(map->it, &states, NULL));
  PetscCall(MapCreate(map, states));
  PetscCall(map->core->get_state(map->it, &states, map->start));
  PetscCall(MapStart(map));
  PetscCall(MeasureDefects(map, measured, point, &done));
  if (!done) {
    point->ending.status = STATUS_FAILED;
    point->ending.reason = "the step near the point failed";
  }
  PetscCall(MapDestroy(map));
  PetscCall(map->core->destroy(&map->it));
  PetscFunctionReturn(0);
}

PetscErrorCode StructureMeasure(const Setting *s, Measured *measured) {
  const Precision precision =
      SettingHas(s, IN_QUAD) && !SettingAsksFor(s, IN_DOUBLE) ? IN_QUAD : IN_DOUBLE;
  Map map = {.s = s,
             .precision = precision,
             .delta = precision == IN_QUAD ? QUAD_C(1e-6) : QUAD_C(1e-3),
             .core = CoreOf(precision),
             .problem = s->problem[precision],
             .n = s->dimensions.n,
             .m = s->dimensions.m,
             .ode = (PetscBool)!FormulationGetData(s->method->family->formulation)->velocities,
             .frame = FormulationGetData(s->dimensions.formulation)->moving_frame};
  PetscFunctionBeginUser;
  PetscCheck(map.n == map.m && !s->dimensions.nonholonomic, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "model %s: a structure study needs a system without nonholonomic constraints, with as "
             "many velocities as coordinates",
             s->instance->model->name);
  measured->shape = MEASURED_POINTS;
  measured->precision = precision;
  measured->epsilon = map.core->epsilon;
  for (PetscInt i = 0; i < s->job->h.count; ++i) {
    PetscCall(SettingEvaluate(s, s->job->h.at[i], &map.h));
    PetscCall(Examine(&map, measured));
  }
  PetscFunctionReturn(0);
}
