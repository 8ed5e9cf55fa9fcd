/* The parts of gimbal describe. */
#ifndef GIMBAL_HARNESS_CLI_DESCRIBE_H
#define GIMBAL_HARNESS_CLI_DESCRIBE_H

#include "registry/registry.h"
#include <jansson.h>

/* What the suite at the path would run with these plugins: jobs, claims and time by study, methods,
 * models, what is left out and why, what is expected to fail. Nothing is run. */
extern PetscErrorCode DescribeSuite(Registry, const char *path, json_t **);
extern PetscErrorCode DescribePrintSuite(const json_t *);

/* A family of methods that has members: what they share, and each of them. */
extern PetscErrorCode DescribeFamily(Registry, const char *name, json_t **);
extern PetscErrorCode DescribePrintFamily(const json_t *);

/* What can be claimed, in the words of the studies; the command's `gimbal describe claims`. */
extern PetscErrorCode DescribeClaims(PetscBool json);

#endif
