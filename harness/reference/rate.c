#include "reference/rate.h"
#include "registry/formulation.h"

enum { ITERATIONS = 12, TRANSIENT = 4 };

PetscErrorCode FieldRate(const Core *core, Problem problem, Quad t, const Quad *y, Quad *rate) {
  const Quad delta = core->epsilon < 1e-20 ? QUAD_C(1e-12) : QUAD_C(1e-6);
  Quad *f, *g, *moved, product = 1;
  PetscInt size, counted = 0;
  PetscBool valid;
  Dimensions d;
  PetscCall(core->problem_dimensions(problem, &d));
  size = d.n + d.m;
  PetscCall(PetscMalloc3(size, &f, size, &g, size, &moved));
  PetscCall(core->problem_field(problem, t, y, f, NULL, &valid));
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
    PetscCall(core->problem_field(problem, t, moved, g, NULL, &valid));
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
  PetscBool valid;
  Dimensions d;
  *longest = h;
  PetscCall(core->problem_dimensions(problem, &d));
  if (!d.m || !HasChart(&d))
    return 0;
  const PetscInt n = d.n, size = d.n + d.m;
  PetscCall(PetscMalloc4(size, &first, size, &half, size, &last, size, &moved));
  PetscCall(core->problem_field(problem, t, y, first, NULL, &valid));
  PetscCall(PetscArraycpy(half, first, size));
  PetscCall(PetscArraycpy(moved, y, size));
  largest = LengthOf(d.m, first + n, 0, NULL, NULL);
  speed = LengthOf(d.m, y + n, 0, NULL, NULL);
  for (int k = HALVINGS; k >= 0 && valid && *longest == h; k--) {
    const Quad time = scalbnq(h, -k);
    for (PetscInt i = 0; i < n; i++)
      moved[i] = y[i] + time * first[i];
    PetscCall(core->problem_field(problem, t + time, moved, last, NULL, &valid));
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
static PetscErrorCode FollowStep(const Follower *w, Quad t, Quad h, const Quad *y,
                                 const Quad *first, Quad *out, PetscBool *valid) {
  static const double node[] = {0.5, 0.5, 1}, weight[] = {2, 2, 1};
  *valid = PETSC_TRUE;
  PetscCall(PetscArraycpy(w->slope, first, w->size));
  PetscCall(PetscArraycpy(w->sum, first, w->size));
  for (int i = 0; i < 3 && *valid; i++) {
    for (PetscInt e = 0; e < w->size; e++)
      w->stage[e] = y[e] + (Quad)node[i] * h * w->slope[e];
    PetscCall(
        w->core->problem_field(w->problem, t + (Quad)node[i] * h, w->stage, w->slope, NULL, valid));
    for (PetscInt e = 0; e < w->size; e++)
      w->sum[e] += (Quad)weight[i] * w->slope[e];
  }
  for (PetscInt e = 0; e < w->size; e++)
    out[e] = y[e] + h / 6 * w->sum[e];
  return 0;
}

PetscErrorCode FieldShortestTime(const Core *core, Problem problem, Quad t, const Quad *y, Quad h,
                                 Quad duration, Quad *shortest, Quad *passage) {
  enum { MOST_STEPS = 1000, GROWTH = 100 };
  Quad *at, *half, *next, *f, *f_half, *f_next, largest = 0, first = 0, step = h;
  Follower w = {.core = core, .problem = problem};
  PetscBool valid;
  Dimensions d;
  const Quad begin = t;
  *shortest = (Quad)HUGE_VAL;
  *passage = 0;
  PetscCall(core->problem_dimensions(problem, &d));
  if (!d.m)
    return 0;
  const PetscInt n = d.n, size = w.size = d.n + d.m;
  PetscCall(PetscMalloc3(size, &w.stage, size, &w.slope, size, &w.sum));
  PetscCall(
      PetscMalloc6(size, &at, size, &half, size, &next, size, &f, size, &f_half, size, &f_next));
  PetscCall(PetscArraycpy(at, y, size));
  PetscCall(core->problem_field(problem, t, at, f, NULL, &valid));
  for (int k = 0; k < MOST_STEPS && valid && t - begin < duration; k++) {
    PetscCall(FollowStep(&w, t, step / 2, at, f, half, &valid));
    if (valid)
      PetscCall(core->problem_field(problem, t + step / 2, half, f_half, NULL, &valid));
    if (valid)
      PetscCall(FollowStep(&w, t + step / 2, step / 2, half, f_half, next, &valid));
    if (valid)
      PetscCall(core->problem_field(problem, t + step, next, f_next, NULL, &valid));
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

/* A step of the motion that is followed, in two halves, with the field at its three points. */
typedef struct {
  Quad t, h;
  Quad *y[3], *f[3];
  Quad *largest; /* each entry of the field, over all steps */
  Quad bend;     /* the largest second difference of an entry, as a part of its largest value */
  PetscInt entry;
  PetscBool valid;
} DoubleStep;

static PetscErrorCode TakeDoubleStep(const Follower *w, const Quad *from, DoubleStep *s) {
  if (from != s->y[0])
    PetscCall(PetscArraycpy(s->y[0], from, w->size));
  PetscCall(w->core->problem_field(w->problem, s->t, s->y[0], s->f[0], NULL, &s->valid));
  for (int i = 0; i < 2 && s->valid; i++) {
    const Quad t = s->t + i * s->h / 2;
    PetscCall(FollowStep(w, t, s->h / 2, s->y[i], s->f[i], s->y[i + 1], &s->valid));
    if (s->valid)
      PetscCall(w->core->problem_field(w->problem, t + s->h / 2, s->y[i + 1], s->f[i + 1], NULL,
                                       &s->valid));
  }
  s->bend = 0;
  for (PetscInt e = 0; e < w->size && s->valid; e++) {
    const Quad second = fabsq(s->f[2][e] - 2 * s->f[1][e] + s->f[0][e]);
    s->largest[e] = PetscMax(s->largest[e], PetscMax(fabsq(s->f[0][e]), fabsq(s->f[2][e])));
    if (second > s->bend * s->largest[e]) {
      s->bend = second / s->largest[e];
      s->entry = e;
    }
  }
  return 0;
}

/* Halves the step from y so often, each time towards the larger second difference. */
static PetscErrorCode CloseIn(const Follower *w, int halvings, Quad *y, Quad *middle,
                              DoubleStep *s) {
  PetscCall(TakeDoubleStep(w, y, s));
  for (int k = 0; k < halvings && s->valid; k++) {
    Quad left;
    PetscCall(PetscArraycpy(middle, s->y[1], w->size));
    s->h /= 2;
    PetscCall(TakeDoubleStep(w, y, s));
    left = s->bend;
    if (s->valid) {
      s->t += s->h;
      PetscCall(TakeDoubleStep(w, middle, s));
    }
    if (s->valid && s->bend >= left) {
      PetscCall(PetscArraycpy(y, middle, w->size));
    } else if (s->valid) {
      s->t -= s->h;
      PetscCall(TakeDoubleStep(w, y, s));
    }
  }
  return 0;
}

PetscErrorCode FieldFindBreak(const Core *core, Problem problem, Quad t, const Quad *y, Quad h,
                              FieldBreak *found) {
  /* So often that a corner is still far above round-off. */
  const int halvings = core->epsilon < 1e-20 ? 30 : 12;
  Follower w = {.core = core, .problem = problem};
  DoubleStep s = {.t = t, .h = h};
  Quad *start, *middle, before;
  Dimensions d;
  PetscCall(core->problem_dimensions(problem, &d));
  w.size = d.n + d.m;
  PetscCall(PetscMalloc3(w.size, &w.stage, w.size, &w.slope, w.size, &w.sum));
  for (int i = 0; i < 3; i++)
    PetscCall(PetscMalloc2(w.size, &s.y[i], w.size, &s.f[i]));
  PetscCall(PetscCalloc3(w.size, &s.largest, w.size, &start, w.size, &middle));
  PetscCall(PetscArraycpy(start, y, w.size));
  PetscCall(TakeDoubleStep(&w, start, &s));
  before = s.bend;
  PetscCall(CloseIn(&w, halvings, start, middle, &s));
  /* Each halving of a smooth field divides it by 4, of a corner by 2; of a jump by 1. */
  const double order = s.bend > 0 ? (double)(logq(before / s.bend) / logq(2)) / halvings : 2;
  *found =
      (FieldBreak){.found = (PetscBool)(s.valid && order < 1.25 && s.bend > 1e4 * core->epsilon),
                   .jump = (PetscBool)(order < 0.25),
                   .time = s.t,
                   .entry = s.entry};
  for (int i = 0; i < 3; i++)
    PetscCall(PetscFree2(s.y[i], s.f[i]));
  PetscCall(PetscFree3(s.largest, start, middle));
  return PetscFree3(w.stage, w.slope, w.sum);
}
