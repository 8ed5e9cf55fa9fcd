/* The curve study: whether a method's trajectory is the exact one up to a reparametrisation of
 * time. At a few times along a run, the distance of the numerical point from the exact orbit, as a
 * set near that time, and how far along it the nearest point is from where time says it should be.
 *
 * The nearest point is found by Newton's method on the time: the exact solution is asked for at the
 * times found so far, and a little before and after them for its tangent. `orbit` is the curve in
 * configuration space, which is all that "trajectory" may mean; `phase_orbit` the one of (q,v).
 *
 * One number says it for a motion that comes and goes: the angle by which it turns meanwhile
 * (apsides.c). Only what a claim asks for is measured. */
#include "reference/reference.h"
#include "studies/setting.h"
#include <math.h>
#include <string.h>

#define POINTS 8 /* at which a run is compared */
#define PASSES 4 /* of Newton's method, with the tangent of a difference */

typedef struct {
  PetscInt configuration, entries, row; /* entries of q, of (q,v), of a reference's row */
} Shape;

/* The distance of the point y from the exact curve through at(0), and where on it the nearest point
 * is, to second order: rows just before, at, and just after the time. */
static void Nearest(PetscInt entries, const Quad *row[3], Quad apart, const Quad *y, Quad *shift,
                    PetscReal *distance) {
  Quad along = 0, square = 0, rest = 0;
  for (PetscInt i = 0; i < entries; ++i) {
    const Quad tangent = (row[2][i] - row[0][i]) / (2 * apart);
    along += (y[i] - row[1][i]) * tangent;
    square += tangent * tangent;
  }
  *shift = square > 0 ? along / square : 0;
  for (PetscInt i = 0; i < entries; ++i) {
    const Quad tangent = (row[2][i] - row[0][i]) / (2 * apart);
    const Quad off = y[i] - row[1][i] - *shift * tangent;
    rest += off * off;
  }
  *distance = (PetscReal)sqrtq(rest);
}

/* The largest distance of the run's points from the curve, in the first `entries` of (q,v). */
static PetscErrorCode Distance(const Setting *s, const Shape *shape, PetscInt entries,
                               const Quad *time, const Quad *y, PetscReal epsilon,
                               PetscReal *distance, PetscReal *error, PetscReal *shift) {
  const Quad apart = time[0] / 64;
  Quad at[3 * POINTS], moved[POINTS] = {0}, *solution;
  PetscReal last = 0, bar = 0;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(3 * POINTS * shape->row, &solution));
  for (int pass = 0; pass <= PASSES; ++pass) {
    ReferenceCertificate certificate;
    for (int k = 0; k < POINTS; ++k)
      for (int side = 0; side < 3; ++side)
        at[3 * k + side] = time[k] + moved[k] + (side - 1) * apart;
    PetscCall(ReferenceSolve(s->instance, s->realisation, s->y0, 3 * POINTS, at, NULL, solution,
                             &certificate));
    bar = fmax(certificate.bar_configuration,
               entries > shape->configuration ? certificate.bar_velocity : 0);
    *distance = *shift = last = 0;
    for (int k = 0; k < POINTS; ++k) {
      const Quad *row[3] = {solution + (3 * k) * shape->row, solution + (3 * k + 1) * shape->row,
                            solution + (3 * k + 2) * shape->row};
      PetscReal apart_by;
      Quad step;
      Nearest(entries, row, apart, y + k * shape->entries, &step, &apart_by);
      /* No farther than a third of the way to the next point: the times must stay in their order.
       */
      if (fabsq(moved[k] + step) < time[0] / 3)
        moved[k] += step;
      last = fmax(last, (PetscReal)fabsq(step));
      *distance = fmax(*distance, apart_by);
      *shift = fmax(*shift, (PetscReal)fabsq(moved[k]));
    }
  }
  /* The exact orbit, round-off of the run, and what the last pass of Newton's method leaves. */
  *error = 10 * bar + 1e4 * epsilon + 100 * last * (last + (PetscReal)(apart * apart));
  PetscCall(PetscFree(solution));
  PetscFunctionReturn(0);
}

