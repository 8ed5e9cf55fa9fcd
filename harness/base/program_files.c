#include "base/program_files.h"
#include "base/user_error.h"
#include "base/regular_file.h"

#include <unistd.h>

PetscErrorCode ProgramFolder(char folder[PATH_MAX]) {
  char path[PATH_MAX], here[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
  const size_t depth = getcwd(here, sizeof(here)) ? strlen(here) : 0;
  PetscCheck(length > 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "/proc/self/exe cannot be read");
  path[length] = 0;
  *strrchr(path, '/') = 0;
  const PetscBool below = (PetscBool)(depth > 1 && !strncmp(path, here, depth));
  if (below && !path[depth])
    (void)snprintf(folder, PATH_MAX, ".");
  else
    (void)snprintf(folder, PATH_MAX, "%s", path + (below && path[depth] == '/' ? depth + 1 : 0));
  return 0;
}

PetscErrorCode ProgramParent(char folder[PATH_MAX]) {
  PetscCall(ProgramFolder(folder));
  char *slash = strrchr(folder, '/');
  if (!strcmp(folder, "."))
    (void)snprintf(folder, PATH_MAX, "../");
  else
    *(slash ? slash + 1 : folder) = 0;
  return 0;
}

static void Search(const char *parent, const char *const folders[], const char *name,
                   char path[PATH_MAX]) {
  for (; *folders; folders++) {
    const int length = snprintf(path, PATH_MAX, "%s%s/%s", parent, *folders, name);
    if (length < PATH_MAX && !access(path, R_OK))
      return;
  }
  *path = 0;
}

PetscErrorCode ProgramFile(const char *const folders[], const char *name, char path[PATH_MAX]) {
  char parent[PATH_MAX];
  PetscCall(ProgramParent(parent));
  Search(parent, folders, name, path);
  return 0;
}

PetscErrorCode ProgramFileNeeded(const char *command, const char *const folders[], const char *name,
                                 char path[PATH_MAX]) {
  char folder[PATH_MAX], parent[PATH_MAX], at[PATH_MAX + 1];
  PetscCall(ProgramFolder(folder));
  PetscCall(ProgramParent(parent));
  (void)snprintf(at, sizeof(at), "%s/", strcmp(folder, ".") ? folder : "..");
  *path = 0;
  for (size_t length = strlen(at); length && !*path;) {
    at[length] = 0;
    Search(at, folders, name, path);
    do
      length--;
    while (length && at[length - 1] != '/');
  }
  if (!*path && *at != '/') /* the working folder */
    Search("", folders, name, path);
  UserCheck(*path, "%s: there is no %s%s/%s; install gimbal, or call the program of a source tree",
            command, parent, *folders, name);
  return 0;
}

PetscErrorCode ProgramText(const char *command, const char *const folders[], const char *name,
                           char **text) {
  enum { LARGEST = 1 << 20 };
  char path[PATH_MAX];
  size_t length;
  PetscCall(ProgramFileNeeded(command, folders, name, path));
  return RegularFileRead(path, LARGEST, text, &length);
}
