/* gimbal judge --card: each claim of a card on each model of the table, and one verdict from them:
 * refuted         one model or more refute it.
 * failed          the method stops on a model at all step sizes, or at a finer one than one at which it does not.
 * undecided       a model leaves it undecided, or fewer than two confirm it: an order that one model shows may be
 *                 the higher one of a special case. A slope that is certainly not below the claim is neither.
 * not measurable  no model of the table can judge it.
 * confirmed       all others. */
#include "base/word_list.h"
#include "base/yaml_reader.h"
#include "cli/card.h"
#include "studies/study.h"

#include <ctype.h>

enum { CONFIRMING_MODELS = 2, TOLERANCES = 37 };

/* ---- The card ---- */

typedef struct {
  int line;
  YamlTexts methods;
  const char *order, *of; /* of the end states, of dense output, or the power of the tolerance */
  const char *when, *source, *place, *text, *expect, *why;
} CardClaim;

typedef struct {
  const char *path, *library, *version, *source;
  YamlList claims; /* CardClaim */
  YamlFile file;
} Card;

#define TEXT_OF(structure, member) YAML(TEXT, structure, member, .needed = PETSC_FALSE)

static const CardClaim claim_defaults = {.of = "end", .expect = "confirmed"};

static const YamlField claim_fields[] = {
    YAML(TEXTS, CardClaim, methods, .needed = PETSC_TRUE),
    YAML(TEXT, CardClaim, order, .needed = PETSC_TRUE),
    YAML(WORD, CardClaim, of, .words = "end dense tolerance"),
    YAML(WORD, CardClaim, when,
         .words = "autonomous canonical integrable reversible separable second_order smooth"),
    TEXT_OF(CardClaim, source),
    TEXT_OF(CardClaim, place),
    TEXT_OF(CardClaim, text),
    YAML(WORD, CardClaim, expect, .words = "confirmed refuted undecided failed"),
    TEXT_OF(CardClaim, why),
    YAML_END};

static const YamlField card_fields[] = {
    YAML(LIST, Card, claims, .fields = claim_fields, .size = sizeof(CardClaim),
         .defaults = &claim_defaults, .needed = PETSC_TRUE),
    TEXT_OF(Card, library), TEXT_OF(Card, version), TEXT_OF(Card, source), YAML_END};

/* Whether a model of `gimbal new trial` is what the claim is on; any other model meets no condition. */
static PetscBool ModelMeets(const char *when, const char *model) {
  static const char *const models[][2] = {
      {"integrable", "pendulum kepler"},
      {"autonomous canonical", "pendulum kepler henon_heiles chain"},
      {"reversible separable second_order smooth",
       "pendulum driven_pendulum kepler henon_heiles chain"}};
  size_t i = 0;
  while (when && !WordsContain(models[i][0], when))
    i++;
  return (PetscBool)(!when || WordsContain(models[i][1], model));
}

/* ---- The table ---- */

/* One claim on one model; texts of the table, of the arena or static. */
typedef struct {
  const char *model, *reason;
  VerdictWord verdict;
  PetscReal observed;
  PetscBool exceeds, above; /* above: a slope above the claim that decides nothing */
  PetscBool stops;          /* at a step size or tolerance */
} OnModel;

/* One claim on one method. */
typedef struct {
  const CardClaim *claim;
  const char *method;
  TableQuestion question; /* with its order */
  OnModel *on;
  PetscInt models;
  VerdictWord verdict;
  Outcome outcome;
} Summary;

typedef struct {
  const Card *card;
  ErrorTable table;
  PetscInt method, model, tolerance, floor, stopped; /* columns; −1: none */
} Trial;

static PetscBool IsOf(const Summary *s, const char *of) {
  return (PetscBool)!strcmp(s->claim->of, of);
}

/* A row of the method and the model, with a tolerance for an exponent, else without. */
static PetscBool IsRowOf(const Trial *t, PetscInt row, const Summary *s, const char *model) {
  const PetscBool by_tolerance =
      (PetscBool)(t->tolerance >= 0 &&
                  isfinite(ErrorTableCell(t->table, row, t->tolerance)->value));
  return (PetscBool)(!strcmp(ErrorTableCell(t->table, row, t->method)->text, s->method) &&
                     !strcmp(ErrorTableCell(t->table, row, t->model)->text, model) &&
                     by_tolerance == IsOf(s, "tolerance"));
}

