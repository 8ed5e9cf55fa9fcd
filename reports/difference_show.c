/* Differences as text, Markdown and JSON: one entry for each cause. */
#include "reports/difference.h"
#include "reports/outcomes.h"
#include "base/json_text.h"
#include "base/text_stream.h"
#include "reports/text.h"

enum { PLACES_SHOWN = 6, ENOUGH = 4000 };

/* JSON keeps the stored word. */
static const char *Shown(const char *outcome) {
  return strcmp(outcome, OutcomeNames[OUTCOME_SKIPPED]) ? outcome : VerdictShown(SKIPPED);
}

/* What changed, in words: "was confirmed, is refuted". */
static Text Change(const Difference *d) {
  switch (d->kind) {
  case CHANGE_ERROR:
    return TextPrint("the error of %s at %s was %s, is %s", d->claim, d->where, d->was, d->is);
  case CHANGE_ORDER:
    return TextPrint("the order was %s, is %s", d->was, d->is);
  case CHANGE_GONE:
    return TextPrint("was %s, is not judged any more", Shown(d->was));
  case CHANGE_NEW:
    return TextPrint("is new, and %s", Shown(d->is));
  default:
    return TextPrint("was %s, is %s", Shown(d->was), Shown(d->is));
  }
}

static Text Place(const Difference *d) {
  return TextPrint("%s:%s", d->line->model, d->line->instance);
}

/* Whether an earlier one of its cause has its place: a record has several series, and a model several records. */
static PetscBool IsRepeated(const Differences *all, PetscInt number) {
  const Difference *d = &all->at[number];
  for (PetscInt i = all->cause[d->cause]; i < number; i++)
    if (all->at[i].cause == d->cause && !strcmp(all->at[i].line->model, d->line->model) &&
        !strcmp(all->at[i].line->instance, d->line->instance))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* "also on A, B and 3 more", after `before` if there is any. */
static void AlsoOn(const Differences *all, PetscInt cause, const char *before, PetscBool code,
                   FILE *file) {
  PetscInt places = 0;
  for (PetscInt i = all->cause[cause] + 1; i < all->count; i++) {
    if (all->at[i].cause != cause || IsRepeated(all, i) || places++ >= PLACES_SHOWN)
      continue;
    fprintf(file, "%s", places == 1 ? before : ", ");
    if (code)
      TextMarkup(file, "`", Place(&all->at[i]).at);
    else
      TextLine(file, Place(&all->at[i]).at);
  }
  if (places > PLACES_SHOWN)
    fprintf(file, " and %d more", (int)(places - PLACES_SHOWN));
}

static void Totals(const Differences *all, FILE *file) {
  fprintf(file, "%d worse, %d better, %d other\n", (int)all->of[WORSE], (int)all->of[BETTER],
          (int)all->of[OTHER]);
}

void DifferencesText(const Differences *all, FILE *file) {
  for (PetscInt i = 0; i < all->causes; i++) {
    const Difference *d = &all->at[all->cause[i]];
    fprintf(file, "%-6s  %s: ", DirectionNames[d->direction], d->line->key);
    if (d->kind != CHANGE_ERROR)
      fprintf(file, "%s: ", d->claim);
    fputs(Change(d).at, file);
    if (*d->reason) {
      fputs(": ", file);
      TextLine(file, ReasonNotMeasurable(d->reason));
    }
    AlsoOn(all, i, "; also on ", PETSC_FALSE, file);
    fputc('\n', file);
  }
  Totals(all, file);
}

/* ---- Markdown ---- */

static void PutCause(const Differences *all, PetscInt cause, FILE *file) {
  const Difference *d = &all->at[all->cause[cause]];
  fprintf(file, "- **%s** ", DirectionNames[d->direction]);
  TextMarkup(file, "`, ", d->line->method);
  if (d->kind != CHANGE_ERROR)
    TextMarkup(file, "`, ", d->claim);
  TextMarkup(file, "on `: `", Place(d).at, Change(d).at);
  if (*d->reason)
    TextMarkup(file, "\n  `", d->reason);
  AlsoOn(all, cause, "\n  also on ", PETSC_TRUE, file);
  fputc('\n', file);
}

void DifferencesMarkdown(const Differences *all, FILE *file) {
  TextStream stream; /* which tells how long it is; a pipe does not */
  PetscInt shown = 0;
  TextStreamOpen(&stream);
  FILE *memory = stream.file;
  fprintf(memory, "## gimbal compare: %s; ",
          all->of[WORSE] ? "something got worse" : "nothing got worse");
  Totals(all, memory);
  fputc('\n', memory);
  /* Of what is neither better nor worse the number is enough. */
  while (shown < all->causes && ftell(memory) < ENOUGH &&
         all->at[all->cause[shown]].direction != OTHER)
    PutCause(all, shown++, memory);
  if (shown < all->causes)
    fprintf(memory, "%s%d more cause%s: `gimbal compare` prints a line for each.\n",
            shown ? "\n… and " : "", (int)(all->causes - shown),
            all->causes - shown == 1 ? "" : "s");
  TextStreamClose(&stream);
  fputs(stream.text, file);
  free(stream.text);
}

/* ---- JSON ---- */

static json_t *MemberObject(const Difference *d) {
  json_t *object = json_pack("{s:s,s:s,s:s,s:s,s:s}", "key", d->line->key, "model", d->line->model,
                             "case", d->line->instance, "was", d->was, "is", d->is);
  if (d->where)
    JsonSet(object, "where", json_string(d->where));
  if (*d->reason)
    JsonSet(object, "reason", json_string(d->reason));
  return object;
}

static json_t *CauseObject(const Differences *all, PetscInt cause) {
  const Difference *d = &all->at[all->cause[cause]];
  json_t *members = json_array();
  for (PetscInt i = all->cause[cause]; i < all->count; i++)
    if (all->at[i].cause == cause)
      JsonAdd(members, MemberObject(&all->at[i]));
  return json_pack("{s:s,s:s,s:s,s:s,s:o}", "direction", DirectionNames[d->direction], "kind",
                   ChangeNames[d->kind], "method", d->line->method, "claim", d->claim, "members",
                   members);
}

void DifferencesJson(const Differences *all, FILE *file) {
  json_t *causes = json_array();
  for (PetscInt i = 0; i < all->causes; i++)
    JsonAdd(causes, CauseObject(all, i));
  json_t *object =
      json_pack("{s:i,s:i,s:i,s:i,s:o}", "format", 1, "worse", (int)all->of[WORSE], "better",
                (int)all->of[BETTER], "other", (int)all->of[OTHER], "causes", causes);
  (void)JsonPut(object, file, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  json_decref(object);
  fputc('\n', file);
}
