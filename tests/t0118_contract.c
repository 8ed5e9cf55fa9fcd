/* The parts of the plugin interface that minor version 1 added, seen from the host and from a
 * plugin: derivatives of the field, the field in (q,p), runs to a time, sizes, counts, the action,
 * own tableaux, the band of a holonomic gradient, constraints on a group. */
#include "petsc_tap.h"
#include "core/core.h"
#include "studies/study.h"
#include <string.h>

enum { MOST = 64 };

static Registry registry;

typedef struct {
  const Core *core;
  ModelCase instance;
  Problem problem;
  Integration it;
  Dimensions d;
  gimbal *g; /* as a plugin sees the integration */
} Trial;

static Trial Open(const char *method, const char *model, PetscInt realisation,
                  IntegrationSetup setup) {
  Trial t = {.core = CoreDouble()};
  Method m;
  Model descriptor;
  REQUIRE(RegistryFindMethod(registry, method, &m));
  REQUIRE(RegistryFindModel(registry, model, &descriptor));
  REQUIRE(ModelCaseCreate(descriptor, NULL, 0, &t.instance));
  REQUIRE(t.core->problem_create(t.instance, realisation, &t.problem));
  t.d = t.core->problem_dimensions(t.problem);
  setup.method = m;
  setup.problem = t.problem;
  REQUIRE(t.core->create(&setup, &t.it));
  t.g = (gimbal *)t.it;
  return t;
}

static void Begin(Trial *t, double h) {
  StepFailure failure;
  REQUIRE(t->core->begin(t->it, h, NULL, &failure));
  ok(!failure.failed, "a run begins with h = %g", h);
}

static void Close(Trial *t) {
  REQUIRE(t->core->destroy(&t->it));
  REQUIRE(t->core->problem_destroy(&t->problem));
  ModelCaseDestroy(&t->instance);
}

static double Largest(int count, const double *values) {
  double largest = 0;
  for (int i = 0; i < count; i++)
    if (!(fabs(values[i]) <= largest))
      largest = fabs(values[i]);
  return largest;
}

/* The model's initial (q,v), with velocities where it is at rest. */
static int PointOf(const Trial *t, double *y) {
  const int size = (int)(t->d.n + t->d.m);
  Quad initial[MOST];
  t->core->problem_initial(t->problem, initial);
  for (int i = 0; i < size; i++)
    y[i] = (double)initial[i];
  return size;
}

/* Sixth-order differences with an increment of 2^-7: 1e-13 of the derivative, and the rounding of
 * the field divided by the increment. */
static const double increment = 1. / 128, weight[] = {0.75, -0.15, 1. / 60};

static void FieldDerivatives(const char *model, PetscInt realisation) {
  Trial t =
      Open("contract_rosenbrock", model, realisation, (IntegrationSetup){.tolerance_factor = 1});
  double y[MOST], J[MOST * MOST], ft[MOST], defect[MOST], moved[MOST], f[MOST], worst = 0;
  const int size = PointOf(&t, y);
  Begin(&t, 0.1);
  ok(!gimbal_field_jacobian(t.g, 0.3, y, J) && !gimbal_field_time_derivative(t.g, 0.3, y, ft),
     "%s, realisation %d: there are derivatives of the field", model, (int)realisation);
  for (int j = 0; j <= size; j++) { /* the last column is time */
    for (int i = 0; i < size; i++)
      defect[i] = j < size ? J[i * size + j] : ft[i];
    for (int k = 1; k <= 3; k++)
      for (int sign = 1; sign >= -1; sign -= 2) {
        const double step = sign * k * increment;
        memcpy(moved, y, sizeof moved);
        if (j < size)
          moved[j] += step;
        if (gimbal_field(t.g, 0.3 + (j < size ? 0 : step), moved, f))
          f[0] = NAN;
        for (int i = 0; i < size; i++)
          defect[i] -= sign * weight[k - 1] * f[i] / increment;
      }
    worst = fmax(worst, Largest(size, defect) / (1 + Largest(size * size, J)));
  }
  is_close(worst, 0, 1e-9, "differences of order 6 in double", "  they are %s's", model);
  Close(&t);
}

