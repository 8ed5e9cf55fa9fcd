/* A heavy top in many guises, for tests/relations.c: models/heavy_top.c after a rotation l of space that
 * takes the vertical along, or with other axes in the body, R' = l R c and Ω' = cᵀΩ. The guise whose
 * name begins with "wrong" is one of a top whose vertical is 1e-5 away. */
#define RIGHT "../../models/heavy_top.c"
#include "right.h"

enum { LEFT = OMEGA3 + 1, TURNED, OFF };

/* About the first and the third axis. */
static const real space[9] = {
    1, 0, 0, 0, GIMBAL_Q(3, 5), GIMBAL_Q(-4, 5), 0, GIMBAL_Q(4, 5), GIMBAL_Q(3, 5)};
static const real axes[9] = {
    GIMBAL_Q(5, 13), GIMBAL_Q(-12, 13), 0, GIMBAL_Q(12, 13), GIMBAL_Q(5, 13), 0, 0, 0, 1};

/* A B, each transposed if requested. */
static void Multiply(const real *A, int turn_A, const real *B, int turn_B, real *out) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      out[3 * i + j] = 0;
      for (int k = 0; k < 3; ++k)
        out[3 * i + j] += A[turn_A ? 3 * k + i : 3 * i + k] * B[turn_B ? 3 * j + k : 3 * k + j];
    }
}

/* c x or cᵀx, where the axes are others. */
static void Turn(const real *p, int back, const real *x, real *out) {
  for (int i = 0; i < 3; ++i) {
    out[i] = p[TURNED] != 0 ? 0 : x[i];
    for (int k = 0; k < 3 && p[TURNED] != 0; ++k)
      out[i] += axes[back ? 3 * k + i : 3 * i + k] * x[k];
  }
}

/* R and Ω of the top as it is. */
typedef struct {
  real R[9], omega[3];
} view;

static view ViewOf(const real *p, const real *q, const real *v) {
  view out = {.omega = {0, 0, 0}};
  real moved[9];
  for (int i = 0; i < 9; ++i)
    out.R[i] = q[i];
  if (p[LEFT] != 0) {
    Multiply(space, 1, q, 0, moved);
    for (int i = 0; i < 9; ++i)
      out.R[i] = moved[i];
  }
  if (p[TURNED] != 0) {
    Multiply(out.R, 0, axes, 1, moved);
    for (int i = 0; i < 9; ++i)
      out.R[i] = moved[i];
  }
  for (int j = 0; j < 3; ++j) /* the vertical's components in the body, of another vertical */
    out.R[6 + j] += p[OFF] * out.R[j];
  if (v)
    Turn(p, 0, v, out.omega);
  return out;
}

static real GuiseEll(const real *p, real t, const real *q, const real *v) {
  const view w = ViewOf(p, q, v);
  return Ell(p, t, w.R, w.omega);
}
static void GuiseD1ell(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  real of_body[3];
  D1ell(p, t, w.R, w.omega, of_body);
  Turn(p, 1, of_body, out);
}
static void GuiseD2ell(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  real of_body[3];
  D2ell(p, t, w.R, w.omega, of_body);
  Turn(p, 1, of_body, out);
}
static void GuiseD22ell(const real *p, real t, const real *q, const real *v, real *out) {
  (void)v; /* ℓ is quadratic in Ω */
  for (int i = 0; i < 3; ++i) {
    const real unit[3] = {i == 0, i == 1, i == 2};
    GuiseD2ell(p, t, q, unit, out + 3 * i);
  }
}

static void GuiseInitial(const real *p, real t, const real *q, const real *v, real *out) {
  real own[12], moved[9];
  Initial(p, t, q, v, own);
  for (int i = 0; i < 9; ++i)
    out[i] = own[i];
  if (p[LEFT] != 0) {
    Multiply(space, 0, own, 0, moved);
    for (int i = 0; i < 9; ++i)
      out[i] = moved[i];
  }
  if (p[TURNED] != 0) {
    Multiply(out, 0, axes, 0, moved);
    for (int i = 0; i < 9; ++i)
      out[i] = moved[i];
  }
  Turn(p, 1, own + 9, out + 9);
}

static const gimbal_group guise = {GIMBAL_SIZE(gimbal_group), .group = "SO3",
                                   .ell = GuiseEll,           .D1ell = GuiseD1ell,
                                   .D2ell = GuiseD2ell,       .D22ell = GuiseD22ell};

static const gimbal_value guise_parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "g", .value = "5", .description = "gravity"},
    {.name = "J1", .value = "2", .description = "inertia about the fixed point"},
    {.name = "J2", .value = "3/2"},
    {.name = "J3", .value = "1"},
    {.name = "X2", .value = "1/4", .description = "centre of mass"},
    {.name = "X3", .value = "1"},
    {.name = "tilt", .value = "1"},
    {.name = "Omega1", .value = "1", .description = "first angular velocity, in the body"},
    {.name = "Omega2", .value = "1/2"},
    {.name = "Omega3", .value = "2"},
    {.name = "left", .value = "0", .description = "space was turned"},
    {.name = "turned", .value = "0", .description = "other axes in the body"},
    {.name = "off",
     .value = "0",
     .description = "how far the vertical is from where it should be"}};

static const gimbal_case guises[] = {{.name = "plain"},
                                     {.name = "left", .settings = "left=1"},
                                     {.name = "axes", .settings = "turned=1"},
                                     {.name = "wrong_left", .settings = "left=1, off=1e-5"},
                                     {.name = "wrong_axes", .settings = "turned=1, off=1e-5"}};

static const gimbal_realisation guise_realisations[] = {
    {.name = "matrix",
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
     .velocity = "omega1 omega2 omega3",
     .n = "9",
     .m = "3",
     .traits = "separable autonomous",
     .group = &guise,
     .initial = GuiseInitial}};

static const gimbal_model guise_models[] = {{.name = "group_top",
                                             .title = "A heavy top in many guises",
                                             .citation = "written for this test",
                                             .parameters = GIMBAL_ARRAY(guise_parameters),
                                             .cases = GIMBAL_ARRAY(guises),
                                             .realisations = GIMBAL_ARRAY(guise_realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(guise_models));
