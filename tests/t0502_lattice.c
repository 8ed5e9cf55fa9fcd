/* Large banded systems, on the lattice: the stage equations solved to round-off for rings and
 * chains of any length, the cost of a step, the balance of angular momentum from site to site, and
 * what [Crăciun and Opriş] claim of it. The forces are written here once more, from the equations.
 */
#include "petsc_tap.h"
#include "reference/reference.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <math.h>
#include <string.h>

static const Quad kappa = QUAD_C(1.3), beta = QUAD_C(0.4), alpha = QUAD_C(0.7),
                  gamma_ = QUAD_C(0.3);

static Registry registry;

typedef struct {
  Experiment experiment;
  Integration it;
  const Core *core;
  PetscInt sites;
  PetscBool ring;
  Quad *q, *p, *next_q, *next_p, *force, *flux, *middle;
} Chain;

static void Open(const char *method, const char *name, PetscInt sites, Precision precision,
                 Chain *c) {
  char instance[64];
  (void)snprintf(instance, sizeof(instance), "%s:N=%d", name, (int)sites);
  memset(c, 0, sizeof(*c));
  REQUIRE(ExperimentCreate(
      registry,
      &(Job){.method = method, .model = "lattice", .instance = instance, .tolerance_factor = 1}, 0,
      &c->experiment));
  c->core = CoreOf(precision);
  REQUIRE(ExperimentIntegrate(&c->experiment, precision, 1, &c->it));
  c->sites = sites;
  c->ring = (PetscBool)strcmp(name, "walls");
  REQUIRE(PetscMalloc7(2 * sites, &c->q, 2 * sites, &c->p, 2 * sites, &c->next_q, 2 * sites,
                       &c->next_p, 2 * sites, &c->force, sites + 1, &c->flux, 2 * sites,
                       &c->middle));
}

static void Close(Chain *c) {
  REQUIRE(PetscFree7(c->q, c->p, c->next_q, c->next_p, c->force, c->flux, c->middle));
  REQUIRE(c->core->destroy(&c->it));
  REQUIRE(ExperimentDestroy(&c->experiment));
}

static void Read(const Chain *c, Quad *q, Quad *p) {
  PetscInt count;
  REQUIRE(c->core->get(c->it, QUANTITY_CONFIGURATION, &count, q));
  REQUIRE(c->core->get(c->it, QUANTITY_MOMENTUM, &count, p));
}

/* One step of size h, from (q,p) to (next_q,next_p). */
static PetscBool Step(Chain *c, Quad h, PetscBool first) {
  StepFailure failure = {PETSC_FALSE, 0, 0, 0, 0, ""};
  if (first)
    REQUIRE(c->core->begin(c->it, h, c->experiment.y0, &failure));
  if (!failure.failed) {
    Read(c, c->q, c->p);
    REQUIRE(c->core->advance(c->it, 1, &failure));
    Read(c, c->next_q, c->next_p);
  }
  return (PetscBool)!failure.failed;
}

/* The tension P_i = ∂L/∂q¹ of the bond before site i (with the spacing one), 0 … N. */
static void Tension(const Chain *c, const Quad *q, PetscInt i, Quad P[2]) {
  const PetscInt n = c->sites,
                 before = i > 0     ? i - 1
                          : c->ring ? n - 1
                                    : -1,
                 after = i < n     ? i
                         : c->ring ? 0
                                   : -1;
  Quad slope[2];
  for (int d = 0; d < 2; d++)
    slope[d] = (after < 0 ? 0 : q[2 * after + d]) - (before < 0 ? 0 : q[2 * before + d]);
  for (int d = 0; d < 2; d++)
    P[d] = -(kappa + beta * (slope[0] * slope[0] + slope[1] * slope[1])) * slope[d];
}

