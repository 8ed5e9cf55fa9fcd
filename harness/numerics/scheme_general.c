/* General linear methods. With ξ, the series of the external stages, the stages have η = A D + U ξ, where D(t) is the
 * product of η over the branches of t; and order p is E ξ = B D + V ξ for all trees of p vertices, where E ξ is ξ after
 * one step of the solution: the sum over all subtrees with the root, each times 1/γ of what is cut off. */
#include "numerics/scheme.h"

#include <complex.h>

typedef struct {
  const Scheme *scheme;
  ExactField field;
  PetscInt s, r, y; /* y: the component that is the solution, where no starting rows are given */
  ExactNumber *u;   /* r: V u = u, U u = 1 */
  ExactNumber *inverse; /* r × r, of I − V with u in column y */
  Trees trees;
  ExactNumber *cut;          /* [tree][subtree] */
  ExactNumber *D, *eta, *xi; /* [tree][s], [tree][s], [tree][r] */
} General;

static ExactNumber Entry(const General *g, PetscInt i, PetscInt j) {
  return g->scheme->a[0][i * g->scheme->s + j];
}

/* Preconsistency: the u of the starting rows or, without them, the one that fits best. */
static PetscErrorCode FindPreconsistent(General *g, OrderConditions *out) {
  const PetscInt s = g->s, r = g->r, n = r + 1;
  ExactField *f = &g->field;
  ExactNumber *m;
  PetscInt *pivot, rank = 0;
  PetscCall(PetscMalloc2((s + r) * n, &m, n, &pivot));
  for (PetscInt i = 0; i < s + r; ++i) {
    for (PetscInt j = 0; j < r; ++j)
      m[i * n + j] = ExactSubtract(f, Entry(g, i, s + j), ExactInteger(f, i == s + j));
    m[i * n + r] = ExactInteger(f, i < s);
  }
  if (!g->scheme->start)
    ExactEliminate(f, s + r, r, n, m, pivot, &rank);
  for (PetscInt i = 0; i < r; ++i)
    g->u[i] = g->scheme->start ? g->scheme->a[1][i * g->scheme->s] : ExactInteger(f, 0);
  for (PetscInt i = 0; i < rank; ++i)
    g->u[pivot[i]] = m[i * n + r];
  for (PetscInt i = rank; i < s + r; ++i) {
    const ExactNumber off = ExactSubtract(f, ExactDot(f, r, m + i * n, g->u), m[i * n + r]);
    if (SchemeCollectCondition(f, off, 1, out))
      (void)snprintf(out->worst, sizeof out->worst, "∅");
  }
  return PetscFree2(m, pivot);
}

/* *found is false where that component cannot be y, or 1 is not a simple eigenvalue of V. */
static PetscErrorCode Invert(General *g, PetscBool *found) {
  const PetscInt r = g->r, n = 2 * r;
  ExactField *f = &g->field;
  ExactNumber *m;
  PetscInt *pivot, rank;
  PetscCall(PetscMalloc2(r * n, &m, r, &pivot));
  for (PetscInt i = 0; i < r; ++i)
    for (PetscInt j = 0; j < r; ++j) {
      m[i * n + j] = j == g->y
                         ? g->u[i]
                         : ExactSubtract(f, ExactInteger(f, i == j), Entry(g, g->s + i, g->s + j));
      m[i * n + r + j] = ExactInteger(f, i == j);
    }
  ExactEliminate(f, r, r, n, m, pivot, &rank);
  *found = (PetscBool)(rank == r);
  for (PetscInt i = 0; i < r; ++i)
    memcpy(g->inverse + i * r, m + i * n + r, (size_t)r * sizeof *m);
  return PetscFree2(m, pivot);
}

