/* The angle by which a motion turns from one apsis to the next of the same kind, along a run,
 * against the exact one. An apsis falls between two steps, where the numerical motion is taken to
 * be the polynomial in q and v through the points around it; two polynomials, through different
 * numbers of points, bound what that leaves. The mean over all the apsides of the run is measured.
 */
#include "studies/setting.h"
#include <math.h>
#include <string.h>

#define WIDTH 16 /* points of the longer polynomial; the shorter has four less */

typedef struct {
  const Setting *s;
  Precision precision;
  PetscInt n, m, count;
  const gimbal_apsides *apsides;
  Quad *y; /* the last points of the run, WIDTH×(n+m) */
} Window;

/* Takes the point into the window, and lets go of the oldest. */
static PetscErrorCode Push(Window *w, Integration it) {
  const Core *core = CoreOf(w->precision);
  const PetscInt row = w->n + w->m;
  PetscInt entries;
  PetscFunctionBeginUser;
  if (w->count == WIDTH)
    memmove(w->y, w->y + row, (size_t)((WIDTH - 1) * row) * sizeof *w->y);
  else
    ++w->count;
  Quad *last = w->y + (w->count - 1) * row;
  PetscCall(core->get(it, QUANTITY_CONFIGURATION, &entries, last));
  PetscCall(core->get(it, QUANTITY_VELOCITY, &entries, last + w->n));
  PetscFunctionReturn(0);
}

static Quad Rate(const Window *w, const Quad *y) {
  return SettingScalar(w->s, w->precision, w->n, w->m, &w->apsides->rate, y);
}

static Quad Angle(const Window *w, const Quad *y) {
  return SettingScalar(w->s, w->precision, w->n, w->m, &w->apsides->angle, y);
}

/* The polynomial through `points` of the points in the middle, at x: Neville's scheme. */
static void Interpolate(const Window *w, PetscInt points, Quad x, Quad *y) {
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
  Quad y[row], low = WIDTH / 2 - 1, high = WIDTH / 2, middle = low,
               below = Rate(w, w->y + (WIDTH / 2 - 1) * row),
               above = Rate(w, w->y + WIDTH / 2 * row);
  int side = 0;
  for (int i = 0; i < 60 && high - low > QUAD_C(1e-30); ++i) {
    middle = (low * above - high * below) / (above - below);
    Interpolate(w, points, middle, y);
    const Quad rate = Rate(w, y);
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
  Interpolate(w, points, middle, y);
  return Angle(w, y);
}

/* The same angle, less than half a turn from the last one. */
static Quad Unwrap(Quad angle, Quad last) {
  return angle - 2 * QUAD_PI * roundq((angle - last) / (2 * QUAD_PI));
}

PetscErrorCode MeasureAdvance(const Setting *s, Precision precision, Quad duration, Quad h,
                              json_t *point) {
  const Core *core = CoreOf(precision);
  const PetscInt n = s->dimensions.n, m = s->dimensions.m;
  const gimbal_model *model =
      precision == IN_QUAD ? s->instance->model->descriptor_quad : s->instance->model->descriptor;
  const gimbal_realisation *realisation =
      ListAt(model->realisations, gimbal_realisation, s->realisation);
  const gimbal_apsides *apsides = ListAt(realisation->apsides, gimbal_apsides, 0);
  const PetscInt64 steps = (PetscInt64)(duration / h);
  const PetscInt row = n + m;
  Window window = {.s = s, .precision = precision, .n = n, .m = m, .apsides = apsides};
  Quad first[2] = {0, 0}, last[2] = {0, 0}, exact, mean[2], turned = 0;
  PetscInt found = 0;
  StepFailure failure;
  Integration it;
  PetscFunctionBeginUser;
  if (!realisation->apsides.count)
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(WIDTH * row, &window.y));
  exact = SettingScalar(s, precision, n, m, &apsides->advance, s->y0);
  PetscCall(SettingIntegrate(s, precision, 1, &it));
  PetscCall(core->begin(it, h, s->y0, &failure));
  for (PetscInt64 step = 0; step <= steps && !failure.failed; ++step) {
    PetscCall(Push(&window, it));
    if (window.count == WIDTH) {
      const Quad *now = window.y + (WIDTH / 2 - 1) * row;
      turned = Unwrap(Angle(&window, now), turned);
      if (Rate(&window, now) < 0 && Rate(&window, now + row) >= 0) {
        for (int shorter = 0; shorter < 2; ++shorter) {
          last[shorter] = Unwrap(AngleAtApsis(&window, WIDTH - 4 * shorter), turned);
          if (!found)
            first[shorter] = last[shorter];
        }
        ++found;
      }
    }
    PetscCall(core->advance(it, 1, &failure));
  }
  PetscCall(core->destroy(&it));
  PetscCall(PetscFree(window.y));
  if (found < 2 || failure.failed)
    PetscFunctionReturn(0);
  for (int shorter = 0; shorter < 2; ++shorter)
    mean[shorter] = (last[shorter] - first[shorter]) / (Quad)(found - 1);
  json_object_set_new(
      point, "apsidal_advance",
      json_pack("{s:o,s:o,s:o,s:o,s:i}", "defect", JsonReal((PetscReal)fabsq(mean[0] - exact)),
                "error", JsonReal(10 * (PetscReal)fabsq(mean[0] - mean[1]) + 1e4 * core->epsilon),
                "measured", JsonReal((PetscReal)mean[0]), "exact", JsonReal((PetscReal)exact),
                "apsides", (int)found));
  PetscFunctionReturn(0);
}
