/* What the two sides of a worker's socket say. A request is a job, on a line. Each answer is a line,
 * after which `length` bytes come. */
#ifndef GIMBAL_HARNESS_FARM_REMOTE_PRIVATE_H
#define GIMBAL_HARNESS_FARM_REMOTE_PRIVATE_H

#include <petscsys.h>

typedef enum { REMOTE_READY, REMOTE_FAILED, REMOTE_ENDED } RemoteKind;

typedef struct {
  RemoteKind kind;
  PetscBool done, accident; /* of a job that ended */
  char reason[512];
  PetscReal seconds, cpu;
  size_t length;  /* of what was measured */
  char check[33]; /* its checksum */
} RemoteAnswer;

/* To be freed by free; NULL: no memory. */
extern char *RemoteAnswerToText(const RemoteAnswer *);
enum { REMOTE_NO_MEMORY = 2 };
/* 0; 1: the line is none; REMOTE_NO_MEMORY. */
extern int RemoteAnswerFromText(const char *line, RemoteAnswer *);
extern void RemoteCheck(const char *text, char check[33]);

#endif
