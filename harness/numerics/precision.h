/* What is compiled in both precisions: once as it is, in double, and once with -DGIMBAL_QUAD, in quadruple
 * precision. There the build appends _quad to every name that the double objects define (quad_names.h), so
 * that LinearSolve and LinearSolve_quad link into one program. */
#pragma once

#include "gimbal.h"

typedef gimbal_real Real;

/* PRECISION_EPSILON is the distance from 1 to the next number. */
#ifdef GIMBAL_QUAD
#define PRECISION_EPSILON GIMBAL_C(1.925929944387235853055977942584927319e-34)
#else
#define PRECISION_EPSILON GIMBAL_C(2.2204460492503131e-16)
#endif

/* The same name for numbers of type Quad (numerics/quad.h): for sources that are compiled once. */
#ifdef GIMBAL_WITHOUT_QUAD
#define QUAD_PRECISION(name) name
#else
#define QUAD_PRECISION(name) name##_quad
#endif