/* The forces, and J^d of (32): what the bond before site i hands on of angular momentum. */
static void Forces(Chain *c, const Quad *q) {
  for (PetscInt i = 0; i <= c->sites; i++) {
    const PetscInt k = i < c->sites ? i : 0;
    Quad P[2];
    Tension(c, q, i, P);
    c->flux[i] = i < c->sites || c->ring ? P[1] * q[2 * k] - P[0] * q[2 * k + 1] : 0;
  }
  for (PetscInt k = 0; k < c->sites; k++) {
    const Quad rho = q[2 * k] * q[2 * k] + q[2 * k + 1] * q[2 * k + 1];
    Quad left[2], right[2];
    Tension(c, q, k, left);
    Tension(c, q, k + 1, right);
    for (int d = 0; d < 2; d++)
      c->force[2 * k + d] = left[d] - right[d] - (alpha + gamma_ * rho) * q[2 * k + d];
  }
}

static void Raise(double *worst, Quad value) {
  if (!((double)fabsq(value) <= *worst))
    *worst = (double)fabsq(value);
}

/* q₁ − q₀ = h (p₀+p₁)/2, p₁ − p₀ = h f((q₀+q₁)/2): the midpoint rule, entry by entry. */
static double MidpointResidual(Chain *c, Quad h) {
  double worst = 0;
  for (PetscInt i = 0; i < 2 * c->sites; i++)
    c->middle[i] = (c->q[i] + c->next_q[i]) / 2;
  Forces(c, c->middle);
  for (PetscInt i = 0; i < 2 * c->sites; i++) {
    Raise(&worst, c->next_q[i] - c->q[i] - h * (c->p[i] + c->next_p[i]) / 2);
    Raise(&worst, c->next_p[i] - c->p[i] - h * c->force[i]);
  }
  return worst;
}

/* Odd lengths leave columns over when the ring is coloured, short ones are all band. */
static void TestEquations(void) {
  static const PetscInt sites[] = {1, 2, 3, 4, 5, 7, 16, 17, 101, 1000};
  static const char *const names[] = {"modulated", "walls"};
  for (int precision = IN_DOUBLE; precision <= IN_QUAD; precision++)
    for (int name = 0; name < 2; name++) {
      const double epsilon = CoreOf(precision)->epsilon;
      double worst = 0;
      PetscBool solved = PETSC_TRUE;
      for (size_t i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
        Chain c;
        Open("vprk_gauss_1", names[name], sites[i], (Precision)precision, &c);
        for (int step = 0; step < 3 && solved; step++) {
          solved = Step(&c, QUAD_C(0.125), (PetscBool)(step == 0));
          worst = fmax(worst, MidpointResidual(&c, QUAD_C(0.125)));
        }
        Close(&c);
      }
      /* Entries of size one, Newton's last correction and a few operations on each. */
      ok(solved && worst <= 30 * epsilon,
         "the midpoint rule on %s in %s precision, 1 to 1000 sites: the equations hold to %.1e",
         names[name], PrecisionNames[precision], worst);
    }
}

/* Two stages whose unknowns interleave: against the closed form, twice as fine is 2⁴ as good. */
static void TestStages(void) {
  static const char *const methods[] = {"vprk_gauss_2", "vprk_lobatto_3"};
  for (int m = 0; m < 2; m++) {
    double error[2] = {0, 0};
    for (int fine = 0; fine < 2; fine++) {
      const int steps = 8 << fine;
      Chain c;
      Quad *out;
      Open(methods[m], "wave", 101, IN_QUAD, &c);
      REQUIRE(PetscMalloc1(4 * c.sites, &out));
      for (int step = 0; step < steps; step++)
        REQUIRE(!Step(&c, QUAD_C(1.) / steps, (PetscBool)(step == 0)));
      (void)c.core->problem_exact(c.experiment.problem[IN_QUAD], 1, c.experiment.y0, out);
      for (PetscInt i = 0; i < 2 * c.sites; i++)
        Raise(&error[fine], c.next_q[i] - out[i]);
      REQUIRE(PetscFree(out));
      Close(&c);
    }
    ok(error[0] / error[1] > 15 && error[0] / error[1] < 17 && error[0] < 1e-5,
       "%s on 101 sites: halving the step divides the error by %.2f", methods[m],
       error[0] / error[1]);
  }
}

