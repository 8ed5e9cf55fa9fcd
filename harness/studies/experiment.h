/* What every study, and every run by hand, begins with: names resolved, and initial data. */
#pragma once

#include "base/arena.h"
#include "core/core.h"
#include "record/job.h"
#include "record/measured.h"
#include "units/units.h"

typedef struct Experiment {
  Registry registry;
  const Job *job;
  Method method;
  ModelCase instance;
  PetscBool ode; /* the method is one of odes, and knows no momenta */
  PetscInt realisation;
  const gimbal_realisation *descriptor;
  Dimensions dimensions;       /* with m = 0 for a model that gives its own ode */
  Problem problem[PRECISIONS]; /* NULL if the model is not built in that precision */
  Precision exact;             /* the best in which it is */
  Arena room;                  /* what studies work in: ExperimentRoom */
  Quad *y0;                    /* consistent initial data, n+m; perturbed if there is a seed */
  PetscReal tolerance_factor;
  Mutation mutation;
  PetscBool action; /* integrations are to give the action's increments; core/core.h */
} Experiment;

/* The method, the model and the data that a job names, with its tolerance. The job outlives the experiment.
 * The member is one of an ensemble, or 0. */
extern PetscErrorCode ExperimentCreate(Registry, const Job *, PetscInt member, Experiment *);
/* For tests of the judge: from here on, methods of all jobs have this number wrong; NULL: none. */
extern void ExperimentsMutate(const Mutation *);
extern PetscErrorCode ExperimentDestroy(Experiment *);
/* So many zeros, which last as long as the experiment. */
static inline Quad *ExperimentRoom(const Experiment *s, PetscInt64 count) {
  return ArenaArray(s->room, count, sizeof(Quad));
}
static inline const Core *CoreOf(Precision precision) {
  return precision == IN_QUAD ? CoreQuad() : CoreDouble();
}
/* Whether method and model exist in this precision. */
extern PetscBool ExperimentHas(const Experiment *, Precision);
extern PetscBool ExperimentAsksFor(const Experiment *, Precision);
/* The best precision in which method and model exist; and quadruple where the job names it and both
 * exist in it, else double. */
extern Precision ExperimentBestPrecision(const Experiment *);
extern Precision ExperimentNamedPrecision(const Experiment *);
/* The realisation whose functions a problem of that precision calls. */
extern const gimbal_realisation *ExperimentRealisation(const Experiment *, Precision);
/* A method on the problem, ready to begin. The factor multiplies the experiment's own. */
extern PetscErrorCode ExperimentIntegrate(const Experiment *, Precision, PetscReal tolerance_factor,
                                          Integration *);
/* A method that takes steps, up to the first that fails: then none until it begins again. An error stops it for
 * good, and StepperEnd returns it. */
typedef struct {
  const Experiment *s;
  const Core *core;
  Integration it;
  StepFailure failure; /* of the last begin, or since it; its text is kept until the next failure */
  PetscErrorCode error;
} Stepper;
/* With the experiment's tolerance times that factor. */
extern Stepper StepperCreate(const Experiment *, Precision, PetscReal tolerance_factor);
/* Whether it has begun, from the initial data if y is NULL, and whether it has taken all steps. */
extern PetscBool StepperBegin(Stepper *, Quad h, const Quad *y);
extern PetscBool StepperAdvance(Stepper *, PetscInt64 steps);
/* With steps of the method's own: see core/core.h. */
extern PetscBool StepperAdvanceTo(Stepper *, Quad t, Quad tolerance);
/* A present quantity, and the scale of its terms (core/core.h); the present (q,v), n+m. */
extern void StepperRead(Stepper *, Quantity, Quad *);
extern void StepperReadScale(Stepper *, Quantity, Quad *);
extern void StepperReadState(Stepper *, Quad *y);
extern PetscErrorCode StepperEnd(Stepper *);
/* Of a member of the job's ensemble the errors of energy after so many steps each, with steps of h (0:
 * the job's); NaN from the first time on that it does not reach, or at which the error is no number.
 * *scale is raised to the size of the energy's terms. */
extern PetscErrorCode ExperimentRunMember(const Experiment *any, PetscInt member, Quad h,
                                          PetscInt times, const PetscInt64 at[], PetscReal error[],
                                          PetscReal *scale, StepFailure *);
/* An expression in the case's parameters. */
extern PetscErrorCode ExperimentEvaluate(const Experiment *, const char *text, Quad *);
/* A duration, or a step: the expression's value is in the model's units, the result in those in which
 * the experiment is integrated. */
extern PetscErrorCode ExperimentEvaluateTime(const Experiment *, const char *text, Quad *);
/* By how much a step that no suite gave is too long for any method: the power of two after which it
 * resolves the forces that the motion meets at the start, and where they grow a hundredfold within that
 * duration: after the time *passage; 0: they do not. */
extern Quad ExperimentUnresolved(const Experiment *, Quad h, Quad duration, Quad *passage);
/* The same over the case's duration, for methods that must not step over the time scale of the linearised field
 * either. */
extern Quad ExperimentExcess(const Experiment *, Quad h);
/* The step of a run. One that no suite gave is divided by its excess; of a case's own, by what is unresolved. */
extern PetscErrorCode ExperimentEvaluateStep(const Experiment *, const JobRun *, Quad *h);
/* The job's step size of that index. If no suite gave them, all are divided by what the first one is. */
extern PetscErrorCode ExperimentEvaluateStepSize(const Experiment *, PetscInt i, Quad *h);
/* An expression of the method's descriptor; 0: none. */
extern PetscErrorCode ExperimentEvaluateMethod(const Experiment *, const char *text, Quad *);
/* Where the method's values are scored, in steps after the node. */
extern PetscErrorCode ExperimentTimeOf(const Experiment *, MethodTime, Quad *steps);

/* Entries of (q,v,λ). */
static inline PetscInt RowEntries(const Dimensions *d) {
  return d->n + d->m + d->holonomic + d->nonholonomic;
}

/* The residuals of the constraints: g, Dg·v and Φ. */
static inline PetscInt ConstraintResiduals(const Dimensions *d) {
  return 2 * d->holonomic + d->nonholonomic;
}

/* The larger one; NaN stays, so that what could not be measured is not taken for nothing. */
static inline Quad LargerOrNaN(Quad a, Quad b) { return isnanq(a) || b <= a ? a : b; }

/* What a measurement of points, runs or an ensemble begins with. */
extern void MeasuredBegin(Measured *, MeasuredShape, Precision);
/* The number as a record holds it. */
extern PetscReal FiniteOrNaN(Quad);
/* A defect of the point, with a number of that name where the value is finite. */
extern void PointDefectWith(Measured *, Point *, const char *name, Quad defect, Quad error,
                            const char *number, Quad value);
extern void EndingOf(const StepFailure *, Measured *, Ending *);
/* The same of a run so far, and what it has cost; it ends here. */
extern PetscErrorCode StepperRecord(Stepper *, Measured *, Ending *, Counts *);

/* Replaces y0 by consistent data near it, drawn from the seed: the same seed gives the same data
 * everywhere. */
extern PetscErrorCode PerturbInitialData(Experiment *, PetscInt seed);
