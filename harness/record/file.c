#include "record/file.h"
#include "base/regular_file.h"
#include "base/user_error.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* In the folder of the path. Others may write the same file at the same time, or have planted
 * something under a name that they foresaw: the name is ours alone. */
static int OpenBeside(const char *path, char *begun, size_t room) {
  const char *slash = strrchr(path, '/');
  const int folder = slash ? (int)(slash - path) + 1 : 0;
  struct timespec now = {0, 0};
  int file = -1;
  for (int attempt = 0; file < 0 && attempt < 100; attempt++) {
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)snprintf(begun, room, "%.*s.%s.%ld-%09ld.new", folder, path, path + folder,
                   (long)getpid(), (long)now.tv_nsec);
    file = open(begun, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST)
      break;
  }
  return file;
}

PetscErrorCode WholeFileOpenAt(const char *path, WholeFile *file) {
  const size_t length = strlen(path);
  *file = (WholeFile){.stream = NULL};
  UserCheck(length && length + 64 < sizeof(file->path) && path[length - 1] != '/',
            "'%s' is not the name of a file", path);
  (void)snprintf(file->path, sizeof(file->path), "%s", path);
  const int descriptor = OpenBeside(path, file->begun, sizeof(file->begun));
  file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!file->stream) {
    const int why = errno;
    if (descriptor >= 0) {
      (void)close(descriptor);
      (void)remove(file->begun);
    }
    *file->begun = 0;
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s cannot be written: %s", path, strerror(why));
  }
  return 0;
}

PetscErrorCode WholeFileOpen(const char *directory, const char *name, WholeFile *file) {
  char path[PETSC_MAX_PATH_LEN];
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", directory, name));
  return WholeFileOpenAt(path, file);
}

void WholeFileAbandon(WholeFile *file) {
  if (file->stream)
    (void)fclose(file->stream);
  if (*file->begun)
    (void)remove(file->begun);
  file->stream = NULL;
  *file->begun = 0;
}

/* So that the new name survives the machine too. Some file systems cannot; that is no loss. */
static void SynchroniseFolder(char *path) {
  char *slash = strrchr(path, '/');
  if (slash)
    *slash = 0;
  const int folder = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    (void)fsync(folder);
    (void)close(folder);
  }
}

/* Some files cannot be synchronised; that is no loss either. */
static int Synchronise(FILE *stream) {
  return fsync(fileno(stream)) && errno != EINVAL && errno != EROFS && errno != ENOTSUP;
}

PetscErrorCode WholeFileClose(WholeFile *file) {
  errno = 0;
  int failed = ferror(file->stream) || fflush(file->stream) || Synchronise(file->stream);
  int why = errno;
  if (failed && !why && (fputc('\n', file->stream) == EOF || fflush(file->stream)))
    why = errno; /* why an earlier write failed is lost; this one fails for the same reason */
  if (fclose(file->stream) && !failed) {
    failed = 1;
    why = errno;
  }
  file->stream = NULL;
  if (!failed && rename(file->begun, file->path)) {
    failed = 1;
    why = errno;
  }
  if (failed)
    WholeFileAbandon(file);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s cannot be written: %s", file->path,
             why ? strerror(why) : "writing failed");
  *file->begun = 0;
  SynchroniseFolder(file->path);
  return 0;
}

PetscErrorCode WholeFileEnd(WholeFile *file, PetscErrorCode error) {
  if (error)
    WholeFileAbandon(file);
  PetscCall(error);
  return WholeFileClose(file);
}

PetscErrorCode WholeFileWrite(const char *directory, const char *name, const char *text) {
  WholeFile file;
  PetscCall(WholeFileOpen(directory, name, &file));
  (void)fputs(text, file.stream); /* its failure is the stream's, which closing tells */
  return WholeFileClose(&file);
}

PetscErrorCode WholeFileRead(const char *path, char **text, size_t *length) {
  struct stat status;
  *length = 0;
  return RegularFileRead(path, stat(path, &status) ? 0 : (size_t)status.st_size, text, length);
}

PetscErrorCode FolderCheck(const char *directory) {
  char path[PETSC_MAX_PATH_LEN];
  UserCheck(*directory && strlen(directory) < sizeof(path) - 64,
            "option -o: '%s' is not the name of a folder", directory);
  PetscCall(PetscStrncpy(path, directory, sizeof(path)));
  for (char *at = path + 1;; at++) {
    char was = *at;
    if (was && was != '/')
      continue;
    *at = 0;
    UserCheck(!mkdir(path, 0777) || errno == EEXIST, "output folder %s cannot be made: %s", path,
              strerror(errno));
    *at = was;
    if (!was)
      break;
  }
  (void)snprintf(path, sizeof(path), "%s/.gimbal-XXXXXX", directory);
  int file = mkstemp(path);
  UserCheck(file >= 0, "output folder %s cannot be written: %s", directory, strerror(errno));
  close(file);
  (void)remove(path);
  return 0;
}

PetscErrorCode FolderCheckOf(const char *path) {
  char folder[PETSC_MAX_PATH_LEN];
  const char *slash = strrchr(path, '/');
  (void)snprintf(folder, sizeof(folder), "%.*s", slash > path ? (int)(slash - path) : 1,
                 slash ? path : ".");
  return FolderCheck(folder);
}
