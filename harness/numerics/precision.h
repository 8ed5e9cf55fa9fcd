/* What is compiled in both precisions: once as it stands, in double, and once with -DGIMBAL_QUAD, in
 * quadruple precision. Its header maps each of its names,
 *
 *     #define LinearSolve PRECISION(LinearSolve)
 *
 * so that the sources have readable names, and LinearSolve_double and LinearSolve_quad link into one
 * program. A name without such a line is a duplicate symbol, which the linker refuses. */
#ifndef GIMBAL_HARNESS_NUMERICS_PRECISION_H
#define GIMBAL_HARNESS_NUMERICS_PRECISION_H

#include "gimbal.h"

typedef gimbal_real Real;

/* PRECISION_EPSILON is the distance from 1 to the next number. */
#ifdef GIMBAL_QUAD
#define PRECISION(name) name##_quad
#define PRECISION_EPSILON GIMBAL_C(1.925929944387235853055977942584927319e-34)
#else
#define PRECISION(name) name##_double
#define PRECISION_EPSILON GIMBAL_C(2.2204460492503131e-16)
#endif

/* The same name for numbers of type Quad (numerics/quad.h): for sources that are compiled once. */
#ifdef GIMBAL_WITHOUT_QUAD
#define QUAD_PRECISION(name) name##_double
#else
#define QUAD_PRECISION(name) name##_quad
#endif

#endif
