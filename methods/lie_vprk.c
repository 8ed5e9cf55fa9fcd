/* Variational partitioned Runge–Kutta methods on Lie groups, and the integrators for holonomic and
 * nonholonomic constraints made of them [Martín de Diego and Sato Martín de Almagro 2018, 6.2, eqs. 24
 * to 32; 6.3; 6.4, summary in Appendix F; errata: μ = D₂ℓ in 6.1, and the second tangent acts on H]. With a tableau (a,b,c), a retraction τ
 * (Cayley's map or the exponential) with its left-trivialised tangent dτ_ξ, D(Ξ,H)δ = ∂_Ξ(dτ_Ξ H)δ,
 * and the unknowns H¹…H^s and Λ²…Λ^s, Λ¹ = λ_k:
 *     Ξ^i = h Σ_j a_ij H^j,   ξ = h Σ_j b_j H^j,   G^i = g τ(Ξ^i),   η^i = dτ_{Ξ^i} H^i,
 *     f^i = (D₁ℓ + F)(G^i,η^i) + Λ^i·D₂φ(G^i,η^i),   p^i = D₂ℓ(G^i,η^i),
 *     N^i = dτ_{Ξ^i}ᵀ f^i + D(Ξ^i,H^i)ᵀ p^i,   φ^i = Ad_{τ(Ξ^i)⁻¹}ᵀ f^i,
 *     dτ_{Ξ^i}ᵀ p^i + h Σ_j (b_j a_ji/b_i) N^j − dτ_ξᵀ μ₁ = 0,   μ₁ = Ad_τ(ξ)ᵀ[μ + h Σ_j b_j φ^j],
 *     ψ(G^i, μ^i)/h = 0 with μ^i = Ad_{τ(Ξ^i)}ᵀ[μ + h Σ_j a_ij φ^j],   i = 2…s,
 * with ψ = φ∘(Legendre transform)⁻¹; g₁ = g τ(ξ), λ₁ = Λ^s. On a vector group these are vprk and
 * lobatto_nonholonomic. Without the second tangent D the order is 1.
 *
 * lie_lobatto_nonholonomic_hamiltonian, the form of Appendix G: the momenta Π^i = dτ_{Ξ^i}ᵀp^i are what
 * the first equations make of the forces, in which they are linear,
 *     Π^i + h Σ_j (b_j a_ji/b_i) [dτ_{Ξ^j}ᵀf^j + D(Ξ^j,H^j)ᵀdτ_{Ξ^j}⁻ᵀΠ^j] = dτ_ξᵀ μ₁,
 * and the stages obey H^i = dτ_{Ξ^i}⁻¹ D₂𝒽(G^i, dτ_{Ξ^i}⁻ᵀΠ^i), of which the host's Legendre transform
 * serves for D₂𝒽, and −D₁𝒽 = D₁ℓ. The two agree to round-off.
 *
 * The host gets the increments g(τ(ξ) − 1) and μ₁ − μ, the latter with Ad_τ(ξ) − 1 = ad_ξ dτ_{−ξ}, whose
 * sums are compensated: the rounding of products, of the size of g and μ, would add up in the momenta
 * that are seen from space.
 *
 * On holonomic constraints, written Φ(g) = 0 here, Λ¹ is an unknown too and the forces are Λ^i·DΦ(G^i);
 * Φ(G^i)/h = 0 for i = 2…s, and DΦ(g₁)·v₁ = 0 at (g₁,μ₁), the tangency condition, which closes the
 * system as in lobatto_holonomic. With hΛ for the unknown every entry of the Jacobian is of the order
 * of one. λ₁ = Λ^s is reported, but belongs to the step, and nothing is claimed of it.
 *
 * lie_vprk_gauss: Gauss nodes, order 2s. lie_vprk_lobatto, lie_lobatto_holonomic and
 * lie_lobatto_nonholonomic: Lobatto IIIA, order 2s−2, and that of λ as on vector spaces.
 *
 * Claims: without constraints the discrete Lagrangian depends on g only where ℓ does, and both
 * retractions turn with the adjoint, so that momentum maps are exact, those of multiplications from
 * the left and of rotations of the body alike; being variational, the methods are symplectic on (g,μ),
 * on the constrained phase space where there are holonomic constraints, and have bounded energies.
 * Nothing is claimed of symmetry: g₁τ(Ξ^i − ξ) is not G^i, and only with nodes at the ends alone, s = 2
 * of Lobatto, is the step back the inverse; on vector groups it always is. Nor of the energy under
 * constraints.
 *
 * Cayley's map turns by less than a half turn, and beyond a fold, which is sooner, the equations have
 * no solution that belongs to the motion. Of a free rotation about a fixed axis on Lobatto's nodes it
 * is at h|ω| = 0.754, 1.566, 1.963, 2.223 for s = 2…5: for s = 2, H¹ = u²H² with u = 4/(4+ξ²) leaves
 * hω = d/dξ[ξ²u²/(1+u²)]/u, which is largest at ξ = 1.148. What the solver finds beyond is refused. (The same tableau in the
 * coordinates ξ of the step, dτᵀp^i = μ + h Σ_j b_j(1 − a_ji/b_i) N^j, is another method, which does not
 * keep the momentum; its folds are at 0.872, 1.578, 1.998, 2.263: for s = 2 the largest 2ξu²/(1+u²).)
 */
