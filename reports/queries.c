#include "reports/queries.h"
#include "base/sort.h"
#include <fnmatch.h>

const char *const OrderQuantities[ORDER_QUANTITIES + 1] = {"q",  "v",      "p", "xi",
                                                           "mu", "lambda", NULL};

/* ---- Names ---- */

/* Sorts the list and keeps one of each. */
static void TextsSort(Texts *texts) {
  texts->count = SortKeepLast(texts->count, texts->at, sizeof(*texts->at));
}

static void AddNames(Contents *c, const Job *job) {
  TextsAdd(c->arena, &c->methods, job->method);
  if (!strcmp(job->model, "*"))
    return;
  TextsAdd(c->arena, &c->placed, job->method);
  TextsAdd(c->arena, &c->places, PlaceOf(job).at);
}

Text SourceName(const char *source) {
  const char *end = source;

  while (*end && strspn(end, "0123456789") != 4)
    end += strspn(end, "0123456789") ? strspn(end, "0123456789") : 1;
  Text name = TextPrint("%.*s", *end ? (int)(end - source) + 4 : (int)strlen(source), source);
  char *address = strstr(name.at, " (http");
  if (address) /* the year, if there is one, is in it */
    *address = 0;
  return name;
}

/* ---- Verdicts ---- */

/* Whether the suite leaves the claim out: it is no claim of the run then. `describe` lists these. */
static PetscBool IsLeftOut(const Verdict *verdict) {
  static const char *const begins[] = {"not run: excluded by the suite",
                                       "not run: the suite has no",
                                       "left out by the suite"}; /* the last up to format 3 */
  const char *reason = verdict->verdict == SKIPPED && verdict->reason ? verdict->reason : "";

  for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
    if (!strncmp(reason, begins[i], strlen(begins[i])))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool IsChosen(const Texts *globs, const char *name) {
  for (PetscInt i = 0; globs && i < globs->count; i++)
    if (!strcmp(globs->at[i], name) || !fnmatch(globs->at[i], name, 0))
      return PETSC_TRUE;
  return (PetscBool)(!globs || !globs->count);
}

static void ViewVerdicts(Contents *c, const Verdicts *all, const Texts *methods,
                         const Texts *models) {
  c->view.verdicts = VerdictsCreate();
  for (PetscInt i = 0; i < all->count; i++) {
    const Job *job = all->at[i].job;
    if (IsLeftOut(&all->at[i]) || !IsChosen(methods, job->method) ||
        !(IsChosen(models, job->model) || IsChosen(models, PlaceOf(job).at)))
      continue;
    *VerdictsNew(c->view.verdicts) = all->at[i];
  }
  VerdictsSort(c->view.verdicts);
}

Verdicts VerdictsOf(const Contents *c, const char *method) {
  Verdicts verdicts = *c->store->verdicts;
  PetscInt first = 0, past;

  if (!method)
    return verdicts;
  while (first < verdicts.count && strcmp(verdicts.at[first].job->method, method))
    first++;
  for (past = first; past < verdicts.count && !strcmp(verdicts.at[past].job->method, method);)
    past++;
  verdicts.at += first;
  verdicts.count = past - first;
  return verdicts;
}

/* ---- Contents ---- */

Contents *ContentsCreate(Store store) { return ContentsChosen(store, NULL, NULL); }

Contents *ContentsChosen(Store store, const Texts *methods, const Texts *models) {
  Contents *c = MemoryZeroed(1, sizeof(*c));
  c->view = *store;
  c->store = &c->view;
  ViewVerdicts(c, store->verdicts, methods, models);
  c->arena = ArenaCreate();
  PublishedCollect(c->store, c->arena, &c->published);
  for (PetscInt i = 0; i < store->records->count && !methods; i++)
    AddNames(c, &store->records->at[i].job);
  for (PetscInt i = 0; i < c->store->verdicts->count; i++)
    AddNames(c, c->store->verdicts->at[i].job);
  for (PetscInt i = 0; i < c->published.count; i++)
    TextsAdd(c->arena, &c->sources, SourceName(c->published.at[i].source).at);
  TextsSort(&c->methods);
  TextsSort(&c->placed);
  TextsSort(&c->places);
  TextsSort(&c->sources);
  return c;
}

void ContentsDestroy(Contents **contents) {
  if (*contents) {
    VerdictsDestroy(&(*contents)->view.verdicts);
    ArenaDestroy(&(*contents)->arena);
  }
  free(*contents);
  *contents = NULL;
}

/* ---- Places ---- */

Text PlaceOf(const Job *job) {
  return strcmp(job->model, "*") ? TextPrint("%s:%s", job->model, job->instance)
                                 : TextPrint("no model");
}

PetscBool JobMatches(const Job *job, const char *method, const char *place) {
  const size_t n = strlen(job->model);

  return (PetscBool)((!method || !strcmp(job->method, method)) &&
                     (!place || (!strncmp(place, job->model, n) && place[n] == ':' &&
                                 !strcmp(place + n + 1, job->instance))));
}

/* ---- Orders ---- */

PetscBool IsOrderVerdict(const Verdict *verdict, const char *quantity) {
  return (PetscBool)(!strcmp(verdict->claim->study, "order") &&
                     (!quantity || !strcmp(verdict->claim->quantity, quantity)));
}

const Verdict *FindOrderVerdict(const Contents *c, const char *method, const char *place,
                                const char *quantity) {
  const Verdicts verdicts = VerdictsOf(c, method);

  for (PetscInt i = 0; i < verdicts.count; i++)
    if (JobMatches(verdicts.at[i].job, NULL, place) && IsOrderVerdict(&verdicts.at[i], quantity))
      return &verdicts.at[i];
  return NULL;
}

const Verdict *VerdictOfRecord(Store store, const char *key, const char *study,
                               const char *quantity) {
  const Verdict *first = NULL;

  for (PetscInt i = 0; study && i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    if (strcmp(verdict->job->key, key) || strcmp(verdict->claim->study, study) ||
        strcmp(verdict->claim->quantity, quantity))
      continue;
    if (verdict->points)
      return verdict;
    if (!first)
      first = verdict;
  }
  return first;
}

/* ---- Measurements ---- */

const Measured *MeasuredAs(const Record *record, MeasuredShape shape) {
  return record->measured && record->measured->shape == shape ? record->measured : NULL;
}

PetscBool IsConstraint(const Watched *watched) {
  return (PetscBool)(watched->study && !strcmp(watched->study, "constraint"));
}

const Measured *MeasuredErrors(const Record *record) {
  const char *kind = record->job.kind ? record->job.kind : "";
  return strcmp(kind, "work") && strcmp(kind, "tolerance") ? MeasuredAs(record, MEASURED_SERIES)
                                                           : NULL;
}

PetscBool HasErrors(const Series *series, const char *quantity) {
  for (PetscInt i = 0; i < series->points; i++)
    if (!isnan(SeriesPointError(&series->point[i], quantity)))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

const Record *FindErrors(Store store, const char *method, const char *place) {
  const Records *records = store->records;

  for (PetscInt i = 0; i < records->count; i++)
    if (MeasuredErrors(&records->at[i]) && JobMatches(&records->at[i].job, method, place))
      return &records->at[i];
  return NULL;
}
