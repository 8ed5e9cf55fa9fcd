/* skeleton: the implicit midpoint rule in (q,p), to change into your own method.
 *
 * A method is a step function, a table of claims, and a descriptor. gimbal judges the claims on every
 * model that the method can integrate: here, models with a Hamiltonian, so the file has a small one.
 * gimbal.h explains each entry; `gimbal describe skeleton` shows the entries as gimbal reads them. */
#include "gimbal.h"

/* ---- The method ---- */

/* y = (q,p) and Hamilton's equations ẏ = f(t,y), with the slope K of the step as the unknown:
 *     K = f(t + h/2, y + h/2 K),  y₁ = y + h K. */
typedef struct {
  gimbal_real h;
  const gimbal_state *from;
} midpoint;

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const midpoint *step = context;
  const int n = g->n;
  const gimbal_real half = step->h / 2;
  gimbal_real *y = gimbal_scratch(g, 2 * (size_t)n);
  for (int i = 0; i < n; i++) {
    y[i] = step->from->q[i] + half * K[i];
    y[n + i] = step->from->p[i] + half * K[n + i];
  }
  if (gimbal_field(g, step->from->t + half, y, r))
    return 1;
  for (int i = 0; i < 2 * n; i++)
    r[i] = K[i] - r[i];
  return 0;
}

/* One step of size h: write the increments dq and dp, which the host adds up with compensation.
 * Return non-zero if the step cannot be made. All numbers are gimbal_real and all constants
 * GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same source runs in quadruple precision too. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  midpoint context = {.h = h, .from = from};
  gimbal_real *K = gimbal_scratch(g, 2 * (size_t)n);
  for (int i = 0; i < 2 * n; i++)
    K[i] = 0; /* the first guess; the host extrapolates a better one */
  if (gimbal_solve(g, 2 * n, residual, NULL, &context, K))
    return 1;
  for (int i = 0; i < n; i++) {
    to->dq[i] = h * K[i];
    to->dp[i] = h * K[n + i];
  }
  return 0;
}

/* Values of orders and conditions are expressions, in the words that gimbal.h lists at gimbal_claim.
 * "no" and "drift" are negative claims: one counterexample confirms them. */
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy",
     .quantity = "energy",
     .value = "bounded",
     .when = "canonical && autonomous"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "skeleton",
     .title = "the implicit midpoint rule in (q,p)",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), VI.4",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims)}};

/* ---- A model to try it on: H = p²/2 + q⁴/4 ---- */

static gimbal_real H(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *p) {
  (void)parameters, (void)t;
  return p[0] * p[0] / 2 + q[0] * q[0] * q[0] * q[0] / 4;
}
static void D1H(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *p, gimbal_real *out) {
  (void)parameters, (void)t, (void)p;
  out[0] = q[0] * q[0] * q[0];
}
static void D2H(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *p, gimbal_real *out) {
  (void)parameters, (void)t, (void)q;
  out[0] = p[0];
}

/* (q,p) at time 0. */
static void initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *p, gimbal_real *out) {
  (void)parameters, (void)t, (void)q, (void)p;
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
}

static const gimbal_hamiltonian hamiltonian = {GIMBAL_SIZE(gimbal_hamiltonian), .H = H, .D1H = D1H,
                                               .D2H = D2H};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "canonical",
                                                   .configuration = "q",
                                                   .velocity = "p",
                                                   .n = "1",
                                                   .traits = "separable autonomous reversible",
                                                   .hamiltonian = &hamiltonian,
                                                   .initial = initial}};

static const gimbal_model models[] = {{.name = "skeleton_model",
                                       .title = "a quartic oscillator",
                                       .citation = "any textbook of mechanics",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