#include "gimbal.h"

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_state *from;
  gimbal_real h;
  gimbal_retraction tau;
  int holonomic;   /* how many of the constraints are; all or none */
  int hamiltonian; /* whether the stages' equations are in that form */
} pair;

/* What the equations need of all stages, one after the other. */
typedef struct {
  gimbal_real *G;     /* elements, n each */
  gimbal_real *jump;  /* τ(Ξ), n each */
  gimbal_real *p, *N; /* dτᵀp and N, m each; in the Hamiltonian form N is dτᵀf alone */
  gimbal_real *f;     /* the forces, seen from the beginning of the step, m each */
} stages;

/* y += factor Aᵀx, of m entries. */
static void add_transposed(int m, gimbal_real factor, const gimbal_real *A, const gimbal_real *x,
                           gimbal_real *y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += factor * A[j * m + i] * x[j];
}

/* start + h Σ_j row_j X^j, m entries; start may be NULL. */
static void combine(const gimbal *g, const pair *step, const gimbal_real *start,
                    const gimbal_real *row, const gimbal_real *X, gimbal_real *out) {
  for (int d = 0; d < g->m; ++d) {
    gimbal_real sum = 0;
    for (int j = 0; j < step->tableau->s; ++j)
      sum += row[j] * X[j * g->m + d];
    out[d] = (start ? start[d] : 0) + step->h * sum;
  }
}

/* The multipliers of stage i at the unknowns x = (H¹…H^s, Λ²…Λ^s); on holonomic constraints hΛ¹…hΛ^s,
 * of which it gives hΛ^i. */
static const gimbal_real *multipliers(const gimbal *g, const pair *step, const gimbal_real *x,
                                      int i) {
  const gimbal_real *first = x + step->tableau->s * g->m;
  if (step->holonomic)
    return first + i * g->k;
  return i == 0 ? step->from->lambda : first + (i - 1) * g->k;
}

/* D₁ℓ + F and the reaction at stage i. */
static int total_force(gimbal *g, const pair *step, int i, const gimbal_real *G,
                       const gimbal_real *eta, const gimbal_real *Lambda, gimbal_real *f) {
  const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
  const gimbal_real unit = step->holonomic ? step->h : 1;
  const int m = g->m, k = g->k;
  gimbal_real *rows = gimbal_scratch(g, k * m + 1);
  if (gimbal_force(g, t, G, eta, f) ||
      (step->holonomic && gimbal_holonomic_gradient(g, t, G, rows)) ||
      (k > step->holonomic && gimbal_reaction(g, t, G, eta, rows)))
    return 1;
  for (int l = 0; l < k; ++l)
    for (int d = 0; d < m; ++d)
      f[d] += Lambda[l] / unit * rows[l * m + d];
  return 0;
}

static int stage(gimbal *g, const pair *step, const gimbal_real *x, int i, const stages *at) {
  const int n = g->n, m = g->m;
  const gimbal_real *H = x + i * m;
  gimbal_real *G = at->G + i * n, *jump = at->jump + i * n;
  gimbal_real *p = at->p + i * m, *N = at->N + i * m, *seen = at->f + i * m;
  gimbal_real *work = gimbal_scratch(g, 4 * m + n), *T = gimbal_scratch(g, m * m);
  gimbal_real *D = gimbal_scratch(g, m * m);
  gimbal_real *Xi = work, *eta = Xi + m, *f = eta + m, *pi = f + m, *back = pi + m;
  combine(g, step, NULL, step->tableau->a + i * step->tableau->s, x, Xi);
  if (gimbal_retract(g, step->tau, Xi, jump) || gimbal_compose(g, step->from->q, jump, G) ||
      gimbal_tangent(g, step->tau, Xi, T) || gimbal_tangent_derivative(g, step->tau, Xi, H, D))
    return 1;
  for (int d = 0; d < m; ++d) {
    eta[d] = p[d] = N[d] = seen[d] = 0;
    for (int j = 0; j < m; ++j)
      eta[d] += T[d * m + j] * H[j];
  }
  if (total_force(g, step, i, G, eta, multipliers(g, step, x, i), f) ||
      gimbal_momentum(g, step->from->t + step->tableau->c[i] * step->h, G, eta, pi))
    return 1;
  add_transposed(m, 1, T, pi, p);
  add_transposed(m, 1, T, f, N);
  if (!step->hamiltonian)
    add_transposed(m, 1, D, pi, N);
  if (gimbal_inverse(g, jump, back) || gimbal_adjoint(g, back, T))
    return 1;
  add_transposed(m, 1, T, f, seen);
  return 0;
}

