#include "record/lines.h"
#include "base/regular_file.h"
#include "base/user_error.h"

#include <dirent.h>
#include <errno.h>

static PetscErrorCode Visit(const char *path, FILE *file, char **line, LineVisitor *visitor,
                            void *context, PetscBool *torn) {
  char where[PETSC_MAX_PATH_LEN + 32];
  size_t room = 0;
  ssize_t length;
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
  UserCheck(!ferror(file), "%s cannot be read: %s", path, strerror(errno));
  PetscCheck(length > 0 || feof(file), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "%s: no memory for a line: %s", path, strerror(errno));
  return 0;
}

PetscErrorCode LinesRead(const char *path, LineVisitor *visitor, void *context, PetscBool *exists,
                         PetscBool *torn) {
  char *line = NULL;
  if (torn)
    *torn = PETSC_FALSE;
  FILE *file;
  PetscCall(RegularFileOpen(path, &file));
  if (exists)
    *exists = (PetscBool)(file != NULL);
  if (!file && exists)
    return 0;
  UserCheck(file, "%s cannot be read: there is no such file", path);
  const PetscErrorCode error = Visit(path, file, &line, visitor, context, torn);
  free(line);
  (void)fclose(file);
  return error;
}

void LinesPath(const char *directory, const char *name, PetscInt part,
               char path[PETSC_MAX_PATH_LEN]) {
  if (part == LINES_WHOLE)
    (void)snprintf(path, PETSC_MAX_PATH_LEN, "%s/%s.jsonl", directory, name);
  else
    (void)snprintf(path, PETSC_MAX_PATH_LEN, "%s/%s.%d.jsonl", directory, name, (int)part);
}

PetscErrorCode LinesParts(const char *directory, const char *name, PetscInt *parts) {
  const size_t length = strlen(name);
  const struct dirent *entry;
  *parts = 0;
  DIR *folder = opendir(directory);
  UserCheck(folder, "%s cannot be read: %s", directory, strerror(errno));
  while ((entry = readdir(folder))) {
    unsigned part;
    int end = 0;
    if (!strncmp(entry->d_name, name, length) &&
        sscanf(entry->d_name + length, ".%6u.jsonl%n", &part, &end) == 1 && end &&
        !entry->d_name[length + (size_t)end])
      *parts = PetscMax(*parts, (PetscInt)part + 1);
  }
  (void)closedir(folder);
  return 0;
}

PetscErrorCode LinesRemoveParts(const char *directory, const char *name) {
  char path[PETSC_MAX_PATH_LEN];
  PetscInt parts;
  PetscCall(LinesParts(directory, name, &parts));
  for (PetscInt part = 0; part < parts; part++) {
    LinesPath(directory, name, part, path);
    (void)remove(path);
  }
  return 0;
}

PetscErrorCode LinesReadAll(const char *directory, const char *name, LineVisitor *visitor,
                            void *context, PetscBool *exists, PetscBool *torn) {
  char path[PETSC_MAX_PATH_LEN];
  PetscBool part_exists, part_torn;
  PetscInt parts;
  LinesPath(directory, name, LINES_WHOLE, path);
  PetscCall(LinesRead(path, visitor, context, exists, torn));
  PetscCall(LinesParts(directory, name, &parts));
  for (PetscInt part = 0; part < parts; part++) {
    LinesPath(directory, name, part, path);
    PetscCall(LinesRead(path, visitor, context, &part_exists, &part_torn));
    if (torn && part_torn)
      *torn = PETSC_TRUE;
  }
  return 0;
}
