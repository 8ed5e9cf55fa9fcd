/* Schemes whose numbers are lists of coefficients: splittings, low-storage and Shu-Osher forms, multistep, general
 * linear and generalised additive methods. */
#include "registry/schemes_private.h"
#include "base/word_list.h"
#include "numerics/tableau.h"

PetscErrorCode SchemeListMake(Maker *m, const char *name, PetscInt *count, ExactNumber **out) {
  const gimbal_list lists = m->method->family->coefficients;
  PetscInt first = 0;
  *count = 0;
  for (size_t i = 0; i < lists.count; ++i) { /* mutations count through all of them */
    const gimbal_value *list = ListAt(lists, gimbal_value, i);
    const PetscBool found = (PetscBool)!strcmp(list->name, name);
    PetscCall(ExpressionEvaluateList(list->value, m->method->variables, count, NULL));
    if (found) {
      PetscCall(PetscMalloc1(*count + 1, out));
      PetscCall(ExpressionEvaluateExact(list->value, m->method->variables, &m->field, count, *out));
      Touch(m, SCHEME_COEFFICIENTS, first, *count, *out);
      return 0;
    }
    first += *count;
  }
  UserError("%s: method \"%s\" has no coefficients \"%s\"", m->method->file, m->method->name, name);
}

/* The list, or the number 1 where none is named. */
static PetscErrorCode MakeListOrOne(Maker *m, const char *name, PetscInt *count,
                                    ExactNumber **out) {
  if (name) {
    PetscCall(SchemeListMake(m, name, count, out));
    return 0;
  }
  *count = 1;
  PetscCall(PetscMalloc1(1, out));
  **out = ExactInteger(&m->field, 1);
  return 0;
}

/* The nodes are the sums of the first matrix's rows. */
static void SumRows(const ExactField *f, Scheme *out) {
  for (PetscInt i = 0; i < out->s; ++i)
    out->c[i] = ExactSum(f, out->s, out->a[0] + i * out->s);
}

/* A block of rows × columns, to a place of a matrix with rows of `s`. */
static void CopyBlock(PetscInt rows, PetscInt columns, const ExactNumber *block, ExactNumber *place,
                      PetscInt s) {
  for (PetscInt i = 0; i < rows; ++i)
    Copy(columns, block + i * columns, place + i * s);
}

/* The coefficients "c", or the sums of rows. */
static PetscErrorCode MakeNodes(Maker *m, Scheme *out) {
  PetscInt nodes, s = out->s;
  ExactNumber *c;
  if (ListFind(m->method->family->coefficients, "c") < 0) {
    SumRows(&m->field, out);
    return 0;
  }
  PetscCall(SchemeListMake(m, "c", &nodes, &c));
  CHECK_SCHEME(m, nodes == s, "there are %d nodes c for %d stages", (int)nodes, (int)s);
  Copy(s, c, out->c);
  return PetscFree(c);
}

/* From coefficients: a matrix, or its rows below the diagonal; weights; nodes. */
PetscErrorCode PutCoefficients(Maker *m, PetscInt entries, const ExactNumber *a, PetscInt s,
                               const ExactNumber *b, Scheme *out) {
  PetscInt at = 0;
  CHECK_SCHEME(m, entries == s * s || entries == s * (s - 1) / 2,
               "%d coefficients %s are neither %d×%d nor below a diagonal", (int)entries,
               m->declared->first, (int)s, (int)s);
  PetscCall(SchemeCreate(s, 1, out));
  Copy(s, b, out->b[0]);
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < (entries == s * s ? s : i); ++j)
      out->a[0][i * s + j] = a[at++];
  return MakeNodes(m, out);
}

/* Each kick and each drift is a stage: what it weighs counts in the later ones and, since it changes
 * nothing that it reads, half in its own, which makes palindromes symmetric. A zero at either end, which
 * fills up one of the lists, is no stage: with it a palindrome would not be one. */
