/* Explicit splittings of a Hamiltonian that is no sum, by two copies (q,p) and (x,y) of the phase space:
 *     H̄ = H(q,y) + H(x,p)  in the form dq∧dp + dx∧dy,
 * whose parts have the flows  A: p ← p − τ H_q(q,y), x ← x + τ H_p(q,y)  and  B: q ← q + τ H_p(x,p),
 * y ← y − τ H_q(x,p).
 *
 * tao_2, tao_4 [Tao, Phys. Rev. E 94 (2016) 043303]: with ½ω(|q − x|² + |p − y|²), whose flow C turns the
 * difference of the copies by 2ωτ: ½A ½B C ½B ½A, of order 2, and its triple jump. The copies are handed on.
 * The map is symplectic in the extended phase space, not in (q,p).
 *
 * semiexplicit_2, semiexplicit_4 [Jayawardana and Ohsawa, Math. Comp. 92 (2023) 251]: without C. The copies
 * begin equal, are moved apart by μ and −μ, stepped by ½A B ½A (or its triple jump), and moved by the same
 * again; μ is such that they end equal. Symplectic in (q,p) and symmetric; linear and quadratic invariants
 * are exact [Ohsawa, SIAM J. Numer. Anal. 61 (2023) 1293]. */
#include "gimbal.h"

typedef struct {
  gimbal_real t;
  gimbal_real *q, *p, *x, *y; /* the copies, one after the other */
} Copies;

/* One part: at (a,b), which stay, b's partner moves by −τ H_q and a's by τ H_p. */
static int flow(gimbal *g, gimbal_real t, gimbal_real tau, const gimbal_real *a,
                const gimbal_real *b, gimbal_real *of_a, gimbal_real *of_b) {
  const int n = g->n;
  gimbal_real *z = gimbal_scratch(g, 2 * (size_t)n), *f = gimbal_scratch(g, 2 * (size_t)n);
  for (int i = 0; i < n; ++i)
    z[i] = a[i], z[n + i] = b[i];
  if (gimbal_momentum_field(g, t, z, f))
    return 1;
  for (int i = 0; i < n; ++i)
    of_a[i] += tau * f[i], of_b[i] += tau * f[n + i];
  return 0;
}

static int flow_A(gimbal *g, const Copies *c, gimbal_real tau) {
  return flow(g, c->t, tau, c->q, c->y, c->x, c->p);
}

static int flow_B(gimbal *g, const Copies *c, gimbal_real tau) {
  return flow(g, c->t, tau, c->x, c->p, c->q, c->y);
}

static void bind(const gimbal *g, const Copies *c, gimbal_real tau) {
  const gimbal_real angle = 2 * g->parameters[0] * tau, co = gimbal_cos(angle),
                    si = gimbal_sin(angle);
  for (int i = 0; i < g->n; ++i) {
    const gimbal_real dq = c->q[i] - c->x[i], dp = c->p[i] - c->y[i];
    const gimbal_real turned_q = co * dq + si * dp - dq, turned_p = co * dp - si * dq - dp;
    c->q[i] += turned_q / 2, c->x[i] -= turned_q / 2;
    c->p[i] += turned_p / 2, c->y[i] -= turned_p / 2;
  }
}

static int tao(gimbal *g, const Copies *c, gimbal_real h) {
  if (flow_A(g, c, h / 2) || flow_B(g, c, h / 2))
    return 1;
  bind(g, c, h);
  return flow_B(g, c, h / 2) || flow_A(g, c, h / 2);
}

static int strang(gimbal *g, const Copies *c, gimbal_real h) {
  return flow_A(g, c, h / 2) || flow_B(g, c, h) || flow_A(g, c, h / 2);
}

/* The step, or the triple jump of it. */
static int jumps(gimbal *g, const Copies *c, gimbal_real h,
                 int step(gimbal *, const Copies *, gimbal_real)) {
  if (g->parameters[1] < 3)
    return step(g, c, h);
  const gimbal_real outer = 1 / (2 - gimbal_cbrt(GIMBAL_C(2.0)));
  return step(g, c, outer * h) || step(g, c, (1 - 2 * outer) * h) || step(g, c, outer * h);
}

