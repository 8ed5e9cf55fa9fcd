/* Methods and models that only describe themselves, for the tests of the registry: every
 * formulation, parameters that depend on one another, an ensemble, conditions of all sorts. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef gimbal_real real;

static int step(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) { return 0; }
static real scalar(const real *parameters, real t, const real *q, const real *v) { return 0; }
static void vector(const real *parameters, real t, const real *q, const real *v, real *out) {}

static const gimbal_value method_parameters[] = {{.name = "s", .value = "2"},
                                                 {.name = "tau", .value = "1/s"}};
static const gimbal_member members[] = {{.name = "family_2", .settings = "s=2"},
                                        {.name = "family_3", .settings = "s=3", .title = "three"}};
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2*s-2+(tau==1/2)", .when = "canonical"},
    {.study = "order", .quantity = "lambda", .value = "s - s%2", .when = "linear_constraints"},
    {.study = "order", .quantity = "p", .value = "n+m+k"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},
    {.study = "invariant", .quantity = "momentum_map", .value = "exact", .when = "linear"},
    {.study = "invariant", .quantity = "shift", .value = "exact"}};

static const gimbal_claim claims_on_odes[] = {
    {.study = "order", .quantity = "q", .value = "2*s-2+(tau==1/2)", .when = "canonical"}};

#define METHOD(word, form, condition, list)                                                        \
  {                                                                                                \
    .name = word, .title = "for tests", .citation = "none", .formulation = form,                   \
    .accepts = condition, .step = step, .claims = GIMBAL_ARRAY(list),                              \
    .parameters = GIMBAL_ARRAY(method_parameters)                                                  \
  }

static const gimbal_method methods[] = {
    {.name = "family",
     .title = "a family",
     .citation = "none",
     .formulation = GIMBAL_LAGRANGIAN,
     .parameters = GIMBAL_ARRAY(method_parameters),
     .members = GIMBAL_ARRAY(members),
     .memory = "n*s",
     .step = step,
     .claims = GIMBAL_ARRAY(claims)},
    METHOD("of_lagrangian", GIMBAL_LAGRANGIAN, "nonholonomic > 0", claims),
    METHOD("of_hamiltonian", GIMBAL_HAMILTONIAN, NULL, claims),
    METHOD("of_frame", GIMBAL_FRAME, NULL, claims),
    METHOD("of_group", GIMBAL_GROUP, NULL, claims),
    METHOD("of_ode", GIMBAL_ODE, NULL, claims_on_odes),
    METHOD("of_lattice", GIMBAL_LATTICE, NULL, claims)};

static const gimbal_lagrangian free_lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = scalar,
                                                  .D1L = vector, .D2L = vector};
static const gimbal_lagrangian forced = {GIMBAL_SIZE(gimbal_lagrangian), .L = scalar, .D1L = vector,
                                         .D2L = vector, .force = vector};
static const gimbal_lagrangian constrained = {GIMBAL_SIZE(gimbal_lagrangian),
                                              .L = scalar,
                                              .D1L = vector,
                                              .D2L = vector,
                                              .Phi = vector,
                                              .D2Phi = vector,
                                              .g = vector,
                                              .Dg = vector};
static const gimbal_hamiltonian hamiltonian = {GIMBAL_SIZE(gimbal_hamiltonian), .H = scalar,
                                               .D1H = vector, .D2H = vector};
static const gimbal_frame frame = {GIMBAL_SIZE(gimbal_frame), .psi = vector, .ell = scalar,
                                   .D1ell = vector, .D2ell = vector};
static const gimbal_group group = {GIMBAL_SIZE(gimbal_group), .group = "SO3", .ell = scalar,
                                   .D1ell = vector, .D2ell = vector};
static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = vector};
static const gimbal_lattice lattice = {GIMBAL_SIZE(gimbal_lattice), .sites = "N", .components = "2",
                                       .lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = scalar,
                                                      .D1L = vector, .D2L = vector,
                                                      .D22L = vector}};

static const gimbal_value parameters[] = {{.name = "twice", .value = "2*a"}, /* of one after it */
                                          {.name = "a", .value = "1/3"},
                                          {.name = "N", .value = "4"}};
static const gimbal_case cases[] = {{.name = "first"},
                                    {.name = "second", .settings = "a=1/5"},
                                    {.name = "family",
                                     .settings = "a=cos(j*pi/(2*N))",
                                     .members = "N+1",
                                     .duration = "2*N",
                                     .step = "1/N"}};
static const gimbal_invariant invariants[] = {
    {.name = "shift", .kind = "linear momentum_map", .value = scalar, .when = "a > 1/4"},
    {.name = "spin", .kind = "quadratic momentum_map", .value = scalar}};

#define Q4 .configuration = "q[1..n]", .velocity = "v[1..m]", .initial = vector, .common = vector

static const gimbal_realisation realisations[] = {
    {.name = "free",
     .n = "N",
     .traits = "separable autonomous",
     .lagrangian = &free_lagrangian,
     .invariants = GIMBAL_ARRAY(invariants),
     Q4},
    {.name = "forced", .n = "N", .lagrangian = &forced, Q4},
    {.name = "constrained",
     .n = "N",
     .holonomic = "1",
     .nonholonomic = "N-3+1",
     .traits = "autonomous",
     .lagrangian = &constrained,
     Q4},
    {.name = "hamiltonian", .n = "N", .hamiltonian = &hamiltonian, Q4},
    {.name = "frame", .n = "N", .frame = &frame, Q4},
    {.name = "group", .n = "9", .m = "3", .group = &group, Q4},
    {.name = "ode",
     .n = "2*N",
     .configuration = "y[1..n]",
     .ode = &ode,
     .initial = vector,
     .common = vector},
    {.name = "lattice", .n = "2*N", .lattice = &lattice, Q4}};

static const gimbal_model models[] = {{.name = "fixture",
                                       .title = "nothing",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
