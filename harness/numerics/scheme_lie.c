/* Methods on Lie groups, commutator-free ones and those of Crouch, Grossman and Munthe-Kaas: y' = Σ f_k(y) E_k(y),
 * where the flows of Σ c_k E_k are known for constants c_k. Series are over words of ordered trees
 * [Owren, Journal of Physics A 39 (2006) 5585]. A word with the last tree [v] after the word u is (u, v); of the
 * solution it has the coefficient e(u) e(v) over its number of vertices, since d/dt ψ(y) = Σ f_k(y) (E_k ψ)(y). The
 * exponential of Σ_j β_j F(Y_j) gives a word of k trees [v_i] the product of the Σ_j β_j α_j(v_i) over k!; of two
 * exponentials the one that acts first has the beginning of the word. Products of series are those of words. What
 * acts first is the beginning of a word, so that ad_u v = v u − u v. */
#include "numerics/scheme.h"

typedef struct {
  PetscInt order, left, right;             /* −1 of the empty word */
  PetscInt trees;                          /* how many */
  PetscInt without[SCHEME_ORDERS_MAX + 1]; /* what is left without the first 0, 1, … of them */
} Word;

typedef struct {
  const Scheme *scheme;
  ExactField field;
  Word *word;
  PetscInt first[SCHEME_ORDERS_MAX + 2]; /* of each order, and behind the last */
  PetscInt words;
  ExactNumber *solution; /* [word] */
  ExactNumber *stage;    /* [stage, the last of which is the step][word] */
  /* Of a method of Munthe-Kaas: Θ and its powers over factorials, ad_Θ^k F, and dexp⁻¹(Θ) F. */
  PetscInt rows;
  ExactNumber *power, *bracket, *rate; /* [stage][row][word], [stage][row][word], [stage][word] */
} Lie;

/* The words of each order are sorted by `left` and then by `right`. */
static PetscInt FindWord(const Lie *e, PetscInt order, PetscInt left, PetscInt right,
                         PetscInt past) {
  PetscInt from = e->first[order];
  while (from < past) {
    const PetscInt middle = (from + past) / 2;
    const Word *w = &e->word[middle];
    if (w->left < left || (w->left == left && w->right < right))
      from = middle + 1;
    else
      past = middle;
  }
  return from;
}

static void AddWord(Lie *e, PetscInt at, Word word) {
  const Word *u = &e->word[word.left];
  word.trees = u->trees + 1;
  word.without[0] = at;
  for (PetscInt k = 1; k <= u->trees; ++k) {
    const PetscInt left = u->without[k],
                   order = e->word[left].order + e->word[word.right].order + 1;
    word.without[k] = FindWord(e, order, left, word.right, e->first[order + 1]);
  }
  word.without[word.trees] = 0;
  e->word[at] = word;
}

/* All words of so many vertices, by order; Catalan's numbers of them. */
static PetscErrorCode MakeWords(PetscInt depth, Lie *e) {
  PetscInt count = 1, at = 1;
  for (PetscInt n = 1, catalan = 1; n <= depth; ++n)
    count += catalan = catalan * 2 * (2 * n - 1) / (n + 1);
  PetscCall(PetscMalloc1(count, &e->word));
  e->word[0] = (Word){.order = 0, .left = -1, .right = -1};
  e->first[0] = 0;
  for (PetscInt n = 1; n <= depth; ++n) {
    e->first[n] = at;
    for (PetscInt u = 0; u < e->first[n]; ++u)
      for (PetscInt v = 0; v < e->first[n]; ++v)
        if (e->word[u].order + e->word[v].order + 1 == n)
          AddWord(e, at++, (Word){.order = n, .left = u, .right = v});
  }
  e->first[depth + 1] = e->words = at;
  return 0;
}

static ExactNumber *StageOf(const Lie *e, PetscInt stage) { return e->stage + stage * e->words; }

/* Σ_j β_j α_j(v). */
static ExactNumber Frozen(const Lie *e, PetscInt exponential, PetscInt v) {
  const PetscInt s = e->scheme->s;
  ExactNumber sum = ExactInteger(&e->field, 0);
  for (PetscInt j = 0; j < e->scheme->stages; ++j)
    sum =
        ExactAdd(&e->field, sum,
                 ExactMultiply(&e->field, e->scheme->a[0][exponential * s + j], StageOf(e, j)[v]));
  return sum;
}

