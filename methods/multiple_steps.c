/* Splittings of a potential into a stiff quadratic part and the rest, U = W + V, each with a step of its own, for
 * L = ½ vᵀMv − U(q). The stiff part is the method's, not the model's:
 *     W = ½ω² dᵀMd,  d = (q_i − q_partner)/2 of the pairs 1 2, 3 4, …, and q of a last coordinate without a partner;
 * with unit masses these are springs, ¼ω² Σ (q_2i − q_2i−1)²;
 * V is what remains of the model's potential. So the splitting is right for any ω, and good for that of the model.
 *
 * multirate: V kicks at the nodes, W in N Störmer–Verlet steps of h/N between them. It is the impulse method
 * (r-RESPA), and the variational integrator with affine trajectories in the micro steps and the trapezoidal
 * rule on the macro grid for V, on the micro grid for W [Ober-Blöbaum, Wenger, Gail, Leyendecker 2024].
 *
 * mollified_impulse: the same with V(Aq) for V, A q = q + (σ − 1) d and σ = sin(ωh)/ωh, the mean of the fast motion
 * over two steps. The impulse is −Aᵀ∂V(Aq): A is symmetric [García-Archilla, Sanz-Serna, Skeel 1998].
 *
 * implicit_explicit: the midpoint rule for W and the motion, V kicks at the nodes [Stern and Grinspun 2009].
 *
 * asynchronous: each part has its own grid, h/a for V and h/b for W, with half kicks at both ends of h; between
 * two kicks of any the motion is free [Lew, Marsden, Ortiz, West 2004].
 *
 * All are symplectic, symmetric and of order 2. */
#include "gimbal.h"

enum { OMEGA, FIRST, SECOND };

/* Half the difference of each entry of x to its partner's; a last one without a partner as it is. */
static void differences(int n, const gimbal_real *x, gimbal_real *d) {
  for (int i = 0; i < n; ++i) {
    const int partner = i % 2 ? i - 1 : i + 1;
    d[i] = partner < n ? (x[i] - x[partner]) / 2 : x[i];
  }
}

/* −∂W/∂q, n entries: M is constant, so that the momentum is linear in the velocity. */
static int stiff_force(gimbal *g, gimbal_real t, const gimbal_real *q, gimbal_real *f) {
  gimbal_real *d = gimbal_scratch(g, 2 * (size_t)g->n), *Md = d + g->n;
  differences(g->n, q, d);
  if (gimbal_momentum(g, t, q, d, Md))
    return 1;
  differences(g->n, Md, f);
  for (int i = 0; i < g->n; ++i)
    f[i] *= -g->parameters[OMEGA] * g->parameters[OMEGA];
  return 0;
}

static int kick(gimbal *g, gimbal_real t, gimbal_real tau, int stiff, const gimbal_real *q,
                gimbal_real *p) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, (size_t)n), *w = gimbal_scratch(g, 2 * (size_t)n);
  if (stiff_force(g, t, q, w))
    return 1;
  if (!stiff) {
    for (int i = 0; i < n; ++i)
      w[n + i] = 0;
    if (gimbal_force(g, t, q, w + n, f))
      return 1;
  }
  for (int i = 0; i < n; ++i)
    p[i] += tau * (stiff ? w[i] : f[i] - w[i]);
  return 0;
}

static int drift(gimbal *g, gimbal_real t, gimbal_real tau, const gimbal_real *p, gimbal_real *q) {
  gimbal_real *v = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; ++i)
    v[i] = 0;
  if (gimbal_velocity(g, t, q, p, v))
    return 1;
  for (int i = 0; i < g->n; ++i)
    q[i] += tau * v[i];
  return 0;
}

