/* The files of an output folder that a report has made, whose names depend on the results: what goes when
 * other results come. DIR/.made has a line for each; nothing else is removed, however it is called. */
#pragma once

#include "base/user_error.h"
#include "record/file.h"

/* Makes the folders that they are in. PETSC_ERR_USER_INPUT: as ReportCheckFolder, for them. */
extern PetscErrorCode MadeFolders(const char *directory);

/* From here on DIR/PATH is ours, and not there: to be called before it is written. */
extern PetscErrorCode MadeBegin(const char *directory, const char *path);

/* The same for what is replaced whole. */
extern PetscErrorCode MadeOpen(const char *directory, const char *path, WholeFile *);

/* Removes what is made again, with plots in these formats, and forgets it; NULL: all. Plots in other formats, and
 * requested tables and figures, stay. */
extern PetscErrorCode MadeRemove(const char *directory, const char *formats);
