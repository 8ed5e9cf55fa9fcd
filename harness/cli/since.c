/* verify --since BASE: results for which nothing has changed are reused from an earlier run. */
#include "cli/verify.h"
#include "cli/lookup.h"
#include "record/file.h"
#include "record/journal.h"
#include "record/store.h"

#include <stdlib.h>
#include <sys/stat.h>

static PetscErrorCode ReadManifest(const char *base, Arena arena, Manifest *manifest) {
  char path[PETSC_MAX_PATH_LEN], *text;
  size_t length;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/manifest.json", base));
  PetscCall(WholeFileRead(path, &text, &length));
  PetscCheck(text, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option --since: %s is not an output folder: it has no manifest.json", base);
  const PetscErrorCode error = ManifestFromText(path, text, length, arena, manifest);
  free(text);
  return error;
}

PetscErrorCode SinceCheck(const char *base, const char *directory) {
  char path[PETSC_MAX_PATH_LEN];
  struct stat results;
  Manifest manifest;
  Arena arena;
  PetscCall(StoreCheckFolder(base));
  PetscCheck(!LookupIsSameFile(base, directory), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option --since: %s is the output folder itself; --resume continues its run", base);
  PetscCall(ArenaCreate(&arena));
  const PetscErrorCode error = ReadManifest(base, arena, &manifest);
  ArenaDestroy(&arena);
  PetscCall(error);
  (void)snprintf(path, sizeof(path), "%s/results.jsonl", base);
  PetscCheck(!stat(path, &results), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option --since: %s is not an output folder: it has no results.jsonl", base);
  return 0;
}

PetscErrorCode SinceTakeOver(const char *base, const char *directory, Arena arena, Jobs *jobs,
                             ManifestSince *since) {
  const PetscInt all = jobs->count;
  char why[256];
  Manifest manifest;
  PetscCall(ReadManifest(base, arena, &manifest));
  *since = (ManifestSince){.folder = base, .commit = manifest.versions.commit};
  PetscCall(ManifestIsOurs(&manifest, why, sizeof(why)));
  if (*why) {
    fprintf(stderr, "verify: no result is reused from %s: %s\n", base, why);
    return 0;
  }
  PetscCall(JournalTakeOver(directory, base, manifest.versions.commit, arena, jobs));
  since->taken = all - jobs->count;
  fprintf(stderr, "verify: %d of %d results are reused from %s: nothing has changed for them\n",
          (int)since->taken, (int)all, base);
  return 0;
}
