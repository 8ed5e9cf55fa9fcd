#include "farm/frame.h"
#include "base/hash.h"
#include "base/memory.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static const char mark[8] = "gimbal\n";

static int SendAll(int socket, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length) {
    const ssize_t sent = send(socket, at, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return errno ? errno : EPIPE;
    at += sent;
    length -= (size_t)sent;
  }
  return 0;
}

int FrameSend(int socket, FrameKind kind, const char *text, const WorkerResult *result) {
  FrameHead head;
  memset(&head, 0, sizeof(head)); /* what lies between its members, too */
  memcpy(head.mark, mark, sizeof(mark));
  head.kind = kind;
  head.length = strlen(text);
  HashTexts((const char *[]){text, NULL}, head.check);
  if (result) {
    head.seconds = result->seconds;
    head.cpu = result->cpu;
  }
  const int failed = SendAll(socket, &head, sizeof(head));
  return failed ? failed : SendAll(socket, text, head.length);
}

/* The head has come: room for the text. */
static FrameState OpenText(Frame *frame) {
  if (memcmp(frame->head.mark, mark, sizeof(mark)))
    return FRAME_DAMAGED;
  if (frame->head.length > FRAME_LONGEST)
    return FRAME_TOO_LONG;
  frame->text = MemoryTake(frame->head.length + 1);
  frame->text[frame->head.length] = 0;
  return FRAME_COMES;
}

static FrameState CheckText(const Frame *frame) {
  char check[sizeof(frame->head.check)] = "";
  HashTexts((const char *[]){frame->text, NULL}, check);
  return strlen(frame->text) == frame->head.length && !strcmp(check, frame->head.check)
             ? FRAME_WHOLE
             : FRAME_DAMAGED;
}

/* Where the next bytes belong. */
static void *Place(Frame *frame, char rubbish[], size_t *room) {
  const size_t head = sizeof(frame->head);
  if (frame->state != FRAME_COMES)
    return rubbish;
  *room = frame->read < head ? head - frame->read : head + frame->head.length - frame->read;
  return frame->read < head ? (char *)&frame->head + frame->read : frame->text + frame->read - head;
}

PetscBool FrameReceive(int socket, Frame *frame) {
  char rubbish[4096];
  size_t room = sizeof(rubbish);
  void *to = Place(frame, rubbish, &room);
  const ssize_t got = read(socket, to, room);
  if (got < 0 && (errno == EINTR || errno == EAGAIN))
    return PETSC_TRUE;
  if (got <= 0) {
    if (frame->state == FRAME_COMES)
      frame->state = FRAME_CLOSED;
    return PETSC_FALSE;
  }
  frame->read += (size_t)got;
  if (frame->state == FRAME_DAMAGED)
    return PETSC_TRUE;
  if (frame->read == sizeof(frame->head))
    frame->state = OpenText(frame);
  if (frame->state == FRAME_COMES && frame->read >= sizeof(frame->head) &&
      frame->read == sizeof(frame->head) + frame->head.length)
    frame->state = CheckText(frame);
  return (PetscBool)(frame->state == FRAME_COMES || frame->state == FRAME_DAMAGED);
}

void FrameFree(Frame *frame) {
  free(frame->text);
  *frame = (Frame){.text = NULL};
}