/* dp/dt along the field in (q,v), by differences, is the second half of the field in (q,p). */
static void MomentumField(const char *method, const char *model, PetscInt realisation) {
  Trial t = Open(method, model, realisation, (IntegrationSetup){.tolerance_factor = 1});
  const int n = (int)t.d.n, m = (int)t.d.m;
  double y[MOST], f[MOST], field[MOST], defect[MOST], moved[MOST], p[MOST];
  const int size = PointOf(&t, y);
  Begin(&t, 0.1);
  if (gimbal_field(t.g, 0, y, f) || gimbal_momentum(t.g, 0, y, y + n, p))
    f[0] = NAN;
  memcpy(moved, y, sizeof moved);
  memcpy(moved + n, p, (size_t)m * sizeof *p);
  ok(!gimbal_momentum_field(t.g, 0, moved, field), "%s: there is a field in (q,p)", model);
  for (int i = 0; i < size; i++)
    defect[i] = field[i] - (i < n ? f[i] : 0);
  for (int k = 1; k <= 3; k++)
    for (int sign = 1; sign >= -1; sign -= 2) {
      const double step = sign * k * increment;
      for (int i = 0; i < size; i++)
        moved[i] = y[i] + step * f[i];
      if (gimbal_momentum(t.g, step, moved, moved + n, p))
        p[0] = NAN;
      for (int i = 0; i < m; i++)
        defect[n + i] -= sign * weight[k - 1] * p[i] / increment;
    }
  is_close(Largest(size, defect) / (1 + Largest(size, field)), 0, 1e-9,
           "differences of order 6 in double", "  it is %s's", model);
  Close(&t);
}

static void ExactJacobian(void) {
  Trial t = Open("contract_rosenbrock", "harmonic_oscillator", 0,
                 (IntegrationSetup){.tolerance_factor = 1});
  double y[2], J[4];
  PointOf(&t, y);
  Begin(&t, 0.1);
  if (!HAVE_QUAD)
    skip("this gimbal was built without quadruple precision");
  else
    ok(!gimbal_field_jacobian(t.g, 0, y, J) && J[0] == 0 && J[1] == 1 && J[3] == 0,
       "constants are found to the last bit through the quadruple twin");
  Close(&t);
}

/* ---- A run to a time ---- */

static double Advance(Trial *t, double time, double tolerance, double *q) {
  StepFailure failure;
  PetscInt count;
  Quad out[MOST];
  REQUIRE(t->core->advance_to(t->it, time, tolerance, &failure));
  if (failure.failed)
    diag("%s", failure.text);
  REQUIRE(t->core->get(t->it, QUANTITY_CONFIGURATION, &count, out));
  for (int i = 0; i < count; i++)
    q[i] = (double)out[i];
  return failure.failed ? NAN : (double)out[0];
}

static void RunToATime(void) {
  Trial t = Open("contract_adaptive", "pendulum", 0, (IntegrationSetup){.tolerance_factor = 1});
  double coarse[MOST], fine[MOST], best[MOST], start[MOST], back[MOST];
  Quad state[MOST];
  StepFailure failure;
  const double h = 0;
  Begin(&t, h);
  PointOf(&t, start);
  Advance(&t, 1, 1e-9, best);
  t.core->get_state(t.it, state);
  ok(state[0] == 1, "the state knows its time");
  Advance(&t, 0, 1e-9, back);
  is_close(back[0], start[0], 1e-5, "the tolerance and what adds up",
           "a run backwards returns to the start");
  t.core->set_state(t.it, state);
  Advance(&t, 1, 1e-9, back);
  ok(back[0] == best[0], "nothing is left to do from a state at that time");
  Begin(&t, h);
  Advance(&t, 1, 1e-4, coarse);
  Begin(&t, h);
  Advance(&t, 1, 1e-6, fine);
  ok(fabs(fine[0] - best[0]) < fabs(coarse[0] - best[0]) / 10 && fine[0] != best[0],
     "a tolerance 100 times smaller costs errors more than 10 times smaller");
  ok(ERROR_OF(t.core->advance(t.it, 1, &failure)) &&
         strstr(failure_text, "takes no steps of a fixed size"),
     "steps of a fixed size are refused: %s", failure_text);
  Close(&t);
  t = Open("contract_rosenbrock", "pendulum", 0, (IntegrationSetup){.tolerance_factor = 1});
  Begin(&t, 0.1);
  ok(ERROR_OF(t.core->advance_to(t.it, 1, 1e-3, &failure)) &&
         strstr(failure_text, "does not choose its own steps"),
     "and a tolerance where there are only steps: %s", failure_text);
  Close(&t);
}

