#include "reference/rate.h"
#include "registry/formulation.h"

enum { ITERATIONS = 12, TRANSIENT = 4 };

PetscErrorCode FieldRate(const Core *core, Problem problem, Quad t, const Quad *y, Quad *rate) {
  const Quad delta = core->epsilon < 1e-20 ? QUAD_C(1e-12) : QUAD_C(1e-6);
  Quad *f, *g, *moved, product = 1;
  PetscInt size, counted = 0;
  const Dimensions d = core->problem_dimensions(problem);
  size = d.n + d.m;
  PetscCall(PetscMalloc3(size, &f, size, &g, size, &moved));
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
  *rate = counted > 0 ? powq(product, 1 / (Quad)counted) : 0;
  return PetscFree3(f, g, moved);
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

PetscErrorCode FieldResolution(const Core *core, Problem problem, Quad t, const Quad *y, Quad h,
                               Quad *longest) {
  enum { HALVINGS = 24, ROUNDINGS = 10000 };
  Quad *first, *half, *last, *moved, largest, speed;
  const Dimensions d = core->problem_dimensions(problem);
  *longest = h;
  if (!d.m || !HasChart(&d))
    return 0;
  const PetscInt n = d.n, size = d.n + d.m;
  PetscCall(PetscMalloc4(size, &first, size, &half, size, &last, size, &moved));
  PetscBool valid = core->problem_field(problem, t, y, first, NULL);
  PetscCall(PetscArraycpy(half, first, size));
  PetscCall(PetscArraycpy(moved, y, size));
  largest = LengthOf(d.m, first + n, 0, NULL, NULL);
  speed = LengthOf(d.m, y + n, 0, NULL, NULL);
  for (int k = HALVINGS; k >= 0 && valid && *longest == h; k--) {
    const Quad time = scalbnq(h, -k);
    for (PetscInt i = 0; i < n; i++)
      moved[i] = y[i] + time * first[i];
    valid = core->problem_field(problem, t + time, moved, last, NULL);
    if (!valid)
      break;
    largest = PetscMax(largest, LengthOf(d.m, last + n, 0, NULL, NULL));
    if (k < HALVINGS && 2 * LengthOf(d.m, last + n, -2, half + n, first + n) > largest &&
        largest * time > ROUNDINGS * core->epsilon * speed)
      *longest = time / 2;
    PetscCall(PetscArraycpy(half, last, size));
  }
  return PetscFree4(first, half, last, moved);
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

PetscErrorCode FieldShortestTime(const Core *core, Problem problem, Quad t, const Quad *y, Quad h,
                                 Quad duration, Quad *shortest, Quad *passage) {
  enum { MOST_STEPS = 1000, GROWTH = 100 };
  Quad *at, *half, *next, *f, *f_half, *f_next, largest = 0, first = 0, step = h;
  Follower w = {.core = core, .problem = problem};
  const Dimensions d = core->problem_dimensions(problem);
  const Quad begin = t;
  *shortest = (Quad)HUGE_VAL;
  *passage = 0;
  if (!d.m)
    return 0;
  const PetscInt n = d.n, size = w.size = d.n + d.m;
  PetscCall(PetscMalloc3(size, &w.stage, size, &w.slope, size, &w.sum));
  PetscCall(
      PetscMalloc6(size, &at, size, &half, size, &next, size, &f, size, &f_half, size, &f_next));
  PetscCall(PetscArraycpy(at, y, size));
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
      *shortest = PetscMin(*shortest, step / 2), *passage = t + step - begin;
    largest = PetscMax(largest, most);
    t += step;
    PetscCall(PetscArraycpy(at, next, size));
    PetscCall(PetscArraycpy(f, f_next, size));
    if (16 * bend < most)
      step = PetscMin(2 * step, h);
  }
  PetscCall(PetscFree3(w.stage, w.slope, w.sum));
  return PetscFree6(at, half, next, f, f_half, f_next);
}

/* ---- Where a field is not smooth ------------------------------------------------------------- */

/* On so short a way the motion is a straight line: that is smooth, too. */
PetscErrorCode FieldFindBreak(const Core *core, Problem problem, Quad t, const Quad *y, Quad h,
                              FieldBreak *found) {
  enum { POINTS = 5 };
  /* So often that a corner is still far above round-off. */
  const int halvings = core->epsilon < 1e-20 ? 30 : 12;
  Quad *moved, *slope, *f[POINTS], from = 0, first = 0, bend[2];
  PetscInt right = 0;
  const Dimensions d = core->problem_dimensions(problem);
  const PetscInt size = d.n + d.m;
  PetscCall(PetscMalloc7(size, &moved, size, &slope, size, &f[0], size, &f[1], size, &f[2], size,
                         &f[3], size, &f[4]));
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
  *found = (FieldBreak){.found = (PetscBool)(order < 1.25 && bend[right] > 1e4 * core->epsilon),
                        .jump = (PetscBool)(order < 0.25),
                        .time = t + from};
  return PetscFree7(moved, slope, f[0], f[1], f[2], f[3], f[4]);
}