PetscErrorCode PutSplitting(Maker *m, PetscInt kicks, const ExactNumber *kick, PetscInt drifts,
                            const ExactNumber *drift, Scheme *out) {
  ExactField *f = &m->field;
  const ExactNumber half = ExactDivide(f, ExactInteger(f, 1), ExactInteger(f, 2));
  PetscInt first = 0, past = kicks + drifts, turn = drifts > kicks; /* 1: a drift begins */
  ExactNumber *weight;
  CHECK_SCHEME(m, PetscAbs(kicks - drifts) <= 1, "%d kicks and %d drifts cannot take turns",
               (int)kicks, (int)drifts);
  PetscCall(PetscMalloc1(past, &weight));
  for (PetscInt i = 0; i < past; ++i)
    weight[i] = (i + turn) % 2 ? drift[i / 2] : kick[i / 2];
  while (past > 2 && ExactVanishes(f, weight[past - 1]))
    --past;
  while (past - first > 2 && ExactVanishes(f, weight[first]))
    ++first;
  const PetscInt s = past - first;
  PetscCall(SchemeCreate(s, 2, out));
  out->separable = PETSC_TRUE;
  for (PetscInt i = 0; i < s; ++i) {
    const PetscInt kicked = (i + first + turn) % 2 == 0;
    const ExactNumber w = weight[i + first];
    out->b[kicked][i] = w;
    out->a[kicked][i * s + i] = ExactMultiply(f, half, w);
    for (PetscInt later = i + 1; later < s; ++later)
      out->a[kicked][later * s + i] = w;
  }
  SumRows(f, out);
  return PetscFree(weight);
}

/* Williamson's form: U ← A_i U + h f(y), y ← y + B_i U. A list without A_1 = 0 has one number less. */
PetscErrorCode PutLowStorage(Maker *m, PetscInt count, const ExactNumber *A, PetscInt s,
                             const ExactNumber *B, Scheme *out) {
  const ExactField *f = &m->field;
  const PetscInt lacks = s - count;
  ExactNumber *change;
  CHECK_SCHEME(m, lacks == 0 || lacks == 1,
               "there are %d numbers A and %d numbers B, and must be as many, or one A less",
               (int)count, (int)s);
  PetscCall(SchemeCreate(s, 1, out));
  PetscCall(PetscCalloc1(s, &change));
  for (PetscInt i = 0; i < s; ++i) {
    Copy(s, out->b[0], out->a[0] + i * s);
    for (PetscInt j = 0; j < i; ++j)
      change[j] = ExactMultiply(f, A[i - lacks], change[j]);
    change[i] = ExactInteger(f, 1);
    for (PetscInt j = 0; j <= i; ++j)
      out->b[0][j] = ExactAdd(f, out->b[0][j], ExactMultiply(f, B[i], change[j]));
  }
  PetscCall(PetscFree(change));
  return MakeNodes(m, out);
}

/* Y_(i+1) = Σ_k≤i (α_ik Y_k + h β_ik f(Y_k)), where Y_0 is the beginning and Y_s the end of the step: rows of
 * 1, 2, … s numbers. */
PetscErrorCode PutShuOsher(Maker *m, PetscInt count, const ExactNumber *alpha, PetscInt entries,
                           const ExactNumber *beta, Scheme *out) {
  const ExactField *f = &m->field;
  const ExactNumber one = ExactInteger(f, 1);
  PetscInt s = 0;
  while (s * (s + 1) / 2 < count)
    ++s;
  CHECK_SCHEME(m, s * (s + 1) / 2 == count && entries == count,
               "%d numbers alpha and %d numbers beta are no rows of 1, 2, … numbers", (int)count,
               (int)entries);
  PetscCall(SchemeCreate(s, 1, out));
  for (PetscInt i = 0, at = 0; i < s; at += ++i) {
    ExactNumber *const row = i + 1 < s ? out->a[0] + (i + 1) * s : out->b[0];
    const ExactNumber sum = ExactSum(f, i + 1, alpha + at);
    CHECK_SCHEME(m, !IsOff(f, sum, one), "row %d of %s sums to %.10g, and must sum to 1",
                 (int)i + 1, m->declared->first, (double)sum.value);
    for (PetscInt k = 0; k <= i; ++k) {
      row[k] = ExactAdd(f, row[k], beta[at + k]);
      for (PetscInt j = 0; j < k; ++j)
        row[j] = ExactAdd(f, row[j], ExactMultiply(f, alpha[at + k], out->a[0][k * s + j]));
    }
  }
  return MakeNodes(m, out);
}

