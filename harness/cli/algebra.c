/* gimbal algebra FILE|METHOD...: what the coefficients of a method say, without a run. */
#include "base/word_list.h"
#include "cli/command.h"
#include "cli/lookup.h"
#include "cli/table_print.h"
#include "judge/judge.h"
#include "numerics/scheme_answers.h"
#include "registry/schemes.h"
#include "reports/region.h"
#include "studies/algebra/algebra.h"
#include "studies/algebra/measure.h"
#include "studies/algebra/repair.h"
#include "studies/experiment.h"
#include "studies/study.h"

typedef struct {
  Texts plugins; /* also words that are files */
  PetscReal order, embedded, linear_order, stage_order;
  const char *ssp, *real_interval, *imaginary_interval;
  PetscBool symplectic, symmetric, stiffly_accurate, a_stable, l_stable, json, tap, print, drawn;
  const char *format, *region;
  PetscInt points; /* of TAP, or tables that are printed */
} AlgebraWords;

static const Option options[] = {
    OPTION_IN(AlgebraWords, NUMBER, 0, "order", "P", order, 0, 15),
    OPTION(AlgebraWords, YES, 0, "symplectic", NULL, symplectic),
    OPTION(AlgebraWords, YES, 0, "symmetric", NULL, symmetric),
    OPTION(AlgebraWords, YES, 0, "stiffly-accurate", NULL, stiffly_accurate),
    OPTION(AlgebraWords, YES, 0, "a-stable", NULL, a_stable),
    OPTION(AlgebraWords, YES, 0, "l-stable", NULL, l_stable),
    OPTION_IN(AlgebraWords, NUMBER, 0, "linear-order", "P", linear_order, 0, 65),
    OPTION_IN(AlgebraWords, NUMBER, 0, "stage-order", "P", stage_order, 0, 15),
    OPTION(AlgebraWords, TEXT, 0, "ssp", "C", ssp),
    OPTION(AlgebraWords, TEXT, 0, "real-interval", "X", real_interval),
    OPTION(AlgebraWords, TEXT, 0, "imaginary-interval", "X", imaginary_interval),
    OPTION_IN(AlgebraWords, NUMBER, 0, "embedded", "P", embedded, 0, 15),
    OPTION(AlgebraWords, YES, 0, "json", NULL, json),
    OPTION(AlgebraWords, YES, 0, "tap", NULL, tap),
    OPTION(AlgebraWords, YES, 0, "print", NULL, print),
    OPTION(AlgebraWords, TEXT, 0, "format", "FORMAT", format),
    OPTION(AlgebraWords, TEXT, 0, "region", "FILE", region),
    OPTION_PLUGINS(AlgebraWords, plugins),
    {.kind = OPTION_END}};

const Usage UsageAlgebra =
    USAGE_WITH(options, AlgebraWords, "FILE|METHOD", 1, -1, .format = "text");

enum { MOST_DIGITS = 12 };
/* The first questions are always judged, and those from SPECIAL on where the kind of scheme has them. The first options
 * are claims on so many, in this order; the next one is that on the order of embedded weights. */
enum { QUESTIONS = 17, VERDICTS = 6, SPECIAL = 12, ASKED = 11 };

/* What is judged of one method: the user's claims, and what is found without a claim. */
typedef struct {
  Method method;
  PetscBool embedded; /* the weights are embedded ones */
  PetscBool wrong;    /* some claim is not confirmed */
  Scheme scheme;
  Claim claim[QUESTIONS];
  PetscBool claimed[QUESTIONS];
  char value[QUESTIONS][64];
} Subject;

static PetscBool IsOrder(const char *quantity) {
  return (PetscBool)!strncmp(quantity, ALGEBRA_ORDER, strlen(ALGEBRA_ORDER));
}

