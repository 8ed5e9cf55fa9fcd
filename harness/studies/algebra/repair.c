/* Which number of a tableau would have to be another one for all that is wanted of it to hold: a misprint. Its value
 * is found by the method of Gauss and Newton on the conditions of low order, the sums of the rows and the equations
 * of structure. The text that is printed is searched for one wrong sign or digit. What comes of it is then checked
 * as any scheme is. */
#include "studies/algebra/repair.h"
#include "studies/algebra/algebra.h"
#include "studies/algebra/measure.h"
#include "statistics/thresholds.h"

enum {
  SCREENED_ORDER = 6,
  CHEAP_ORDER = 2,
  ITERATIONS = 24,
  STALLS = 3,     /* steps that do not halve the residuals, after which the iteration ends */
  FEW_STAGES = 8, /* of which all pairs in rows are tried whose sums are right */
  DENOMINATOR_MOST = 1000000
};

#define CONVERGED (HAVE_QUAD ? 1e-20 : 1e-12) /* residuals of numbers that are known exactly */
#define DIFFERENCE (HAVE_QUAD ? QUAD_C(1e-14) : QUAD_C(1e-7))

typedef struct {
  Method method;
  const AlgebraWanted *wanted;
  Scheme *scheme;
  ExactNumber *other; /* the other weights; NULL: none are wanted */
  PetscInt *turned;
  const gimbal_own_tableau *texts;
  const char *other_text;
  Trees trees;                       /* up to the screened order */
  PetscBool nodes_given, structured; /* the equations of structure are solved, too */
  PetscInt s, equations, off;        /* how many rows do not sum to their nodes */
  PetscInt row;                      /* the first of them */
  Quad *weight, *branch;             /* Φ and AΦ, tree by tree */
  Quad *residual, *moved[2];
  PetscReal tolerance, error; /* of residuals; of the least certain number */
  AlgebraRepairs *out;
} Search;

/* One number, and where it stands. */
typedef struct {
  ExactNumber *x;
  char part;
  PetscInt row, column;
} Slot;

/* ---- Equations ---- */

static void EvaluateTrees(const Search *e, Quad *residual, PetscInt *at) {
  const PetscInt s = e->s;
  const ExactNumber *a = e->scheme->a[0], *b = e->scheme->b[0];
  for (PetscInt t = 0; t < e->trees.count; ++t) {
    const Tree *tree = &e->trees.at[t];
    Quad *weight = e->weight + t * s, *branch = e->branch + t * s, sum[2] = {0, 0};
    for (PetscInt i = 0; i < s; ++i) {
      weight[i] =
          tree->left < 0 ? 1 : e->weight[tree->left * s + i] * e->branch[tree->right * s + i];
      sum[0] += b[i].value * weight[i];
      sum[1] += e->other ? e->other[i].value * weight[i] : 0;
    }
    for (PetscInt i = 0; i < s; ++i) {
      branch[i] = 0;
      for (PetscInt j = 0; j < s; ++j)
        if (a[i * s + j].value != 0)
          branch[i] += a[i * s + j].value * weight[j];
    }
    if (tree->order <= e->wanted->order)
      residual[(*at)++] = sum[0] - 1 / (Quad)tree->density;
    if (e->other && tree->order <= e->wanted->other_order)
      residual[(*at)++] = sum[1] - 1 / (Quad)tree->density;
  }
}

static void EvaluateStructure(const Search *e, Quad *residual, PetscInt *at) {
  const PetscInt s = e->s;
  const ExactNumber *a = e->scheme->a[0], *b = e->scheme->b[0];
  for (PetscInt i = 0; i < s; ++i) {
    const PetscInt *turned = e->turned;
    if (e->wanted->stiffly_accurate)
      residual[(*at)++] = a[(s - 1) * s + i].value - b[i].value;
    if (e->wanted->symmetric)
      residual[(*at)++] = b[turned[i]].value - b[i].value;
    for (PetscInt j = 0; j < s; ++j) {
      const Quad aij = a[i * s + j].value;
      if (e->wanted->symplectic)
        residual[(*at)++] =
            b[i].value * aij + b[j].value * a[j * s + i].value - b[i].value * b[j].value;
      if (e->wanted->symmetric)
        residual[(*at)++] = a[turned[i] * s + turned[j]].value + aij - b[j].value;
    }
  }
}

