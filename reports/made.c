#include "reports/made.h"
#include "base/text_stream.h"
#include "reports/report.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char list[] = ".made";
static const char *const folder[] = {"tables", "plots", "pages"};

static PetscErrorCode CheckFolders(const char *directory) {
  char path[PETSC_MAX_PATH_LEN];
  struct stat status;
  for (size_t i = 0; i < sizeof(folder) / sizeof(folder[0]); i++) {
    (void)snprintf(path, sizeof(path), "%s/%s", directory, folder[i]);
    if (lstat(path, &status))
      continue;
    UserCheck(!S_ISLNK(status.st_mode),
              "cannot write %s: it is a symbolic link, which may lead out of %s", path, directory);
    UserCheck(S_ISDIR(status.st_mode), "cannot write %s: %s", path, strerror(ENOTDIR));
  }
  return 0;
}

PetscErrorCode ReportCheckFolder(const char *directory) {
  char page[PETSC_MAX_PATH_LEN], manifest[PETSC_MAX_PATH_LEN];
  (void)snprintf(page, sizeof(page), "%s/index.html", directory);
  (void)snprintf(manifest, sizeof(manifest), "%s/manifest.json", directory);
  UserCheck(access(page, F_OK) || !access(manifest, F_OK),
            "cannot write %s: it is not a report of gimbal (%s has no manifest.json); choose "
            "another folder with -o",
            page, directory);
  return CheckFolders(directory);
}

PetscErrorCode MadeFolders(const char *directory) {
  char path[PETSC_MAX_PATH_LEN];
  PetscCall(CheckFolders(directory));
  for (size_t i = 0; i < sizeof(folder) / sizeof(folder[0]); i++) {
    (void)snprintf(path, sizeof(path), "%s/%s", directory, folder[i]);
    UserCheck(!mkdir(path, 0777) || errno == EEXIST, "cannot write %s: %s", path, strerror(errno));
  }
  return 0;
}

/* The list may come from anywhere: a file of one of our folders, and nothing below or above. */
static PetscBool IsOurs(const char *path) {
  for (size_t i = 0; i < sizeof(folder) / sizeof(folder[0]); i++) {
    const size_t length = strlen(folder[i]);
    if (!strncmp(path, folder[i], length) && path[length] == '/') {
      const char *name = path + length + 1;
      return (PetscBool)(*name && *name != '.' && !strchr(name, '/'));
    }
  }
  return PETSC_FALSE;
}

PetscErrorCode MadeBegin(const char *directory, const char *path) {
  char at[PETSC_MAX_PATH_LEN];
  PetscCall(PetscSNPrintf(at, sizeof(at), "%s/%s", directory, path));
  (void)unlink(at); /* a link, too: what it leads to is not ours */
  PetscCall(PetscSNPrintf(at, sizeof(at), "%s/%s", directory, list));
  const int file = open(at, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  const PetscBool done = (PetscBool)(file >= 0 && dprintf(file, "%s\n", path) > 0);
  const int why = errno;
  if (file >= 0)
    (void)close(file);
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s cannot be written: %s", at,
             strerror(why));
  return 0;
}

PetscErrorCode MadeOpen(const char *directory, const char *path, WholeFile *file) {
  PetscCall(MadeBegin(directory, path));
  return WholeFileOpen(directory, path, file);
}

static PetscBool IsMadeAgain(const char *path, const char *formats) {
  const char *ending = strrchr(path, '.');
  if (!strncmp(path, "plots/", 6))
    return (PetscBool)(strncmp(path, "plots/figure-", 13) && ending && strstr(formats, ending + 1));
  return (PetscBool)(strncmp(path, "tables/convergence-", 19) &&
                     strncmp(path, "tables/comparison-chosen", 24));
}

PetscErrorCode MadeRemove(const char *directory, const char *formats) {
  char at[PETSC_MAX_PATH_LEN], *text, *rest;
  TextStream kept;
  size_t length;
  PetscCall(PetscSNPrintf(at, sizeof(at), "%s/%s", directory, list));
  PetscCall(WholeFileRead(at, &text, &length));
  if (!text)
    return 0;
  TextStreamOpen(&kept);
  for (char *path = strtok_r(text, "\n", &rest); path; path = strtok_r(NULL, "\n", &rest)) {
    (void)snprintf(at, sizeof(at), "%s/%s", directory, path);
    if (!IsOurs(path))
      continue;
    if (!formats || IsMadeAgain(path, formats))
      (void)unlink(at);
    if (!access(at, F_OK))
      fprintf(kept.file, "%s\n", path);
  }
  free(text);
  TextStreamClose(&kept);
  const PetscErrorCode error = WholeFileWrite(directory, list, kept.text);
  free(kept.text);
  return error;
}
