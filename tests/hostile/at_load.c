/* Hostile: rk4 whose shared object does something when it is loaded, or when it goes. DEED is the
 * body of its constructor, LAST_DEED that of its destructor. */
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif
#define RIGHT "../../methods/rk4.c"
#include "../plugins/right.h"

#ifndef DEED
#define DEED
#endif
#ifndef LAST_DEED
#define LAST_DEED
#endif
#ifndef STEP_DEED
#define STEP_DEED
#endif

/* Both precisions have these. */
#ifndef GIMBAL_QUAD
static void end_zero(void) { _exit(0); }
__attribute__((constructor)) static void at_load(void) {
  (void)end_zero;
  DEED;
}
__attribute__((destructor)) static void at_end(void) { LAST_DEED; }
#endif

static int step_hostile(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  STEP_DEED;
  return step(g, from, h, to);
}

static const gimbal_claim claims_hostile[] = {{"order", "q", "4", NULL, NULL}};

static const gimbal_method hostile[] = {{.name = "hostile",
                                         .title = "rk4 in bad company",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .coefficients = GIMBAL_ARRAY(coefficients),
                                         .step = step_hostile,
                                         .claims = GIMBAL_ARRAY(claims_hostile)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(hostile));
