/* The nonholonomic particle on the group of translations: as pendulum.c. */
#define RIGHT "../../models/nonholonomic_particle.c"
#include "../../plugins/right.h"

static const gimbal_group group = {GIMBAL_SIZE(gimbal_group),
                                   .group = "R3",
                                   .ell = L,
                                   .D1ell = D1L,
                                   .D2ell = D2L,
                                   .D22ell = D22L,
                                   .phi = Phi,
                                   .D2phi = D2Phi};
static const gimbal_realisation on_group[] = {
    {.name = "group",
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible",
     .group = &group,
     .initial = Initial}};
static const gimbal_model models_on_group[] = {{.name = "nonholonomic_particle_on_group",
                                                .title = "Nonholonomic particle on a group",
                                                .citation = "made for the mutants",
                                                .cases = GIMBAL_ARRAY(cases),
                                                .realisations = GIMBAL_ARRAY(on_group)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models_on_group));
