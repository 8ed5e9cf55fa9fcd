/* Frame methods by their numbers: errors that were computed independently of this program, what the
 * sphere's integrator keeps over the paper's run, the multipliers of the sleigh's straight motion
 * against their formula, and where a step of it is singular; the map of T*S², its symplectic defect
 * and its apsides. */
#include "core/core.h"
#include "petsc_tap.h"
#include "studies/study.h"
#include <string.h>

static Registry registry;

/* A job in double precision but for what is changed in it, and what it measured. */
static Job job_of(const char *kind, const char *method, const char *model, const char *name,
                  int realisation) {
  Job job;
  JobInit(&job);
  job.key = "test";
  job.kind = kind;
  job.method = method;
  job.model = model;
  job.instance = name;
  job.realisation = realisation;
  job.precision = "double";
  return job;
}

static Measured *measure(const Job *job) {
  Measured *measured = NULL;
  REQUIRE(StudyMeasure(registry, job, &measured));
  return measured;
}

static void discard(Measured *measured) { MeasuredDestroy(&measured); }

/* NaN if absent. */
static double defect_of(const Point *point, const char *name) {
  const Defect *defect = PointFind(point, name);
  return defect ? defect->defect : NAN;
}

/* ---- Errors at h = 1/160 and T = 10 ---- */

/* The largest error over q and p at T with that many steps, of one or two step sizes. */
static double error_of(const char *method, const char *model, const char *name, int realisation,
                       const char *duration, PetscInt64 coarse, PetscInt64 fine,
                       PetscInt64 wanted) {
  static const char *const quantity[] = {"q", "p"};
  PetscInt64 steps[] = {coarse, fine};
  Claim claims[2] = {{.study = "order", .quantity = "q", .value = "2", .order = 2},
                     {.study = "order", .quantity = "p", .value = "2", .order = 2}};
  Job job = job_of("order", method, model, name, realisation);
  Measured *measured;
  double largest = 0;
  job.duration = duration;
  job.steps = (Integers){fine ? 2 : 1, steps};
  job.claims = (Claims){2, claims};
  measured = measure(&job);
  for (PetscInt i = 0; i < measured->series[0].points; i++) {
    const SeriesPoint *point = &measured->series[0].point[i];
    for (int k = 0; k < 2 && point->steps == wanted; k++) {
      const Errors *errors = SeriesPointErrors(point, quantity[k]);
      for (PetscInt c = 0; c < errors->components; c++)
        largest = fmax(largest, fabs(errors->at[(errors->times - 1) * errors->components + c]));
    }
  }
  discard(measured);
  return largest;
}

static void error_is(const char *method, const char *model, int realisation, double expected) {
  const double error = error_of(method, model, strcmp(model, "kepler") ? "A" : "e03", realisation,
                                "10", 1600, 0, 1600);
  is_close(error, expected, 0.03 * expected, "3 per cent", "%s on %s, realisation %d: %g", method,
           model, realisation, error);
}

static void order_is(const char *method, const char *model, const char *name, int realisation,
                     double order) {
  const double coarse = error_of(method, model, name, realisation, "1", 128, 256, 128),
               fine = error_of(method, model, name, realisation, "1", 128, 256, 256);
  is_close(log2(coarse / fine), order, 0.05, "the next power of h", "%s on %s is of order %g",
           method, model, order);
}

/* ---- The paper's run of the sphere ---- */

/* Energies in J: mr² = 9.8² kg m² of the paper. The step is solved to round-off, so that what grows
 * is a walk of 10 000 roundings of size 1e-16, 1e-14; energies of 100 J, 1e-12. */
