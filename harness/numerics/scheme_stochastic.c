/* Stochastic Runge-Kutta methods for dX = a dt + b dW with one Wiener process. The solution has the coefficient of a
 * tree as a process: X_t = ∫ Π X_branches ds, or dW, where the root is of a, or of b [Debrabant, Kværnø, SIAM Journal
 * on Numerical Analysis 47 (2008) 181]. The method's is a number times iterated integrals, which are tall trees. By
 * the formula of Itô, the expectation of a product of trees at time 1 is a count: d/dt takes away one root of a, or two
 * of b, and for Stratonovich's integrals also a root of b with a branch of b, half. What vanishes has no inner product
 * with any of the integrals of which it is a sum. */
#include "numerics/scheme.h"

enum { BY_DRIFT, BY_NOISE, BY_TIME, COLOURS };
enum { INTEGRALS = 4, ROOM = 48, VERTICES = 6 };

typedef struct {
  PetscInt root, tree;
} Rooted;

/* A product of trees. */
typedef struct {
  PetscInt count;
  Rooted at[ROOM];
} Forest;

typedef struct {
  const Scheme *scheme;
  ExactField field;
  Trees trees;
  Rooted integral[INTEGRALS]; /* I_1, I_11, I_10 and I_111 */
  PetscInt *halves;           /* [tree]: powers of h^(1/2), without the root */
  ExactNumber *weight[2];     /* [root][tree][stage] */
  PetscInt *factors[2]; /* [root][tree]: how many integrals of the stages are in its coefficient */
  PetscBool *left_out[2];
} Stochastic;

static PetscInt Halves(const Stochastic *e, Rooted r) {
  return e->halves[r.tree] + (r.root == BY_NOISE ? 1 : 2);
}

/* ---- Expectations ---- */

static void Push(Forest *to, PetscInt root, PetscInt tree) {
  if (to->count < ROOM)
    to->at[to->count++] = (Rooted){root, tree};
}

/* All branches but the one that is the last of `but`. */
static void PushBranches(const Stochastic *e, Forest *to, PetscInt tree, PetscInt but) {
  for (; e->trees.at[tree].right >= 0; tree = e->trees.at[tree].left)
    if (tree != but)
      Push(to, e->trees.at[tree].colour, e->trees.at[tree].right);
}

/* Without two of them, or one, whose branches are taken instead. */
static Forest Without(const Stochastic *e, const Forest *f, PetscInt i, PetscInt j, PetscInt but) {
  Forest out = {.count = 0};
  for (PetscInt k = 0; k < f->count; ++k)
    if (k != i && k != j)
      out.at[out.count++] = f->at[k];
  PushBranches(e, &out, f->at[i].tree, but);
  if (j >= 0)
    PushBranches(e, &out, f->at[j].tree, -1);
  return out;
}

/* The expectation times the factorial of its power of h. */
static double Count(const Stochastic *e, const Forest *f) {
  double sum = f->count == 0;
  for (PetscInt i = 0; i < f->count; ++i) {
    const PetscBool noise = (PetscBool)(f->at[i].root == BY_NOISE);
    for (PetscInt j = noise ? i + 1 : f->count; j < f->count; ++j)
      if (f->at[j].root == BY_NOISE) {
        const Forest rest = Without(e, f, i, j, -1);
        sum += Count(e, &rest);
      }
    if (!noise) {
      const Forest rest = Without(e, f, i, -1, -1);
      sum += Count(e, &rest);
    }
    for (PetscInt t = f->at[i].tree; noise && e->scheme->stratonovich && e->trees.at[t].right >= 0;
         t = e->trees.at[t].left)
      if (e->trees.at[t].colour == BY_NOISE) {
        Forest rest = Without(e, f, i, -1, t);
        PushBranches(e, &rest, e->trees.at[t].right, -1);
        sum += Count(e, &rest) / 2;
      }
  }
  return sum;
}

static ExactNumber Expectation(Stochastic *e, const Forest *f) {
  ExactField *field = &e->field;
  ExactNumber over = ExactInteger(field, 1);
  PetscInt halves = 0;
  for (PetscInt i = 0; i < f->count; ++i)
    halves += Halves(e, f->at[i]);
  if (halves % 2)
    return ExactInteger(field, 0);
  for (PetscInt k = 1; k <= halves / 2; ++k)
    over = ExactMultiply(field, over, ExactInteger(field, 2 * k));
  return ExactDivide(field, ExactInteger(field, (int64_t)ldexp(Count(e, f), (int)halves / 2)),
                     over);
}