/* d1, d2 … are errors of dense output. */
static PetscBool IsErrorOf(const Trial *t, PetscInt column, const Summary *s) {
  const char *heading = t->table->heading[column];
  const PetscBool dense = (PetscBool)(heading[0] == 'd' && isdigit((unsigned char)heading[1]));
  return (PetscBool)(column != t->method && column != t->model && column != t->floor &&
                     strcmp(heading, "defect") && TableRoleOf(heading) == ROLE_ERROR &&
                     dense == IsOf(s, "dense"));
}

/* The message with which the method stopped; NULL: it did not. Then dense output has no number, either. */
static const char *StopAt(const Trial *t, PetscInt row, const Summary *s) {
  const char *message = t->stopped < 0 ? "" : ErrorTableCell(t->table, row, t->stopped)->text;
  for (PetscInt c = 0; c < t->table->columns; c++)
    if (ErrorTableCell(t->table, row, c)->lost &&
        (IsErrorOf(t, c, s) || !strncmp(t->table->heading[c], "e1", 2)))
      return *message ? message : "no number";
  return NULL;
}

/* The columns of errors with numbers in the rows, separated by commas; "": none. And the last stop. */
static void FindErrors(const Trial *t, const Summary *s, const char *model, const char **names,
                       PetscInt *rows, const char **stop) {
  *names = "";
  for (PetscInt c = 0; c < t->table->columns; c++) {
    PetscInt numbers = *rows = 0;
    for (PetscInt i = 0; i < t->table->rows; i++)
      if (IsRowOf(t, i, s, model)) {
        ++*rows;
        *stop = StopAt(t, i, s) ? StopAt(t, i, s) : *stop;
        numbers += isfinite(ErrorTableCell(t->table, i, c)->value);
      }
    if (numbers && IsErrorOf(t, c, s))
      *names =
          ArenaPrint(t->table->arena, "%s%s%s", *names, **names ? "," : "", t->table->heading[c]);
  }
}

/* ---- One model ---- */

/* Rows from the coarsest to the finest. A step size is allowed if a coarser one is. */
static void TakeStops(const Trial *t, const Summary *s, const TableChoice *c, OnModel *on) {
  PetscInt stopped = 0, last = -1, allowed = c->rows;
  for (PetscInt i = 0; i < c->rows; i++)
    if (StopAt(t, c->row[i], s))
      stopped++, last = i;
    else
      allowed = PetscMin(allowed, i);
  if (!stopped)
    return;
  if (last > allowed && on->verdict != REFUTED)
    *on = (OnModel){.model = on->model, .reason = "", .verdict = FAILED, .observed = NAN};
  on->reason =
      ArenaPrint(t->table->arena, "%s%sstopped at %d of %d step sizes, the finest at N = %s: %s",
                 on->reason, *on->reason ? "; " : "", (int)stopped, (int)c->rows,
                 ErrorTableCell(t->table, c->row[last], c->size)->text, StopAt(t, c->row[last], s));
}

/* The table's own rule. A slope above the claim that decides nothing has no other flaw. */
static PetscErrorCode JudgeOrder(const Trial *t, const Summary *s, const char *errors,
                                 OnModel *on) {
  TableJudgement j = {.choice.table = t->table};
  TableQuestion q = s->question;
  const char *where[] = {NULL, NULL, "tolerance="};
  where[0] = ArenaPrint(t->table->arena, "method=%s", s->method);
  where[1] = ArenaPrint(t->table->arena, "model=%s", on->model);
  q.where = (Texts){t->tolerance < 0 ? 2 : 3, where};
  q.errors = errors;
  q.together = PETSC_TRUE;
  PetscCall(TableJudgeAll(&q, &j));
  const Verdict *v = &j.verdicts->at[0];
  on->verdict = v->verdict;
  on->observed = v->observed.number;
  on->exceeds = VerdictHasFlag(v, "exceeds");
  const PetscInt others = v->flags.count - VerdictHasFlag(v, "slope_open");
  on->above = (PetscBool)(v->verdict == UNDECIDED && !others && v->lower >= q.power &&
                          !strcmp(v->fact[0].cause, CauseNames[CAUSE_ORDER_INTERVAL_WIDE]));
  on->reason = ArenaText(t->table->arena, v->reason);
  TakeStops(t, s, &j.choice, on);
  j.choice.table = NULL; /* it is the caller's */
  TableJudgementDestroy(&j);
  return 0;
}

