#include "registry/schemes.h"
#include "base/word_list.h"
#include "numerics/tableau.h"
#include "registry/parameters.h"

#include <string.h>

/* ---- What is declared ---- */

/* Those of numbers that are no tableau, from lists of coefficients, are made by functions. */
static const char *const kinds[] = {"runge_kutta",    "coefficients",
                                    "partitioned",    "partitioned_separable",
                                    "splitting",      "nystrom",
                                    "rosenbrock",     "rosenbrock_y",
                                    "low_storage",    "shu_osher",
                                    "additive",       "multistep",
                                    "general_linear", NULL};
static const char pairs[] = "partitioned partitioned_separable additive";
static const char made_of_lists[] =
    "coefficients splitting low_storage shu_osher multistep general_linear";

static PetscBool IsKind(const gimbal_scheme *scheme, const char *kind) {
  return (PetscBool)!strcmp(scheme->kind, kind);
}

static PetscBool IsRosenbrock(const gimbal_scheme *scheme) {
  return (PetscBool)(IsKind(scheme, "rosenbrock") || IsKind(scheme, "rosenbrock_y"));
}

const char *MethodRefusesSteps(const gimbal_method *family) {
  const gimbal_scheme *scheme = family->schemes.count ? family->schemes.at : NULL;
  if (!scheme || family->step || family->advance)
    return NULL;
  if (WordsContain("multistep general_linear", scheme->kind))
    return "a linear multistep or general linear method begins with several states, and its table "
           "does not make them "
           "(gimbal algebra judges it)";
  return IsKind(scheme, "additive") ? "models do not divide their field into the two parts of an "
                                      "additive method (gimbal algebra judges it)"
                                    : NULL;
}

static PetscErrorCode CheckNamed(const char *where, const gimbal_method *family, const char *name) {
  char what[512];
  if (!name || ListFind(family->coefficients, name) >= 0)
    return 0;
  (void)snprintf(what, sizeof(what), "%s: unknown coefficients", where);
  return ListRefuse(what, name, "known", family->coefficients);
}

/* Those that a function gives are known only with their parameters. */
static PetscErrorCode CheckRosenbrock(const char *where, const gimbal_method *family,
                                      const gimbal_scheme *scheme) {
  PetscCheck(
      !scheme->weights, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
      "%s: weights are not for a scheme of kind %s, whose Jacobian is that where a step begins",
      where, scheme->kind);
  for (size_t i = 0; i < family->tableaux.count; ++i) {
    const gimbal_own_tableau *own = ListAt(family->tableaux, gimbal_own_tableau, i);
    PetscCheck(own->gamma || strcmp(own->name, scheme->first) != 0, PETSC_COMM_SELF,
               PETSC_ERR_USER_INPUT,
               "%s: tableau \"%s\" has no gamma (NULL); a scheme of kind %s needs it", where,
               own->name, scheme->kind);
  }
  return 0;
}

