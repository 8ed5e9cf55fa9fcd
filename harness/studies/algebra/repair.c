/* Which single number of a tableau would have to be another one for its order conditions to hold: a misprint. The
 * number is found by the method of Gauss and Newton on the conditions of low order and the sums of the rows; what
 * it comes to is then checked as any scheme is. */
#include "studies/algebra/repair.h"
#include "core/core.h"
#include "numerics/scheme.h"
#include "registry/schemes.h"
#include "statistics/thresholds.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCREENED_ORDER = 6, ITERATIONS = 16, DENOMINATOR_MOST = 1000000, LARGEST = 1000000000 };

#define CONVERGED (HAVE_QUAD ? 1e-20 : 1e-12) /* residuals of numbers that are known exactly */
#define DIFFERENCE (HAVE_QUAD ? QUAD_C(1e-14) : QUAD_C(1e-7))

typedef struct {
  Scheme scheme;
  Trees trees; /* up to the screened order */
  PetscBool nodes_given;
  PetscInt order, s, equations;
  Quad *weight, *branch; /* Φ and AΦ, tree by tree */
  Quad *residual, *moved;
  PetscReal tolerance;
} Search;

/* The conditions of low order, and c = Ae where c is given. */
static void Evaluate(const Search *e, Quad *residual) {
  const PetscInt s = e->s;
  const ExactNumber *a = e->scheme.a[0], *b = e->scheme.b[0];
  PetscInt at = 0;
  for (PetscInt t = 0; t < e->trees.count; ++t) {
    const Tree *tree = &e->trees.at[t];
    Quad *weight = e->weight + t * s, *branch = e->branch + t * s, sum = 0;
    for (PetscInt i = 0; i < s; ++i) {
      weight[i] =
          tree->left < 0 ? 1 : e->weight[tree->left * s + i] * e->branch[tree->right * s + i];
      sum += b[i].value * weight[i];
    }
    for (PetscInt i = 0; i < s; ++i) {
      branch[i] = 0;
      for (PetscInt j = 0; j < s; ++j)
        branch[i] += a[i * s + j].value * weight[j];
    }
    residual[at++] = sum - 1 / (Quad)tree->density;
  }
  for (PetscInt i = 0; i < s && e->nodes_given; ++i)
    residual[at++] = e->branch[i] - e->scheme.c[i].value; /* of the tree of one vertex */
}

static Quad Largest(PetscInt count, const Quad *x) {
  Quad largest = 0;
  for (PetscInt i = 0; i < count; ++i)
    largest = PetscMax(largest, fabsq(x[i]));
  return largest;
}

/* Moves the number to where the equations hold; false: the iteration does not get there. */
static PetscBool SolveFrom(const Search *e, Quad *x) {
  for (int iteration = 0; iteration < ITERATIONS; ++iteration) {
    Quad slope = 0, square = 0;
    Evaluate(e, e->residual);
    if (Largest(e->equations, e->residual) <= (Quad)e->tolerance)
      return PETSC_TRUE;
    *x += DIFFERENCE;
    Evaluate(e, e->moved);
    *x -= DIFFERENCE;
    for (PetscInt i = 0; i < e->equations; ++i) {
      const Quad derivative = (e->moved[i] - e->residual[i]) / DIFFERENCE;
      slope += derivative * e->residual[i];
      square += derivative * derivative;
    }
    if (!(square > 0) || !finiteq(slope))
      return PETSC_FALSE;
    *x -= slope / square;
  }
  return PETSC_FALSE;
}