static void sphere_keeps(const char *name) {
  const double joule = 9.8 * 9.8;
  JobRun run = {.h = "1/5", .steps = 10000};
  Job job = job_of("long", "hamel_sphere", "spherical_pendulum", name, 1);
  Measured *measured;
  job.runs = (JobRuns){1, &run};
  measured = measure(&job);
  /* ½|Γ|² moves by |Γ| − 1. */
  is_close(LongRunFind(measured->run, "half_square_of_vertical")->maximum, 0, 1e-14,
           "10 000 steps of hamel_sphere", "%s: |Γ|", name);
  is_close(joule * LongRunFind(measured->run, "energy")->maximum, 0, 1e-12, "J, terms of 96 J",
           "%s: the energy", name);
  is_close(joule * LongRunFind(measured->run, "vertical_momentum")->maximum, 0, 1e-12, "J s",
           "%s: the vertical momentum", name);
  discard(measured);
}

/* ---- The sleigh's straight motion ---- */

/* (1 − τhκv)/(1 + (1 − τ)hκv), here with κ = 1 and v = ±1. */
static void multipliers(const char *method, double tau) {
  const char *h_texts[] = {"1/10", "1/2", "1", "3/2", "5/2", "7/2"};
  Job job = job_of("equilibrium", method, "chaplygin_sleigh", "A", 1);
  Measured *measured;
  job.h = (Texts){6, h_texts};
  measured = measure(&job);
  for (PetscInt i = 0; i < measured->count; i++) {
    const Point *point = &measured->point[i];
    const int forward = !strcmp(point->equilibrium, "forward");
    const double h = point->h, x = forward ? h : -h;
    const double exact = (1 - tau * x) / (1 + (1 - tau) * x);
    if (!isfinite(exact)) {
      ok(point->ending.status == STATUS_FAILED && isnan(point->factor),
         "%s, h = %g, %s: there is no step at the pole", method, h,
         forward ? "forward" : "backward");
      continue;
    }
    /* The ratio of deviations of 1e-12 and less, which enter with their size times h³. */
    is_close(point->factor, exact, 1e-10 * fmax(1, fabs(exact)), "first order", "%s, h = %g, %s",
             method, h, forward ? "forward" : "backward");
    if (tau == 0.5)
      ok(defect_of(point, "stability") == 0, "  stable as the exact flow is");
  }
  discard(measured);
}

static void singular(const char *method, const char *h, int is_singular) {
  Job job = job_of("equilibrium", method, "chaplygin_sleigh", "A", 1);
  Measured *measured;
  const char *reason;
  job.h = (Texts){1, &h};
  measured = measure(&job);
  reason = measured->point[1].ending.reason;
  ok((reason && !strncmp(reason, "singular", 8)) == is_singular, "%s, h = %s backward: %s", method,
     h, reason ? reason : "there is a step");
  ok(!measured->point[0].ending.reason, "  and forward there is a step");
  discard(measured);
}

/* How a deviation of the multiplier alone grows in a step, along the sleigh's stable motion: the
 * method's parasitic root. In quadruple precision, as the ratio of late deviations. */
static double parasitic_root(const char *name, double h, double speed) {
  const Core *core = CoreQuad();
  const Quad start[6] = {0, 0, 0, 0, (Quad)speed, 0};
  Quad state[2][64];
  double apart[2] = {0, 0};
  IntegrationSetup setup = {.tolerance_factor = 1};
  Model model;
  ModelCase instance;
  Integration it[2];
  StepFailure failure;
  REQUIRE(RegistryFindMethod(registry, name, &setup.method));
  REQUIRE(RegistryFindModel(registry, "chaplygin_sleigh", &model));
  REQUIRE(ModelCaseCreate(model, "A", 0, &instance));
  REQUIRE(core->problem_create(instance, 0, &setup.problem));
  for (int i = 0; i < 2; i++) {
    REQUIRE(core->create(&setup, &it[i]));
    REQUIRE(core->begin(it[i], (Quad)h, start, &failure));
    core->get_state(it[i], state[i]);
    state[i][7] += i ? QUAD_C(1e-18) : 0; /* t, q, p, λ */
    core->set_state(it[i], state[i]);
  }
  for (int step = 0; step < 120; step++) {
    for (int i = 0; i < 2; i++) {
      REQUIRE(core->advance(it[i], 1, &failure));
      core->get_state(it[i], state[i]);
    }
    apart[0] = apart[1];
    apart[1] = (double)(state[1][7] - state[0][7]);
  }
  for (int i = 0; i < 2; i++)
    REQUIRE(core->destroy(&it[i]));
  REQUIRE(core->problem_destroy(&setup.problem));
  ModelCaseDestroy(&instance);
  return apart[1] / apart[0];
}

