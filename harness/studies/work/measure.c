/* The work study: the order study's series of step sizes, with the errors of q at the end, and what
 * each run asked for. The counts are the same in every run; the times are not, and are kept apart. */
#include "studies/order/series.h"
#include "studies/work/work.h"

PetscErrorCode WorkMeasure(const Setting *s, Measured *measured) {
  const Precision precision =
      SettingAsksFor(s, IN_QUAD) && SettingHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
  OrderSubject study;
  PetscFunctionBeginUser;
  PetscCall(OrderSubjectCreate(s, "q", &study));
  PetscCall(OrderRunSeries(
      &(OrderSeries){
          .study = &study, .precision = precision, .measured = measured, .more = WorkMore},
      &s->job->steps, NULL));
  PetscCall(OrderSubjectDestroy(&study));
  PetscCall(WorkClock(s, &measured->series[0], measured));
  PetscFunctionReturn(0);
}
