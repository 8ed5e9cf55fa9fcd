#include "record/lines.h"
#include "base/regular_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PetscErrorCode Visit(const char *path, FILE *file, char **line, LineVisitor *visitor,
                            void *context, PetscBool *torn) {
  char where[PETSC_MAX_PATH_LEN + 32];
  size_t room = 0;
  ssize_t length;
  PetscFunctionBeginUser;
  errno = 0;
  for (long number = 1; (length = getline(line, &room, file)) > 0; number++) {
    char *text = *line;
    if (text[length - 1] != '\n') {
      if (torn)
        *torn = PETSC_TRUE;
      break;
    }
    text[--length] = 0;
    if (strspn(text, " \t\r") == (size_t)length)
      continue;
    (void)snprintf(where, sizeof(where), "%s, line %ld", path, number);
    PetscCall(visitor(where, text, (size_t)length, context));
  }
  PetscCheck(!ferror(file), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be read: %s", path,
             strerror(errno));
  PetscCheck(length > 0 || feof(file), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "%s: no memory for a line: %s", path, strerror(errno));
  PetscFunctionReturn(0);
}

PetscErrorCode LinesRead(const char *path, LineVisitor *visitor, void *context, PetscBool *exists,
                         PetscBool *torn) {
  PetscErrorCode error;
  char *line = NULL;
  PetscFunctionBeginUser;
  if (torn)
    *torn = PETSC_FALSE;
  FILE *file;
  PetscCall(RegularFileOpen(path, &file));
  if (exists)
    *exists = (PetscBool)(file != NULL);
  if (!file && exists)
    PetscFunctionReturn(0);
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s cannot be read: there is no such file", path);
  error = Visit(path, file, &line, visitor, context, torn);
  free(line);
  (void)fclose(file);
  PetscFunctionReturn(error);
}