/* ---- Sizes ---- */

static void Sizes(void) {
  double q[MOST], p[MOST], time;
  Trial t = Open("contract_momenta_lagrangian", "contract_chain", 0,
                 (IntegrationSetup){.tolerance_factor = 1});
  Begin(&t, 0.1);
  ok(!gimbal_sizes(t.g, q, p, &time) && q[0] == 3 && q[7] == 3 && p[0] == 1 && p[7] == 8 &&
         time == 0.5,
     "the model's word for sizes, one for all and one for each");
  Close(&t);
  t = Open("contract_rosenbrock", "contract_chain", 0, (IntegrationSetup){.tolerance_factor = 1});
  Begin(&t, 0.1);
  ok(!gimbal_sizes(t.g, q, NULL, NULL) && q[0] == 3 && q[8] == 2 && q[15] == 2,
     "of an ode: of q, then of v");
  Close(&t);
  t = Open("contract_rosenbrock", "contract_top", 0, (IntegrationSetup){.tolerance_factor = 1});
  Begin(&t, 0.1);
  ok(!gimbal_sizes(t.g, q, NULL, &time) && time == 1 && q[0] == 1, "the host's own");
  /* R' = R hat(Omega): the entry (1,2) begins at 0 and at the rate -Omega_3. */
  is_close(q[1], 0.5, 0, "one product", "what is zero has the size that it gains");
  Close(&t);
}

/* ---- Counts, and names that are not there ---- */

/* What a method asks the host for is counted, whether it solves equations or not; what the host's own
 * looking asks for is not. */
static void CallsCounted(void) {
  static const struct {
    const char *method;
    PetscInt64 fields, forces, momenta;
  } method[] = {{"rk4", 40, 0, 0}, {"stormer_verlet", 0, 20, 20}, {"symplectic_euler", 0, 10, 20}};
  StepFailure failure;
  Counts counts, again;
  Quad probed[8];
  PetscInt count;
  Trial t;
  for (size_t i = 0; i < sizeof method / sizeof *method; i++) {
    t = Open(method[i].method, "pendulum", 0, (IntegrationSetup){.tolerance_factor = 1});
    Begin(&t, 0.1);
    REQUIRE(t.core->advance(t.it, 10, &failure));
    counts = t.core->get_counts(t.it);
    ok(counts.fields == method[i].fields && counts.forces == method[i].forces &&
           counts.momenta == method[i].momenta && !counts.residuals,
       "ten steps of %s: %d fields, %d forces, %d transforms", method[i].method, (int)counts.fields,
       (int)counts.forces, (int)counts.momenta);
    Close(&t);
  }
  t = Open("dla_midpoint", "nonholonomic_particle", 0, (IntegrationSetup){.tolerance_factor = 1});
  Begin(&t, 0.1);
  REQUIRE(t.core->advance(t.it, 2, &failure));
  counts = t.core->get_counts(t.it);
  REQUIRE(t.core->get(t.it, QUANTITY_PROBE, &count, probed));
  again = t.core->get_counts(t.it);
  ok(count > 0 && counts.constraints > 0 && again.constraints == counts.constraints &&
         again.gradients == counts.gradients && again.forces == counts.forces,
     "a probe does not count");
  Close(&t);
}

