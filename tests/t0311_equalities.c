/* Methods that are the same map under two names, written by different hands in different files:
 * they must agree to round-off. And the nonholonomic integrators are their own inverse with −h,
 * with the multiplier as a part of the state. Each equality is tested in both precisions where it
 * can be, so that a difference of 1e-17 is seen too; and pairs that are nearly the same, but not
 * quite, are distinguished by the same measure. */
#include "core/core.h"
#include "petsc_tap.h"
#include "studies/study.h"
#include <string.h>

enum { ROOM = 64 };

static Registry registry;

/* A state, or what differs between two. */
typedef struct {
  PetscInt q, v, lambda; /* entries */
  Quad at[3][ROOM];
} State;

typedef struct {
  Integration it;
  Problem problem;
  ModelCase instance;
  const Core *core;
} Run;

static void begin(Run *run, int quad, const char *method, const char *model, const char *name,
                  Quad h) {
  IntegrationSetup setup = {.tolerance_factor = 1};
  StepFailure failure;
  Model found;
  PetscInt realisation = 0;
  PetscBool accepts = PETSC_FALSE;
  run->core = quad ? CoreQuad() : CoreDouble();
  REQUIRE(RegistryFindMethod(registry, method, &setup.method));
  REQUIRE(RegistryFindModel(registry, model, &found));
  REQUIRE(ModelCaseCreate(found, name, 0, &run->instance));
  for (;; realisation++) {
    REQUIRE(MethodAccepts(setup.method, run->instance, realisation, &accepts));
    if (accepts)
      break;
    REQUIRE(realisation + 1 >= (PetscInt)found->descriptor->realisations.count);
  }
  REQUIRE(run->core->problem_create(run->instance, realisation, &run->problem));
  setup.problem = run->problem;
  REQUIRE(run->core->create(&setup, &run->it));
  REQUIRE(run->core->begin(run->it, h, NULL, &failure));
}

static void end(Run *run) {
  REQUIRE(run->core->destroy(&run->it));
  REQUIRE(run->core->problem_destroy(&run->problem));
  ModelCaseDestroy(&run->instance);
}

static void advance(Run *run, PetscInt steps) {
  StepFailure failure;
  REQUIRE(run->core->advance(run->it, steps, &failure));
  if (failure.failed)
    ok(0, "step %d failed: %s", (int)failure.step, failure.text);
}

static void read_state(const Run *run, State *s) {
  REQUIRE(run->core->get(run->it, QUANTITY_CONFIGURATION, &s->q, s->at[0]));
  REQUIRE(run->core->get(run->it, QUANTITY_VELOCITY, &s->v, s->at[1]));
  REQUIRE(run->core->get(run->it, QUANTITY_MULTIPLIER, &s->lambda, s->at[2]));
}

static double distance(PetscInt count, const Quad *one, const Quad *two) {
  double distance = 0;
  for (PetscInt i = 0; i < count; i++)
    if (!((double)fabsq(one[i] - two[i]) <= distance))
      distance = (double)fabsq(one[i] - two[i]);
  return distance;
}

static double size(PetscInt count, const Quad *x) {
  double size = 1;
  for (PetscInt i = 0; i < count; i++)
    size = fmax(size, (double)fabsq(x[i]));
  return size;
}

static double state_size(const State *s) {
  return fmax(size(s->q, s->at[0]), size(s->v, s->at[1]));
}

/* Of q and v: every step leaves some roundings of the terms of its equations, and the systems do
 * not amplify them much over the short time. */
static double bound(const State *s, double epsilon, PetscInt steps) {
  return 4 * epsilon * steps * state_size(s);
}

/* The state after some steps by the one and by the other. */
static void both(int quad, const char *one, const char *two, const char *model, const char *name,
                 Quad h, PetscInt steps, State s[2], double *epsilon) {
  const char *const method[] = {one, two};
  for (int i = 0; i < 2; i++) {
    Run run;
    begin(&run, quad, method[i], model, name, h);
    advance(&run, steps);
    read_state(&run, &s[i]);
    *epsilon = run.core->epsilon;
    end(&run);
  }
}

/* powers_of_h: how the rounding of a momentum or a position is magnified in the multiplier, whose h
 * (at velocity level) or h² (at position level) multiple the equations determine; negative: the one
 * of them scores no multiplier at this time. */
