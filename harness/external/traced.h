/* A step of a method as a list of operations, with the calls of the host among them: what a program whose
 * step is arithmetic sends when a run begins (docs/protocol.md). */
#pragma once

#include "external/external.h"

typedef struct TracedStep TracedStep;

/* NULL: `why` says what is wrong. */
extern TracedStep *TracedStepRead(const gimbal *, const json_t *, char *why, size_t room);
extern void TracedStepDestroy(TracedStep **);

/* Takes the step. Not 0: a call failed, or a number is not finite. The program itself can say why; nothing is
 * written. */
extern int TracedStepTake(gimbal *, TracedStep *, const gimbal_state *from, double h,
                          gimbal_state *to);

/* Of the last step that was taken, the "results" of the host's calls and the "values" that were written. The
 * program repeats its own step with the former and compares. */
extern json_t *TracedStepNumbers(const TracedStep *);

/* What an answer may write: some of the arrays of a state, and one number. */
typedef struct {
  const char *key;
  size_t count;
  double *into; /* NULL: not in this answer */
} Part;
enum { STATE_PARTS = 8 };
extern void StateParts(const gimbal *, const gimbal_state *, Part[STATE_PARTS]);
