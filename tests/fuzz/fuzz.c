#include "fuzz.h"

#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[128], refusal[1024];
static pid_t owner;

void FuzzFail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)dprintf(STDERR_FILENO, "fuzz: ");
  (void)vdprintf(STDERR_FILENO, format, arguments);
  (void)dprintf(STDERR_FILENO, "\n");
  va_end(arguments);
  abort();
}

static PetscErrorCode KeepWords(MPI_Comm comm, int line, const char *function, const char *file,
                                PetscErrorCode code, PetscErrorType type, const char *message,
                                void *context) {
  (void)comm, (void)line, (void)function, (void)file, (void)context;
  if (type == PETSC_ERROR_INITIAL)
    (void)snprintf(refusal, sizeof(refusal), "%s", message ? message : "");
  return code;
}

PetscBool FuzzGood(PetscErrorCode code) {
  if (code && code != PETSC_ERR_USER_INPUT)
    FuzzFail("error %d, which is not the input's: %s", (int)code, refusal);
  if (code && !*refusal)
    FuzzFail("an input was refused without a word");
  if (code && getenv("FUZZ_TELL"))
    dprintf(STDERR_FILENO, "refused: %s\n", refusal);
  refusal[0] = 0;
  return (PetscBool)!code;
}

static int Remove(const char *path, const struct stat *status, int type, struct FTW *place) {
  (void)status, (void)type, (void)place;
  return remove(path);
}

static void Clean(void) {
  if (getpid() == owner)
    (void)nftw(folder, Remove, 8, FTW_DEPTH | FTW_PHYS);
}

void FuzzStart(void) {
  static char *words[] = {"fuzz", NULL};
  char **argv = words;
  int argc = 1;
  if (*folder)
    return;
  const char *root = getenv("TMPDIR");
  if (!root && !access("/dev/shm", W_OK)) /* where no disk waits for what is synchronised */
    root = "/dev/shm";
  (void)snprintf(folder, sizeof(folder), "%s/gimbal-fuzz-XXXXXX",
                 root && strlen(root) < 64 ? root : "/tmp");
  /* A process that is alone needs no daemon of MPI's, which would be a child of each target. */
  (void)setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  (void)setenv("HWLOC_HIDE_ERRORS", "2", 0);
  if (!mkdtemp(folder) || setenv("GIMBAL_CACHE", folder, 1) ||
      PetscOptionsSetValue(NULL, "-no_signal_handler", NULL) ||
      PetscInitialize(&argc, &argv, NULL, NULL) || PetscPushErrorHandler(KeepWords, NULL))
    FuzzFail("PETSc, or a scratch folder, could not be had");
  owner = getpid();
  (void)atexit(Clean);
  /* What the program says to people; the descriptors stay, for a sanitizer and a fuzzer to write to. */
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere)
    FuzzFail("there is no /dev/null");
  stdout = stderr = nowhere;
}

const char *FuzzPath(const char *name) {
  static char paths[8][256];
  static int next;
  char *path = paths[next++ % 8];
  (void)snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
  return path;
}

void FuzzWrite(const char *name, const void *data, size_t size) {
  FILE *file = fopen(FuzzPath(name), "wb");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file))
    FuzzFail("%s could not be written", name);
}

char *FuzzText(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    FuzzFail("no memory for an input");
  if (size)
    memcpy(text, data, size);
  text[size] = 0;
  return text;
}
