/* gimbal explain KEY [DIR]: why a stored verdict is what it is. */
#include "base/lists.h"
#include "base/digits.h"
#include "base/json_text.h"
#include "base/text_stream.h"
#include "cli/command.h"
#include "cli/columns.h"
#include "base/nearest.h"
#include "base/shell.h"
#include "judge/judge.h"
#include "record/store.h"
#include "reports/outcomes.h"
#include "studies/explanation.h"

#include <fnmatch.h>
#include <jansson.h>
#include <wordexp.h>

typedef struct {
  PetscBool json;
  const char *key, *directory;
} Words;

static const Option options[] = {OPTION(Words, YES, 0, "json", NULL, json), {.kind = OPTION_END}};

const Usage UsageExplain = USAGE_WITH(options, Words, "DIR", 1, 2, .directory = "out");

/* A verdict with all its names, and the folder that it stands in. */
typedef struct {
  Store store;
  const Verdict *verdict;
  const char *name; /* order/rk4/kepler:e03/q */
} Subject;

/* ---- Which verdicts ---- */

/* What people call a verdict: its key and quantity, its line in TAP, and the key alone, which others have too. */
enum { NAMES = 3 };
static const char **NameAll(Store store) {
  const Verdicts *verdicts = store->verdicts;
  const char **names = ArenaArray(store->arena, NAMES * verdicts->count, sizeof(*names));
  for (PetscInt i = 0; i < verdicts->count; i++) {
    names[NAMES * i] = VerdictName(&verdicts->at[i], store->arena);
    names[NAMES * i + 1] = VerdictTestName(verdicts, i, store->arena);
    names[NAMES * i + 2] = verdicts->at[i].job->key;
  }
  return names;
}

/* From what leaves no doubt to what leaves some. */
typedef enum { WHOLLY, BY_PATTERN, BY_BEGINNING, WAYS } Way;

static PetscBool NameMatches(Way way, const char *word, const char *name) {
  return (PetscBool) !(way == WHOLLY       ? strcmp(word, name)
                       : way == BY_PATTERN ? fnmatch(word, name, 0)
                                           : strncmp(word, name, strlen(word)));
}

/* The numbers of the verdicts that the word stands for, by the first way that meets any. */
static PetscErrorCode FindVerdicts(Store store, const char *const names[], const char *word,
                                   PetscInt *count, PetscInt *found) {
  const PetscInt all = NAMES * store->verdicts->count;
  *count = 0;
  for (Way way = WHOLLY; way < WAYS && !*count; way++)
    for (PetscInt i = 0; i < all; i++)
      if (NameMatches(way, word, names[i]) && (!*count || found[*count - 1] != i / NAMES))
        found[(*count)++] = i / NAMES;
  if (*count)
    return 0;
  char hint[NEAREST_HINT];
  (void)NearestHint(word, all, names, NEAREST_STATED, hint);
  UserError("explain: no verdict in %s has the key '%s'%s", store->directory, word,
            *hint ? hint : "; all keys are in its verdicts.jsonl");
}

static void ListVerdicts(Store store, const char *const names[], PetscInt count,
                         const PetscInt *at) {
  Columns columns = ColumnsCreate(2, 0, PETSC_FALSE);
  for (PetscInt i = 0; i < count; i++) {
    const Verdict *v = &store->verdicts->at[at[i]];
    ColumnsAdd(columns, OutcomeLooks[VerdictOutcome(v)].phrase);
    ColumnsAdd(columns, names[NAMES * at[i]]);
  }
  ColumnsPrint(&columns);
}

/* ---- What the verdict itself says ---- */

/* The claim of the job that the verdict is on; NULL: the record does not hold it. */
static const Claim *ClaimOf(const Verdict *v, const Job *job) {
  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    const PetscBool value = v->claimed.word ? TextIsSame(claim->value, v->claimed.word)
                                            : (PetscBool)(claim->order == v->claimed.number);
    if (value && TextIsSame(claim->study, v->claim->study) &&
        TextIsSame(claim->quantity, v->claim->quantity) && claim->origin == v->claim->origin &&
        TextIsSame(claim->place, v->claim->place) && claim->number == v->claim->number)
      return claim;
  }
  return NULL;
}