/* What is left of the tree where branches are cut off, as subtrees with their weights. */
static void CutBranches(General *g, PetscInt tree) {
  const Tree *t = &g->trees.at[tree], *right = &g->trees.at[PetscMax(t->right, 0)];
  const PetscInt n = g->trees.count;
  ExactField *f = &g->field;
  ExactNumber *const cut = g->cut + tree * n;
  if (t->right < 0) {
    cut[tree] = ExactInteger(f, 1);
    return;
  }
  const ExactNumber flow =
      ExactDivide(f, ExactInteger(f, 1), ExactInteger(f, (int64_t)right->density));
  for (PetscInt l = 0; l <= t->left; ++l) {
    const ExactNumber of_left = g->cut[t->left * n + l];
    if (of_left.value == 0)
      continue;
    cut[l] = ExactAdd(f, cut[l], ExactMultiply(f, of_left, flow));
    for (PetscInt k = 0; k <= t->right; ++k)
      if (g->cut[t->right * n + k].value != 0) {
        ExactNumber *const whole = &cut[TreesGraft(&g->trees, l, k, t->colour)];
        *whole = ExactAdd(f, *whole, ExactMultiply(f, of_left, g->cut[t->right * n + k]));
      }
  }
}

/* The starting rows' value of a tree: y^(k) is the solution's k-th derivative. */
static ExactNumber Start(General *g, PetscInt component, PetscInt tree) {
  const Tree *t = &g->trees.at[tree];
  ExactNumber x = g->scheme->a[1][component * g->scheme->s + t->order];
  for (PetscInt k = 2; k <= t->order; ++k)
    x = ExactMultiply(&g->field, x, ExactInteger(&g->field, k));
  return ExactDivide(&g->field, x, ExactInteger(&g->field, (int64_t)t->density));
}

/* ξ of a tree, or (I − V) ξ = B D − (E ξ − ξ) solved for it; and its conditions. */
static PetscErrorCode TakeTree(General *g, PetscInt tree, OrderConditions *out) {
  const PetscInt s = g->s, r = g->r, n = g->trees.count, all = g->scheme->s;
  const Tree *t = &g->trees.at[tree];
  ExactField *f = &g->field;
  ExactNumber *const xi = g->xi + tree * r, *off;
  const ExactNumber *const D = g->D + tree * s;
  const ExactNumber density = ExactInteger(f, (int64_t)t->density);
  PetscBool worst = PETSC_FALSE;
  PetscCall(PetscMalloc1(r, &off));
  for (PetscInt i = 0; i < r; ++i) {
    off[i] = ExactSubtract(f, ExactDot(f, s, g->scheme->a[0] + (s + i) * all, D),
                           ExactDivide(f, g->u[i], density));
    for (PetscInt k = 0; k < tree; ++k)
      if (g->cut[tree * n + k].value != 0)
        off[i] = ExactSubtract(f, off[i], ExactMultiply(f, g->cut[tree * n + k], g->xi[k * r + i]));
  }
  for (PetscInt i = 0; i < r; ++i)
    xi[i] = g->scheme->start ? Start(g, i, tree) : ExactDot(f, r, g->inverse + i * r, off);
  if (!g->scheme->start) {
    worst = SchemeCollectCondition(f, xi[g->y], (PetscReal)t->symmetry, out);
    xi[g->y] = ExactInteger(f, 0);
  }
  for (PetscInt i = 0; i < r && g->scheme->start; ++i) {
    const ExactNumber moved = ExactDot(f, r, g->scheme->a[0] + (s + i) * all + s, xi);
    const ExactNumber x = ExactAdd(f, off[i], ExactSubtract(f, moved, xi[i]));
    worst = (PetscBool)(SchemeCollectCondition(f, x, (PetscReal)t->symmetry, out) || worst);
  }
  if (worst)
    TreeWrite(&g->trees, tree, (PetscInt)sizeof out->worst, out->worst);
  for (PetscInt i = 0; i < s; ++i)
    g->eta[tree * s + i] = ExactAdd(f, ExactDot(f, s, g->scheme->a[0] + i * all, D),
                                    ExactDot(f, r, g->scheme->a[0] + i * all + s, xi));
  return PetscFree(off);
}

/* The node of a stage, relative to y. */
static ExactNumber Node(const General *g, PetscInt i) {
  const ExactField *f = &g->field;
  return g->scheme->has_nodes
             ? ExactAdd(f, g->eta[0], ExactSubtract(f, g->scheme->c[i], g->scheme->c[0]))
             : g->eta[i];
}

