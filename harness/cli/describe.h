/* gimbal describe SUITE */
#pragma once

#include "base/json_text.h"
#include "plan/suite.h"
#include "registry/registry.h"

/* What the suite at the path would run with these plugins: jobs, claims and time by study, methods,
 * models, what is left out and why, what is expected to fail. Nothing is run. */
extern PetscErrorCode DescribeSuite(Registry, const char *path, json_t **);
/* Appends the suite's claims that have an id: all that is said of each, its certificate, its second routes,
 * and the command that replays it. */
extern PetscErrorCode DescribeClaims(Suite, json_t *array);
