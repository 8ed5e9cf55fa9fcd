/* Metamorphic relations beyond units: a model or a method that is written otherwise is judged alike.
 *
 *     build/tests/relations FOLDER
 *
 * FOLDER is what gimbal verify made of tests/relations.yaml with the plugins tests/plugins/twin_*. On
 * groups a relation is a motion of space (the group times a constant element from the left), other axes
 * in the body (from the right), and the order of the factors of a product.
 * For each relation below it compares what was measured of an original and of its twin: the words of
 * the verdicts on the same claims, which must be the same, and where a relation is one up to
 * rounding the errors of q at the same step sizes. Each relation has partners that break it by a
 * little, and must be seen to.
 *
 * Standard output: a table, after a line for each pair that broke its relation. Exit status: 0 if
 * all relations hold and all wrong ones are seen, else 1; 2 no such folder; 3 an error. */
#include "record/store.h"
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rounding errors and those of the solver are of the size of the floor; what is left of a relation
 * with a relative difference of 1e-8 is no rounding. The wrong ones differ by 1e-5 or more. */
static const PetscReal relative = 1e-8, floors = 10;

typedef struct {
  const char *name;
  const char *method;    /* a pattern; NULL: all but those in disguise */
  const char *twin;      /* the method in disguise; NULL: the same */
  const char *from, *to; /* model:case */
  PetscBool numbers;     /* the errors of q are the same up to rounding */
  PetscBool fewer;       /* the twin has claims of its own formulation only */
  PetscBool wrong;       /* it is to be seen that it does not hold */
  PetscInt entries,
      at; /* of q, whose errors are compared (0: 2), and where they begin in the twin */
} Relation;

#define RELATION(name_, from_, to_, ...)                                                           \
  { .name = name_, .from = "twin:" from_, .to = "twin" to_, __VA_ARGS__ }
#define NUMBERS .numbers = PETSC_TRUE
#define BOTH(name_, to_)                                                                           \
  RELATION(name_, "plain", ":" to_, NUMBERS), {                                                    \
    .name = name_ ", separable", .from = "twin_separable:plain", .to = "twin_separable:" to_,      \
    NUMBERS                                                                                        \
  }
#define DISGUISE(name_, method_, ...)                                                              \
  RELATION(name_, "plain", ":plain", NUMBERS, .method = method_, __VA_ARGS__)
#define WRONG NUMBERS, .wrong = PETSC_TRUE
/* On groups: from "body:plain" to what the same or another model is there. */
#define ON_GROUP(name_, from_, to_, ...)                                                           \
  { .name = name_, .from = "group_" from_, .to = "group_" to_, __VA_ARGS__ }
#define MOVED(model_, ...)                                                                         \
  ON_GROUP("space moved, " model_, model_ ":plain", model_ ":left", NUMBERS, __VA_ARGS__),         \
      ON_GROUP("other axes in the body, " model_, model_ ":plain", model_ ":axes", NUMBERS,        \
               __VA_ARGS__)
#define WRONGLY_MOVED(model_, ...)                                                                 \
  ON_GROUP("space moved, another U, " model_, model_ ":plain", model_ ":wrong_left", WRONG,        \
           __VA_ARGS__),                                                                           \
      ON_GROUP("other axes, another U, " model_, model_ ":plain", model_ ":wrong_axes", WRONG,     \
               __VA_ARGS__)
/* The turned entries of a matrix are all mixed. */
#define MATRIX .entries = 9

