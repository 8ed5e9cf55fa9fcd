/* What `gimbal check` looks at: one realisation of a model's case with its raw functions, points at
 * which to call them, and differences of them. All in quadruple precision where
 * the model has it. */
#ifndef GIMBAL_HARNESS_CHECK_SUBJECT_H
#define GIMBAL_HARNESS_CHECK_SUBJECT_H

#include "core/core.h"
#include "registry/formulation.h"

typedef struct {
  ModelCase instance;
  PetscInt realisation;
  char name[160]; /* "cvt:low_eps05 cartesian" */
  const gimbal_realisation *descriptor;
  const FormulationData *formulation;
  const void *table; /* of the formulation's functions */
  PetscBool quad;
  const Core *core;
  Problem problem;
  Dimensions d;
  PetscInt k, size, row;   /* multipliers; entries of (q,v); of (q,v,λ) */
  double *parameters;      /* the case's, where there is no quadruple twin */
  Quad *start;             /* initial (q,v) */
  Quad scale[2];           /* of q and of v near the start; never 0 */
  Quad epsilon, tolerance; /* unit round-off; the relative error allowed in a derivative */
  Quad *work;
  double *plain; /* (q,v) in double */
  uint64_t random;
} Subject;

/* A function of a model: where the subject's descriptor has it (registry/model_function.h). */
typedef struct {
  const char *name;
  const void *scalar, *vector; /* one of the two is not NULL */
  PetscInt count;              /* entries; 1 of a scalar */
} Function;

extern PetscErrorCode SubjectCreate(ModelCase, PetscInt realisation, Subject *);
extern PetscErrorCode SubjectDestroy(Subject *);
/* f at (t,y), y = (q,v). */
extern void SubjectCall(Subject *, const Function *, Quad t, const Quad *y, Quad *out);
/* A number in (−1, 1); the same sequence in every run. */
extern Quad SubjectRandom(Subject *);
/* A point near the start, not on the constraints, where the Lagrangian (or what there is) is
 * finite; false if none was found. */
extern PetscBool SubjectPoint(Subject *, Quad *t, Quad *y);
/* d/dε f(t, y + ε·direction) by central differences of order 16 (6 in double). `out` has room for
 * twice the function's entries; the second half is work. */
extern void SubjectDifference(Subject *, const Function *, Quad t, const Quad *y,
                              const Quad *direction, Quad *out);
extern PetscBool SubjectHasTrait(const Subject *, const char *trait);

/* One result on standard output, "ok - text" or "not ok - text"; remarks, "# text". check.c
 * gives them their numbers. */
extern void CheckResult(PetscBool passed, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
extern void CheckSkip(const char *reason, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
extern void CheckRemark(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);

/* The parts of the check. */
extern PetscErrorCode CheckDerivatives(Subject *);
extern PetscErrorCode CheckTraits(Subject *);
extern PetscErrorCode CheckInvariants(Subject *);
extern PetscErrorCode CheckSolution(Subject *);
extern PetscErrorCode CheckMethod(Registry, Method);

#endif