static int inner_multirate(gimbal *g, gimbal_real t, gimbal_real h, gimbal_real *q,
                           gimbal_real *p) {
  const int steps = (int)g->parameters[FIRST];
  const gimbal_real tau = h / steps;
  for (int i = 0; i < steps; ++i)
    if (kick(g, t, tau / 2, 1, q, p) || drift(g, t, tau, p, q) || kick(g, t, tau / 2, 1, q, p))
      return 1;
  return 0;
}

typedef struct {
  gimbal_real t, h;
  const gimbal_real *q, *p;
} Motion;

/* With the mean velocity x: M x = p − (h/2) ∂W(q + (h/2) x). */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Motion *m = context;
  gimbal_real *q = gimbal_scratch(g, (size_t)g->n), *f = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; ++i)
    q[i] = m->q[i] + m->h / 2 * x[i];
  if (stiff_force(g, m->t, q, f) || gimbal_momentum(g, m->t, q, x, r))
    return 1;
  for (int i = 0; i < g->n; ++i)
    r[i] -= m->p[i] + m->h / 2 * f[i];
  return 0;
}

static int inner_implicit(gimbal *g, gimbal_real t, gimbal_real h, gimbal_real *q, gimbal_real *p) {
  gimbal_real *x = gimbal_scratch(g, (size_t)g->n), *f = gimbal_scratch(g, (size_t)g->n);
  Motion m = {t, h, q, p};
  for (int i = 0; i < g->n; ++i)
    x[i] = 0;
  if (gimbal_velocity(g, t, q, p, x) || gimbal_solve(g, g->n, residual, NULL, &m, x))
    return 1;
  for (int i = 0; i < g->n; ++i)
    q[i] += h / 2 * x[i];
  if (stiff_force(g, t, q, f))
    return 1;
  for (int i = 0; i < g->n; ++i) {
    q[i] += h / 2 * x[i];
    p[i] += h * f[i];
  }
  return 0;
}

typedef int Inner(gimbal *g, gimbal_real t, gimbal_real h, gimbal_real *q, gimbal_real *p);

/* The increments from *from to (q,p). */
static void write_increments(const gimbal *g, const gimbal_state *from, const gimbal_real *q,
                             const gimbal_real *p, gimbal_state *to) {
  for (int i = 0; i < g->n; ++i) {
    to->dq[i] = q[i] - from->q[i];
    to->dp[i] = p[i] - from->p[i];
  }
}

static gimbal_real *copy_of(gimbal *g, const gimbal_real *x) {
  gimbal_real *copy = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; ++i)
    copy[i] = x[i];
  return copy;
}

static int step_kicked(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                       Inner *inner) {
  gimbal_real *q = copy_of(g, from->q), *p = copy_of(g, from->p);
  if (kick(g, from->t, h / 2, 0, q, p) || inner(g, from->t, h, q, p) ||
      kick(g, from->t + h, h / 2, 0, q, p))
    return 1;
  write_increments(g, from, q, p, to);
  return 0;
}

/* A kick of V(Aq). */
static int mollified_kick(gimbal *g, gimbal_real t, gimbal_real tau, gimbal_real sigma,
                          const gimbal_real *q, gimbal_real *p) {
  const int n = g->n;
  gimbal_real *mean = copy_of(g, q), *f = gimbal_scratch(g, 2 * (size_t)n), *d = f + n;
  differences(n, q, d);
  for (int i = 0; i < n; ++i) {
    mean[i] += (sigma - 1) * d[i];
    f[i] = 0;
  }
  if (kick(g, t, tau, 0, mean, f))
    return 1;
  differences(n, f, d);
  for (int i = 0; i < n; ++i)
    p[i] += f[i] + (sigma - 1) * d[i];
  return 0;
}

static int step_mollified(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real angle = g->parameters[OMEGA] * h, sigma = gimbal_sin(angle) / angle;
  gimbal_real *q = copy_of(g, from->q), *p = copy_of(g, from->p);
  if (mollified_kick(g, from->t, h / 2, sigma, q, p) || inner_multirate(g, from->t, h, q, p) ||
      mollified_kick(g, from->t + h, h / 2, sigma, q, p))
    return 1;
  write_increments(g, from, q, p, to);
  return 0;
}

