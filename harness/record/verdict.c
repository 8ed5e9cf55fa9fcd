#include "record/record.h"
#include "finding/sentence.h"
#include "base/json_text.h"
#include "base/sort.h"
#include "record/seal.h"
#include "record/shapes.h"

/* ---- Members ---- */

static SHAPE(WindowShape, Verdict, FIELD(COUNT64, ALWAYS, Verdict, from),
             FIELD(COUNT64, ALWAYS, Verdict, to), FIELD(COUNT, ALWAYS, Verdict, points));

static SHAPE(CounterexampleShape, Counterexample, FIELD(INDEX64, IF_GIVEN, Counterexample, steps),
             FIELD(REAL, IF_GIVEN, Counterexample, h), FIELD(REAL, IF_GIVEN, Counterexample, time),
             FIELD(INDEX, IF_GIVEN, Counterexample, component),
             FIELD(REAL, IF_GIVEN, Counterexample, defect),
             FIELD(REAL, IF_GIVEN, Counterexample, error));

static SHAPE(DetailsShape, Verdict,
             PART_IF(counterexample.there, "counterexample", IF_GIVEN, Verdict, counterexample,
                     CounterexampleShape));

static SHAPE(NamedTextShape, NamedText, SIMPLE("", TEXT, REQUIRED, NamedText, name),
             SIMPLE("", TEXT, ALWAYS, NamedText, text));

static SHAPE(FactShape, Fact, FIELD(TEXT, REQUIRED, Fact, cause),
             ASPECT("numbers", IF_GIVEN, Fact, numbers, number, NumberShape),
             ASPECT("texts", IF_GIVEN, Fact, texts, text, NamedTextShape));

/* Of the job and the claim that a verdict refers to, what its line has. */
static SHAPE(JudgedShape, Job, FIELD(TEXT, REQUIRED, Job, key), FIELD(TEXT, REQUIRED, Job, method),
             FIELD(TEXT, REQUIRED, Job, model), SIMPLE("case", TEXT, REQUIRED, Job, instance),
             SIMPLE("realisation", TEXT, ALWAYS, Job, realisation_name));

static SHAPE(WhatShape, Claim, FIELD(TEXT, IF_GIVEN, Claim, id),
             FIELD(TEXT, REQUIRED, Claim, study), FIELD(TEXT, REQUIRED, Claim, quantity));

static SHAPE(ExpectationShape, Claim, WORD("expect", ALWAYS, Claim, expect, ExpectationNames),
             FIELD(TEXT, ALWAYS, Claim, why));

static SHAPE(OriginShape, Claim, WORD("origin", ALWAYS, Claim, origin, OriginNames),
             FIELD(TEXT, ALWAYS, Claim, place), FIELD(TEXT, IF_GIVEN, Claim, basis),
             FIELD(TEXT, ALWAYS, Claim, text), FIELD(INDEX, ALWAYS, Claim, number),
             FIELD(INDEX, ALWAYS, Claim, rank));

/* A verdict with the job and the claim that it refers to: what its line has of all three. */
typedef struct {
  Verdict verdict;
  Job job;
  Claim claim;
} VerdictLine;

#define ALONGSIDE(field, shape_) PART("", FLAT, ALWAYS, offsetof(VerdictLine, field), shape_)
SHAPE(VerdictShape, VerdictLine, ALONGSIDE(job, JudgedShape), ALONGSIDE(claim, WhatShape),
      FIELD(NUMBER_OR_WORD, ALWAYS, Verdict, claimed),
      FIELD(NUMBER_OR_WORD, ALWAYS, Verdict, observed), FIELD(REAL, ALWAYS, Verdict, lower),
      FIELD(REAL, ALWAYS, Verdict, upper),
      WORD("verdict", REQUIRED, Verdict, verdict, VerdictNames),
      FIELD(TEXT, ALWAYS, Verdict, reason), FIELD(TEXT, ALWAYS, Verdict, command),
      ALONGSIDE(claim, ExpectationShape), FIELD(TRUTH, REQUIRED, Verdict, passes),
      FIELD(TEXT, ALWAYS, Verdict, source), ALONGSIDE(claim, OriginShape),
      ALONGSIDE(claim, CardShape), FIELD(TEXT, ALWAYS, Verdict, precision),
      FIELD(REAL, ALWAYS, Verdict, smallest_error), FIELD(TEXTS, ALWAYS, Verdict, flags),
      PART("window", PART, ALWAYS, 0, WindowShape), FIELD(REAL, ALWAYS, Verdict, floor),
      PART("details", PART, IF_GIVEN, 0, DetailsShape),
      LIST("facts", LIST, IF_GIVEN, Verdict, facts, fact, FactShape));

