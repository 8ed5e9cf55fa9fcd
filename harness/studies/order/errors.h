/* What an order study measures: the signed errors of one step size at common output times, and the
 * floor below which they say nothing. */
#ifndef GIMBAL_HARNESS_STUDIES_ORDER_ERRORS_H
#define GIMBAL_HARNESS_STUDIES_ORDER_ERRORS_H

#include "reference/reference.h"
#include "studies/setting.h"

enum { ORDER_TIMES = 4, ORDER_GROUPS = 4 };

/* One judged quantity. */
typedef struct {
  const char *name;
  Quantity quantity;
  PetscInt all, components, at; /* all: its entries; components: those scored; at: of its first
                                   error in a point's errors */
  Quad offset;                  /* where it is scored, in steps after the node */
  PetscReal claimed, bar;
  PetscReal size; /* the reference's largest entry at the output times */
  PetscBool judged;
} OrderGroup;

typedef struct {
  PetscInt steps;
  PetscReal *error; /* group by group, [time][component] */
  StepFailure failure;
  StepCounts counts;
} OrderPoint;

typedef struct {
  const Setting *s;
  OrderGroup group[ORDER_GROUPS];
  PetscInt groups, entries;        /* entries: errors of one point */
  Quad duration, *period, *common; /* common: the reference at the output times */
  ReferenceCertificate certificate;
  PetscInt symmetric;
} OrderStudy;

/* What a run knows of its own floor. Round-off grows like √N, but in a multiplier like N: it is a
 * force, and the equations see its impulse. */
typedef struct {
  PetscReal roundoff[ORDER_GROUPS]; /* seen, over √N or N */
  PetscReal rounding[ORDER_GROUPS]; /* at least, over √N */
  PetscReal solver[ORDER_GROUPS];   /* the effect of the solver's tolerance */
} OrderFloor;

/* Reads the job and solves for the reference. */
extern PetscErrorCode OrderStudyCreate(const Setting *, OrderStudy *);
extern PetscErrorCode OrderStudyDestroy(OrderStudy *);

/* One step size, from 0 to the duration; steps is a multiple of ORDER_TIMES. The errors of a run
 * that failed are NaN from there on. The caller frees point->error. */
extern PetscErrorCode OrderStudyMeasure(const OrderStudy *, Precision, PetscInt steps,
                                        PetscReal looser, OrderPoint *point);

/* The double run against the quadruple one with the same step: their difference is what round-off
 * and the solver did. It is taken at two of the step sizes. */
extern PetscErrorCode OrderStudyMeasureFloor(const OrderStudy *, PetscInt points,
                                             const OrderPoint *point, OrderFloor *);
/* The floor of one group with so many steps, the reference's error bar included. */
extern PetscReal OrderStudyFloorAt(const OrderStudy *, const OrderFloor *, PetscInt group,
                                   PetscInt steps);

#endif
