/* What accuracies cost, by method, and what tolerances are worth: plots, tables and the part of a model's
 * page. */
#ifndef GIMBAL_REPORTS_WORK_H
#define GIMBAL_REPORTS_WORK_H

#include "record/work.h"
#include "reports/html.h"
#include "reports/plots.h"

/* An axis for each kind of work, and one for the processor's time. */
enum { WORK_TIME = WORK_KINDS, WORK_AXES };

/* A method on a place, in a study of work, or in one of tolerances over the same time. */
typedef struct {
  const char *name; /* of the method, with coordinates that are not the first */
  const char *method, *model, *instance;
  const Series *series;
  WorkCurve curve[WORK_AXES];
  WorkCurve low, high; /* of the time: its band */
} WorkRow;

typedef struct {
  PetscInt count;
  WorkRow *at;
  Arena arena;
} WorkRows;

/* Those of a place, in the order of the records; with the arena they go. */
extern PetscErrorCode WorkCollect(const Contents *, const char *place, WorkRows *);
/* Whether any of the rows has work of that kind; linear solves, more of them than iterations. */
extern PetscBool WorkIsAny(const WorkRows *, int axis);
/* "evaluations", "processor time" */
extern const char *WorkAxisName(int axis);

/* Errors against evaluations alone, for one place as wide as a column of a paper, for several side by
 * side, without title and notes; plots/figure-work-MODEL-CASE, named after the first. */
extern PetscErrorCode PlotWorkAlone(const Plotter *, const Request *);
/* tables/work.*; nothing where no work was measured. */
extern PetscErrorCode WriteWork(const Contents *);
/* The same table on the model's page. */
extern PetscErrorCode HtmlWork(Page *, const char *place);

#endif