static int step_multirate(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return step_kicked(g, from, h, to, inner_multirate);
}

static int step_implicit(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return step_kicked(g, from, h, to, inner_implicit);
}

/* Kicks of both grids in the order of their times, which are multiples of h/ab. */
static int step_asynchronous(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int a = (int)g->parameters[FIRST], b = (int)g->parameters[SECOND], ticks = a * b;
  gimbal_real *q = copy_of(g, from->q), *p = copy_of(g, from->p);
  for (int tick = 0, last = 0; tick <= ticks; ++tick) {
    if (tick % b && tick % a)
      continue;
    const gimbal_real t = from->t + h * tick / ticks;
    const gimbal_real share = tick == 0 || tick == ticks ? h / 2 : h;
    if ((tick > 0 && drift(g, t, h * (tick - last) / ticks, p, q)) ||
        (tick % b == 0 && kick(g, t, share / a, 0, q, p)) ||
        (tick % a == 0 && kick(g, t, share / b, 1, q, p)))
      return 1;
    last = tick;
  }
  write_increments(g, from, q, p, to);
  return 0;
}

static const gimbal_value omega_alone[] = {
    {.name = "omega", .value = "1", .description = "frequency of the stiff part"}};
static const gimbal_value multirate_parameters[] = {
    {.name = "omega", .value = "1", .description = "frequency of the stiff part"},
    {.name = "N", .value = "4", .description = "steps of the stiff part in one of the other"}};
static const gimbal_value asynchronous_parameters[] = {
    {.name = "omega", .value = "1", .description = "frequency of the stiff part"},
    {.name = "a", .value = "2", .description = "steps of V in h"},
    {.name = "b", .value = "3", .description = "steps of W in h"}};

/* Of orders on small systems: the steps of large ones cost much and tell no more. */
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2", .when = "n < 4"},
    {.study = "order", .quantity = "p", .value = "2", .when = "n < 4"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && autonomous"}};

#define COMMON                                                                                     \
  .formulation = GIMBAL_LAGRANGIAN, .accepts = "separable && unconstrained", .overwrites = "none", \
  .symmetric = "1", .claims = GIMBAL_ARRAY(claims)

static const gimbal_method methods[] = {
    {.name = "multirate",
     .title = "a variational multirate method, or the impulse method",
     .citation = "Ober-Blöbaum, Wenger, Gail, Leyendecker, arXiv 2406.12991 (2024)",
     .citation_key = "OberBlobaumWengerGailLeyendecker2024",
     .parameters = GIMBAL_ARRAY(multirate_parameters),
     .step = step_multirate,
     COMMON},
    {.name = "mollified_impulse",
     .title = "the mollified impulse method",
     .citation = "García-Archilla, Sanz-Serna, Skeel, SIAM J. Sci. Comput. 20 (1998) 930",
     .citation_key = "GarciaArchillaSanzSernaSkeel1998",
     .parameters = GIMBAL_ARRAY(multirate_parameters),
     .step = step_mollified,
     COMMON},
    {.name = "implicit_explicit",
     .title = "the implicit–explicit variational integrator",
     .citation = "Stern and Grinspun, Multiscale Modeling and Simulation 7 (2009) 1779",
     .citation_key = "SternGrinspun2009",
     .parameters = GIMBAL_ARRAY(omega_alone),
     .step = step_implicit,
     COMMON},
    {.name = "asynchronous",
     .title = "an asynchronous variational integrator",
     .citation = "Lew, Marsden, Ortiz, West, Int. J. Numer. Meth. Engng 60 (2004) 153",
     .citation_key = "LewMarsdenOrtizWest2004",
     .parameters = GIMBAL_ARRAY(asynchronous_parameters),
     .step = step_asynchronous,
     COMMON}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
