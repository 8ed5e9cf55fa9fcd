/* What a run was made with and of: manifest.json. It holds no times, so that two runs of the same
 * on the same machine have the same. */
#ifndef GIMBAL_HARNESS_CLI_MANIFEST_H
#define GIMBAL_HARNESS_CLI_MANIFEST_H

#include "plan/plan.h"
#include "record/record.h"

/* Writes DIRECTORY/manifest.json: versions, host, suite, options, jobs by kind, plugins with the
 * hashes of those that the jobs use. */
extern PetscErrorCode ManifestWrite(const char *directory, Suite, const PlanOptions *, Registry,
                                    const Jobs *jobs);

#endif