/* Ad_jumpᵀ[μ + h Σ_j row_j φ^j] */
static int transport(gimbal *g, const pair *step, const gimbal_real *jump, const gimbal_real *row,
                     const gimbal_real *f, gimbal_real *mu) {
  const int m = g->m;
  gimbal_real *A = gimbal_scratch(g, m * m), *sum = gimbal_scratch(g, m);
  if (gimbal_adjoint(g, jump, A))
    return 1;
  combine(g, step, step->from->p, row, f, sum);
  for (int d = 0; d < m; ++d)
    mu[d] = 0;
  add_transposed(m, 1, A, sum, mu);
  return 0;
}

/* All stages at x, with g₁ and μ₁. */
static int evaluate(gimbal *g, const pair *step, const gimbal_real *x, stages *at,
                    gimbal_real *element, gimbal_real *mu) {
  const int n = g->n, m = g->m, s = step->tableau->s;
  gimbal_real *xi = gimbal_scratch(g, m), *jump = gimbal_scratch(g, n);
  at->G = gimbal_scratch(g, s * n);
  at->jump = gimbal_scratch(g, s * n);
  at->p = gimbal_scratch(g, s * m);
  at->N = gimbal_scratch(g, s * m);
  at->f = gimbal_scratch(g, s * m);
  for (int i = 0; i < s; ++i)
    if (stage(g, step, x, i, at))
      return 1;
  combine(g, step, NULL, step->tableau->b, x, xi);
  return gimbal_retract(g, step->tau, xi, jump) ||
         gimbal_compose(g, step->from->q, jump, element) ||
         transport(g, step, jump, step->tableau->b, at->f, mu);
}

/* ψ(G^i,μ^i)/h for i = 2…s. */
static int constraints(gimbal *g, const pair *step, const stages *at, gimbal_real *r) {
  const int n = g->n, s = step->tableau->s;
  gimbal_real *mu = gimbal_scratch(g, g->m), *eta = gimbal_scratch(g, g->m);
  for (int i = 1; i < s; ++i, r += g->k) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
    if (transport(g, step, at->jump + i * n, step->tableau->a + i * s, at->f, mu) ||
        gimbal_velocity(g, t, at->G + i * n, mu, eta) ||
        gimbal_constraint(g, t, at->G + i * n, eta, r))
      return 1;
    for (int l = 0; l < g->k; ++l)
      r[l] /= step->h;
  }
  return 0;
}

/* Φ(G^i)/h for i = 2…s, and DΦ(g₁)·v₁. */
static int holonomic_constraints(gimbal *g, const pair *step, const stages *at,
                                 const gimbal_real *element, const gimbal_real *mu,
                                 gimbal_real *r) {
  const int m = g->m, k = g->k, s = step->tableau->s;
  const gimbal_real t = step->from->t, end = t + step->h;
  gimbal_real *eta = gimbal_scratch(g, m), *gradient = gimbal_scratch(g, k * m);
  for (int i = 1; i < s; ++i, r += k) {
    if (gimbal_holonomic(g, t + step->tableau->c[i] * step->h, at->G + i * g->n, r))
      return 1;
    for (int l = 0; l < k; ++l)
      r[l] /= step->h;
  }
  if (gimbal_velocity(g, end, element, mu, eta) ||
      gimbal_holonomic_gradient(g, end, element, gradient) ||
      gimbal_holonomic_time_derivative(g, end, element, r))
    return 1;
  for (int l = 0; l < k; ++l) {
    for (int d = 0; d < m; ++d)
      r[l] += gradient[l * m + d] * eta[d];
  }
  return 0;
}

