/* The angle by which a motion turns from one apsis to the next of the same kind, against the
 * exact one: the mean over all the apsides of a run. An apsis falls between two steps. There the
 * motion is taken to be the polynomial in q and v through the points around it. Two polynomials,
 * through different numbers of points, bound the error. */
#include "numerics/step_size.h"
#include "studies/curve/curve.h"
#include "studies/experiment.h"
#include <string.h>

#define WIDTH 16 /* points of the longer polynomial; the shorter has four less */

typedef struct {
  const Experiment *s;
  Precision precision;
  PetscInt n, m, count;
  const gimbal_apsides *apsides;
  Quad *y;  /* the last points of the run, WIDTH×(n+m) */
  Quad *at; /* room for one */
} Window;

/* Takes the point into the window, and lets go of the oldest. */
static PetscErrorCode PushPoint(Window *w, Integration it) {
  const PetscInt row = w->n + w->m;
  PetscFunctionBeginUser;
  if (w->count == WIDTH)
    memmove(w->y, w->y + row, (size_t)((WIDTH - 1) * row) * sizeof *w->y);
  else
    ++w->count;
  PetscCall(ExperimentReadState(w->s, w->precision, it, w->y + (w->count - 1) * row));
  PetscFunctionReturn(0);
}

static Quad ModelValue(const Window *w, const void *member, const Quad *y) {
  Quad value;
  CoreOf(w->precision)->problem_call(w->s->problem[w->precision], member, 0, y, &value);
  return value;
}

static Quad ApsisRate(const Window *w, const Quad *y) {
  return ModelValue(w, &w->apsides->rate, y);
}

static Quad ApsisAngle(const Window *w, const Quad *y) {
  return ModelValue(w, &w->apsides->angle, y);
}

/* The polynomial through `points` of the points in the middle, at x: Neville's scheme. */
static void InterpolateState(const Window *w, PetscInt points, Quad x, Quad *y) {
  const PetscInt row = w->n + w->m, from = (WIDTH - points) / 2;
  for (PetscInt d = 0; d < row; ++d) {
    Quad p[WIDTH];
    for (PetscInt i = 0; i < points; ++i)
      p[i] = w->y[(from + i) * row + d];
    for (PetscInt k = 1; k < points; ++k)
      for (PetscInt i = 0; i < points - k; ++i)
        p[i] = ((x - (Quad)(from + i)) * p[i + 1] - (x - (Quad)(from + i + k)) * p[i]) / (Quad)k;
    y[d] = p[0];
  }
}

/* The angle where the rate vanishes between the two points in the middle, by the secant method with
 * a bracket (Illinois). */
static Quad AngleAtApsis(const Window *w, PetscInt points) {
  const PetscInt row = w->n + w->m;
  Quad *const y = w->at;
  Quad low = WIDTH / 2 - 1, high = WIDTH / 2, middle = low,
       below = ApsisRate(w, w->y + (WIDTH / 2 - 1) * row),
       above = ApsisRate(w, w->y + WIDTH / 2 * row);
  int side = 0;
  for (int i = 0; i < 60 && high - low > QUAD_C(1e-30); ++i) {
    middle = (low * above - high * below) / (above - below);
    InterpolateState(w, points, middle, y);
    const Quad rate = ApsisRate(w, y);
    if (rate < 0) {
      low = middle, below = rate;
      above /= side < 0 ? 2 : 1;
      side = -1;
    } else {
      high = middle, above = rate;
      below /= side > 0 ? 2 : 1;
      side = 1;
    }
    if (rate == 0)
      break;
  }
  InterpolateState(w, points, middle, y);
  return ApsisAngle(w, y);
}

/* The same angle, less than half a turn from the last one. */
static Quad UnwrapAngle(Quad angle, Quad last) {
  return angle - 2 * QUAD_PI * roundq((angle - last) / (2 * QUAD_PI));
}

/* The apsides of a run so far: where the first and the last are, by either polynomial. */
typedef struct {
  PetscInt found;
  Quad first[2], last[2];
  Quad turned; /* the angle at the present point */
} Apsides;

/* Looks for one between the two points in the middle of a full window. */
static void LookForApsis(const Window *w, Apsides *a) {
  const PetscInt row = w->n + w->m;
  const Quad *now = w->y + (WIDTH / 2 - 1) * row;
  a->turned = UnwrapAngle(ApsisAngle(w, now), a->turned);
  if (!(ApsisRate(w, now) < 0 && ApsisRate(w, now + row) >= 0))
    return;
  for (int shorter = 0; shorter < 2; ++shorter) {
    a->last[shorter] = UnwrapAngle(AngleAtApsis(w, WIDTH - 4 * shorter), a->turned);
    if (!a->found)
      a->first[shorter] = a->last[shorter];
  }
  ++a->found;
}

/* The mean over the run, against the exact one. */
static PetscErrorCode StoreAdvance(const Window *w, const Apsides *a, Quad exact,
                                   Measured *measured, Point *point) {
  Quad mean[2];
  Defect *defect;
  PetscFunctionBeginUser;
  for (int shorter = 0; shorter < 2; ++shorter)
    mean[shorter] = (a->last[shorter] - a->first[shorter]) / (Quad)(a->found - 1);
  PetscCall(PointDefect(
      measured, point, "apsidal_advance", (PetscReal)fabsq(mean[0] - exact),
      10 * (PetscReal)fabsq(mean[0] - mean[1]) + 1e4 * CoreOf(w->precision)->epsilon, &defect));
  PetscCall(DefectNumber(measured, defect, "measured", (PetscReal)mean[0]));
  PetscCall(DefectNumber(measured, defect, "exact", (PetscReal)exact));
  PetscCall(DefectNumber(measured, defect, "apsides", (PetscReal)a->found));
  PetscFunctionReturn(0);
}

PetscErrorCode CurveMeasureAdvance(const Experiment *s, Precision precision, Quad duration, Quad h,
                                   Measured *measured, Point *point) {
  const Core *core = CoreOf(precision);
  const gimbal_realisation *realisation = ExperimentRealisation(s, precision);
  const PetscInt64 steps = (PetscInt64)StepsWithin(duration, h);
  Window window = {.s = s,
                   .precision = precision,
                   .n = s->dimensions.n,
                   .m = s->dimensions.m,
                   .apsides = ListAt(realisation->apsides, gimbal_apsides, 0)};
  const PetscInt row = window.n + window.m;
  Apsides apsides = {.found = 0};
  StepFailure failure;
  Integration it;
  PetscFunctionBeginUser;
  if (!realisation->apsides.count)
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(WIDTH * row, &window.y, row, &window.at));
  PetscCall(ExperimentBegin(s, precision, h, &it, &failure));
  for (PetscInt64 step = 0; step <= steps && !failure.failed; ++step) {
    PetscCall(PushPoint(&window, it));
    if (window.count == WIDTH)
      LookForApsis(&window, &apsides);
    PetscCall(core->advance(it, 1, &failure));
  }
  PetscCall(core->destroy(&it));
  if (apsides.found >= 2 && !failure.failed)
    PetscCall(StoreAdvance(&window, &apsides, ModelValue(&window, &window.apsides->advance, s->y0),
                           measured, point));
  PetscCall(PetscFree2(window.y, window.at));
  PetscFunctionReturn(0);
}
