/* A series of step sizes, for studies of errors against steps or against work. Sizes are added as
 * the study's rule requests them, while a budget lasts, which is counted in steps, never in
 * seconds. */
#ifndef GIMBAL_HARNESS_STUDIES_ORDER_SERIES_H
#define GIMBAL_HARNESS_STUDIES_ORDER_SERIES_H

#include "base/limits.h"
#include "record/request.h"
#include "studies/order/errors.h"

/* What a study's rule requests, given the measurements so far. */
typedef PetscErrorCode OrderAsks(const Job *, const Measured *, Request *);

typedef struct {
  OrderSubject *study;
  Precision precision;
  Measured *measured; /* gets the series */
  OrderAsks *more;
  Measured *kept;          /* holds the quadruple points of the noise level */
  const OrderNoise *known; /* NULL: it is measured at the first points */
} OrderSeries;

/* What is known of a series before its points, for which there is room. */
extern PetscErrorCode OrderBeginSeries(const OrderSubject *, Precision, Measured *, Series **);
/* A whole series, from the requested steps, and its noise level; NULL: none is measured. */
extern PetscErrorCode OrderRunSeries(const OrderSeries *, const Integers *requested, OrderNoise *);

#endif