/* "the order of q is 4, claimed by the plugin of rk4 on kepler:e03 (cartesian)" */
static void PutClaim(const Verdict *v, Columns columns) {
  const char *study = v->claim->study, *quantity = v->claim->quantity,
             *coordinates = v->job->realisation_name;
  const PetscBool order = (PetscBool)(!v->claimed.word && isfinite(v->claimed.number));
  char what[256], value[32] = "not known", where[512] = " (no applicable model)";
  if (order) {
    (void)snprintf(value, sizeof(value), "%g", v->claimed.number);
    (void)snprintf(what, sizeof(what), "the %s of %s is", study, quantity);
  } else
    (void)snprintf(what, sizeof(what), "%s%s%s:", study, strcmp(study, quantity) ? " " : "",
                   strcmp(study, quantity) ? quantity : "");
  if (strcmp(v->job->model, "*"))
    (void)snprintf(where, sizeof(where), " on %s:%s%s%s%s", v->job->model, v->job->instance,
                   coordinates ? " (" : "", coordinates ? coordinates : "", coordinates ? ")" : "");
  ColumnsRow(columns, "claim", "%s %s, claimed by %s of %s%s", what,
             v->claimed.word ? v->claimed.word : value,
             v->claim->origin == FROM_PLUGIN ? "the plugin" : "the suite", v->job->method, where);
  if (v->claim->text)
    ColumnsRow(columns, "", "in words: %s", v->claim->text);
  ColumnsRow(columns, "source", "%s%s%s", v->source ? v->source : "none",
             v->claim->place ? ", " : "", v->claim->place ? v->claim->place : "");
}

static PetscErrorCode PutVerdict(Store store, const Verdict *v, Columns columns) {
  const char *dimensions = StoreDimensions(store, v);
  OWNED(MemoryFree) char *help = NULL;
  char text[HELP_ENTRY_ROOM];
  ColumnsRow(columns, "verdict", "%s%s%s: %s", VerdictShown(v->verdict),
             v->precision ? ", in precision " : "", v->precision ? v->precision : "",
             v->reason ? v->reason : "no reason is stored");
  if (v->claim->expect != EXPECT_CONFIRMED)
    ColumnsRow(columns, "", "expected: %s (%s)", ExpectationNames[v->claim->expect],
               v->claim->why ? v->claim->why : "no reason is stored");
  if (*dimensions)
    ColumnsRow(columns, "", "tested with n = %s coordinates", dimensions);
  if (!v->flags.count)
    return 0;
  PetscCall(OptionsReadHelp("explain", &help)); /* which tells what they mean */
  for (PetscInt i = 0; i < v->flags.count; i++)
    ColumnsRow(columns, i ? "" : "flags", "%s: %s", v->flags.at[i],
               HelpEntry(help, v->flags.at[i], text));
  return 0;
}

/* Each cause with its numbers; texts stand in the reason. */
static void PutFacts(const Verdict *v, Columns columns) {
  for (PetscInt i = 0; i < v->facts; i++) {
    const Fact *fact = &v->fact[i];
    char numbers[1024] = "";
    size_t used = 0;
    for (PetscInt k = 0; k < fact->numbers && used < sizeof(numbers); k++)
      used += (size_t)snprintf(numbers + used, sizeof(numbers) - used, "%s %s = %.6g",
                               k ? "," : ":", fact->number[k].name, fact->number[k].value);
    ColumnsRow(columns, i ? "" : "facts", "%s%s", fact->cause, numbers);
  }
}

/* ---- The smallest case ---- */

/* The work of the verdict's job, by which the smallest model is found; large where it is not known. */
static PetscReal WorkOf(Store store, const Verdict *v) {
  const Record *record = RecordsFind(store->records, v->job->key);
  return record && record->job.estimate > 0 ? record->job.estimate : PETSC_MAX_REAL;
}

/* Of the refutations of the same claim, the one on the simplest system: as the suite ranks them, else
 * by the work that a job of it is. *places: how many there are. */