/* The largest q, at most `most`, with e^(cz) = zA e^(cz) + U w(z) and e^z w(z) = zB e^(cz) + V w(z) up to z^q [Butcher,
 * Numerical Methods for Ordinary Differential Equations, 53]. Where no w is given, any will do: the second equation
 * leaves multiples of u open, and the first stage decides on them. */
static PetscErrorCode FindStageOrder(General *g, PetscInt most, PetscInt *q) {
  const PetscInt s = g->s, r = g->r, all = g->scheme->s;
  const ExactNumber *const a = g->scheme->a[0];
  const PetscBool start = (PetscBool)(g->scheme->start > 0);
  ExactField *f = &g->field;
  ExactNumber *w, *c, *power, *next, *off;
  PetscBool holds = PETSC_TRUE;
  PetscCall(PetscCalloc5((most + 1) * r, &w, s, &c, s, &power, s, &next, r, &off));
  memcpy(w, g->u, (size_t)r * sizeof *w);
  for (PetscInt i = 0; i < s; ++i)
    power[i] = ExactInteger(f, 1); /* c^(k−1)/(k−1)! */
  for (*q = 0; *q < most && holds; *q += holds) {
    const PetscInt k = *q + 1;
    ExactNumber *const now = w + k * r, shift = ExactInteger(f, 0);
    for (PetscInt i = 0; i < r; ++i) {
      ExactNumber flow = ExactInteger(f, 1);
      off[i] = ExactDot(f, s, a + (s + i) * all, power);
      for (PetscInt j = 1; j <= k; ++j) {
        flow = ExactDivide(f, flow, ExactInteger(f, j));
        off[i] = ExactSubtract(f, off[i], ExactMultiply(f, flow, w[(k - j) * r + i]));
      }
    }
    for (PetscInt i = 0; i < r; ++i)
      now[i] = start ? g->scheme->a[1][i * all + k] : ExactDot(f, r, g->inverse + i * r, off);
    if (!start) {
      holds = ExactVanishes(f, now[g->y]);
      now[g->y] = ExactInteger(f, 0);
    }
    for (PetscInt i = 0; i < s; ++i) {
      const ExactNumber own =
          ExactAdd(f, ExactDot(f, s, a + i * all, power), ExactDot(f, r, a + i * all + s, now));
      if (k == 1)
        c[i] = i && g->scheme->has_nodes
                   ? ExactAdd(f, c[0], ExactSubtract(f, g->scheme->c[i], g->scheme->c[0]))
                   : own;
      next[i] = ExactDivide(f, ExactMultiply(f, power[i], c[i]), ExactInteger(f, k));
      const ExactNumber residual = ExactSubtract(f, next[i], own);
      if (!i && !start)
        shift = residual;
      holds = (PetscBool)(holds && ExactAgree(f, residual, shift));
    }
    for (PetscInt i = 0; i < r; ++i)
      now[i] = ExactAdd(f, now[i], ExactMultiply(f, shift, g->u[i]));
    memcpy(power, next, (size_t)s * sizeof *power);
  }
  return PetscFree5(w, c, power, next, off);
}

static PetscErrorCode CheckOrder(void *context, PetscInt order, OrderConditions *out) {
  General *const g = context;
  const PetscInt s = g->s;
  if (order == 1)
    PetscCall(FindPreconsistent(g, out));
  for (PetscInt tree = g->trees.first[order]; tree < g->trees.first[order + 1]; ++tree) {
    const Tree *t = &g->trees.at[tree];
    for (PetscInt i = 0; i < s; ++i)
      g->D[tree * s + i] = t->right < 0
                               ? ExactInteger(&g->field, 1)
                               : ExactMultiply(&g->field, g->D[t->left * s + i],
                                               t->colour ? Node(g, i) : g->eta[t->right * s + i]);
    PetscCall(TakeTree(g, tree, out));
  }
  return 0;
}

