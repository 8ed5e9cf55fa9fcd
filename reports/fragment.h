/* Pieces of pages, from page.html beside the style sheet: markup with places for values, and no logic. */
#ifndef GIMBAL_REPORTS_FRAGMENT_H
#define GIMBAL_REPORTS_FRAGMENT_H

#include <petscsys.h>
#include <stdio.h>

/* Writes a fragment. Names of its places and their values alternate, both texts; a NULL is the last.
 * PETSC_ERR_FILE_UNEXPECTED: page.html has no such fragment, or one has a place without a value. */
extern PetscErrorCode FragmentPut(FILE *, const char *fragment, ...);
/* A file that comes with the reports, as it is; to be freed. */
extern PetscErrorCode FragmentFile(const char *name, char **text);

#endif
