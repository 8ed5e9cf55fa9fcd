#include "cli/words.h"
#include "base/json_text.h"
#include "base/program_files.h"
#include "base/spawn.h"
#include "base/word_list.h"
#include "libraries.h"
#include "plan/pattern.h"

#include <errno.h>
#include <sys/wait.h>

static PetscBool HasMethodOf(const char *library, PetscInt count, const Method *methods) {
  for (PetscInt i = 0; i < count; i++)
    if (MethodLeftOut(library, methods[i]->name))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

void WordsLeftOut(Registry registry, char text[], size_t room) {
  (void)PetscStrncpy(text, GIMBAL_LIBRARIES_LEFT_OUT, room);
  /* Its methods are a program's, which configure does not look for. */
  if (!HasMethodOf("scipy", registry->methods, registry->method))
    WordsAppend(text, room, " ", "scipy");
}

void WordsPutJson(const json_t *value) {
  (void)JsonPut(value, stdout, JSON_INDENT(2));
  putchar('\n');
}

PetscErrorCode WordsPutFile(const char *command, const char *const folders[], const char *name) {
  OWNED(MemoryFree) char *text = NULL;
  PetscCall(ProgramText(command, folders, name, &text));
  fputs(text, stdout);
  return 0;
}

PetscErrorCode WordsRunScript(const char *command, const char *const words[], int *status) {
  static const char *const folders[] = {"harness/cli", "share/gimbal", NULL};
  char name[32], script[PATH_MAX];
  PetscInt count = 0;
  pid_t process;
  (void)snprintf(name, sizeof(name), "%s.sh", command);
  PetscCall(ProgramFileNeeded(command, folders, name, script));
  while (words[count])
    count++;
  const char **all = MemoryZeroed(count + 3, sizeof(*all));
  all[0] = "sh";
  all[1] = script;
  PetscCall(PetscArraycpy(all + 2, words, count));
  const int failed = SpawnAlone("sh", (char *const *)all, NULL, 0, &process);
  free(all);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_SYS, "%s: no shell can be started: %s", command,
             strerror(failed));
  while (waitpid(process, status, 0) < 0 && errno == EINTR)
    ;
  *status = *status ? 2 : 0;
  return 0;
}
