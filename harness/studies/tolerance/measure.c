/* The tolerance study: one uninterrupted run from 0 to T for each tolerance, and its error at T. The
 * library's own floor is part of it: it is given no help below its tolerance. */
#include "record/work.h"
#include "studies/order/series.h"
#include "studies/tolerance/tolerance.h"
#include <math.h>
#include <stdio.h>

enum { POINTS = TOLERANCES_A_DECADE * (TOLERANCE_LAST - TOLERANCE_FIRST) + 1, ROUNDINGS = 32 };

/* The method at its tolerance, if that is one of its parameters. */
static PetscErrorCode Tuned(const Setting *s, PetscReal tolerance, Setting *tuned) {
  char name[256];
  PetscFunctionBeginUser;
  *tuned = *s;
  if (s->method->family->advance)
    PetscFunctionReturn(0);
  PetscCall(PetscSNPrintf(name, sizeof(name), "%s%s%s=%.17g", s->method->name,
                          strchr(s->method->name, ':') ? "," : ":", TOLERANCE_PARAMETER,
                          (double)tolerance));
  PetscCall(RegistryFindMethod(s->registry, name, &tuned->method));
  PetscFunctionReturn(0);
}

static PetscErrorCode MeasurePoint(OrderSubject *study, Precision precision, PetscReal tolerance,
                                   Measured *measured, SeriesPoint *point) {
  const Core *core = CoreOf(precision);
  StepFailure failure;
  Integration it;
  Setting tuned;
  PetscFunctionBeginUser;
  *point = (SeriesPoint){
      .steps = 1, .h = FiniteOrNaN(study->duration), .tolerance = tolerance, .counted = PETSC_TRUE};
  PetscCall(OrderPreparePoint(study, measured, point));
  PetscCall(Tuned(study->s, tolerance, &tuned));
  PetscCall(SettingIntegrate(&tuned, precision, 1, &it));
  const PetscBool by_time = (PetscBool)(tuned.method->family->advance != NULL);
  PetscCall(core->begin(it, by_time ? 0 : study->duration, tuned.y0, &failure));
  if (!failure.failed && by_time)
    PetscCall(core->advance_to(it, study->duration, (Quad)tolerance, &failure));
  else if (!failure.failed)
    PetscCall(core->advance(it, 1, &failure));
  if (!failure.failed)
    PetscCall(OrderReadEnd(study, precision, it, point));
  PetscCall(EndingAndCounts(core, it, &failure, measured, &point->ending, &point->counts));
  PetscCall(core->destroy(&it));
  point->quantities = failure.failed ? 0 : study->groups;
  PetscFunctionReturn(0);
}

PetscErrorCode ToleranceMeasure(const Setting *s, Measured *measured) {
  const Precision precision =
      SettingAsksFor(s, IN_QUAD) && SettingHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
  OrderSubject study;
  Series *series;
  PetscFunctionBeginUser;
  PetscCall(OrderSubjectCreate(s, "q", &study));
  PetscCall(OrderBeginSeries(&study, precision, measured, &series));
  for (PetscInt i = 0, work = 0; i < POINTS && work < TOLERANCE_WORK; ++i) {
    const double power = -TOLERANCE_FIRST - (double)i / TOLERANCES_A_DECADE;
    PetscCall(MeasurePoint(&study, precision, (PetscReal)pow(10, power), measured,
                           &series->point[series->points++]));
    work = (PetscInt)WorkOf(&series->point[i].counts, WORK_EVALUATIONS);
  }
  for (PetscInt g = 0; g < study.groups; ++g) {
    Reals *floors = &series->quantity[g].floor;
    floors->count = series->points;
    for (PetscInt i = 0; i < series->points; ++i)
      floors->at[i] = FiniteOrNaN(
          (Quad)(study.group[g].bar + ROUNDINGS * series->epsilon * study.group[g].size));
  }
  PetscCall(OrderSubjectDestroy(&study));
  PetscFunctionReturn(0);
}
