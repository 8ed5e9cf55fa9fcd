/* Wrong: it gives a member that is reserved for a later version: the degree, or MEMBER = VALUE. */
#include "gimbal.h"

#ifndef MEMBER
#define MEMBER degree
#define VALUE "2"
#endif

static void f(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
              const gimbal_real *v, gimbal_real *out) {
  (void)parameters, (void)t, (void)v;
  out[0] = q[0];
}
static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = f};
static const gimbal_case cases[] = {{.name = "A"}};
static const gimbal_realisation realisations[] = {
    {.name = "line", .configuration = "x", .n = "1", .ode = &ode, .initial = f, .MEMBER = VALUE}};
static const gimbal_model models[] = {{.name = "reserved",
                                       .title = "a model with a reserved member",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