/* The value is a number or "yes"; NULL: nothing is claimed, and of the first questions the answer is still found. */
static PetscErrorCode JudgeOneQuestion(Subject *s, PetscInt i, const char *quantity,
                                       const char *value) {
  Quad number = NAN;
  s->claimed[i] = (PetscBool)(value != NULL);
  if (!value)
    value = IsOrder(quantity) ? "1" : "yes";
  if (strcmp(value, "yes") != 0)
    PetscCall(MethodEvaluate(s->method, NULL, 0, value, 0, &number));
  (void)snprintf(s->value[i], sizeof(s->value[i]), "%s", value);
  s->claim[i] = (Claim){.study = "algebra",
                        .quantity = quantity,
                        .value = s->value[i],
                        .order = (PetscReal)number,
                        .origin = FROM_SUITE,
                        .source = s->method->family->citation,
                        .rank = -1};
  return 0;
}

/* What the method claims of itself under no condition, in the study's words; NULL: nothing. */
static const char *OwnClaim(Method method, const char *quantity) {
  const Study *study = StudyFind("algebra");
  const gimbal_list claims = method->family->claims;
  for (size_t i = 0; i < claims.count; i++) {
    const gimbal_claim *claim = ListAt(claims, gimbal_claim, i);
    gimbal_claim own = *claim;
    if (claim->when || (strcmp(claim->study, study->name) && !study->restates(claim, &own)) ||
        strcmp(own.quantity, quantity) != 0 || !strcmp(own.value, "no"))
      continue;
    return own.value;
  }
  return NULL;
}

/* What an option claims; NULL: nothing. */
static const char *GivenClaim(const AlgebraWords *w, const Option *option, char number[32]) {
  const void *member = (const char *)w + option->to;
  if (option->kind == OPTION_TEXT)
    return *(const char *const *)member;
  if (option->kind == OPTION_YES)
    return *(const PetscBool *)member ? "yes" : NULL;
  (void)snprintf(number, 32, "%g", *(const PetscReal *)member);
  return *(const PetscReal *)member > 0 ? number : NULL;
}

static PetscErrorCode JudgeAllQuestions(const AlgebraWords *w, Subject *s) {
  static const char *const quantities[QUESTIONS] = {
      ALGEBRA_ORDER,         "symplectic",        "symmetric",
      "stiffly_accurate",    "a_stable",          "l_stable",
      ALGEBRA_LINEAR,        ALGEBRA_STAGE_ORDER, ALGEBRA_SSP,
      ALGEBRA_REAL,          ALGEBRA_IMAGINARY,   ALGEBRA_RUNGE_KUTTA,
      ALGEBRA_ORDER_NYSTROM, ALGEBRA_ORDER_W,     ALGEBRA_ORDER_STIFF,
      ALGEBRA_ORDER_WEAK,    ALGEBRA_ZERO_STABLE};
  const char *ending = strstr(s->method->name, "_embedded");
  s->embedded = (PetscBool)(ending && !ending[strlen("_embedded")]);
  for (PetscInt i = 0; i < QUESTIONS; i++) {
    const PetscBool asked = (PetscBool)(s->embedded ? !i : i < ASKED);
    char number[32];
    const char *value = asked ? GivenClaim(w, &options[s->embedded ? ASKED : i], number) : NULL;
    if (!value)
      value = OwnClaim(s->method, quantities[i]);
    PetscCall(JudgeOneQuestion(s, i, quantities[i], value));
  }
  return 0;
}

/* ---- Output ---- */

/* The text of a number, if it is known, a fraction, or its digits. */
static void PrintNumber(const char *text, Quad value) {
  char found[NUMBER_ROOM];
  printf("%s",
         *text ? text : NumberText(value, QUAD_C(1e-30) * fabsq(value), 1e6, "%.25Qg", found));
}

/* Of the embedded method the other weights are the method's own. */
static void PrintPlace(const Subject *s, const AlgebraChange *change, PetscInt entry) {
  const PetscBool embedded = (PetscBool)(change->part == (s->embedded ? 'b' : 'o'));
  if (change->part == 'a')
    printf("a_%d,%d", (int)change->row, (int)(entry ? entry : change->column));
  else
    printf("%s%c_%d", embedded ? "embedded " : "", change->part == 'c' ? 'c' : 'b',
           (int)(entry ? entry : change->row));
}

