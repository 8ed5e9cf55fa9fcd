/* verify --since BASE: results for which nothing has changed are reused from an earlier run. */
#include "cli/verify.h"
#include "cli/lookup.h"
#include "record/file.h"
#include "record/journal.h"
#include "record/store.h"

#include <sys/stat.h>

PetscErrorCode SinceCheck(const char *base, const char *directory, Arena arena,
                          Manifest *manifest) {
  char path[PETSC_MAX_PATH_LEN], *text;
  struct stat results;
  size_t length;
  PetscCall(StoreCheckFolder(base));
  UserCheck(!LookupIsSameFile(base, directory),
            "option --since: %s is the output folder itself; --resume continues its run", base);
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/manifest.json", base));
  PetscCall(WholeFileRead(path, &text, &length));
  UserCheck(text, "option --since: %s is not an output folder: it has no manifest.json", base);
  const PetscErrorCode error = ManifestFromText(path, text, length, arena, manifest);
  free(text);
  PetscCall(error);
  (void)snprintf(path, sizeof(path), "%s/results.jsonl", base);
  UserCheck(!stat(path, &results),
            "option --since: %s is not an output folder: it has no results.jsonl", base);
  return 0;
}

PetscErrorCode SinceTakeOver(const char *base, const Manifest *manifest, const char *directory,
                             Arena arena, Jobs *jobs, ManifestSince *since) {
  const PetscInt all = jobs->count;
  char why[256];
  *since = (ManifestSince){.folder = base, .commit = manifest->versions.commit};
  ManifestIsOurs(manifest, why, sizeof(why));
  if (*why) {
    fprintf(stderr, "verify: no result is reused from %s: %s\n", base, why);
    return 0;
  }
  PetscCall(JournalTakeOver(directory, base, manifest->versions.commit, arena, jobs));
  since->taken = all - jobs->count;
  fprintf(stderr, "verify: %d of %d results are reused from %s: nothing has changed for them\n",
          (int)since->taken, (int)all, base);
  return 0;
}
