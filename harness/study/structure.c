/* Structure: the Jacobian of the step map by central differences, and from it the symplectic and
 * volume defects; the reversibility defect from the map itself. In quadruple precision where the
 * plugins have it: the differences are then exact far beyond double rounding.
 *
 * A frame method hands on μ, of which the one-form on Q is p = φᵀμ with φ = ψ⁻¹. That its one-form
 * −Θ⁻ + Θ⁺ on Q×Q is closed [Ball 2013, Theorem 5.4] says the same as that (q₀,p₀) ↦ (q₁,p₁) is
 * symplectic, so one study serves both.
 *
 * A system of many unknowns (a lattice) has no room for its Jacobian. There the symplectic form is
 * compared on pairs of directions drawn at random; nothing is said of the volume. */
#include "study/dense.h"
#include "study/setting.h"
#include <math.h>
#include <string.h>

typedef struct {
  const Setting *s;
  Precision precision;
  const Core *core;
  Problem problem;
  Quad h;
  PetscInt n, m, states;
  PetscBool ode, frame;
  Quad *start, *state; /* the whole initial state, and room for another */
} Map;

/* μ = ψᵀp, or with `back` p of φᵀ: ψᵀp = μ solved for p, by elimination in place. */
static PetscErrorCode FrameMomentum(const Map *map, const Quad *q, const Quad *in, PetscBool back,
                                    Quad *out, PetscBool *valid) {
  const PetscInt n = map->n;
  Quad psi[n * n], A[n * n], b[n];
  PetscFunctionBeginUser;
  PetscCall(map->core->problem_frame(map->problem, 0, q, psi, valid));
  for (PetscInt j = 0; j < n && *valid; ++j) {
    b[j] = 0;
    for (PetscInt i = 0; i < n; ++i) {
      A[j * n + i] = psi[i * n + j];
      b[j] += psi[i * n + j] * in[i];
    }
  }
  if (back && *valid) {
    memcpy(b, in, sizeof b);
    *valid = SolveDense(n, A, b);
  }
  memcpy(out, b, sizeof b);
  PetscFunctionReturn(0);
}

/* One step of size h from the canonical (q,p); false if it failed. */
static PetscErrorCode Apply(const Map *map, Integration it, const Quad *z, Quad *out,
                            PetscBool *done) {
  const PetscInt n = map->n, m = map->m;
  Quad *const state = map->state;
  StepFailure failure;
  PetscInt count;
  PetscBool valid = PETSC_TRUE;
  PetscFunctionBeginUser;
  memcpy(state, map->start, (size_t)map->states * sizeof *state);
  memcpy(state + 1, z, (size_t)n * sizeof *state);
  if (map->ode)
    PetscCall(map->core->problem_velocity(map->problem, 0, z, z + n, state + 1 + n, &valid));
  else if (map->frame)
    PetscCall(FrameMomentum(map, z, z + n, PETSC_FALSE, state + 1 + n, &valid));
  else
    memcpy(state + 1 + n, z + n, (size_t)m * sizeof *state);
  PetscCall(map->core->set_state(it, state));
  PetscCall(map->core->advance(it, 1, &failure));
  *done = (PetscBool)(valid && !failure.failed);
  if (!*done)
    PetscFunctionReturn(0);
  PetscCall(map->core->get_state(it, &count, state));
  memcpy(out, state + 1, (size_t)n * sizeof *out);
  if (map->ode)
    PetscCall(map->core->problem_momentum(map->problem, map->h, state + 1, out + n));
  else if (map->frame)
    PetscCall(FrameMomentum(map, state + 1, state + 1 + n, PETSC_TRUE, out + n, done));
  else
    memcpy(out + n, state + 1 + n, (size_t)m * sizeof *out);
  PetscFunctionReturn(0);
}