/* dτ_{Ξ^j}⁻ᵀ and D(Ξ^j,H^j)ᵀdτ_{Ξ^j}⁻ᵀ, m×m each. */
static int stage_matrices(gimbal *g, const pair *step, const gimbal_real *x, int j,
                          gimbal_real *inverse, gimbal_real *product) {
  const int m = g->m;
  gimbal_real *Xi = gimbal_scratch(g, m), *D = gimbal_scratch(g, m * m);
  gimbal_real *T = gimbal_scratch(g, m * m);
  combine(g, step, NULL, step->tableau->a + j * step->tableau->s, x, Xi);
  if (gimbal_tangent_inverse(g, step->tau, Xi, T) ||
      gimbal_tangent_derivative(g, step->tau, Xi, x + j * m, D))
    return 1;
  for (int r = 0; r < m; ++r)
    for (int c = 0; c < m; ++c) {
      inverse[r * m + c] = T[c * m + r];
      product[r * m + c] = 0;
      for (int e = 0; e < m; ++e)
        product[r * m + c] += D[e * m + r] * T[c * m + e];
    }
  return 0;
}

/* Π¹…Π^s at the forces of the stages, from the linear system; inverse: dτ_{Ξ^j}⁻ᵀ of all stages. */
static int momenta(gimbal *g, const pair *step, const gimbal_real *x, const gimbal_real *force,
                   const gimbal_real *end, gimbal_real *inverse, gimbal_real *Pi) {
  const gimbal_tableau *tableau = step->tableau;
  const int m = g->m, s = tableau->s, size = s * m;
  gimbal_real *A = gimbal_scratch(g, size * size), *product = gimbal_scratch(g, m * m);
  for (int i = 0; i < s; ++i)
    for (int d = 0; d < m; ++d)
      Pi[i * m + d] = end[d];
  for (int j = 0; j < s; ++j) {
    if (stage_matrices(g, step, x, j, inverse + j * m * m, product))
      return 1;
    for (int i = 0; i < s; ++i) {
      const gimbal_real weight = step->h * tableau->b[j] * tableau->a[j * s + i] / tableau->b[i];
      for (int r = 0; r < m; ++r) {
        Pi[i * m + r] -= weight * force[j * m + r];
        for (int c = 0; c < m; ++c)
          A[(i * m + r) * size + j * m + c] =
              weight * product[r * m + c] + (i == j && r == c ? 1 : 0);
      }
    }
  }
  return gimbal_linear_solve(g, size, A, Pi);
}