static void CountsKept(void) {
  Trial t = Open("contract_adams", "pendulum", 0, (IntegrationSetup){.tolerance_factor = 1});
  StepFailure failure;
  Counts counts;
  Begin(&t, 0.1);
  REQUIRE(t.core->advance(t.it, 5, &failure));
  counts = t.core->get_counts(t.it);
  ok(counts.jacobians == 10, "what a library counts is added up");
  Begin(&t, 0.1); /* which closes the first run */
  REQUIRE(t.core->advance(t.it, 1, &failure));
  Close(&t);
  t = Open("contract_misnamed", "pendulum", 0, (IntegrationSetup){.tolerance_factor = 1});
  Begin(&t, 0.1);
  REQUIRE(t.core->advance(t.it, 1, &failure));
  ok(failure.failed && strstr(failure.text, "\"gama\"") && strstr(failure.text, "beta, gamma"),
     "a name that is not there: %s", failure.text);
  ok(gimbal_coefficient_count(t.g, "gamma") == 1 && gimbal_coefficient_count(t.g, "delta") == -1,
     "the numbers of coefficients");
  ok(!gimbal_tableau_of(t.g, "gaus", 2) && gimbal_tableau_of(t.g, "gauss", 2),
     "a tableau that there is not");
  Close(&t);
}

/* ---- The action ---- */

/* Summed up to t = steps h; *ends is p·q at the end less that at the beginning. */
static double ActionSum(Trial *t, double h, int steps, double *ends) {
  StepFailure failure;
  PetscInt count;
  Quad increment_ = 0, q[MOST], p[MOST];
  double sum = 0;
  *ends = 0;
  REQUIRE(t->core->begin(t->it, h, NULL, &failure));
  for (int i = 0; i <= steps; i++) {
    if (i) {
      REQUIRE(t->core->advance(t->it, 1, &failure));
      REQUIRE(t->core->get(t->it, QUANTITY_ACTION, &count, &increment_));
    }
    sum += (double)increment_;
    REQUIRE(t->core->get(t->it, QUANTITY_CONFIGURATION, &count, q));
    REQUIRE(t->core->get(t->it, QUANTITY_MOMENTUM, &count, p));
    for (int d = 0; d < count && i % steps == 0; d++)
      *ends += i ? (double)(q[d] * p[d]) : -(double)(q[d] * p[d]);
  }
  return sum;
}

static void Action(void) {
  double ends;
  Trial t = Open("contract_action", "harmonic_oscillator", 0,
                 (IntegrationSetup){.tolerance_factor = 1, .action = PETSC_TRUE});
  const double sum = ActionSum(&t, 1. / 8, 16, &ends);
  /* L_d of the oscillator is homogeneous of degree two and p are its derivatives, so that it is
   * half of p·q between its ends: exactly, at any step size. */
  is_close(sum, ends / 2, 1e-14, "16 steps of rounding", "the action generates the method");
  Close(&t);
  t = Open("contract_action", "harmonic_oscillator", 0, (IntegrationSetup){.tolerance_factor = 1});
  ok(isnan(ActionSum(&t, 0.1, 2, &ends)), "the action is not computed without a request");
  Close(&t);
  t = Open("lobatto_holonomic_2", "spherical_pendulum", 0,
           (IntegrationSetup){.tolerance_factor = 1, .action = PETSC_TRUE});
  const double best = ActionSum(&t, 1. / 256, 256, &ends);
  const double coarse = ActionSum(&t, 1. / 16, 16, &ends) - best,
               fine = ActionSum(&t, 1. / 32, 32, &ends) - best;
  is_close(log2(coarse / fine), 2, 0.1, "the next power of h, and 1/64 for the finest",
           "summed on the stages it has the order of the method");
  Close(&t);
}

/* ---- Tableaux ---- */