/* Everything a step does is O(N), if the number of residuals does not grow: they are differenced by
 * colours, of which there are at most twice the width of the band. */
static void TestCost(void) {
  static const PetscInt sites[] = {100, 1000, 10007};
  const double width = 2 * 3 + 1;
  for (int i = 0; i < 3; i++) {
    Chain c;
    Counts counts;
    PetscBool solved = PETSC_TRUE;
    Open("vprk_gauss_1", "wave", sites[i], IN_DOUBLE, &c);
    for (int step = 0; step < 4 && solved; step++)
      solved = Step(&c, QUAD_C(0.125), (PetscBool)(step == 0));
    counts = c.core->get_counts(c.it);
    ok(solved && counts.iterations <= 4 * 6 &&
           (double)counts.residuals <= (2 * width + 2) * ((double)counts.iterations + 4),
       "%d sites: 4 steps take %d iterations and %d residuals", (int)sites[i],
       (int)counts.iterations, (int)counts.residuals);
    Close(&c);
  }
}

/* (34) in time continuous: the angular momentum of a site changes by what its two bonds hand on. */
static void TestNoether(void) {
  static const char *const names[] = {"modulated", "walls"};
  for (int name = 0; name < 2; name++) {
    Chain c;
    Quad *f;
    double worst = 0;
    Open("stormer_verlet", names[name], 16, IN_QUAD, &c);
    REQUIRE(PetscMalloc1(4 * c.sites, &f));
    const PetscBool valid =
        c.core->problem_field(c.experiment.problem[IN_QUAD], 0, c.experiment.y0, f, NULL);
    Forces(&c, c.experiment.y0);
    for (PetscInt k = 0; k < c.sites; k++) {
      const Quad *q = c.experiment.y0 + 2 * k, *a = f + 2 * (c.sites + k);
      Raise(&worst, q[0] * a[1] - q[1] * a[0] + (c.flux[k + 1] - c.flux[k]));
    }
    ok(valid && worst < 1e-31, "(34) holds at every site of %s: %.1e", names[name], worst);
    REQUIRE(PetscFree(f));
    Close(&c);
  }
}

/* The largest defect of J_k(t₁) − J_k(t₀) + h (F_{k+1} − F_k) = 0, F the flux of a step. */
static double Balance(Chain *c, Quad h, const Quad *flux) {
  double worst = 0;
  for (PetscInt k = 0; k < c->sites; k++) {
    const Quad *q = c->q + 2 * k, *p = c->p + 2 * k, *Q = c->next_q + 2 * k, *P = c->next_p + 2 * k;
    Raise(&worst,
          Q[0] * P[1] - Q[1] * P[0] - (q[0] * p[1] - q[1] * p[0]) + h * (flux[k + 1] - flux[k]));
  }
  return worst;
}

/* (34) in discrete time. The angular momentum of one site is a bilinear form, which partitioned
 * Runge–Kutta methods that are symplectic balance exactly: with the flux at the midpoint, and with
 * Verlet the mean of the fluxes at both ends. Not so with another flux, at the start only. */
static void TestDiscreteNoether(const char *method, const char *name) {
  const Quad h = QUAD_C(0.125);
  const PetscBool verlet = (PetscBool)!strcmp(method, "stormer_verlet");
  Chain c;
  Quad start[17];
  double right = 0, wrong = 0;
  Open(method, name, 16, IN_QUAD, &c);
  for (int step = 0; step < 10; step++) {
    REQUIRE(!Step(&c, h, (PetscBool)(step == 0)));
    Forces(&c, c.q);
    wrong = fmax(wrong, Balance(&c, h, c.flux));
    for (PetscInt i = 0; i <= c.sites; i++)
      start[i] = c.flux[i];
    if (verlet)
      Forces(&c, c.next_q);
    else
      (void)MidpointResidual(&c, h); /* leaves the flux at the midpoint */
    for (PetscInt i = 0; verlet && i <= c.sites; i++)
      c.flux[i] = (c.flux[i] + start[i]) / 2;
    right = fmax(right, Balance(&c, h, c.flux));
  }
  ok(right < 1e-31 && wrong > 1e-5, "%s, %s: the balance of each site holds to %.1e (%.1e)", method,
     name, right, wrong);
  Close(&c);
}