/* κ = 1. Of two stages the method is its own inverse, and the product of the physical and the
 * parasitic root is −1; of more, the root is that of λ̇ = κvλ/(s − 1), to the method's order. */
static void parasitic(void) {
  const double h = 0.1, v = 0.875;
  is_close(parasitic_root("lobatto_nonholonomic_2", h, v), -(2 + h * v) / (2 - h * v), 1e-3,
           "what its physical root differs from Cayley's", "the parasitic root of two stages");
  for (int s = 3; s <= 6; s++) {
    char name[64];
    (void)snprintf(name, sizeof name, "lobatto_nonholonomic_%d", s);
    is_close(parasitic_root(name, h, v), (s % 2 ? 1 : -1) * exp(h * v / (s - 1)), 1e-3,
             "third powers of hv", "of %d stages", s);
  }
}

/* ---- On the sphere of the bob ---- */

static double symplectic_defect(const char *method, const char *h) {
  Job job = job_of("structure", method, "spherical_pendulum", "below", 0);
  Measured *measured;
  double defect;
  job.h = (Texts){1, &h};
  job.precision = "auto";
  measured = measure(&job);
  defect = defect_of(measured->point, "symplectic");
  discard(measured);
  return defect;
}

/* The "exact" advance, or the "defect" of the measured one. */
static double advance(const char *method, int realisation, const char *h, const char *what) {
  Claim claim = {.study = "curve", .quantity = "apsidal_advance", .value = "yes", .order = NAN};
  Job job = job_of("curve", method, "spherical_pendulum", "below", realisation);
  const Defect *defect;
  Measured *measured;
  double value;
  job.h = (Texts){1, &h};
  job.duration = "40";
  job.claims = (Claims){1, &claim};
  measured = measure(&job);
  defect = PointFind(measured->point, "apsidal_advance");
  value = strcmp(what, "defect") ? DefectFind(defect, what) : defect->defect;
  discard(measured);
  return value;
}

static void on_the_sphere(void) {
  double coarse, fine;
  /* Differences in quadruple precision, of step 1e-6 and order four: 1e-24. */
  is_close(symplectic_defect("rattle", "1/5"), 0, 1e-23, "differences", "rattle is symplectic");
  is_close(symplectic_defect("sphere_homogeneous", "1/5"), 0, 1e-23, "differences",
           "sphere_homogeneous is symplectic");
  is_close(symplectic_defect("lobatto_holonomic_3", "1/5"), 0, 1e-23, "differences",
           "lobatto_holonomic_3 is symplectic");
  coarse = symplectic_defect("hamel_sphere_bob", "1/10");
  fine = symplectic_defect("hamel_sphere_bob", "1/20");
  is_close(log2(coarse / fine), 3, 0.1, "its next power of h",
           "the defect of hamel_sphere_bob goes like h³ (%g, %g)", coarse, fine);

  /* The integral, by the substitution z = a − b cos θ and Simpson's rule with 2000 steps,
   * elsewhere. */
  is_close(advance("gauss_4", 0, "1/20", "exact"), 3.3708162342237777, 1e-14, "rounding",
           "the elliptic integral of the bob's advance");
  is_close(advance("gauss_4", 0, "1/20", "defect"), 0, 1e-15, "interpolation",
           "is what an integrator of order 8 finds");
  is_close(advance("gauss_4", 1, "1/20", "defect"), 0, 1e-15, "interpolation",
           "and that of the vertical in the body");
  is_close(log2(advance("hamel_sphere_bob", 0, "1/10", "defect") /
                advance("hamel_sphere_bob", 0, "1/20", "defect")),
           4, 0.1, "its next power of h", "hamel_sphere_bob's goes wrong like h⁴");
  is_close(log2(advance("hamel_sphere", 1, "1/10", "defect") /
                advance("hamel_sphere", 1, "1/20", "defect")),
           2, 0.1, "its next power of h", "hamel_sphere's Γ goes wrong like h²");
}

