#include "bench/bench.h"
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>

PetscBool BenchWants(const Bench *b, const char *name) {
  return (PetscBool)(!b->only || !fnmatch(b->only, name, 0));
}

PetscReal BenchMedian(PetscInt count, PetscReal *values) {
  if (PetscSortReal(count, values))
    return NAN;
  return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

/* How many steps fill a block: doubled until they take a tenth of it. */
static PetscErrorCode Calibrate(const Bench *b, BenchWork *work, void *context, PetscInt64 *count) {
  for (*count = 1;; *count *= 2) {
    const PetscReal start = ClockRead(CLOCK_PROCESS_CPUTIME_ID);
    PetscCall(work(context, *count));
    const PetscReal taken = ClockRead(CLOCK_PROCESS_CPUTIME_ID) - start;
    if (taken > 0.1 * b->block) {
      *count = PetscMax(1, (PetscInt64)((PetscReal)*count * b->block / taken));
      break;
    }
  }
  return 0;
}

PetscErrorCode BenchCompare(const Bench *b, BenchWork *one, void *context_one, BenchWork *other,
                            void *context_other, BenchFigure *out) {
  BenchWork *const work[2] = {one, other};
  void *const context[2] = {context_one, context_other};
  PetscInt64 count[2];
  PetscReal *ratio, *seconds[2];
  const PetscInt n = b->repetitions;

  PetscCall(PetscMalloc3(n, &ratio, n, &seconds[0], n, &seconds[1]));
  for (int k = 0; k < 2; k++)
    PetscCall(Calibrate(b, work[k], context[k], &count[k]));
  for (PetscInt i = 0; i < n; i++) {
    for (int j = 0; j < 2; j++) {
      const int k = (i + j) % 2; /* each goes first as often */
      const PetscReal start = ClockRead(CLOCK_PROCESS_CPUTIME_ID);
      PetscCall(work[k](context[k], count[k]));
      seconds[k][i] = (ClockRead(CLOCK_PROCESS_CPUTIME_ID) - start) / (PetscReal)count[k];
    }
    ratio[i] = seconds[0][i] / seconds[1][i];
  }
  *out = BenchFigureOf(out->name, out->unit, n, ratio);
  for (int k = 0; k < 2; k++)
    out->seconds[k] = BenchMedian(n, seconds[k]);
  return PetscFree3(ratio, seconds[0], seconds[1]);
}

BenchFigure BenchFigureOf(const char *name, const char *unit, PetscInt count, PetscReal *ratio) {
  const PetscReal median = BenchMedian(count, ratio);
  return (BenchFigure){name, unit, median, ratio[0], ratio[count - 1], {0, 0}};
}

PetscErrorCode BenchAdd(Bench *b, const BenchFigure *f, const char *format, ...) {
  char note[512];
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(note, sizeof note, format, arguments);
  va_end(arguments);
  json_t *figure = json_pack("{s:s,s:f,s:f,s:f,s:s,s:s}", "name", f->name, "ratio", f->ratio, "low",
                             f->low, "high", f->high, "unit", f->unit, "note", note);
  PetscCheck(figure, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the figure %s is not finite", f->name);
  json_array_append_new(b->figures, figure);
  return 0;
}
