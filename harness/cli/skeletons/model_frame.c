/* skeleton: a planet in polar coordinates and an orthonormal frame, to change into your own model.
 *
 * A model is a formulation (here a frame, q̇ = ψ(q)ξ, and ℓ(q,ξ)), initial data, named cases and
 * what is known of the solution.
 *
 * gimbal derives the equations of motion, the energy and a reference solution from it, and every
 * method that fits is judged on it. gimbal.h says what each entry means; `gimbal check` verifies
 * the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* All numbers are gimbal_real and all constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same
 * source runs in quadruple precision. */
typedef gimbal_real real;

enum { ECCENTRICITY };

/* The columns of ψ (n×m) are the frame vectors, (1,0) and (0,1/r), with q = (r,φ). */
static void Psi(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = 1;
  out[1] = out[2] = 0;
  out[3] = 1 / q[0];
}

/* ℓ = |ξ|²/2 + 1/r */
static real Ell(const real *parameter, real t, const real *q, const real *xi) {
  return (xi[0] * xi[0] + xi[1] * xi[1]) / 2 + 1 / q[0];
}

/* Its derivatives: ∂ℓ/∂q (n entries), ∂ℓ/∂ξ (m) and ∂²ℓ/∂ξ² (m×m). The structure functions of the
 * frame are derived. */
static void D1ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = -1 / (q[0] * q[0]);
  out[1] = 0;
}

static void D2ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = xi[0];
  out[1] = xi[1];
}

static void D22ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

/* (q,ξ) at time 0: in the perihelion of an orbit with the semi-major axis 1. */
static void Initial(const real *parameter, real t, const real *q, const real *xi, real *out) {
  const real e = parameter[ECCENTRICITY];
  out[0] = 1 - e;
  out[1] = 0;
  out[2] = 0;
  out[3] = gimbal_sqrt((1 + e) / (1 - e));
}

static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame), .psi = Psi, .ell = Ell, .D1ell = D1ell, .D2ell = D2ell,
    .D22ell = D22ell};

static const gimbal_value parameters[] = {
    {.name = "e", .value = "3/10", .description = "eccentricity"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "polar",
                                                   .configuration = "r phi",
                                                   .velocity = "xi_r xi_phi",
                                                   .n = "2",
                                                   .period = "0, 2*pi",
                                                   .traits = "autonomous reversible",
                                                   .frame = &frame,
                                                   .initial = Initial}};

static const gimbal_model models[] = {
    {.name = "skeleton",
     .title = "a planet in polar coordinates and an orthonormal frame",
     .citation = "any textbook of mechanics",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
