#include "plan/suite.h"
#include "base/kept_error.h"
#include "base/word_list.h"
#include "plugin/plugin.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY_SUITES = 256 };

/* Below the folder above the program: that of build/gimbal in the source tree, of bin/gimbal where
 * it is installed. */
static const char *const places[] = {"ci/suites", "ci/libraries", "share/gimbal/suites",
                                     "share/gimbal/ci/suites", NULL};

PetscBool SuiteReadable(const char *path) {
  struct stat status;
  return (PetscBool)(stat(path, &status) == 0 && !S_ISDIR(status.st_mode) &&
                     access(path, R_OK) == 0);
}

size_t SuiteNameLength(const char *name) {
  const char *mark = SuiteReadable(name) ? NULL : strrchr(name, '#');
  return mark ? (size_t)(mark - name) : strlen(name);
}

PetscErrorCode SuiteFindOurs(const char *name, char path[], size_t room, PetscBool *found) {
  const int length = (int)SuiteNameLength(name);
  char file[PATH_MAX], whole[PATH_MAX];
  *found = PETSC_FALSE;
  for (int suffix = 0; suffix < 2 && !strchr(name, '/') && !*found; suffix++) {
    (void)snprintf(file, sizeof(file), "%.*s%s", length, name, suffix ? ".yaml" : "");
    PetscCall(ProgramFile(places, file, whole));
    *found = (PetscBool)(*whole && SuiteReadable(whole));
  }
  if (*found)
    (void)snprintf(path, room, "%s%s", whole, name + length);
  return 0;
}

PetscErrorCode SuitesOurs(glob_t *found) {
  char parent[PATH_MAX], pattern[PATH_MAX + 64];
  memset(found, 0, sizeof(*found));
  PetscCall(ProgramParent(parent));
  for (size_t i = 0; places[i]; i++) {
    (void)snprintf(pattern, sizeof(pattern), "%s%s/*.yaml", parent, places[i]);
    if (glob(pattern, i ? GLOB_APPEND : 0, NULL, found) == GLOB_NOSPACE)
      MemoryEnd(sizeof(*found));
  }
  return 0;
}

PetscErrorCode SuiteNearest(const char *word, char hint[SUITE_HINT]) {
  NameList names = {.count = 0};
  glob_t found;
  PetscCall(SuitesOurs(&found));
  for (size_t i = 0; i < found.gl_pathc; i++) {
    char *name = strrchr(found.gl_pathv[i], '/') + 1;
    *strrchr(name, '.') = 0;
    NameListAdd(&names, PETSC_FALSE, name);
  }
  const char *nearest = NearestName(word, names.count, names.at);
  if (nearest)
    (void)snprintf(hint, SUITE_HINT, "the nearest is '%s'", nearest);
  else
    (void)snprintf(hint, SUITE_HINT, "gimbal list suites");
  globfree(&found);
  return 0;
}

void SuiteClaimName(Suite suite, const SuiteClaim *claim, char name[SUITE_CLAIM_NAME]) {
  const char *slash = strrchr(suite->path, '/'), *file = slash ? slash + 1 : suite->path;
  const char *ending = strstr(file, ".yaml");
  const int length = ending ? (int)(ending - file) : (int)strlen(file);
  (void)snprintf(name, SUITE_CLAIM_NAME, "%.*s#%s", length, file, claim->id);
}

PetscErrorCode SuiteFindClaim(const char *id, char path[], size_t room, PetscBool *found,
                              char hint[SUITE_HINT]) {
  Suite suites[MANY_SUITES] = {NULL};
  NameList names = {.count = 0};
  PetscInt same = 0;
  glob_t files;
  *hint = 0;
  PetscCall(SuitesOurs(&files));
  for (size_t i = 0; i < files.gl_pathc && i < MANY_SUITES; i++) {
    KeptError kept;
    PetscCall(KeptErrorBegin(&kept)); /* a suite that cannot be read has no claims here */
    const PetscErrorCode error = SuiteRead(files.gl_pathv[i], &suites[i]);
    PetscCall(KeptErrorEnd());
    for (PetscInt j = 0; !error && j < suites[i]->claims.count; j++) {
      const SuiteClaim *claim = &SuiteClaims(suites[i])[j];
      char name[SUITE_CLAIM_NAME];
      if (claim->id)
        NameListAdd(&names, PETSC_FALSE, claim->id);
      if (!claim->id || strcmp(claim->id, id))
        continue;
      SuiteClaimName(suites[i], claim, name);
      (void)snprintf(path, room, "%s#%s", files.gl_pathv[i], id);
      (void)snprintf(hint, SUITE_HINT, "%d claims have this id; name one, as %.256s", (int)++same,
                     name);
    }
  }
  *found = (PetscBool)(same == 1);
  const char *nearest = same ? NULL : NearestName(id, names.count, names.at);
  if (nearest)
    (void)snprintf(hint, SUITE_HINT, "the nearest claim is '%s'", nearest);
  for (PetscInt i = 0; i < MANY_SUITES; i++)
    SuiteDestroy(&suites[i]);
  globfree(&files);
  return 0;
}

PetscErrorCode SuiteFind(const char *name, char path[], size_t room) {
  PetscBool found;
  char nearest[SUITE_HINT], file[PATH_MAX];
  (void)snprintf(file, sizeof(file), "%.*s", (int)SuiteNameLength(name), name);
  PetscCall(PetscStrncpy(path, name, room));
  if (SuiteReadable(file))
    return 0;
  UserCheck(!access(file, R_OK) || errno != EACCES, "%s cannot be read: %s", file,
            strerror(EACCES));
  PetscCall(SuiteFindOurs(name, path, room, &found));
  if (found)
    return 0;
  PetscCall(SuiteNearest(name, nearest));
  UserError("no suite '%s': neither a file nor one of the suites that come with gimbal (%s)", name,
            nearest);
}

PetscErrorCode SuiteIsOurs(const char *name, const char *path, PetscBool *same) {
  char ours[PATH_MAX], left[PATH_MAX], right[PATH_MAX];
  PetscBool found;
  *same = PETSC_FALSE;
  PetscCall(SuiteFindOurs(name, ours, sizeof(ours), &found));
  if (found && realpath(ours, left) && realpath(path, right))
    *same = (PetscBool)!strcmp(left, right);
  return 0;
}