static const Relation relations[] = {
    BOTH("components in another order", "permuted"),
    BOTH("L -> 3 L", "scaled"),
    BOTH("two systems side by side", "pair"),
    BOTH("an additional uncoupled oscillator", "oscillator"),
    RELATION("other axes", "plain", ":turned", NUMBERS),
    RELATION("curved coordinates", "plain", ":bent", .twin = NULL),
    RELATION("from the end, backwards", "field", ":field_back", .twin = NULL),
    RELATION("gauge, S quadratic, Gauss methods", "plain", ":gauge_quadratic", NUMBERS,
             .method = "*gauss_[23]"),
    RELATION("gauge, S quadratic", "plain", ":gauge_quadratic", .twin = NULL),
    RELATION("gauge, S cubic", "plain", ":gauge_cubic", .twin = NULL),
    RELATION("as a Hamiltonian system", "field", "_hamiltonian:field", NUMBERS,
             .fewer = PETSC_TRUE),
    RELATION("as a field", "field", "_field:field", NUMBERS, .fewer = PETSC_TRUE),
    DISGUISE("another name and file, rk4", "rk4", .twin = "twin_rk4_name"),
    DISGUISE("another name and file, gauss_2", "gauss_2", .twin = "twin_gauss_name"),
    DISGUISE("time shifted by 100, rk4", "rk4", .twin = "twin_rk4_later"),
    DISGUISE("time shifted by 100, gauss_2", "gauss_2", .twin = "twin_gauss_later"),
    DISGUISE("stages in another order", "gauss_2", .twin = "twin_gauss_last_first"),
    DISGUISE("state saved and restored", "gauss_2", .twin = "twin_gauss_restored"),
    RELATION("permuted, another U", "plain", ":wrong_permuted", WRONG),
    RELATION("L -> 3 L, another U", "plain", ":wrong_scaled", WRONG),
    RELATION("two systems, another U", "plain", ":wrong_pair", WRONG),
    RELATION("an oscillator, another U", "plain", ":wrong_oscillator", WRONG),
    RELATION("other axes, another U", "plain", ":wrong_turned", WRONG),
    RELATION("a magnetic field for a gauge", "plain", ":wrong_gauge", WRONG,
             .method = "*gauss_[23]"),
    RELATION("a Hamiltonian system, another U", "field", "_hamiltonian:wrong_field", WRONG),
    RELATION("a field, another U", "field", "_field:wrong_field", WRONG, .fewer = PETSC_TRUE),
    RELATION("a force that knows the time", "clock", ":clock", WRONG, .method = "rk4",
             .twin = "twin_rk4_later"),
    DISGUISE("a method that knows the time", "rk4", .twin = "wrong_rk4_clock", .wrong = PETSC_TRUE),
    RELATION("components that are not each other's equals", "plain", ":permuted", WRONG,
             .method = "wrong_rk4_component"),
    DISGUISE("half of the tableau in another order", "gauss_2", .twin = "wrong_gauss_half_permuted",
             .wrong = PETSC_TRUE),
    DISGUISE("a state that is restored but for a trace", "gauss_2",
             .twin = "wrong_gauss_half_restored", .wrong = PETSC_TRUE),
    RELATION("kicks and drifts in a gauge", "plain", ":gauge_quadratic", .wrong = PETSC_TRUE,
             .method = "wrong_kick"),
    RELATION("kicks and drifts backwards", "plain", ":field_back", .wrong = PETSC_TRUE,
             .method = "wrong_kick"),
    RELATION("kicks and drifts in curved coordinates", "plain", ":bent", .wrong = PETSC_TRUE,
             .method = "wrong_kick"),
    MOVED("body", .at = 0),
    MOVED("sleigh", .at = 0),
    MOVED("rail", .at = 0),
    MOVED("top", MATRIX),
    ON_GROUP("an additional mass on a spring", "body:plain", "behind:apart", NUMBERS),
    ON_GROUP("factors in another order", "behind:plain", "before:plain", NUMBERS, .at = 1),
    WRONGLY_MOVED("body", .at = 0),
    WRONGLY_MOVED("sleigh", .at = 0),
    WRONGLY_MOVED("top", MATRIX),
    ON_GROUP("factors in another order, another U", "behind:plain", "before:wrong", WRONG, .at = 1),
    ON_GROUP("one axis of the body before the others", "body:plain", "body:axes", WRONG,
             .method = "wrong_axes")};
enum { RELATIONS = sizeof relations / sizeof relations[0] };

typedef struct {
  PetscInt pairs, claims, words, points, numbers;
  PetscReal largest; /* of |difference| / error, above the floor */
} Tally;

static PetscBool IsCase(const char *place, const char *model, const char *instance) {
  const size_t length = strlen(model);
  return (PetscBool)(!strncmp(place, model, length) && place[length] == ':' &&
                     !strcmp(place + length + 1, instance));
}

/* ---- Words ---- */

static const Verdict *FindVerdict(const Store store, const char *key, const Verdict *like) {
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *v = &store->verdicts->at[i];
    if (!strcmp(v->job->key, key) && !strcmp(v->claim->study, like->claim->study) &&
        !strcmp(v->claim->quantity, like->claim->quantity) &&
        v->claim->number == like->claim->number)
      return v;
  }
  return NULL;
}

static void CompareVerdicts(const Store store, const Relation *r, const char *from, const char *to,
                            Tally *tally) {
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *v = &store->verdicts->at[i], *twin;
    if (strcmp(v->job->key, from))
      continue;
    twin = FindVerdict(store, to, v);
    if (!twin && r->fewer)
      continue;
    ++tally->claims;
    if (twin && twin->verdict == v->verdict)
      continue;
    ++tally->words;
    if (!r->wrong)
      printf("%s: %s %s of %s: %s -> %s (%s): %s\n", r->name, v->claim->study, v->claim->quantity,
             from, VerdictNames[v->verdict], twin ? VerdictNames[twin->verdict] : "none", to,
             twin ? twin->reason : "");
  }
}

/* ---- Numbers ---- */

/* The size of the errors of some entries, of the first two where one body is meant, or of all of a
 * matrix: it is the same in all axes that are at right angles, and in any order. */
static PetscReal ErrorSize(const SeriesPoint *point, PetscInt entries, PetscInt at) {
  const Errors *q = SeriesPointErrors(point, "q");
  PetscReal sum = 0;
  if (!q || q->components < at + entries)
    return NAN;
  for (PetscInt i = 0; i < q->times; i++)
    for (PetscInt d = at; d < at + entries; d++)
      sum += q->at[i * q->components + d] * q->at[i * q->components + d];
  return sqrt(sum);
}

