#include "cli/words.h"
#include "base/json_text.h"
#include "base/word_list.h"
#include "plugin/plugin.h"
#include "record/file.h"

#include <stdlib.h>
#include <string.h>

static PetscBool HasMethodOf(const char *library, PetscInt count, const Method *methods) {
  const size_t length = strlen(library);
  for (PetscInt i = 0; i < count; i++)
    if (!strncmp(methods[i]->name, library, length) && methods[i]->name[length] == '_')
      return PETSC_TRUE;
  return PETSC_FALSE;
}

void WordsLeftOut(Registry registry, char text[], size_t room) {
  char programs[] = GIMBAL_LIBRARIES_OF_PROGRAMS, *rest = programs;
  const Method *methods;
  const PetscInt count = RegistryGetMethods(registry, &methods);
  (void)PetscStrncpy(text, GIMBAL_LIBRARIES_LEFT_OUT, room);
  for (const char *library; (library = strtok_r(rest, " ", &rest));)
    if (!HasMethodOf(library, count, methods))
      WordsAppend(text, room, " ", library);
}

void WordsPutJson(const json_t *value) {
  (void)JsonPut(value, stdout, JSON_INDENT(2));
  putchar('\n');
}

PetscErrorCode WordsReadFile(const char *command, const char *const folders[], const char *name,
                             char **text) {
  char path[PATH_MAX];
  size_t length;
  PetscCall(ProgramFile(folders, name, path));
  PetscCheck(*path, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: there is no %s/%s beside this program, nor %s/%s", command, folders[0], name,
             folders[1], name);
  return WholeFileRead(path, text, &length);
}

PetscErrorCode WordsPutFile(const char *command, const char *const folders[], const char *name) {
  char *text;
  PetscCall(WordsReadFile(command, folders, name, &text));
  fputs(text, stdout);
  free(text);
  return 0;
}
