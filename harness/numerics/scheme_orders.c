/* Order conditions, tree by tree. The elementary weight of a tree with the branches u, v, … is the
 * product of (AΦ(u))_i, (AΦ(v))_i, … over its stages; trees that share branches share their weights, so
 * that each costs s products, and one product of matrix and vector where it is a branch itself.
 *
 * Of a Rosenbrock method A is α + Γ where a vertex has one branch, and α where it has several [Hairer,
 * Wanner, Solving Ordinary Differential Equations II, IV.7]: what a tree with one branch weighs is of no
 * use to those with more, so that the products with α are kept with the weights.
 *
 * Some trees have no condition: where f is linear in p, those with a vertex of f that has several branches. Of a
 * W-method a branch has the matrix α, or Γ where it is the only one; with any Γ what the tree weighs has to be 0
 * [Hairer, Wanner, Solving Ordinary Differential Equations II, IV.7]. */
#include "numerics/scheme.h"
#include "base/arena.h"

typedef struct {
  const Scheme *scheme;
  Trees trees;
  PetscInt colours;        /* of branches */
  const ExactNumber *a[3]; /* of each colour of branches */
  ExactNumber *time;       /* the last matrix: the nodes in its first column, or Γ of a W-method */
  ExactNumber *weight[2];  /* Φ, [tree][stage]; of a separable scheme, with either root */
  ExactNumber *branch[3];  /* AΦ */
  /* Of a Rosenbrock method, whose `a` is for one branch of several; else NULL: */
  ExactNumber *single[3]; /* matrices of a branch that is the only one */
  ExactNumber *alone[3];  /* AΦ with those */
  ExactNumber *product;   /* the weights as if all roots had several branches */
  PetscBool *left_out[2]; /* [root][tree]: it has no condition; NULL: all have one */
  PetscBool *zero;        /* [tree]: it has to weigh 0; NULL: none has */
  Arena room;             /* of all these */
} Evaluation;

static ExactNumber *Numbers(const Evaluation *e, PetscInt count) {
  return ArenaArray(e->room, count, sizeof(ExactNumber));
}

/* Whether the time is a variable with a matrix of its own. */
static PetscBool IsTimed(const Scheme *scheme) {
  return (PetscBool)(!scheme->separable && !scheme->w_method &&
                     (scheme->without_rate || !SchemeHasNodes(scheme)));
}

PetscInt SchemeDepth(const Scheme *scheme, PetscReal claimed) {
  static const PetscInt usual[] = {12, 8, 6}, most[] = {TREES_DEPTH_MAX, 10, 7};
  if (scheme->external)
    return PetscMin(scheme->start ? scheme->start - 1 : 9, scheme->has_nodes ? 7
                                                           : claimed > 8     ? 9
                                                                             : 8);
  if (scheme->stages)
    return claimed > 6 ? 8 : 6;
  if (scheme->stochastic)
    return 4; /* half orders */
  if (scheme->exponential)
    return scheme->stiff ? SCHEME_MOMENTS_RANDOM : claimed <= 6 ? 6 : SCHEME_MOMENTS;
  const PetscInt i = scheme->separable || scheme->multistep
                         ? 0
                         : scheme->colours - 1 + scheme->w_method + IsTimed(scheme);
  return claimed <= (PetscReal)usual[i] ? usual[i] : most[i];
}

/* Where the numbers of a tree stand; those of the last order are of no further use. */
static PetscInt RowOf(const Evaluation *e, PetscInt tree) {
  return PetscMin(tree, e->trees.first[e->trees.depth]) * e->scheme->s;
}

/* By the trees that it is made of. */
static void FindLeftOut(Evaluation *e) {
  const Scheme *scheme = e->scheme;
  const Tree *at = e->trees.at;
  for (PetscInt root = 0; root < (scheme->quadratic ? 2 : (PetscInt)scheme->w_method); ++root)
    e->left_out[root] = ArenaArray(e->room, e->trees.count, sizeof(PetscBool));
  if (scheme->w_method)
    e->zero = ArenaArray(e->room, e->trees.count, sizeof(*e->zero));
  for (PetscInt i = 1; i < e->trees.count; ++i) {
    const PetscInt left = at[i].left, right = at[i].right;
    for (PetscInt root = 0; root < 2 && scheme->quadratic; ++root)
      e->left_out[root][i] =
          (PetscBool)(e->left_out[root][left] || e->left_out[1 - root][right] || (!root && left));
    if (scheme->w_method) {
      const PetscBool alone =
          (PetscBool)(at[i].colour == 1 || (at[left].left == 0 && at[left].colour == 1));
      e->left_out[0][i] =
          (PetscBool)(e->left_out[0][left] || e->left_out[0][right] || (left && alone));
      e->zero[i] = (PetscBool)(e->zero[left] || e->zero[right] || at[i].colour == 1);
    }
  }
}

