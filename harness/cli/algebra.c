/* gimbal algebra FILE|METHOD...: what the coefficients of a method say, without a run. */
#include "cli/command.h"
#include "cli/lookup.h"
#include "judge/judge.h"
#include "registry/schemes.h"
#include "studies/algebra/algebra.h"
#include "studies/algebra/repair.h"
#include "studies/experiment.h"
#include "studies/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  Texts plugins; /* also words that are files */
  PetscReal order, embedded;
  PetscBool symplectic, symmetric, stiffly_accurate, a_stable, l_stable, json;
} AlgebraWords;

static const Option options[] = {
    OPTION_IN(AlgebraWords, NUMBER, 0, "order", "P", order, 0, 15, "the claim that the order is P"),
    OPTION_IN(AlgebraWords, NUMBER, 0, "embedded", "P", embedded, 0, 15,
              "the claim that the order of the embedded weights is P"),
    OPTION(AlgebraWords, YES, 0, "symplectic", NULL, symplectic, "the claim that it is symplectic"),
    OPTION(AlgebraWords, YES, 0, "symmetric", NULL, symmetric, "the claim that it is symmetric"),
    OPTION(AlgebraWords, YES, 0, "stiffly-accurate", NULL, stiffly_accurate,
           "the claim that it is stiffly accurate"),
    OPTION(AlgebraWords, YES, 0, "a-stable", NULL, a_stable, "the claim that it is A-stable"),
    OPTION(AlgebraWords, YES, 0, "l-stable", NULL, l_stable, "the claim that it is L-stable"),
    OPTION(AlgebraWords, YES, 0, "json", NULL, json,
           "the verdicts as JSON lines, as in verdicts.jsonl"),
    OPTION_PLUGINS(AlgebraWords, plugins),
    {.kind = OPTION_END}};

const Usage UsageAlgebra = {
    .words = "FILE|METHOD... [CLAIMS]",
    .about =
        "Judges coefficients without a run: the order by the conditions of all rooted trees, "
        "symplecticity, symmetry, stiff accuracy and linear stability of Butcher tables in files, "
        "or of methods by name. Exact numbers (fractions, roots) are decided exactly, decimals "
        "within "
        "their last digit. Where the order is lower than claimed, each single number that would "
        "give the claimed one is listed: it may be a misprint.\n",
    .options = options,
    .more =
        "A file (.txt, .csv, .tsv, .dat, .json) has for each stage a row \"c | a_1 a_2 ...\", then "
        "\"| b_1 b_2 ...\", and once more for embedded weights. docs/algebra.md describes it. The "
        "same file is a plugin: gimbal verify --plugin FILE.\n"
        "Exit status: 0 all claims are confirmed; 1 one is refuted; 4 one is undecided; 2 usage, "
        "or a table that cannot be read.\n",
    .operands = "FILE|METHOD",
    .least = 1,
    .most = -1,
    .expected = "a file of Butcher tables or a method is expected: gimbal algebra FILE --order P"};

enum { QUESTIONS = 6 };

/* What is judged of one method: what the user claims, and beside that what is found. */
typedef struct {
  Method method;
  Claim claim[QUESTIONS];
  PetscBool claimed[QUESTIONS];
  char order[32]; /* as a text */
} Subject;

static void AskOne(Subject *s, PetscInt i, const char *quantity, PetscReal order,
                   PetscBool claimed) {
  s->claimed[i] = claimed;
  s->claim[i] = (Claim){.study = "algebra",
                        .quantity = quantity,
                        .value = order > 0 ? s->order : "yes",
                        .order = order > 0 ? order : NAN,
                        .origin = FROM_SUITE,
                        .source = s->method->family->citation,
                        .rank = -1};
  if (order > 0)
    (void)snprintf(s->order, sizeof(s->order), "%g", order);
}

/* What the method claims of itself under no condition, in the study's words: the order, or 1 for a property.
 * 0: nothing. */
static PetscErrorCode OwnClaim(Method method, const char *quantity, PetscReal *claimed) {
  const Study *study = StudyFind("algebra");
  const gimbal_list claims = method->family->claims;
  *claimed = 0;
  for (size_t i = 0; i < claims.count && !*claimed; i++) {
    const gimbal_claim *claim = ListAt(claims, gimbal_claim, i);
    gimbal_claim own = *claim;
    Quad order = 1;
    if (claim->when || (strcmp(claim->study, study->name) && !study->restates(claim, &own)) ||
        strcmp(own.quantity, quantity) != 0)
      continue;
    if (!strcmp(quantity, ALGEBRA_ORDER))
      PetscCall(MethodEvaluate(method, NULL, 0, own.value, 0, &order));
    else if (strcmp(own.value, "yes") != 0)
      continue;
    *claimed = (PetscReal)order;
  }
  return 0;
}