static void same(const char *one, const char *two, const char *model, const char *name,
                 int powers_of_h) {
  const Quad h = QUAD_C(0.05);
  const PetscInt steps = 40;
  for (int quad = 0; quad < 2; quad++) {
    State s[2];
    double epsilon, limit;
    both(quad, one, two, model, name, h, steps, s, &epsilon);
    limit = bound(s, epsilon, steps);
    is_close(fmax(distance(s->q, s[0].at[0], s[1].at[0]), distance(s->v, s[0].at[1], s[1].at[1])),
             0, limit, "4 roundings of the state a step", "%s = %s on %s:%s in %s", one, two, model,
             name, quad ? "quad" : "double");
    if (powers_of_h >= 0)
      is_close(distance(s->lambda, s[0].at[2], s[1].at[2]), 0,
               limit * pow((double)h, -powers_of_h) * size(s->lambda, s->at[2]),
               "those over h, or h squared", "  and the multiplier");
  }
}

/* The measure tells methods apart that are not the same: by far more than any bound above. */
static void differ(const char *one, const char *two, const char *model, const char *name) {
  State s[2];
  double epsilon;
  both(0, one, two, model, name, QUAD_C(0.05), 40, s, &epsilon);
  ok(distance(s->v, s[0].at[1], s[1].at[1]) > 1e6 * bound(s, epsilon, 40), "%s is not %s on %s:%s",
     one, two, model, name);
}

/* ---- The explicit form of lobatto_nonholonomic_2 ---- */

/* For M = I and Φ = A(q)v with one row: v½ = p + (h/2)(f + Aᵀλ), q₁ = q + h v½, λ₁ = −(2/h)
 * (AAᵀ)⁻¹ A₁(v½ + (h/2) f₁), p₁ = v½ + (h/2)(f₁ + A₁ᵀλ₁), with f = −∇U. */
static void explicit_step(const gimbal_lagrangian *l, const double *parameters, int n, double h,
                          double *q, double *p, double *lambda) {
  double f[ROOM], A[ROOM], AA = 0, Av = 0;
  const double none[ROOM] = {0};
  l->D1L(parameters, 0, q, none, f);
  l->D2Phi(parameters, 0, q, none, A);
  for (int d = 0; d < n; d++) {
    p[d] += h / 2 * (f[d] + A[d] * *lambda);
    q[d] += h * p[d];
  }
  l->D1L(parameters, 0, q, none, f);
  l->D2Phi(parameters, 0, q, none, A);
  for (int d = 0; d < n; d++) {
    AA += A[d] * A[d];
    Av += A[d] * (p[d] + h / 2 * f[d]);
  }
  *lambda = -2 / h * Av / AA;
  for (int d = 0; d < n; d++)
    p[d] += h / 2 * (f[d] + A[d] * *lambda);
}

static void explicit_form(const char *model, const char *name) {
  const double h = 1. / 16; /* exact in binary */
  const PetscInt steps = 32;
  double q[ROOM], p[ROOM], mass[ROOM], parameters[ROOM], lambda, most[3] = {0, 0, 0}, limit;
  const gimbal_lagrangian *l;
  State s;
  Run run;
  begin(&run, 0, "lobatto_nonholonomic_2", model, name, h);
  read_state(&run, &s);
  l = ListAt(run.instance->model->descriptor->realisations, gimbal_realisation, 0)->lagrangian;
  for (size_t i = 0; i < run.instance->model->descriptor->parameters.count; i++)
    parameters[i] = (double)run.instance->parameters[i];
  for (PetscInt d = 0; d < s.q; d++)
    q[d] = (double)s.at[0][d], p[d] = (double)s.at[1][d];
  lambda = (double)s.at[2][0];
  l->D22L(parameters, 0, q, p, mass);
  for (PetscInt i = 0; i < s.q * s.q; i++)
    if (mass[i] != (i % (s.q + 1) == 0) || s.lambda != 1) {
      ok(0, "%s: the explicit form is for M = I and one constraint", model);
      break;
    }
  for (PetscInt step = 0; step < steps; step++) {
    explicit_step(l, parameters, (int)s.q, h, q, p, &lambda);
    advance(&run, 1);
    read_state(&run, &s);
    for (PetscInt d = 0; d < s.q; d++) {
      most[0] = fmax(most[0], fabs(q[d] - (double)s.at[0][d]));
      most[1] = fmax(most[1], fabs(p[d] - (double)s.at[1][d]));
    }
    most[2] = fmax(most[2], fabs(lambda - (double)s.at[2][0]));
  }
  limit = bound(&s, run.core->epsilon, steps);
  is_close(fmax(most[0], most[1]), 0, limit, "4 roundings of the state a step",
           "lobatto_nonholonomic_2 is the explicit formula on %s:%s", model, name);
  is_close(most[2], 0, limit / h * size(1, s.at[2]), "those over h", "  and the multiplier");
  end(&run);
}