/* The rate of the time is 1, so that of Γ the sums of the rows count, where it is differentiated by. */
static void BeginRosenbrock(Evaluation *e, PetscInt rows) {
  const PetscInt s = e->scheme->s;
  const ExactField *f = &e->scheme->field;
  e->product = Numbers(e, rows * s);
  for (PetscInt k = 0; k < e->colours; ++k) {
    e->alone[k] = Numbers(e, rows * s);
    e->single[k] = Numbers(e, s * s);
  }
  memcpy(e->single[0], e->scheme->beta, (size_t)(s * s) * sizeof *e->single[0]);
  for (PetscInt i = 0; i < s && e->colours > 1; ++i) {
    ExactNumber sum = e->scheme->c[i];
    for (PetscInt j = 0; j < s && !e->scheme->without_rate; ++j) {
      const PetscInt at = i * s + j;
      sum = ExactAdd(f, sum, ExactSubtract(f, e->scheme->beta[at], e->scheme->a[0][at]));
    }
    e->single[1][i * s] = sum;
  }
}

static PetscErrorCode Begin(const Scheme *scheme, PetscInt depth, Evaluation *e) {
  const PetscBool timed = IsTimed(scheme);
  const PetscInt s = scheme->s;
  *e = (Evaluation){.scheme = scheme, .colours = scheme->colours + timed + scheme->w_method};
  PetscCall(TreesCreate(scheme->separable ? 1 : e->colours, timed, depth, &e->trees));
  const PetscInt rows = e->trees.first[depth] + 1;
  e->room = ArenaCreate();
  e->time = Numbers(e, s * s);
  for (PetscInt i = 0; i < s * s && scheme->w_method; ++i)
    e->time[i] = ExactSubtract(&scheme->field, scheme->beta[i], scheme->a[0][i]); /* Γ */
  for (PetscInt i = 0; i < s && !scheme->w_method; ++i)
    e->time[i * s] = scheme->c[i];
  for (PetscInt k = 0; k < e->colours; ++k) {
    e->a[k] = k < scheme->colours ? scheme->a[k] : e->time;
    e->branch[k] = Numbers(e, rows * s);
  }
  for (PetscInt k = 0; k < (scheme->separable ? 2 : 1); ++k)
    e->weight[k] = Numbers(e, rows * s);
  if (scheme->beta && !scheme->w_method)
    BeginRosenbrock(e, rows);
  FindLeftOut(e);
  return 0;
}

static PetscErrorCode End(Evaluation *e) {
  ArenaDestroy(&e->room);
  return TreesDestroy(&e->trees);
}

/* Φ of the tree, with a root of that colour where it makes a difference. */
static void WeightTree(const Evaluation *e, PetscInt root, PetscInt tree) {
  const Tree *t = &e->trees.at[tree];
  const PetscInt s = e->scheme->s, colour = e->scheme->separable ? 1 - root : t->colour;
  ExactNumber *const weight = e->weight[root] + RowOf(e, tree);
  for (PetscInt i = 0; i < s; ++i)
    weight[i] = t->right < 0 ? ExactInteger(&e->scheme->field, 1)
                             : ExactMultiply(&e->scheme->field, e->weight[root][t->left * s + i],
                                             e->branch[colour][t->right * s + i]);
}

/* Of a Rosenbrock method. */
static void WeighTwice(const Evaluation *e, PetscInt tree) {
  const Tree *t = &e->trees.at[tree];
  const PetscInt s = e->scheme->s, row = RowOf(e, tree);
  const ExactField *f = &e->scheme->field;
  for (PetscInt i = 0; i < s; ++i) {
    ExactNumber *const product = &e->product[row + i], *const weight = &e->weight[0][row + i];
    *product = t->right < 0 ? ExactInteger(f, 1)
                            : ExactMultiply(f, e->product[t->left * s + i],
                                            e->branch[t->colour][t->right * s + i]);
    *weight = t->left == 0 ? e->alone[t->colour][t->right * s + i] : *product;
  }
}

static void Branch(const Evaluation *e, PetscInt colour, PetscInt tree) {
  const PetscInt at = tree * e->scheme->s;
  const ExactNumber *const weight = e->weight[e->scheme->separable ? colour : 0] + at;
  const ExactField *f = &e->scheme->field;
  ExactProduct(f, e->scheme->s, e->a[colour], weight, 1, e->branch[colour] + at);
  if (e->product)
    ExactProduct(f, e->scheme->s, e->single[colour], weight, 1, e->alone[colour] + at);
}

