/* The driven pendulum with its angle as an element of a group, on which methods on groups are those of
 * vector spaces: what the judge sees of the latter's coefficients it must see of theirs. */
#define RIGHT "../../models/driven_pendulum.c"
#include "../../plugins/right.h"

static const gimbal_group group = {GIMBAL_SIZE(gimbal_group),
                                   .group = "S1",
                                   .ell = L,
                                   .D1ell = D1L,
                                   .D2ell = D2L,
                                   .D22ell = D22L,
                                   .force = Force};
static const gimbal_realisation on_group[] = {{.name = "group",
                                               .configuration = "q",
                                               .velocity = "v",
                                               .n = "1",
                                               .period = "2*pi",
                                               .traits = "separable",
                                               .group = &group,
                                               .initial = Initial}};
static const gimbal_model models_on_group[] = {{.name = "driven_pendulum_on_group",
                                                .title = "Driven pendulum on a group",
                                                .citation = "made for the mutants",
                                                .parameters = GIMBAL_ARRAY(parameters),
                                                .cases = GIMBAL_ARRAY(cases),
                                                .realisations = GIMBAL_ARRAY(on_group)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models_on_group));
