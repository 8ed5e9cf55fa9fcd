/* The running program, and the files that come with it. */
#pragma once

#include <petscsys.h>

/* The folder of the running program: relative to the working folder if it lies below it, so that
 * messages and records stay short, else absolute. */
extern PetscErrorCode ProgramFolder(char folder[PATH_MAX]);
/* The folder above that one, as the beginning of a path: "" for the working folder, else it ends in
 * "/". */
extern PetscErrorCode ProgramParent(char folder[PATH_MAX]);
/* The first file of that name in these folders below it (the last is NULL); "" if not found. */
extern PetscErrorCode ProgramFile(const char *const folders[], const char *name,
                                  char path[PATH_MAX]);
/* The same of a file that the command needs, from the program's own folder up; PETSC_ERR_USER_INPUT if not
 * found. And its text, to be freed by free. */
extern PetscErrorCode ProgramFileNeeded(const char *command, const char *const folders[],
                                        const char *name, char path[PATH_MAX]);
extern PetscErrorCode ProgramText(const char *command, const char *const folders[],
                                  const char *name, char **text);