/* All, and c = Ae where c is given. The number of them is returned. */
static PetscInt Evaluate(const Search *e, Quad *residual) {
  PetscInt at = 0;
  EvaluateTrees(e, residual, &at);
  if (e->structured)
    EvaluateStructure(e, residual, &at);
  for (PetscInt i = 0; i < e->s && e->nodes_given; ++i)
    residual[at++] = e->branch[i] - e->scheme->c[i].value; /* of the tree of one vertex */
  return at;
}

static Quad Largest(PetscInt count, const Quad *x) {
  Quad largest = 0;
  for (PetscInt i = 0; i < count; ++i)
    largest = PetscMax(largest, fabsq(x[i]));
  return largest;
}

/* ---- Solutions ---- */

/* One step of one or two numbers; false: the equations do not determine it. */
static PetscBool Step(const Search *e, PetscInt count, const Slot slot[]) {
  Quad g[2][2] = {{0, 0}, {0, 0}}, right[2] = {0, 0}, step[2], determinant;
  for (PetscInt k = 0; k < count; ++k) {
    Quad *const x = &slot[k].x->value, kept = *x;
    *x += DIFFERENCE;
    (void)Evaluate(e, e->moved[k]);
    *x = kept;
  }
  for (PetscInt i = 0; i < e->equations; ++i)
    for (PetscInt k = 0; k < count; ++k) {
      const Quad slope = (e->moved[k][i] - e->residual[i]) / DIFFERENCE;
      right[k] += slope * e->residual[i];
      for (PetscInt l = 0; l < count; ++l)
        g[k][l] += slope * (e->moved[l][i] - e->residual[i]) / DIFFERENCE;
    }
  if (count == 1)
    g[1][1] = 1;
  determinant = g[0][0] * g[1][1] - g[0][1] * g[1][0];
  if (!(determinant > QUAD_C(1e-9) * g[0][0] * g[1][1]))
    return PETSC_FALSE;
  step[0] = (right[0] * g[1][1] - right[1] * g[0][1]) / determinant;
  step[1] = (right[1] * g[0][0] - right[0] * g[1][0]) / determinant;
  for (PetscInt k = 0; k < count; ++k)
    slot[k].x->value -= step[k];
  return PETSC_TRUE;
}

/* Moves the numbers to where the equations hold; false: the iteration does not get there. */
static PetscBool SolveFrom(const Search *e, PetscInt count, const Slot slot[]) {
  Quad smallest = HUGE_VAL;
  PetscInt stalls = 0, met = 0;
  for (int iteration = 0; iteration < ITERATIONS; ++iteration) {
    (void)Evaluate(e, e->residual);
    const Quad size = Largest(e->equations, e->residual);
    if (size <= (Quad)e->tolerance && met++)
      return PETSC_TRUE;
    if (!met && !(size < smallest / 2) && ++stalls > STALLS)
      return PETSC_FALSE;
    smallest = PetscMin(smallest, size);
    if (!Step(e, count, slot))
      return PETSC_FALSE;
  }
  return PETSC_FALSE;
}