/* What was wrong with it. */
static void PrintKind(MisprintKind misprint, PetscInt digit) {
  static const char *const kind[] = {[MISPRINT_SIGN] = " (the sign)",
                                     [MISPRINT_DIGITS] = " (two digits exchanged)",
                                     [MISPRINT_DIGIT] = " (one digit)",
                                     [MISPRINT_MISSING] = " (a digit is missing)",
                                     [MISPRINT_EXTRA] = " (a digit too many)",
                                     [MISPRINT_DENOMINATOR] = " (the numerator)",
                                     [MISPRINT_NUMERATOR] = " (the denominator)",
                                     [MISPRINT_NUMBER] = ""};
  if (digit)
    printf(" (digit %d)", (int)digit);
  else
    printf("%s", kind[misprint] ? kind[misprint] : "");
}

static void PrintChange(const Subject *s, const AlgebraChange *change) {
  const Misprint *misprint = &change->misprint;
  PrintPlace(s, change, 0);
  printf(" = ");
  PrintNumber(misprint->text, change->value);
  printf(" instead of ");
  PrintNumber(change->printed, change->before);
  PrintKind(misprint->kind, misprint->digit);
}

static void PrintRepair(const Subject *s, const AlgebraRepair *r, const char *effect) {
  printf("    misprint?     ");
  if (r->last) {
    PrintPlace(s, &r->change[0], r->first);
    printf(r->kind == MISPRINT_ENTRIES ? " and " : " to ");
    PrintPlace(s, &r->change[0], r->last);
    printf(r->kind == MISPRINT_ENTRIES ? " exchanged" : " moved by one place");
  }
  for (PetscInt k = 0; k < r->changes && !r->last; k++) {
    printf("%s", k ? ", and " : "");
    PrintChange(s, &r->change[k]);
  }
  printf(" would %s\n", effect);
}

/* What is claimed; 0: nothing. */
static PetscReal ClaimedOf(const Subject *s, PetscInt question) {
  return !s || !s->claimed[question]          ? 0
         : isfinite(s->claim[question].order) ? ceil(s->claim[question].order)
                                              : 1;
}

/* Whether a search for misprints serves the claim. */
static PetscBool IsSought(const Subject *s, PetscInt question) {
  return (PetscBool)(s->claimed[question] &&
                     (question < VERDICTS ||
                      (question >= SPECIAL && IsOrder(s->claim[question].quantity))));
}

static PetscErrorCode PrintRepairs(Subject *s, Scheme *scheme, AlgebraWanted wanted,
                                   const char *effect, PetscInt *found) {
  AlgebraRepairs repairs;
  PetscCall(AlgebraFindRepairs(s->method, scheme, &wanted, &repairs));
  if (!repairs.count && wanted.other && !s->embedded) { /* its claim may be wrong */
    wanted.other = NULL;
    PetscCall(AlgebraFindRepairs(s->method, scheme, &wanted, &repairs));
  }
  *found = repairs.count;
  for (PetscInt i = 0; i < repairs.count; i++)
    PrintRepair(s, &repairs.at[i], effect);
  return 0;
}

/* Of tables that are no Butcher tableau; none if all that is sought holds. */
static PetscErrorCode PrintEdits(const Subject *s, const Scheme *scheme,
                                 const AlgebraWanted *wanted, const char *effect, PetscInt *found,
                                 PetscBool *all) {
  AlgebraEdits edits = {.count = 0};
  PetscBool has;
  PetscCall(AlgebraHasAll(scheme, wanted, &has));
  if (!has)
    PetscCall(AlgebraFindEdits(s->method, scheme, wanted, &edits));
  *found = edits.count;
  *all = edits.all;
  for (PetscInt i = 0; i < edits.count; i++) {
    const AlgebraEdit *edit = &edits.at[i];
    if (edit->reversed)
      printf("    misprint?     the rows in reverse order, the oldest point first,");
    else if (*edit->other)
      printf("    misprint?     %s and %s exchanged", edit->place, edit->other);
    else {
      printf("    misprint?     %s = %s instead of %s", edit->place, edit->text, edit->printed);
      PrintKind(edit->kind, edit->digit);
    }
    printf(" would %s\n", effect);
  }
  return 0;
}