PetscBool SchemeCollectCondition(const ExactField *f, ExactNumber x, PetscReal symmetry,
                                 OrderConditions *out) {
  const PetscReal residual = fabs((PetscReal)x.value);
  const PetscReal error = x.error + DBL_MIN; /* nothing else, where all that is added is 0 */
  const PetscBool worst = (PetscBool) !(residual / error <= out->residual / out->error);
  out->trees++;
  out->norm = hypot(out->norm, residual / symmetry);
  out->largest_coefficient = fmax(out->largest_coefficient, residual / symmetry);
  out->largest = residual <= out->largest ? out->largest : residual;
  if (worst) {
    out->residual = residual;
    out->error = error;
  }
  out->exact = (PetscBool)(out->exact && ExactIsZero(f, x));
  return worst;
}

/* Σ b Φ − 1/γ of a root of that colour. */
static ExactNumber Condition(const Evaluation *e, PetscInt root, PetscInt tree) {
  const Scheme *scheme = e->scheme;
  const ExactNumber *const weight = e->weight[scheme->separable ? root : 0] + RowOf(e, tree);
  ExactField f = scheme->field;
  const ExactNumber density = ExactInteger(&f, (int64_t)e->trees.at[tree].density);
  ExactNumber x = e->zero && e->zero[tree]
                      ? ExactInteger(&f, 0)
                      : ExactNegative(&f, ExactDivide(&f, ExactInteger(&f, 1), density));
  for (PetscInt i = 0; i < scheme->s; ++i)
    x = ExactAdd(&f, x, ExactMultiply(&f, scheme->b[root][i], weight[i]));
  return x;
}

static void Compare(const Evaluation *e, PetscInt root, PetscInt tree, OrderConditions *out) {
  static const char *const of[3][2] = {{" in q", " in p"}, {" in y", " in y'"}, {" of f", " of g"}};
  const Scheme *scheme = e->scheme;
  if (SchemeCollectCondition(&scheme->field, Condition(e, root, tree),
                             (PetscReal)e->trees.at[tree].symmetry, out)) {
    TreeWrite(&e->trees, tree, (PetscInt)sizeof out->worst, out->worst);
    if (scheme->colours > 1)
      strncat(out->worst, of[scheme->additive ? 2 : scheme->nystrom][root],
              sizeof out->worst - strlen(out->worst) - 1);
  }
}

/* Of one tree, of which smaller ones are weighed: its weights, and those as a branch. */
static void WeighAll(const Evaluation *e, PetscInt order, PetscInt tree) {
  const PetscInt roots = e->scheme->separable ? 2 : 1;
  for (PetscInt root = 0; root < roots && !e->product; ++root)
    WeightTree(e, root, tree);
  if (e->product)
    WeighTwice(e, tree);
  for (PetscInt colour = 0; colour < e->colours && order < e->trees.depth; ++colour)
    if (colour < e->scheme->colours || order == 1)
      Branch(e, colour, tree);
}

/* That rows sum to their nodes, without which the time would be a variable. These are no trees. */
static void CompareNodes(const Scheme *scheme, OrderConditions *out) {
  const ExactField *f = &scheme->field;
  for (PetscInt i = 0; i < scheme->s; ++i, --out->trees) {
    const ExactNumber sum = ExactSum(f, scheme->s, scheme->a[0] + i * scheme->s);
    if (SchemeCollectCondition(f, ExactSubtract(f, sum, scheme->c[i]), 1, out))
      (void)snprintf(out->worst, sizeof out->worst, "[τ] in row %d", (int)i + 1);
  }
}

static PetscErrorCode CheckOrder(void *context, PetscInt order, OrderConditions *out) {
  const Evaluation *const e = context;
  if (order == 2 && e->scheme->colours == 1 && !IsTimed(e->scheme))
    CompareNodes(e->scheme, out);
  for (PetscInt tree = e->trees.first[order]; tree < e->trees.first[order + 1]; ++tree) {
    WeighAll(e, order, tree);
    for (PetscInt root = 0; root < e->scheme->colours; ++root)
      if (!e->left_out[root] || !e->left_out[root][tree])
        Compare(e, root, tree, out);
  }
  return 0;
}

