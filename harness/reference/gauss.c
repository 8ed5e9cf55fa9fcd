#include "reference/gauss.h"
#include "numerics/linear.h"
#include "numerics/tableau.h"

enum { MOST_ITERATIONS = 80, LARGEST_STIFF = 100 };

static Quad *Room(const GaussMethod *g, PetscInt count) {
  return ArenaArray(g->room, count, sizeof(Quad));
}

GaussMethod GaussCreate(const Core *core, Problem problem, Arena room) {
  Quad conjugate[GAUSS_STAGES * GAUSS_STAGES];
  const Dimensions d = core->problem_dimensions(problem);
  GaussMethod g = {.core = core, .problem = problem, .n = d.n, .size = d.n + d.m, .room = room};
  (void)TableauCompute("gauss", &(TableauEntries){GAUSS_STAGES, g.a, conjugate, g.b, g.c});
  for (PetscInt j = 0; j < GAUSS_STAGES; j++) {
    g.weight[j] = 1;
    for (PetscInt k = 0; k < GAUSS_STAGES; k++)
      if (k != j)
        g.weight[j] /= g.c[j] - g.c[k];
  }
  g.kept = Room(&g, 2 * g.size);
  g.slope = Room(&g, GAUSS_STAGES * g.size);
  g.next = Room(&g, GAUSS_STAGES * g.size);
  g.stage = Room(&g, g.size);
  g.carry = Room(&g, g.size);
  return g;
}

void GaussReset(GaussMethod *g) {
  g->last_step = g->mismatch = 0;
  for (PetscInt d = 0; d < g->size; d++)
    g->carry[d] = 0;
}

/* out = the polynomial through the slopes at the nodes, at x steps from the beginning, in its barycentric form
 * [Berrut and Trefethen 2004]; x is no node. */
static void Extrapolate(const GaussMethod *g, Quad x, Quad *out) {
  Quad product = 1;
  for (PetscInt j = 0; j < GAUSS_STAGES; j++)
    product *= x - g->c[j];
  for (PetscInt d = 0; d < g->size; d++)
    out[d] = 0;
  for (PetscInt j = 0; j < GAUSS_STAGES; j++) {
    const Quad basis = product * g->weight[j] / (x - g->c[j]);
    for (PetscInt d = 0; d < g->size; d++)
      out[d] += basis * g->slope[j * g->size + d];
  }
}

/* The largest change of an entry of q and of v, and the sizes of these. */
typedef struct {
  Quad change[2], size[2];
} Relation;

static void Relate(Relation *r, PetscInt part, Quad change, Quad size, Quad other) {
  if (!(fabsq(change) <= r->change[part]))
    r->change[part] = fabsq(change);
  r->size[part] = PetscMax(r->size[part], PetscMax(fabsq(size), fabsq(other)));
}

static Quad LargestChange(const Relation *r) {
  const Quad q = r->change[0] > 0 ? r->change[0] / r->size[0] : 0;
  const Quad v = r->change[1] > 0 ? r->change[1] / r->size[1] : 0;
  return PetscMax(q, v);
}

/* The first guess: the last step's polynomial, continued; without a last step, the slope at y. */
static PetscBool Predict(GaussMethod *g, Quad t, Quad h, const Quad *y) {
  if (g->last_step == 0) {
    const PetscBool valid = g->core->problem_field(g->problem, t, y, g->slope, NULL);
    for (PetscInt i = 1; i < GAUSS_STAGES; i++)
      memcpy(g->slope + i * g->size, g->slope, (size_t)g->size * sizeof(Quad));
    return valid;
  }
  for (PetscInt i = 0; i < GAUSS_STAGES; i++)
    Extrapolate(g, 1 + g->c[i] * h / g->last_step, g->next + i * g->size);
  memcpy(g->slope, g->next, (size_t)(GAUSS_STAGES * g->size) * sizeof(Quad));
  return PETSC_TRUE;
}

static Quad LargerOf(Quad a, Quad b) { return fabsq(a) > fabsq(b) ? a : b; }

/* At x steps from the beginning, 0 or 1, where the solution is y: see `mismatch`. In a stiff direction the
 * difference of the fields is a distance of y from where the motion is attracted to, times a large rate: Newton's
 * factors give the distance. */
