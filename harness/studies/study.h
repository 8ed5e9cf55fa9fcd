/* Studies: one job in, its measurements out. A study runs integrators and judges nothing. */
#ifndef GIMBAL_HARNESS_STUDIES_STUDY_H
#define GIMBAL_HARNESS_STUDIES_STUDY_H

#include "registry/registry.h"
#include <jansson.h>

/* Runs the job (a JSON object, as the plan makes it) and returns its `measured` object. What went
 * wrong inside a series is part of the measurements; an error return means that nothing could be
 * measured at all. */
extern PetscErrorCode StudyRun(Registry, const json_t *job, json_t **measured);

#endif