/* Signs are often wrong. */
static PetscBool Solve(const Search *e, PetscInt count, const Slot slot[]) {
  const Quad kept[2] = {slot[0].x->value, slot[count - 1].x->value};
  static const int factor[] = {1, -1, 0};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(factor); ++i) {
    for (PetscInt k = 0; k < count; ++k)
      slot[k].x->value = factor[i] * kept[k];
    if (SolveFrom(e, count, slot))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* ---- What is found ---- */

/* Whether the conditions up to that order hold, as far as the digits show. */
static PetscErrorCode HasOrder(const Scheme *scheme, PetscInt order, PetscBool *has) {
  OrderConditions conditions[SCHEME_ORDERS_MAX], *last = &conditions[order - 1];
  const PetscBool exact = (PetscBool)(scheme->field.exactness < EXACT_LACKING);
  const PetscReal bound = exact || scheme->field.rounded ? ALGEBRA_WRONG : ALGEBRA_RIGHT;
  PetscInt orders;
  *has = PETSC_TRUE;
  if (order < 1)
    return 0;
  PetscCall(SchemeCheckOrders(scheme, order, &orders, conditions));
  for (PetscInt i = 0; i < orders; ++i)
    *has = (PetscBool)(*has && conditions[i].residual <= bound * conditions[i].error);
  *has = (PetscBool)(*has && orders >= order && SchemeMayGoOn(&scheme->field, last));
  return 0;
}

static PetscBool IsSmall(SchemeDefect d) {
  return (PetscBool)(d.defect <= ALGEBRA_WRONG * d.error);
}

PetscErrorCode AlgebraHasAll(const Scheme *scheme, const AlgebraWanted *w, PetscBool *has) {
  const Scheme part = AlgebraPart(scheme);
  SchemeDefect symplectic, symmetric;
  Scheme special;
  PetscCall(HasOrder(scheme, PetscMin(w->order, CHEAP_ORDER), has));
  *has = (PetscBool)(*has && (!w->stiffly_accurate || IsSmall(SchemeStifflyAccurate(&part))));
  if (*has && (w->symplectic || w->symmetric)) {
    PetscCall(AlgebraStructure(scheme, &symplectic, &symmetric));
    *has = (PetscBool)((!w->symplectic || IsSmall(symplectic)) &&
                       (!w->symmetric || IsSmall(symmetric)));
  }
  if (*has && w->order > CHEAP_ORDER)
    PetscCall(HasOrder(scheme, w->order, has));
  if (*has && w->special_order && AlgebraSpecial(scheme, &special))
    PetscCall(HasOrder(&special, w->special_order, has));
  if (*has && (w->a_stable || w->l_stable)) {
    StabilityFunction R;
    PetscBool known;
    PetscCall((scheme->external ? SchemeGeneralStability : SchemeStability)(&part, &R, &known));
    *has = (PetscBool)(known &&
                       AlgebraIsStable(R.largest, R.at_infinity, R.poles, R.error, w->l_stable));
  }
  return 0;
}

/* Whether the scheme, as it is now, is what is wanted. */
static PetscErrorCode HasAll(const Search *e, PetscBool *has) {
  PetscCall(AlgebraHasAll(e->scheme, e->wanted, has));
  if (*has && e->other) {
    Scheme other = *e->scheme;
    other.b[0] = e->other;
    PetscCall(HasOrder(&other, e->wanted->other_order, has));
  }
  return 0;
}

/* Nodes that are not given are the sums of the rows. */
static void SumRows(const Search *e) {
  for (PetscInt i = 0; i < e->s && !e->nodes_given; ++i)
    e->scheme->c[i] = ExactSum(&e->scheme->field, e->s, e->scheme->a[0] + i * e->s);
}

static PetscErrorCode Add(Search *e, const AlgebraRepair *repair) {
  PetscBool has;
  SumRows(e);
  PetscCall(HasAll(e, &has));
  if (has && e->out->count < ALGEBRA_REPAIRS)
    e->out->at[e->out->count++] = *repair;
  return 0;
}

static void TextOf(const Search *e, const Slot *slot, char text[MISPRINT_ROOM]) {
  const char *list = slot->part == 'a'   ? e->texts->a
                     : slot->part == 'b' ? e->texts->b
                     : slot->part == 'c' ? e->texts->c
                                         : e->other_text;
  const PetscInt entry =
      slot->part == 'a' ? (slot->row - 1) * e->s + slot->column - 1 : slot->row - 1;
  (void)ExpressionEntry(list, entry, MISPRINT_ROOM, text);
}

/* The number as its text would have to be, or as a fraction, or as it is found. */
static PetscErrorCode Name(Search *e, const Slot *slot, Quad before, AlgebraChange *change) {
  ExactField *f = &e->scheme->field;
  const Variables variables = e->method->variables;
  const PetscBool exact = (PetscBool)(f->exactness < EXACT_LACKING);
  const Quad near = (exact ? 1000 : 1) * (Quad)e->tolerance;
  ExactNumber *x = slot->x;
  int64_t old[2], new[2];
  PetscInt one = 1;
  *change = (AlgebraChange){
      .part = slot->part, .row = slot->row, .column = slot->column, .before = before};
  TextOf(e, slot, change->printed);
  if (MisprintFind(change->printed, variables, x->value, near, &change->misprint)) {
    PetscCall(ExpressionEvaluateExact(change->misprint.text, variables, f, &one, x));
  } else if (exact && FractionFind(x->value, near, DENOMINATOR_MOST, &new[0], &new[1])) {
    const PetscBool was = FractionFind(before, near, DENOMINATOR_MOST, &old[0], &old[1]);
    change->misprint.kind = was && old[1] == new[1]  ? MISPRINT_DENOMINATOR
                            : was &&old[0] == new[0] ? MISPRINT_NUMERATOR
                                                     : MISPRINT_FRACTION;
    *x = ExactDivide(f, ExactInteger(f, new[0]), ExactInteger(f, new[1]));
  } else {
    change->misprint.kind = MISPRINT_NUMBER;
    *x = ExactMeasured(f, x->value, exact ? e->tolerance : e->error);
  }
  change->value = x->value;
  return 0;
}

/* Of two numbers both must be simple misprints: others satisfy many equations by chance. */
static PetscErrorCode TrySlots(Search *e, PetscInt count, const Slot slot[]) {
  const ExactNumber printed[2] = {*slot[0].x, *slot[count - 1].x};
  const ExactField field = e->scheme->field;
  AlgebraRepair repair = {.changes = count};
  if (Solve(e, count, slot)) {
    for (PetscInt k = 0; k < count; ++k) {
      PetscCall(Name(e, &slot[k], printed[k].value, &repair.change[k]));
      repair.kind = PetscMax(repair.kind, repair.change[k].misprint.kind);
    }
    if (count == 1 || repair.kind < MISPRINT_FRACTION)
      PetscCall(Add(e, &repair));
  }
  for (PetscInt k = 0; k < count; ++k)
    *slot[k].x = printed[k];
  e->scheme->field = field;
  return 0;
}

/* ---- Rows ---- */

/* Numbers that stand side by side: a row of a, or b, or c. */
typedef struct {
  ExactNumber *at;
  PetscInt count;
  char part;
  PetscInt row; /* of a, from 1 */
} Row;

static Slot SlotOf(const Row *row, PetscInt i) {
  const PetscBool a = (PetscBool)(row->part == 'a');
  return (Slot){&row->at[i], row->part, a ? row->row : i + 1, a ? i + 1 : 0};
}

/* Exchanges two entries, or moves one to another place. */
static void Rearrange(ExactNumber *at, PetscInt from, PetscInt to, MisprintKind kind) {
  const PetscInt step = from < to ? 1 : -1;
  const ExactNumber moved = at[from];
  if (kind == MISPRINT_ENTRIES)
    at[from] = at[to];
  for (PetscInt k = from; k != to && kind == MISPRINT_SHIFTED; k += step)
    at[k] = at[k + step];
  at[to] = moved;
}

/* Whether a move changes more than an exchange of two does. */
static PetscBool MovesMany(const ExactNumber *at, PetscInt from, PetscInt to) {
  const PetscInt step = from < to ? 1 : -1;
  PetscInt changed = at[to].value != at[from].value;
  for (PetscInt k = from; k != to; k += step)
    changed += at[k].value != at[k + step].value;
  return (PetscBool)(changed > 2);
}

static PetscErrorCode TryOrder(Search *e, const Row *row, PetscInt from, PetscInt to,
                               MisprintKind kind) {
  const Slot slot = SlotOf(row, from);
  const AlgebraRepair repair = {.kind = kind,
                                .changes = 1,
                                .first = PetscMin(from, to) + 1,
                                .last = PetscMax(from, to) + 1,
                                .change = {{.part = slot.part, .row = slot.row}}};
  Rearrange(row->at, from, to, kind);
  (void)Evaluate(e, e->residual);
  if (Largest(e->equations, e->residual) <= (Quad)e->tolerance)
    PetscCall(Add(e, &repair));
  Rearrange(row->at, to, from, kind);
  return 0;
}

static PetscErrorCode TryOrders(Search *e, const Row *row) {
  for (PetscInt from = 0; from < row->count; ++from)
    for (PetscInt to = 0; to < row->count; ++to) {
      if (from < to && row->at[from].value != row->at[to].value)
        PetscCall(TryOrder(e, row, from, to, MISPRINT_ENTRIES));
      if (PetscAbs(from - to) > 1 && MovesMany(row->at, from, to))
        PetscCall(TryOrder(e, row, from, to, MISPRINT_SHIFTED));
    }
  return 0;
}

static PetscErrorCode TryNumbers(Search *e, const Row *row) {
  for (PetscInt i = 0; i < row->count; ++i) {
    const Slot slot = SlotOf(row, i);
    PetscCall(TrySlots(e, 1, &slot));
  }
  return 0;
}

/* Two numbers of a row, or of a row and its node. */
static PetscErrorCode TryPairs(Search *e, const Row *row, const Slot *node) {
  for (PetscInt i = 0; i < row->count; ++i)
    for (PetscInt j = i + 1; j < row->count + (node != NULL); ++j) {
      const Slot slot[2] = {SlotOf(row, i), j < row->count ? SlotOf(row, j) : *node};
      PetscCall(TrySlots(e, 2, slot));
    }
  return 0;
}

/* A row that does not sum to its node has the misprint. What is in a row whose sum is right is an exchange, or below
 * what decimals show. */
static PetscErrorCode TryRowOfA(Search *e, PetscInt i, PetscInt reach) {
  const Row row = {e->scheme->a[0] + i * e->s, PetscMin(e->s, i + reach), 'a', i + 1};
  const Slot node = {&e->scheme->c[i], 'c', i + 1, 0};
  const PetscBool exact = (PetscBool)(e->scheme->field.exactness < EXACT_LACKING);
  const PetscBool odd = (PetscBool)(e->off == 1 && e->row == i);
  if (!e->nodes_given || odd || (!e->off && !exact))
    PetscCall(TryNumbers(e, &row));
  if (e->nodes_given && (odd || (!e->off && !exact)))
    PetscCall(TrySlots(e, 1, &node));
  if (!e->off || !e->nodes_given)
    PetscCall(TryOrders(e, &row));
  return 0;
}

static PetscErrorCode TryAll(Search *e) {
  const PetscInt s = e->s;
  const Row weights[] = {{e->scheme->b[0], s, 'b', 0}, {e->other, s, 'o', 0}},
            nodes = {e->scheme->c, s, 'c', 0};
  const PetscInt rows = e->off ? 0 : e->other ? 2 : 1;
  PetscInt reach = 0; /* of the rows: below the diagonal, up to it, or to their ends */
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < s; ++j)
      if (e->scheme->a[0][i * s + j].value != 0)
        reach = j > i ? s : PetscMax(reach, j - i + 1);
  for (PetscInt i = 0; i < s; ++i)
    PetscCall(TryRowOfA(e, i, reach));
  for (PetscInt k = 0; k < rows; ++k) {
    PetscCall(TryNumbers(e, &weights[k]));
    PetscCall(TryOrders(e, &weights[k]));
  }
  if (e->off > 1)
    PetscCall(TryOrders(e, &nodes));
  for (PetscInt k = 0; k < e->out->count; ++k)
    if (e->out->at[k].kind < MISPRINT_FRACTION)
      return 0;
  for (PetscInt k = 0; k < rows; ++k)
    PetscCall(TryPairs(e, &weights[k], NULL));
  for (PetscInt i = 0; i < s && e->nodes_given; ++i) {
    const Row row = {e->scheme->a[0] + i * s, PetscMin(s, i + reach), 'a', i + 1};
    const Slot node = {&e->scheme->c[i], 'c', i + 1, 0};
    if (e->off ? e->off == 1 && e->row == i : s <= FEW_STAGES)
      PetscCall(TryPairs(e, &row, &node));
  }
  return 0;
}