static PetscBool Asked(const Setting *s, const char *quantity) {
  const json_t *claims = json_object_get(s->job, "claims"), *claim;
  size_t i;
  json_array_foreach(claims, i,
                     claim) if (!strcmp(json_string_value(json_object_get(claim, "quantity")),
                                        quantity)) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode Examine(const Setting *s, Precision precision, const Shape *shape,
                              Quad duration, Quad h, json_t *point) {
  const Core *core = CoreOf(precision);
  const PetscInt64 steps = (PetscInt64)(duration / h / POINTS + QUAD_C(0.5));
  Quad time[POINTS], y[POINTS * shape->entries + 1];
  Integration it;
  StepFailure failure;
  PetscInt count;
  PetscFunctionBeginUser;
  PetscCheck(steps > 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: a curve study needs at least %d steps; the duration is %g, h is %g",
             s->instance->model->name, POINTS, (double)duration, (double)h);
  json_object_set_new(point, "h", JsonReal((PetscReal)h));
  PetscCall(SettingIntegrate(s, precision, 1, &it));
  PetscCall(core->begin(it, h, s->y0, &failure));
  for (int k = 0; k < POINTS && !failure.failed; ++k) {
    PetscCall(core->advance(it, steps, &failure));
    if (failure.failed)
      break;
    time[k] = (k + 1) * steps * h;
    PetscCall(core->get(it, QUANTITY_CONFIGURATION, &count, y + k * shape->entries));
    PetscCall(
        core->get(it, QUANTITY_VELOCITY, &count, y + k * shape->entries + shape->configuration));
  }
  for (int phase = 0; phase < 2 && !failure.failed; ++phase) {
    PetscReal distance = NAN, error = NAN, shift = NAN;
    if (!Asked(s, phase ? "phase_orbit" : "orbit"))
      continue;
    PetscCall(Distance(s, shape, phase ? shape->entries : shape->configuration, time, y,
                       core->epsilon * (PetscReal)(POINTS * steps), &distance, &error, &shift));
    json_object_set_new(point, phase ? "phase_orbit" : "orbit",
                        json_pack("{s:o,s:o,s:o}", "defect", JsonReal(distance), "error",
                                  JsonReal(error), "shift", JsonReal(shift)));
  }
  JsonSetStatus(point, &failure);
  PetscCall(core->destroy(&it));
  if (!failure.failed && Asked(s, "apsidal_advance"))
    PetscCall(MeasureAdvance(s, precision, duration, h, point));
  PetscFunctionReturn(0);
}

PetscErrorCode StudyCurve(const Setting *s, json_t **measured) {
  const Precision precision = SettingHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
  const Shape shape = {.configuration = s->dimensions.n,
                       .entries = s->dimensions.n + s->dimensions.m,
                       .row = s->dimensions.n + s->dimensions.m + s->dimensions.holonomic +
                              s->dimensions.nonholonomic};
  json_t *points = json_array();
  const json_t *each;
  Quad duration;
  size_t i;
  PetscFunctionBeginUser;
  PetscCall(SettingEvaluate(s, json_string_value(json_object_get(s->job, "duration")), &duration));
  json_array_foreach(json_object_get(s->job, "h"), i, each) {
    json_t *point = json_object();
    Quad h;
    PetscCall(SettingEvaluate(s, json_string_value(each), &h));
    PetscCall(Examine(s, precision, &shape, duration, h, point));
    json_array_append_new(points, point);
  }
  *measured = json_pack("{s:s,s:f,s:o}", "precision", PrecisionName(precision), "epsilon",
                        CoreOf(precision)->epsilon, "points", points);
  PetscFunctionReturn(0);
}