/* H^i − dτ_{Ξ^i}⁻¹ D₂𝒽(G^i, dτ_{Ξ^i}⁻ᵀΠ^i) for i = 1…s. */
static int hamiltonian_stages(gimbal *g, const pair *step, const gimbal_real *x, const stages *at,
                              const gimbal_real *end, gimbal_real *r) {
  const int m = g->m, s = step->tableau->s;
  gimbal_real *inverse = gimbal_scratch(g, s * m * m), *Pi = gimbal_scratch(g, s * m);
  gimbal_real *p = gimbal_scratch(g, m), *eta = gimbal_scratch(g, m);
  if (momenta(g, step, x, at->N, end, inverse, Pi))
    return 1;
  for (int i = 0; i < s; ++i) {
    const gimbal_real *back = inverse + i * m * m;
    for (int d = 0; d < m; ++d) {
      p[d] = 0;
      for (int j = 0; j < m; ++j)
        p[d] += back[d * m + j] * Pi[i * m + j];
    }
    if (gimbal_velocity(g, step->from->t + step->tableau->c[i] * step->h, at->G + i * g->n, p, eta))
      return 1;
    for (int d = 0; d < m; ++d)
      r[i * m + d] = x[i * m + d];
    add_transposed(m, -1, back, eta, r + i * m);
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const gimbal_tableau *tableau = step->tableau;
  const int m = g->m, s = tableau->s;
  gimbal_real *mu = gimbal_scratch(g, m), *xi = gimbal_scratch(g, m);
  gimbal_real *T = gimbal_scratch(g, m * m), *row = gimbal_scratch(g, s);
  gimbal_real *element = gimbal_scratch(g, g->n);
  stages at;
  if (evaluate(g, step, x, &at, element, mu))
    return 1;
  combine(g, step, NULL, tableau->b, x, xi);
  if (gimbal_tangent(g, step->tau, xi, T))
    return 1;
  if (step->hamiltonian) {
    gimbal_real *end = gimbal_scratch(g, m);
    for (int d = 0; d < m; ++d)
      end[d] = 0;
    add_transposed(m, 1, T, mu, end);
    if (hamiltonian_stages(g, step, x, &at, end, r))
      return 1;
  }
  for (int i = 0; i < s && !step->hamiltonian; ++i) {
    for (int j = 0; j < s; ++j)
      row[j] = tableau->b[j] * tableau->a[j * s + i] / tableau->b[i];
    combine(g, step, at.p + i * m, row, at.N, r + i * m);
    add_transposed(m, -1, T, mu, r + i * m);
  }
  if (step->holonomic)
    return holonomic_constraints(g, step, &at, element, mu, r + s * m);
  return g->k > 0 && constraints(g, step, &at, r + s * m);
}

/* ---- The branch of the solution ---- */

/* tr(ad_x ad_y), which is −2 x·y for rotations and 0 for translations. */
static int trace(gimbal *g, const gimbal_real *x, const gimbal_real *y, gimbal_real *sum) {
  const int m = g->m;
  gimbal_real *A = gimbal_scratch(g, 2 * m * m), *B = A + m * m;
  if (gimbal_bracket(g, x, A) || gimbal_bracket(g, y, B))
    return 1;
  *sum = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      *sum += A[i * m + j] * B[j * m + i];
  return 0;
}

/* The sign of a determinant; A becomes its factors. */
static int sign_of_determinant(int n, gimbal_real *A) {
  int sign = 1;
  for (int i = 0; i < n; ++i) {
    int pivot = i;
    for (int k = i + 1; k < n; ++k)
      if (gimbal_fabs(A[k * n + i]) > gimbal_fabs(A[pivot * n + i]))
        pivot = k;
    sign *= (pivot == i ? 1 : -1) * (A[pivot * n + i] < 0 ? -1 : A[pivot * n + i] > 0);
    for (int j = i; sign && j < n; ++j) {
      const gimbal_real swap = A[i * n + j];
      A[i * n + j] = A[pivot * n + j];
      A[pivot * n + j] = swap;
    }
    for (int k = i + 1; sign && k < n; ++k) {
      const gimbal_real factor = A[k * n + i] / A[i * n + i];
      for (int j = i; j < n; ++j)
        A[k * n + j] -= factor * A[i * n + j];
    }
  }
  return sign;
}

/* That of the Jacobian at x, which differences are good enough for. */
static int orientation(gimbal *g, const pair *step, int unknowns, gimbal_real *x, int *sign) {
  gimbal_real *r = gimbal_scratch(g, unknowns), *moved = gimbal_scratch(g, unknowns);
  gimbal_real *J = gimbal_scratch(g, unknowns * unknowns);
  pair context = *step;
  if (residual(g, &context, x, r))
    return 1;
  for (int j = 0; j < unknowns; ++j) {
    const gimbal_real saved = x[j], change = (1 + gimbal_fabs(saved)) / 8388608;
    x[j] += change;
    const int failed = residual(g, &context, x, moved);
    x[j] = saved;
    if (failed)
      return 1;
    for (int i = 0; i < unknowns; ++i)
      J[i * unknowns + j] = (moved[i] - r[i]) / change;
  }
  *sign = sign_of_determinant(unknowns, J);
  return 0;
}

/* The solution belongs to the motion if it comes from that of small steps, on the way from which the
 * Jacobian is regular: then its determinant has their sign. Behind the fold, where that vanishes, the
 * solver may find others, and some have that sign as well; but on the way to them it has jumped. This
 * is looked at where a stage turns by more than 3/4, at two thirds of the least fold. */
static int check_branch(gimbal *g, const pair *step, int unknowns, gimbal_real *x,
                        const gimbal_real *guess, int jumped) {
  const int m = g->m, s = step->tableau->s;
  gimbal_real *Xi = gimbal_scratch(g, m), *small = gimbal_scratch(g, unknowns), square;
  gimbal_real largest = 0;
  int here, there;
  pair short_step = *step;
  short_step.h /= 1024;
  for (int i = 0; i < s; ++i) {
    combine(g, step, NULL, step->tableau->a + i * s, x, Xi);
    if (trace(g, Xi, Xi, &square))
      return 1;
    largest = gimbal_fmax(largest, -square / 2);
  }
  if (largest < GIMBAL_Q(9, 16))
    return 0;
  for (int i = 0; i < unknowns; ++i)
    small[i] = guess[i];
  if (orientation(g, step, unknowns, x, &here) ||
      orientation(g, &short_step, unknowns, small, &there) || trace(g, guess, guess, &square))
    return 1;
  if (here != there || jumped || largest > 36)
    return gimbal_fail(g, "a solution beyond the fold of the step's equations, with h|omega|",
                       gimbal_fabs(step->h) * gimbal_sqrt(gimbal_fmax(-square / 2, 0)));
  return 0;
}

/* How far the rotations of the stages are apart at two sets of unknowns, and their size at the second. */
static int distance(gimbal *g, const pair *step, const gimbal_real *x, const gimbal_real *y,
                    gimbal_real *apart, gimbal_real *size) {
  const int m = g->m;
  gimbal_real *difference = gimbal_scratch(g, m), square, own;
  *apart = *size = 0;
  for (int i = 0; i < step->tableau->s; ++i) {
    for (int d = 0; d < m; ++d)
      difference[d] = x[i * m + d] - y[i * m + d];
    if (trace(g, difference, difference, &square) || trace(g, y + i * m, y + i * m, &own))
      return 1;
    *apart += gimbal_fmax(-square, 0);
    *size += gimbal_fmax(-own, 0);
  }
  *apart = gimbal_sqrt(*apart);
  *size = gimbal_sqrt(*size);
  return 0;
}

/* Near the fold Newton's method finds the motion's solution from that of smaller steps only: where v
 * turns by more than a half in h, steps of h/2, 3h/4, 7h/8, … are solved before that of h. Along a
 * branch the changes shrink from one to the next, by 2, or √2 next to the fold, once the step is no
 * longer small; *jumped is whether one has grown by far, to a good part of the rotation itself. */
static int solve(gimbal *g, const pair *step, int unknowns, gimbal_real *x, int *jumped) {
  enum { SHORTER = 6 };
  pair context = *step;
  gimbal_real *before = gimbal_scratch(g, unknowns), square, change = 0, last, size;
  *jumped = 0;
  if (trace(g, x, x, &square))
    return 1;
  if (-square / 2 * step->h * step->h <= GIMBAL_Q(1, 4))
    return gimbal_solve_keyed(g, 0, unknowns, residual, NULL, &context, x);
  for (int i = 1; i <= SHORTER + 1; ++i) {
    for (int d = 0; d < unknowns; ++d)
      before[d] = x[d];
    context.h = i > SHORTER ? step->h : step->h - step->h / (1 << i);
    last = change;
    if (gimbal_solve_keyed(g, i > SHORTER ? 0 : i, unknowns, residual, NULL, &context, x) ||
        distance(g, step, x, before, &change, &size))
      return 1;
    *jumped |= i > 1 && change > 4 * last && change > size / 2;
  }
  return 0;
}

/* The increments of g and μ at the solution. */
static int put_increments(gimbal *g, const pair *step, const gimbal_real *x, const stages *at,
                          gimbal_state *to) {
  const int m = g->m;
  gimbal_real *xi = gimbal_scratch(g, m), *back = gimbal_scratch(g, m);
  gimbal_real *pushed = gimbal_scratch(g, m), *turned = gimbal_scratch(g, m);
  gimbal_real *ad = gimbal_scratch(g, m * m), *T = gimbal_scratch(g, m * m);
  combine(g, step, NULL, step->tableau->b, x, xi);
  combine(g, step, NULL, step->tableau->b, at->f, to->dp);
  for (int d = 0; d < m; ++d) {
    back[d] = -xi[d];
    pushed[d] = step->from->p[d] + to->dp[d];
    turned[d] = 0;
  }
  if (gimbal_increment(g, step->tau, step->from->q, xi, to->dq) || gimbal_bracket(g, xi, ad) ||
      gimbal_tangent(g, step->tau, back, T))
    return 1;
  add_transposed(m, 1, ad, pushed, turned);
  add_transposed(m, 1, T, turned, to->dp);
  return 0;
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                   const char *family, int hamiltonian) {
  const int m = g->m, k = g->k, s = (int)g->parameters[0];
  const int sets = g->holonomic ? s : s - 1, unknowns = s * m + sets * k;
  const gimbal_real unit = g->holonomic ? h : 1;
  pair context = {.tableau = gimbal_tableau_of(g, family, s),
                  .from = from,
                  .h = h,
                  .tau = (gimbal_retraction)(int)g->parameters[1],
                  .holonomic = g->holonomic,
                  .hamiltonian = hamiltonian};
  gimbal_real *x = gimbal_scratch(g, unknowns), *guess = gimbal_scratch(g, unknowns);
  gimbal_real *element = gimbal_scratch(g, g->n), *mu = gimbal_scratch(g, m);
  stages at;
  int jumped;
  if (!context.tableau)
    return gimbal_fail(g, "no tableau with this number of stages", g->parameters[0]);
  if (gimbal_velocity(g, from->t, from->q, from->p, x))
    return 1;
  for (int d = m; d < s * m; ++d)
    x[d] = x[d - m];
  for (int l = 0; l < sets * k; ++l)
    x[s * m + l] = unit * from->lambda[l % k];
  for (int i = 0; i < unknowns; ++i)
    guess[i] = x[i];
  if (solve(g, &context, unknowns, x, &jumped) ||
      check_branch(g, &context, unknowns, x, guess, jumped) ||
      evaluate(g, &context, x, &at, element, mu) || put_increments(g, &context, x, &at, to))
    return 1;
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[unknowns - k + l] / unit;
  return 0;
}

static int step_gauss(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, "gauss", 0);
}
static int step_lobatto(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, "lobatto_IIIA", 0);
}
static int step_hamiltonian(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, "lobatto_IIIA", 1);
}

