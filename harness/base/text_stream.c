#include "base/text_stream.h"

static ssize_t Append(void *cookie, const char *bytes, size_t count) {
  TextStream *stream = cookie;
  if (stream->length + count + 1 > stream->room) {
    const size_t room = 2 * (stream->length + count + 128);
    char *text = realloc(stream->text, room);
    if (!text) {
      stream->lost = PETSC_TRUE;
      return 0;
    }
    stream->text = text;
    stream->room = room;
  }
  memcpy(stream->text + stream->length, bytes, count);
  stream->length += count;
  stream->text[stream->length] = 0;
  return (ssize_t)count;
}

/* For ftell alone. */
static int Tell(void *cookie, off64_t *position, int whence) {
  const TextStream *stream = cookie;
  if (whence != SEEK_CUR || *position)
    return -1;
  *position = (off64_t)stream->length;
  return 0;
}

PetscErrorCode TextStreamOpen(TextStream *stream) {
  *stream = (TextStream){.lost = PETSC_FALSE};
  (void)Append(stream, "", 0); /* an empty text is one */
  stream->file = fopencookie(stream, "w", (cookie_io_functions_t){.write = Append, .seek = Tell});
  if (!stream->file)
    free(stream->text);
  PetscCheck(stream->file, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a text");
  /* Unbuffered: after an error the stream stays open, and exit() would flush it to a structure that is gone. */
  (void)setvbuf(stream->file, NULL, _IONBF, 0);
  return 0;
}

PetscErrorCode TextStreamClose(TextStream *stream, const char *what) {
  if (ferror(stream->file))
    stream->lost = PETSC_TRUE;
  if (fclose(stream->file))
    stream->lost = PETSC_TRUE;
  stream->file = NULL;
  if (stream->lost) {
    free(stream->text);
    stream->text = NULL;
  }
  PetscCheck(!stream->lost, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %s", what);
  return 0;
}