/* The lists α_0 … α_k and β_0 … β_k; zeros at the end of the second may be left out. */
PetscErrorCode PutMultistep(Maker *m, PetscInt count, const ExactNumber *alpha, PetscInt betas,
                            const ExactNumber *beta, Scheme *out) {
  CHECK_SCHEME(m, count > 1 && betas <= count && !ExactVanishes(&m->field, alpha[count - 1]),
               "%d numbers α_0 … α_k and %d numbers β_0 … β_k; there must be as many of both, and "
               "α_k is not 0",
               (int)count, (int)betas);
  PetscCall(SchemeCreate(count, 2, out));
  out->multistep = PETSC_TRUE;
  Copy(count, alpha, out->b[0]);
  Copy(betas, beta, out->b[1]);
  return 0;
}

/* One block of a general linear method, of rows × columns at that place. */
static PetscErrorCode PutBlock(Maker *m, const char *name, PetscInt row, PetscInt column,
                               PetscInt rows, PetscInt columns, ExactNumber *a, PetscInt s) {
  PetscInt count;
  ExactNumber *list;
  PetscCall(SchemeListMake(m, name, &count, &list));
  CHECK_SCHEME(m, count == rows * columns, "there are %d numbers %s, and must be %d rows of %d",
               (int)count, name, (int)rows, (int)columns);
  CopyBlock(rows, columns, list, a + row * s + column, s);
  return PetscFree(list);
}

/* A of s × s, V of r × r and U and B between them; the nodes c and the starting rows, if there are any. */
PetscErrorCode PutGeneral(Maker *m, PetscInt count, const ExactNumber *A, PetscInt externals,
                          const ExactNumber *V, Scheme *out) {
  const gimbal_list lists = m->method->family->coefficients;
  const PetscInt s = (PetscInt)lround(sqrt((double)count)),
                 r = (PetscInt)lround(sqrt((double)externals)), n = s + r;
  const PetscBool starts = (PetscBool)(ListFind(lists, "start") >= 0);
  CHECK_SCHEME(m, s * s == count && r * r == externals && PetscMax(s, r) <= 32,
               "%d numbers A and %d numbers V are not two square matrices of at most 32 rows",
               (int)count, (int)externals);
  PetscCall(SchemeCreate(n, 2, out));
  out->external = r;
  CopyBlock(s, s, A, out->a[0], n);
  CopyBlock(r, r, V, out->a[0] + s * n + s, n);
  PetscCall(PutBlock(m, "U", 0, s, s, r, out->a[0], n));
  PetscCall(PutBlock(m, "B", s, 0, r, s, out->a[0], n));
  if (starts) {
    const gimbal_value *list = ListAt(lists, gimbal_value, ListFind(lists, "start"));
    PetscCall(ExpressionEvaluateList(list->value, m->method->variables, &count, NULL));
    out->start = count / r;
    CHECK_SCHEME(m, out->start > 1 && out->start <= n,
                 "the rows \"start\" have %d numbers, and must have 2 to %d", (int)out->start,
                 (int)n);
    PetscCall(PutBlock(m, "start", 0, 0, r, out->start, out->a[1], n));
  }
  out->has_nodes = (PetscBool)(ListFind(lists, "c") >= 0);
  return out->has_nodes ? PutBlock(m, "c", 0, 0, 1, s, out->c, n) : 0;
}

/* Two parts with stages of their own [Sandu, Guenther, SIAM Journal on Numerical Analysis 53 (2015) 17]: an additive
 * method of which each stage is used by one of them. A11 and A22 are square. */