static void CompareAt(GaussMethod *g, Quad x, Quad t, Quad h, const Quad *y) {
  const PetscInt all = GAUSS_STAGES * g->size, last = all - g->size;
  Quad *const polynomial = g->stage, *const field = g->next;
  Relation off = {{0}, {0}};
  if (!g->core->problem_field(g->problem, t, y, field, NULL)) /* the next step reports it */
    return;
  Extrapolate(g, x, polynomial);
  for (PetscInt i = 0; i < all && g->newton; i++)
    g->correction[i] = (double)(h * (field[i % g->size] - polynomial[i % g->size]));
  if (g->newton && LinearCorrect(all, g->factors, g->pivot, g->correction))
    return; /* they have solved this step's equations: not reached */
  for (PetscInt d = 0; d < g->size; d++)
    Relate(&off, d >= g->n,
           g->newton ? (Quad)g->correction[last + d] : h * (field[d] - polynomial[d]), y[d],
           g->newton ? 0 : h * LargerOf(field[d], g->slope[last + d]));
  g->mismatch = PetscMax(g->mismatch, LargestChange(&off));
}

/* The factors of 1 - h A x J, in double: they only serve to correct. J is the field's derivative at y. */
static PetscBool FactorNewton(GaussMethod *g, Quad t, Quad h, const Quad *y) {
  const PetscInt size = g->size, all = GAUSS_STAGES * size;
  const Quad delta = g->core->epsilon < 1e-20 ? QUAD_C(1e-15) : QUAD_C(1e-8);
  Quad *const field = g->next, *const moved = g->next + size;
  if (!g->factors) {
    g->factors = ArenaArray(g->room, (PetscInt64)all * all, sizeof(*g->factors));
    g->correction = ArenaArray(g->room, all, sizeof(*g->correction));
    g->pivot = ArenaArray(g->room, all, sizeof(*g->pivot));
  }
  memcpy(g->stage, y, (size_t)size * sizeof *y);
  PetscBool valid = g->core->problem_field(g->problem, t, y, field, NULL);
  for (PetscInt e = 0; e < size && valid; e++) {
    g->stage[e] = y[e] + delta * (1 + fabsq(y[e]));
    valid = g->core->problem_field(g->problem, t, g->stage, moved, NULL);
    for (PetscInt row = 0; row < all && valid; row++)
      for (PetscInt j = 0; j < GAUSS_STAGES; j++)
        g->factors[row * all + j * size + e] =
            (double)((row == j * size + e) - h * g->a[row / size * GAUSS_STAGES + j] *
                                                 (moved[row % size] - field[row % size]) /
                                                 (g->stage[e] - y[e]));
    g->stage[e] = y[e];
  }
  return (PetscBool)(valid && !LinearFactor(all, g->factors, g->pivot));
}

/* One sweep of the fixed-point iteration, which uses each stage as soon as it is there: that takes
 * about two thirds of the sweeps. Or one correction of all slopes by the simplified Newton method. *change is the
 * largest change of a stage, relative to the size of q or v, whichever it belongs to. */
static PetscBool Sweep(GaussMethod *g, Quad t, Quad h, const Quad *y, Quad *change) {
  const PetscInt size = g->size;
  Relation moved = {{0}, {0}};
  for (PetscInt i = 0; i < GAUSS_STAGES; i++) {
    Quad *const slope = g->slope + i * size;
    for (PetscInt d = 0; d < size; d++) {
      Quad sum = 0;
      for (PetscInt j = 0; j < GAUSS_STAGES; j++)
        sum += g->a[i * GAUSS_STAGES + j] * g->slope[j * size + d];
      g->stage[d] = y[d] + (g->carry[d] + h * sum);
    }
    if (!g->core->problem_field(g->problem, t + g->c[i] * h, g->stage, g->next, NULL))
      return PETSC_FALSE;
    for (PetscInt d = 0; d < size; d++) {
      if (g->newton) {
        g->correction[i * size + d] = (double)(g->next[d] - slope[d]);
        continue;
      }
      Relate(&moved, d >= g->n, h * (g->next[d] - slope[d]), y[d], h * g->next[d]);
      slope[d] = g->next[d];
    }
  }
  if (g->newton && LinearCorrect(GAUSS_STAGES * size, g->factors, g->pivot, g->correction))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < GAUSS_STAGES * size && g->newton; i++) {
    g->slope[i] += (Quad)g->correction[i];
    Relate(&moved, i % size >= g->n, h * (Quad)g->correction[i], y[i % size], h * g->slope[i]);
  }
  *change = LargestChange(&moved);
  return PETSC_TRUE;
}

/* The stages: by the fixed-point iteration, or by Newton's method. Where both may be tried, either ends as soon
 * as it does not contract. */
