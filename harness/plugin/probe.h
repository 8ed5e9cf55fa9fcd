/* A user's plugins are loaded in another process first: what a constructor does there (ending the program,
 * crashing, hanging, printing) is reported with the plugin that did it, and harms nothing. */
#pragma once

#include <petscsys.h>

/* Loads the i-th file. Its error ends the probe, and is not reported: who loads it afterwards will meet
 * it again. */
typedef PetscErrorCode ProbeLoad(void *context, PetscInt i);

/* One process for all of the files. PETSC_ERR_USER_INPUT with the file and what it did, if it did
 * what a plugin must not do when it is loaded. */
extern PetscErrorCode PluginsProbe(PetscInt count, const char *const file[], ProbeLoad *,
                                   void *context);

/* From here on nothing is probed in this process and its children. For fuzz targets, which have to die of
 * what would end the other process. */
extern void PluginsTrust(void);