PetscErrorCode PutGark(Maker *m, PetscInt count, const ExactNumber *A11, PetscInt others,
                       const ExactNumber *A22, Scheme *out) {
  const PetscInt s = (PetscInt)lround(sqrt((double)count)),
                 n = (PetscInt)lround(sqrt((double)others)), all = s + n;
  CHECK_SCHEME(m, s * s == count && n * n == others && PetscMax(s, n) <= 32,
               "%d numbers %s and %d numbers %s are not two square matrices of at most 32 rows",
               (int)count, m->declared->first, (int)others, m->declared->second);
  PetscCall(SchemeCreate(all, 2, out));
  out->additive = PETSC_TRUE;
  out->first_part = s;
  CopyBlock(s, s, A11, out->a[0], all);
  CopyBlock(n, n, A22, out->a[1] + s * all + s, all);
  PetscCall(PutBlock(m, "A21", s, 0, n, s, out->a[0], all));
  PetscCall(PutBlock(m, "A12", 0, s, s, n, out->a[1], all));
  PetscCall(PutBlock(m, "b1", 0, 0, 1, s, out->b[0], all));
  PetscCall(PutBlock(m, "b2", 0, s, 1, n, out->b[1], all));
  SumRows(&m->field, out);
  return 0;
}

/* The coefficients "alpha" of the exponentials of the stages "stage", in turn, and "beta" of those of the step; a
 * row of as many as there are nodes. */
PetscErrorCode PutFree(Maker *m, PetscInt count, const ExactNumber *beta, PetscInt stages,
                       const ExactNumber *c, Scheme *out) {
  const PetscBool inner = (PetscBool)(ListFind(m->method->family->coefficients, "alpha") >= 0);
  PetscInt exponentials = 0, last = stages ? count / stages : 0;
  ExactNumber *stage = NULL;
  CHECK_SCHEME(m, last && last * stages == count,
               "%d numbers %s are no rows of %d, one for each node", (int)count, m->declared->first,
               (int)stages);
  if (inner)
    PetscCall(SchemeListMake(m, "stage", &exponentials, &stage));
  for (PetscInt i = 0; i < exponentials; ++i)
    CHECK_SCHEME(m,
                 stage[i].value == round((double)stage[i].value) && stage[i].value >= 1 &&
                     stage[i].value <= stages && (!i || stage[i].value >= stage[i - 1].value),
                 "the numbers \"stage\" must be stages from 1 to %d that do not fall", (int)stages);
  PetscCall(SchemeCreate(PetscMax(exponentials + last, stages), 2, out));
  out->stages = stages;
  out->exponentials = exponentials + last;
  if (inner)
    PetscCall(PutBlock(m, "alpha", 0, 0, exponentials, stages, out->a[0], out->s));
  CopyBlock(last, stages, beta, out->a[0] + exponentials * out->s, out->s);
  for (PetscInt i = 0; i < out->exponentials; ++i)
    out->b[1][i] = i < exponentials ? stage[i] : ExactInteger(&m->field, stages + 1);
  Copy(stages, c, out->c);
  return PetscFree(stage);
}

/* The tableau A, b, c, and of how many terms dexp⁻¹ is; without them, of all that the order sees. */
PetscErrorCode PutMuntheKaas(Maker *m, PetscInt entries, const ExactNumber *A, PetscInt s,
                             const ExactNumber *b, Scheme *out) {
  ExactNumber terms;
  CHECK_SCHEME(m, entries == s * s, "%d numbers A are not %d rows of %d", (int)entries, (int)s,
               (int)s);
  PetscCall(SchemeCreate(s, 2, out));
  Copy(entries, A, out->a[0]);
  Copy(s, b, out->b[0]);
  PetscCall(MakeNodes(m, out));
  out->stages = s;
  out->terms = SCHEME_ORDERS_MAX;
  if (ListFind(m->method->family->coefficients, "terms") < 0)
    return 0;
  PetscCall(PutBlock(m, "terms", 0, 0, 1, 1, &terms, 1));
  out->terms = (PetscInt)lround((double)terms.value);
  CHECK_SCHEME(m, terms.value == out->terms && out->terms > 0,
               "\"terms\" is how many terms of dexp⁻¹ are taken, a number from 1 on, not %g",
               (double)terms.value);
  return 0;
}

/* B0, B1, the weights of further integrals, and c1. Additive noise has no A1 and B1, and Stratonovich's methods may
 * have one set of stages. Of both the second weights are those of I_10. */
