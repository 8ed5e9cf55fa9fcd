/* Work, counted. A new counter touches two files: its row here, and the line that counts it
 * (core/services.c or core/solve.c). Records and `gimbal run` follow from the row; the member of the
 * record is explained in record/README.md. */
#pragma once

#include <petscsys.h>

/* Of every run: COUNT(member and key, words). */
#define COUNTS_OF_STEPS(COUNT)                                                                     \
  COUNT(steps, "steps")                                                                            \
  COUNT(solves, "solves") /* of nonlinear systems */                                               \
  COUNT(iterations, "Newton iterations")                                                           \
  COUNT(residuals, "residuals")                                                                    \
  COUNT(jacobians, "Jacobians")
/* Calls of the method's own, in its equations and outside them: left out where there were none. */
#define COUNTS_OF_CALLS(COUNT)                                                                     \
  COUNT(fields, "fields")               /* of the index-reduced field, in whatever form */         \
  COUNT(forces, "forces")               /* and of D₁ℓ */                                       \
  COUNT(momenta, "Legendre transforms") /* either way */                                           \
  COUNT(constraints, "constraints")     /* of g, Φ */                                             \
  COUNT(gradients, "their gradients")   /* of Dg, of the directions of reactions */                \
  COUNT(field_jacobians, "Jacobians of the field")                                                 \
  COUNT(linear_solves, "linear systems")

#define COUNT_MEMBER(name, words) PetscInt64 name;
typedef struct {
  COUNTS_OF_STEPS(COUNT_MEMBER)
  COUNTS_OF_CALLS(COUNT_MEMBER)
} Counts;
#undef COUNT_MEMBER