/* ---- Φ_{−h} ∘ Φ_h = identity ---- */

static void own_inverse(int quad, const char *method, const char *model, const char *name) {
  const Quad h = QUAD_C(0.05);
  const PetscInt steps = 20;
  Quad state[4 * ROOM];
  State start, middle, back;
  double limit;
  Run there, home;
  begin(&there, quad, method, model, name, h);
  read_state(&there, &start);
  advance(&there, steps);
  read_state(&there, &middle);
  there.core->get_state(there.it, state);
  begin(&home, quad, method, model, name, -h);
  state[0] = 0; /* an autonomous system, and one step size: the time does not matter */
  home.core->set_state(home.it, state);
  advance(&home, steps);
  read_state(&home, &back);
  limit = bound(&middle, there.core->epsilon, 2 * steps);
  is_close(
      fmax(distance(start.q, start.at[0], back.at[0]), distance(start.v, start.at[1], back.at[1])),
      0, limit, "4 roundings of the state a step",
      "%s there and back is the identity on %s:%s in %s", method, model, name,
      quad ? "quad" : "double");
  is_close(distance(start.lambda, start.at[2], back.at[2]), 0,
           limit / (double)h * size(start.lambda, start.at[2]), "those over h",
           "  with the multiplier");
  ok(distance(start.q, start.at[0], middle.at[0]) > 0.1, "  and in between it was elsewhere");
  end(&home);
  end(&there);
}

int main(void) {
  static const char *const separable[][2] = {{"kepler", "e03"},        {"harmonic_oscillator", "A"},
                                             {"pendulum", "rotation"}, {"driven_pendulum", "A"},
                                             {"henon_heiles", "A"},    {"outer_solar_system", "A"}};
  static const char *const nonholonomic[][2] = {{"nonholonomic_particle", "A"},
                                                {"cvt", "low_eps05"},
                                                {"chaotic", "a35"},
                                                {"vertical_disk", "A"}};
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char folders[2 * PETSC_MAX_PATH_LEN];
  (void)snprintf(folders, sizeof(folders), "%s/methods:%s/models", build, build);
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  REQUIRE(PetscInitializeNoArguments());
  REQUIRE(RegistryCreate(0, NULL, StudyVocabulary, &registry));
  for (size_t i = 0; i < sizeof(separable) / sizeof(*separable); i++) {
    same("vprk_lobatto_2", "stormer_verlet", separable[i][0], separable[i][1], -1);
    same("vprk_gauss_1", "implicit_midpoint", separable[i][0], separable[i][1], -1);
  }
  differ("vprk_lobatto_2", "vprk_gauss_1", "kepler", "e03");
  /* The mass matrix depends on q: the midpoint of velocities is not that of momenta. */
  differ("vprk_gauss_1", "implicit_midpoint", "double_pendulum", "A");

  same("rattle", "lobatto_holonomic_2", "spherical_pendulum", "below", 2);
  same("rattle", "lobatto_holonomic_2", "double_pendulum", "A", 2);
  differ("rattle", "lobatto_holonomic_3", "spherical_pendulum", "below");

  for (size_t i = 0; i < sizeof(nonholonomic) / sizeof(*nonholonomic); i++)
    for (int s = 2; s <= 4; s++) {
      char one[64], two[64];
      (void)snprintf(one, sizeof(one), "lobatto_nonholonomic_hamiltonian_%d", s);
      (void)snprintf(two, sizeof(two), "lobatto_nonholonomic_%d", s);
      same(one, two, nonholonomic[i][0], nonholonomic[i][1], 1);
      own_inverse(s % 2, two, nonholonomic[i][0], nonholonomic[i][1]);
    }
  explicit_form("nonholonomic_particle", "A");
  explicit_form("chaotic", "a35");
  explicit_form("free_nonholonomic_particle", "A");

  RegistryDestroy(&registry);
  REQUIRE(PetscFinalize());
  return done_testing();
}
