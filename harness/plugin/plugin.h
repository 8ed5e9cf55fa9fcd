/* One shared object, opened, checked and normalised. */
#ifndef GIMBAL_HARNESS_PLUGIN_PLUGIN_H
#define GIMBAL_HARNESS_PLUGIN_PLUGIN_H

#include "plugin/layout.h"
#include <limits.h>

typedef struct {
  char *file; /* as shown to people */
  char *path; /* absolute, without links */
  char hash[17];
  void *handle;
  Arena arena;
  gimbal_plugin plain, quad; /* normalised; quad is empty if there is no twin */
  PetscBool has_quad;
  PetscBool named; /* by the user, rather than found in a folder */
} Plugin;

/* A file that is missing, is no plugin, has another ABI major, or breaks the contract is
 * PETSC_ERR_USER_INPUT with one line. */
extern PetscErrorCode PluginOpen(const char *file, Plugin **);
extern PetscErrorCode PluginClose(Plugin **);

/* Of the content of the running program, as of a plugin's. */
extern PetscErrorCode ProgramHash(char out[17]);

/* The folder of the running program, seen from the working folder where it lies below it, so that
 * messages and records name files shortly. */
extern PetscErrorCode ProgramFolder(char folder[PATH_MAX]);
/* The folder above that one, as the beginning of a path: "" (the working folder) or
 * ending in "/". */
extern PetscErrorCode ProgramParent(char folder[PATH_MAX]);

/* Calls `visit` with each plugin file of the folders beside the program and of GIMBAL_PLUGIN_PATH,
 * in the order of their names. */
extern PetscErrorCode PluginFolders(PetscErrorCode (*visit)(const char *file, void *context),
                                    void *context);

#endif
