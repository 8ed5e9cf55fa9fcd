/* Commutator-free methods and those of Crouch and Grossman: y' = Σ f_k(y) E_k(y), where the flows of Σ c_k E_k are known
 * for constants c_k. Series are over words of ordered trees [Owren, Journal of Physics A 39 (2006) 5585]. A word with
 * the last tree [v] after the word u is (u, v); of the solution it has the coefficient e(u) e(v) over its number of
 * vertices, since d/dt ψ(y) = Σ f_k(y) (E_k ψ)(y). The exponential of Σ_j β_j F(Y_j) gives a word of k trees [v_i] the
 * product of the Σ_j β_j α_j(v_i) over k!; of two exponentials the one that acts first has the beginning of the word. */
#include "numerics/scheme.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  PetscInt order, left, right; /* −1 of the empty word */
} Word;

typedef struct {
  const Scheme *scheme;
  ExactField field;
  Word *word;
  PetscInt first[SCHEME_ORDERS_MAX + 2]; /* of each order, and behind the last */
  PetscInt words;
  ExactNumber *solution; /* [word] */
  ExactNumber *stage;    /* [stage, the last of which is the step][word] */
} Free;

/* All words of so many vertices, by order; Catalan's numbers of them. */
static PetscErrorCode MakeWords(PetscInt depth, Free *e) {
  PetscInt count = 1, at = 1;
  for (PetscInt n = 1, catalan = 1; n <= depth; ++n)
    count += catalan = catalan * 2 * (2 * n - 1) / (n + 1);
  PetscCall(PetscMalloc1(count, &e->word));
  e->word[0] = (Word){0, -1, -1};
  e->first[0] = 0;
  for (PetscInt n = 1; n <= depth; ++n) {
    e->first[n] = at;
    for (PetscInt u = 0; u < e->first[n]; ++u)
      for (PetscInt v = 0; v < e->first[n]; ++v)
        if (e->word[u].order + e->word[v].order + 1 == n)
          e->word[at++] = (Word){n, u, v};
  }
  e->first[depth + 1] = e->words = at;
  return 0;
}

static ExactNumber *StageOf(const Free *e, PetscInt stage) { return e->stage + stage * e->words; }

/* Σ_j β_j α_j(v). */
static ExactNumber Frozen(const Free *e, PetscInt exponential, PetscInt v) {
  const PetscInt s = e->scheme->s;
  ExactNumber sum = ExactInteger(&e->field, 0);
  for (PetscInt j = 0; j < e->scheme->stages; ++j)
    sum =
        ExactAdd(&e->field, sum,
                 ExactMultiply(&e->field, e->scheme->a[0][exponential * s + j], StageOf(e, j)[v]));
  return sum;
}

/* The coefficient of a word after the exponentials from the first one of the stage up to this one. */
static ExactNumber AfterExponential(Free *e, PetscInt from, PetscInt exponential, PetscInt word) {
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
static void WriteWord(const Free *e, PetscInt word, size_t room, char text[]) {
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
static void CheckQuadrature(Free *e, PetscInt order, OrderConditions *out) {
  const Scheme *scheme = e->scheme;
  ExactField *f = &e->field;
  ExactNumber off = ExactNegative(f, ExactDivide(f, ExactInteger(f, 1), ExactInteger(f, order)));
  for (PetscInt j = 0; j < scheme->stages; ++j) {
    ExactNumber power = ExactInteger(f, 1);
    for (PetscInt k = 1; k < order; ++k)
      power = ExactMultiply(f, power, scheme->c[j]);
    for (PetscInt i = 0; i < scheme->exponentials; ++i)
      if (lround((double)scheme->b[1][i].value) > scheme->stages)
        off = ExactAdd(f, off, ExactMultiply(f, scheme->a[0][i * scheme->s + j], power));
  }
  if (SchemeCollectCondition(f, off, 1, out))
    (void)snprintf(out->worst, sizeof out->worst, order > 2 ? "[t^%d]" : "[t]", (int)order - 1);
}

static void CheckOrder(Free *e, PetscInt order, OrderConditions *out) {
  const Scheme *scheme = e->scheme;
  ExactField *f = &e->field;
  *out = (OrderConditions){.error = DBL_MIN, .exact = PETSC_TRUE};
  for (PetscInt word = e->first[order]; word < e->first[order + 1]; ++word) {
    const Word *w = &e->word[word];
    PetscInt first = 0;
    e->solution[word] = ExactDivide(
        f, ExactMultiply(f, e->solution[w->left], e->solution[w->right]), ExactInteger(f, order));
    for (PetscInt i = 0; i <= scheme->stages; ++i) {
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
}

PetscErrorCode SchemeFreeOrders(const Scheme *scheme, PetscInt depth, PetscInt *orders,
                                OrderConditions out[]) {
  Free e = {.scheme = scheme, .field = scheme->field};
  PetscCall(MakeWords(depth, &e));
  PetscCall(PetscMalloc2(e.words, &e.solution, (scheme->stages + 1) * e.words, &e.stage));
  for (PetscInt i = 0; i <= scheme->stages; ++i)
    StageOf(&e, i)[0] = ExactInteger(&e.field, 1);
  e.solution[0] = ExactInteger(&e.field, 1);
  for (*orders = 0; *orders < depth;) {
    CheckOrder(&e, *orders + 1, &out[*orders]);
    if (!(out[(*orders)++].largest <= 1e-8))
      break;
  }
  PetscCall(PetscFree2(e.solution, e.stage));
  return PetscFree(e.word);
}
