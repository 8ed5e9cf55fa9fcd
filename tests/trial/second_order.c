/* Methods for q'' = a(t,q), or a(t,q,v), written on y = (q,v). */
#include "trial.h"

/* a at q + h v (v NULL: at q), with the velocity w. */
static int acceleration(gimbal *g, real t, const real *q, real h, const real *v, const real *w,
                        real *a) {
  const int n = g->n / 2;
  real *y = gimbal_scratch(g, (size_t)(4 * n)), *f = y + 2 * n;
  for (int i = 0; i < n; i++)
    y[i] = q[i] + (v ? h * v[i] : 0), y[n + i] = w[i];
  if (gimbal_field(g, t, y, f))
    return 1;
  for (int i = 0; i < n; i++)
    a[i] = f[n + i];
  return 0;
}

/* Nystrom's method of order 4; slip 1: h^2/4 in place of h^2/8; slip 2: the second slope at t. */
static int rkn4(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n / 2, slip = (int)g->parameters[0];
  const real *q = from->q, *v = from->q + n;
  real *k = gimbal_scratch(g, (size_t)(4 * n)), *l = k + n, *m = l + n, *u = m + n;
  if (acceleration(g, from->t, q, 0, NULL, v, k))
    return 1;
  for (int i = 0; i < n; i++)
    u[i] = v[i] + h / (slip == 1 ? 2 : 4) * k[i];
  if (acceleration(g, from->t + (slip == 2 ? 0 : h / 2), q, h / 2, u, v, l))
    return 1;
  for (int i = 0; i < n; i++)
    u[i] = v[i] + h / 2 * l[i];
  if (acceleration(g, from->t + h, q, h, u, v, m))
    return 1;
  for (int i = 0; i < n; i++) {
    to->dq[i] = h * (v[i] + h / 6 * (k[i] + 2 * l[i]));
    to->dq[n + i] = h / 6 * (k[i] + 4 * l[i] + m[i]);
  }
  return 0;
}

/* Splittings: kick k_0, drift d_0, kick k_1, ...; Chin's 4A has kicks by a + c h^2 Da a. */
static int kick(gimbal *g, real t, real h, real c, const real *q, real *v) {
  const int n = g->n / 2;
  real *a = gimbal_scratch(g, (size_t)n), *y = gimbal_scratch(g, (size_t)(2 * n));
  if (acceleration(g, t, q, 0, NULL, v, a))
    return 1;
  for (int i = 0; i < n; i++)
    v[i] += h * a[i], y[i] = q[i], y[n + i] = v[i];
  if (c == 0)
    return 0;
  real *J = gimbal_scratch(g, (size_t)(4 * n * n));
  if (gimbal_field_jacobian(g, t, y, J))
    return 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      v[i] += h * c * J[(n + i) * 2 * n + j] * a[j];
  return 0;
}
static int split(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n / 2, kicks = gimbal_coefficient_count(g, "k");
  const real *k = gimbal_coefficients(g, "k"), *d = gimbal_coefficients(g, "d");
  const real *c = gimbal_coefficients(g, "c");
  if (!k || !d || !c)
    return 1;
  real t = from->t, *y = gimbal_scratch(g, (size_t)(2 * n));
  for (int i = 0; i < 2 * n; i++)
    y[i] = from->q[i];
  for (int s = 0; s < kicks; s++) {
    if (k[s] != 0 && kick(g, t, k[s] * h, s % 2 ? c[0] * h * h : 0, y, y + n))
      return 1;
    if (s < gimbal_coefficient_count(g, "d")) {
      for (int i = 0; i < n; i++)
        y[i] += d[s] * h * y[n + i];
      t += d[s] * h;
    }
  }
  for (int i = 0; i < 2 * n; i++)
    to->dq[i] = y[i] - from->q[i];
  return 0;
}

/* Deuflhard's method: half a kick by a + w^2 q, a rotation with the frequency w, half a kick; slip:
 * Gautschi's filter in its kicks. */
static int deuflhard(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n / 2;
  const real w = 1, c = gimbal_cos(h * w), s = gimbal_sin(h * w);
  const real filter = g->parameters[0] != 0 ? s / (h * w) : 1;
  real *a = gimbal_scratch(g, (size_t)(3 * n)), *v = a + n, *q = v + n;
  if (acceleration(g, from->t, from->q, 0, NULL, from->q + n, a))
    return 1;
  for (int i = 0; i < n; i++) {
    v[i] = from->q[n + i] + filter * h / 2 * (a[i] + w * w * from->q[i]);
    q[i] = c * from->q[i] + s / w * v[i];
    v[i] = c * v[i] - w * s * from->q[i];
  }
  if (acceleration(g, from->t + h, q, 0, NULL, v, a))
    return 1;
  for (int i = 0; i < n; i++) {
    to->dq[i] = q[i] - from->q[i];
    to->dq[n + i] = v[i] + filter * h / 2 * (a[i] + w * w * q[i]) - from->q[n + i];
  }
  return 0;
}