/* The norm of the row's errors; NaN: a failure. */
static PetscReal NormOf(const Trial *t, PetscInt row, const Summary *s) {
  PetscReal norm = 0;
  for (PetscInt c = 0; c < t->table->columns; c++)
    if (IsErrorOf(t, c, s) && *ErrorTableCell(t->table, row, c)->text)
      norm = hypot(norm, ErrorTableCell(t->table, row, c)->value);
  return norm;
}

/* The rule of the study of tolerances, on rows by falling tolerance. */
static PetscErrorCode JudgeExponent(const Trial *t, const Summary *s, PetscInt rows, OnModel *on) {
  const Claim claim = {.study = "tolerance", .quantity = "exponent", .order = s->question.power};
  SeriesQuantity quantity = {.name = "q", .size = 1, .bar = NAN};
  Finding f;
  SeriesPoint *point = ArenaArray(t->table->arena, rows, sizeof(*point));
  Errors *errors = ArenaArray(t->table->arena, rows, sizeof(*errors));
  PetscReal *at = ArenaArray(t->table->arena, rows, sizeof(*at));
  quantity.floor.at = ArenaArray(t->table->arena, rows, sizeof(*quantity.floor.at));
  for (PetscInt i = 0; i < t->table->rows; i++) {
    const PetscInt k = quantity.floor.count;
    if (!IsRowOf(t, i, s, on->model))
      continue;
    at[k] = NormOf(t, i, s);
    errors[k] = (Errors){.name = "q", .times = 1, .components = 1, .at = &at[k]};
    point[k] = (SeriesPoint){.quantities = 1, .errors = &errors[k]};
    point[k].tolerance = ErrorTableCell(t->table, i, t->tolerance)->value;
    point[k].ending.reason = StopAt(t, i, s);
    quantity.floor.at[quantity.floor.count++] =
        t->floor < 0 ? PETSC_MACHINE_EPSILON : ErrorTableCell(t->table, i, t->floor)->value;
    UserCheck(!k || point[k].tolerance < point[k - 1].tolerance,
              "%s:%d: the tolerances of a method on a model do not fall", t->table->path,
              t->table->line[i]);
  }
  Series series = {.quantities = 1, .points = rows, .quantity = &quantity, .point = point};
  const Measured measured = {.shape = MEASURED_SERIES, .count = 1, .series = &series};
  FindingInit(&f);
  PetscCall(StudyFind("tolerance")
                ->judge(&(Evidence){1, NULL, (const Measured *[]){&measured}, &claim}, &f));
  on->verdict = f.verdict;
  on->observed = f.observed;
  on->reason = FindingReason(&f, t->table->arena);
  return 0;
}

static PetscErrorCode JudgeModel(const Trial *t, const Summary *s, OnModel *on) {
  const char *errors, *stop = NULL;
  PetscInt rows = 0;
  on->verdict = SKIPPED;
  on->observed = NAN;
  if (!ModelMeets(s->claim->when, on->model)) {
    on->reason = ArenaPrint(t->table->arena, "condition not met: %s", s->claim->when);
    return 0;
  }
  FindErrors(t, s, on->model, &errors, &rows, &stop);
  on->stops = (PetscBool)(stop != NULL);
  if (IsOf(s, "tolerance") && rows < TOLERANCES) {
    on->reason = ArenaPrint(t->table->arena,
                            "%d tolerances; %d are expected, from 1e-3 to 1e-12, four a decade",
                            (int)rows, TOLERANCES);
    return 0;
  }
  on->verdict = stop ? FAILED : SKIPPED;
  if (!*errors && !(stop && IsOf(s, "tolerance"))) {
    on->reason = ArenaPrint(t->table->arena, "%s%d %s%s", stop ? "stopped at all " : "", (int)rows,
                            stop ? "step sizes: " : "rows, and no errors", stop ? stop : "");
    return 0;
  }
  return IsOf(s, "tolerance") ? JudgeExponent(t, s, rows, on) : JudgeOrder(t, s, errors, on);
}