PetscErrorCode PutStochastic(Maker *m, PetscInt entries, const ExactNumber *A0, PetscInt s,
                             const ExactNumber *alpha, Scheme *out) {
  const gimbal_list lists = m->method->family->coefficients;
  const PetscBool ito = IsKind(m->declared, "stochastic"),
                  inner = (PetscBool)(ListFind(lists, "A1") >= 0);
  CHECK_SCHEME(m, entries == s * s, "%d numbers A0 are not %d rows of %d", (int)entries, (int)s,
               (int)s);
  PetscCall(SchemeCreate(s, 2, out));
  PetscCall(PetscCalloc1(2 * s * s + 4 * s, &out->more));
  out->stochastic = PETSC_TRUE;
  out->stratonovich = IsKind(m->declared, "stratonovich");
  out->additive_noise = IsKind(m->declared, "stochastic_additive");
  Copy(entries, A0, out->a[0]);
  Copy(s, alpha, out->b[0]);
  ExactNumber *at = out->more + 2 * s * s;
  const struct {
    const char *name;
    PetscInt rows;
    ExactNumber *to;
  } block[] = {{"B0", s, out->more},
               {inner || ito ? "A1" : "A0", s, out->a[1]},
               {inner || ito ? "B1" : "B0", s, out->more + s * s},
               {"beta1", 1, out->b[1]},
               {"beta2", 1, ito ? at : at + s},
               {"beta3", 1, at + s},
               {"beta4", 1, at + 2 * s},
               {"c0", 1, out->c},
               {"c1", 1, at + 3 * s}};
  for (PetscInt i = 0; i < s * s; i += s)
    out->c[i / s] = ExactSum(&m->field, s, A0 + i);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(block); ++i) {
    if (ListFind(lists, block[i].name) >= 0)
      PetscCall(PutBlock(m, block[i].name, 0, 0, block[i].rows, s, block[i].to, s));
    for (PetscInt k = 0; k < s && block[i].to == out->a[1]; ++k)
      at[3 * s + k] = ExactSum(&m->field, s, out->a[1] + k * s);
  }
  return 0;
}

/* ---- Multirate infinitesimal methods ---- */

enum { MRI_STAGES = 4, MRI_GAMMAS = 4 }; /* of each fast problem; and Gamma0, … */

typedef struct {
  PetscInt intervals, columns;
  ExactNumber *gamma[MRI_GAMMAS]; /* intervals × columns, of θ^0, θ^1, …; NULL: 0 */
  ExactNumber *width;             /* c_(i+1) − c_i */
  ExactNumber a[MRI_STAGES * MRI_STAGES], b[MRI_STAGES], c[MRI_STAGES];
} Infinitesimal;

/* The integral of Σ γ_k θ^k from 0 to θ. */
static ExactNumber Forcing(const ExactField *f, const Infinitesimal *mri, PetscInt interval,
                           PetscInt column, ExactNumber theta) {
  ExactField field = *f;
  ExactNumber sum = ExactInteger(f, 0), power = theta;
  for (PetscInt k = 0; k < MRI_GAMMAS; ++k) {
    const ExactNumber *gamma = mri->gamma[k];
    if (gamma) {
      const ExactNumber x = ExactMultiply(f, gamma[interval * mri->columns + column], power);
      sum = ExactAdd(f, sum, ExactDivide(&field, x, ExactInteger(f, k + 1)));
    }
    power = ExactMultiply(f, power, theta);
  }
  return sum;
}

/* A row of both matrices, for a point of an interval: what the intervals before it add, and this one up to θ, to
 * which the fast stages have the weights `a`. With the interval `intervals` and no weights it is the end. */
static void PutPoint(const ExactField *f, const Infinitesimal *mri, PetscInt interval,
                     const ExactNumber *a, ExactNumber theta, ExactNumber *fast,
                     ExactNumber *slow) {
  for (PetscInt k = 0; k < interval + (a != NULL); ++k) {
    const ExactNumber *weight = k < interval ? mri->b : a,
                      until = k < interval ? ExactInteger(f, 1) : theta;
    for (PetscInt l = 0; l < MRI_STAGES; ++l)
      fast[k * MRI_STAGES + l] = ExactMultiply(f, mri->width[k], weight[l]);
    for (PetscInt j = 0; j < mri->columns; ++j)
      slow[j] = ExactAdd(f, slow[j], Forcing(f, mri, k, j, until));
  }
}

