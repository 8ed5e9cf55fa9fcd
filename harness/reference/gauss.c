#include "reference/gauss.h"
#include "numerics/tableau.h"

enum { MOST_ITERATIONS = 80 };

PetscErrorCode GaussCreate(const Core *core, Problem problem, GaussMethod *g) {
  Quad conjugate[GAUSS_STAGES * GAUSS_STAGES];
  Dimensions dimensions;
  PetscBool found;
  PetscCall(core->problem_dimensions(problem, &dimensions));
  g->core = core;
  g->problem = problem;
  g->watch = NULL;
  g->n = dimensions.n;
  g->size = dimensions.n + dimensions.m;
  PetscCall(TableauCompute("gauss", &(TableauEntries){GAUSS_STAGES, g->a, conjugate, g->b, g->c},
                           &found));
  for (PetscInt j = 0; j < GAUSS_STAGES; j++) {
    g->weight[j] = 1;
    for (PetscInt k = 0; k < GAUSS_STAGES; k++)
      if (k != j)
        g->weight[j] /= g->c[j] - g->c[k];
  }
  PetscCall(PetscMalloc4(GAUSS_STAGES * g->size, &g->slope, GAUSS_STAGES * g->size, &g->next,
                         g->size, &g->stage, g->size, &g->carry));
  GaussReset(g);
  return 0;
}

PetscErrorCode GaussDestroy(GaussMethod *g) {
  return PetscFree4(g->slope, g->next, g->stage, g->carry);
}

void GaussReset(GaussMethod *g) {
  g->last_step = g->mismatch = 0;
  for (PetscInt d = 0; d < g->size; d++)
    g->carry[d] = 0;
}

/* out = the polynomial through the slopes at the nodes, at x steps from the beginning, in its barycentric form
 * [Berrut and Trefethen 2004]; x is beyond all nodes. */
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

/* The first guess: the last step's polynomial, continued; without a last step, the slope at y. */
static PetscErrorCode Predict(GaussMethod *g, Quad t, Quad h, const Quad *y, PetscBool *valid) {
  *valid = PETSC_TRUE;
  if (g->last_step == 0) {
    PetscCall(g->core->problem_field(g->problem, t, y, g->slope, NULL, valid));
    for (PetscInt i = 1; i < GAUSS_STAGES; i++)
      PetscCall(PetscMemcpy(g->slope + i * g->size, g->slope, (size_t)g->size * sizeof(Quad)));
    return 0;
  }
  for (PetscInt i = 0; i < GAUSS_STAGES; i++)
    Extrapolate(g, 1 + g->c[i] * h / g->last_step, g->next + i * g->size);
  return PetscMemcpy(g->slope, g->next, (size_t)(GAUSS_STAGES * g->size) * sizeof(Quad));
}

/* At the end of a step: see `mismatch`. */
static PetscErrorCode CompareAtEnd(GaussMethod *g, Quad t, Quad h, const Quad *y) {
  Quad *const polynomial = g->stage, *const field = g->next;
  Quad off[2] = {0, 0}, scale[2] = {0, 0};
  PetscBool valid;
  PetscCall(g->core->problem_field(g->problem, t, y, field, NULL, &valid));
  if (!valid) /* the next step reports it */
    return 0;
  Extrapolate(g, 1, polynomial);
  for (PetscInt d = 0; d < g->size; d++) {
    const PetscInt part = d >= g->n;
    off[part] = PetscMax(off[part], fabsq(h * (field[d] - polynomial[d])));
    scale[part] = PetscMax(scale[part], PetscMax(fabsq(y[d]), fabsq(h * field[d])));
  }
  for (PetscInt part = 0; part < 2; part++)
    if (off[part] > g->mismatch * scale[part])
      g->mismatch = off[part] / scale[part];
  return 0;
}

/* One sweep of the fixed-point iteration, which uses each stage as soon as it is there: that takes
 * about two thirds of the sweeps. *change is the largest change of a stage, relative to the
 * size of q or v, whichever it belongs to. */
static PetscErrorCode Sweep(GaussMethod *g, Quad t, Quad h, const Quad *y, Quad *change,
                            PetscBool *valid) {
  const PetscInt size = g->size;
  Quad moved[2] = {0, 0}, scale[2] = {0, 0};
  for (PetscInt i = 0; i < GAUSS_STAGES; i++) {
    Quad *const slope = g->slope + i * size;
    for (PetscInt d = 0; d < size; d++) {
      Quad sum = 0;
      for (PetscInt j = 0; j < GAUSS_STAGES; j++)
        sum += g->a[i * GAUSS_STAGES + j] * g->slope[j * size + d];
      g->stage[d] = y[d] + (g->carry[d] + h * sum);
    }
    PetscCall(g->core->problem_field(g->problem, t + g->c[i] * h, g->stage, g->next, NULL, valid));
    if (!*valid)
      return 0;
    for (PetscInt d = 0; d < size; d++) {
      const PetscInt part = d >= g->n;
      const Quad difference = fabsq(h * (g->next[d] - slope[d]));
      if (!(difference <= moved[part]))
        moved[part] = difference;
      if (fabsq(y[d]) > scale[part])
        scale[part] = fabsq(y[d]);
      if (fabsq(h * g->next[d]) > scale[part])
        scale[part] = fabsq(h * g->next[d]);
      slope[d] = g->next[d];
    }
  }
  *change = 0;
  for (PetscInt part = 0; part < 2; part++)
    if (moved[part] > 0 && !(moved[part] <= *change * scale[part]))
      *change = moved[part] / scale[part];
  return 0;
}

static PetscErrorCode Step(GaussMethod *g, Quad t, Quad h, Quad *y, GaussFailure *failure) {
  const Quad epsilon = (Quad)g->core->epsilon;
  Quad change = 0, before = 0;
  PetscBool valid, converged = PETSC_FALSE;
  PetscCall(Predict(g, t, h, y, &valid));
  for (PetscInt iteration = 0; valid && !converged && iteration < MOST_ITERATIONS; iteration++) {
    PetscCall(Sweep(g, t, h, y, &change, &valid));
    /* Below 1e9 ε the contraction may be over because round-off in the field is reached, which is large where
     * a constraint moves: its rate is differenced twice. */
    converged = (PetscBool)(change <= 2 * epsilon || (iteration > 0 && change >= before / 2 &&
                                                      change < QUAD_C(1e9) * epsilon));
    before = change;
  }
  if (!valid || !converged) {
    *failure = (GaussFailure){.failed = PETSC_TRUE, .outside = (PetscBool)!valid, .time = t};
    return 0;
  }
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
  return CompareAtEnd(g, t + h, h, y);
}

PetscErrorCode GaussAdvance(GaussMethod *g, Quad from, Quad to, PetscInt steps, Quad *y,
                            GaussFailure *failure) {
  const Quad h = (to - from) / (Quad)steps;
  *failure = (GaussFailure){.failed = PETSC_FALSE};
  for (PetscInt i = 0; i < steps && !failure->failed; i++) {
    PetscCall(Step(g, from + (Quad)i * h, h, y, failure));
    if (g->watch)
      g->watch(g->watch_context, from + (Quad)(i + 1) * h);
  }
  return 0;
}
