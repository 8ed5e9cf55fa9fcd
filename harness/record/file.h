/* Files that are replaced whole or not at all: journal, reports, cache. */
#pragma once

#include <petscsys.h>

typedef struct {
  FILE *stream;                   /* to be written to */
  char path[PETSC_MAX_PATH_LEN];  /* the file */
  char begun[PETSC_MAX_PATH_LEN]; /* the new file, next to it, until it is whole; else "" */
} WholeFile;

/* Opens a new file next to DIRECTORY/NAME, exclusively (O_EXCL: no link is followed). Write to its
 * stream, then close: which flushes, synchronises and renames, and removes what was begun if any
 * of it fails (PETSC_ERR_FILE_WRITE with the file and the system's reason). */
extern PetscErrorCode WholeFileOpen(const char *directory, const char *name, WholeFile *);
/* The same of a file that is named by its path, which need not have a folder in it. */
extern PetscErrorCode WholeFileOpenAt(const char *path, WholeFile *);
extern PetscErrorCode WholeFileClose(WholeFile *);
/* Removes what was begun, if anything is; the file stays what it was. */
extern void WholeFileAbandon(WholeFile *);
/* The one, or, where an error came while it was written, the other and that error. */
extern PetscErrorCode WholeFileEnd(WholeFile *, PetscErrorCode error);
/* All at once. */
extern PetscErrorCode WholeFileWrite(const char *directory, const char *name, const char *text);
/* The content of a regular file, to be freed by free; *text is NULL if there is no such file. */
extern PetscErrorCode WholeFileRead(const char *path, char **text, size_t *length);

/* Makes the folder, and its parents, if need be, and finds out whether it can be written. Nothing
 * in it is changed. PETSC_ERR_USER_INPUT if it cannot. */
extern PetscErrorCode FolderCheck(const char *directory);
/* The same of the folder that a file is in. */
extern PetscErrorCode FolderCheckOf(const char *path);
