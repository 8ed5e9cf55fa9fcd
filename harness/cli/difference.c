#include "cli/difference.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  PetscReal factor;
  FILE *file;
  Differences *count;
} Comparison;

typedef enum { BETTER = -1, OTHER, WORSE } Direction;

__attribute__((format(printf, 3, 4))) static void Tell(const Comparison *c, Direction direction,
                                                       const char *format, ...) {
  va_list arguments;
  fprintf(c->file, "%s  ",
          direction == WORSE    ? "worse "
          : direction == BETTER ? "better"
                                : "other ");
  va_start(arguments, format);
  vfprintf(c->file, format, arguments);
  va_end(arguments);
  fputc('\n', c->file);
  *(direction == WORSE    ? &c->count->worse
    : direction == BETTER ? &c->count->better
                          : &c->count->other) += 1;
}

/* ---- Verdicts ---- */

/* A claim of one run under the name that makes it the same claim in another. */
typedef struct {
  const char *name;
  const Verdict *verdict;
} Named;

typedef struct {
  PetscInt count;
  Named *at;       /* as stored */
  Named **by_name; /* sorted */
  Arena arena;
} Names;

static PetscErrorCode NameOf(Arena arena, const Verdict *verdict, const char **name) {
  const char *place = verdict->place ? verdict->place : "";
  PetscErrorCode error;
  char *claimed;
  PetscFunctionBeginUser;
  PetscCall(NumberOrWordToText(verdict->claimed, &claimed));
  error = ArenaPrint(arena, name, "%s: %s %s = %s%s%s", verdict->key, verdict->study,
                     verdict->quantity, claimed, *place ? ", " : "", place);
  free(claimed);
  PetscFunctionReturn(error);
}

static int CompareNames(const void *a, const void *b) {
  const Named *x = *(Named *const *)a, *y = *(Named *const *)b;
  const int order = strcmp(x->name, y->name);
  return order ? order : (x > y) - (x < y); /* as stored */
}

