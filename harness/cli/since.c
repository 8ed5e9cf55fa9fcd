/* verify --since BASE: what nothing has changed for is taken over from an earlier run. */
#include "cli/verify.h"
#include "cli/lookup.h"
#include "base/lists.h"
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
             "option --since: %s is no output folder: it has no manifest.json", base);
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
             "option --since: %s is the output folder itself; --resume goes on with what is there",
             base);
  PetscCall(ArenaCreate(&arena));
  const PetscErrorCode error = ReadManifest(base, arena, &manifest);
  ArenaDestroy(&arena);
  PetscCall(error);
  (void)snprintf(path, sizeof(path), "%s/results.jsonl", base);
  PetscCheck(!stat(path, &results), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option --since: %s is no output folder: it has no results.jsonl", base);
  return 0;
}

/* A fingerprint has the plugins' files in it, and not the libraries that they wrap: these may have
 * another version under the same plugin. */
static PetscErrorCode IsUnchanged(const Manifest *base, Registry registry, const Job *job,
                                  PetscBool *unchanged) {
  const ManifestPlugin *was = ManifestMethod(base, job->method);
  Method method;
  PetscCall(RegistryFindMethod(registry, job->method, &method));
  *unchanged =
      (PetscBool)(was && TextIsSame(was->library_version, method->family->library_version));
  return 0;
}

static PetscErrorCode Choose(const Manifest *base, Registry registry, Arena arena, const Jobs *jobs,
                             Jobs *chosen) {
  *chosen = (Jobs){.count = 0};
  for (PetscInt i = 0; i < jobs->count; i++) {
    PetscBool unchanged = PETSC_FALSE;
    PetscCall(IsUnchanged(base, registry, jobs->at[i], &unchanged));
    if (!unchanged)
      continue;
    PetscCall(ArenaRoom(arena, chosen->count, &chosen->at));
    chosen->at[chosen->count++] = jobs->at[i];
  }
  return 0;
}

/* The jobs that are left, in their order. */
static PetscErrorCode Leave(Arena arena, const Jobs *chosen, const PetscBool *taken, Jobs *jobs) {
  Jobs left = {.count = 0};
  PetscInt k = 0;
  for (PetscInt i = 0; i < jobs->count; i++) {
    const PetscBool is_chosen = (PetscBool)(k < chosen->count && chosen->at[k] == jobs->at[i]);
    if (is_chosen && taken[k++])
      continue;
    PetscCall(ArenaRoom(arena, left.count, &left.at));
    left.at[left.count++] = jobs->at[i];
  }
  *jobs = left;
  return 0;
}

PetscErrorCode SinceTakeOver(const char *base, const char *directory, Registry registry,
                             Arena arena, Jobs *jobs, ManifestSince *since) {
  const PetscInt all = jobs->count;
  char why[256];
  Manifest manifest;
  PetscBool *taken;
  Jobs chosen;
  PetscCall(ReadManifest(base, arena, &manifest));
  *since = (ManifestSince){.folder = base, .commit = manifest.versions.commit};
  PetscCall(ManifestIsOurs(&manifest, why, sizeof(why)));
  if (*why) {
    fprintf(stderr, "verify: nothing is taken over from %s: %s\n", base, why);
    return 0;
  }
  PetscCall(Choose(&manifest, registry, arena, jobs, &chosen));
  PetscCall(ArenaArray(arena, chosen.count, &taken));
  PetscCall(JournalTakeOver(directory, base, manifest.versions.commit, &chosen, taken));
  PetscCall(Leave(arena, &chosen, taken, jobs));
  since->taken = all - jobs->count;
  fprintf(stderr, "verify: %d of %d jobs are taken over from %s, for which nothing has changed\n",
          (int)since->taken, (int)all, base);
  return 0;
}
