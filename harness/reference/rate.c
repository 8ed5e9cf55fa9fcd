#include "reference/rate.h"
#include "base/memory.h"
#include "registry/formulation.h"

enum { ITERATIONS = 12, TRANSIENT = 4 };

Quad FieldRate(const Core *core, Problem problem, Quad t, const Quad *y) {
  const Quad delta = core->epsilon < 1e-20 ? QUAD_C(1e-12) : QUAD_C(1e-6);
  Quad product = 1;
  PetscInt size, counted = 0;
  const Dimensions d = core->problem_dimensions(problem);
  size = d.n + d.m;
  OWNED(MemoryFree) Quad *f = MemoryZeroed((size_t)(3 * size), sizeof(*f));
  Quad *const g = f + size, *const moved = g + size;
  PetscBool valid = core->problem_field(problem, t, y, f, NULL);
  for (PetscInt i = 0; i < size; i++)
    g[i] = 1 / (1 + (Quad)i);
  for (PetscInt iteration = 0; iteration < ITERATIONS && valid; iteration++) {
    Quad norm = 0;
    for (PetscInt i = 0; i < size; i++)
      norm += g[i] * g[i];
    norm = sqrtq(norm);
    if (iteration >= TRANSIENT && norm > 0) {
      product *= norm;
      counted++;
    }
    if (!(norm > 0))
      break;
    for (PetscInt i = 0; i < size; i++)
      moved[i] = y[i] + delta * g[i] / norm;
    valid = core->problem_field(problem, t, moved, g, NULL);
    for (PetscInt i = 0; valid && i < size; i++)
      g[i] = (g[i] - f[i]) / delta;
  }
  return counted > 0 ? powq(product, 1 / (Quad)counted) : 0;
}

/* |x + factor·y + z|; y and z may be NULL. */
static Quad LengthOf(PetscInt count, const Quad *x, Quad factor, const Quad *y, const Quad *z) {
  Quad sum = 0;
  for (PetscInt i = 0; i < count; i++) {
    const Quad entry = x[i] + (y ? factor * y[i] : 0) + (z ? z[i] : 0);
    sum += entry * entry;
  }
  return sqrtq(sum);
}

Quad FieldResolution(const Core *core, Problem problem, Quad t, const Quad *y, Quad h) {
  enum { HALVINGS = 24, ROUNDINGS = 10000 };
  const Dimensions d = core->problem_dimensions(problem);
  if (!d.m || !HasChart(&d))
    return h;
  const PetscInt n = d.n, size = d.n + d.m;
  OWNED(MemoryFree) Quad *first = MemoryZeroed((size_t)(4 * size), sizeof(*first));
  Quad *const half = first + size, *const last = half + size, *const moved = last + size;
  Quad longest = h;
  PetscBool valid = core->problem_field(problem, t, y, first, NULL);
  memcpy(half, first, (size_t)size * sizeof *half);
  memcpy(moved, y, (size_t)size * sizeof *moved);
  Quad largest = LengthOf(d.m, first + n, 0, NULL, NULL);
  const Quad speed = LengthOf(d.m, y + n, 0, NULL, NULL);
  for (int k = HALVINGS; k >= 0 && valid && longest == h; k--) {
    const Quad time = scalbnq(h, -k);
    for (PetscInt i = 0; i < n; i++)
      moved[i] = y[i] + time * first[i];
    valid = core->problem_field(problem, t + time, moved, last, NULL);
    if (!valid)
      break;
    largest = PetscMax(largest, LengthOf(d.m, last + n, 0, NULL, NULL));
    if (k < HALVINGS && 2 * LengthOf(d.m, last + n, -2, half + n, first + n) > largest &&
        largest * time > ROUNDINGS * core->epsilon * speed)
      longest = time / 2;
    memcpy(half, last, (size_t)size * sizeof *half);
  }
  return longest;
}

/* A motion that is followed. */
typedef struct {
  const Core *core;
  Problem problem;
  PetscInt size;
  Quad *stage, *slope, *sum;
} Follower;

/* out = y after a step of the classical method; `first` is the field at y. */
static PetscBool FollowStep(const Follower *w, Quad t, Quad h, const Quad *y, const Quad *first,
                            Quad *out) {
  static const double node[] = {0.5, 0.5, 1}, weight[] = {2, 2, 1};
  PetscBool valid = PETSC_TRUE;
  memcpy(w->slope, first, (size_t)w->size * sizeof *first);
  memcpy(w->sum, first, (size_t)w->size * sizeof *first);
  for (int i = 0; i < 3 && valid; i++) {
    for (PetscInt e = 0; e < w->size; e++)
      w->stage[e] = y[e] + (Quad)node[i] * h * w->slope[e];
    valid = w->core->problem_field(w->problem, t + (Quad)node[i] * h, w->stage, w->slope, NULL);
    for (PetscInt e = 0; e < w->size; e++)
      w->sum[e] += (Quad)weight[i] * w->slope[e];
  }
  for (PetscInt e = 0; e < w->size; e++)
    out[e] = y[e] + h / 6 * w->sum[e];
  return valid;
}