/* ---- Coefficients of the method ---- */

/* α, or β_1 to β_4. */
static const ExactNumber *Weights(const Scheme *scheme, PetscInt root, PetscInt integral) {
  return !integral ? scheme->b[root] : scheme->more + (2 * scheme->s + integral - 1) * scheme->s;
}

/* At the stages of a, or of b, where smaller trees are known. */
static void WeightTree(Stochastic *e, PetscInt root, PetscInt tree) {
  const Scheme *scheme = e->scheme;
  const Tree *t = &e->trees.at[tree];
  const PetscInt s = scheme->s, colour = t->colour;
  const PetscBool time = (PetscBool)(colour == BY_TIME);
  const ExactField *f = &e->field;
  const ExactNumber *nodes = root ? Weights(scheme, BY_NOISE, INTEGRALS) : scheme->c,
                    *matrix = colour ? scheme->more + root * s * s : scheme->a[root];
  ExactNumber *const weight = e->weight[root] + tree * s;
  for (PetscInt i = 0; i < s && t->right < 0; ++i)
    weight[i] = ExactInteger(f, 1);
  for (PetscInt i = 0; i < s && t->right >= 0; ++i)
    weight[i] = ExactMultiply(
        f, e->weight[root][t->left * s + i],
        time ? nodes[i] : ExactDot(f, s, matrix + i * s, e->weight[colour] + t->right * s));
  if (t->right < 0)
    return;
  e->factors[root][tree] = e->factors[root][t->left] + (time ? 0 : e->factors[colour][t->right]) +
                           (colour == BY_NOISE && (scheme->stratonovich || !root));
  e->left_out[root][tree] =
      (PetscBool)(e->left_out[root][t->left] || (!time && e->left_out[colour][t->right]) ||
                  (scheme->additive_noise && root == BY_NOISE && !time));
}

/* The product of integrals that belongs to one of the weights. */
static void PushIntegrals(const Stochastic *e, Forest *to, Rooted r, PetscInt integral) {
  const Rooted factor = e->integral[e->scheme->stratonovich ? 0 : 2];
  if (r.root == BY_NOISE)
    Push(to, e->integral[integral].root, e->integral[integral].tree);
  for (PetscInt k = 0; k < e->factors[r.root][r.tree]; ++k)
    Push(to, factor.root, factor.tree);
}

/* Of the product of the method's coefficients of the trees from `next` on, and of `so_far`. */
static ExactNumber Moment(Stochastic *e, const Forest *trees, PetscInt next, const Forest *so_far) {
  const Scheme *scheme = e->scheme;
  ExactField *f = &e->field;
  ExactNumber sum = ExactInteger(f, 0);
  if (next == trees->count)
    return Expectation(e, so_far);
  const Rooted r = trees->at[next];
  for (PetscInt k = 0; k < (r.root == BY_NOISE ? INTEGRALS : 1); ++k) {
    const ExactNumber x =
        ExactDot(f, scheme->s, Weights(scheme, r.root, k), e->weight[r.root] + r.tree * scheme->s);
    Forest product = *so_far;
    if (ExactIsZero(f, x) || x.value == 0)
      continue;
    PushIntegrals(e, &product, r, k);
    sum = ExactAdd(f, sum, ExactMultiply(f, x, Moment(e, trees, next + 1, &product)));
  }
  return sum;
}

/* ---- Order conditions ---- */

/* The expectations of the method's product and of the solution's, each times the same. */
static void Compare(Stochastic *e, const Forest *trees, const Forest *with, OrderConditions *out) {
  ExactField *f = &e->field;
  Forest solution = *with;
  ExactNumber off = Moment(e, trees, 0, with);
  for (PetscInt i = 0; i < trees->count; ++i)
    Push(&solution, trees->at[i].root, trees->at[i].tree);
  off = ExactSubtract(f, off, Expectation(e, &solution));
  if (!SchemeCollectCondition(f, off, 1, out))
    return;
  for (PetscInt i = 0, used = 0; i < trees->count && used + 16 < (PetscInt)sizeof out->worst; ++i) {
    used += snprintf(out->worst + used, sizeof out->worst - (size_t)used, "%s", i ? " times " : "");
    TreeWrite(&e->trees, trees->at[i].tree, (PetscInt)sizeof out->worst - used - 8,
              out->worst + used);
    used = (PetscInt)strlen(out->worst);
    used += snprintf(out->worst + used, sizeof out->worst - (size_t)used, " of %c",
                     trees->at[i].root ? 'b' : 'a');
  }
}