/* One step of the classical Runge-Kutta method from y, into z, for what needs a start. */
static int rk4(gimbal *g, real t, const real *y, real h, real *z) {
  real *k = gimbal_scratch(g, (size_t)(2 * g->n)), *u = k + g->n;
  for (int i = 0; i < g->n; i++)
    z[i] = u[i] = y[i];
  for (int s = 0; s < 4; s++) {
    if (gimbal_field(g, t + (s + 1) / 2 * h / 2, u, k))
      return 1;
    for (int i = 0; i < g->n; i++) {
      z[i] += h * k[i] / (s % 3 ? 3 : 6);
      u[i] = y[i] + h * k[i] / (s == 2 ? 1 : 2);
    }
  }
  return 0;
}

/* Numerov's method (Stormer-Cowell of order 4) with the last increment and acceleration in the
 * memory; slip: weights 1, 8, 1 of 10. */
static int numerov_start(gimbal *g, real h, gimbal_state *x) {
  const int n = g->n / 2;
  real *z = gimbal_scratch(g, (size_t)(2 * n));
  if (rk4(g, x->t, x->q, -h, z) || acceleration(g, x->t - h, z, 0, NULL, z + n, x->memory + n))
    return 1;
  for (int i = 0; i < n; i++)
    x->memory[i] = x->q[i] - z[i];
  return 0;
}
typedef struct numerov_problem {
  real t, h, w;
  const real *q, *v, *known;
} numerov_problem;
static int numerov_residual(gimbal *g, void *context, const real *d, real *r) {
  const numerov_problem *x = context;
  if (acceleration(g, x->t, x->q, 1, d, x->v, r))
    return 1;
  for (int i = 0; i < g->n / 2; i++)
    r[i] = d[i] - x->known[i] - x->w * x->h * x->h * r[i];
  return 0;
}
static int numerov(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n / 2;
  const real w = g->parameters[0] != 0 ? GIMBAL_Q(1, 10) : GIMBAL_Q(1, 12);
  const real *d0 = from->memory, *b = from->memory + n;
  real *a = gimbal_scratch(g, (size_t)(4 * n)), *known = a + n, *e = known + n, *d = e + n;
  if (acceleration(g, from->t, from->q, 0, NULL, from->q + n, a))
    return 1;
  for (int i = 0; i < n; i++) {
    known[i] = d0[i] + h * h * ((1 - 2 * w) * a[i] + w * b[i]);
    d[i] = d0[i] + h * h * a[i];
  }
  numerov_problem x = {from->t + h, h, w, from->q, from->q + n, known};
  if (gimbal_solve(g, n, numerov_residual, NULL, &x, d) ||
      acceleration(g, from->t + h, from->q, 1, d, from->q + n, e))
    return 1;
  for (int i = 0; i < n; i++) {
    to->dq[i] = d[i];
    to->dq[n + i] =
        d[i] / h +
        h / 24 * (12 * e[i] - 2 * (3 * e[i] - 4 * a[i] + b[i]) + e[i] - 2 * a[i] + b[i]) -
        from->q[n + i];
    to->memory[i] = d[i], to->memory[n + i] = a[i];
  }
  return 0;
}

/* Newmark, Hilber-Hughes-Taylor, generalised alpha: (1 - am) a1 + am a0 = (1 - af) f1 + af f0. */
static int alpha_start(gimbal *g, real h, gimbal_state *x) {
  return acceleration(g, x->t, x->q, 0, NULL, x->q + g->n / 2, x->memory);
}
typedef struct alpha_problem {
  const gimbal_state *from;
  real t, h, am, af, beta, gamma;
  real *q, *v, *f0;
} alpha_problem;
static int alpha_residual(gimbal *g, void *context, const real *a, real *r) {
  const alpha_problem *x = context;
  const int n = g->n / 2;
  const real *q = x->from->q, *v = q + n, *a0 = x->from->memory, h = x->h;
  for (int i = 0; i < n; i++) {
    x->q[i] = h * (v[i] + h * ((GIMBAL_Q(1, 2) - x->beta) * a0[i] + x->beta * a[i]));
    x->v[i] = v[i] + h * ((1 - x->gamma) * a0[i] + x->gamma * a[i]);
  }
  if (acceleration(g, x->t, q, 1, x->q, x->v, r))
    return 1;
  for (int i = 0; i < n; i++)
    r[i] = (1 - x->am) * a[i] + x->am * a0[i] - (1 - x->af) * r[i] - x->af * x->f0[i];
  return 0;
}
static int alpha(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n / 2;
  const real *p = g->parameters;
  real *q = gimbal_scratch(g, (size_t)(4 * n)), *v = q + n, *f0 = v + n, *a = f0 + n;
  alpha_problem x = {from, from->t + h, h, p[0], p[1], p[2], p[3], q, v, f0};
  if (acceleration(g, from->t, from->q, 0, NULL, from->q + n, f0))
    return 1;
  for (int i = 0; i < n; i++)
    a[i] = from->memory[i];
  if (gimbal_solve(g, n, alpha_residual, NULL, &x, a) || alpha_residual(g, &x, a, f0))
    return 1;
  for (int i = 0; i < n; i++)
    to->dq[i] = q[i], to->dq[n + i] = v[i] - from->q[n + i], to->memory[i] = a[i];
  return 0;
}

