/* The index-reduced field of each formulation, its multipliers, momenta and energies, against
 * equations written by hand, in both precisions. */
#include "both.h"
#include "core/problem.h"
#include <string.h>

/* What rounding and differences leave: in quadruple precision stencils of order 16 with 1/1024, in
 * double precision, where these models have no twin, stencils of order 6 with 1/128, whose error is
 * about (1/128)^6 = 2e-13 and rounding over 1/128, and twice that where a difference is divided by
 * the differenced mass. */
#ifdef GIMBAL_QUAD
static const double tolerance = 1e-28;
#else
static const double tolerance = 2e-11;
#endif
static const char *const why = "differences of order 16 (6 in double) and rounding over their step";

/* ---- Polar coordinates: L = (ṙ² + r² θ̇²)/2 − 3 r²/2, whose mass depends on q -------------------- */

static Real PolarL(const Real *p, Real t, const Real *q, const Real *v) {
  (void)p, (void)t;
  return (v[0] * v[0] + q[0] * q[0] * v[1] * v[1] - 3 * q[0] * q[0]) / 2;
}
static void PolarD1L(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t;
  out[0] = q[0] * v[1] * v[1] - 3 * q[0], out[1] = 0;
}
static void PolarD2L(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t;
  out[0] = v[0], out[1] = q[0] * q[0] * v[1];
}
/* A force that turns: a torque of sin t. */
static void Torque(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)q, (void)v;
  out[0] = 0, out[1] = gimbal_sin(t);
}
static void PolarField(Real t, const Real *y, Real *f, Real *lambda) {
  (void)lambda;
  f[0] = y[2], f[1] = y[3];
  f[2] = y[0] * y[3] * y[3] - 3 * y[0];
  f[3] = gimbal_sin(t) / (y[0] * y[0]) - 2 * y[2] * y[3] / y[0];
}
static const gimbal_lagrangian polar = {GIMBAL_SIZE(gimbal_lagrangian), .L = PolarL,
                                        .D1L = PolarD1L, .D2L = PolarD2L, .force = Torque};

/* ---- A pendulum in the plane: g = x² + y² − 1, under gravity 9 --------------------------------- */

static Real FreeL(const Real *p, Real t, const Real *q, const Real *v) {
  (void)p, (void)t;
  return (v[0] * v[0] + v[1] * v[1]) / 2 - 9 * q[1];
}
static void FreeD1L(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q, (void)v;
  out[0] = 0, out[1] = -9;
}
static void FreeD2L(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q;
  out[0] = v[0], out[1] = v[1];
}
static void Circle(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)v;
  out[0] = q[0] * q[0] + q[1] * q[1] - 1;
}
static void CircleGradient(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)v;
  out[0] = 2 * q[0], out[1] = 2 * q[1];
}
static void PendulumField(Real t, const Real *y, Real *f, Real *lambda) {
  (void)t;
  lambda[0] = (9 * y[1] - y[2] * y[2] - y[3] * y[3]) / (2 * (y[0] * y[0] + y[1] * y[1]));
  f[0] = y[2], f[1] = y[3];
  f[2] = 2 * lambda[0] * y[0], f[3] = 2 * lambda[0] * y[1] - 9;
}
static const gimbal_lagrangian pendulum = {GIMBAL_SIZE(gimbal_lagrangian),
                                           .L = FreeL,
                                           .D1L = FreeD1L,
                                           .D2L = FreeD2L,
                                           .g = Circle,
                                           .Dg = CircleGradient};

/* ---- The nonholonomic particle: Φ = ż − yẋ, in velocities and in momenta ------------------------ */