static const Verdict *FindSmallest(const Subject *s, PetscInt *places) {
  const Verdicts *all = s->store->verdicts;
  const Verdict *smallest = NULL;
  PetscReal least = PETSC_MAX_REAL;
  *places = 0;
  for (PetscInt i = 0; i < all->count; i++) {
    const Verdict *v = &all->at[i];
    if (v->verdict != REFUTED || !VerdictsShareClaim(v, s->verdict))
      continue;
    ++*places;
    const PetscReal work = v->claim->rank >= 0 ? (PetscReal)v->claim->rank : WorkOf(s->store, v);
    if (!smallest || work < least) {
      smallest = v;
      least = work;
    }
  }
  return smallest;
}

/* The plugins of its own that a command names. */
static void PutPlugins(const char *command, FILE *out) {
  wordexp_t words;
  if (!command || wordexp(command, &words, WRDE_NOCMD))
    return;
  for (size_t i = 0; i + 1 < words.we_wordc; i++)
    if (!strcmp(words.we_wordv[i], "--plugin") || !strcmp(words.we_wordv[i], "--external")) {
      fprintf(out, " %s ", words.we_wordv[i]);
      ShellPut(out, words.we_wordv[++i]);
    }
  wordfree(&words);
}

/* A run that takes the steps of a counterexample: its error against the reference can be seen. */
static void PutRun(const Verdict *v, PetscReal time, Columns columns) {
  char place[JOB_PLACE], number[2][DIGITS_ROOM];
  TextStream command;
  TextStreamOpen(&command);
  FILE *out = command.file;
  fputs("gimbal run -m ", out);
  ShellPut(out, v->job->method);
  fputs(" -M ", out);
  ShellPut(out, JobPlace(v->job, place));
  fprintf(out, " -h %s -T %s", DigitsShortest((double)v->counterexample.h, number[0]),
          DigitsShortest((double)time, number[1]));
  if (v->precision && !strcmp(v->precision, PrecisionNames[IN_QUAD]))
    fputs(" --precision quad", out);
  PutPlugins(v->command, out);
  TextStreamClose(&command);
  ColumnsAdd(columns, "");
  ColumnsAddWhole(columns, command.text);
  free(command.text);
}

/* The step size and the time that show it. */
static void PutStep(const Verdict *v, Columns columns) {
  const Counterexample *c = &v->counterexample;
  const PetscReal time = isfinite(c->time) || c->steps <= 0 ? c->time : (PetscReal)c->steps * c->h;
  if (!c->there || !isfinite(c->h))
    return;
  if (isfinite(c->defect))
    ColumnsRow(columns, "", "a step of h = %.6g shows it: defect %.3g ± %.1g", c->h, c->defect,
               c->error);
  else if (c->component > 0)
    ColumnsRow(columns, "", "steps of h = %.6g show it: error %.3g in component %d at t = %.6g",
               c->h, c->error, (int)c->component, time);
  else
    ColumnsRow(columns, "", "steps of h = %.6g show it: error %.3g", c->h, c->error);
  if (isfinite(time) && !strcmp(v->claim->study, "order"))
    PutRun(v, time, columns);
}

static void PutSmallest(const Subject *s, Columns columns) {
  PetscInt places;
  const Verdict *smallest = FindSmallest(s, &places);
  if (!smallest)
    return;
  ColumnsRow(columns, "smallest", "%s:%s, of %d place%s where this claim is refuted: %s",
             smallest->job->model, smallest->job->instance, (int)places, places == 1 ? "" : "s",
             smallest == s->verdict ? "this one" : smallest->reason);
  PutStep(smallest, columns);
}

/* ---- What the study adds ---- */