/* (40): E(k,t) is constant on the plane wave, where everything is, and on no other motion here. The
 * motion is known to 1e-28, the change is of the size of the energy itself. */
static void TestLocalEnergy(void) {
  static const char *const names[] = {"wave", "modulated", "walls"};
  for (int name = 0; name < 3; name++) {
    const Quad time = 1;
    Chain c;
    Quad y[64], before[4], after[4];
    ReferenceCertificate certificate;
    Open("stormer_verlet", names[name], 16, IN_QUAD, &c);
    const ReferenceProblem problem = {c.experiment.instance, 0, NULL, 1, &time};
    REQUIRE(ReferenceSolve(&problem, NULL, NULL, y, &certificate));
    c.core->problem_invariants(c.experiment.problem[IN_QUAD], 0, c.experiment.y0, before);
    c.core->problem_invariants(c.experiment.problem[IN_QUAD], 1, y, after);
    const double angular = (double)fabsq(after[0] - before[0]),
                 local = (double)fabsq(after[1] - before[1]);
    ok((certificate.kind == REFERENCE_EXACT) == (name == 0) && angular < 1e-28 &&
           (name ? local > 0.05 : local < 1e-28),
       "%s: angular momentum is kept (%.1e), E of (40) %s (%.1e)", names[name], angular,
       name ? "is not" : "is too", local);
    Close(&c);
  }
}

/* The defect of the symplectic form from four directions, where the Jacobian has 160 000 entries;
 * and the same of a step whose tableau is one part in a thousand off. */
static void TestStructure(void) {
  for (int mutant = 0; mutant < 2; mutant++) {
    const char *h = "1/8";
    const Defect *symplectic;
    Measured *measured;
    Job job;
    JobInit(&job);
    job.kind = "structure";
    job.method = "vprk_gauss_1";
    job.model = "lattice";
    job.instance = "modulated:N=100";
    job.realisation = 0;
    job.h = (Texts){1, &h};
    ExperimentsMutate(
        mutant ? &(Mutation){.kind = MUTATION_TABLEAU_CONJUGATE, .size = 1e-3, .with = -1} : NULL);
    REQUIRE(StudyMeasure(registry, &job, &measured));
    symplectic = PointFind(measured->point, "symplectic");
    const double defect = symplectic->defect, error = symplectic->error;
    ok(error > 0 && error < 1e-18 && !PointFind(measured->point, "volume") &&
           (mutant ? defect > 1e-6 : defect < error),
       "100 sites, %s tableau: the symplectic defect is %.1e, its error %.1e",
       mutant ? "a wrong" : "the right", defect, error);
    MeasuredDestroy(&measured);
  }
}

int main(int argc, char **argv) {
  const char *build = getenv("BUILD");
  const char *const files[] = {"methods/vprk", "methods/stormer_verlet", "models/lattice"};
  char path[3][PETSC_MAX_PATH_LEN];
  const char *plugins[3];
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  for (int i = 0; i < 3; i++) {
    (void)snprintf(path[i], sizeof(path[i]), "%s/%s.so", build ? build : "build", files[i]);
    plugins[i] = path[i];
  }
  REQUIRE(RegistryCreate(3, plugins, StudyVocabulary, &registry));
  TestEquations();
  TestStages();
  TestCost();
  TestNoether();
  TestDiscreteNoether("vprk_gauss_1", "modulated");
  TestDiscreteNoether("vprk_gauss_1", "walls");
  TestDiscreteNoether("stormer_verlet", "modulated");
  TestDiscreteNoether("stormer_verlet", "walls");
  TestLocalEnergy();
  TestStructure();
  RegistryDestroy(&registry);
  REQUIRE(PetscFinalize());
  return done_testing();
}