/* ---- One verdict of all models ---- */

static PetscErrorCode JudgeMethod(const Trial *t, Summary *s) {
  PetscInt count[VERDICT_WORDS] = {0}, above = 0, expected = EXPECT_CONFIRMED;
  for (PetscInt i = 0; i < t->table->rows; i++) {
    const char *model = ErrorTableCell(t->table, i, t->model)->text;
    PetscInt k = 0;
    while (k < s->models && strcmp(s->on[k].model, model))
      k++;
    if (k < s->models || strcmp(ErrorTableCell(t->table, i, t->method)->text, s->method))
      continue;
    OnModel *on = ArenaNext(t->table->arena, s->models, &s->on);
    *on = (OnModel){.model = model};
    PetscCall(JudgeModel(t, s, on));
    count[on->verdict]++;
    above += on->above;
  }
  UserCheck(s->models, "%s:%d: key 'methods': no row of %s has the method '%s'", t->card->path,
            s->claim->line, t->table->path, s->method);
  s->verdict = count[REFUTED]                          ? REFUTED
               : count[FAILED]                         ? FAILED
               : count[UNDECIDED] > above              ? UNDECIDED
               : count[CONFIRMED] >= CONFIRMING_MODELS ? CONFIRMED
               : count[CONFIRMED] + above              ? UNDECIDED
                                                       : SKIPPED;
  while (expected < EXPECTATIONS && strcmp(ExpectationNames[expected], s->claim->expect))
    expected++;
  s->outcome = expected < EXPECTATIONS ? OutcomeOf(s->verdict, (Expectation)expected)
               : s->verdict == FAILED  ? OUTCOME_EXPECTED
                                       : OUTCOME_SURPRISE;
  return 0;
}

/* ---- Printing ---- */

/* "rk4: order 4 confirmed on 4 of 5 models (3.98–4.02)", of those that were judged. */
static void PrintSummary(const Summary *s) {
  PetscInt these = 0, judged = 0;
  PetscReal least = INFINITY, most = -INFINITY;
  PetscBool exceeds = PETSC_FALSE;
  char range[2][32];
  for (const OnModel *on = s->on; on < s->on + s->models; on++) {
    judged += on->verdict != SKIPPED;
    if (on->verdict != s->verdict)
      continue;
    these++;
    exceeds = (PetscBool)(exceeds || on->exceeds);
    least = fmin(least, on->observed);
    most = fmax(most, on->observed);
  }
  printf("%s: order %s%s%s %s", s->method, s->claim->order, IsOf(s, "end") ? "" : " of ",
         IsOf(s, "end") ? "" : s->claim->of, VerdictShown(s->verdict));
  if (judged && these)
    printf(these < judged ? " on %d of %d models" : " on %d models", (int)these, (int)judged);
  (void)snprintf(range[0], sizeof(*range), "%.2f", (double)least);
  (void)snprintf(range[1], sizeof(*range), "%.2f", (double)most);
  if (least <= most)
    printf(strcmp(range[0], range[1]) ? " (%s–%s)" : " (%s)", range[0], range[1]);
  if (s->verdict == CONFIRMED && exceeds)
    printf(", understated");
  if (s->outcome == OUTCOME_EXPECTED || s->outcome == OUTCOME_FORESEEN)
    printf(", as expected: %s", s->claim->why);
  else if (s->outcome == OUTCOME_SURPRISE)
    printf(", but the card expects %s", s->claim->expect);
  puts("");
}

