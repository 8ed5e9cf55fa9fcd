/* gimbal judge ERRORS.csv --order P: the order judge for errors from any program. */
#include "cli/card.h"
#include "cli/command.h"
#include "judge/judge.h"
#include "judge/table.h"
#include "record/file.h"
#include "record/lines.h"
#include "record/store.h"
#include "reports/report.h"

#include <strings.h>

typedef struct {
  TableQuestion question;
  const char *path, *directory, *card;
  PetscBool json, tap;
} JudgeWords;

static const Option options[] = {OPTION(JudgeWords, TEXT, 0, "order", "P", question.order),
                                 OPTION(JudgeWords, TEXT, 0, "card", "FILE", card),
                                 OPTION(JudgeWords, TEXT, 0, "h", "NAME", question.h),
                                 OPTION(JudgeWords, TEXT, 0, "steps", "NAME", question.steps),
                                 OPTION(JudgeWords, NUMBER, 0, "dim", "D", question.dimension),
                                 OPTION(JudgeWords, TEXT, 0, "errors", "NAMES", question.errors),
                                 OPTION(JudgeWords, TEXT, 0, "floor", "NAME|X", question.floor),
                                 OPTION(JudgeWords, LIST, 0, "where", "NAME=TEXT", question.where),
                                 OPTION(JudgeWords, YES, 0, "together", NULL, question.together),
                                 OPTION(JudgeWords, YES, 0, "symmetric", NULL, question.symmetric),
                                 OPTION(JudgeWords, YES, 0, "json", NULL, json),
                                 OPTION(JudgeWords, YES, 0, "tap", NULL, tap),
                                 OPTION(JudgeWords, TEXT, 'o', "output", "DIR", directory),
                                 {.kind = OPTION_END}};

const Usage UsageJudge = USAGE(options, JudgeWords, "ERRORS.csv", 1, 1);

/* ---- Verdicts ---- */

static void PrintCounts(const Verdicts *verdicts) {
  PetscInt count[VERDICT_WORDS] = {0}, understated = 0;
  const char *comma = "";
  for (PetscInt i = 0; i < verdicts->count; i++) {
    count[verdicts->at[i].verdict]++;
    understated += VerdictHasFlag(&verdicts->at[i], "exceeds");
  }
  for (PetscInt word = 0; word < VERDICT_WORDS; word++) {
    if (!count[word])
      continue;
    printf("%s%d %s", comma, (int)count[word], VerdictShown(word));
    if (word == CONFIRMED && understated)
      printf(" (%d understated)", (int)understated);
    comma = ", ";
  }
  puts("");
}

/* NAME=TEXT with that name. */
static PetscBool IsConditionOn(const char *condition, const char *heading) {
  const size_t name = strcspn(condition, "=");
  return (PetscBool)(strlen(heading) == name && !strncasecmp(condition, heading, name));
}

/* Columns that are neither judged nor used for it. */
static void PrintUnused(const TableQuestion *q, const TableChoice *choice) {
  PetscInt unused = 0;
  for (PetscInt c = 0, next = 0; c < choice->table->columns; c++) {
    const char *heading = choice->table->heading[c];
    PetscBool used = (PetscBool)(next < choice->columns && choice->column[next] == c);
    next += used;
    for (PetscInt k = 0; k < q->where.count; k++)
      used = (PetscBool)(used || IsConditionOn(q->where.at[k], heading));
    if (used || c == choice->size || c == choice->floor || !*heading ||
        TableRoleOf(heading) == ROLE_RATE)
      continue;
    printf("%s%s", unused++ ? ", " : "not used: ", heading);
  }
  fputs(unused ? "\n" : "", stdout);
}

static PetscErrorCode PrintVerdicts(const JudgeWords *w, const TableJudgement *found) {
  const Verdicts *verdicts = found->verdicts;
  if (w->json)
    return VerdictsPut(verdicts, stdout);
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *v = &verdicts->at[i];
    printf("%s%s: %s of order %s: %s\n", VerdictShown(v->verdict),
           VerdictHasFlag(v, "exceeds") ? ", understated" : "", v->claim->quantity,
           w->question.order, v->reason);
    PetscCall(TablePrintRates(&found->records->at[i], stdout));
  }
  if (verdicts->count > 1)
    PrintCounts(verdicts);
  if (!w->question.errors)
    PrintUnused(&w->question, &found->choice);
  return 0;
}

/* ---- A report ---- */

static PetscErrorCode PutRecords(const Records *records, FILE *stream) {
  char *text;
  for (PetscInt i = 0; i < records->count; i++) {
    PetscCall(RecordToText(&records->at[i], NULL, &text));
    fprintf(stream, "%s\n", text);
    free(text);
  }
  return 0;
}

static PetscErrorCode WriteFolder(const char *directory, TableJudgement *found) {
  Manifest manifest = {.format = RECORD_FORMAT, .suite = {.name = "judge"}, .verdicts = -1};
  WholeFile file;
  Store store;
  char *text;
  PetscCall(FolderCheck(directory));
  PetscCall(WholeFileOpen(directory, "results.jsonl", &file));
  PetscCall(WholeFileEnd(&file, PutRecords(found->records, file.stream)));
  PetscCall(LinesRemoveParts(directory, "results")); /* of a killed run */
  manifest.suite.title = found->choice.table->path;
  PetscCall(ManifestToText(&manifest, &text));
  PetscCall(WholeFileWrite(directory, "manifest.json", text));
  free(text);
  PetscCall(StoreReadUnjudged(directory, &store));
  PetscCall(StoreSetVerdicts(store, found->verdicts));
  found->verdicts = NULL; /* they are the store's */
  PetscCall(ReportWrite(store));
  StoreDestroy(&store);
  fprintf(stderr, "report: %s/index.html\n", directory);
  return 0;
}

static PetscErrorCode TellVerdicts(const JudgeWords *w, TableJudgement *found, int *status) {
  Verdicts *verdicts = found->verdicts;
  const char *quote = w->question.logarithm ? "'" : "";
  const char *command = ArenaPrint(verdicts->arena, "gimbal judge %s --order %s%s%s", w->path,
                                   quote, w->question.order, quote);
  for (PetscInt i = 0; i < verdicts->count; i++)
    verdicts->at[i].command = command;
  PetscCall(PrintVerdicts(w, found));
  *status = JudgeStatus(verdicts);
  return w->directory ? WriteFolder(w->directory, found) : 0;
}

PetscErrorCode CommandJudge(CommandLine *line) {
  JudgeWords *w = line->words;
  TableQuestion *q = &w->question;
  TableJudgement found = {.records = NULL};
  UserCheck(!w->card || !(q->order || q->errors || q->where.count || w->directory || w->json),
            "judge: --order, --errors, --where, --json and -o cannot be combined with --card");
  w->path = *line->operand;
  if (w->card)
    return CardJudge(w->card, q, w->path, w->tap, &line->status);
  PetscCall(TableQuestionRead(q));
  PetscCall(ErrorTableRead(w->path, PETSC_FALSE, &found.choice.table));
  PetscErrorCode error = TableJudgeAll(q, &found);
  if (!error)
    error = TellVerdicts(w, &found, &line->status);
  TableJudgementDestroy(&found);
  return error;
}
