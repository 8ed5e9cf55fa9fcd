/* What every study begins with: a job's names resolved, its initial data, and readings as JSON. */
#ifndef GIMBAL_HARNESS_STUDIES_SETTING_H
#define GIMBAL_HARNESS_STUDIES_SETTING_H

#include "core/core.h"
#include "studies/study.h"

typedef struct {
  Registry registry;
  const json_t *job;
  Method method;
  ModelCase instance;
  PetscInt realisation;
  const gimbal_realisation *descriptor;
  Dimensions dimensions; /* with m = 0 for a model that gives its own ode */
  Problem problem[2];    /* double and quadruple; NULL if the model has no such twin */
  Quad *y0;              /* consistent initial data, n+m; perturbed if the job has a seed */
  PetscReal looser;
  Mutation mutation;
} Setting;

typedef enum { IN_DOUBLE, IN_QUAD } Precision;

extern PetscErrorCode SettingCreate(Registry, const json_t *job, PetscInt member, Setting *);
extern PetscErrorCode SettingDestroy(Setting *);
extern const Core *CoreOf(Precision);
extern const char *PrecisionName(Precision);
/* Whether method and model exist in this precision. */
extern PetscBool SettingHas(const Setting *, Precision);
/* A method on the problem, ready to begin. looser multiplies the job's own. */
extern PetscErrorCode SettingIntegrate(const Setting *, Precision, PetscReal looser, Integration *);
/* An expression of the job in the case's parameters: a duration, a step. */
extern PetscErrorCode SettingEvaluate(const Setting *, const char *text, Quad *);
/* Functions of the model, each named by the address of its member in the descriptor of that
 * precision (registry/model_function.h), of n and m entries at t = 0 and y = (q,v); a vector has
 * `count`. */
extern Quad SettingScalar(const Setting *, Precision, PetscInt n, PetscInt m, const void *member,
                          const Quad *y);
extern void SettingVector(const Setting *, Precision, PetscInt n, PetscInt m, const void *member,
                          const Quad *y, PetscInt count, Quad *out);
/* The period of each entry of q, 0 where it has none: n entries. */
extern PetscErrorCode SettingPeriods(const Setting *, Quad *period);
/* An expression of the method's descriptor; 0 where there is none. */
extern PetscErrorCode SettingEvaluateMethod(const Setting *, const char *text, Quad *);

/* The larger one; NaN stays, so that what could not be measured is not taken for nothing. */
static inline Quad LargerOrNaN(Quad a, Quad b) { return isnanq(a) || b <= a ? a : b; }

/* A number, or null where it is not finite. */
extern json_t *JsonReal(PetscReal);
extern json_t *JsonCounts(const StepCounts *);
/* status, reason, time, step, residual of a failure; or status "done". */
extern void JsonSetStatus(json_t *object, const StepFailure *);

/* The studies, one job kind each. */
extern PetscErrorCode StudyOrder(const Setting *, json_t **measured);
extern PetscErrorCode StudyLong(const Setting *, json_t **measured);
extern PetscErrorCode StudyEnsemble(Registry, const json_t *job, json_t **measured);
extern PetscErrorCode StudyScaling(Registry, const json_t *job, json_t **measured);
extern PetscErrorCode StudyStructure(const Setting *, json_t **measured);
extern PetscErrorCode StudyEquilibrium(const Setting *, json_t **measured);
extern PetscErrorCode StudyCurve(const Setting *, json_t **measured);
/* Of a curve study's point: the angle from apsis to apsis along a run of that duration. */
extern PetscErrorCode MeasureAdvance(const Setting *, Precision, Quad duration, Quad h,
                                     json_t *point);
extern PetscErrorCode StudyEquality(const Setting *, json_t **measured);

#endif
