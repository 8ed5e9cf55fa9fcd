/* Where plugins are looked for. */
#include "plugin/plugin.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static PetscBool IsFolder(const char *path) {
  struct stat status;
  return (PetscBool)(!stat(path, &status) && S_ISDIR(status.st_mode));
}

static int IsPlugin(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return entry->d_name[0] != '.' && length > 3 && !strcmp(entry->d_name + length - 3, ".so");
}

/* In C's order of names, not the locale's. */
static int ByName(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static PetscErrorCode AddFolder(Arena arena, const char *folder, Texts *files) {
  OWNED(MemoryFree) struct dirent **entry = NULL;
  int count = scandir(folder, &entry, IsPlugin, ByName);
  UserCheck(count >= 0, "%s: the folder of plugins cannot be read", folder);
  for (int i = 0; i < count; i++) {
    char file[PATH_MAX];
    (void)snprintf(file, sizeof(file), "%s/%s", folder, entry[i]->d_name);
    if (!IsFolder(file))
      TextsAdd(arena, files, file);
    free(entry[i]);
  }
  return 0;
}

/* In the build folder methods/ and models/ are next to the program; when it is installed in
 * PREFIX/bin they lie in PREFIX/lib/gimbal. */
PetscErrorCode PluginFoldersOwn(Arena arena, Texts *files) {
  static const char *const places[] = {"methods",
                                       "methods/libraries",
                                       "models",
                                       "../lib/gimbal",
                                       "../lib/gimbal/methods",
                                       "../lib/gimbal/methods/libraries",
                                       "../lib/gimbal/models"};
  char program[PATH_MAX], folder[PATH_MAX + 64], whole[PATH_MAX];
  PetscCall(ProgramFolder(program));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(places); i++) {
    (void)snprintf(folder, sizeof(folder), "%s/%s", program, places[i]);
    if (IsFolder(folder))
      PetscCall(
          AddFolder(arena, *places[i] == '.' && realpath(folder, whole) ? whole : folder, files));
  }
  return 0;
}

PetscErrorCode PluginFoldersOfUser(Arena arena, Texts *files) {
  const char *at = getenv("GIMBAL_PLUGIN_PATH");
  for (char folder[PATH_MAX]; at && *at; at += strspn(at, ":")) {
    (void)snprintf(folder, sizeof(folder), "%.*s", (int)strcspn(at, ":"), at);
    at += strcspn(at, ":");
    UserCheck(!*folder || IsFolder(folder),
              "GIMBAL_PLUGIN_PATH: there is no folder %s; it is a list of folders, separated by "
              "colons",
              folder);
    if (*folder)
      PetscCall(AddFolder(arena, folder, files));
  }
  return 0;
}

const char *PluginHint(const char *name, char hint[PLUGIN_HINT]) {
  char file[PLUGIN_HINT / 3];
  const int length = (int)strcspn(name, ":@");
  hint[0] = '\0';
  if (!length || strchr(name, '/') || length + 6 > (int)sizeof(file))
    return hint;
  (void)snprintf(file, sizeof(file), "./%.*s.so", length, name);
  if (!access(file, R_OK))
    (void)snprintf(hint, PLUGIN_HINT, "; %s, which is here, needs --plugin %s", file, file);
  return hint;
}