static Copies copies_at(gimbal *g, gimbal_real t) {
  const size_t n = (size_t)g->n;
  gimbal_real *room = gimbal_scratch(g, 4 * n);
  return (Copies){t, room, room + n, room + 2 * n, room + 3 * n};
}

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  for (int i = 0; i < g->n; ++i)
    state->memory[i] = state->q[i], state->memory[g->n + i] = state->p[i];
  return 0;
}

static int step_tao(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const Copies c = copies_at(g, from->t);
  for (int i = 0; i < n; ++i) {
    c.q[i] = from->q[i], c.p[i] = from->p[i];
    c.x[i] = from->memory[i], c.y[i] = from->memory[n + i];
  }
  if (jumps(g, &c, h, tao))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = c.q[i] - from->q[i], to->dp[i] = c.p[i] - from->p[i];
    to->memory[i] = c.x[i], to->memory[n + i] = c.y[i];
  }
  return 0;
}

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
  Copies c;
} Projection;

/* The step from the copies moved apart by μ and −μ. */
static int apart(gimbal *g, const Projection *s, const gimbal_real *mu) {
  for (int i = 0; i < g->n; ++i) {
    s->c.q[i] = s->from->q[i] + mu[i], s->c.x[i] = s->from->q[i] - mu[i];
    s->c.p[i] = s->from->p[i] + mu[g->n + i], s->c.y[i] = s->from->p[i] - mu[g->n + i];
  }
  return jumps(g, &s->c, s->h, strang);
}

static int residual(gimbal *g, void *context, const gimbal_real *mu, gimbal_real *r) {
  const Projection *s = context;
  if (apart(g, s, mu))
    return 1;
  for (int i = 0; i < g->n; ++i) {
    r[i] = (s->c.q[i] - s->c.x[i]) / 2 + mu[i];
    r[g->n + i] = (s->c.p[i] - s->c.y[i]) / 2 + mu[g->n + i];
  }
  return 0;
}

static int step_semiexplicit(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *mu = gimbal_scratch(g, 2 * (size_t)n);
  Projection s = {from, h, copies_at(g, from->t)};
  for (int i = 0; i < 2 * n; ++i)
    mu[i] = 0;
  if (gimbal_solve(g, 2 * n, residual, NULL, &s, mu) || apart(g, &s, mu))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = (s.c.q[i] + s.c.x[i]) / 2 - from->q[i];
    to->dp[i] = (s.c.p[i] + s.c.y[i]) / 2 - from->p[i];
  }
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "omega", .value = "10", .description = "binding of the copies"},
    {.name = "order", .value = "2", .description = "of the splitting, 2 or 4"}};

static const gimbal_member tao_members[] = {{.name = "tao_2", .settings = "order=2"},
                                            {.name = "tao_4", .settings = "order=4"}};
static const gimbal_member semiexplicit_members[] = {
    {.name = "semiexplicit_2", .settings = "order=2"},
    {.name = "semiexplicit_4", .settings = "order=4"}};

static const gimbal_claim tao_claims[] = {
    {.study = "order", .quantity = "q", .value = "order"},
    {.study = "order", .quantity = "p", .value = "order"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "integrable"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"}};

static const gimbal_claim semiexplicit_claims[] = {
    {.study = "order", .quantity = "q", .value = "order"},
    {.study = "order", .quantity = "p", .value = "order"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "canonical"},
    {.study = "invariant", .quantity = "linear", .value = "exact"},
    {.study = "invariant", .quantity = "quadratic", .value = "exact"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "tao",
     .title = "Tao's splitting in the extended phase space",
     .citation = "Tao, Physical Review E 94 (2016) 043303",
     .citation_key = "Tao2016",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && autonomous && forced == 0",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(tao_members),
     .memory = "2*n",
     .start = start,
     .step = step_tao,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(tao_claims)},
    {.name = "semiexplicit",
     .title = "the semiexplicit method, an extended phase space with symmetric projection",
     .citation = "Jayawardana and Ohsawa, Mathematics of Computation 92 (2023) 251",
     .citation_key = "JayawardanaOhsawa2023",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && autonomous && forced == 0",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(semiexplicit_members),
     .symmetric = "1",
     .step = step_semiexplicit,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(semiexplicit_claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