/* ---- The search ---- */

static int64_t DenominatorOf(const AlgebraRepair *repair) {
  int64_t numerator, denominator;
  return FractionFind(repair->change[0].value, 0, DENOMINATOR_MOST, &numerator, &denominator)
             ? denominator
             : INT64_MAX;
}

static int BySimplicity(const void *x, const void *y) {
  const AlgebraRepair *a = x, *b = y;
  const int64_t one = DenominatorOf(a), two = DenominatorOf(b);
  return a->kind != b->kind ? (a->kind > b->kind) - (a->kind < b->kind) : (one > two) - (one < two);
}

static PetscErrorCode ReadOther(Search *e) {
  const Method method = e->wanted->other;
  PetscInt count = e->s;
  if (!method || method->family->tableaux.count != 1 || e->wanted->other_order < 1)
    return 0;
  const gimbal_own_tableau *const own = ListAt(method->family->tableaux, gimbal_own_tableau, 0);
  if (strcmp(own->a, e->texts->a) != 0)
    return 0;
  e->other_text = own->b;
  PetscCall(PetscMalloc1(e->s, &e->other));
  return ExpressionEvaluateExact(own->b, method->variables, &e->scheme->field, &count, e->other);
}

/* How exact the numbers are, and which rows do not sum to their nodes: of decimals, by more than their last digits
 * explain. */
