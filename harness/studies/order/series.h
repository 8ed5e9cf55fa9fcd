/* What an order study measures, for studies of errors against steps or against work: the signed errors
 * of one step size at common output times, and the noise level below which they are not significant; and
 * a series of step sizes. Sizes are added as the study's rule requests them, while a budget lasts, which
 * is counted in steps, never in seconds. */
#pragma once

#include "base/limits.h"
#include "record/request.h"
#include "reference/reference.h"
#include "studies/experiment.h"

enum { ORDER_TIMES = 4, ORDER_GROUPS = 4 };

/* One judged quantity. */
typedef struct {
  const char *name;
  Quantity quantity;
  ReferencePart part; /* of whose uncertainty its own is */
  PetscInt first;     /* of its entries in a row of the reference; −1: momenta, made of q and v */
  PetscInt all, components; /* all: its entries; components: those scored */
  Quad offset;              /* where it is scored, in steps after the node */
  PetscReal claimed, bar;
  PetscReal size; /* the reference's largest entry at the output times */
} OrderGroup;

/* The reference at an offset from the output times, with one step size. */
typedef struct {
  Quad offset;
  PetscInt64 steps;
  Quad *rows; /* ORDER_TIMES of them */
} OrderBetween;

typedef struct {
  const Experiment *s;
  OrderGroup group[ORDER_GROUPS];
  PetscInt groups;
  PetscInt first;         /* of the output times, the first at which errors are taken */
  Quad duration, *common; /* common: the reference at the output times */
  ReferenceCertificate certificate;
  Quad rate;              /* of the field along the reference, the largest */
  SeriesPoint in_quad[2]; /* taken in quadruple precision for the noise level */
  PetscInt in_quads;
  OrderBetween *between; /* those that were requested */
  PetscInt betweens;
  Quad *value, *expected; /* room for a row each */
} OrderSubject;

/* The noise level of a run. Round-off grows like √N, but in a multiplier like N: it is a force, and
 * the equations see its impulse. */
typedef struct {
  PetscReal roundoff[ORDER_GROUPS]; /* seen, over √N or N */
  PetscReal rounding[ORDER_GROUPS]; /* at least, over √N */
  PetscReal solver[ORDER_GROUPS];   /* the effect of the solver's tolerance */
  /* The largest difference of the two builds in units of its explanation, and both; NaN: there is
   * one build, or it was not taken. */
  PetscReal difference[ORDER_GROUPS], explained[ORDER_GROUPS];
} OrderNoise;

/* Reads the job and solves for the reference. Errors are taken of what the job's claims of order are
 * on, at all output times; or, where a quantity is named, of that one alone, at the end. */
extern PetscErrorCode OrderSubjectCreate(const Experiment *, const char *only, OrderSubject *);

/* One step size, from 0 to the duration; steps is a multiple of ORDER_TIMES. What the point holds
 * is the measurement's, which may be another than the one that the point is in. */
extern PetscErrorCode OrderMeasurePoint(OrderSubject *, Precision, PetscInt64 steps,
                                        PetscReal tolerance_factor, Measured *, SeriesPoint *);

/* Room for the errors of a run, none of which is known yet, and those at an output time. */
extern void OrderPreparePoint(const OrderSubject *, Measured *, SeriesPoint *);
extern PetscErrorCode OrderReadErrors(OrderSubject *, Stepper *, PetscInt time, SeriesPoint *);
/* Of a quantity's scored entries that of an index. */
static inline PetscInt OrderEntry(const OrderGroup *g, PetscInt c) {
  return (PetscInt)((PetscInt64)c * g->all / g->components);
}

/* The double run against the quadruple one with the same step: their difference is what round-off
 * and the solver did. It is taken at two of the step sizes; the quadruple points are kept with the
 * subject, and what they hold is the measurement's. */
extern PetscErrorCode OrderMeasureNoise(OrderSubject *, PetscInt points, const SeriesPoint *point,
                                        Measured *, OrderNoise *);
/* The noise level of one group with so many steps, the uncertainty of the reference included. */
extern PetscReal OrderNoiseAt(const OrderSubject *, const OrderNoise *, PetscInt group,
                              PetscInt64 steps);

/* Runs over the job's horizon, if it has one, with the noise level of the double series. */
extern PetscErrorCode OrderMeasureLate(const OrderSubject *, const OrderNoise *, Measured *);

/* ---- A series ---- */

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
extern Series *OrderBeginSeries(const OrderSubject *, Precision, Measured *);
/* A whole series, from the requested steps, and its noise level; NULL: none is measured. */
extern PetscErrorCode OrderRunSeries(const OrderSeries *, const Integers *requested, OrderNoise *);
