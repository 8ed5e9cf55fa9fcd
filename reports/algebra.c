/* Algebra and experiment: the same claim judged from the numbers of a scheme, without a run, and from
 * runs. Both are right only if they agree; where they do not, the step does not do what the method
 * declares, or one of the judges is wrong, or the theorem does not hold on the model. */
#include "reports/table.h"
#include "reports/writers.h"

typedef struct {
  const Verdict *algebra;
  int runs[VERDICT_WORDS]; /* of other studies on the same claim; what was expected counts as
                                   nothing */
  int expected;            /* so many were refuted as a suite said */
  const Verdict *against;  /* one of the runs that disagree; NULL: none does */
} Agreement;

static PetscBool IsAlgebra(const Verdict *verdict) {
  return (PetscBool)(!strcmp(verdict->claim->study, "algebra") && strcmp(verdict->job->model, "*"));
}

/* Whether the verdict of another study is on the claim that algebra judged. */
static PetscBool IsTheSame(const Verdict *algebra, const Verdict *run) {
  static const struct {
    const char *algebra, *study, *quantities;
  } same[] = {{"order", "order", " q p v "},
              {"symplectic", "structure", " symplectic "},
              {"symmetric", "structure", " reversible "}};
  const Text word = TextPrint(" %s ", run->claim->quantity);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(same); i++)
    if (!strcmp(algebra->claim->quantity, same[i].algebra) &&
        !strcmp(run->claim->study, same[i].study) && strstr(same[i].quantities, word.at) &&
        !strcmp(algebra->job->method, run->job->method))
      return NumberOrWordIsSame(algebra->claimed, run->claimed);
  return PETSC_FALSE;
}

/* Whether algebra judged the claim on that model, too, where a step may be another scheme; NULL: on any
 * other. */
static PetscBool JudgedOn(const Verdicts *verdicts, const Verdict *algebra, const char *model) {
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *other = &verdicts->at[i];
    if (IsAlgebra(other) && !strcmp(other->job->method, algebra->job->method) &&
        !strcmp(other->claim->quantity, algebra->claim->quantity) &&
        NumberOrWordIsSame(other->claimed, algebra->claimed) &&
        (model ? !strcmp(other->job->model, model)
               : strcmp(other->job->model, algebra->job->model) != 0))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static Agreement Compare(const Verdicts *verdicts, const Verdict *algebra) {
  Agreement a = {.algebra = algebra};
  const Verdict *first[VERDICT_WORDS] = {NULL};
  const PetscBool elsewhere = JudgedOn(verdicts, algebra, NULL);
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *run = &verdicts->at[i];
    if (!IsTheSame(algebra, run) ||
        (elsewhere && strcmp(run->job->model, algebra->job->model) != 0 &&
         JudgedOn(verdicts, algebra, run->job->model)))
      continue;
    if (VerdictOutcome(run) == OUTCOME_EXPECTED) {
      a.expected++;
      continue;
    }
    a.runs[run->verdict]++;
    if (!first[run->verdict])
      first[run->verdict] = run;
  }
  if (VerdictOutcome(algebra) == OUTCOME_EXPECTED)
    return a; /* a suite says why */
  if (algebra->verdict == CONFIRMED)
    a.against = first[REFUTED];
  else if (algebra->verdict == REFUTED && !a.runs[REFUTED] && !a.expected)
    a.against = first[CONFIRMED];
  return a;
}

/* What the runs say, in numbers. */
static Text CountRuns(const Agreement *a) {
  Text text = {""};
  for (int k = 0; k < VERDICT_WORDS; k++)
    if (a->runs[VerdictsCounted[k]])
      TextAdd(&text, "%d %s", a->runs[VerdictsCounted[k]], VerdictShown(VerdictsCounted[k]));
  if (a->expected)
    TextAdd(&text, "%d refuted as expected", a->expected);
  return *text.at ? text : TextPrint("no run");
}

static const char *AgreementWord(const Agreement *a) {
  const VerdictWord word = a->algebra->verdict;
  if (a->against)
    return "DISAGREE";
  if ((word == CONFIRMED && a->runs[CONFIRMED]) ||
      (word == REFUTED && (a->runs[REFUTED] || a->expected)))
    return "agree";
  if (word != CONFIRMED && word != REFUTED)
    return a->runs[CONFIRMED] || a->runs[REFUTED] || a->expected ? "runs alone" : "open";
  return "algebra alone";
}

static Text ObservedOrder(const Agreement *a) {
  const NumberOrWord observed = a->algebra->observed;

  if (!observed.word && isfinite(observed.number) && !strcmp(a->algebra->claim->quantity, "order"))
    return TextFixed(observed.number, 0);
  return TextOrder(observed);
}

/* ---- Tables ---- */

static const char note[] =
    "Order conditions, symplecticity and symmetry of the coefficients that a method declares, "
    "without a run, next to the verdicts of its runs on the same claims. A disagreement means that "
    "the "
    "step does not do what is declared, or that one of the two is wrong.";

/* Those that disagree first. */
static void Fill(Table table, Store store) {
  for (int pass = 0; pass < 2; pass++)
    for (PetscInt i = 0; i < store->verdicts->count; i++) {
      const Verdict *verdict = &store->verdicts->at[i];
      if (!IsAlgebra(verdict))
        continue;
      const Agreement a = Compare(store->verdicts, verdict);
      if ((a.against != NULL) != (pass == 0))
        continue;
      TableRow(table, Word(verdict->job->method), Word(verdict->claim->quantity), verdict->claimed,
               Word(ObservedOrder(&a).at), Word(VerdictShown(verdict->verdict)),
               Word(CountRuns(&a).at), Word(AgreementWord(&a)), Word(verdict->reason));
    }
}

PetscErrorCode WriteAlgebra(Store store) {

  Table table = TableCreate("Algebra and experiment", note);
  TableColumns(table, COLUMN_TEXT, "method|property|claimed|found|algebra|runs|together", 0);
  TableColumns(table, COLUMN_TEXT, "reason", TABLE_MARKDOWN | TABLE_CSV);
  Fill(table, store);
  return TableWrite(table, store->directory, "algebra", table->rows ? TABLE_FILES : 0);
}

/* ---- For people ---- */

void AlgebraTellDisagreements(Store store, FILE *file) {
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    if (!IsAlgebra(verdict))
      continue;
    const Agreement a = Compare(store->verdicts, verdict);
    if (!a.against)
      continue;
    fprintf(file,
            "\nALGEBRA AND RUNS DISAGREE on %s, %s %s: from the numbers it is %s (%s), from runs "
            "%s, as on %s:%s\n",
            verdict->job->method, verdict->claim->quantity, TextOrder(verdict->claimed).at,
            VerdictShown(verdict->verdict), verdict->reason, CountRuns(&a).at,
            a.against->job->model, a.against->job->instance);
  }
}