/* Gear's predictor-corrector with five values; slip: his coefficients of first-order equations. */
static int gear_start(gimbal *g, real h, gimbal_state *x) {
  const int n = g->n / 2;
  real *z = gimbal_scratch(g, (size_t)(5 * n)), *a = z + 2 * n, *b = a + n, *c = b + n;
  if (acceleration(g, x->t, x->q, 0, NULL, x->q + n, a) || rk4(g, x->t, x->q, -h, z) ||
      acceleration(g, x->t - h, z, 0, NULL, z + n, b) || rk4(g, x->t, x->q, h, z) ||
      acceleration(g, x->t + h, z, 0, NULL, z + n, c))
    return 1;
  for (int i = 0; i < n; i++) {
    x->memory[i] = h * h / 2 * a[i];
    x->memory[n + i] = h * h / 12 * (c[i] - b[i]);
    x->memory[2 * n + i] = h * h / 24 * (c[i] - 2 * a[i] + b[i]);
  }
  return 0;
}
static int gear(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n / 2, slip = g->parameters[0] != 0;
  const real c0 = slip ? GIMBAL_Q(251, 720) : GIMBAL_Q(19, 120), c1 = slip ? 1 : GIMBAL_Q(3, 4);
  const real c3 = slip ? GIMBAL_Q(1, 3) : GIMBAL_Q(1, 2),
             c4 = slip ? GIMBAL_Q(1, 24) : GIMBAL_Q(1, 12);
  const real *q = from->q, *v = q + n, *A = from->memory, *B = A + n, *C = B + n;
  real *d = gimbal_scratch(g, (size_t)(3 * n)), *u = d + n, *a = u + n;
  for (int i = 0; i < n; i++) {
    d[i] = h * v[i] + A[i] + B[i] + C[i];
    u[i] = v[i] + (2 * A[i] + 3 * B[i] + 4 * C[i]) / h;
  }
  if (acceleration(g, from->t + h, q, 1, d, u, a))
    return 1;
  for (int i = 0; i < n; i++) {
    const real e = h * h / 2 * a[i] - (A[i] + 3 * B[i] + 6 * C[i]);
    to->dq[i] = d[i] + c0 * e;
    to->dq[n + i] = u[i] + c1 * e / h - v[i];
    to->memory[i] = A[i] + 3 * B[i] + 6 * C[i] + e;
    to->memory[n + i] = B[i] + 4 * C[i] + c3 * e;
    to->memory[2 * n + i] = C[i] + c4 * e;
  }
  return 0;
}

/* As many coordinates as velocities, so that q' is v: that was left out at first, and on rotation matrices
 * these methods have no order. */
#define SECOND_ORDER "separable && unconstrained && n == m"
#define METHOD(name_, title_, step_, ...)                                                          \
  {                                                                                                \
    .name = name_, .title = title_, .citation = "the trial", .formulation = GIMBAL_ODE,            \
    .accepts = SECOND_ORDER, .step = step_, __VA_ARGS__                                            \
  }
#define SPLITTING(name_, title_, k_, d_, c_, order_)                                               \
  METHOD(name_, title_, split, PARAMETERS(SLIP), TWINS(name_),                                     \
         .coefficients = GIMBAL_LIST(gimbal_value, {"k", k_}, {"d", d_}, {"c", c_}),               \
         CLAIMS(ORDERS(order_), SYMPLECTIC, ENERGY("bounded", CONSERVED)))

