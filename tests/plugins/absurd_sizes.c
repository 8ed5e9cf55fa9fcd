/* Right methods whose descriptors name sizes that nothing has: times of scoring, numbers of stages and of
 * a probe's values. Each is an error that names the field, at once, and no job of another method suffers. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

static int nothing(gimbal *g, const gimbal_state *from, gimbal_real h, const gimbal_state *to,
                   gimbal_real *value, gimbal_real *scale) {
  (void)g, (void)from, (void)h, (void)to;
  *value = 0;
  *scale = 1;
  return 0;
}

static const gimbal_claim absurd_claims[] = {
    {.study = "order", .quantity = "q", .value = "4"},
    {.study = "constraint", .quantity = "probe", .value = "exact"}};

#define PROBE(number, count_)                                                                      \
  static const gimbal_probe probes_##number[] = {                                                  \
      {.name = "probe", .count = count_, .measure = nothing}};
PROBE(many, "1e12")
PROBE(none, "-3")
PROBE(broken, "3/2")

#define COMMON                                                                                     \
  .title = "the classical method", .citation = "none", .formulation = GIMBAL_ODE, .step = step,    \
  .coefficients = GIMBAL_ARRAY(coefficients)
static const gimbal_method absurd[] = {
    {COMMON, .name = "absurd_time", .time_of_q = "1e12",
     .claims = {absurd_claims, 1, sizeof(*absurd_claims)}},
    {COMMON, .name = "absurd_past", .time_of_q = "-65",
     .claims = {absurd_claims, 1, sizeof(*absurd_claims)}},
    {COMMON, .name = "absurd_quotient", .time_of_q = "1/0",
     .claims = {absurd_claims, 1, sizeof(*absurd_claims)}},
    {COMMON, .name = "absurd_many", .probes = GIMBAL_ARRAY(probes_many),
     .claims = GIMBAL_ARRAY(absurd_claims)},
    {COMMON, .name = "absurd_none", .probes = GIMBAL_ARRAY(probes_none),
     .claims = GIMBAL_ARRAY(absurd_claims)},
    {COMMON, .name = "absurd_broken", .probes = GIMBAL_ARRAY(probes_broken),
     .claims = GIMBAL_ARRAY(absurd_claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(absurd));
