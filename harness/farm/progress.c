#include "farm/progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static PetscReal Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (PetscReal)now.tv_sec + 1e-9 * (PetscReal)now.tv_nsec;
}

void ProgressBegin(Progress *progress, PetscBool terminal) {
  progress->terminal = terminal;
  progress->began = progress->last = Now();
  progress->tenths = 0;
}

PetscBool ProgressIsDue(const Progress *progress) {
  return (PetscBool)(Now() - progress->last > (progress->terminal ? 0.2 : 2.0));
}

static void Print(const Progress *progress, const ProgressState *state) {
  PetscReal elapsed = Now() - progress->began;
  PetscInt ended = state->done + state->failed;
  fprintf(stderr, "%s%d of %d jobs done, %d running, %d failed", progress->terminal ? "\r" : "",
          (int)ended, (int)state->jobs, (int)PetscMax(0, state->started - ended),
          (int)state->failed);
  if (state->fraction > 0.02 && state->fraction < 1)
    fprintf(stderr, ", %.0f s left", ceil(elapsed * (1 - state->fraction) / state->fraction));
  else
    fprintf(stderr, ", %.0f s", elapsed);
  fputs(progress->terminal ? "\033[K" : "\n", stderr);
  fflush(stderr);
}

void ProgressShow(Progress *progress, const ProgressState *state) {
  PetscReal now = Now();
  PetscInt tenths = (PetscInt)(10 * state->fraction);
  /* Where nobody watches: every tenth of the work, and at least every minute a sign of life. */
  if (progress->terminal || tenths > progress->tenths || now - progress->last > 60) {
    Print(progress, state);
    progress->last = now;
    progress->tenths = tenths;
  }
}

void ProgressEnd(Progress *progress, const ProgressState *state) {
  Print(progress, state);
  if (progress->terminal)
    fputc('\n', stderr);
}