Quad FieldShortestTime(const Core *core, Problem problem, Quad t, const Quad *y, Quad h,
                       Quad duration, Quad *passage) {
  enum { MOST_STEPS = 1000, GROWTH = 100 };
  Quad shortest = (Quad)HUGE_VAL, largest = 0, first = 0, step = h;
  Follower w = {.core = core, .problem = problem};
  const Dimensions d = core->problem_dimensions(problem);
  const Quad begin = t;
  *passage = 0;
  if (!d.m)
    return shortest;
  const PetscInt n = d.n, size = w.size = d.n + d.m;
  OWNED(MemoryFree) Quad *at = MemoryZeroed((size_t)(9 * size), sizeof(*at));
  Quad *const half = at + size, *const next = half + size, *const f = next + size;
  Quad *const f_half = f + size, *const f_next = f_half + size;
  w.stage = f_next + size, w.slope = w.stage + size, w.sum = w.slope + size;
  memcpy(at, y, (size_t)size * sizeof *at);
  PetscBool valid = core->problem_field(problem, t, at, f, NULL);
  for (int k = 0; k < MOST_STEPS && valid && t - begin < duration; k++) {
    valid = FollowStep(&w, t, step / 2, at, f, half) &&
            core->problem_field(problem, t + step / 2, half, f_half, NULL) &&
            FollowStep(&w, t + step / 2, step / 2, half, f_half, next) &&
            core->problem_field(problem, t + step, next, f_next, NULL);
    const Quad last = LengthOf(d.m, f_next + n, 0, NULL, NULL);
    const Quad most = PetscMax(LengthOf(d.m, f + n, 0, NULL, NULL), last);
    const Quad bend = LengthOf(d.m, f_next + n, -2, f_half + n, f + n);
    if (!valid ||
        4 * bend > most) { /* half of what resolves, so that the motion is followed well */
      valid = PETSC_TRUE;
      step /= 2;
      continue;
    }
    if (!(first > 0))
      first = most;
    if (most > largest && most > GROWTH * first)
      shortest = PetscMin(shortest, step / 2), *passage = t + step - begin;
    largest = PetscMax(largest, most);
    t += step;
    memcpy(at, next, (size_t)size * sizeof *at);
    memcpy(f, f_next, (size_t)size * sizeof *f);
    if (16 * bend < most)
      step = PetscMin(2 * step, h);
  }
  return shortest;
}

/* ---- Where a field is not smooth ------------------------------------------------------------- */

/* On so short a way the motion is a straight line: that is smooth, too. */
FieldBreak FieldFindBreak(const Core *core, Problem problem, Quad t, const Quad *y, Quad h) {
  enum { POINTS = 5 };
  /* So often that a corner is still far above round-off. */
  const int halvings = core->epsilon < 1e-20 ? 30 : 12;
  Quad *f[POINTS], from = 0, first = 0, bend[2];
  PetscInt right = 0;
  const Dimensions d = core->problem_dimensions(problem);
  const PetscInt size = d.n + d.m;
  OWNED(MemoryFree) Quad *moved = MemoryZeroed((size_t)((2 + POINTS) * size), sizeof(*moved));
  Quad *const slope = moved + size;
  for (int i = 0; i < POINTS; i++)
    f[i] = slope + (i + 1) * size;
  PetscBool valid = core->problem_field(problem, t, y, slope, NULL);
  for (int k = 0; k <= halvings && valid; k++) {
    for (int i = 0; i < POINTS && valid; i++) {
      const Quad time = from + i * scalbnq(h, -k - 2);
      for (PetscInt e = 0; e < size; e++)
        moved[e] = y[e] + time * slope[e];
      valid = core->problem_field(problem, t + time, moved, f[i], NULL);
    }
    for (int i = 0; i < 2; i++) /* the second difference in either half */
      bend[i] = LengthOf(size, f[2 * i], -2, f[2 * i + 1], f[2 * i + 2]) /
                LengthOf(size, f[2], 0, NULL, NULL);
    right = bend[1] > bend[0];
    first = k ? first : bend[right];
    from += right * scalbnq(h, -k - 1);
  }
  /* Each halving of a smooth field divides it by 4, of a corner by 2; of a jump by 1. */
  const double order = valid ? (double)(logq(first / bend[right]) / logq(2)) / halvings : 2;
  return (FieldBreak){.found = (PetscBool)(order < 1.25 && bend[right] > 1e4 * core->epsilon),
                      .jump = (PetscBool)(order < 0.25),
                      .time = t + from};
}
