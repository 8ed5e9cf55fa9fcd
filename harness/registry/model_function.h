/* Functions of a model, called in the precision that they were compiled in.
 *
 * The descriptor of a quadruple twin has the type of the plain one, whose functions are of double
 * precision: so a function is named by the address of its member, &descriptor->energy, and taken out
 * with its own type, never converted. */
#ifndef GIMBAL_HARNESS_REGISTRY_MODEL_FUNCTION_H
#define GIMBAL_HARNESS_REGISTRY_MODEL_FUNCTION_H

#include "gimbal.h"
#include "numerics/quad.h"
#include <string.h>

/* gimbal_scalar and gimbal_vector of a quadruple twin. */
typedef Quad QuadScalar(const Quad *parameters, Quad t, const Quad *q, const Quad *v);
typedef void QuadVector(const Quad *parameters, Quad t, const Quad *q, const Quad *v, Quad *out);

static inline QuadScalar *QuadScalarAt(const void *member) {
  QuadScalar *function;
  memcpy(&function, member, sizeof function);
  return function;
}
static inline QuadVector *QuadVectorAt(const void *member) {
  QuadVector *function;
  memcpy(&function, member, sizeof function);
  return function;
}
static inline gimbal_scalar *ScalarAt(const void *member) {
  gimbal_scalar *function;
  memcpy(&function, member, sizeof function);
  return function;
}
static inline gimbal_vector *VectorAt(const void *member) {
  gimbal_vector *function;
  memcpy(&function, member, sizeof function);
  return function;
}

#endif
