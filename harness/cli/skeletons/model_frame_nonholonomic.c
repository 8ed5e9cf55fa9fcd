/* skeleton: a skate on a slope, in the frame of its blade, to change into your own model.
 *
 * A model is a formulation (here a frame, q̇ = ψ(q)ξ, and ℓ(q,ξ)), initial data, named cases and
 * what is known of the solution. The frame vectors along the constraint distribution come first; ξ
 * vanishes on the others.
 *
 * gimbal derives the equations of motion, the energy and a reference solution from it, and every
 * method that fits is judged on it. gimbal.h says what each entry means; `gimbal check` verifies
 * the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* All numbers are gimbal_real and all constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same
 * source runs in quadruple precision. */
typedef gimbal_real real;

enum { GRAVITY, TURN };

/* The columns of ψ (n×m) are the frame vectors, with q = (x, y, heading): along the blade, the
 * turn, and across the blade, where no motion is allowed. */
static void Psi(const real *parameter, real t, const real *q, const real *xi, real *out) {
  const real c = gimbal_cos(q[2]), s = gimbal_sin(q[2]);
  const real psi[9] = {c, 0, -s, s, 0, c, 0, 1, 0};
  for (int i = 0; i < 9; i++)
    out[i] = psi[i];
}

/* ℓ = |ξ|²/2 + gravity x */
static real Ell(const real *parameter, real t, const real *q, const real *xi) {
  return (xi[0] * xi[0] + xi[1] * xi[1] + xi[2] * xi[2]) / 2 + parameter[GRAVITY] * q[0];
}

/* Its derivatives: ∂ℓ/∂q (n entries), ∂ℓ/∂ξ (m) and ∂²ℓ/∂ξ² (m×m). The structure functions of the
 * frame are derived. */
static void D1ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = parameter[GRAVITY];
  out[1] = out[2] = 0;
}

static void D2ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = xi[i];
}

static void D22ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

/* (q,ξ) at time 0. */
static void Initial(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = out[1] = 0;
  out[2] = GIMBAL_Q(3, 10);
  out[3] = 1;
  out[4] = parameter[TURN];
  out[5] = 0;
}

static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame), .psi = Psi, .ell = Ell, .D1ell = D1ell, .D2ell = D2ell,
    .D22ell = D22ell};

static const gimbal_value parameters[] = {
    {.name = "gravity", .value = "1", .description = "along the slope"},
    {.name = "turn", .value = "7/10", .description = "rate of the heading"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "blade",
                                                   .configuration = "x y heading",
                                                   .velocity = "along turn across",
                                                   .n = "3",
                                                   .nonholonomic = "1",
                                                   .period = "0, 0, 2*pi",
                                                   .traits = "autonomous reversible",
                                                   .frame = &frame,
                                                   .initial = Initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a skate on a slope, in the frame of its blade",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