/* The coefficient of a word after the exponentials from the first one of the stage up to this one. */
static ExactNumber AfterExponential(Lie *e, PetscInt from, PetscInt exponential, PetscInt word) {
  ExactField *f = &e->field;
  ExactNumber sum = ExactInteger(f, 0), end = ExactInteger(f, 1);
  if (exponential < from)
    return ExactInteger(f, word == 0);
  for (PetscInt k = 1;; ++k) {
    sum = ExactAdd(f, sum, ExactMultiply(f, AfterExponential(e, from, exponential - 1, word), end));
    if (!word)
      return sum;
    end = ExactDivide(f, ExactMultiply(f, end, Frozen(e, exponential, e->word[word].right)),
                      ExactInteger(f, k));
    word = e->word[word].left;
  }
}

/* As [τ,[τ]] and further trees after blanks. */
static void WriteWord(const Lie *e, PetscInt word, size_t room, char text[]) {
  const Word *w = &e->word[word];
  if (w->left > 0) {
    WriteWord(e, w->left, room, text);
    strncat(text, " ", room - strlen(text) - 1);
  }
  strncat(text, w->right ? "[" : "τ", room - strlen(text) - 1);
  if (w->right) {
    WriteWord(e, w->right, room, text);
    strncat(text, "]", room - strlen(text) - 1);
  }
}

/* The exponentials of a stage from `first` on end before this one. */
static PetscInt PastStage(const Scheme *scheme, PetscInt stage, PetscInt first) {
  while (first < scheme->exponentials && lround((double)scheme->b[1][first].value) == stage + 1)
    ++first;
  return first;
}

/* Σ_j b_j c_j^(order − 1) = 1/order, where the time counts: b are the sums over the step's exponentials. */
static void CheckQuadrature(Lie *e, PetscInt order, OrderConditions *out) {
  const Scheme *scheme = e->scheme;
  ExactField *f = &e->field;
  ExactNumber off = ExactNegative(f, ExactDivide(f, ExactInteger(f, 1), ExactInteger(f, order)));
  for (PetscInt j = 0; j < scheme->stages; ++j) {
    ExactNumber power = ExactInteger(f, 1);
    for (PetscInt k = 1; k < order; ++k)
      power = ExactMultiply(f, power, scheme->c[j]);
    if (scheme->terms)
      off = ExactAdd(f, off, ExactMultiply(f, scheme->b[0][j], power));
    for (PetscInt i = 0; i < scheme->exponentials; ++i)
      if (lround((double)scheme->b[1][i].value) > scheme->stages)
        off = ExactAdd(f, off, ExactMultiply(f, scheme->a[0][i * scheme->s + j], power));
  }
  if (SchemeCollectCondition(f, off, 1, out))
    (void)snprintf(out->worst, sizeof out->worst, order > 2 ? "[t^%d]" : "[t]", (int)order - 1);
}

/* ---- Methods of Munthe-Kaas ---- */

static ExactNumber *RowAt(const Lie *e, ExactNumber *rows, PetscInt stage, PetscInt row) {
  return rows + (stage * e->rows + row) * e->words;
}

/* (a b)(word), without the parts in which a or b has the empty word. */
static ExactNumber Product(const Lie *e, const ExactNumber *a, const ExactNumber *b,
                           PetscInt word) {
  const Word *w = &e->word[word];
  ExactNumber sum = ExactInteger(&e->field, 0);
  PetscInt beginning = w->left;
  for (PetscInt k = w->trees - 1; k > 0; --k, beginning = e->word[beginning].left)
    sum = ExactAdd(&e->field, sum, ExactMultiply(&e->field, a[beginning], b[w->without[k]]));
  return sum;
}

/* exp Θ, of which all shorter words are known. */
static ExactNumber Exponential(Lie *e, PetscInt stage, PetscInt word) {
  ExactNumber sum = RowAt(e, e->power, stage, 0)[word];
  for (PetscInt k = 1; k < e->rows; ++k) {
    ExactNumber *power = RowAt(e, e->power, stage, k);
    power[word] = ExactDivide(
        &e->field, Product(e, RowAt(e, e->power, stage, 0), RowAt(e, e->power, stage, k - 1), word),
        ExactInteger(&e->field, k + 1));
    sum = ExactAdd(&e->field, sum, power[word]);
  }
  return sum;
}