/* What would satisfy the claims: in the numbers as they are, or else where decimals are rounded. */
static PetscErrorCode PrintMisprints(Subject *s, const Subject *other, Scheme *rounded,
                                     PetscBool tableau, PetscBool refuted) {
  const PetscReal order = ClaimedOf(s, 0);
  AlgebraWanted wanted = {.order = (PetscInt)PetscMax(1, order),
                          .symplectic = ClaimedOf(s, 1) > 0,
                          .symmetric = ClaimedOf(s, 2) > 0,
                          .stiffly_accurate = ClaimedOf(s, 3) > 0,
                          .a_stable = ClaimedOf(s, 4) > 0,
                          .l_stable = ClaimedOf(s, 5) > 0,
                          .other = ClaimedOf(other, 0) > 0 ? other->method : NULL,
                          .other_order = (PetscInt)ClaimedOf(other, 0)};
  Scheme *const scheme[] = {&s->scheme, rounded};
  char effect[64] = "satisfy all claims";
  PetscInt claims = tableau && wanted.other, found = 0;
  PetscBool all = PETSC_TRUE;
  for (PetscInt i = 0; i < QUESTIONS; i++) {
    claims += IsSought(s, i);
    if (i >= SPECIAL && IsSought(s, i))
      wanted.special_order = (PetscInt)ClaimedOf(s, i);
  }
  if (claims == 1 && order > 0)
    (void)snprintf(effect, sizeof(effect), "give order %g", order);
  for (PetscInt k = 0; k < 2 && scheme[k] && !found; k++)
    PetscCall(tableau ? PrintRepairs(s, scheme[k], wanted, effect, &found)
                      : PrintEdits(s, scheme[k], &wanted, effect, &found, &all));
  if (!found && all && refuted)
    printf("    no change of one %s would %s\n",
           tableau ? "number, and none of two in a row,"
                   : "sign or digit, and no exchange of two numbers of a list,",
           effect);
  return 0;
}

/* How many are certain. */
static int DigitsOf(PetscReal value, PetscReal error) {
  return error > 0 ? (int)PetscMax(1, PetscMin(MOST_DIGITS, floor(log10(fabs(value) / error))))
                   : MOST_DIGITS;
}

static void PrintFigure(const Measured *measured, const char *name) {
  const Defect *d = PointFind(&measured->point[0], name);
  if (d && isnan(d->defect))
    printf("  %-23s unbounded\n", name);
  else if (d)
    printf("  %-23s %.*g\n", name, DigitsOf(d->defect, d->error), d->defect);
}

/* A coefficient is a fraction if it is one modulo the primes, too. */
static void PrintCoefficient(const ExactField *f, const ExactNumber *x) {
  int64_t numerator, denominator;
  ExactField field = *f;
  const Quad near = QUAD_C(1e-28) * fabsq(x->value), most = QUAD_C(1e15);
  char digits[NUMBER_ROOM];
  if (f->exactness < EXACT_LACKING &&
      FractionFind(x->value, near, most, &numerator, &denominator)) {
    const ExactNumber fraction =
        ExactDivide(&field, ExactInteger(f, numerator), ExactInteger(f, denominator));
    if (!memcmp(fraction.residue, x->residue, sizeof(x->residue))) {
      printf("%s", NumberText(x->value, near, most, "", digits));
      return;
    }
  }
  (void)quadmath_snprintf(digits, sizeof(digits), "%.*Qg", DigitsOf((PetscReal)x->value, x->error),
                          x->value);
  printf("%s", digits);
}

static void PrintPolynomial(const ExactField *f, PetscInt degree, const ExactNumber x[]) {
  printf("(1");
  for (PetscInt k = 1; k <= degree; k++) {
    ExactNumber size = x[k];
    if (ExactVanishes(f, size))
      continue;
    if (size.value < 0)
      size = ExactNegative(f, size);
    printf(x[k].value < 0 ? " - " : " + ");
    if (fabsq(size.value - 1) > 16 * (Quad)size.error) {
      PrintCoefficient(f, &size);
      printf(" ");
    }
    printf(k > 1 ? "z^%d" : "z", (int)k);
  }
  printf(")");
}

