/* Exponential Runge-Kutta methods for y' = L y + N(y). Vertices are N or L, which has one branch; k times L of y is
 * the same as k times the time, which is a vertex without branches. Where L is unbounded, a stage is compared with
 * the solution: the branch of a tree that has leaves of the time alone is ψ_k = Σ_j a_ij(z) c_j^(k−1) − (k−1)! c_i^k
 * φ_k(c_i z), other branches have such a one, and all trees weigh 0. Each z is a variable of its own, for which
 * random moments are taken. */
#include "numerics/scheme.h"

enum { BY_N, BY_L, BY_TIME, COLOURS };

typedef struct {
  const Scheme *scheme;
  ExactField field;
  Trees trees;
  ExactNumber *weight; /* Φ, [tree][stage] */
  PetscBool *left_out; /* [tree] */
} Exponential;

/* Of a tree whose root has that colour: how many L are on top, and the tree below; −1: there is no such tree. */
static PetscInt Below(const Exponential *e, PetscInt colour, PetscInt tree, PetscInt *below) {
  PetscInt count = 0;
  for (; colour == BY_L; ++count) {
    const Tree *t = &e->trees.at[tree];
    if (t->left != 0)
      return -1;
    colour = t->colour;
    tree = t->right;
  }
  *below = tree;
  return colour == BY_N && !e->left_out[tree] ? count : -1;
}

static PetscBool HasTimeAlone(const Exponential *e, PetscInt tree) {
  const PetscInt time = e->trees.colours - 1;
  for (; e->trees.at[tree].right >= 0; tree = e->trees.at[tree].left)
    if (e->trees.at[tree].colour != time)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static const ExactNumber *Matrix(const Exponential *e, PetscInt set) {
  return e->scheme->more + set * e->scheme->s * (e->scheme->s + 1);
}

/* (k−1)! c^k φ_k(c z), of that moment. */
static ExactNumber Solution(Exponential *e, PetscInt set, PetscInt k, ExactNumber c) {
  e->field.moment = SchemeMoment(set);
  ExactNumber x = ExactPhi(&e->field, k, c);
  for (PetscInt i = 1; i <= k; ++i)
    x = ExactMultiply(&e->field, x,
                      i < k ? ExactMultiply(&e->field, ExactInteger(&e->field, i), c) : c);
  return x;
}

/* Φ of a tree of which smaller ones are known, and what it is as a branch. */
static void WeightTree(Exponential *e, PetscInt tree) {
  const Scheme *scheme = e->scheme;
  const Tree *t = &e->trees.at[tree];
  const PetscInt s = scheme->s, time = e->trees.colours - 1;
  const ExactField *f = &e->field;
  ExactNumber *const weight = e->weight + tree * s;
  PetscInt below = t->right, many = 0;
  if (t->right >= 0 && t->colour != time)
    many = scheme->stiff ? SCHEME_MOMENTS + e->trees.at[t->right].order
                         : Below(e, t->colour, t->right, &below);
  e->left_out[tree] = (PetscBool)(many < 0 || (t->right >= 0 && e->left_out[t->left]));
  for (PetscInt i = 0; i < s && !e->left_out[tree]; ++i) {
    ExactNumber x = t->right < 0 ? ExactInteger(f, 1) : scheme->c[i];
    if (t->right >= 0 && t->colour != time)
      x = ExactDot(f, s, Matrix(e, many) + i * s, e->weight + below * s);
    if (t->right >= 0 && t->colour != time && scheme->stiff && HasTimeAlone(e, t->right))
      x = ExactSubtract(f, x, Solution(e, many, e->trees.at[t->right].order, scheme->c[i]));
    weight[i] = t->right < 0 ? x : ExactMultiply(f, e->weight[t->left * s + i], x);
  }
}

static void Compare(Exponential *e, PetscInt set, PetscInt tree, PetscInt weighed, PetscInt root,
                    OrderConditions *out) {
  static const char *const of[] = {" of N", " of L"};
  const Tree *t = &e->trees.at[tree];
  const PetscInt s = e->scheme->s;
  ExactField *f = &e->field;
  ExactNumber right = ExactInteger(f, 0), off;
  if (!e->scheme->stiff)
    right = ExactDivide(f, ExactInteger(f, 1), ExactInteger(f, (int64_t)t->density));
  else if (HasTimeAlone(e, tree))
    right = Solution(e, set, t->order, ExactInteger(f, 1));
  off = ExactSubtract(f, ExactDot(f, s, Matrix(e, set) + s * s, e->weight + weighed * s), right);
  if (!SchemeCollectCondition(f, off, (PetscReal)t->symmetry, out))
    return;
  TreeWrite(&e->trees, tree, (PetscInt)sizeof out->worst, out->worst);
  if (!e->scheme->stiff)
    strncat(out->worst, of[root], sizeof out->worst - strlen(out->worst) - 1);
}

static PetscErrorCode CheckOrder(void *context, PetscInt order, OrderConditions *out) {
  Exponential *const e = context;
  const PetscInt *first = e->trees.first;
  for (PetscInt tree = order > 1 ? first[order - 1] : 0; tree < first[order]; ++tree)
    if (e->scheme->stiff && order > 1)
      Compare(e, SCHEME_MOMENTS, tree, tree, BY_N, out);
  for (PetscInt tree = first[order]; tree < first[order + 1]; ++tree) {
    WeightTree(e, tree);
    for (PetscInt root = BY_N; root <= (e->scheme->stiff ? BY_N : BY_L); ++root) {
      PetscInt below;
      const PetscInt many = Below(e, root, tree, &below);
      if (many >= 0)
        Compare(e, many, tree, below, root, out);
    }
  }
  return 0;
}

PetscErrorCode SchemeExponentialOrders(const Scheme *scheme, PetscInt depth, PetscInt *orders,
                                       OrderConditions out[]) {
  Exponential e = {.scheme = scheme, .field = scheme->field};
  PetscCall(TreesCreate(COLOURS - scheme->stiff, 1, depth, &e.trees));
  PetscCall(PetscCalloc2(e.trees.count * scheme->s, &e.weight, e.trees.count, &e.left_out));
  PetscCall(SchemeCheckEach(&scheme->field, CheckOrder, &e, depth, orders, out));
  PetscCall(PetscFree2(e.weight, e.left_out));
  return TreesDestroy(&e.trees);
}
