/* Files of JSON lines: one way of reading, for the journal, the reports and the comparison. */
#ifndef GIMBAL_HARNESS_RECORD_LINES_H
#define GIMBAL_HARNESS_RECORD_LINES_H

#include <petscsys.h>

/* Called with each whole line (without its end) that is not blank; `where` is "FILE, line 3". */
typedef PetscErrorCode LineVisitor(const char *where, const char *line, size_t length,
                                   void *context);

/* *exists (may be NULL: then a missing file is an error) tells whether the file is there. A last
 * line without its end is what a killed run leaves: it is passed over, and *torn (may be NULL) says
 * so. The visitor's error ends the reading. */
extern PetscErrorCode LinesRead(const char *path, LineVisitor *, void *context, PetscBool *exists,
                                PetscBool *torn);

#endif