/* One line for each figure. */
static PetscErrorCode PrintFigures(const Scheme *scheme, const Measured *measured) {
  static const char *const figure[] = {ALGEBRA_RUNGE_KUTTA, ALGEBRA_AUTONOMOUS,  ALGEBRA_LINEAR,
                                       ALGEBRA_DISPERSION,  ALGEBRA_DISSIPATION, ALGEBRA_PSEUDO,
                                       ALGEBRA_REAL,        ALGEBRA_IMAGINARY,   ALGEBRA_SSP};
  const Defect *principal = PointFind(&measured->point[0], ALGEBRA_PRINCIPAL);
  StabilityPolynomials R;
  PetscBool known;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(figure); i++)
    PrintFigure(measured, figure[i]);
  if (principal)
    printf("  %-23s %.6g (2-norm), %.6g (largest)\n", ALGEBRA_PRINCIPAL, principal->defect,
           DefectFind(principal, ALGEBRA_LARGEST));
  PetscCall(SchemeStabilityPolynomials(scheme, &R, &known));
  if (!known)
    return 0;
  printf("  %-23s ", "R(z)");
  PrintPolynomial(&R.field, R.degree[0], R.numerator);
  if (R.degree[1]) {
    printf(" / ");
    PrintPolynomial(&R.field, R.degree[1], R.denominator);
  }
  puts("");
  return 0;
}

/* Of an exponential method, the Runge-Kutta method for L = 0, as rows c | a. */
static void PrintAtZero(const Scheme *scheme) {
  const PetscInt s = scheme->s;
  printf("  %-23s ", "at L = 0");
  for (PetscInt i = 0; i <= s; i++) {
    const ExactNumber *row = i < s ? scheme->a[0] + i * s : scheme->b[0];
    PetscInt last = s;
    while (last > 0 && ExactVanishes(&scheme->field, row[last - 1]))
      last--;
    if (i < s)
      PrintNumber("", scheme->c[i].value);
    printf(i < s ? " |" : "|");
    for (PetscInt j = 0; j < last; j++) {
      printf(" ");
      PrintNumber("", row[j].value);
    }
    printf(i < s ? "; " : "\n");
  }
}

/* The simplifying assumptions B(p), C(q) and D(r) of one tableau; the error constant of a multistep method. */
static void PrintStageOrder(const Measured *measured) {
  const Defect *constant = PointFind(&measured->point[0], ALGEBRA_ERROR_CONSTANT);
  const Defect *scheme = PointFind(&measured->point[0], ALGEBRA_SCHEME);
  const Defect *order = PointFind(&measured->point[0], ALGEBRA_STAGE_ORDER);
  const PetscReal b = DefectFind(scheme, ALGEBRA_B);
  if (order)
    printf(isnan(b) ? "  %-17s %g\n" : "  %-17s %-4g B(%g), C(%g), D(%g)\n", "stage order",
           order->defect, b, DefectFind(scheme, ALGEBRA_C), DefectFind(scheme, ALGEBRA_D));
  if (constant)
    printf("  %-17s %.10g\n", "error constant", DefectFind(constant, ALGEBRA_ERROR_CONSTANT));
}