/* ---- One map or two ---- */

static void equal(const char *one, const char *two, const char *model, int realisation, int same) {
  const char *h = "1/10";
  Claim claim = {.study = "equality", .quantity = two, .value = "yes", .order = NAN};
  Job job = job_of("equality", one, model, NULL, realisation);
  const Defect *found;
  Measured *measured;
  job.h = (Texts){1, &h};
  job.claims = (Claims){1, &claim};
  measured = measure(&job);
  found = PointFind(measured->point, two);
  ok(found && (same ? found->defect <= found->error : found->defect > 1e20 * found->error),
     "%s is %s%s on %s: %g", one, same ? "" : "not ", two, model, found ? found->defect : NAN);
  discard(measured);
}

int main(void) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char folders[2 * PETSC_MAX_PATH_LEN];
  (void)snprintf(folders, sizeof(folders), "%s/methods:%s/models", build, build);
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  REQUIRE(PetscInitializeNoArguments());
  REQUIRE(RegistryCreate(0, NULL, StudyVocabulary, &registry));

  error_is("hamel_midpoint", "kepler", 1, 1.128e-5);
  error_is("hamel_midpoint", "kepler", 3, 3.515e-5);
  error_is("hamel_midpoint", "rigid_body", 0, 2.91e-6);
  order_is("hamel_midpoint", "kepler", "e03", 1, 2);
  order_is("hamel_0", "kepler", "e03", 1, 1);
  order_is("hamel_induced_midpoint", "kepler", "e03", 2, 2);
  order_is("hamel_induced_1", "kepler", "e03", 2, 1);
  order_is("hamel_nonholonomic_midpoint", "chaplygin_sleigh", "A", 1, 2);
  order_is("hamel_nonholonomic_1", "chaplygin_sleigh", "A", 1, 1);
  order_is("chaplygin_midpoint", "nonholonomic_particle", "A", 1, 2);
  order_is("chaplygin_0", "nonholonomic_particle", "A", 1, 1);
  order_is("dla_midpoint", "nonholonomic_particle", "A", 0, 2);
  order_is("dla_1", "nonholonomic_particle", "A", 0, 1);
  order_is("hamel_sphere", "spherical_pendulum", "below", 1, 2);
  order_is("hamel_sphere_bob", "spherical_pendulum", "below", 0, 2);
  order_is("rattle", "spherical_pendulum", "below", 0, 2);
  order_is("stormer_verlet_sphere", "spherical_pendulum", "below", 0, 2);
  sphere_keeps("below");
  sphere_keeps("above");
  multipliers("hamel_nonholonomic_midpoint", 0.5);
  multipliers("hamel_nonholonomic_0", 0);
  multipliers("hamel_nonholonomic_1", 1);
  multipliers("hamel_nonholonomic_midpoint:tau=1/3", 1. / 3);
  singular("hamel_nonholonomic_midpoint", "2", 1);
  singular("hamel_nonholonomic_0", "1", 1);
  singular("hamel_nonholonomic_midpoint", "1", 0);
  singular("hamel_nonholonomic_1", "2", 0);
  parasitic();
  on_the_sphere();
  equal("rattle", "stormer_verlet_sphere", "spherical_pendulum", 0, 1);
  equal("rattle", "hamel_sphere_bob", "spherical_pendulum", 0, 0);
  equal("hamel_sphere", "hamel_sphere_bob", "spherical_pendulum", 1, 1);
  equal("chaplygin_midpoint", "hamel_nonholonomic_midpoint", "nonholonomic_particle", 1, 1);
  equal("chaplygin_midpoint", "hamel_nonholonomic_0", "nonholonomic_particle", 1, 0);
  equal("hamel_induced_midpoint", "vprk_gauss_1", "free_rotor", 1, 1);
  equal("hamel_midpoint", "vprk_gauss_1", "free_rotor", 1, 0);

  RegistryDestroy(&registry);
  REQUIRE(PetscFinalize());
  return done_testing();
}