static const gimbal_value parameters[] = {
    {.name = "s", .value = "2", .description = "number of stages"},
    {.name = "tau", .value = "1", .description = "retraction: 1 Cayley, 2 exponential"}};

static const gimbal_member members_gauss[] = {
    {.name = "lie_vprk_gauss_2", .settings = "s=2, tau=1"},
    {.name = "lie_vprk_gauss_2_exp", .settings = "s=2, tau=2"},
    {.name = "lie_vprk_gauss_3", .settings = "s=3, tau=1"},
    {.name = "lie_vprk_gauss_3_exp", .settings = "s=3, tau=2"},
    {.name = "lie_vprk_gauss_4", .settings = "s=4, tau=1"},
    {.name = "lie_vprk_gauss_4_exp", .settings = "s=4, tau=2"},
    {.name = "lie_vprk_gauss_5", .settings = "s=5, tau=1"},
    {.name = "lie_vprk_gauss_5_exp", .settings = "s=5, tau=2"}};

static const gimbal_member members_lobatto[] = {
    {.name = "lie_vprk_lobatto_2", .settings = "s=2, tau=1"},
    {.name = "lie_vprk_lobatto_2_exp", .settings = "s=2, tau=2"},
    {.name = "lie_vprk_lobatto_3", .settings = "s=3, tau=1"},
    {.name = "lie_vprk_lobatto_3_exp", .settings = "s=3, tau=2"},
    {.name = "lie_vprk_lobatto_4", .settings = "s=4, tau=1"},
    {.name = "lie_vprk_lobatto_4_exp", .settings = "s=4, tau=2"},
    {.name = "lie_vprk_lobatto_5", .settings = "s=5, tau=1"},
    {.name = "lie_vprk_lobatto_5_exp", .settings = "s=5, tau=2"}};