static PetscErrorCode PrintSubject(Subject *s, const Subject *other, const Measured *measured,
                                   const Verdicts *verdicts) {
  const Defect *scheme = PointFind(&measured->point[0], ALGEBRA_SCHEME);
  const PetscBool several = (PetscBool)(DefectFind(scheme, ALGEBRA_COLOURS) > 1);
  const PetscBool searched =
      (PetscBool)(!several && !s->scheme.beta && !s->method->family->coefficients.count);
  const Experiment experiment = {.method = s->method};
  PetscBool refuted = PETSC_FALSE, wrong = PETSC_FALSE, may_round;
  ExactNumber sum;
  Scheme rounded;
  PetscInt row = -1;
  printf("%s: %s\n", s->method->name, s->method->file);
  PetscCall(AlgebraReadRounded(&experiment, &s->scheme, &rounded, &may_round));
  if (s->scheme.colours == 1)
    row = SchemeRowOffNode(&s->scheme, 0, 0, &sum);
  if (row >= 0) {
    printf("  %-17s no   row %d sums to ", "c = A e", (int)row + 1);
    PrintNumber("", sum.value);
    printf(", and c_%d is ", (int)row + 1);
    PrintNumber("", s->scheme.c[row].value);
    puts("");
  }
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *v = &verdicts->at[i];
    char observed[64];
    if (!s->claimed[i] && ((i >= VERDICTS && i < SPECIAL) ||
                           (i && v->verdict == SKIPPED && (i >= SPECIAL || several))))
      continue; /* this kind of scheme does not have it */
    if (v->observed.word)
      (void)snprintf(observed, sizeof(observed), "%s", v->observed.word);
    else if (isfinite(v->observed.number) && (IsOrder(v->claim->quantity) || i >= VERDICTS))
      (void)snprintf(observed, sizeof(observed), "%.5g", v->observed.number);
    else
      (void)snprintf(observed, sizeof(observed), "?");
    printf("  %-17s %-4s ", v->claim->quantity, observed);
    if (s->claimed[i])
      printf("%s: ", VerdictShown(v->verdict));
    printf("%s\n", v->reason);
    refuted = (PetscBool)(refuted || (IsSought(s, i) && v->verdict == REFUTED));
    wrong = (PetscBool)(wrong || refuted || /* what is rounded is no misprint */
                        (IsSought(s, i) && v->verdict == UNDECIDED && !may_round));
  }
  s->wrong = wrong;
  if (wrong && s->embedded && other && other->wrong)
    printf("    misprint?     see %s\n", other->method->name);
  else if (wrong)
    PetscCall(PrintMisprints(s, other, may_round ? &rounded : NULL, searched, refuted));
  if (may_round)
    PetscCall(SchemeDestroy(&rounded));
  PrintStageOrder(measured);
  if (s->scheme.exponential)
    PrintAtZero(&s->scheme);
  return PrintFigures(&s->scheme, measured);
}

/* Those on what is claimed, as TAP or as JSON. */
static PetscErrorCode PrintVerdicts(AlgebraWords *w, const Subject *s, const Verdicts *verdicts) {
  if (w->tap && !w->points)
    puts("TAP version 13");
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *v = &verdicts->at[i];
    char *text;
    if (s->claimed[i] && w->tap) {
      printf("%sok %d - %s: %s, claimed: %s: %s\n", v->verdict == CONFIRMED ? "" : "not ",
             (int)++w->points, s->method->name, v->claim->quantity, v->claim->value, v->reason);
    } else if (s->claimed[i]) {
      PetscCall(VerdictToText(v, &text));
      puts(text);
      free(text);
    }
  }
  return 0;
}

static PetscErrorCode PrintTable(AlgebraWords *w, const Subject *s) {
  char claims[512] = "";
  for (PetscInt i = 0; i < QUESTIONS; i++) {
    const Claim *claim = &s->claim[i];
    char text[128];
    int end = snprintf(text, sizeof(text), "%s", claim->quantity);
    if (!isnan(claim->order))
      (void)snprintf(text + end, sizeof(text) - (size_t)end, " %.*g",
                     strchr(claim->value, '.') ? 15 : 6, claim->order);
    if (s->claimed[i])
      WordsAppend(claims, sizeof(claims), ", ", text);
  }
  return TablePrint(s->method, &s->scheme, claims, w->format, (PetscBool)!w->points++);
}

/* As far as the interval of stability goes, or some units per stage. */
static PetscErrorCode DrawRegion(const Subject *s, const Measured *measured, const char *file) {
  const Defect *interval = PointFind(&measured->point[0], ALGEBRA_REAL);
  StabilityFunction R;
  PetscBool known;
  PetscCall(SchemeStability(&s->scheme, &R, &known));
  UserCheck(known, "algebra: method \"%s\" has no stability function here", s->method->name);
  const PetscReal size =
      interval && interval->defect > 0 ? interval->defect : 4 + 2 * (PetscReal)s->scheme.s;
  return RegionDraw(s->method->name, R.degree, (const PetscReal *[]){R.numerator, R.denominator},
                    size, file);
}

/* ---- Verdicts ---- */