/* Signs are often wrong. */
static PetscBool Solve(const Search *e, Quad *x) {
  const Quad start[] = {*x, -*x, 0};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(start); ++i) {
    *x = start[i];
    if (SolveFrom(e, x))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscBool AlgebraFraction(Quad value, Quad tolerance, int64_t *numerator, int64_t *denominator) {
  int64_t p[2] = {0, 1}, q[2] = {1, 0}; /* of the last two convergents of its continued fraction */
  Quad rest = value;
  while (fabsq(value) < LARGEST) {
    const Quad whole = floorq(rest);
    if (fabsq(whole) * (Quad)q[1] + (Quad)q[0] > DENOMINATOR_MOST)
      return PETSC_FALSE;
    const int64_t next[2] = {(int64_t)whole * p[1] + p[0], (int64_t)whole * q[1] + q[0]};
    p[0] = p[1], q[0] = q[1], p[1] = next[0], q[1] = next[1];
    if (fabsq(value - (Quad)p[1] / (Quad)q[1]) <= tolerance) {
      *numerator = p[1];
      *denominator = q[1];
      return PETSC_TRUE;
    }
    rest = 1 / (rest - whole);
  }
  return PETSC_FALSE;
}

/* Adds the repair if the scheme, as it is now, has the order. */
static PetscErrorCode Check(Search *e, const AlgebraRepair *repair, AlgebraRepairs *out) {
  OrderConditions conditions[SCHEME_ORDERS_MAX], *last = &conditions[e->order - 1];
  PetscInt orders;
  PetscCall(SchemeCheckOrders(&e->scheme, e->order, &orders, conditions));
  if (orders >= e->order && last->residual <= ALGEBRA_WRONG * last->error &&
      out->count < ALGEBRA_REPAIRS)
    out->at[out->count++] = *repair;
  return 0;
}

static PetscErrorCode TryNumber(Search *e, ExactNumber *entry, char part, PetscInt row,
                                PetscInt column, AlgebraRepairs *out) {
  const ExactNumber printed = *entry;
  const ExactField field = e->scheme.field;
  ExactField *f = &e->scheme.field;
  AlgebraRepair repair = {.part = part, .row = row, .column = column, .before = printed.value};
  int64_t numerator, denominator;
  if (Solve(e, &entry->value)) {
    if (AlgebraFraction(entry->value, 1000 * (Quad)e->tolerance, &numerator, &denominator))
      *entry = ExactDivide(f, ExactInteger(f, numerator), ExactInteger(f, denominator));
    else
      *entry = ExactMeasured(f, entry->value, e->tolerance);
    repair.value = entry->value;
    PetscCall(Check(e, &repair, out));
  }
  *entry = printed;
  *f = field;
  return 0;
}

/* Two numbers of a row, of b or of c. */
static PetscErrorCode TryExchanges(Search *e, ExactNumber *entry, PetscInt count, char part,
                                   PetscInt row, AlgebraRepairs *out) {
  for (PetscInt i = 0; i < count; ++i)
    for (PetscInt j = i + 1; j < count; ++j) {
      const ExactNumber one = entry[i], two = entry[j];
      const AlgebraRepair repair = {.part = part,
                                    .row = row ? row : i + 1,
                                    .column = row ? i + 1 : 0,
                                    .other = j + 1,
                                    .before = one.value,
                                    .value = two.value};
      if (one.value == two.value)
        continue;
      entry[i] = two, entry[j] = one;
      Evaluate(e, e->residual);
      if (Largest(e->equations, e->residual) <= (Quad)e->tolerance)
        PetscCall(Check(e, &repair, out));
      entry[i] = one, entry[j] = two;
    }
  return 0;
}

static PetscErrorCode TryAll(Search *e, AlgebraRepairs *out) {
  const PetscInt s = e->s;
  PetscInt reach = 0; /* of the rows beyond the diagonal */
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < s; ++j)
      if (e->scheme.a[0][i * s + j].value != 0)
        reach = PetscMax(reach, j - i + 1);
  for (PetscInt i = 0; i < s; ++i) {
    ExactNumber *row = e->scheme.a[0] + i * s;
    const PetscInt entries = PetscMin(s, i + reach);
    for (PetscInt j = 0; j < entries; ++j)
      PetscCall(TryNumber(e, &row[j], 'a', i + 1, j + 1, out));
    PetscCall(TryExchanges(e, row, entries, 'a', i + 1, out));
  }
  for (PetscInt j = 0; j < s; ++j)
    PetscCall(TryNumber(e, &e->scheme.b[0][j], 'b', j + 1, 0, out));
  PetscCall(TryExchanges(e, e->scheme.b[0], s, 'b', 0, out));
  for (PetscInt i = 0; i < s && e->nodes_given; ++i)
    PetscCall(TryNumber(e, &e->scheme.c[i], 'c', i + 1, 0, out));
  if (e->nodes_given)
    PetscCall(TryExchanges(e, e->scheme.c, s, 'c', 0, out));
  return 0;
}