static Real ParticleL(const Real *p, Real t, const Real *q, const Real *v) {
  (void)p, (void)t, (void)q;
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
}
static void Nothing3(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q, (void)v;
  out[0] = out[1] = out[2] = 0;
}
static void Copy3(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q;
  out[0] = v[0], out[1] = v[1], out[2] = v[2];
}
static void Phi(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t;
  out[0] = v[2] - q[1] * v[0];
}
static void D2Phi(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)v;
  out[0] = -q[1], out[1] = 0, out[2] = 1;
}
static void ParticleField(Real t, const Real *y, Real *f, Real *lambda) {
  (void)t;
  lambda[0] = y[3] * y[4] / (1 + y[1] * y[1]);
  f[0] = y[3], f[1] = y[4], f[2] = y[5];
  f[3] = -y[1] * lambda[0], f[4] = 0, f[5] = lambda[0];
}
static const gimbal_lagrangian particle = {GIMBAL_SIZE(gimbal_lagrangian),
                                           .L = ParticleL,
                                           .D1L = Nothing3,
                                           .D2L = Copy3,
                                           .Phi = Phi,
                                           .D2Phi = D2Phi};
static const gimbal_hamiltonian particle_momenta = {GIMBAL_SIZE(gimbal_hamiltonian),
                                                    .H = ParticleL,
                                                    .D1H = Nothing3,
                                                    .D2H = Copy3,
                                                    .Psi = Phi,
                                                    .reaction = D2Phi};

/* ---- The polar frame of the plane, ψ = (e_r, e_θ), under −3q; its brackets are differenced ------ */

static void PolarFrame(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  const Real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]);
  (void)p, (void)t, (void)v;
  out[0] = q[0] / r, out[1] = -q[1] / r, out[2] = q[1] / r, out[3] = q[0] / r;
}
static Real FrameEll(const Real *p, Real t, const Real *q, const Real *v) {
  (void)p, (void)t;
  return (v[0] * v[0] + v[1] * v[1] - 3 * (q[0] * q[0] + q[1] * q[1])) / 2;
}
static void FrameD1ell(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)v;
  out[0] = -3 * q[0], out[1] = -3 * q[1];
}
static void FrameField(Real t, const Real *y, Real *f, Real *lambda) {
  const Real r = gimbal_sqrt(y[0] * y[0] + y[1] * y[1]);
  (void)t, (void)lambda;
  f[0] = (y[0] * y[2] - y[1] * y[3]) / r, f[1] = (y[1] * y[2] + y[0] * y[3]) / r;
  f[2] = y[3] * y[3] / r - 3 * r, f[3] = -y[2] * y[3] / r;
}
static const gimbal_frame polar_frame = {GIMBAL_SIZE(gimbal_frame), .psi = PolarFrame,
                                         .ell = FrameEll, .D1ell = FrameD1ell, .D2ell = FreeD2L};

/* ---- A rigid body in space, SE(3), moments of inertia 1, 2, 3, mass 2, under gravity 9 along z --- */

static const int moment[3] = {1, 2, 3};

static Real BodyEll(const Real *p, Real t, const Real *q, const Real *v) {
  Real sum = -2 * 9 * q[11];
  (void)p, (void)t;
  for (int i = 0; i < 3; ++i)
    sum += (moment[i] * v[i] * v[i] + 2 * v[3 + i] * v[3 + i]) / 2;
  return sum;
}
/* The derivative of −18 z along ẋ = Rv. */
static void BodyD1ell(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)v;
  for (int i = 0; i < 3; ++i)
    out[i] = 0, out[3 + i] = -18 * q[6 + i];
}
static void BodyD2ell(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q;
  for (int i = 0; i < 3; ++i)
    out[i] = moment[i] * v[i], out[3 + i] = 2 * v[3 + i];
}
static void BodyField(Real t, const Real *y, Real *f, Real *lambda) {
  const Real *w = y + 12, *v = y + 15;
  (void)t, (void)lambda;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int row = 0; row < 3; ++row) /* Ṙ = Rω̂ */
      f[3 * row + i] = y[3 * row + j] * w[k] - y[3 * row + k] * w[j];
    f[9 + i] = y[3 * i] * v[0] + y[3 * i + 1] * v[1] + y[3 * i + 2] * v[2];
    f[12 + i] = (Real)(moment[j] - moment[k]) / moment[i] * w[j] * w[k];
    f[15 + i] = v[j] * w[k] - v[k] * w[j] - 9 * y[6 + i];
  }
}
static const gimbal_group body = {GIMBAL_SIZE(gimbal_group), .group = "SE3", .ell = BodyEll,
                                  .D1ell = BodyD1ell, .D2ell = BodyD2ell};