static void Tableaux(void) {
  Trial t = Open("contract_rosenbrock", "pendulum", 0, (IntegrationSetup){.tolerance_factor = 1});
  StepFailure failure;
  PetscInt count;
  PetscBool found;
  MethodTableau tableau;
  Method radau;
  Quad right, wrong;
  Begin(&t, 0.1);
  REQUIRE(t.core->advance(t.it, 1, &failure));
  REQUIRE(t.core->get(t.it, QUANTITY_CONFIGURATION, &count, &right));
  count = t.core->get_mutable(t.it, MUTATION_TABLEAU_GAMMA);
  ok(count == 4, "mutation sees Gamma");
  count = t.core->get_mutable(t.it, MUTATION_TABLEAU_EMBEDDED);
  ok(count == 0, "mutation finds no embedded weights in a tableau without them");
  Close(&t);
  t = Open("contract_rosenbrock", "pendulum", 0,
           (IntegrationSetup){
               .tolerance_factor = 1,
               .mutation = {MUTATION_TABLEAU_GAMMA, .index = 2, .size = 1e-3, .with = -1}});
  Begin(&t, 0.1);
  REQUIRE(t.core->advance(t.it, 1, &failure));
  REQUIRE(t.core->get(t.it, QUANTITY_CONFIGURATION, &count, &wrong));
  ok(right != wrong, "mutation changes the entry of Gamma");
  Close(&t);
  REQUIRE(RegistryFindMethod(registry, "contract_radau_3", &radau));
  REQUIRE(CoreQuad()->method_tableau(radau, 0, &tableau, &found));
  ok(found && tableau.s == 2 && tableau.c[0] == QUAD_C(5.) / 12 - QUAD_C(1.) / 12 &&
         tableau.conjugate && !tableau.embedded && !tableau.gamma,
     "a tableau declared as text: c is made from a");
  MethodTableauDestroy(&tableau);
  REQUIRE(CoreQuad()->method_tableau(radau, 1, &tableau, &found));
  is_close((double)(tableau.c[0] - (4 - sqrtq(6)) / 10), 0, 4 * CoreQuad()->epsilon,
           "a few roundings", "one given at run time is as exact as its precision");
  MethodTableauDestroy(&tableau);
  REQUIRE(CoreQuad()->method_tableau(radau, 2, &tableau, &found));
  ok(!found, "and there are no more");
}

/* ---- Constraints ---- */

static void Band(void) {
  Trial t = Open("contract_momenta_lagrangian", "contract_chain", 0,
                 (IntegrationSetup){.tolerance_factor = 1});
  double y[MOST], band[MOST], rows[MOST], worst = 0;
  const int h = (int)t.d.holonomic, n = (int)t.d.n;
  PointOf(&t, y);
  Begin(&t, 0.1);
  ok(t.g->gradient_width == 4 && t.g->gradient_stride == 2 && t.g->gradient_offset == -2,
     "the band of the gradient");
  if (gimbal_holonomic_gradient(t.g, 0, y, rows) || gimbal_holonomic_gradient_band(t.g, 0, y, band))
    worst = NAN;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < n; j++) {
      const int k = j - i * t.g->gradient_stride - t.g->gradient_offset;
      const double entry =
          k >= 0 && k < t.g->gradient_width ? band[i * t.g->gradient_width + k] : 0;
      worst = fmax(worst, fabs(rows[i * n + j] - entry));
    }
  ok(worst == 0, "is the gradient");
  Close(&t);
  t = Open("contract_momenta_lagrangian", "spherical_pendulum", 0,
           (IntegrationSetup){.tolerance_factor = 1});
  Begin(&t, 0.1);
  ok(t.g->gradient_width == t.g->n && !t.g->gradient_stride && !t.g->gradient_offset,
     "without a band it is as wide as q");
  Close(&t);
}

/* Euler's equations about the fixed point: J = diag(3,3,5), the torque of the weight X x R^T(-e_3)
 * with X = e_2 and R = I is (-1,0,0), so J W' = (J W) x W + (-1,0,0). */