static int64_t DenominatorOf(const AlgebraRepair *repair) {
  int64_t numerator, denominator;
  if (repair->other)
    return 0;
  return AlgebraFraction(repair->value, 0, &numerator, &denominator) ? denominator : INT64_MAX;
}

/* Exchanges, then fractions, those with small denominators before the others. */
static int BySimplicity(const void *x, const void *y) {
  const int64_t one = DenominatorOf(x), two = DenominatorOf(y);
  return (one > two) - (one < two);
}

/* The numbers of the method's scheme; *found is false where it declares none. */
static PetscErrorCode MakeScheme(Method method, Scheme *scheme, PetscBool *found) {
  const Pairing pairing = {method, NULL, 0};
  const Core *core = CoreDouble();
  const SchemeSource source = {core->method_tableau, core->epsilon, NULL, NULL};
  const gimbal_scheme *declared;
  PetscCall(MethodFindScheme(&pairing, &declared));
  *found = (PetscBool)(declared != NULL);
  if (declared)
    PetscCall(MethodMakeScheme(&pairing, declared, &source, MODULAR_FIRST, scheme));
  return 0;
}

PetscErrorCode AlgebraFindRow(Method method, PetscInt *row, Quad *sum, Quad *node) {
  PetscBool found;
  ExactNumber all;
  Scheme scheme;
  *row = 0;
  PetscCall(MakeScheme(method, &scheme, &found));
  if (!found)
    return 0;
  if (scheme.colours == 1)
    *row = SchemeRowOffNode(&scheme, 0, &all) + 1;
  if (*row) {
    *sum = all.value;
    *node = scheme.c[*row - 1].value;
  }
  return SchemeDestroy(&scheme);
}

PetscErrorCode AlgebraFindRepairs(Method method, PetscInt order, AlgebraRepairs *out) {
  const gimbal_list tables = method->family->tableaux;
  Search e = {.order = order, .tolerance = CONVERGED};
  PetscReal error = 0;
  PetscBool found;
  out->count = 0;
  if (tables.count != 1 || order > SCHEME_ORDERS_MAX)
    return 0;
  PetscCall(MakeScheme(method, &e.scheme, &found));
  if (!found)
    return 0;
  e.s = e.scheme.s;
  e.nodes_given = (PetscBool)(ListAt(tables, gimbal_own_tableau, 0)->c != NULL);
  if (e.scheme.colours == 1 && !e.scheme.beta) {
    for (PetscInt i = 0; i < e.s * e.s; ++i)
      error = fmax(error, e.scheme.a[0][i].error);
    if (e.scheme.field.exactness >= EXACT_LACKING)
      e.tolerance = fmax(e.tolerance, 100 * error);
    PetscCall(TreesCreate(1, 0, PetscMin(order, SCREENED_ORDER), &e.trees));
    e.equations = e.trees.count + (e.nodes_given ? e.s : 0);
    PetscCall(PetscMalloc4(e.trees.count * e.s, &e.weight, e.trees.count * e.s, &e.branch,
                           e.equations, &e.residual, e.equations, &e.moved));
    PetscCall(TryAll(&e, out));
    PetscCall(PetscFree4(e.weight, e.branch, e.residual, e.moved));
    PetscCall(TreesDestroy(&e.trees));
    qsort(out->at, (size_t)out->count, sizeof(*out->at), BySimplicity);
  }
  return SchemeDestroy(&e.scheme);
}