static PetscBool Iterate(GaussMethod *g, Quad t, Quad h, const Quad *y, PetscBool *valid) {
  const Quad epsilon = (Quad)g->core->epsilon;
  Quad change = 0, before = 0;
  *valid = (PetscBool)(*valid && (!g->newton || FactorNewton(g, t, h, y)));
  for (PetscInt i = 0; *valid && i < MOST_ITERATIONS; i++) {
    *valid = Sweep(g, t, h, y, &change);
    /* Below 1e9 ε the contraction may be over because round-off in the field is reached, which is large where
     * a constraint moves: its rate is differenced twice. */
    if (change <= 2 * epsilon || (i > 0 && change >= before / 2 && change < QUAD_C(1e9) * epsilon))
      return PETSC_TRUE;
    if (g->tolerance > 0 && i > 2 && !(change < before / 2))
      break;
    before = change;
  }
  return PETSC_FALSE;
}

static void Step(GaussMethod *g, Quad t, Quad h, Quad *y, GaussFailure *failure) {
  PetscBool valid = Predict(g, t, h, y), converged = Iterate(g, t, h, y, &valid);
  if (!converged && !g->newton && g->tolerance > 0 && g->size <= LARGEST_STIFF) {
    g->newton = valid = PETSC_TRUE;
    memset(g->slope, 0, (size_t)(GAUSS_STAGES * g->size) * sizeof(Quad)); /* others have diverged */
    converged = Iterate(g, t, h, y, &valid);
  }
  if (!valid || !converged) {
    *failure = (GaussFailure){.failed = PETSC_TRUE, .outside = (PetscBool)!valid, .time = t};
    return;
  }
  if (g->tolerance > 0)
    CompareAt(g, 0, t, h, y);
  for (PetscInt d = 0; d < g->size; d++) {
    Quad increment = 0, sum;
    for (PetscInt i = 0; i < GAUSS_STAGES; i++)
      increment += g->b[i] * g->slope[i * g->size + d];
    increment = g->carry[d] + h * increment;
    sum = y[d] + increment;
    g->carry[d] =
        fabsq(y[d]) >= fabsq(increment) ? (y[d] - sum) + increment : (increment - sum) + y[d];
    y[d] = sum;
  }
  g->last_step = h;
  CompareAt(g, 1, t + h, h, y);
}

static void Tell(const GaussMethod *g, Quad time) {
  if (g->watch)
    g->watch->tell(g->watch->context, g->pass, (PetscReal)(time / g->end));
}

GaussFailure GaussAdvance(GaussMethod *g, Quad from, Quad to, PetscInt steps, Quad *y) {
  const Quad h = (to - from) / (Quad)steps;
  GaussFailure failure = {.failed = PETSC_FALSE};
  for (PetscInt i = 0; i < steps && !failure.failed; i++) {
    Step(g, from + (Quad)i * h, h, y, &failure);
    Tell(g, from + (Quad)(i + 1) * h);
  }
  return failure;
}

/* A mismatch falls like the 12th power of the step, or a lower one where the field is not smooth. */
GaussFailure GaussAdapt(GaussMethod *g, Quad t, Quad to, Quad *h, PetscInt *steps, Quad *y) {
  const Quad suspect = 1000 * sqrtq(g->tolerance) * g->longest;
  const Quad shortest = QUAD_C(1e5) * (Quad)g->core->epsilon * g->longest;
  Quad growth = 2;
  GaussFailure failure = {.failed = PETSC_FALSE};
  while (t < to && !failure.failed) {
    const PetscBool last = (PetscBool)(t + QUAD_C(1.0001) * *h >= to);
    const Quad step = last ? to - t : *h;
    memcpy(g->kept, y, (size_t)g->size * sizeof *y);
    memcpy(g->kept + g->size, g->carry, (size_t)g->size * sizeof *y);
    g->mismatch = 0;
    failure = (GaussFailure){.failed = PETSC_FALSE};
    Step(g, t, step, y, &failure);
    const Quad off = failure.failed ? QUAD_C(1e7) : g->mismatch / g->tolerance;
    const Quad factor = QUAD_C(0.8) * powq(off + QUAD_C(1e-12), -QUAD_C(1.) / 12);
    if (off <= 1) {
      t = last ? to : t + step;
      if (!last || step * factor < *h)
        *h = PetscMin(step * PetscMin(factor, growth), g->longest);
      growth = 2;
    } else {
      memcpy(y, g->kept, (size_t)g->size * sizeof *y);
      memcpy(g->carry, g->kept + g->size, (size_t)g->size * sizeof *y);
      g->last_step = 0;
      g->newton = PETSC_FALSE;
      growth = 1;
      *h = step * PetscMax(factor, QUAD_C(0.2));
      if (step < suspect)
        failure.found = FieldFindBreak(g->core, g->problem, t, y, step);
      failure.failed = (PetscBool)(failure.found.found || *h < shortest);
    }
    failure.failed = (PetscBool)(failure.failed || ++*steps >= GAUSS_MOST_STEPS);
    failure.time = t;
    Tell(g, t);
  }
  return failure;
}