static const gimbal_member members_holonomic[] = {
    {.name = "lie_lobatto_holonomic_2", .settings = "s=2, tau=1"},
    {.name = "lie_lobatto_holonomic_2_exp", .settings = "s=2, tau=2"},
    {.name = "lie_lobatto_holonomic_3", .settings = "s=3, tau=1"},
    {.name = "lie_lobatto_holonomic_3_exp", .settings = "s=3, tau=2"},
    {.name = "lie_lobatto_holonomic_4", .settings = "s=4, tau=1"},
    {.name = "lie_lobatto_holonomic_4_exp", .settings = "s=4, tau=2"},
    {.name = "lie_lobatto_holonomic_5", .settings = "s=5, tau=1"},
    {.name = "lie_lobatto_holonomic_5_exp", .settings = "s=5, tau=2"}};

static const gimbal_member members_nonholonomic[] = {
    {.name = "lie_lobatto_nonholonomic_2", .settings = "s=2, tau=1"},
    {.name = "lie_lobatto_nonholonomic_2_exp", .settings = "s=2, tau=2"},
    {.name = "lie_lobatto_nonholonomic_3", .settings = "s=3, tau=1"},
    {.name = "lie_lobatto_nonholonomic_3_exp", .settings = "s=3, tau=2"},
    {.name = "lie_lobatto_nonholonomic_4", .settings = "s=4, tau=1"},
    {.name = "lie_lobatto_nonholonomic_4_exp", .settings = "s=4, tau=2"},
    {.name = "lie_lobatto_nonholonomic_5", .settings = "s=5, tau=1"},
    {.name = "lie_lobatto_nonholonomic_5_exp", .settings = "s=5, tau=2"}};