PetscErrorCode VerdictToText(const Verdict *verdict, char **text) {
  const VerdictLine line = {*verdict, *verdict->job, *verdict->claim};
  json_t *object;
  PetscCall(LineToObject(line.job.key, &VerdictShape, &line, &object));
  *text = ObjectToText(object);
  SealAdd(text);
  return 0;
}

PetscBool NumberOrWordIsSame(NumberOrWord a, NumberOrWord b) {
  return (PetscBool)(TextIsSame(a.word, b.word) &&
                     (a.word || a.number == b.number || (isnan(a.number) && isnan(b.number))));
}

char *NumberOrWordToText(NumberOrWord value) {
  json_auto_t *json = value.word               ? json_string(value.word)
                      : isfinite(value.number) ? json_real(value.number)
                                               : json_null();
  return JsonText(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
}

PetscErrorCode VerdictFromText(const char *where, const char *text, size_t length, Arena arena,
                               Verdict *verdict) {
  VerdictLine *line = ArenaArray(arena, 1, sizeof(*line));
  PetscCall(StructureFromText(where, text, length, arena, &VerdictShape, line, NULL));
  *verdict = line->verdict;
  verdict->job = &line->job;
  verdict->claim = &line->claim;
  return 0;
}

/* ---- Findings ---- */

void FindingInit(Finding *f) {
  memset(f, 0, sizeof(*f));
  f->verdict = UNDECIDED;
  f->precision = PRECISIONS;
  f->observed = f->lower = f->upper = f->smallest = f->floor = NAN;
  ShapeClear(&CounterexampleShape, &f->counterexample);
}

static Statement MakeStatement(Cause cause, int quantities, const NamedQuantity quantity[]) {
  Statement s = {.cause = cause, .quantities = quantities};
  for (int i = 0; i < quantities && i < STATEMENT_QUANTITIES; i++)
    s.quantity[i] = quantity[i];
  return s;
}

/* A rule says a fixed number of things at most: more is an error of the program. */
static void CheckRoom(const Finding *f) {
  PetscCheckAbort(f->statements < FINDING_STATEMENTS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                  "a rule makes more than %d statements", FINDING_STATEMENTS);
}

void FindingAdd(Finding *f, Cause cause, int quantities, const NamedQuantity quantity[]) {
  CheckRoom(f);
  f->statement[f->statements++] = MakeStatement(cause, quantities, quantity);
}

void FindingSet(Finding *f, VerdictWord verdict, Cause cause, int quantities,
                const NamedQuantity quantity[]) {
  f->verdict = verdict;
  f->statements = 0;
  FindingAdd(f, cause, quantities, quantity);
}

void FindingPrefix(Finding *f, Cause cause, int quantities, const NamedQuantity quantity[]) {
  CheckRoom(f);
  memmove(f->statement + 1, f->statement, (size_t)f->statements++ * sizeof(*f->statement));
  f->statement[0] = MakeStatement(cause, quantities, quantity);
}

void FindingDoubt(Finding *f, Cause cause, int quantities, const NamedQuantity quantity[]) {
  f->verdict = UNDECIDED;
  f->counterexample.there = PETSC_FALSE;
  FindingAdd(f, cause, quantities, quantity);
}

Counterexample *FindingShow(Finding *f, PetscReal h, PetscReal error) {
  f->counterexample.there = PETSC_TRUE;
  f->counterexample.h = h;
  f->counterexample.error = error;
  return &f->counterexample;
}

PetscBool FindingIsOfTerm(const Finding *f) {
  return (PetscBool)(f->statements && (f->statement[0].cause == CAUSE_LOWER_ORDER_TERM ||
                                       f->statement[0].cause == CAUSE_ERROR_STOPS_FALLING));
}

void FindingAppend(Finding *f, const Finding *other) {
  for (int i = 0; i < other->statements; i++)
    FindingAdd(f, other->statement[i].cause, other->statement[i].quantities,
               other->statement[i].quantity);
}

const char *FindingReason(const Finding *f, Arena arena) {
  OWNED(MemoryFree) char *text = SentenceOf(f->statements, f->statement);
  return ArenaText(arena, text);
}

PetscBool FindingHasFlag(const Finding *f, const char *flag) {
  for (PetscInt i = 0; i < f->flags; i++)
    if (!strcmp(f->flag[i], flag))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

void FindingFlag(Finding *f, const char *flag) {
  if (FindingHasFlag(f, flag))
    return;
  PetscCheckAbort(f->flags < FINDING_FLAGS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                  "a rule sets more than %d flags", FINDING_FLAGS);
  f->flag[f->flags++] = flag;
}

PetscBool FindingOrderSaysSomething(Finding *f, PetscReal order) {
  if (order > 0)
    return PETSC_TRUE;
  FindingSet(f, UNDECIDED, CAUSE_ORDER_NOT_POSITIVE, FACTS(NUMBER(CLAIMED, order)));
  return PETSC_FALSE;
}

const char FindingNoPower[] = "no_power", FindingHolds[] = "denied_holds",
           FindingBetter[] = "better_than_claimed";

void FindingWantsDigits(Finding *f, const Job *job) {
  if ((f->verdict != UNDECIDED && f->verdict != SKIPPED) || f->precision == IN_QUAD)
    return;
  if (!job->double_only) {
    if (f->verdict == UNDECIDED)
      FindingAdd(f, CAUSE_QUADRUPLE_WOULD_DECIDE, NO_FACTS);
    return;
  }
  f->verdict = SKIPPED;
  FindingPrefix(f, CAUSE_NO_POWER_IN_DOUBLE, NO_FACTS);
  FindingAdd(f, CAUSE_QUADRUPLE_MISSING, NO_FACTS);
  FindingFlag(f, FindingNoPower);
}

/* ---- Lists ---- */

PetscErrorCode VerdictsPut(const Verdicts *verdicts, FILE *stream) {
  for (PetscInt i = 0; i < verdicts->count; i++) {
    char *line;
    PetscCall(VerdictToText(&verdicts->at[i], &line));
    fprintf(stream, "%s\n", line);
    free(line);
  }
  return 0;
}

Verdicts *VerdictsCreate(void) {
  Verdicts *verdicts = MemoryZeroed(1, sizeof(*verdicts));
  verdicts->arena = ArenaCreate();
  return verdicts;
}

void VerdictsDestroy(Verdicts **verdicts) {
  if (*verdicts) {
    ArenaDestroy(&(*verdicts)->arena);
    free(*verdicts);
    *verdicts = NULL;
  }
}

Verdict *VerdictsNew(Verdicts *verdicts) {
  Verdict *verdict = ArenaNext(verdicts->arena, verdicts->count, &verdicts->at);
  VerdictLine empty;
  ShapeClear(&VerdictShape, &empty);
  *verdict = empty.verdict;
  return verdict;
}

static void CopyStatement(Arena arena, const Statement *s, Fact *fact) {
  *fact = (Fact){.cause = CauseNames[s->cause]};
  fact->number = ArenaArray(arena, s->quantities, sizeof(*fact->number));
  fact->text = ArenaArray(arena, s->quantities, sizeof(*fact->text));
  for (int i = 0; i < s->quantities; i++) {
    const NamedQuantity *q = &s->quantity[i];
    const char *name = QuantityNames[q->name];
    if (q->text) {
      NamedText *text = &fact->text[fact->texts++];
      text->name = name;
      text->text = ArenaText(arena, q->text);
    } else if (isfinite(q->number))
      fact->number[fact->numbers++] = (NamedReal){name, q->number};
  }
}

void FindingFacts(const Finding *f, Arena arena, PetscInt *facts, Fact **fact) {
  *facts = f->statements;
  *fact = ArenaArray(arena, *facts, sizeof(**fact));
  for (PetscInt i = 0; i < *facts; i++)
    CopyStatement(arena, &f->statement[i], &(*fact)[i]);
}

/* ---- Order ---- */

static int CompareTexts(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

/* As the two stand in the file. */
static int CompareClaimed(const NumberOrWord *a, const NumberOrWord *b) {
  char one[32], other[32];
  if (!a->word != !b->word)
    return a->word ? -1 : 1; /* a quotation mark is before any digit */
  if (a->word)
    return strcmp(a->word, b->word);
  (void)snprintf(one, sizeof(one), "%.17g", (double)a->number);
  (void)snprintf(other, sizeof(other), "%.17g", (double)b->number);
  return strcmp(one, other);
}

static int CompareVerdicts(const void *a, const void *b) {
  const Verdict *const x = a, *const y = b;
  const char *const pairs[][2] = {{x->job->method, y->job->method},
                                  {x->job->model, y->job->model},
                                  {x->job->instance, y->job->instance},
                                  {x->claim->study, y->claim->study},
                                  {x->claim->quantity, y->claim->quantity},
                                  {x->job->key, y->job->key},
                                  {OriginNames[x->claim->origin], OriginNames[y->claim->origin]},
                                  {x->claim->place, y->claim->place}};
  int order = 0;
  for (size_t i = 0; !order && i < sizeof(pairs) / sizeof(pairs[0]); i++)
    order = CompareTexts(pairs[i][0], pairs[i][1]);
  return order ? order : CompareClaimed(&x->claimed, &y->claimed); /* else as they came */
}

void VerdictsSort(Verdicts *verdicts) { Sort(verdicts->count, verdicts->at, CompareVerdicts); }

/* ---- What passes ---- */

Outcome VerdictOutcome(const Verdict *verdict) {
  const Outcome outcome = OutcomeOf(verdict->verdict, verdict->claim->expect);
  /* The judge has the last word on what passes: a report must not contradict the exit status. */
  if (verdict->passes == OutcomePasses(outcome))
    return outcome;
  if (outcome == OUTCOME_UNDECIDED)
    return OUTCOME_FORESEEN;
  if (outcome == OUTCOME_SKIPPED && VerdictHasFlag(verdict, FindingNoPower))
    return OUTCOME_UNDECIDED;
  return verdict->passes ? OUTCOME_EXPECTED : OUTCOME_SURPRISE;
}

const char *VerdictName(const Verdict *v, Arena arena) {
  return ArenaPrint(arena, "%s/%s", v->job->key, v->claim->quantity);
}

/* The record's key has the coordinates, and the label of the study: KIND/METHOD/MODEL@COORDINATES:CASE/LABEL. */
static const char *PlaceInKey(const Verdict *verdict) {
  const char *slash = strchr(verdict->job->key, '/');
  const size_t method = strlen(verdict->job->method), model = strlen(verdict->job->model);
  if (!slash || strncmp(slash + 1, verdict->job->method, method) || slash[1 + method] != '/')
    return NULL;
  slash += method + 2;
  return strncmp(slash, verdict->job->model, model) || !strchr("@:", slash[model]) ? NULL : slash;
}

static const char *NameTest(const Verdict *verdict, Arena arena) {
  const char *place = PlaceInKey(verdict);
  return ArenaPrint(arena, "%s %s%s%s %s %s", verdict->job->method,
                    place ? place : verdict->job->model, place ? "" : ":",
                    place ? "" : verdict->job->instance, verdict->claim->study,
                    verdict->claim->quantity);
}

const char *VerdictTestName(const Verdicts *verdicts, PetscInt i, Arena arena) {
  const char *name = NameTest(&verdicts->at[i], arena), *before;
  PetscInt same = 0; /* several claims on one thing are in succession */
  do {
    same++;
    before = "";
    if (same <= i)
      before = NameTest(&verdicts->at[i - same], arena);
  } while (!strcmp(before, name));
  if (same > 1)
    name = ArenaPrint(arena, "%s (%d)", name, (int)same);
  return name;
}

PetscBool VerdictHasFlag(const Verdict *verdict, const char *flag) {
  for (PetscInt i = 0; i < verdict->flags.count; i++)
    if (!strcmp(verdict->flags.at[i], flag))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool VerdictsShareClaim(const Verdict *a, const Verdict *b) {
  return (PetscBool)(TextIsSame(a->job->method, b->job->method) &&
                     TextIsSame(a->claim->study, b->claim->study) &&
                     a->claim->origin == b->claim->origin &&
                     TextIsSame(a->claim->place, b->claim->place) &&
                     a->claim->number == b->claim->number);
}

int VerdictsStatus(const Verdicts *verdicts) {
  int status = 0;
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Outcome outcome = VerdictOutcome(&verdicts->at[i]);
    if (OutcomePasses(outcome))
      continue;
    if (outcome != OUTCOME_UNDECIDED)
      return 1;
    status = 4;
  }
  return status;
}
