#include "farm/frame.h"
#include "record/journal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LENGTH_DIGITS = 10, CHECK_DIGITS = 32, HEAD = LENGTH_DIGITS + CHECK_DIGITS + 3 };

static int SendAll(int file, const char *text, size_t length) {
  while (length) {
    const ssize_t sent = write(file, text, length);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return 1;
    text += sent;
    length -= (size_t)sent;
  }
  return 0;
}

int FrameSend(int file, char sign, const char *text) {
  char head[64], check[CHECK_DIGITS + 1];
  const size_t length = strlen(text);
  HashTexts((const char *[]){text, NULL}, check);
  (void)snprintf(head, sizeof(head), "%c%0*zu %s\n", sign, LENGTH_DIGITS, length, check);
  return SendAll(file, head, HEAD) || SendAll(file, text, length);
}

static void ReadHead(Frame *frame) {
  char digits[LENGTH_DIGITS + 1];
  const char *head = frame->text;
  if (frame->expected || frame->damaged || frame->length < HEAD)
    return;
  memcpy(digits, head + 1, LENGTH_DIGITS);
  digits[LENGTH_DIGITS] = 0;
  frame->damaged = (PetscBool)((head[0] != FRAME_ANSWER && head[0] != FRAME_ERROR) ||
                               strspn(digits, "0123456789") != LENGTH_DIGITS ||
                               head[LENGTH_DIGITS + 1] != ' ' || head[HEAD - 1] != '\n');
  if (!frame->damaged)
    frame->expected = HEAD + strtoul(digits, NULL, 10);
}

PetscBool FrameReceive(int file, Frame *frame) {
  if (frame->room - frame->length < 65536) {
    const size_t room = 2 * frame->room + 131072;
    frame->too_long = (PetscBool)(room > FRAME_LONGEST);
    char *text = frame->too_long ? NULL : realloc(frame->text, room);
    frame->no_room = (PetscBool)(!text && !frame->too_long);
    if (!text)
      return PETSC_FALSE;
    frame->text = text;
    frame->room = room;
  }
  const ssize_t got = read(file, frame->text + frame->length, frame->room - frame->length - 1);
  if (got < 0)
    return (PetscBool)(errno == EINTR || errno == EAGAIN);
  frame->length += (size_t)got;
  ReadHead(frame);
  if (frame->damaged) /* how the other side ends is to be known all the same */
    frame->length = 0;
  return (PetscBool)(got > 0 && (!frame->expected || frame->length < frame->expected));
}

PetscBool FrameOpen(Frame *frame, char *sign, char **text) {
  char check[CHECK_DIGITS + 1];
  if (frame->damaged || !frame->expected || frame->length < frame->expected)
    return PETSC_FALSE;
  *sign = frame->text[0];
  *text = frame->text + HEAD;
  frame->text[frame->expected] = 0; /* FrameReceive leaves room for it */
  if (strlen(*text) != frame->expected - HEAD)
    return PETSC_FALSE;
  HashTexts((const char *[]){*text, NULL}, check);
  return (PetscBool)!memcmp(check, frame->text + LENGTH_DIGITS + 2, CHECK_DIGITS);
}

char *FrameTake(Frame *frame, const char *text) {
  char *taken = memmove(frame->text, text, strlen(text) + 1);
  *frame = (Frame){.text = NULL};
  return taken;
}

void FrameFree(Frame *frame) {
  free(frame->text);
  frame->text = NULL;
}
