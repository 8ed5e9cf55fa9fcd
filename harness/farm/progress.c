#include "farm/progress.h"
#include "base/clock.h"
#include "base/terminal.h"

void ProgressBegin(Progress *progress, PetscBool terminal) {
  *progress = (Progress){.terminal = terminal};
  progress->began = progress->last = ClockNow();
}

PetscBool ProgressIsDue(const Progress *progress) {
  return (PetscBool)(ClockNow() - progress->last > (progress->terminal ? 0.2 : 2.0));
}

const char *ProgressTime(PetscReal seconds, char text[32]) {
  const int whole = (int)PetscMin(ceil(seconds), 1e9);
  const int minutes = whole / 60;
  if (whole < 60)
    (void)snprintf(text, 32, "%d s", whole);
  else if (minutes < 10)
    (void)snprintf(text, 32, "%d min %d s", minutes, whole % 60 / 5 * 5);
  else if (minutes < 60)
    (void)snprintf(text, 32, "%d min", minutes);
  else
    (void)snprintf(text, 32, "%d h %d min", minutes / 60, minutes % 60);
  return text;
}

void ProgressText(const ProgressState *state, PetscReal elapsed, PetscReal left, char *text,
                  size_t room) {
  const int ended = (int)(state->done + state->failed), named = state->now != NULL;
  const int running = (int)PetscMax(0, state->started - ended);
  char failed[32] = "", gone[32], to_come[32], rest[64] = "", more[32] = "";
  if (state->failed)
    (void)snprintf(failed, sizeof(failed), ", %d failed", (int)state->failed);
  if (left >= 0 && ended < state->jobs)
    (void)snprintf(rest, sizeof(rest), ", about %s left", ProgressTime(left, to_come));
  if (running > named)
    (void)snprintf(more, sizeof(more), named ? " and %d more" : "%d running", running - named);
  (void)snprintf(text, room, "%d of %d jobs%s, %s%s%s%s%s", ended, (int)state->jobs, failed,
                 ProgressTime(elapsed, gone), rest, running ? "; " : "",
                 running && named ? state->now : "", more);
}

void ProgressShow(Progress *progress, const ProgressState *state) {
  const PetscReal now = ClockNow();
  const PetscInt tenths = 10 * (state->done + state->failed) / PetscMax(1, state->jobs);
  char text[512];
  /* Where nobody watches: every tenth of the jobs, and at least every minute a sign of life; the
   * end is ProgressEnd's to tell. */
  if (!progress->terminal && (state->done + state->failed == state->jobs ||
                              (tenths <= progress->tenths && now - progress->last <= 60)))
    return;
  ProgressText(state, now - progress->began, state->left, text, sizeof(text));
  if (progress->terminal)
    TerminalLine(text);
  else
    fprintf(stderr, "%s\n", text);
  progress->last = now;
  progress->tenths = tenths;
}

void ProgressEnd(Progress *progress, const ProgressState *state) {
  char text[512];
  TerminalClear();
  ProgressText(state, ClockNow() - progress->began, -1, text, sizeof(text));
  fprintf(stderr, "%s\n", text);
}