/* C_order = 0, and C_0 = 0 with the first. */
static PetscErrorCode CheckConstants(void *context, PetscInt order, OrderConditions *out) {
  const Scheme *const scheme = context;
  for (PetscInt q = order > 1 ? order : 0; q <= order; ++q)
    if (SchemeCollectCondition(&scheme->field, SchemeMultistepConstant(scheme, q), 1, out))
      (void)snprintf(out->worst, sizeof out->worst, "C_%d", (int)q);
  if (order > 1)
    return 0;
  /* With a common factor ζ − 1 of ρ and σ all constants may vanish, and nothing is approximated. */
  const ExactField *f = &scheme->field;
  if (ExactVanishes(f, ExactSum(f, scheme->s, scheme->b[1]))) {
    out->largest = out->residual = 1;
    out->exact = PETSC_FALSE;
    (void)snprintf(out->worst, sizeof out->worst, "0/sigma(1)");
  }
  return 0;
}

PetscErrorCode SchemeCheckEach(const ExactField *f, SchemeOrderCheck *check, void *context,
                               PetscInt depth, PetscInt *orders, OrderConditions out[]) {
  PetscBool goes_on = PETSC_TRUE;
  for (*orders = 0; goes_on && *orders < depth; ++*orders) {
    OrderConditions *const conditions = &out[*orders];
    *conditions = (OrderConditions){.error = DBL_MIN, .exact = PETSC_TRUE};
    PetscCall(check(context, *orders + 1, conditions));
    goes_on = SchemeMayGoOn(f, conditions);
  }
  return 0;
}

PetscErrorCode SchemeCheckOrders(const Scheme *scheme, PetscInt depth, PetscInt *orders,
                                 OrderConditions out[SCHEME_ORDERS_MAX]) {
  Evaluation e;
  depth = PetscMin(depth, TREES_DEPTH_MAX);
  if (scheme->external)
    return SchemeGeneralOrders(scheme, depth, orders, out, NULL);
  if (scheme->stages)
    return SchemeLieOrders(scheme, depth, orders, out);
  if (scheme->exponential)
    return SchemeExponentialOrders(scheme, depth, orders, out);
  if (scheme->stochastic)
    return SchemeStochasticOrders(scheme, depth, orders, out);
  if (scheme->multistep)
    return SchemeCheckEach(&scheme->field, CheckConstants, (void *)scheme, depth, orders, out);
  PetscCall(Begin(scheme, depth, &e));
  PetscCall(SchemeCheckEach(&scheme->field, CheckOrder, &e, depth, orders, out));
  return End(&e);
}

/* a(u∘v) + a(v∘u) − a(u) a(v), where u∘v is u with the branch v. */
static PetscBool KeepsInvariant(const Evaluation *e, PetscInt u, PetscInt v) {
  const Scheme *scheme = e->scheme;
  const ExactField *f = &scheme->field;
  const ExactNumber *weight[2] = {e->weight[0] + u * scheme->s, e->weight[0] + v * scheme->s};
  const ExactNumber *branch[2] = {e->branch[0] + u * scheme->s, e->branch[0] + v * scheme->s};
  ExactNumber sum[2] = {ExactInteger(f, 0), ExactInteger(f, 0)}, off = ExactInteger(f, 0);
  for (PetscInt i = 0; i < scheme->s; ++i)
    for (int k = 0; k < 2; ++k) {
      const ExactNumber x = ExactMultiply(f, scheme->b[0][i], weight[k][i]);
      sum[k] = ExactAdd(f, sum[k], x);
      off = ExactAdd(f, off, ExactMultiply(f, x, branch[1 - k][i]));
    }
  return ExactAgree(f, off, ExactMultiply(f, sum[0], sum[1]));
}

PetscErrorCode SchemePseudoSymplectic(const Scheme *scheme, PetscInt depth, PetscInt *order) {
  PetscBool keeps = PETSC_TRUE;
  Evaluation e;
  PetscCall(Begin(scheme, depth, &e));
  for (*order = 0; keeps && *order < depth; ++*order) {
    const PetscInt *first = e.trees.first;
    for (PetscInt u = 0; u < first[*order + 1] && keeps; ++u) {
      const PetscInt rest = *order + 1 - e.trees.at[u].order;
      for (PetscInt v = first[rest]; v < first[rest + 1] && v <= u && keeps; ++v)
        keeps = KeepsInvariant(&e, u, v);
    }
    for (PetscInt tree = first[*order + 1]; tree < first[*order + 2] && keeps; ++tree)
      WeighAll(&e, *order + 1, tree);
  }
  *order -= !keeps;
  return End(&e);
}

PetscErrorCode SchemeAutonomous(const Scheme *scheme, Scheme *out) {
  const PetscInt s = scheme->s;
  *out = *scheme;
  PetscCall(PetscCalloc1(s, &out->c));
  for (PetscInt i = 0; i < s; ++i)
    out->c[i] = ExactSum(&scheme->field, s, scheme->a[0] + i * s);
  return 0;
}