/* Of a method without a step: what the host can step by its scheme. */
static PetscErrorCode CheckTable(const char *where, const gimbal_method *family,
                                 const gimbal_scheme *scheme) {
  const PetscBool ode = (PetscBool)(family->formulation == GIMBAL_ODE);
  PetscCheck(
      ode || family->formulation == GIMBAL_LAGRANGIAN || family->formulation == GIMBAL_HAMILTONIAN,
      PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
      "%s: a method without a step has the formulation ode, lagrangian or hamiltonian", where);
  PetscCheck(
      ode ? !WordsContain("partitioned partitioned_separable splitting nystrom", scheme->kind)
          : !IsRosenbrock(scheme),
      PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: a scheme of kind %s needs %s", where,
      scheme->kind,
      ode ? "momenta (the formulation lagrangian or hamiltonian) or a step"
          : "the formulation ode or a step");
  PetscCheck(!WordsContain("partitioned_separable splitting nystrom", scheme->kind) ||
                 (family->accepts && strstr(family->accepts, "separable")),
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: a scheme of kind %s needs accepts = \"separable\", or a step", where,
             scheme->kind);
  PetscCheck(!family->action, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: action is given without a step that writes it", where);
  return 0;
}

static PetscErrorCode CheckScheme(const char *where, const gimbal_method *family,
                                  const gimbal_scheme *scheme, Variables variables) {
  PetscCall(WordCheck(where, "kind", scheme->kind, kinds));
  if (MethodIsTable(family))
    PetscCall(CheckTable(where, family, scheme));
  PetscCheck(scheme->first || IsKind(scheme, "splitting"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: first is missing (NULL); a scheme of kind %s needs it", where, scheme->kind);
  PetscCheck(scheme->second ||
                 !WordsContain(
                     "coefficients nystrom low_storage shu_osher additive multistep general_linear",
                     scheme->kind),
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: second is missing (NULL); a scheme of kind %s needs it", where, scheme->kind);
  if (WordsContain(made_of_lists, scheme->kind))
    PetscCall(CheckNamed(where, family, scheme->first));
  if (WordsContain(made_of_lists, scheme->kind) || IsKind(scheme, "nystrom"))
    PetscCall(CheckNamed(where, family, scheme->second));
  PetscCall(CheckNamed(where, family, scheme->weights));
  if (IsRosenbrock(scheme))
    PetscCall(CheckRosenbrock(where, family, scheme));
  PetscCall(FieldCheck(where, "stages", scheme->stages, variables));
  return FieldCheck(where, "when", scheme->when, variables);
}

PetscErrorCode MethodCheckSchemes(const char *where, Method method, Variables variables) {
  const size_t room = strlen(where) + 32;
  PetscErrorCode error = 0;
  char *path;
  PetscCall(PetscMalloc1(room, &path));
  for (size_t i = 0; !error && i < method->family->schemes.count; ++i) {
    (void)snprintf(path, room, "%s, scheme %d", where, (int)i + 1);
    error = CheckScheme(path, method->family, ListAt(method->family->schemes, gimbal_scheme, i),
                        variables);
  }
  PetscCall(PetscFree(path));
  return error;
}

PetscErrorCode MethodFindScheme(const Pairing *pairing, const gimbal_scheme **scheme) {
  const gimbal_method *family = pairing->method->family;
  *scheme = NULL;
  for (size_t i = 0; i < family->schemes.count && !*scheme; ++i) {
    const gimbal_scheme *one = ListAt(family->schemes, gimbal_scheme, i);
    Quad holds;
    PetscCall(MethodEvaluate(pairing->method, pairing->modelcase, pairing->realisation, one->when,
                             1, &holds));
    if (holds != 0)
      *scheme = one;
  }
  return 0;
}

/* ---- Its numbers ---- */

typedef struct {
  Method method;
  const gimbal_scheme *declared;
  const SchemeSource *source;
  PetscInt stages; /* 0: as many as there are */
  ExactField field;
  const char *computed; /* a family of tableaux that is not the method's own; NULL: none is used */
} Maker;

/* What is wrong with the numbers of the scheme. */
#define CHECK_SCHEME(m, right, format, ...)                                                        \
  PetscCheck(right, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: method \"%s\", scheme: " format,   \
             (m)->method->file, (m)->method->name, __VA_ARGS__)

static void Touch(Maker *m, SchemePart part, PetscInt first, PetscInt count, ExactNumber *x) {
  if (m->source->touch)
    m->source->touch(m->source->context, part, first, count, &m->field, x);
}

/* The coefficients of that name, to be freed. */
static PetscErrorCode MakeList(Maker *m, const char *name, PetscInt *count, ExactNumber **out) {
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
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: method \"%s\" has no coefficients \"%s\"",
          m->method->file, m->method->name, name);
}

/* The list, or the number 1 where none is named. */
static PetscErrorCode MakeListOrOne(Maker *m, const char *name, PetscInt *count,
                                    ExactNumber **out) {
  if (name) {
    PetscCall(MakeList(m, name, count, out));
    return 0;
  }
  *count = 1;
  PetscCall(PetscMalloc1(1, out));
  **out = ExactInteger(&m->field, 1);
  return 0;
}

/* One tableau: its parts, all in one piece of memory. */
typedef struct {
  PetscInt s;
  PetscBool given[SCHEME_COEFFICIENTS];
  ExactNumber *at[SCHEME_COEFFICIENTS];
} ExactTableau;

static PetscInt CountOf(SchemePart part, PetscInt s) {
  return part == SCHEME_B || part == SCHEME_C ? s : s * s;
}

static PetscErrorCode ExactTableauCreate(PetscInt s, ExactTableau *t) {
  ExactNumber *at;
  *t = (ExactTableau){.s = s};
  PetscCall(PetscCalloc1(3 * s * s + 2 * s, &at));
  for (SchemePart part = SCHEME_A; part < SCHEME_COEFFICIENTS; at += CountOf(part++, s))
    t->at[part] = at;
  return 0;
}

static PetscErrorCode ExactTableauDestroy(ExactTableau *t) { return PetscFree(t->at[SCHEME_A]); }

static PetscBool HasZeroWeight(const ExactTableau *t) {
  for (PetscInt i = 0; i < t->s; ++i)
    if (t->at[SCHEME_B][i].value == 0)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* What is not given, as MethodTableauComplete does it. */
static void Complete(Maker *m, ExactTableau *t) {
  const PetscInt s = t->s;
  ExactField *f = &m->field;
  const ExactNumber *a = t->at[SCHEME_A], *b = t->at[SCHEME_B];
  for (PetscInt i = 0; i < s && !t->given[SCHEME_C]; ++i)
    t->at[SCHEME_C][i] = ExactSum(f, s, a + i * s);
  if (t->given[SCHEME_CONJUGATE] || HasZeroWeight(t))
    return;
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < s; ++j) {
      ExactNumber x = ExactDivide(f, a[j * s + i], b[i]);
      x = ExactSubtract(f, ExactInteger(f, 1), x);
      t->at[SCHEME_CONJUGATE][i * s + j] = ExactMultiply(f, b[j], x);
    }
}

/* From the descriptor's texts, of s stages. */
static PetscErrorCode MakeDeclared(Maker *m, PetscInt index, PetscInt s, ExactTableau *t) {
  const gimbal_own_tableau *own = ListAt(m->method->family->tableaux, gimbal_own_tableau, index);
  const char *const text[] = {[SCHEME_A] = own->a,
                              [SCHEME_B] = own->b,
                              [SCHEME_C] = own->c,
                              [SCHEME_CONJUGATE] = own->conjugate,
                              [SCHEME_GAMMA] = own->gamma};
  PetscCall(ExactTableauCreate(s, t));
  for (SchemePart part = SCHEME_A; part < SCHEME_COEFFICIENTS; ++part) {
    PetscInt count = CountOf(part, s);
    t->given[part] = (PetscBool)(text[part] != NULL);
    if (text[part])
      PetscCall(ExpressionEvaluateExact(text[part], m->method->variables, &m->field, &count,
                                        t->at[part]));
  }
  Complete(m, t);
  return 0;
}

/* From numbers that a function of the method gave. */
static PetscErrorCode MakeGiven(Maker *m, const MethodTableau *given, ExactTableau *t) {
  const Quad *const in[] = {[SCHEME_A] = given->a,
                            [SCHEME_B] = given->b,
                            [SCHEME_C] = given->c,
                            [SCHEME_CONJUGATE] = given->conjugate,
                            [SCHEME_GAMMA] = given->gamma};
  PetscCall(ExactTableauCreate(given->s, t));
  for (SchemePart part = SCHEME_A; part < SCHEME_COEFFICIENTS; ++part) {
    t->given[part] = (PetscBool)(in[part] != NULL);
    for (PetscInt i = 0; in[part] && i < CountOf(part, given->s); ++i)
      t->at[part][i] =
          ExactMeasured(&m->field, in[part][i], m->source->epsilon * fabs((PetscReal)in[part][i]));
  }
  return 0;
}

static PetscErrorCode MakeOwn(Maker *m, const char *name, ExactTableau *t, PetscBool *found) {
  const PetscInt declared = (PetscInt)m->method->family->tableaux.count;
  for (PetscInt index = 0;; ++index) {
    MethodTableau given;
    PetscErrorCode error = 0;
    PetscBool meant;
    PetscCall(m->source->tableau(m->method, index, &given, found));
    if (!*found)
      break;
    meant = (PetscBool)(!strcmp(given.name, name) && (!m->stages || m->stages == given.s));
    if (meant && index < declared)
      error = MakeDeclared(m, index, given.s, t);
    else if (meant)
      error = MakeGiven(m, &given, t);
    PetscCall(MethodTableauDestroy(&given));
    PetscCall(error);
    if (meant)
      break;
  }
  return 0;
}

static PetscErrorCode MakeTableau(Maker *m, const char *name, ExactTableau *t) {
  TableauFamily family;
  PetscBool found;
  PetscCall(MakeOwn(m, name, t, &found));
  if (!found) {
    CHECK_SCHEME(m, TableauFind(name, m->stages, &family),
                 "there is no tableau \"%s\" of %d stages", name, (int)m->stages);
    PetscCall(ExactTableauCreate(m->stages, t));
    const ExactTableauEntries entries = {t->s, t->at[SCHEME_A], t->at[SCHEME_CONJUGATE],
                                         t->at[SCHEME_B], t->at[SCHEME_C]};
    PetscCall(TableauComputeExact(name, &m->field, &entries, &found));
    m->computed = name;
  }
  for (SchemePart part = SCHEME_A; part < SCHEME_COEFFICIENTS; ++part)
    if (part != SCHEME_GAMMA || t->given[part])
      Touch(m, part, 0, CountOf(part, t->s), t->at[part]);
  return 0;
}

static void Copy(PetscInt count, const ExactNumber *from, ExactNumber *to) {
  memcpy(to, from, (size_t)count * sizeof *to);
}

/* By the values: the signs of nested roots are a guess elsewhere. */
static PetscBool IsOff(const ExactField *f, ExactNumber x, ExactNumber y) {
  const ExactNumber off = ExactSubtract(f, x, y);
  return (PetscBool) !(fabs((PetscReal)off.value) <= 16 * off.error);
}

/* Only the nodes of the first tableau are used: those of the second are the same, or the sums of its rows. */
static PetscErrorCode CheckSecondNodes(const Maker *m, const ExactTableau *first,
                                       const ExactTableau *t) {
  const ExactField *f = &m->field;
  for (PetscInt i = 0; i < t->s && t->s == first->s; ++i) {
    const ExactNumber sum = ExactSum(f, t->s, t->at[SCHEME_A] + i * t->s);
    CHECK_SCHEME(m,
                 !IsOff(f, sum, t->at[SCHEME_C][i]) ||
                     !IsOff(f, first->at[SCHEME_C][i], t->at[SCHEME_C][i]),
                 "row %d of the tableau \"%s\" sums to %.10g, and its node is %.10g", (int)i + 1,
                 m->declared->second, (double)sum.value, (double)t->at[SCHEME_C][i].value);
  }
  return 0;
}

/* The first tableau, of so many colours. */
static PetscErrorCode MakeFirst(Maker *m, PetscInt colours, ExactTableau *t, Scheme *out) {
  PetscCall(MakeTableau(m, m->declared->first, t));
  PetscCall(SchemeCreate(t->s, colours, out));
  Copy(t->s * t->s, t->at[SCHEME_A], out->a[0]);
  Copy(t->s, t->at[SCHEME_B], out->b[0]);
  Copy(t->s, t->at[SCHEME_C], out->c);
  return 0;
}

static PetscErrorCode MakeRungeKutta(Maker *m, Scheme *out) {
  ExactTableau t;
  PetscCall(MakeFirst(m, 1, &t, out));
  return ExactTableauDestroy(&t);
}

/* The second tableau, or the symplectic conjugate of the first. */
static PetscErrorCode MakePair(Maker *m, Scheme *out) {
  const char *second = m->declared->second;
  ExactTableau t, other = {.s = 0};
  PetscCall(MakeFirst(m, 2, &t, out));
  if (second)
    PetscCall(MakeTableau(m, second, &other));
  PetscCall(CheckSecondNodes(m, &t, &other));
  CHECK_SCHEME(m, second ? other.s == t.s : !HasZeroWeight(&t), "%s",
               "the tableaux do not make a pair");
  Copy(t.s * t.s, second ? other.at[SCHEME_A] : t.at[SCHEME_CONJUGATE], out->a[1]);
  Copy(t.s, second ? other.at[SCHEME_B] : t.at[SCHEME_B], out->b[1]);
  out->separable = IsKind(m->declared, "partitioned_separable");
  out->additive = IsKind(m->declared, "additive");
  PetscCall(ExactTableauDestroy(&other));
  return ExactTableauDestroy(&t);
}

static PetscErrorCode MakeRosenbrock(Maker *m, Scheme *out) {
  ExactTableau t;
  PetscCall(MakeFirst(m, 1, &t, out));
  CHECK_SCHEME(m, t.given[SCHEME_GAMMA], "the tableau \"%s\" has no gamma", m->declared->first);
  PetscCall(PetscMalloc1(t.s * t.s, &out->beta));
  out->without_rate = IsKind(m->declared, "rosenbrock_y");
  for (PetscInt i = 0; i < t.s * t.s; ++i)
    out->beta[i] = ExactAdd(&m->field, t.at[SCHEME_A][i], t.at[SCHEME_GAMMA][i]);
  return ExactTableauDestroy(&t);
}

/* ---- From lists ---- */

/* The coefficients "c", or the sums of rows. */
static PetscErrorCode MakeNodes(Maker *m, Scheme *out) {
  const PetscBool given = (PetscBool)(ListFind(m->method->family->coefficients, "c") >= 0);
  PetscInt nodes, s = out->s;
  ExactNumber *c;
  for (PetscInt i = 0; i < s && !given; ++i)
    out->c[i] = ExactSum(&m->field, s, out->a[0] + i * s);
  if (!given)
    return 0;
  PetscCall(MakeList(m, "c", &nodes, &c));
  CHECK_SCHEME(m, nodes == s, "there are %d nodes c for %d stages", (int)nodes, (int)s);
  Copy(s, c, out->c);
  return PetscFree(c);
}

/* From coefficients: a matrix, or its rows below the diagonal; weights; nodes. */
static PetscErrorCode PutCoefficients(Maker *m, PetscInt entries, const ExactNumber *a, PetscInt s,
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
static PetscErrorCode PutSplitting(Maker *m, PetscInt kicks, const ExactNumber *kick,
                                   PetscInt drifts, const ExactNumber *drift, Scheme *out) {
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
  for (PetscInt i = 0; i < s; ++i)
    out->c[i] = ExactSum(f, s, out->a[0] + i * s);
  return PetscFree(weight);
}

/* Williamson's form: U ← A_i U + h f(y), y ← y + B_i U. A list without A_1 = 0 has one number less. */
static PetscErrorCode PutLowStorage(Maker *m, PetscInt count, const ExactNumber *A, PetscInt s,
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
static PetscErrorCode PutShuOsher(Maker *m, PetscInt count, const ExactNumber *alpha,
                                  PetscInt entries, const ExactNumber *beta, Scheme *out) {
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
static PetscErrorCode PutMultistep(Maker *m, PetscInt count, const ExactNumber *alpha,
                                   PetscInt betas, const ExactNumber *beta, Scheme *out) {
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
  PetscCall(MakeList(m, name, &count, &list));
  CHECK_SCHEME(m, count == rows * columns, "there are %d numbers %s, and must be %d rows of %d",
               (int)count, name, (int)rows, (int)columns);
  for (PetscInt i = 0; i < rows; ++i)
    Copy(columns, list + i * columns, a + (row + i) * s + column);
  return PetscFree(list);
}

/* A of s × s, V of r × r and U and B between them; the nodes c and the starting rows, if there are any. */
static PetscErrorCode PutGeneral(Maker *m, PetscInt count, const ExactNumber *A, PetscInt externals,
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
  for (PetscInt i = 0; i < n; ++i)
    Copy(i < s ? s : r, i < s ? A + i * s : V + (i - s) * r, out->a[0] + i * n + (i < s ? 0 : s));
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

static PetscErrorCode MakeFromLists(Maker *m, Scheme *out) {
  static const struct {
    const char *kind;
    PetscErrorCode (*put)(Maker *, PetscInt, const ExactNumber *, PetscInt, const ExactNumber *,
                          Scheme *);
  } known[] = {{"coefficients", PutCoefficients}, {"splitting", PutSplitting},
               {"low_storage", PutLowStorage},    {"shu_osher", PutShuOsher},
               {"multistep", PutMultistep},       {"general_linear", PutGeneral}};
  PetscErrorCode error = 0;
  PetscInt count[2];
  ExactNumber *list[2];
  PetscCall(MakeListOrOne(m, m->declared->first, &count[0], &list[0]));
  PetscCall(MakeListOrOne(m, m->declared->second, &count[1], &list[1]));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(known) && !error; ++i)
    if (IsKind(m->declared, known[i].kind))
      error = known[i].put(m, count[0], list[0], count[1], list[1], out);
  PetscCall(PetscFree(list[0]));
  PetscCall(PetscFree(list[1]));
  return error;
}

static PetscErrorCode MakeNystrom(Maker *m, Scheme *out) {
  PetscInt count;
  ExactNumber *v;
  ExactTableau t;
  PetscCall(MakeTableau(m, m->declared->first, &t));
  PetscCall(MakeList(m, m->declared->second, &count, &v));
  CHECK_SCHEME(m, count == t.s, "there are %d weights %s for %d stages", (int)count,
               m->declared->second, (int)t.s);
  PetscCall(
      SchemeFromNystrom(t.s, &m->field, t.at[SCHEME_A], t.at[SCHEME_B], t.at[SCHEME_C], v, out));
  PetscCall(PetscFree(v));
  return ExactTableauDestroy(&t);
}

static PetscErrorCode MakeOne(Maker *m, Scheme *out) {
  if (WordsContain(made_of_lists, m->declared->kind))
    PetscCall(MakeFromLists(m, out));
  else if (IsKind(m->declared, "nystrom"))
    PetscCall(MakeNystrom(m, out));
  else if (IsRosenbrock(m->declared))
    PetscCall(MakeRosenbrock(m, out));
  else
    PetscCall((WordsContain(pairs, m->declared->kind) ? MakePair : MakeRungeKutta)(m, out));
  out->field = m->field;
  return 0;
}

/* Two tableaux that are one. */
static void JoinColours(Scheme *scheme) {
  const PetscInt s = scheme->s;
  if (scheme->colours < 2 || scheme->separable || scheme->multistep || scheme->external)
    return;
  for (PetscInt i = 0; i < s * (s + 1); ++i) {
    const PetscBool matrix = (PetscBool)(i < s * s);
    if (!ExactAgree(&scheme->field, matrix ? scheme->a[0][i] : scheme->b[0][i - s * s],
                    matrix ? scheme->a[1][i] : scheme->b[1][i - s * s]))
      return;
  }
  (void)PetscFree2(scheme->a[1], scheme->b[1]);
  scheme->colours = 1;
}

static PetscErrorCode Make(Maker *m, Scheme *out) {
  ExactNumber *w;
  PetscInt count;
  Scheme one;
  m->field.exactness = EXACT_CERTAIN;
  if (!m->declared->weights) {
    PetscCall(MakeOne(m, out));
  } else {
    PetscCall(MakeOne(m, &one));
    PetscCall(MakeList(m, m->declared->weights, &count, &w));
    one.field = m->field;
    PetscCall(SchemeCompose(&one, count, w, out));
    PetscCall(PetscFree(w));
    PetscCall(SchemeDestroy(&one));
  }
  JoinColours(out);
  return 0;
}

/* Two primes below the given one in which all numbers exist. After too many that do not serve (nodes
 * of many stages seldom split), the numbers are values only. */
static PetscErrorCode FindPrimes(Maker *m, uint64_t below) {
  enum { MOST = 3000 };
  uint64_t found[EXACT_PRIMES];
  PetscInt have = 0;
  Scheme scheme;
  for (PetscInt tried = 0; tried < MOST && have < EXACT_PRIMES; ++tried) {
    below = ModularPrimeBelow(below);
    if (m->computed && !TableauHasImage(m->computed, m->stages, below))
      continue;
    for (int i = 0; i < EXACT_PRIMES; ++i)
      m->field.prime[i] = below;
    PetscCall(Make(m, &scheme));
    PetscCall(SchemeDestroy(&scheme));
    if (m->field.exactness == EXACT_UNKNOWN)
      break;
    if (m->field.exactness != EXACT_LACKING)
      found[have++] = below;
  }
  for (int i = 0; i < EXACT_PRIMES && have == EXACT_PRIMES; ++i)
    m->field.prime[i] = found[i];
  return 0;
}

static PetscErrorCode Begin(const Pairing *pairing, const gimbal_scheme *declared,
                            const SchemeSource *source, Maker *m) {
  *m = (Maker){.method = pairing->method, .declared = declared, .source = source};
  return MethodEvaluateCount(m->method, pairing->modelcase, pairing->realisation, "stages",
                             declared->stages, &m->stages);
}

PetscErrorCode MethodMakeNumbers(const Pairing *pairing, const gimbal_scheme *declared,
                                 const SchemeSource *source, const ExactField *field, Scheme *out) {
  Maker m;
  PetscCall(Begin(pairing, declared, source, &m));
  m.field = *field;
  return Make(&m, out);
}

PetscErrorCode MethodMakeScheme(const Pairing *pairing, const gimbal_scheme *declared,
                                const SchemeSource *source, uint64_t below, Scheme *out) {
  Maker m;
  PetscCall(Begin(pairing, declared, source, &m));
  PetscCall(FindPrimes(&m, below));
  PetscCall(Make(&m, out));
  if (out->field.exactness == EXACT_LACKING)
    out->field.exactness = EXACT_UNKNOWN;
  return 0;
}