/* ∂(q₁,p₁)/∂(q₀,p₀) by fourth-order central differences with step δ. */
static PetscErrorCode Jacobian(const Map *map, Integration it, const Quad *z, Quad delta, Quad *J,
                               PetscBool *done) {
  const PetscInt size = map->n + map->m;
  static const int at[4] = {1, -1, 2, -2};
  static const int weight[4] = {8, -8, -1, 1};
  Quad moved[size], image[size];
  PetscFunctionBeginUser;
  *done = PETSC_TRUE;
  memset(J, 0, (size_t)(size * size) * sizeof *J);
  for (PetscInt j = 0; j < size && *done; ++j)
    for (int i = 0; i < 4 && *done; ++i) {
      memcpy(moved, z, sizeof moved);
      moved[j] += at[i] * delta;
      PetscCall(Apply(map, it, moved, image, done));
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
      if (fabsq(sum) > largest)
        largest = fabsq(sum);
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
static PetscErrorCode ReversibilityDefect(const Map *map, Integration it, const Quad *z,
                                          Quad *defect, PetscBool *done) {
  const PetscInt size = map->n + map->m;
  Quad *there, *back;
  PetscFunctionBeginUser;
  *defect = 0;
  PetscCall(PetscMalloc2(size, &there, size, &back));
  PetscCall(Apply(map, it, z, there, done));
  for (PetscInt i = map->n; i < size; ++i)
    there[i] = -there[i];
  if (*done)
    PetscCall(Apply(map, it, there, back, done));
  for (PetscInt i = 0; i < size && *done; ++i) {
    const Quad apart = fabsq((i < map->n ? back[i] : -back[i]) - z[i]);
    if (apart > *defect)
      *defect = apart;
  }
  PetscCall(PetscFree2(there, back));
  PetscFunctionReturn(0);
}

#define DENSE_MAX 160 /* entries of (q,p) of which a Jacobian is made */
#define DIRECTIONS 4

/* The derivative of the step map along a direction, by differences of order four. */
static PetscErrorCode Along(const Map *map, Integration it, const Quad *z, const Quad *direction,
                            Quad delta, Quad *moved, Quad *image, Quad *out, PetscBool *done) {
  const PetscInt size = map->n + map->m;
  static const int at[4] = {1, -1, 2, -2};
  static const int weight[4] = {8, -8, -1, 1};
  PetscFunctionBeginUser;
  *done = PETSC_TRUE;
  memset(out, 0, (size_t)size * sizeof *out);
  for (int i = 0; i < 4 && *done; ++i) {
    for (PetscInt r = 0; r < size; ++r)
      moved[r] = z[r] + at[i] * delta * direction[r];
    PetscCall(Apply(map, it, moved, image, done));
    for (PetscInt r = 0; r < size && *done; ++r)
      out[r] += weight[i] * image[r] / (12 * delta);
  }
  PetscFunctionReturn(0);
}

static Quad Form(PetscInt n, const Quad *a, const Quad *b) {
  Quad sum = 0;
  for (PetscInt i = 0; i < n; ++i)
    sum += a[i] * b[n + i] - a[n + i] * b[i];
  return sum;
}

static Quad Norm(PetscInt size, const Quad *a) {
  Quad sum = 0;
  for (PetscInt i = 0; i < size; ++i)
    sum += a[i] * a[i];
  return sqrtq(sum);
}

/* max |ω(Ju,Jw) − ω(u,w)| over pairs of directions u, w with entries of size one, relative to
 * √size, as large as such a form is when its signs are random; *error bounds what the differences
 * leave of it. */
static PetscErrorCode SampledDefect(const Map *map, Integration it, const Quad *z, Quad delta,
                                    Quad *defect, Quad *error, PetscBool *done) {
  const PetscInt size = map->n + map->m, n = map->n;
  const Quad epsilon = (Quad)map->core->epsilon, scale = sqrtq(size);
  Quad *u, *Ju, *coarse, *moved, *image, apart[DIRECTIONS], length[DIRECTIONS];
  unsigned long long random = 88172645463325252ULL; /* Marsaglia's xorshift */
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc5(DIRECTIONS * size, &u, DIRECTIONS * size, &Ju, size, &coarse, size, &moved,
                         size, &image));
  *defect = *error = 0;
  *done = PETSC_TRUE;
  for (PetscInt d = 0; d < DIRECTIONS && *done; ++d) {
    for (PetscInt i = 0; i < size; ++i) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17;
      u[d * size + i] = (Quad)(random >> 11) / QUAD_C(4503599627370496.) - 1;
    }
    PetscCall(Along(map, it, z, u + d * size, 2 * delta, moved, image, coarse, done));
    if (*done)
      PetscCall(Along(map, it, z, u + d * size, delta, moved, image, Ju + d * size, done));
    for (PetscInt i = 0; i < size && *done; ++i)
      coarse[i] -= Ju[d * size + i];
    if (*done) {
      apart[d] = Norm(size, coarse) / 8 + 100 * epsilon / delta * scale;
      length[d] = Norm(size, Ju + d * size);
    }
  }
  for (PetscInt a = 0; a < DIRECTIONS && *done; ++a)
    for (PetscInt b = 0; b < a; ++b) {
      const Quad change = fabsq(Form(n, Ju + a * size, Ju + b * size) -
                                Form(n, u + a * size, u + b * size)) /
                          scale,
                 bound = (apart[a] * length[b] + apart[b] * length[a]) / scale;
      if (change > *defect)
        *defect = change;
      if (bound > *error)
        *error = bound;
    }
  PetscCall(PetscFree5(u, Ju, coarse, moved, image));
  PetscFunctionReturn(0);
}

