/* Derivatives that a model leaves out, by differences of what they are the derivatives of. In quadruple
 * precision they are of order 16, with an error near 1e-30 of the sizes; in double they are taken through the
 * quadruple-precision build, right to double rounding, and without one of order 6, near 1e-13. */
#ifndef GIMBAL_HARNESS_UNITS_DERIVED_CALLS_H
#define GIMBAL_HARNESS_UNITS_DERIVED_CALLS_H

#include "units/model_calls.h"

/* Finds those that the table of the realisation lacks, and has them answered as if the model gave them. */
extern PetscErrorCode DerivedCallsCreate(ModelCase, PetscInt realisation, ModelCalls *);
extern PetscErrorCode DerivedCallsDestroy(ModelCalls *);
/* The value in the host's units; NaN where the model has none. */
extern void DerivedCall(const ModelCalls *, int function, Real t, const Real *q, const Real *v,
                        Real *out);

/* Those of a problem in double precision, by the model's functions in quadruple precision. */
extern PetscErrorCode DerivedCallsOpen(ModelCase, PetscInt realisation, void **);
extern PetscErrorCode DerivedCallsClose(void *);
extern void DerivedCallsRound(const void *, int function, Real t, const Real *q, const Real *v,
                              Real *out);
#if !defined(GIMBAL_QUAD) && !defined(GIMBAL_WITHOUT_QUAD)
extern PetscErrorCode DerivedCallsOpen_quad(ModelCase, PetscInt realisation, void **);
extern PetscErrorCode DerivedCallsClose_quad(void *);
extern void DerivedCallsRound_quad(const void *, int function, Quad t, const Quad *q, const Quad *v,
                                   Quad *out);
#endif

#endif
