/* What the methods of tests/right and tests/wrong have in common: short forms of a claim, and of the
 * descriptor of a file with one method. */
#ifndef BLIND_CLAIM_H
#define BLIND_CLAIM_H
#include "gimbal.h"

#define CLAIM_WHEN(study_, quantity_, value_, when_)                                               \
  { .study = study_, .quantity = quantity_, .value = value_, .when = when_ }
#define CLAIM(study_, quantity_, value_)                                                           \
  { .study = study_, .quantity = quantity_, .value = value_ }

#define ORDER_Q(order) CLAIM("order", "q", order)
#define ORDER_V(order) CLAIM_WHEN("order", "v", order, "m > 0")
#define ORDER_P(order) CLAIM("order", "p", order)
#define ENERGY(word, when) CLAIM_WHEN("energy", "energy", word, when)
#define LINEAR_EXACT CLAIM_WHEN("invariant", "linear", "exact", "unconstrained")
#define QUADRATIC_EXACT CLAIM_WHEN("invariant", "quadratic", "exact", "unconstrained")
#define MOMENTUM_MAP_EXACT                                                                         \
  CLAIM_WHEN("invariant", "momentum_map", "exact", "canonical && (linear || quadratic)")
#define SYMPLECTIC(word, when) CLAIM_WHEN("structure", "symplectic", word, when)
#define REVERSIBLE(word) CLAIM_WHEN("structure", "reversible", word, "reversible")

/* Where the form is constant in (q,v): where the mass matrix is. */
#define CONSTANT_FORM "canonical && separable"

/* The step, the coefficients and the claims are those of the file. */
#define METHOD(name_, title_, citation_, formulation_, ...)                                        \
  static const gimbal_method methods[] = {{.name = name_,                                          \
                                           .title = title_,                                        \
                                           .citation = citation_,                                  \
                                           .formulation = formulation_,                            \
                                           .step = step,                                           \
                                           .claims = GIMBAL_ARRAY(claims),                         \
                                           __VA_ARGS__}};                                          \
  GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods))

#endif
