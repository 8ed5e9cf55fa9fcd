#include "base/text_stream.h"

int TextStreamAppend(const char *bytes, size_t count, void *context) {
  TextStream *stream = context;
  if (stream->room - stream->length <= count) {
    size_t room = stream->room; /* of few sizes: what is freed is taken again */
    while (room - stream->length <= count)
      room = 2 * room + 256;
    char *text = stream->lost ? NULL : stream->allocate(room);
    if (!text) {
      stream->lost = PETSC_TRUE;
      return -1;
    }
    if (stream->length)
      memcpy(text, stream->text, stream->length);
    free(stream->text);
    stream->text = text;
    stream->room = room;
  }
  memcpy(stream->text + stream->length, bytes, count);
  stream->length += count;
  stream->text[stream->length] = 0;
  return 0;
}

static ssize_t Write(void *cookie, const char *bytes, size_t count) {
  return TextStreamAppend(bytes, count, cookie) ? 0 : (ssize_t)count;
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
  *stream = (TextStream){.allocate = malloc};
  (void)TextStreamAppend("", 0, stream); /* an empty text is one */
  stream->file = fopencookie(stream, "w", (cookie_io_functions_t){.write = Write, .seek = Tell});
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