static PetscErrorCode PutIntervals(Maker *m, const Infinitesimal *mri, Scheme *out) {
  const ExactField *f = &m->field;
  const PetscInt fast = mri->intervals * MRI_STAGES, n = fast + mri->columns;
  const ExactNumber none = ExactInteger(f, 0);
  PetscCall(SchemeCreate(n, 2, out));
  out->additive = PETSC_TRUE;
  out->first_part = fast;
  for (PetscInt i = 0; i < fast; ++i)
    PutPoint(f, mri, i / MRI_STAGES, mri->a + i % MRI_STAGES * MRI_STAGES, mri->c[i % MRI_STAGES],
             out->a[0] + i * n, out->a[1] + i * n + fast);
  for (PetscInt j = 0; j < mri->columns; ++j)
    PutPoint(f, mri, j, NULL, none, out->a[0] + (fast + j) * n, out->a[1] + (fast + j) * n + fast);
  PutPoint(f, mri, mri->intervals, NULL, none, out->b[0], out->b[1] + fast);
  SumRows(f, out);
  return 0;
}

/* From c_1 = 0 to c_(s+1) = 1, with s intervals, v' = Δc_i f(v) + Σ_j γ_ij(θ) g(Y_j) on each, where γ_ij is a
 * polynomial of θ from 0 to 1 [Sandu, SIAM Journal on Numerical Analysis 57 (2019) 2300]. For its exact solution stands
 * the Gauss method of four stages: up to order 8 their conditions are the same. */
PetscErrorCode PutMultirate(Maker *m, PetscInt nodes, const ExactNumber *c, PetscInt entries,
                            const ExactNumber *gamma, Scheme *out) {
  const ExactField *f = &m->field;
  Infinitesimal mri = {.intervals = nodes - 1};
  const ExactTableauEntries gauss = {MRI_STAGES, mri.a, NULL, mri.b, mri.c};
  PetscBool found;
  CHECK_SCHEME(m,
               nodes > 1 && nodes <= 8 && ExactVanishes(&m->field, c[0]) &&
                   ExactAgree(f, c[nodes - 1], ExactInteger(f, 1)),
               "the %d nodes c do not go from 0 to 1, or are more than 8", (int)nodes);
  mri.columns = entries / mri.intervals;
  CHECK_SCHEME(m, entries == mri.intervals * mri.columns && mri.columns - mri.intervals <= 1,
               "%d numbers %s are not %d rows of at most %d", (int)entries, m->declared->second,
               (int)mri.intervals, (int)nodes);
  PetscCall(PetscMalloc2(entries, &mri.gamma[0], mri.intervals, &mri.width));
  Copy(entries, gamma, mri.gamma[0]);
  for (PetscInt i = 0; i < mri.intervals; ++i)
    mri.width[i] = ExactSubtract(f, c[i + 1], c[i]);
  for (PetscInt k = 1; k < MRI_GAMMAS; ++k) {
    char name[16];
    (void)snprintf(name, sizeof name, "Gamma%d", (int)k);
    if (ListFind(m->method->family->coefficients, name) < 0)
      continue;
    PetscCall(PetscCalloc1(entries, &mri.gamma[k]));
    PetscCall(PutBlock(m, name, 0, 0, mri.intervals, mri.columns, mri.gamma[k], mri.columns));
  }
  m->computed = "gauss", m->stages = MRI_STAGES;
  TableauComputeExact(m->computed, &m->field, &gauss, &found);
  PetscErrorCode error = PutIntervals(m, &mri, out);
  for (PetscInt k = 1; k < MRI_GAMMAS; ++k)
    PetscCall(PetscFree(mri.gamma[k]));
  PetscCall(PetscFree2(mri.gamma[0], mri.width));
  return error;
}

PetscErrorCode SchemeMakeFromLists(Maker *m, SchemeListMaker *put, Scheme *out) {
  PetscInt count[2];
  ExactNumber *list[2];
  PetscCall(MakeListOrOne(m, m->declared->first, &count[0], &list[0]));
  PetscCall(MakeListOrOne(m, m->declared->second, &count[1], &list[1]));
  const PetscErrorCode error = put(m, count[0], list[0], count[1], list[1], out);
  PetscCall(PetscFree(list[0]));
  PetscCall(PetscFree(list[1]));
  return error;
}
