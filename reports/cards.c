#include "reports/html.h"
#include "reports/writers.h"
#include "base/word_list.h"
#include "reports/fragment.h"

typedef struct {
  const char *library, *last; /* with its version; the integrator that was counted last */
  ClaimCause cause;
  const Verdict *first; /* on the simplest system */
  PetscInt verdicts, integrators;
} CardRow;

typedef struct {
  PetscInt count;
  CardRow *at;
} CardRows;

/* The smaller, the graver; what no card explains comes first. */
static PetscInt Rank(const ClaimCause *cause) {
  const char *at = strstr(SEVERITIES, cause->severity);
  return at ? (PetscInt)(at - SEVERITIES) : -1;
}

/* One more verdict that does not hold, or is better than documented. The gravest rows come first. */
static void Add(Arena arena, const PublishedClaim *claim, const Verdict *verdict, CardRows *rows) {
  ClaimCause cause = verdict->claim->cause;
  PetscInt i = 0;

  if (!cause.id) /* the claim itself, of this integrator */
    cause = (ClaimCause){claim->integrator, claim->text, claim->place, .found = verdict->reason,
                         .severity = "not explained"};
  while (i < rows->count &&
         (strcmp(rows->at[i].library, claim->source) || strcmp(rows->at[i].cause.id, cause.id) ||
          strcmp(rows->at[i].cause.documented, cause.documented)))
    i++;
  if (i == rows->count) {
    ArenaRoom(arena, rows->count, &rows->at);
    rows->count++;
    for (; i > 0 && Rank(&rows->at[i - 1].cause) > Rank(&cause); i--)
      rows->at[i] = rows->at[i - 1];
    rows->at[i] = (CardRow){.library = claim->source, .cause = cause, .first = verdict};
  }
  CardRow *row = &rows->at[i];
  row->verdicts++;
  row->integrators += !row->last || strcmp(row->last, claim->integrator);
  row->last = claim->integrator;
  if (verdict->claim->rank < row->first->claim->rank)
    row->first = verdict;
}

static void Collect(const PublishedClaims *claims, Arena arena, CardRows *rows) {
  for (PetscInt i = 0; i < claims->count; i++)
    for (PetscInt j = 0; claims->at[i].integrator && j < claims->at[i].verdicts; j++) {
      const Verdict *verdict = claims->at[i].verdict[j];
      if (verdict->verdict == REFUTED ||
          (verdict->verdict == CONFIRMED && verdict->claim->cause.id))
        Add(arena, &claims->at[i], verdict, rows);
    }
}

/* What became of the claims on what is recommended. */
static Text Judged(const PublishedClaims *claims, const ClaimCause *cause) {
  int all = 0, confirmed = 0;

  for (PetscInt i = 0; i < claims->count; i++)
    for (PetscInt j = 0; j < claims->at[i].verdicts; j++)
      if (WordsContain(claims->at[i].verdict[j]->claim->remedy, cause->id)) {
        all += claims->at[i].verdict[j]->verdict != SKIPPED;
        confirmed += claims->at[i].verdict[j]->verdict == CONFIRMED;
      }
  return all ? TextPrint("%d of %d claims confirmed", confirmed, all) : (Text){""};
}

static void PutRow(const PublishedClaims *claims, const CardRow *row, Table table) {
  const ClaimCause *cause = &row->cause;

  TableRow(table, Word(row->library), Word(cause->documented), Word(cause->severity),
           Word(cause->found), Word(cause->instead), Word(Judged(claims, cause).at),
           Word(cause->state), Word(cause->id), Word(cause->when),
           Word(PublishedWhere(row->first).at),
           Word(TextPrint("%d on %d integrators", (int)row->verdicts, (int)row->integrators).at),
           Word(cause->reproducer), Word(row->first->command), Word(cause->place));
  const PetscBool page = (PetscBool)(cause->address && !strncmp(cause->address, "https:", 6));
  TableLook(table, NULL, page ? cause->address : NULL);
}

Table CardsTable(const PublishedClaims *claims, PetscBool counts) {
  CardRows rows = {0, NULL};

  Table table =
      TableCreate("Integrators of libraries",
                  "How many documented properties hold, and why others do not, the gravest "
                  "first; `gimbal report --issue CAUSE DIR` prints a report to the authors.");
  TableColumns(table, COLUMN_GROUP, "library", 0);
  TableColumns(table, COLUMN_PROSE,
               "documented|severity|found|instead|judged|state|cause|condition", 0);
  TableColumns(table, COLUMN_PROSE, "shown by|verdicts", TABLE_FILES);
  TableColumns(table, COLUMN_CODE, "program|command", TABLE_MARKDOWN | TABLE_CSV);
  TableColumns(table, COLUMN_PROSE, "place", 0);
  Collect(claims, table->texts, &rows);
  for (PetscInt i = 0; i < claims->count; i++) {
    const char *library = claims->at[i].source;
    if (!claims->at[i].integrator || (i && !strcmp(library, claims->at[i - 1].source)))
      continue;
    const PublishedCount count = PublishedCountOf(claims, PUBLISHED_BY_LIBRARIES, library);
    if (counts) {
      TableRow(table, Word(library), Word(PublishedCountText(count).at));
      for (PetscInt k = 0; k < 12; k++)
        TableValue(table, Word(NULL));
    }
    for (PetscInt j = 0; j < rows.count; j++)
      if (!strcmp(rows.at[j].library, library))
        PutRow(claims, &rows.at[j], table);
  }
  return table;
}

PetscErrorCode CardIssue(const Contents *contents, const char *name, FILE *file) {
  CardRows rows = {0, NULL};
  const CardRow *row = NULL;
  OWNED(MemoryFree) char *program = NULL;

  Collect(&contents->published, contents->arena, &rows);
  for (PetscInt i = 0; i < rows.count; i++)
    if (!strcmp(rows.at[i].cause.id, name) && rows.at[i].cause.reproducer)
      row = &rows.at[i];
  UserCheck(row, "report: --issue \"%s\": no such cause here; tables/libraries.md lists them",
            name);
  const ClaimCause *cause = &row->cause;
  PetscCall(FragmentFile(cause->reproducer, &program));
  fprintf(file,
          "# %s: %s\n\nDocumented in version %s, %s (%s):\n\n> %s\n\nCondition: %s.\nCalled with: "
          "%s.\nProgram, with what it prints at its end:\n\n```%s\n%s```\n\nInstead: %s.\n",
          row->library, cause->found, cause->version, cause->place, cause->address,
          cause->documented, cause->when, cause->options, strrchr(cause->reproducer, '.') + 1,
          program, cause->instead ? cause->instead : "nothing to do");
  return 0;
}