static PetscErrorCode Begin(const Scheme *scheme, PetscInt depth, General *g) {
  const PetscInt r = scheme->external, s = scheme->s - r;
  *g = (General){.scheme = scheme, .field = scheme->field, .s = s, .r = r};
  PetscCall(TreesCreate(1 + scheme->has_nodes, scheme->has_nodes, depth, &g->trees));
  PetscCall(PetscCalloc3(r, &g->u, r * r, &g->inverse, g->trees.count * g->trees.count, &g->cut));
  PetscCall(PetscCalloc3(g->trees.count * s, &g->D, g->trees.count * s, &g->eta, g->trees.count * r,
                         &g->xi));
  for (PetscInt tree = 0; tree < g->trees.count; ++tree)
    CutBranches(g, tree);
  return 0;
}

PetscErrorCode SchemeGeneralOrders(const Scheme *scheme, PetscInt depth, PetscInt *orders,
                                   OrderConditions out[], PetscInt *stage_order) {
  OrderConditions conditions[SCHEME_ORDERS_MAX], none = {.error = DBL_MIN};
  PetscInt checked, held, most = -1;
  PetscBool found = PETSC_TRUE;
  General g;
  PetscCall(Begin(scheme, depth, &g));
  PetscCall(FindPreconsistent(&g, &none));
  for (*orders = 0; g.y < (scheme->start ? 1 : g.r); ++g.y) {
    if (!scheme->start)
      PetscCall(Invert(&g, &found));
    if (!found)
      continue;
    PetscCall(SchemeCheckEach(&g.field, CheckOrder, &g, depth, &checked, conditions));
    held = checked && !SchemeMayGoOn(&g.field, &conditions[checked - 1]) ? checked - 1 : checked;
    if (held <= most)
      continue;
    most = held;
    *orders = checked;
    memcpy(out, conditions, (size_t)*orders * sizeof *out);
    if (stage_order)
      PetscCall(FindStageOrder(&g, held, stage_order));
  }
  PetscCall(TreesDestroy(&g.trees));
  PetscCall(PetscFree3(g.u, g.inverse, g.cut));
  return PetscFree3(g.D, g.eta, g.xi);
}

PetscErrorCode SchemeGeneralRoots(const Scheme *scheme, Scheme *out) {
  const PetscInt r = scheme->external, n = r + 1, s = scheme->s - r;
  ExactField f = scheme->field;
  ExactNumber *power, *next, *v, *m;
  PetscInt *pivot, rank;
  PetscCall(PetscCalloc5(r * r, &power, r * r, &next, r * r, &v, r * r * n, &m, n, &pivot));
  for (PetscInt i = 0; i < r; ++i)
    for (PetscInt j = 0; j < r; ++j) {
      v[i * r + j] = scheme->a[0][(s + i) * scheme->s + s + j];
      power[i * r + j] = ExactInteger(&f, i == j);
    }
  for (PetscInt k = 0; k <= r; ++k) {
    for (PetscInt i = 0; i < r * r; ++i)
      m[i * n + k] = power[i];
    ExactProduct(&f, r, v, power, r, next);
    memcpy(power, next, (size_t)(r * r) * sizeof *power);
  }
  ExactEliminate(&f, r * r, n, n, m, pivot, &rank);
  rank = PetscMin(rank, r); /* the polynomial of Cayley and Hamilton */
  PetscCall(SchemeCreate(rank + 1, 2, out));
  out->field = f;
  for (PetscInt i = 0; i < rank; ++i)
    out->b[0][i] = ExactNegative(&f, m[i * n + rank]);
  out->b[0][rank] = out->b[1][rank] = ExactInteger(&f, 1);
  return PetscFree5(power, next, v, m, pivot);
}

/* ---- Stability ---- */

typedef double complex Complex;

/* Solves a x = b of n rows, with `columns` columns of b, in place. */
static void Eliminate(PetscInt n, Complex *a, PetscInt columns, Complex *b) {
  for (PetscInt k = 0; k < n; ++k) {
    PetscInt pivot = k;
    for (PetscInt i = k; i < n; ++i)
      pivot = cabs(a[i * n + k]) > cabs(a[pivot * n + k]) ? i : pivot;
    for (PetscInt j = 0; j < n + columns; ++j) {
      Complex *const x = j < n ? &a[k * n + j] : &b[k * columns + j - n],
                     *const y = j < n ? &a[pivot * n + j] : &b[pivot * columns + j - n], kept = *x;
      *x = *y, *y = kept;
    }
    for (PetscInt i = 0; i < n; ++i) {
      const Complex factor = a[i * n + k] / a[k * n + k];
      for (PetscInt j = k; j < n && i != k; ++j)
        a[i * n + j] -= factor * a[k * n + j];
      for (PetscInt j = 0; j < columns && i != k; ++j)
        b[i * columns + j] -= factor * b[k * columns + j];
    }
  }
  for (PetscInt i = 0; i < n * columns; ++i)
    b[i] /= a[i / columns * n + i / columns];
}