static void ConstraintOnAGroup(void) {
  Trial t =
      Open("contract_momenta_group", "contract_top", 0, (IntegrationSetup){.tolerance_factor = 1});
  const double J[3] = {3, 3, 5}, W[3] = {1, 2, 0.5};
  double y[MOST], rate[6], lambda[3], worst = 0;
  PointOf(&t, y);
  Begin(&t, 0.1);
  if (gimbal_acceleration(t.g, 0, y, y + 12, rate, lambda))
    worst = NAN;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double torque = J[j] * W[j] * W[k] - J[k] * W[k] * W[j] - (i == 0);
    worst = fmax(worst, fabs(rate[i] - torque / J[i]));
  }
  is_close(worst, 0, 1e-14, "a system of 9 unknowns, well conditioned",
           "the top that is held by a constraint turns as Euler says");
  Close(&t);
}

/* ---- The group's services ---- */

static void GroupServices(void) {
  Trial t =
      Open("contract_momenta_group", "contract_top", 0, (IntegrationSetup){.tolerance_factor = 1});
  const double xi[6] = {0.3, -0.2, 0.5, 1, 2, 3};
  double a[12], b[12], one[12], step[12], ad[36], c[216], worst = 0;
  Begin(&t, 0.1);
  if (gimbal_retract(t.g, GIMBAL_EXPONENTIAL, xi, a) || gimbal_inverse(t.g, a, b) ||
      gimbal_compose(t.g, a, b, one) || gimbal_bracket(t.g, xi, ad) ||
      gimbal_increment(t.g, GIMBAL_EXPONENTIAL, b, xi, step) ||
      gimbal_structure_functions(t.g, 0, a, c))
    worst = NAN;
  for (int i = 0; i < 12; i++)
    worst = fmax(worst, fabs(one[i] - (i == 0 || i == 4 || i == 8)));
  is_close(worst, 0, 1e-15, "a few roundings", "an element times its inverse");
  for (int i = 0; i < 12; i++)
    worst = fmax(worst, fabs(b[i] + step[i] - one[i]));
  is_close(worst, 0, 4e-15, "a few roundings of entries up to 4",
           "the increment composes to the same element");
  for (int k = 0; k < 6; k++)
    for (int j = 0; j < 6; j++) {
      double sum = ad[k * 6 + j];
      for (int i = 0; i < 6; i++)
        sum -= c[(k * 6 + i) * 6 + j] * xi[i];
      worst = fmax(worst, fabs(sum));
    }
  is_close(worst, 0, 1e-15, "a few roundings", "the bracket is that of the structure constants");
  Close(&t);
}

int main(int argc, char **argv) {
  const char *build = getenv("BUILD"), *plugin;
  char file[4096], folders[8192];
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  (void)snprintf(file, sizeof file, "%s/tests/plugins/contract.so", build ? build : "build");
  (void)snprintf(folders, sizeof folders, "%s/methods:%s/models", build ? build : "build",
                 build ? build : "build");
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  plugin = file;
  REQUIRE(RegistryCreate(1, &plugin, StudyVocabulary, &registry));
  FieldDerivatives("driven_pendulum", 0);
  FieldDerivatives("nonholonomic_particle", 0);
  FieldDerivatives("rigid_body", 0);
  ExactJacobian();
  MomentumField("contract_momenta_lagrangian", "nonholonomic_particle", 0);
  MomentumField("contract_momenta_lagrangian", "double_pendulum", 0);
  MomentumField("contract_momenta_lagrangian", "contract_chain", 0);
  MomentumField("contract_momenta_group", "contract_top", 0);
  RunToATime();
  Sizes();
  CountsKept();
  CallsCounted();
  Action();
  Tableaux();
  Band();
  ConstraintOnAGroup();
  GroupServices();
  RegistryDestroy(&registry);
  plan(tap_count);
  REQUIRE(PetscFinalize());
  return exit_status();
}