static void Survey(Search *e) {
  const PetscInt s = e->s;
  ExactField *f = &e->scheme->field;
  const PetscBool exact = (PetscBool)(f->exactness < EXACT_LACKING);
  for (PetscInt i = 0; i < s * s; ++i)
    e->error = fmax(e->error, e->scheme->a[0][i].error);
  for (PetscInt i = 0; i < s; ++i)
    e->error = fmax(e->error, e->scheme->b[0][i].error);
  e->tolerance = exact ? CONVERGED : fmax(CONVERGED, 100 * e->error);
  for (PetscInt i = s - 1; i >= 0 && e->nodes_given; --i) {
    const ExactNumber sum = ExactSum(f, s, e->scheme->a[0] + i * s),
                      off = ExactSubtract(f, sum, e->scheme->c[i]);
    if (exact ? !ExactVanishes(f, off) : fabs((PetscReal)off.value) > 2 * off.error) {
      e->off++;
      e->row = i;
    }
  }
}

/* Stages in pairs by their order or by their nodes: the one that holds in more weights. */
static void Turn(Search *e) {
  const ExactNumber *b = e->scheme->b[0];
  PetscInt other[64], right[2] = {0, 0};
  for (PetscInt i = 0; i < e->s; ++i)
    e->turned[i] = e->s - 1 - i;
  if (e->s > 64 || !SchemePairByNodes(e->scheme, other))
    return;
  for (PetscInt i = 0; i < e->s; ++i) {
    right[0] += fabsq(b[i].value - b[e->turned[i]].value) <= (Quad)e->tolerance;
    right[1] += fabsq(b[i].value - b[other[i]].value) <= (Quad)e->tolerance;
  }
  if (right[1] > right[0])
    memcpy(e->turned, other, (size_t)e->s * sizeof *other);
}

