/* Hostile: rk4 whose shared object does something when it is loaded, or when it goes. DEED is the
 * body of its constructor, LAST_DEED that of its destructor; STEP_DEED, OPEN_DEED, START_DEED,
 * CLOSE_DEED and PROBE_DEED those of calls, and MODEL_DEED that of a function of a model. */
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

#ifdef OPEN_DEED
static int open_hostile(gimbal *g, gimbal_real h, const gimbal_state *state) {
  (void)g, (void)h, (void)state;
  OPEN_DEED;
  return 0;
}
#endif

#ifdef CLOSE_DEED
static int open_hostile(gimbal *g, gimbal_real h, const gimbal_state *state) {
  (void)g, (void)h, (void)state;
  return 0;
}
static void close_hostile(gimbal *g) {
  (void)g;
  CLOSE_DEED;
}
#endif

#ifdef START_DEED
static int start_hostile(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)g, (void)h, (void)state;
  START_DEED;
  return 0;
}
#endif

#ifdef PROBE_DEED
static int measure_hostile(gimbal *g, const gimbal_state *from, gimbal_real h,
                           const gimbal_state *to, gimbal_real *residual, gimbal_real *scale) {
  (void)g, (void)from, (void)h, (void)to;
  PROBE_DEED;
  residual[0] = 0;
  scale[0] = 1;
  return 0;
}
static const gimbal_probe probes[] = {{"nothing", "1", measure_hostile}};
#endif

static const gimbal_claim claims_hostile[] = {{"order", "q", "4", NULL, NULL},
#ifdef PROBE_DEED
                                              {"constraint", "nothing", "exact", NULL, NULL}
#endif
};

static const gimbal_method hostile[] = {{.name = "hostile",
                                         .title = "rk4 in bad company",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .coefficients = GIMBAL_ARRAY(coefficients),
                                         .step = step_hostile,
#if defined OPEN_DEED || defined CLOSE_DEED
                                         .open = open_hostile,
#endif
#ifdef CLOSE_DEED
                                         .close = close_hostile,
#endif
#ifdef START_DEED
                                         .start = start_hostile,
#endif
#ifdef PROBE_DEED
                                         .probes = GIMBAL_ARRAY(probes),
#endif
                                         .claims = GIMBAL_ARRAY(claims_hostile)}};

#ifdef MODEL_DEED /* y' = -y */
static void field(const gimbal_real *parameter, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *v, gimbal_real *out) {
  (void)parameter, (void)t, (void)v;
  MODEL_DEED;
  out[0] = -q[0];
}
static void initial(const gimbal_real *parameter, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  (void)parameter, (void)t, (void)q, (void)v;
  out[0] = 1;
}
static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = field};
static const gimbal_case cases[] = {{.name = "one", .duration = "2"}};
static const gimbal_realisation realisations[] = {
    {.name = "line", .configuration = "q", .n = "1", .ode = &ode, .initial = initial}};
static const gimbal_model models[] = {{.name = "hostile_decay",
                                       .title = "decay in bad company",
                                       .citation = "none",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(hostile), .models = GIMBAL_ARRAY(models));
#else
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(hostile));
#endif
