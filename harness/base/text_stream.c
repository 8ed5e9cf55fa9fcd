#include "base/text_stream.h"
#include "base/memory.h"

int TextStreamAppend(const char *bytes, size_t count, void *context) {
  TextStream *stream = context;
  if (stream->room - stream->length <= count) {
    while (stream->room - stream->length <= count) /* of few sizes: what is freed is taken again */
      stream->room = 2 * stream->room + 256;
    stream->text = MemoryGrow(stream->text, stream->length, stream->room);
  }
  memcpy(stream->text + stream->length, bytes, count);
  stream->length += count;
  stream->text[stream->length] = 0;
  return 0;
}

static ssize_t Write(void *cookie, const char *bytes, size_t count) {
  (void)TextStreamAppend(bytes, count, cookie);
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

void TextStreamOpen(TextStream *stream) {
  *stream = (TextStream){.room = 0};
  (void)TextStreamAppend("", 0, stream); /* an empty text is one */
  stream->file = fopencookie(stream, "w", (cookie_io_functions_t){.write = Write, .seek = Tell});
  if (!stream->file)
    MemoryEnd(sizeof(FILE));
  /* Unbuffered: after an error the stream stays open, and exit() would flush it to a structure that is gone. */
  (void)setvbuf(stream->file, NULL, _IONBF, 0);
}

void TextStreamClose(TextStream *stream) {
  if (ferror(stream->file)) /* printf itself found no memory */
    MemoryEnd(stream->room);
  (void)fclose(stream->file);
  stream->file = NULL;
}