static const gimbal_method methods[] = {
    METHOD("t_rkn4", "Nystrom's method of order 4; an entry; a node", rkn4, PARAMETERS(SLIP),
           MEMBERS({"t_rkn4", "slip=0"}, {"t_rkn4_entry", "slip=1"}, {"t_rkn4_node", "slip=2"}),
           CLAIMS(ORDERS("4"), NOT_SYMPLECTIC)),
    SPLITTING(
        "t_mclachlan_atela", "McLachlan and Atela's splitting of order 4",
        "0.1344961992774310892,-0.2248198030794208058,0.7563200005156682911,0.3340036032863214255",
        "0.5153528374311229364,-0.085782019412973646,0.4415830236164665242,0.1288461583653841854",
        "0", "4 to double precision"),
    METHOD("t_mclachlan_atela_high", "the same, claimed of order 5", split, PARAMETERS(SLIP),
           .coefficients = GIMBAL_LIST(gimbal_value,
                                       {"k", "0.1344961992774310892,-0.2248198030794208058,0."
                                             "7563200005156682911,0.3340036032863214255"},
                                       {"d", "0.5153528374311229364,-0.085782019412973646,0."
                                             "4415830236164665242,0.1288461583653841854"},
                                       {"c", "0"}),
           CLAIMS(ORDERS("5 to double precision"))),
    SPLITTING("t_blanes_moan",
              "Blanes and Moan's SRKN of order 4; a coefficient in its seventh digit",
              "0.0829844064174052,0.396309801498368,-0.0390563049223486,"
              "1-2*(0.0829844064174052+0.396309801498368-0.0390563049223486),"
              "-0.0390563049223486,0.396309801498368,0.0829844064174052",
              "0.245298957184271+slip/10^7,0.604872665711080,1/"
              "2-0.245298957184271-0.604872665711080-slip/10^7,"
              "1/2-0.245298957184271-0.604872665711080-slip/"
              "10^7,0.604872665711080,0.245298957184271+slip/10^7",
              "0", "4 to double precision"),
    SPLITTING(
        "t_pefrl", "Omelyan's PEFRL of order 4; a sign",
        "0,(1+2*(1-2*slip)*0.2123418310626054)/2,-(1-2*slip)*0.2123418310626054,"
        "-(1-2*slip)*0.2123418310626054,(1+2*(1-2*slip)*0.2123418310626054)/2",
        "0.1786178958448091,-0.06626458266981849,1-2*(0.1786178958448091-0.06626458266981849),"
        "-0.06626458266981849,0.1786178958448091",
        "0", "4 to double precision"),
    SPLITTING("t_suzuki", "Suzuki's fractal of order 4; the fourth root in place of the third",
              "1/(4-4^(1/(3+slip)))/2,1/(4-4^(1/(3+slip))),(1-3/(4-4^(1/(3+slip))))/2,"
              "(1-3/(4-4^(1/(3+slip))))/2,1/(4-4^(1/(3+slip))),1/(4-4^(1/(3+slip)))/2",
              "1/(4-4^(1/(3+slip))),1/(4-4^(1/(3+slip))),1-4/(4-4^(1/(3+slip))),"
              "1/(4-4^(1/(3+slip))),1/(4-4^(1/(3+slip)))",
              "0", "4"),
    METHOD("t_chin", "Chin's forward symplectic method 4A; half its force gradient", split,
           PARAMETERS(SLIP), TWINS("t_chin"),
           .coefficients = GIMBAL_LIST(gimbal_value, {"k", "1/6,2/3,1/6"}, {"d", "1/2,1/2"},
                                       {"c", "1/24-slip/48"}),
           CLAIMS({.study = "order", .quantity = "q", .value = "4", .when = "autonomous"},
                  {.study = "order", .quantity = "v", .value = "4", .when = "autonomous"},
                  SYMPLECTIC)),
    METHOD("t_deuflhard", "Deuflhard's trigonometric method; Gautschi's filter", deuflhard,
           PARAMETERS(SLIP), TWINS("t_deuflhard"), CLAIMS(ORDERS("2"), SYMPLECTIC)),
    METHOD("t_numerov", "Numerov's method; other weights", numerov, .start = numerov_start,
           .memory = "2*n", PARAMETERS(SLIP), TWINS("t_numerov"), CLAIMS(ORDERS("4"))),
    METHOD("t_alpha", "Newmark, Hilber-Hughes-Taylor and generalised alpha", alpha,
           .start = alpha_start, .memory = "n",
           PARAMETERS({"am", "0"}, {"af", "0"}, {"beta", "1/4"}, {"gamma", "1/2"}, SLIP),
           MEMBERS({"t_newmark", "beta=1/4"}, {"t_newmark_slip", "slip=1"},
                   {"t_hht", "af=1/10, beta=121/400, gamma=3/5"},
                   {"t_hht_slip", "af=1/10, beta=121/400, gamma=1/2"},
                   {"t_generalised_alpha", "am=0, af=1/3, beta=4/9, gamma=5/6"},
                   {"t_generalised_alpha_slip", "am=1/6, af=1/3, beta=4/9, gamma=5/6"}),
           CLAIMS(ORDERS("2"), STRUCTURE("symplectic", "yes", "canonical && slip==1"))),
    METHOD("t_gear", "Gear's predictor-corrector of five values; coefficients of another equation",
           gear, .start = gear_start, .memory = "3*n", PARAMETERS(SLIP), TWINS("t_gear"),
           CLAIMS(ORDERS("4"))),
};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