/* What each model says, unless it says the same; and where the claim is from. */
static void PrintModels(const Trial *t, const Summary *s, const char *margin) {
  const CardClaim *claim = s->claim;
  const char *const source = claim->source ? claim->source : t->card->source;
  const char *const part[] = {source,       ", version ", t->card->version, ", ",
                              claim->place, ": ",         claim->text};
  for (const OnModel *on = s->on; on < s->on + s->models; on++)
    if (on->verdict != CONFIRMED)
      printf("%s%s: %s: %s\n", margin, on->model, VerdictShown(on->verdict), on->reason);
    else if (s->verdict != CONFIRMED || on->stops)
      printf("%s%s: confirmed: %.2f%s%s\n", margin, on->model, (double)on->observed,
             on->stops ? "; " : "", on->stops ? on->reason : "");
  if (s->verdict == CONFIRMED || !(source || claim->place || claim->text))
    return;
  printf("%sdocumented: %s", margin, source ? source : "");
  for (size_t i = 1; i < PETSC_STATIC_ARRAY_LENGTH(part); i += 2)
    if (part[i + 1])
      printf("%s%s", part[i], part[i + 1]);
  puts("");
}

/* Refutations first. The status is 0 only if all is as expected, and none undecided or not measurable. */
static void PrintAll(const Trial *t, const Summary all[], PetscInt count, PetscBool tap,
                     int *status) {
  static const VerdictWord order[] = {REFUTED, FAILED, UNDECIDED, SKIPPED, CONFIRMED};
  int point = 0;
  if (tap)
    printf("TAP version 13\n1..%d\n", (int)count);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(order); k++)
    for (const Summary *s = all; s < all + count; s++) {
      if (s->verdict != order[k])
        continue;
      if (tap)
        printf("%s %d - ", OutcomePasses(s->outcome) ? "ok" : "not ok", ++point);
      PrintSummary(s);
      PrintModels(t, s, tap ? "# " : "  ");
      if (s->outcome == OUTCOME_UNDECIDED || s->outcome == OUTCOME_SKIPPED)
        *status = *status ? *status : 4;
      else if (!OutcomePasses(s->outcome))
        *status = 1;
    }
}

/* ---- All of it ---- */

static PetscErrorCode JudgeClaims(const Trial *t, const TableQuestion *words, PetscBool tap,
                                  int *status) {
  const CardClaim *c = t->card->claims.at;
  Summary *all = NULL;
  PetscInt count = 0;
  UserCheck(t->card->claims.count, "%s:1:1: key 'claims' names no claim", t->card->path);
  UserCheck(t->method >= 0 && t->model >= 0,
            "%s: --card needs the columns 'method' and 'model', as `gimbal new trial` has them",
            t->table->path);
  for (PetscInt left = t->card->claims.count; left > 0; left--, c++) {
    UserCheck(!strcmp(c->expect, claim_defaults.expect) || c->why,
              "%s:%d: a claim with 'expect: %s' needs the key 'why'", t->card->path, c->line,
              c->expect);
    for (PetscInt m = 0; m < c->methods.count; m++) {
      Summary *s = ArenaNext(t->table->arena, count, &all);
      *s = (Summary){.claim = c, .method = c->methods.at[m].text, .question = *words};
      s->question.order = c->order;
      PetscCall(TableQuestionRead(&s->question));
      PetscCall(JudgeMethod(t, s));
    }
  }
  PrintAll(t, all, count, tap, status);
  return 0;
}

PetscErrorCode CardJudge(const char *path, const TableQuestion *words, const char *table,
                         PetscBool tap, int *status) {
  Card card = {.path = path};
  Trial t = {.card = &card};
  PetscCall(YamlFileRead(path, card_fields, &card, &card.file));
  PetscCall(ErrorTableRead(table, PETSC_FALSE, &t.table));
  t.method = ErrorTableColumn(t.table, "method");
  t.model = ErrorTableColumn(t.table, "model");
  t.tolerance = ErrorTableColumn(t.table, "tolerance");
  t.floor = ErrorTableColumn(t.table, "floor");
  t.stopped = ErrorTableColumn(t.table, "stopped");
  PetscCall(JudgeClaims(&t, words, tap, status));
  ErrorTableDestroy(&t.table);
  YamlFileDestroy(&card.file);
  return 0;
}