/* Strong order: the same up to that power, and on average up to the next one. */
static void CheckTree(Stochastic *e, Rooted r, PetscInt order, OrderConditions *out) {
  const PetscInt halves = Halves(e, r);
  const Forest tree = {1, {r}}, one = {.count = 0};
  if (e->left_out[r.root][r.tree])
    return;
  if (halves == order + 1)
    Compare(e, &tree, &one, out);
  for (PetscInt k = 0; k <= INTEGRALS && halves == order; ++k) {
    Forest with = tree;
    if (k < INTEGRALS) {
      with.count = 0;
      PushIntegrals(e, &with, r, k);
    }
    Compare(e, &tree, &with, out);
  }
}

/* Weak order: the expectations of products of branches. */
static void CheckProduct(Stochastic *e, PetscInt tree, PetscInt order, OrderConditions *out) {
  const PetscInt halves = e->halves[tree];
  const Forest one = {.count = 0};
  Forest trees = {.count = 0};
  if (halves != order + 1 && (halves != 1 || order > 1))
    return;
  PushBranches(e, &trees, tree, -1);
  for (PetscInt i = 0; i < trees.count; ++i)
    if (trees.at[i].root == BY_TIME || e->left_out[trees.at[i].root][trees.at[i].tree])
      return;
  Compare(e, &trees, &one, out);
}

static PetscErrorCode CheckOrder(void *context, PetscInt order, OrderConditions *out) {
  Stochastic *const e = context;
  for (PetscInt tree = 0; tree < e->trees.count; ++tree) {
    if (e->scheme->weak)
      CheckProduct(e, tree, order, out);
    for (PetscInt root = 0; root < 2 && !e->scheme->weak; ++root)
      CheckTree(e, (Rooted){root, tree}, order, out);
  }
  return 0;
}

static PetscErrorCode Begin(const Scheme *scheme, Stochastic *e) {
  *e = (Stochastic){.scheme = scheme, .field = scheme->field};
  PetscCall(TreesCreate(COLOURS, 1, VERTICES, &e->trees));
  const PetscInt n = e->trees.count;
  PetscCall(PetscCalloc3(n, &e->halves, n, &e->factors[0], n, &e->factors[1]));
  PetscCall(PetscCalloc4(n, &e->left_out[0], n, &e->left_out[1], n * scheme->s, &e->weight[0],
                         n * scheme->s, &e->weight[1]));
  for (PetscInt tree = 0; tree < n; ++tree) {
    const Tree *t = &e->trees.at[tree];
    if (t->right >= 0)
      e->halves[tree] = e->halves[t->left] + Halves(e, (Rooted){t->colour, t->right});
    for (PetscInt root = 0; root < 2; ++root)
      WeightTree(e, root, tree);
  }
  const PetscInt tall = TreesGraft(&e->trees, 0, 0, BY_NOISE);
  e->integral[0] = (Rooted){BY_NOISE, 0};
  e->integral[1] = (Rooted){BY_NOISE, tall};
  e->integral[2] = (Rooted){BY_DRIFT, tall};
  e->integral[3] = (Rooted){BY_NOISE, TreesGraft(&e->trees, 0, tall, BY_NOISE)};
  return 0;
}

PetscErrorCode SchemeStochasticOrders(const Scheme *scheme, PetscInt depth, PetscInt *orders,
                                      OrderConditions out[]) {
  Stochastic e;
  PetscCall(Begin(scheme, &e));
  PetscCall(SchemeCheckEach(&scheme->field, CheckOrder, &e, depth, orders, out));
  PetscCall(PetscFree3(e.halves, e.factors[0], e.factors[1]));
  PetscCall(PetscFree4(e.left_out[0], e.left_out[1], e.weight[0], e.weight[1]));
  return TreesDestroy(&e.trees);
}
