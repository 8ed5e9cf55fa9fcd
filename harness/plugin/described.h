/* A plugin that is another program, or a file of Butcher tables: what it says of itself, as a descriptor. */
#pragma once

#include "base/arena.h"
#include "external/external.h"
#include "gimbal.h"

/* Asks the program, and writes a descriptor as a compiled plugin would have it, not yet checked, which
 * the arena keeps. *text becomes what was answered, and bit i of *quadruple whether model i computes in
 * quadruple precision. A program that does not answer as it should is
 * PETSC_ERR_USER_INPUT, with a message that begins with `where`. */
extern PetscErrorCode DescribedRead(External *, const char *where, Arena, gimbal_plugin *,
                                    uint64_t *quadruple, const char **text);
/* The same of a file of Butcher tables (butcher.h). */
extern PetscErrorCode DescribedReadTables(const char *file, Arena, gimbal_plugin *);