/* Whether all that the verdict was judged from is there. */
static PetscBool AllMeasured(PetscInt count, const Record *const parts[]) {
  for (PetscInt i = 0; i < count; i++)
    if (parts[i]->status != STATUS_DONE || !parts[i]->measured || parts[i]->measured->purity.impure)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscErrorCode AskStudy(const Subject *s, PetscInt count, const Record *const parts[],
                               Explanation *e) {
  const Study *study = parts[0]->job.kind ? StudyFind(parts[0]->job.kind) : NULL;
  const Claim *claim = ClaimOf(s->verdict, &parts[0]->job);
  if (!study || !claim || !AllMeasured(count, parts) || !StudyHasClaim(study, claim->study))
    return 0;
  const Measured **measured = ArenaArray(e->arena, count, sizeof(*measured));
  const Job **job = ArenaArray(e->arena, count, sizeof(*job));
  for (PetscInt i = 0; i < count; i++) {
    job[i] = &parts[i]->job;
    measured[i] = parts[i]->measured;
    MeasuredToModel(parts[i]->measured);
  }
  const Evidence all = {count, job, measured, claim};
  return ExplainVerdict(study, &all, s->verdict, e);
}

static PetscErrorCode ExplainSubject(const Subject *s, Explanation *e) {
  const Record *first = RecordsFind(s->store->records, s->verdict->job->key);
  PetscInt count;
  if (!first)
    return 0;
  OWNED(MemoryFree) const Record **parts = JudgeParts(s->store->records, first, &count);
  return AskStudy(s, count, parts, e);
}

/* ---- Out ---- */

static void PutPart(const Explanation *e, ExplainPart part, const char *label, Columns columns) {
  for (PetscInt i = 0; i < e->part[part].count; i++)
    ColumnsRow(columns, i ? "" : label, "%s", e->part[part].at[i]);
}

static PetscErrorCode PrintText(const Subject *s, const Explanation *e) {
  const Verdict *v = s->verdict;
  printf("%s: %s\n", OutcomeLooks[VerdictOutcome(v)].phrase, s->name);
  Columns columns = ColumnsCreate(2, 2, PETSC_TRUE);
  PutClaim(v, columns);
  PetscCall(PutVerdict(s->store, v, columns));
  PutFacts(v, columns);
  PutPart(e, EXPLAIN_FIGURES, "figures", columns);
  PutPart(e, EXPLAIN_LEFT_OUT, "left out", columns);
  PutSmallest(s, columns);
  if (v->verdict != REFUTED)
    PutPart(e, EXPLAIN_CHANGE, "changed by", columns);
  ColumnsAdd(columns, "reproduce");
  ColumnsAddWhole(columns, v->command ? v->command : "no command is stored");
  ColumnsPrint(&columns);
  return 0;
}

static PetscErrorCode PrintJson(const Subject *s, const Explanation *e) {
  static const char *const members[EXPLAIN_PARTS] = {"figures", "left_out", "change"};
  char *line;
  PetscCall(VerdictToText(s->verdict, &line));
  json_t *object = JsonRead(line, strlen(line), 0, NULL);
  free(line);
  (void)json_object_del(object, "check"); /* which is of the line in the file */
  for (int part = 0; part < EXPLAIN_PARTS; part++) {
    json_t *lines = json_array();
    for (PetscInt i = 0; i < e->part[part].count; i++)
      JsonAdd(lines, json_string(e->part[part].at[i]));
    JsonSet(object, members[part], lines);
  }
  (void)JsonPut(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(17));
  json_decref(object);
  putchar('\n');
  return 0;
}

/* ---- The command ---- */

static PetscErrorCode ExplainMatches(Store store, const Words *words) {
  const char **names = NameAll(store);
  PetscInt count;
  PetscBool one = PETSC_TRUE;
  PetscInt *found = ArenaArray(store->arena, store->verdicts->count + 1, sizeof(*found));
  PetscCall(FindVerdicts(store, names, words->key, &count, found));
  for (PetscInt i = 1; i < count; i++) /* several claims on one quantity are explained together */
    one = (PetscBool)(one && !strcmp(names[NAMES * found[i]], names[NAMES * found[0]]));
  if (!one && !words->json)
    ListVerdicts(store, names, count, found);
  for (PetscInt i = 0; i < count && (one || words->json); i++) {
    const Subject s = {store, &store->verdicts->at[found[i]], names[NAMES * found[i]]};
    Explanation e = {.arena = store->arena};
    if (i && !words->json)
      putchar('\n');
    PetscCall(ExplainSubject(&s, &e));
    PetscCall(words->json ? PrintJson(&s, &e) : PrintText(&s, &e));
  }
  return 0;
}

PetscErrorCode CommandExplain(CommandLine *line) {
  Words *w = line->words;
  OWNED(StoreDestroy) Store store = NULL;
  w->key = line->operand[0];
  if (line->count == 2)
    w->directory = line->operand[1];
  PetscCall(StoreRead(w->directory, &store));
  return ExplainMatches(store, w);
}