static PetscErrorCode JudgeSubject(AlgebraWords *w, Subject *s, const Subject *other,
                                   Record *record, Verdicts *verdicts, int *status) {
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
  record->measured = MeasuredCreate();
  PetscCall(AlgebraMeasure(&experiment, record->measured, &s->scheme));
  for (PetscInt i = 0; i < QUESTIONS; i++) {
    const Measured *const measured[] = {record->measured};
    const Evidence evidence = {1, jobs, measured, &s->claim[i]};
    Finding finding;
    FindingInit(&finding);
    PetscCall(study->judge(&evidence, &finding));
    JudgeAdd(verdicts, job, &s->claim[i], &finding);
    verdicts->at[i].command = "gimbal algebra";
    if (s->claimed[i] && finding.verdict != CONFIRMED && *status != 1 && !w->print)
      *status = finding.verdict == REFUTED || finding.verdict == FAILED ? 1 : 4;
  }
  if (w->region && !w->drawn) {
    w->drawn = PETSC_TRUE; /* of embedded weights that follow there is no plot */
    PetscCall(DrawRegion(s, record->measured, w->region));
  }
  if (w->print)
    PetscCall(PrintTable(w, s));
  else
    PetscCall(w->tap || w->json ? PrintVerdicts(w, s, verdicts)
                                : PrintSubject(s, other, record->measured, verdicts));
  return SchemeDestroy(&s->scheme);
}

/* The method with the embedded weights of this one, or the one whose they are, in the same file, or NULL. */
static Method FindOther(Registry registry, const Subject *s) {
  const char *name = s->method->name;
  const size_t length = strlen(name) - (s->embedded ? strlen("_embedded") : 0);
  char other[512];
  (void)snprintf(other, sizeof(other), "%.*s%s", (int)length, name, s->embedded ? "" : "_embedded");
  const Method method = RegistryLookMethod(registry, other);
  return method && !strcmp(method->name, other) && !strcmp(method->file, s->method->file) ? method
                                                                                          : NULL;
}

/* *last is the one that was judged before. */
static PetscErrorCode JudgeMethod(AlgebraWords *w, Registry registry, Method method, Subject *last,
                                  int *status) {
  const Pairing pairing = {method, NULL, 0};
  Subject subject = {.method = method}, other = {.method = NULL};
  const gimbal_scheme *scheme;
  Verdicts *verdicts = NULL;
  Record record = {.format = RECORD_FORMAT};
  PetscCall(MethodFindScheme(&pairing, &scheme));
  UserCheck(scheme, "algebra: method \"%s\" declares no scheme (gimbal describe %s)", method->name,
            method->name);
  PetscCall(JudgeAllQuestions(w, &subject));
  other.method = FindOther(registry, &subject);
  if (other.method)
    PetscCall(JudgeAllQuestions(w, &other));
  other.wrong = (PetscBool)(other.method && other.method == last->method && last->wrong);
  verdicts = VerdictsCreate();
  PetscCall(JudgeSubject(w, &subject, other.method ? &other : NULL, &record, verdicts, status));
  VerdictsDestroy(&verdicts);
  MeasuredDestroy(&record.measured);
  *last = subject;
  return 0;
}

/* A file is a plugin, all of whose methods are meant. */
static PetscErrorCode JudgeWord(AlgebraWords *w, Registry registry, const char *word, int *status) {
  Subject last = {.method = NULL};
  Method named;
  for (PetscInt i = 0; i < registry->methods && LookupIsFile(word); i++)
    if (LookupIsSameFile(word, registry->method[i]->file))
      PetscCall(JudgeMethod(w, registry, registry->method[i], &last, status));
  if (LookupIsFile(word))
    return 0;
  PetscCall(RegistryFindMethod(registry, word, &named));
  return JudgeMethod(w, registry, named, &last, status);
}

PetscErrorCode CommandAlgebra(CommandLine *line) {
  AlgebraWords *w = line->words;
  OWNED(RegistryDestroy) Registry registry = NULL;
  for (int k = 0; k < line->count; k++)
    if (LookupIsFile(line->operand[k]))
      OptionAppend(&w->plugins, line->operand[k]);
  PetscCall(RegistryCreate(w->plugins.count, w->plugins.at, StudyVocabulary, &registry));
  for (int k = 0; k < line->count; k++)
    PetscCall(JudgeWord(w, registry, line->operand[k], &line->status));
  if (w->tap && !w->print)
    printf("1..%d\n", (int)w->points);
  else if (w->print && !strcmp(w->format, "json"))
    puts("]");
  return 0;
}