/* dexp⁻¹ of F at this stage, with so many terms; B_1 = −1/2. */
static ExactNumber InverseOfDexp(Lie *e, PetscInt stage, PetscInt word) {
  static const int64_t over[][2] = {{1, 1},    {-1, 2}, {1, 12},    {0, 1},
                                    {-1, 720}, {0, 1},  {1, 30240}, {0, 1}}; /* B_k/k! */
  const Word *w = &e->word[word];
  const ExactNumber *theta = RowAt(e, e->power, stage, 0);
  ExactField *f = &e->field;
  ExactNumber sum = ExactInteger(f, 0);
  for (PetscInt k = 0; k < PetscMin(e->rows, (PetscInt)PETSC_STATIC_ARRAY_LENGTH(over)); ++k) {
    ExactNumber *row = RowAt(e, e->bracket, stage, k);
    const ExactNumber *before = k ? RowAt(e, e->bracket, stage, k - 1) : NULL;
    if (k)
      row[word] =
          ExactSubtract(f, Product(e, before, theta, word), Product(e, theta, before, word));
    else
      row[word] = w->trees == 1 ? StageOf(e, stage)[w->right] : ExactInteger(f, 0);
    if (k < e->scheme->terms)
      sum = ExactAdd(
          f, sum,
          ExactMultiply(f, row[word],
                        ExactDivide(f, ExactInteger(f, over[k][0]), ExactInteger(f, over[k][1]))));
  }
  return sum;
}

static PetscErrorCode BeginAlgebra(PetscInt depth, Lie *e) {
  const PetscInt size = (e->scheme->stages + 1) * e->words;
  e->rows = depth;
  return PetscMalloc3(size * depth, &e->power, size * depth, &e->bracket, size, &e->rate);
}

/* The word at all stages and at the end. */
static void AdvanceAlgebra(Lie *e, PetscInt word) {
  const Scheme *scheme = e->scheme;
  ExactField *f = &e->field;
  for (PetscInt j = 0; j < scheme->stages; ++j)
    e->rate[j * e->words + word] = InverseOfDexp(e, j, word);
  for (PetscInt i = 0; i <= scheme->stages; ++i) {
    const ExactNumber *a = i < scheme->stages ? scheme->a[0] + i * scheme->s : scheme->b[0];
    ExactNumber sum = ExactInteger(f, 0);
    for (PetscInt j = 0; j < scheme->stages; ++j)
      sum = ExactAdd(f, sum, ExactMultiply(f, a[j], e->rate[j * e->words + word]));
    RowAt(e, e->power, i, 0)[word] = sum;
    StageOf(e, i)[word] = Exponential(e, i, word);
  }
}

/* ---- Order conditions ---- */

static PetscErrorCode CheckOrder(void *context, PetscInt order, OrderConditions *out) {
  Lie *const e = context;
  const Scheme *scheme = e->scheme;
  ExactField *f = &e->field;
  for (PetscInt word = e->first[order]; word < e->first[order + 1]; ++word) {
    const Word *w = &e->word[word];
    PetscInt first = 0;
    e->solution[word] = ExactDivide(
        f, ExactMultiply(f, e->solution[w->left], e->solution[w->right]), ExactInteger(f, order));
    if (scheme->terms)
      AdvanceAlgebra(e, word);
    for (PetscInt i = 0; i <= scheme->stages && !scheme->terms; ++i) {
      const PetscInt past = PastStage(scheme, i, first);
      StageOf(e, i)[word] = AfterExponential(e, first, past - 1, word);
      first = past;
    }
    const ExactNumber off = ExactSubtract(f, StageOf(e, scheme->stages)[word], e->solution[word]);
    if (SchemeCollectCondition(f, off, 1, out)) {
      out->worst[0] = 0;
      WriteWord(e, word, sizeof out->worst, out->worst);
    }
  }
  CheckQuadrature(e, order, out);
  return 0;
}

PetscErrorCode SchemeLieOrders(const Scheme *scheme, PetscInt depth, PetscInt *orders,
                               OrderConditions out[]) {
  Lie e = {.scheme = scheme, .field = scheme->field};
  PetscCall(MakeWords(depth, &e));
  PetscCall(PetscMalloc2(e.words, &e.solution, (scheme->stages + 1) * e.words, &e.stage));
  for (PetscInt i = 0; i <= scheme->stages; ++i)
    StageOf(&e, i)[0] = ExactInteger(&e.field, 1);
  e.solution[0] = ExactInteger(&e.field, 1);
  if (scheme->terms)
    PetscCall(BeginAlgebra(depth, &e));
  PetscCall(SchemeCheckEach(&scheme->field, CheckOrder, &e, depth, orders, out));
  PetscCall(PetscFree2(e.solution, e.stage));
  PetscCall(PetscFree3(e.power, e.bracket, e.rate));
  return PetscFree(e.word);
}