/* The same and the volume, from the whole Jacobian. */
static PetscErrorCode WholeDefects(const Map *map, Integration it, const Quad *z, Quad delta,
                                   Quad *symplectic, Quad *volume, Quad *error, PetscBool *done) {
  const PetscInt size = map->n + map->m;
  const Quad epsilon = (Quad)map->core->epsilon;
  Quad *J, *coarse;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(size * size, &J, size * size, &coarse));
  PetscCall(Jacobian(map, it, z, delta, J, done));
  if (*done)
    PetscCall(Jacobian(map, it, z, 2 * delta, coarse, done));
  if (*done) {
    /* A fourth-order difference with 2δ errs 16 times as much: the two bound the error. */
    *error = 0;
    for (PetscInt i = 0; i < size * size; ++i) {
      const Quad apart = fabsq(J[i] - coarse[i]);
      if (apart > *error)
        *error = apart;
    }
    *error = 2 * size * (*error / 8 + 100 * epsilon / delta);
    *symplectic = SymplecticDefect(map->n, J);
    *volume = VolumeDefect(size, J);
  }
  PetscCall(PetscFree2(J, coarse));
  PetscFunctionReturn(0);
}

static json_t *Defect(Quad defect, Quad error) {
  return json_pack("{s:o,s:o}", "defect", JsonReal((PetscReal)defect), "error",
                   JsonReal((PetscReal)error));
}

static PetscErrorCode Examine(Map *map, json_t *point) {
  const Setting *s = map->s;
  const PetscInt size = map->n + map->m;
  const Quad epsilon = (Quad)map->core->epsilon,
             delta = map->precision == IN_QUAD ? QUAD_C(1e-6) : QUAD_C(1e-3);
  Quad *z, defect = 0, volume = 0, error = 0;
  PetscBool done;
  StepFailure failure;
  Integration it;
  PetscFunctionBeginUser;
  PetscCall(SettingIntegrate(s, map->precision, 1, &it));
  PetscCall(map->core->begin(it, map->h, s->y0, &failure));
  PetscCall(map->core->get_state(it, &map->states, NULL));
  PetscCall(PetscMalloc3(map->states + 1, &map->start, map->states + 1, &map->state, size, &z));
  PetscCall(map->core->get_state(it, &map->states, map->start));
  memcpy(z, s->y0, (size_t)map->n * sizeof *z);
  PetscCall(map->core->problem_momentum(map->problem, 0, s->y0, z + map->n));
  if (map->frame) {
    Quad mu[map->n];
    PetscBool valid;
    memcpy(mu, z + map->n, sizeof mu);
    PetscCall(FrameMomentum(map, z, mu, PETSC_TRUE, z + map->n, &valid));
  }
  if (size > DENSE_MAX)
    PetscCall(SampledDefect(map, it, z, delta, &defect, &error, &done));
  else
    PetscCall(WholeDefects(map, it, z, delta, &defect, &volume, &error, &done));
  if (done) {
    json_object_set_new(point, "symplectic", Defect(defect, error));
    if (size <= DENSE_MAX)
      json_object_set_new(point, "volume", Defect(volume, error));
    PetscCall(ReversibilityDefect(map, it, z, &defect, &done));
    if (done)
      json_object_set_new(point, "reversible", Defect(defect, 1000 * epsilon));
  }
  json_object_set_new(point, "status", json_string(done ? "done" : "failed"));
  if (!done)
    json_object_set_new(point, "reason", json_string("the step near the point failed"));
  PetscCall(PetscFree3(map->start, map->state, z));
  PetscCall(map->core->destroy(&it));
  PetscFunctionReturn(0);
}

PetscErrorCode StudyStructure(const Setting *s, json_t **measured) {
  const char *asked = json_string_value(json_object_get(s->job, "precision"));
  const Precision precision =
      SettingHas(s, IN_QUAD) && !(asked && !strcmp(asked, "double")) ? IN_QUAD : IN_DOUBLE;
  Map map = {.s = s,
             .precision = precision,
             .core = CoreOf(precision),
             .problem = s->problem[precision],
             .n = s->dimensions.n,
             .m = s->dimensions.m,
             .ode = (PetscBool)(s->method->family->formulation == GIMBAL_ODE),
             .frame = (PetscBool)(s->dimensions.formulation == GIMBAL_FRAME)};
  json_t *points = json_array();
  const json_t *each;
  size_t i;
  PetscFunctionBeginUser;
  PetscCheck(map.n == map.m && !s->dimensions.holonomic && !s->dimensions.nonholonomic,
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "model %s: a structure study needs an unconstrained system with as many velocities as "
             "coordinates",
             s->instance->model->name);
  json_array_foreach(json_object_get(s->job, "h"), i, each) {
    json_t *point = json_object();
    PetscCall(SettingEvaluate(s, json_string_value(each), &map.h));
    json_object_set_new(point, "h", JsonReal((PetscReal)map.h));
    PetscCall(Examine(&map, point));
    json_array_append_new(points, point);
  }
  *measured = json_pack("{s:s,s:f,s:o}", "precision", PrecisionName(precision), "epsilon",
                        map.core->epsilon, "points", points);
  PetscFunctionReturn(0);
}
