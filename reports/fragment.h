/* Pieces of pages, from page.html next to the style sheet: markup with places for values, and with parts that
 * are left out where one of their values is empty. */
#pragma once

#include "base/program_files.h"

/* Writes a fragment. Names of its places, at most 24, and their values alternate, both texts; a NULL is the last.
 * PETSC_ERR_FILE_UNEXPECTED: page.html has no such fragment, or one has a place without a value. */
extern PetscErrorCode FragmentPut(FILE *, const char *fragment, ...);
/* The whole path of a file that comes with the reports (a template, the style sheet): next to the program's sources, or
 * in the installed PREFIX/share/gimbal/reports. */
extern PetscErrorCode FragmentFind(const char *name, char path[PATH_MAX]);
/* Such a file, as it is; to be freed. */
extern PetscErrorCode FragmentFile(const char *name, char **text);
