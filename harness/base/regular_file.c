#include "base/regular_file.h"
#include "base/memory.h"
#include "base/user_error.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char byte_order_mark[] = "\xef\xbb\xbf"; /* some editors begin a file with it */

PetscErrorCode RegularFileOpen(const char *path, FILE **stream) {
  struct stat status;
  *stream = NULL;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe would wait here */
  if (file < 0 && (errno == ENOENT || errno == ENOTDIR))
    return 0;
  UserCheck(file >= 0, "%s cannot be read: %s", path, strerror(errno));
  const PetscBool regular = (PetscBool)(!fstat(file, &status) && S_ISREG(status.st_mode));
  *stream = regular ? fdopen(file, "r") : NULL;
  const int why = errno;
  if (!*stream)
    (void)close(file);
  UserCheck(*stream, "%s cannot be read: %s", path,
            regular ? strerror(why) : "it is not a regular file");
  return 0;
}

char *StreamReadAll(FILE *stream, size_t most, size_t *length) {
  char *text = MemoryTake(most + 2);
  *length = fread(text, 1, most + 1, stream);
  text[*length] = 0;
  if (!strncmp(text, byte_order_mark, strlen(byte_order_mark))) {
    *length -= strlen(byte_order_mark);
    memmove(text, text + strlen(byte_order_mark), *length + 1);
  }
  return text;
}

PetscErrorCode RegularFileRead(const char *path, size_t most, char **text, size_t *length) {
  FILE *stream;
  *text = NULL;
  PetscCall(RegularFileOpen(path, &stream));
  if (!stream)
    return 0;
  *text = StreamReadAll(stream, most, length);
  const int why = ferror(stream) ? errno : 0;
  fclose(stream);
  if (why) {
    free(*text);
    *text = NULL;
  }
  UserCheck(!why, "%s cannot be read: %s", path, strerror(why));
  return 0;
}
