/* Lists of operations in a program's description. */
#ifndef GIMBAL_HARNESS_PLUGIN_OPERATIONS_H
#define GIMBAL_HARNESS_PLUGIN_OPERATIONS_H

#include "base/arena.h"
#include "external/operations.h"
#include <jansson.h>

/* A function: true, or {"operations": [["q", 0], ["sin", 0], ["neg", 1]], "values": [2]}. NULL for false. What
 * is wrong is PETSC_ERR_USER_INPUT, with a message that begins with `where` and the key. */
extern PetscErrorCode OperationsRead(const char *where, const char *key, const json_t *, Arena,
                                     const ProgramFunction **);

#endif
