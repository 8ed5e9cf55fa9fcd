/* Files of JSON lines: one way of reading, for the journal, the reports and the comparison. */
#pragma once

#include <petscsys.h>

/* Called with each whole line (without its end) that is not blank; `where` is "FILE, line 3". */
typedef PetscErrorCode LineVisitor(const char *where, const char *line, size_t length,
                                   void *context);

/* *exists (may be NULL: then a missing file is an error) tells whether the file is there. A last
 * line without its end is what a killed run leaves: it is passed over, and *torn (may be NULL) says
 * so. The visitor's error ends the reading. */
extern PetscErrorCode LinesRead(const char *path, LineVisitor *, void *context, PetscBool *exists,
                                PetscBool *torn);

/* The ranks of a run write a part each: DIRECTORY/NAME.PART.jsonl next to DIRECTORY/NAME.jsonl, which is
 * part LINES_WHOLE. The parts become one file when the run ends (record/journal.h). */
enum { LINES_WHOLE = -1 };
extern void LinesPath(const char *directory, const char *name, PetscInt part,
                      char path[PETSC_MAX_PATH_LEN]);
/* The largest number of a part in the folder, plus one; 0: there are no parts. */
extern PetscErrorCode LinesParts(const char *directory, const char *name, PetscInt *parts);
/* Removes all parts in the folder. */
extern PetscErrorCode LinesRemoveParts(const char *directory, const char *name);
/* LinesRead on the file and then on each part; *torn if a line of any is. */
extern PetscErrorCode LinesReadAll(const char *directory, const char *name, LineVisitor *,
                                   void *context, PetscBool *exists, PetscBool *torn);
