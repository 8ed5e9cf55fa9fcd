/* The one form of what processes of the farm say to one another: between a rank and its workers, and from a
 * job to its worker. A text travels behind a head with its length and checksum, for a job's process may have
 * written anything before. */
#pragma once

#include "farm/worker.h"

enum { FRAME_LONGEST = 1 << 30 };

typedef enum {
  FRAME_JOB = 1,  /* a job, for a worker */
  FRAME_AGAIN,    /* the same, after another worker was ended with this job in hand */
  FRAME_DONE,     /* what the job measured */
  FRAME_FAILED,   /* why the job failed */
  FRAME_ACCIDENT, /* the same, and its process did not come to a good end */
  FRAME_REFUSED   /* why the worker itself cannot go on; no job is to blame */
} FrameKind;

typedef struct {
  char mark[8];
  FrameKind kind;
  size_t length;       /* of the text, without its 0 */
  char check[40];      /* of the text */
  double seconds, cpu; /* that the job took */
} FrameHead;

typedef enum {
  FRAME_COMES, /* more is to be read */
  FRAME_WHOLE,
  FRAME_CLOSED,  /* by the other side, before the end */
  FRAME_DAMAGED, /* it is not what was sent */
  FRAME_TOO_LONG
} FrameState;

/* Zeros: nothing has come. */
typedef struct {
  FrameState state;
  FrameHead head;
  char *text; /* to be freed by FrameFree, or by free if the text is taken away */
  size_t read;
} Frame;

/* `result`: what a job took; NULL: nothing. Returns 0, or an error of the system: nobody listens. */
extern int FrameSend(int socket, FrameKind, const char *text, const WorkerResult *);

/* One read. PETSC_FALSE: there is no more to come. What is damaged is read to its end, since how the other
 * side ends is to be known all the same. */
extern PetscBool FrameReceive(int socket, Frame *);

extern void FrameFree(Frame *);