PetscErrorCode AlgebraFindRepairs(Method method, Scheme *scheme, const AlgebraWanted *wanted,
                                  AlgebraRepairs *out) {
  const gimbal_list tables = method->family->tableaux;
  const PetscInt s = scheme->s, order = PetscMax(1, PetscMax(wanted->order, wanted->other_order));
  const ExactField field = scheme->field;
  Search e = {.method = method, .wanted = wanted, .scheme = scheme, .s = s, .out = out};
  out->count = 0;
  if (tables.count != 1 || order > SCHEME_ORDERS_MAX || scheme->colours != 1 || scheme->beta)
    return 0;
  e.texts = ListAt(tables, gimbal_own_tableau, 0);
  e.nodes_given = (PetscBool)(e.texts->c != NULL);
  PetscCall(ReadOther(&e));
  Survey(&e);
  PetscCall(TreesCreate(1, 0, PetscMin(order, SCREENED_ORDER), &e.trees));
  PetscCall(PetscMalloc1(s, &e.turned));
  Turn(&e);
  const PetscInt most = 2 * e.trees.count + s + 2 * s * (s + 1); /* equations */
  PetscCall(PetscMalloc5(e.trees.count * s, &e.weight, e.trees.count * s, &e.branch, most,
                         &e.residual, most, &e.moved[0], most, &e.moved[1]));
  for (e.structured = PETSC_TRUE; !out->count; e.structured = PETSC_FALSE) {
    e.equations = Evaluate(&e, e.residual);
    /* If the low orders show no misprint, the claim is too high. */
    if (Largest(e.equations, e.residual) <= (Quad)fmax(CONVERGED, ALGEBRA_RIGHT * e.error))
      break;
    PetscCall(TryAll(&e));
    if (!e.structured || !(wanted->symplectic || wanted->symmetric))
      break; /* the second time for tables with equal stages, whose equations are those of the reduced one */
  }
  SumRows(&e);
  PetscCall(PetscFree5(e.weight, e.branch, e.residual, e.moved[0], e.moved[1]));
  PetscCall(PetscFree(e.turned));
  PetscCall(PetscFree(e.other));
  PetscCall(TreesDestroy(&e.trees));
  qsort(out->at, (size_t)out->count, sizeof(*out->at), BySimplicity);
  scheme->field = field;
  return 0;
}
