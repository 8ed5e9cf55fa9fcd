#include "reports/report.h"
#include "reports/store.h"
#include "reports/writers.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Ancestors of the running program are tried, so that it is found from build/, from build/tests/
 * and from an installed bin/ alike. */
PetscErrorCode ReportFind(const char *name, char *path, size_t size) {
  static const char *const folder[] = {"reports", "share/gimbal/reports"};
  char program[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
  program[length > 0 ? length : 0] = 0;
  for (char *slash = strrchr(program, '/'); slash; slash = strrchr(program, '/')) {
    *slash = 0;
    for (int i = 0; i < 2; i++) {
      PetscCall(PetscSNPrintf(path, size, "%s/%s/%s", program, folder[i], name));
      if (!access(path, R_OK))
        PetscFunctionReturn(0);
    }
  }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN,
          "%s is neither in reports/ of the source tree nor in share/gimbal/reports/ beside the "
          "program: the installation is incomplete",
          name);
}

static PetscErrorCode MakeFolder(const char *directory, const char *name) {
  char path[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", directory, name));
  if (mkdir(path, 0777) && errno != EEXIST)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "cannot write %s: %s", path, strerror(errno));
  PetscFunctionReturn(0);
}

static PetscErrorCode CheckFormats(const char *formats) {
  const char *word = formats;
  size_t n;

  PetscFunctionBeginUser;
  for (;; word += n + 1) {
    n = strcspn(word, ",");
    if (n != 3 || (strncmp(word, "svg", 3) && strncmp(word, "png", 3) && strncmp(word, "pdf", 3)))
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
              "unknown format \"%.*s\" of plots: svg, png and pdf are known", (int)n, word);
    if (!word[n])
      PetscFunctionReturn(0);
  }
}

static PetscErrorCode WriteFile(Store store, const char *name,
                                PetscErrorCode (*write)(Store, FILE *)) {
  FILE *file;

  PetscFunctionBeginUser;
  PetscCall(TextOpen(store->directory, name, &file));
  PetscCall(write(store, file));
  PetscCall(TextClose(store->directory, name, &file));
  PetscFunctionReturn(0);
}

PetscErrorCode ReportWrite(const char *directory, const char *formats) {
  Store store = NULL;

  PetscFunctionBeginUser;
  PetscCall(CheckFormats(formats));
  PetscCall(StoreCreate(directory, &store));
  PetscCall(MakeFolder(directory, "tables"));
  PetscCall(MakeFolder(directory, "plots"));
  PetscCall(WriteFile(store, "verify.tap", WriteTap));
  PetscCall(WriteFile(store, "junit.xml", WriteJunit));
  PetscCall(WriteTables(store));
  PetscCall(WritePlots(store, formats));
  PetscCall(WriteFile(store, "index.html", WriteHtml));
  PetscCall(StoreDestroy(&store));
  PetscFunctionReturn(0);
}

PetscErrorCode ReportTap(const char *directory, FILE *file) {
  Store store = NULL;

  PetscFunctionBeginUser;
  PetscCall(StoreCreate(directory, &store));
  PetscCall(WriteTap(store, file));
  PetscCall(StoreDestroy(&store));
  PetscFunctionReturn(0);
}

PetscErrorCode ReportSummary(const char *directory, FILE *file) {
  Store store = NULL;

  PetscFunctionBeginUser;
  PetscCall(StoreCreate(directory, &store));
  PetscCall(WriteSummary(store, file));
  PetscCall(StoreDestroy(&store));
  PetscFunctionReturn(0);
}
