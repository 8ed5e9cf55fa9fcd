/* The bob of a spherical pendulum on the group of translations: as pendulum.c. */
#define RIGHT "../../models/spherical_pendulum.c"
#include "../../plugins/right.h"

static const gimbal_group group = {GIMBAL_SIZE(gimbal_group),
                                   .group = "R3",
                                   .ell = L,
                                   .D1ell = D1L,
                                   .D2ell = D2L,
                                   .D22ell = D22L,
                                   .g = G,
                                   .Dg = DG};
static const gimbal_realisation on_group[] = {{.name = "group",
                                               .configuration = "x y z",
                                               .velocity = "vx vy vz",
                                               .n = "3",
                                               .holonomic = "1",
                                               .traits = "separable autonomous reversible",
                                               .group = &group,
                                               .initial = Initial}};
static const gimbal_model models_on_group[] = {{.name = "spherical_pendulum_on_group",
                                                .title = "Spherical pendulum on a group",
                                                .citation = "made for the mutants",
                                                .parameters = GIMBAL_ARRAY(parameters),
                                                .cases = GIMBAL_ARRAY(cases),
                                                .realisations = GIMBAL_ARRAY(on_group)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models_on_group));
