/* Frame methods by their numbers: errors that were computed independently of this program, what the
 * sphere's integrator keeps over the paper's run, the multipliers of the sleigh's straight motion
 * against their formula, and where a step of it is singular; the map of T*S², its symplectic defect
 * and its apsides. */
#include "core/core.h"
#include "petsc_tap.h"
#include "studies/study.h"
#include <string.h>

static Registry registry;

/* A job measured: the given text is the end of its JSON object. */
static json_t *measure(const char *kind, const char *method, const char *model, const char *name,
                       int realisation, const char *rest) {
  json_t *job = json_pack("{s:s,s:s,s:s,s:s,s:s?,s:i,s:s,s:i}", "key", "test", "kind", kind,
                          "method", method, "model", model, "case", name, "realisation",
                          realisation, "precision", "double", "seed", 0);
  json_t *more = json_loads(rest, 0, NULL), *measured = NULL;
  if (!job || !more || json_object_update(job, more))
    exit(99);
  REQUIRE(StudyRun(registry, job, &measured));
  json_decref(job);
  json_decref(more);
  return measured;
}

static double number(const json_t *object, const char *one, const char *two) {
  const json_t *inner = json_object_get(object, one);
  return json_number_value(two ? json_object_get(inner, two) : inner);
}

/* ---- Errors at h = 1/160 and T = 10 ---- */

/* The largest error over q and p at T with that many steps. */
static double error_of(const char *method, const char *model, const char *name, int realisation,
                       const char *duration, const char *steps, long wanted) {
  static const char *const quantity[] = {"q", "p"};
  char rest[512];
  (void)snprintf(rest, sizeof rest,
                 "{\"duration\":\"%s\",\"steps\":[%s],\"claims\":["
                 "{\"study\":\"order\",\"quantity\":\"q\",\"value\":\"2\",\"order\":2},"
                 "{\"study\":\"order\",\"quantity\":\"p\",\"value\":\"2\",\"order\":2}]}",
                 duration, steps);
  json_t *measured = measure("order", method, model, name, realisation, rest);
  const json_t *all = json_object_get(json_array_get(json_object_get(measured, "measurements"), 0),
                                      "series"),
               *series;
  double largest = 0;
  size_t at, i;
  json_array_foreach(all, at, series) {
    if (json_integer_value(json_object_get(series, "steps")) != wanted)
      continue;
    for (int k = 0; k < 2; k++) {
      const json_t *times = json_object_get(json_object_get(series, "errors"), quantity[k]), *value;
      json_array_foreach(json_array_get(times, json_array_size(times) - 1), i, value) largest =
          fmax(largest, fabs(json_number_value(value)));
    }
  }
  json_decref(measured);
  return largest;
}

static void error_is(const char *method, const char *model, int realisation, double expected) {
  const double error = error_of(method, model, strcmp(model, "kepler") ? "A" : "e03", realisation,
                                "10", "1600", 1600);
  is_close(error, expected, 0.03 * expected, "3 per cent", "%s on %s, realisation %d: %g", method,
           model, realisation, error);
}

static void order_is(const char *method, const char *model, const char *name, int realisation,
                     double order) {
  const double coarse = error_of(method, model, name, realisation, "1", "128,256", 128),
               fine = error_of(method, model, name, realisation, "1", "128,256", 256);
  is_close(log2(coarse / fine), order, 0.05, "the next power of h", "%s on %s is of order %g",
           method, model, order);
}

/* ---- The paper's run of the sphere ---- */

/* Energies in J: mr² = 9.8² kg m² of the paper. The step is solved to round-off, so that what grows
 * is a walk of 10 000 roundings of size 1e-16, 1e-14; energies of 100 J, 1e-12. */
static void sphere_keeps(const char *name) {
  const double joule = 9.8 * 9.8;
  json_t *measured = measure("long", "hamel_sphere", "spherical_pendulum", name, 1,
                             "{\"runs\":[{\"h\":\"1/5\",\"steps\":10000}],\"claims\":[]}");
  const json_t *quantities =
      json_object_get(json_array_get(json_object_get(measured, "runs"), 0), "quantities");
  /* ½|Γ|² moves by |Γ| − 1. */
  is_close(number(json_object_get(quantities, "half_square_of_vertical"), "maximum", NULL), 0,
           1e-14, "10 000 steps of hamel_sphere", "%s: |Γ|", name);
  is_close(joule * number(json_object_get(quantities, "energy"), "maximum", NULL), 0, 1e-12,
           "J, terms of 96 J", "%s: the energy", name);
  is_close(joule * number(json_object_get(quantities, "vertical_momentum"), "maximum", NULL), 0,
           1e-12, "J s", "%s: the vertical momentum", name);
  json_decref(measured);
}

/* ---- The sleigh's straight motion ---- */