static PetscReal FloorOf(const Series *series, PetscInt point) {
  const SeriesQuantity *q = SeriesFindQuantity(series, "q");
  return q && point < q->floor.count ? q->floor.at[point] : 0;
}

static PetscInt FindSteps(const Series *series, PetscInt64 steps) {
  for (PetscInt i = 0; i < series->points; i++)
    if (series->point[i].steps == steps)
      return i;
  return -1;
}

/* Where both have the same step sizes: the host chooses them by all components, and the twin may have
 * others in addition to those that are compared. */
static void CompareSeries(const Relation *r, const char *to, const Series *a, const Series *b,
                          Tally *tally) {
  const PetscInt entries = r->entries ? r->entries : 2;
  for (PetscInt i = 0; i < a->points; i++) {
    const PetscInt j = FindSteps(b, a->point[i].steps);
    const PetscReal one = ErrorSize(&a->point[i], entries, 0),
                    other = j < 0 ? NAN : ErrorSize(&b->point[j], entries, r->at);
    const PetscReal floor = j < 0 ? 0 : floors * (FloorOf(a, i) + FloorOf(b, j));
    const PetscReal apart = fabs(one - other);
    if (j < 0 || (isnan(one) && isnan(other)))
      continue;
    ++tally->points;
    if (apart > floor)
      tally->largest = fmax(tally->largest, apart / one);
    if (apart <= relative * one + floor)
      continue;
    if (!tally->numbers++ && !r->wrong)
      printf("%s: the error of q in %d steps is %.17g, and %.17g of %s (floor %.1e)\n", r->name,
             (int)a->point[i].steps, one, other, to, floor);
  }
}

static void CompareNumbers(const Relation *r, const Record *from, const Record *to, Tally *tally) {
  if (!from->measured || !to->measured)
    return;
  for (PetscInt i = 0; i < from->measured->count && i < to->measured->count; i++)
    if (from->measured->series[i].precision == to->measured->series[i].precision)
      CompareSeries(r, to->key, &from->measured->series[i], &to->measured->series[i], tally);
}

/* ---- Pairs ---- */

static const Record *FindTwin(const Store store, const Relation *r, const Record *from) {
  const char *method = r->twin ? r->twin : from->job.method;
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *to = &store->records->at[i];
    if (!strcmp(to->job.kind, from->job.kind) && !strcmp(to->job.method, method) &&
        IsCase(r->to, to->job.model, to->job.instance))
      return to;
  }
  return NULL;
}

static void Try(const Store store, const Relation *r, Tally *tally) {
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *from = &store->records->at[i], *to;
    if (fnmatch(r->method ? r->method : "[!tw]*", from->job.method, 0) ||
        !IsCase(r->from, from->job.model, from->job.instance))
      continue;
    to = FindTwin(store, r, from);
    if (!to)
      continue;
    ++tally->pairs;
    CompareVerdicts(store, r, from->key, to->key, tally);
    if (r->numbers && !strcmp(from->job.kind, "order"))
      CompareNumbers(r, from, to, tally);
  }
}

/* 0: as it should be. */
static int PrintRow(const Relation *r, const Tally *t) {
  const PetscBool broken = (PetscBool)(t->words || t->numbers);
  const PetscBool failed =
      (PetscBool)(!t->pairs || broken != r->wrong || (r->numbers && !t->points));
  char numbers[64] = "|";
  if (r->numbers)
    (void)snprintf(numbers, sizeof numbers, "%d of %d | %.1e", (int)t->numbers, (int)t->points,
                   t->largest);
  printf("| %s | %s | %d | %d of %d | %s | %s |\n", r->name, r->wrong ? "wrong" : "right",
         (int)t->pairs, (int)t->words, (int)t->claims, numbers, failed ? "**no**" : "yes");
  return failed;
}

int main(int argc, char **argv) {
  static Tally tally[RELATIONS];
  int one = 1, failed = 0;
  Store store;
  if (argc != 2) {
    fprintf(stderr, "usage: relations FOLDER\n");
    return 2;
  }
  if (PetscInitialize(&one, &argv, NULL, NULL))
    return 3;
  PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
  if (StoreRead(argv[1], &store)) {
    fprintf(stderr, "relations: %s is not an output folder of gimbal verify\n", argv[1]);
    return 2;
  }
  for (int i = 0; i < RELATIONS; i++)
    Try(store, &relations[i], &tally[i]);
  printf("\n| relation | it is | pairs | verdicts changed | errors changed | by at most | as it "
         "should be |\n| --- | --- | --- | --- | --- | --- | --- |\n");
  for (int i = 0; i < RELATIONS; i++)
    failed += PrintRow(&relations[i], &tally[i]);
  StoreDestroy(&store);
  if (PetscFinalize())
    return 3;
  return failed > 0;
}