/* ---- An ode -------------------------------------------------------------------------------------- */

static void OdeF(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)v;
  out[0] = q[1], out[1] = t - gimbal_sin(q[0]);
}
static void OdeField(Real t, const Real *y, Real *f, Real *lambda) {
  (void)lambda;
  f[0] = y[1], f[1] = t - gimbal_sin(y[0]);
}
static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = OdeF};

/* ---- A ring of four springs, masses 2 ------------------------------------------------------------ */

static Real RingL(const Real *p, Real t, const Real *q, const Real *v) {
  Real sum = 0;
  (void)p, (void)t;
  for (int i = 0; i < 4; ++i)
    sum += v[i] * v[i] - (q[(i + 1) % 4] - q[i]) * (q[(i + 1) % 4] - q[i]) / 2;
  return sum;
}
static void RingD1L(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)v;
  for (int i = 0; i < 4; ++i)
    out[i] = q[(i + 1) % 4] - 2 * q[i] + q[(i + 3) % 4];
}
static void RingD2L(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q;
  for (int i = 0; i < 4; ++i)
    out[i] = 2 * v[i];
}
static void RingD22L(const Real *p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q, (void)v;
  for (int i = 0; i < 4; ++i)
    out[i] = 2;
}
static void RingField(Real t, const Real *y, Real *f, Real *lambda) {
  (void)lambda;
  RingD1L(NULL, t, y, NULL, f + 4);
  for (int i = 0; i < 4; ++i)
    f[i] = y[4 + i], f[4 + i] /= 2;
}
static const gimbal_lattice ring = {
    GIMBAL_SIZE(gimbal_lattice), .sites = "4", .components = "1", .periodic = "1",
    .lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), RingL, RingD1L, RingD2L, RingD22L}};

/* ---- The test ------------------------------------------------------------------------------------ */

typedef void Field(Real t, const Real *y, Real *f, Real *lambda);
static const gimbal_realisation realisations[] = {
    {.name = "polar", .n = "2", .lagrangian = &polar},
    {.name = "pendulum", .n = "2", .holonomic = "1", .lagrangian = &pendulum},
    {.name = "particle", .n = "3", .nonholonomic = "1", .lagrangian = &particle},
    {.name = "particle_momenta", .n = "3", .nonholonomic = "1", .hamiltonian = &particle_momenta},
    {.name = "polar_frame", .n = "2", .frame = &polar_frame},
    {.name = "body", .n = "12", .m = "6", .group = &body},
    {.name = "ode", .n = "2", .ode = &ode},
    {.name = "ring", .n = "4", .lattice = &ring}};
static Field *const fields[] = {PolarField, PendulumField, ParticleField, ParticleField,
                                FrameField, BodyField,     OdeField,      RingField};
enum { COUNT = sizeof realisations / sizeof realisations[0], MOST = 18 };

/* A point with r near 1, on the constraints where there are some: (y, t) as drawn otherwise. */
static void Draw(Problem p, Real *y) {
  Randomise((int)(p->n + p->m), y);
  y[0] += 2;
  if (p->holonomic) { /* on the circle, with a velocity along it */
    const Real r = gimbal_hypot(y[0], y[1]), speed = y[2];
    y[0] /= r, y[1] /= r;
    y[2] = -speed * y[1], y[3] = speed * y[0];
  } else if (p->nonholonomic)
    y[5] = y[1] * y[3];
  if (p->functions == &FormulationGroup)
    GroupRetract(&p->group, GIMBAL_EXPONENTIAL, y + p->n, y);
}