static PetscErrorCode Ask(const AlgebraWords *w, Subject *s) {
  const char *ending = strstr(s->method->name, "_embedded");
  const PetscBool embedded = (PetscBool)(ending && !ending[strlen("_embedded")]);
  const struct {
    const char *quantity;
    PetscReal claimed;
  } question[QUESTIONS] = {{ALGEBRA_ORDER, embedded ? w->embedded : w->order},
                           {"symplectic", w->symplectic},
                           {"symmetric", w->symmetric},
                           {"stiffly_accurate", w->stiffly_accurate},
                           {"a_stable", w->a_stable},
                           {"l_stable", w->l_stable}};
  for (PetscInt i = 0; i < QUESTIONS; i++) {
    PetscReal claimed = embedded && i ? 0 : question[i].claimed;
    if (!(claimed > 0))
      PetscCall(OwnClaim(s->method, question[i].quantity, &claimed));
    AskOne(s, i, question[i].quantity, i ? 0 : claimed > 0 ? claimed : 1, (PetscBool)(claimed > 0));
  }
  return 0;
}

/* ---- Output ---- */

/* A fraction, or its digits. */
static void PrintNumber(Quad value) {
  int64_t numerator, denominator;
  char digits[64];
  if (!AlgebraFraction(value, QUAD_C(1e-30) * fabsq(value), &numerator, &denominator)) {
    (void)quadmath_snprintf(digits, sizeof(digits), "%.25Qg", value);
    printf("%s", digits);
  } else if (denominator > 1)
    printf("%lld/%lld", (long long)numerator, (long long)denominator);
  else
    printf("%lld", (long long)numerator);
}

static void PrintRepair(const AlgebraRepair *r, const char *order) {
  if (r->other && r->column)
    printf("%c_%d,%d and %c_%d,%d exchanged", r->part, (int)r->row, (int)r->column, r->part,
           (int)r->row, (int)r->other);
  else if (r->other)
    printf("%c_%d and %c_%d exchanged", r->part, (int)r->row, r->part, (int)r->other);
  else {
    if (r->column)
      printf("%c_%d,%d = ", r->part, (int)r->row, (int)r->column);
    else
      printf("%c_%d = ", r->part, (int)r->row);
    PrintNumber(r->value);
    printf(" instead of ");
    PrintNumber(r->before);
    printf("%s", r->value == -r->before && r->value != 0 ? " (the sign)" : "");
  }
  printf(" would give order %s\n", order);
}

static PetscErrorCode PrintRepairs(const Subject *s) {
  const char *order = s->claim[0].value;
  AlgebraRepairs repairs;
  PetscCall(AlgebraFindRepairs(s->method, (PetscInt)ceil(s->claim[0].order), &repairs));
  for (PetscInt i = 0; i < repairs.count; i++) {
    printf("    misprint?     ");
    PrintRepair(&repairs.at[i], order);
  }
  if (!repairs.count)
    printf("    no change of one number, and no exchange of two in a row, would give order %s\n",
           order);
  return 0;
}

/* The simplifying assumptions B(p), C(q) and D(r) of one tableau. */
static void PrintStageOrder(const Measured *measured) {
  const Defect *scheme = PointFind(&measured->point[0], ALGEBRA_SCHEME);
  const PetscReal b = DefectFind(scheme, ALGEBRA_B), c = DefectFind(scheme, ALGEBRA_C);
  if (!isnan(b))
    printf("  %-17s %-4g B(%g), C(%g), D(%g)\n", "stage order", fmin(b, c), b, c,
           DefectFind(scheme, ALGEBRA_D));
}

static PetscErrorCode PrintSubject(const Subject *s, const Measured *measured,
                                   const Verdicts *verdicts) {
  PetscInt row;
  Quad sum, node;
  printf("%s: %s\n", s->method->name, s->method->file);
  PetscCall(AlgebraFindRow(s->method, &row, &sum, &node));
  if (row) {
    printf("  %-17s no   row %d sums to ", "c = A e", (int)row);
    PrintNumber(sum);
    printf(", and c_%d is ", (int)row);
    PrintNumber(node);
    puts("");
  }
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *v = &verdicts->at[i];
    char observed[64];
    if (v->observed.word)
      (void)snprintf(observed, sizeof(observed), "%s", v->observed.word);
    else if (isfinite(v->observed.number) && !i)
      (void)snprintf(observed, sizeof(observed), "%g", v->observed.number);
    else
      (void)snprintf(observed, sizeof(observed), "?");
    printf("  %-17s %-4s ", v->claim->quantity, observed);
    if (s->claimed[i])
      printf("%s: ", VerdictShown(v->verdict));
    printf("%s\n", v->reason);
    if (!i && s->claimed[0] && v->verdict == REFUTED)
      PetscCall(PrintRepairs(s));
  }
  PrintStageOrder(measured);
  return 0;
}

