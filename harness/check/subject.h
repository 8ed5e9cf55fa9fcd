/* What the checks of a model examine: one realisation in one case, its functions as the plugin has
 * them, points at which to call them, and their differences; in quadruple precision where the model
 * has it. */
#pragma once

#include "base/arena.h"
#include "base/kept_error.h"
#include "core/core.h"
#include "reference/reference.h"
#include "registry/formulation.h"

/* Why something cannot be checked without a quadruple-precision build. */
#define NO_QUADRUPLE_BUILD                                                                         \
  (HAVE_QUAD ? "built in double precision only; `gimbal build` makes both"                         \
             : "this gimbal was built without quadruple precision")

typedef struct {
  ModelCase instance;
  PetscInt realisation;
  char name[160]; /* "cvt:low_eps05 cartesian" */
  const gimbal_realisation *descriptor;
  const FormulationData *formulation;
  PetscBool quad;
  const Core *core;
  Problem problem;
  Dimensions d;
  PetscInt k, size, row;   /* multipliers; entries of (q,v); of (q,v,λ) */
  Quad *start;             /* initial (q,v) */
  Quad scale[2];           /* of q and of v near the start; never 0 */
  Quad epsilon, tolerance; /* unit round-off; the relative error allowed in a derivative */
  Quad *work;
  Arena room; /* what the checks work in: SubjectRoom */
  uint64_t random;
} Subject;

/* The larger of two defects; what is not a finite number is larger than all that is. */
static inline Quad WorseOf(Quad worst, Quad defect) {
  return defect <= worst ? worst : finiteq(defect) ? defect : QUAD_C(1e300);
}

/* The largest |x_i|, and the largest |x_i − y_i|. */
static inline Quad LargestOf(PetscInt count, const Quad *x) {
  Quad largest = 0;
  for (PetscInt i = 0; i < count; i++)
    largest = WorseOf(largest, fabsq(x[i]));
  return largest;
}
static inline Quad DistanceOf(PetscInt count, const Quad *x, const Quad *y) {
  Quad distance = 0;
  for (PetscInt i = 0; i < count; i++)
    distance = WorseOf(distance, fabsq(x[i] - y[i]));
  return distance;
}

/* A motion of a subject at equal parts of a duration, or why it could not be computed. */
enum { MOTION_TIMES = 4, LARGEST = 200 }; /* entries of (q,v) of which motions are computed */
typedef struct {
  Quad time[MOTION_TIMES], *rows;
  ReferenceCertificate certificate;
  PetscBool solved;
  KeptError error; /* its text is "" where it is solved */
} Motion;

/* The believed errors of q and v together. */
static inline Quad MotionUncertainty(const Motion *motion) {
  const PetscReal *const u = motion->certificate.uncertainty;
  return (Quad)(u[REFERENCE_Q] + u[REFERENCE_V]);
}

/* A function of a model that is differenced: where the subject's descriptor has it. */
typedef struct {
  const char *name;
  const void *member;
  PetscInt count; /* entries; 1 of a scalar */
} Function;

extern PetscErrorCode SubjectCreate(ModelCase, PetscInt realisation, Subject *);
extern PetscErrorCode SubjectDestroy(Subject *);
/* So many zeros, which last as long as the subject. Without memory the process ends: it is the check's own. */
extern Quad *SubjectRoom(Subject *, PetscInt count);
/* Calls the function that is this member of the descriptor at (t,y), y = (q,v), in whichever precision
 * the model has. */
extern void SubjectCall(Subject *, const void *member, Quad t, const Quad *y, Quad *out);
/* A pseudo-random number in (−1, 1); the sequence is the same in every run. */
extern Quad SubjectRandom(Subject *);
/* A point near the start, not in general on the constraints, at which the Lagrangian or Hamiltonian
 * is finite; false if none was found. */
extern PetscBool SubjectPoint(Subject *, Quad *t, Quad *y);
/* Moves y onto the constraints at time t; false if that fails. */
extern PetscBool SubjectConstrain(Subject *, Quad t, Quad *y);
/* d/dε f(t, y + ε·direction) by central differences of order 16 (6 in double), over that `part` of
 * the usual distance. `out` has room for twice the function's entries; the second half is work. */
extern void SubjectDifference(Subject *, const Function *, Quad t, const Quad *y,
                              const Quad *direction, Quad part, Quad *out);
/* The motion from (q,v) = start; `numerically`: not by the closed form. */
extern void SubjectFollow(Subject *, const Quad *start, Quad duration, PetscBool numerically,
                          Motion *);
/* The largest residual of the constraints (g, Dg·v, Φ) at time 0. */
extern Quad SubjectResidual(Subject *, const Quad *y);
extern PetscBool SubjectHasTrait(const Subject *, const char *trait);

/* Print one result, "ok - text" or "not ok - text", and a remark, "# text"; check.c adds the
 * numbers. */
extern void CheckResult(PetscBool passed, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
extern void CheckSkip(const char *reason, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
extern void CheckRemark(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);

/* Results so far that were "not ok". */
extern PetscInt CheckFailures(void);

/* The parts of the check. */
extern PetscErrorCode CheckFunctions(Subject *);
extern PetscErrorCode CheckDerivatives(Subject *);
extern void CheckInitialData(Subject *, Quad epsilon);
extern void CheckSeparable(Subject *);
extern void CheckTraits(Subject *);
/* Those of which claims are made; no motion is computed but a short one. */
extern void CheckTraitsBriefly(Subject *);
extern void CheckContraction(Subject *);
extern void CheckContact(Subject *);
extern PetscErrorCode CheckInvariants(Subject *);
extern PetscErrorCode CheckSolution(Subject *);
/* Of the solution only the energy and the invariants, over the first part of the motion. */
extern PetscErrorCode CheckConservationBriefly(Subject *);
extern void CheckEquilibria(Subject *);
extern PetscErrorCode CheckMethod(Registry, Method);
