/* Sines and cosines, which the header remembers: bit for bit those of the library, whatever was
 * asked before, in both precisions. */
#include "both.h"
#include <math.h>
#include <string.h>

#ifdef GIMBAL_QUAD
extern Real GIMBAL_LIBRARY(sin)(Real), GIMBAL_LIBRARY(cos)(Real);
#endif
#define Sine GIMBAL_LIBRARY(sin)
#define Cosine GIMBAL_LIBRARY(cos)

/* The bits of a number; they have no padding. */
static int Same(Real a, Real b) { return !memcmp(&a, &b, sizeof a) || (a != a && b != b); }

static int IsLibrarys(Real x) {
  Real sine, cosine;
  gimbal_sincos(x, &sine, &cosine);
  return Same(sine, Sine(x)) && Same(cosine, Cosine(x)) && Same(gimbal_sin(x), Sine(x)) &&
         Same(gimbal_cos(x), Cosine(x));
}

enum { MANY = 4096 };

/* Many more than are remembered, each once more after all others, and next to its neighbours, which
 * differ in the last bit alone. */
static int Differing(Real size) {
  static Real x[MANY];
  int differing = 0;
  Randomise(MANY, x);
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < MANY; ++i) {
      const Real here = size * x[i], next = here * (1 + PRECISION_EPSILON);
      differing += !IsLibrarys(here) + !IsLibrarys(next) + !IsLibrarys(-here) + !IsLibrarys(here);
    }
  return differing;
}

void Test(void) {
  const Real special[] = {0, -GIMBAL_C(0.), GIMBAL_NAN, 0, GIMBAL_PI, 1 / GIMBAL_C(0.), 1};
  int differing = 0;
  for (size_t i = 0; i < sizeof special / sizeof special[0]; ++i)
    differing += !IsLibrarys(special[i]);
  ok(!differing, IN_PRECISION ": zero of either sign, what is not a number, and infinity");
  for (Real size = GIMBAL_C(1e-12); size < 1e9; size *= 1000)
    ok(!Differing(size), IN_PRECISION ": arguments up to %g", (double)size);
}