static const gimbal_member members_hamiltonian[] = {
    {.name = "lie_lobatto_nonholonomic_hamiltonian_2", .settings = "s=2, tau=1"},
    {.name = "lie_lobatto_nonholonomic_hamiltonian_3", .settings = "s=3, tau=1"},
    {.name = "lie_lobatto_nonholonomic_hamiltonian_4", .settings = "s=4, tau=1"},
    {.name = "lie_lobatto_nonholonomic_hamiltonian_5", .settings = "s=5, tau=1"}};

#define VARIATIONAL(order)                                                                         \
  {.study = "order", .quantity = "q", .value = order},                                             \
      {.study = "order", .quantity = "p", .value = order},                                         \
      {.study = "order", .quantity = "v", .value = order},                                         \
      {.study = "energy",                                                                          \
       .quantity = "energy",                                                                       \
       .value = "bounded",                                                                         \
       .when = "autonomous && !forced"},                                                           \
      {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "!forced"}, {       \
    .study = "invariant", .quantity = "momentum_map", .value = "exact", .when = "!forced"          \
  }

static const gimbal_claim claims_gauss[] = {VARIATIONAL("2*s")};
static const gimbal_claim claims_lobatto[] = {VARIATIONAL("2*s-2")};

static const gimbal_claim claims_holonomic[] = {
    VARIATIONAL("2*s-2"), {.study = "constraint", .quantity = "nodes", .value = "exact"}};

#define SOURCE "Martín de Diego and Sato Martín de Almagro 2018, section 6.4 and Appendix F"

static const gimbal_claim claims_nonholonomic[] = {
    {.study = "order", .quantity = "q", .value = "2*s-2", .source = SOURCE},
    {.study = "order", .quantity = "p", .value = "2*s-2", .source = SOURCE},
    {.study = "order", .quantity = "v", .value = "2*s-2", .source = SOURCE},
    {.study = "order", .quantity = "lambda", .value = "s - s%2", .source = SOURCE},
    {.study = "constraint", .quantity = "nodes", .value = "exact", .source = SOURCE}};

#define METHOD(of)                                                                                 \
  .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "    \
              "nonholonomic mechanical systems (2018), " of,                                       \
  .citation_key = "MartinDeDiegoSato2018", .formulation = GIMBAL_GROUP,                            \
  .parameters = GIMBAL_ARRAY(parameters), .overwrites = "none"

static const gimbal_method methods[] = {
    {.name = "lie_vprk_gauss",
     .title = "variational method on a Lie group, Gauss nodes",
     METHOD("eqs. 24 to 27"),
     .accepts = "unconstrained",
     .members = GIMBAL_ARRAY(members_gauss),
     .step = step_gauss,
     .claims = GIMBAL_ARRAY(claims_gauss)},
    {.name = "lie_vprk_lobatto",
     .title = "variational method on a Lie group, Lobatto nodes",
     METHOD("eqs. 24 to 27"),
     .accepts = "unconstrained",
     .members = GIMBAL_ARRAY(members_lobatto),
     .symmetric = "s == 2 || commutative",
     .step = step_lobatto,
     .claims = GIMBAL_ARRAY(claims_lobatto)},
    {.name = "lie_lobatto_holonomic",
     .title = "variational method on a Lie group with holonomic constraints, Lobatto nodes",
     METHOD("section 6.3"),
     .accepts = "holonomic > 0 && nonholonomic == 0 && rheonomic >= 0",
     .members = GIMBAL_ARRAY(members_holonomic),
     .symmetric = "s == 2 || commutative",
     .step = step_lobatto,
     .claims = GIMBAL_ARRAY(claims_holonomic)},
    {.name = "lie_lobatto_nonholonomic",
     .title = "nonholonomic integrator on a Lie group, Lobatto nodes",
     METHOD("Appendix F"),
     .accepts = "holonomic == 0 && nonholonomic > 0",
     .members = GIMBAL_ARRAY(members_nonholonomic),
     .symmetric = "s == 2 || commutative",
     .step = step_lobatto,
     .claims = GIMBAL_ARRAY(claims_nonholonomic)},
    {.name = "lie_lobatto_nonholonomic_hamiltonian",
     .title = "nonholonomic integrator on a Lie group, Lobatto nodes, Hamiltonian form",
     METHOD("Appendix G"),
     .accepts = "holonomic == 0 && nonholonomic > 0",
     .members = GIMBAL_ARRAY(members_hamiltonian),
     .symmetric = "s == 2 || commutative",
     .step = step_hamiltonian,
     .claims = GIMBAL_ARRAY(claims_nonholonomic)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