/* The largest modulus of an eigenvalue, by the norm of a high power. */
static PetscReal SpectralRadius(PetscInt n, Complex *m, Complex *square) {
  PetscReal logarithm = 0;
  for (int k = 0; k < 60; ++k) {
    PetscReal size = 0;
    for (PetscInt i = 0; i < n * n; ++i)
      size = hypot(size, cabs(m[i]));
    if (!(size > 0))
      return size;
    logarithm += scalbn(log(size), -k);
    for (PetscInt i = 0; i < n * n; ++i) {
      square[i] = 0;
      for (PetscInt l = 0; l < n; ++l)
        square[i] += m[i / n * n + l] / size * (m[l * n + i % n] / size);
    }
    memcpy(m, square, (size_t)(n * n) * sizeof *m);
  }
  return exp(logarithm);
}

/* That of the stability matrix at z = iy; `room` has as many numbers as the table, twice. */
static PetscReal RadiusAt(const Scheme *scheme, PetscReal y, Complex *room) {
  const PetscInt n = scheme->s, r = scheme->external, s = n - r;
  Complex *const a = room, *const u = a + s * s, *const m = u + s * r, *const square = room + n * n;
  const ExactNumber *const x = scheme->a[0];
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < n; ++j)
      if (j < s)
        a[i * s + j] = (i == j) - y * (double)x[i * n + j].value * _Complex_I;
      else
        u[i * r + j - s] = (double)x[i * n + j].value;
  Eliminate(s, a, r, u);
  for (PetscInt i = 0; i < r; ++i)
    for (PetscInt j = 0; j < r; ++j) {
      m[i * r + j] = (double)x[(s + i) * n + s + j].value;
      for (PetscInt k = 0; k < s; ++k)
        m[i * r + j] += y * (double)x[(s + i) * n + k].value * _Complex_I * u[k * r + j];
    }
  return SpectralRadius(r, m, square);
}

PetscErrorCode SchemeGeneralStability(const Scheme *scheme, StabilityFunction *R,
                                      PetscBool *known) {
  const PetscInt n = scheme->s, s = n - scheme->external;
  const double far = 1e6;
  MultistepRoots roots;
  Scheme part;
  Complex *room;
  PetscCall(SchemeCreate(s, 1, &part)); /* poles are those of 1 / det(1 − zA) */
  part.field = scheme->field;
  for (PetscInt i = 0; i < s; ++i)
    memcpy(part.a[0] + i * s, scheme->a[0] + i * n, (size_t)s * sizeof *part.a[0]);
  PetscCall(SchemeStability(&part, R, known));
  PetscCall(SchemeDestroy(&part));
  if (!*known)
    return 0;
  PetscCall(SchemeGeneralRoots(scheme, &part));
  *known = SchemeMultistepRoots(&part, &roots);
  PetscCall(SchemeDestroy(&part));
  PetscCall(PetscMalloc1(2 * n * n, &room));
  R->largest = roots.repeated ? INFINITY : -1;
  for (PetscInt k = -300; k <= 300; ++k)
    R->largest = fmax(R->largest, RadiusAt(scheme, pow(10, (PetscReal)k / 100), room) - 1);
  const PetscReal near_infinity = RadiusAt(scheme, far, room);
  R->at_infinity = RadiusAt(scheme, far * far, room); /* beyond, it goes on to grow or to fall */
  R->at_infinity = R->at_infinity > 2 * near_infinity   ? INFINITY
                   : R->at_infinity < near_infinity / 2 ? 0
                                                        : R->at_infinity;
  for (PetscInt i = 0; i < n * n; ++i)
    R->error = fmax(R->error, scheme->a[0][i].error);
  return PetscFree(room);
}