static PetscErrorCode PrintJson(const Subject *s, const Verdicts *verdicts) {
  for (PetscInt i = 0; i < verdicts->count; i++) {
    char *text;
    if (!s->claimed[i])
      continue;
    PetscCall(VerdictToText(&verdicts->at[i], &text));
    puts(text);
    free(text);
  }
  return 0;
}

/* ---- Verdicts ---- */

static PetscErrorCode JudgeSubject(const AlgebraWords *w, Subject *s, Record *record,
                                   Verdicts *verdicts, int *status) {
  Job *job = &record->job;
  const Experiment experiment = {.method = s->method, .job = job};
  const Study *study = StudyFind("algebra");
  const Job *const jobs[] = {job};
  JobInit(job);
  job->key = s->method->name;
  job->kind = "algebra";
  job->method = s->method->name;
  job->model = job->instance = "*";
  job->claims = (Claims){QUESTIONS, s->claim};
  PetscCall(MeasuredCreate(&record->measured));
  PetscCall(study->measure(&experiment, record->measured));
  for (PetscInt i = 0; i < QUESTIONS; i++) {
    const Measured *const measured[] = {record->measured};
    const Evidence evidence = {1, jobs, measured, &s->claim[i]};
    Finding finding;
    FindingInit(&finding);
    PetscCall(study->judge(&evidence, &finding));
    PetscCall(JudgeAdd(verdicts, job, &s->claim[i], &finding));
    verdicts->at[i].command = "gimbal algebra";
    if (s->claimed[i] && finding.verdict != CONFIRMED && *status != 1)
      *status = finding.verdict == REFUTED || finding.verdict == FAILED ? 1 : 4;
  }
  PetscCall(w->json ? PrintJson(s, verdicts) : PrintSubject(s, record->measured, verdicts));
  return 0;
}

static PetscErrorCode JudgeMethod(const AlgebraWords *w, Method method, int *status) {
  const Pairing pairing = {method, NULL, 0};
  Subject subject = {.method = method};
  const gimbal_scheme *scheme;
  Verdicts *verdicts = NULL;
  Record record = {.format = RECORD_FORMAT};
  PetscErrorCode error;
  PetscCall(MethodFindScheme(&pairing, &scheme));
  PetscCheck(scheme, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "algebra: method \"%s\" declares no scheme (gimbal describe %s)", method->name,
             method->name);
  PetscCall(Ask(w, &subject));
  PetscCall(VerdictsCreate(&verdicts));
  error = JudgeSubject(w, &subject, &record, verdicts, status);
  PetscCall(VerdictsDestroy(&verdicts));
  PetscCall(MeasuredDestroy(&record.measured));
  return error;
}

/* A file is a plugin, all of whose methods are meant. */
static PetscErrorCode JudgeWord(const AlgebraWords *w, Registry registry, const char *word,
                                int *status) {
  const Method *method;
  const PetscInt methods = RegistryGetMethods(registry, &method);
  Method named;
  for (PetscInt i = 0; i < methods && LookupIsFile(word); i++)
    if (LookupIsSameFile(word, method[i]->file))
      PetscCall(JudgeMethod(w, method[i], status));
  if (LookupIsFile(word))
    return 0;
  PetscCall(RegistryFindMethod(registry, word, &named));
  return JudgeMethod(w, named, status);
}

PetscErrorCode CommandAlgebra(int argc, char **argv, int *status) {
  AlgebraWords words = {.json = PETSC_FALSE};
  PetscErrorCode error = 0;
  Registry registry;
  PetscBool done;
  *status = 0;
  PetscCall(OptionsRead(&UsageAlgebra, argc, argv, &words, &done));
  if (done)
    return 0;
  for (int k = optind; k < argc; k++)
    if (LookupIsFile(argv[k]))
      PetscCall(OptionAppend(&words.plugins, argv[k]));
  PetscCall(RegistryCreate(words.plugins.count, words.plugins.at, StudyVocabulary, &registry));
  for (int k = optind; k < argc && !error; k++)
    error = JudgeWord(&words, registry, argv[k], status);
  PetscCall(RegistryDestroy(&registry));
  return error;
}
