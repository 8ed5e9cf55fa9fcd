/* A text on its way from one process to another: a head of fixed length (a sign, the text's length, a
 * blank, its checksum, a new line) and the text. */
#ifndef GIMBAL_HARNESS_FARM_FRAME_H
#define GIMBAL_HARNESS_FARM_FRAME_H

#include <petscsys.h>

/* The sign: an answer, or why there is none. */
enum { FRAME_ANSWER = '+', FRAME_ERROR = '-' };
enum { FRAME_LONGEST = 1 << 30 };

/* What has come so far; zeros: nothing. */
typedef struct {
  char *text;
  size_t length, room;
  size_t expected; /* by the head, with the head; 0: it is not there yet */
  PetscBool too_long;
  PetscBool no_room; /* for what comes: our own want, which says nothing about the other side */
  PetscBool damaged; /* it does not begin as a frame does */
} Frame;

/* Returns 0, or 1 if nobody listens. */
extern int FrameSend(int file, char sign, const char *text);

/* One read; PETSC_FALSE: it is whole, cannot be taken, or the other side has closed the file. */
extern PetscBool FrameReceive(int file, Frame *);

/* The sign, and the text in its place; PETSC_FALSE if it is not what was sent. */
extern PetscBool FrameOpen(Frame *, char *sign, char **text);

/* The text, or what follows `text` within it, in memory of its own, to be freed by free. The frame is
 * empty then. */
extern char *FrameTake(Frame *, const char *text);

extern void FrameFree(Frame *);

#endif
