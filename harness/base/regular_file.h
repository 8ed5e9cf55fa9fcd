/* Opening what is a file and nothing else. */
#pragma once

#include <petscsys.h>

/* Opens a regular file for reading; *stream is NULL if it is absent. Anything else (a folder, a
 * pipe, which would wait for its writer) is PETSC_ERR_USER_INPUT. */
extern PetscErrorCode RegularFileOpen(const char *path, FILE **stream);

/* The whole content of such a file, as below; *text is NULL if there is no such file. */
extern PetscErrorCode RegularFileRead(const char *path, size_t most, char **text, size_t *length);

/* All that a stream holds but a byte order mark, up to most + 1 bytes and a 0 behind them: a length above `most` is
 * of a longer one. To be given back by free. */
extern char *StreamReadAll(FILE *, size_t most, size_t *length);
