/* The functions of a model that is a program: each call is one message, and its values are the answer. */
#pragma once

#include "external/external.h"
#include "numerics/quad.h"

/* One call. Numbers are sent with the digits of a double, or with those of quadruple precision. */
typedef struct {
  int model, realisation; /* among those that the program describes */
  const char *function;   /* by its name in gimbal.h */
  int element;            /* of the list that has it: of the invariants, say */
  int quadruple;
  size_t parameters, n, m, count;
  Quad t;
  const Quad *parameter, *q, *v; /* q and v may be NULL */
} ExternalCall;

/* Writes `count` values; NaN where the model has none. A program that ends, or does not answer as it should,
 * gives NaN from then on, and is the cause of every error that follows (base/kept_error.h). */
extern void ExternalEvaluate(External *, const ExternalCall *, Quad *out);