static void TestField(Problem p, const char *name, Field *field) {
  const int size = (int)(p->n + p->m), k = (int)p->k;
  Real y[MOST], f[MOST], expected[MOST], lambda[1] = {0}, multiplier[1] = {0};
  const Real t = GIMBAL_C(0.75);
  Draw(p, y);
  field(t, y, expected, lambda);
  ok(!ProblemField(p, t, y, f), IN_PRECISION " %s: there is a field", name);
  is_close(Apart(size, f, expected), 0, tolerance, why, IN_PRECISION " %s: the field", name);
  if (k) {
    ok(!ProblemAcceleration(p, t, y, y + p->n, f, multiplier), IN_PRECISION " %s: multipliers",
       name);
    is_close(Apart(k, multiplier, lambda), 0, tolerance, why, IN_PRECISION " %s: the multiplier",
             name);
  }
}

/* v of p of v is v; the energy of what is quadratic in v is T + U. */
static void TestMomenta(Problem p, const char *name) {
  Real y[MOST], momentum[MOST], v[MOST], energy = 0, other = 0, minus[MOST];
  Draw(p, y);
  if (!p->m)
    return;
  ok(!ProblemMomentum(p, 0, y, y + p->n, momentum) && !ProblemVelocity(p, 0, y, momentum, v),
     IN_PRECISION " %s: momenta and velocities", name);
  is_close(Apart((int)p->m, v, y + p->n), 0, 100 * (double)PRECISION_EPSILON,
           "Newton's method ends at 4 roundings of p, with masses from 1 to 10",
           IN_PRECISION " %s: the inverse Legendre transform", name);
  for (PetscInt i = 0; i < p->m; ++i)
    minus[i] = -v[i];
  ok(!ProblemEnergy(p, 0, y, v, &energy) && !ProblemEnergy(p, 0, y, minus, &other),
     IN_PRECISION " %s: energies", name);
  is_close((double)(energy - other), 0, 100 * (double)PRECISION_EPSILON,
           "roundings of terms up to 20",
           IN_PRECISION " %s: the energy does not change when v turns round", name);
}

/* [e_r, e_θ] = −e_θ/r. */
static void TestStructure(Problem p) {
  Real y[MOST], c[8], psi[4], expected[8] = {0};
  Draw(p, y);
  const Real r = gimbal_hypot(y[0], y[1]);
  expected[4 + 1] = -1 / r, expected[4 + 2] = 1 / r; /* c²₁₂ = −1/r */
  ok(!ProblemStructure(p, 0, y, c) && !ProblemFrame(p, 0, y, psi), IN_PRECISION ": a frame");
  is_close(Apart(8, c, expected), 0, tolerance, why, IN_PRECISION ": its structure functions");
}

/* Outside its domain a model has no field. */
static void TestDomain(Problem p) {
  Real y[MOST] = {GIMBAL_NAN, 1, 1, 1}, f[MOST];
  ok(ProblemField(p, 0, y, f), IN_PRECISION ": what is not a number has no field");
}

void Test(void) {
  const gimbal_case one = {.name = "a"};
  const gimbal_model descriptor = {.name = "by_hand",
                                   .cases = {&one, 1, sizeof one},
                                   .realisations = {realisations, COUNT, sizeof realisations[0]}};
  struct _n_Model model = {.name = "by_hand", .file = __FILE__, .descriptor = &descriptor};
  ModelCase instance;
#ifdef GIMBAL_QUAD
  model.descriptor_quad = &descriptor;
#endif
  REQUIRE(ModelCaseCreate(&model, "a", 0, &instance));
  for (PetscInt i = 0; i < COUNT; ++i) {
    Problem p;
    REQUIRE(ProblemCreate(instance, i, &p));
    for (int draw = 0; draw < 3; ++draw)
      TestField(p, realisations[i].name, fields[i]);
    TestMomenta(p, realisations[i].name);
    if (realisations[i].frame)
      TestStructure(p);
    if (realisations[i].lagrangian == &polar)
      TestDomain(p);
    REQUIRE(ProblemDestroy(&p));
  }
  ModelCaseDestroy(&instance);
}