static const Named *FindName(const Names *names, const char *name) {
  PetscInt low = 0, high = names->count;
  while (low < high) {
    const PetscInt middle = (low + high) / 2;
    if (strcmp(names->by_name[middle]->name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < names->count && !strcmp(names->by_name[low]->name, name) ? names->by_name[low]
                                                                        : NULL;
}

/* Of claims with one name the last counts, in the place of the first. */
static PetscErrorCode NamesCreate(const Verdicts *verdicts, Names *names) {
  PetscInt kept = 0;
  PetscFunctionBeginUser;
  *names = (Names){.count = verdicts->count};
  PetscCall(ArenaCreate(&names->arena));
  PetscCall(ArenaArray(names->arena, names->count, &names->at));
  PetscCall(ArenaArray(names->arena, names->count, &names->by_name));
  for (PetscInt i = 0; i < names->count; i++) {
    names->at[i].verdict = &verdicts->at[i];
    names->by_name[i] = &names->at[i];
    PetscCall(NameOf(names->arena, &verdicts->at[i], &names->at[i].name));
  }
  if (names->count)
    qsort(names->by_name, (size_t)names->count, sizeof(*names->by_name), CompareNames);
  for (PetscInt i = 0; i < names->count; i++) {
    if (kept && !strcmp(names->by_name[i]->name, names->by_name[kept - 1]->name)) {
      names->by_name[kept - 1]->verdict = names->by_name[i]->verdict;
      names->by_name[i]->verdict = NULL;
    } else
      names->by_name[kept++] = names->by_name[i];
  }
  names->count = kept;
  PetscFunctionReturn(0);
}

static void CompareVerdicts(const Comparison *c, const char *name, const Verdict *base,
                            const Verdict *fresh) {
  const Outcome was = VerdictOutcome(base), is = VerdictOutcome(fresh);
  const int step = OutcomeRank(is) - OutcomeRank(was);
  if (was != is)
    Tell(c,
         step < 0   ? WORSE
         : step > 0 ? BETTER
                    : OTHER,
         "%s: was %s, is %s: %s", name, OutcomeName(was), OutcomeName(is),
         fresh->reason ? fresh->reason : "");
  if (strcmp(base->study, "order"))
    return;
  if (fresh->upper < base->lower || fresh->lower > base->upper)
    Tell(c, fresh->upper < base->lower ? WORSE : BETTER,
         "%s: the order was %.3f to %.3f, is %.3f to %.3f", name, (double)base->lower,
         (double)base->upper, (double)fresh->lower, (double)fresh->upper);
}

static PetscErrorCode CompareAllVerdicts(const Comparison *c, const Verdicts *base,
                                         const Verdicts *fresh) {
  Names before, after;
  PetscFunctionBeginUser;
  PetscCall(NamesCreate(base, &before));
  PetscCall(NamesCreate(fresh, &after));
  for (PetscInt i = 0; i < base->count; i++) {
    const Named *item = &before.at[i], *same = FindName(&after, item->name);
    if (!item->verdict)
      continue;
    if (same)
      CompareVerdicts(c, item->name, item->verdict, same->verdict);
    else
      Tell(c, VerdictOutcome(item->verdict) == OUTCOME_SKIPPED ? OTHER : WORSE,
           "%s: was %s, is not judged any more", item->name,
           OutcomeName(VerdictOutcome(item->verdict)));
  }
  for (PetscInt i = 0; i < fresh->count; i++) {
    const Named *item = &after.at[i];
    if (!item->verdict || FindName(&before, item->name))
      continue;
    Tell(c, OutcomePasses(VerdictOutcome(item->verdict)) ? OTHER : WORSE, "%s: is new, and %s",
         item->name, OutcomeName(VerdictOutcome(item->verdict)));
  }
  PetscCall(ArenaDestroy(&before.arena));
  PetscCall(ArenaDestroy(&after.arena));
  PetscFunctionReturn(0);
}

/* ---- Errors ---- */

/* The greatest of the ratios of one kind in a record, so that one change is one line. */
typedef struct {
  PetscReal ratio, was, is;
  char where[96];
} Extreme;

static void Consider(Extreme *extreme, PetscReal was, PetscReal is, PetscReal floor,
                     const char *what, PetscReal number) {
  /* Below ten floors a value is chance. */
  PetscReal least = fmax(10 * floor, PETSC_SMALL * PETSC_SMALL);
  if (!isfinite(was) || !isfinite(is) || fmax(was, is) < least)
    return;
  PetscReal ratio = fmax(is, least) / fmax(was, least);
  if (ratio > extreme[1].ratio) {
    extreme[1] = (Extreme){ratio, was, is, ""};
    (void)snprintf(extreme[1].where, sizeof(extreme[1].where), "%s %g", what, (double)number);
  }
  if (1 / ratio > extreme[0].ratio) {
    extreme[0] = (Extreme){1 / ratio, was, is, ""};
    (void)snprintf(extreme[0].where, sizeof(extreme[0].where), "%s %g", what, (double)number);
  }
}

static void TellExtremes(const Comparison *c, const char *key, const char *quantity,
                         const Extreme extreme[2]) {
  for (int worse = 0; worse < 2; worse++)
    if (extreme[worse].ratio > c->factor)
      Tell(c, worse ? WORSE : BETTER, "%s: the error of %s at %s was %.3g, is %.3g", key, quantity,
           extreme[worse].where, (double)extreme[worse].was, (double)extreme[worse].is);
}

static void CompareSeries(const Comparison *c, const char *key, const Series *base,
                          const Series *fresh) {
  static const char *const quantities[] = {"q", "v", "p", "lambda"};
  for (int k = 0; k < 4; k++) {
    const SeriesQuantity *quantity = SeriesFindQuantity(base, quantities[k]);
    Extreme extreme[2] = {{0, 0, 0, ""}, {0, 0, 0, ""}};
    for (PetscInt i = 0; i < base->points; i++) {
      const SeriesPoint *point = &base->point[i];
      const PetscReal floor = quantity && i < quantity->floor.count ? quantity->floor.at[i] : NAN;
      PetscInt j = 0;
      while (j < fresh->points && fresh->point[j].steps != point->steps)
        j++;
      if (j < fresh->points)
        Consider(extreme, SeriesPointError(point, quantities[k]),
                 SeriesPointError(&fresh->point[j], quantities[k]), isnan(floor) ? 0 : floor,
                 "N =", (PetscReal)point->steps);
    }
    TellExtremes(c, key, quantities[k], extreme);
  }
}

static void CompareRuns(const Comparison *c, const char *key, const LongRun *base,
                        const LongRun *fresh, PetscReal epsilon) {
  for (PetscInt i = 0; i < base->quantities; i++) {
    const Watched *before = &base->quantity[i], *after = LongRunFind(fresh, before->name);
    Extreme extreme[2] = {{0, 0, 0, ""}, {0, 0, 0, ""}};
    /* Round-off of a value that cancels, added up at random. */
    PetscReal floor =
        epsilon * (before->scale > 0 ? before->scale : 1) * sqrt((PetscReal)base->steps);
    Consider(extreme, before->maximum, after ? after->maximum : NAN, floor, "h =", base->h);
    TellExtremes(c, key, before->name, extreme);
  }
}

static const Series *FindSeries(const Measured *measured, Precision precision) {
  for (PetscInt i = 0; i < measured->count; i++)
    if (measured->series[i].precision == precision)
      return &measured->series[i];
  return NULL;
}

/* The first run of this step size, if it has as many steps. */
static const LongRun *FindRun(const Measured *measured, const LongRun *like) {
  for (PetscInt i = 0; i < measured->count; i++)
    if (measured->run[i].h == like->h && !measured->run[i].beside == !like->beside)
      return measured->run[i].steps == like->steps ? &measured->run[i] : NULL;
  return NULL;
}

static void CompareRecords(const Comparison *c, const Record *base, const Record *fresh) {
  const Measured *before = base->measured, *after = fresh->measured;
  if (!before || !after || before->shape != after->shape)
    return;
  for (PetscInt i = 0; i < before->count && before->shape == MEASURED_SERIES; i++) {
    const Series *same = FindSeries(after, before->series[i].precision);
    if (same)
      CompareSeries(c, base->key, &before->series[i], same);
  }
  for (PetscInt i = 0; i < before->count && before->shape == MEASURED_RUNS; i++) {
    const LongRun *same = FindRun(after, &before->run[i]);
    if (same)
      CompareRuns(c, base->key, &before->run[i], same, before->epsilon);
  }
}

PetscErrorCode DifferencesPrint(Store base, Store fresh, PetscReal factor, FILE *file,
                                Differences *count) {
  const Comparison c = {factor, file, count};
  const Records *before = base->records, *after = fresh->records;
  PetscFunctionBeginUser;
  *count = (Differences){0, 0, 0};
  PetscCall(CompareAllVerdicts(&c, base->verdicts, fresh->verdicts));
  /* Both are sorted by key. */
  for (PetscInt i = 0, j = 0; i < before->count; i++) {
    while (j < after->count && strcmp(after->at[j].key, before->at[i].key) < 0)
      j++;
    if (j < after->count && !strcmp(after->at[j].key, before->at[i].key))
      CompareRecords(&c, &before->at[i], &after->at[j]);
  }
  PetscFunctionReturn(0);
}