/* (1 − τhκv)/(1 + (1 − τ)hκv), here with κ = 1 and v = ±1. */
static void multipliers(const char *method, double tau) {
  json_t *measured =
      measure("equilibrium", method, "chaplygin_sleigh", "A", 1,
              "{\"h\":[\"1/10\",\"1/2\",\"1\",\"3/2\",\"5/2\",\"7/2\"],\"claims\":[]}");
  const json_t *point;
  size_t i;
  json_array_foreach(json_object_get(measured, "points"), i, point) {
    const int forward =
        !strcmp(json_string_value(json_object_get(point, "equilibrium")), "forward");
    const double h = number(point, "h", NULL), x = forward ? h : -h;
    const double exact = (1 - tau * x) / (1 + (1 - tau) * x);
    /* The ratio of deviations of 1e-12 and less, which enter with their size times h³. */
    is_close(number(point, "factor", NULL), exact, 1e-10 * fmax(1, fabs(exact)), "first order",
             "%s, h = %g, %s", method, h, forward ? "forward" : "backward");
    if (tau == 0.5)
      ok(number(point, "stability", "defect") == 0, "  stable as the exact flow is");
  }
  json_decref(measured);
}

static void singular(const char *method, const char *h, int is_singular) {
  char rest[64];
  (void)snprintf(rest, sizeof rest, "{\"h\":[\"%s\"],\"claims\":[]}", h);
  json_t *measured = measure("equilibrium", method, "chaplygin_sleigh", "A", 1, rest);
  const json_t *point = json_array_get(json_object_get(measured, "points"), 1);
  const char *reason = json_string_value(json_object_get(point, "reason"));
  ok((reason && !strncmp(reason, "singular", 8)) == is_singular, "%s, h = %s backward: %s", method,
     h, reason ? reason : "there is a step");
  ok(!json_object_get(json_array_get(json_object_get(measured, "points"), 0), "reason"),
     "  and forward there is a step");
  json_decref(measured);
}

/* How a deviation of the multiplier alone grows in a step, along the sleigh's stable motion: the
 * method's parasitic root. In quadruple precision, as the ratio of late deviations. */
static double parasitic_root(const char *name, double h, double speed) {
  const Core *core = CoreQuad();
  const Quad start[6] = {0, 0, 0, 0, (Quad)speed, 0};
  Quad state[2][64];
  double apart[2] = {0, 0};
  IntegrationSetup setup = {.looser = 1};
  Model model;
  ModelCase instance;
  Integration it[2];
  StepFailure failure;
  PetscInt count;
  REQUIRE(RegistryFindMethod(registry, name, &setup.method));
  REQUIRE(RegistryFindModel(registry, "chaplygin_sleigh", &model));
  REQUIRE(ModelCaseCreate(model, "A", 0, &instance));
  REQUIRE(core->problem_create(instance, 0, &setup.problem));
  for (int i = 0; i < 2; i++) {
    REQUIRE(core->create(&setup, &it[i]));
    REQUIRE(core->begin(it[i], (Quad)h, start, &failure));
    REQUIRE(core->get_state(it[i], &count, state[i]));
    state[i][7] += i ? QUAD_C(1e-18) : 0; /* t, q, p, λ */
    REQUIRE(core->set_state(it[i], state[i]));
  }
  for (int step = 0; step < 120; step++) {
    for (int i = 0; i < 2; i++) {
      REQUIRE(core->advance(it[i], 1, &failure));
      REQUIRE(core->get_state(it[i], &count, state[i]));
    }
    apart[0] = apart[1];
    apart[1] = (double)(state[1][7] - state[0][7]);
  }
  for (int i = 0; i < 2; i++)
    REQUIRE(core->destroy(&it[i]));
  REQUIRE(core->problem_destroy(&setup.problem));
  REQUIRE(ModelCaseDestroy(&instance));
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
  char rest[64];
  (void)snprintf(rest, sizeof rest, "{\"h\":[\"%s\"],\"claims\":[],\"precision\":\"auto\"}", h);
  json_t *measured = measure("structure", method, "spherical_pendulum", "below", 0, rest);
  const double defect =
      number(json_object_get(json_array_get(json_object_get(measured, "points"), 0), "symplectic"),
             "defect", NULL);
  json_decref(measured);
  return defect;
}

static double advance(const char *method, int realisation, const char *h, const char *what) {
  char rest[160];
  (void)snprintf(rest, sizeof rest,
                 "{\"h\":[\"%s\"],\"duration\":\"40\",\"claims\":[{\"quantity\":\"apsidal_advance\""
                 "}]}",
                 h);
  json_t *measured = measure("curve", method, "spherical_pendulum", "below", realisation, rest);
  const double value = number(
      json_object_get(json_array_get(json_object_get(measured, "points"), 0), "apsidal_advance"),
      what, NULL);
  json_decref(measured);
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
  char rest[128];
  (void)snprintf(rest, sizeof rest, "{\"h\":[\"1/10\"],\"claims\":[{\"quantity\":\"%s\"}]}", two);
  json_t *measured = measure("equality", one, model, NULL, realisation, rest);
  const json_t *point = json_array_get(json_object_get(measured, "points"), 0);
  const double defect = number(point, two, "defect"), error = number(point, two, "error");
  ok(same ? defect <= error : defect > 1e20 * error, "%s is %s%s on %s: %g", one,
     same ? "" : "not ", two, model, defect);
  json_decref(measured);
}

int main(void) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char folders[2 * PETSC_MAX_PATH_LEN];
  (void)snprintf(folders, sizeof(folders), "%s/methods:%s/models", build, build);
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  REQUIRE(PetscInitializeNoArguments());
  REQUIRE(RegistryCreate(0, NULL, &registry));

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

  REQUIRE(RegistryDestroy(&registry));
  REQUIRE(PetscFinalize());
  return done_testing();
}
