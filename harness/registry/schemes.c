#include "registry/schemes.h"
#include "base/word_list.h"
#include "numerics/tableau.h"
#include "registry/parameters.h"

#include <string.h>

/* ---- What is declared ---- */

static const char *const kinds[] = {"runge_kutta", "coefficients", "partitioned", "splitting",
                                    "rosenbrock",  "rosenbrock_y", NULL};

static PetscBool IsKind(const gimbal_scheme *scheme, const char *kind) {
  return (PetscBool)!strcmp(scheme->kind, kind);
}

static PetscBool IsRosenbrock(const gimbal_scheme *scheme) {
  return (PetscBool)(IsKind(scheme, "rosenbrock") || IsKind(scheme, "rosenbrock_y"));
}

static PetscErrorCode CheckNamed(const char *where, const gimbal_method *family, const char *name) {
  const char **names;
  PetscErrorCode error = 0;
  PetscCall(PetscCalloc1(family->coefficients.count + 1, &names));
  for (size_t i = 0; i < family->coefficients.count; ++i)
    names[i] = ListAt(family->coefficients, gimbal_value, i)->name;
  if (name)
    error = WordCheck(where, "coefficients", name, names);
  PetscCall(PetscFree(names));
  PetscCall(error);
  return 0;
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
  PetscCheck(!IsKind(scheme, "splitting"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: a scheme of kind splitting needs a step", where);
  PetscCheck(ode ? !IsKind(scheme, "partitioned") : !IsRosenbrock(scheme), PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "%s: a scheme of kind %s needs %s", where, scheme->kind,
             ode ? "momenta (the formulation lagrangian or hamiltonian) or a step"
                 : "the formulation ode or a step");
  PetscCheck(!family->action, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: action is given without a step that writes it", where);
  return 0;
}

static PetscErrorCode CheckScheme(const char *where, const gimbal_method *family,
                                  const gimbal_scheme *scheme, Variables variables) {
  const PetscBool lists =
      (PetscBool)(IsKind(scheme, "coefficients") || IsKind(scheme, "splitting"));
  PetscCall(WordCheck(where, "kind", scheme->kind, kinds));
  if (MethodIsTable(family))
    PetscCall(CheckTable(where, family, scheme));
  PetscCheck(scheme->first || IsKind(scheme, "splitting"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: first is missing (NULL); a scheme of kind %s needs it", where, scheme->kind);
  PetscCheck(scheme->second || !IsKind(scheme, "coefficients"), PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "%s: second is missing (NULL): the weights", where);
  if (lists) {
    PetscCall(CheckNamed(where, family, scheme->first));
    PetscCall(CheckNamed(where, family, scheme->second));
  }
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
  const Pairing *pairing;
  Method method;
  const gimbal_scheme *declared;
  const SchemeSource *source;
  PetscInt stages; /* 0: as many as there are */
  ExactField field;
  const char *computed; /* a family of tableaux that is not the method's own; NULL: none is used */
} Maker;

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

/* One tableau, all rows in one piece of memory. */
typedef struct {
  PetscInt s;
  ExactNumber *a, *conjugate, *gamma, *b, *c;
  PetscBool has_gamma;
} ExactTableau;

static PetscErrorCode ExactTableauCreate(PetscInt s, ExactTableau *t) {
  *t = (ExactTableau){.s = s};
  return PetscCalloc5(s * s, &t->a, s * s, &t->conjugate, s * s, &t->gamma, s, &t->b, s, &t->c);
}

static PetscErrorCode ExactTableauDestroy(ExactTableau *t) {
  return PetscFree5(t->a, t->conjugate, t->gamma, t->b, t->c);
}

static PetscErrorCode Evaluate(Maker *m, const char *text, PetscInt count, ExactNumber *out) {
  return ExpressionEvaluateExact(text, m->method->variables, &m->field, &count, out);
}

static PetscBool HasZeroWeight(const ExactTableau *t) {
  for (PetscInt i = 0; i < t->s; ++i)
    if (t->b[i].value == 0)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* What is not given, as MethodTableauComplete does it. */
static void Complete(Maker *m, PetscBool has_c, PetscBool has_conjugate, ExactTableau *t) {
  const PetscInt s = t->s;
  ExactField *f = &m->field;
  for (PetscInt i = 0; i < s && !has_c; ++i) {
    t->c[i] = ExactInteger(f, 0);
    for (PetscInt j = 0; j < s; ++j)
      t->c[i] = ExactAdd(f, t->c[i], t->a[i * s + j]);
  }
  if (has_conjugate || HasZeroWeight(t))
    return;
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < s; ++j) {
      ExactNumber x = ExactDivide(f, t->a[j * s + i], t->b[i]);
      x = ExactSubtract(f, ExactInteger(f, 1), x);
      t->conjugate[i * s + j] = ExactMultiply(f, t->b[j], x);
    }
}

/* From the descriptor's texts, of s stages. */
static PetscErrorCode MakeDeclared(Maker *m, PetscInt index, PetscInt s, ExactTableau *t) {
  const gimbal_own_tableau *own = ListAt(m->method->family->tableaux, gimbal_own_tableau, index);
  PetscCall(ExactTableauCreate(s, t));
  PetscCall(Evaluate(m, own->a, s * s, t->a));
  PetscCall(Evaluate(m, own->b, s, t->b));
  if (own->c)
    PetscCall(Evaluate(m, own->c, s, t->c));
  if (own->conjugate)
    PetscCall(Evaluate(m, own->conjugate, s * s, t->conjugate));
  if (own->gamma)
    PetscCall(Evaluate(m, own->gamma, s * s, t->gamma));
  t->has_gamma = (PetscBool)(own->gamma != NULL);
  Complete(m, (PetscBool)(own->c != NULL), (PetscBool)(own->conjugate != NULL), t);
  return 0;
}

static void Measure(Maker *m, PetscInt count, const Quad *in, ExactNumber *out) {
  for (PetscInt i = 0; i < count && in; ++i)
    out[i] = ExactMeasured(&m->field, in[i], m->source->epsilon * fabs((PetscReal)in[i]));
}

/* From numbers that a function of the method gave. */
static PetscErrorCode MakeGiven(Maker *m, const MethodTableau *given, ExactTableau *t) {
  const PetscInt s = given->s;
  PetscCall(ExactTableauCreate(s, t));
  Measure(m, s * s, given->a, t->a);
  Measure(m, s * s, given->conjugate, t->conjugate);
  Measure(m, s * s, given->gamma, t->gamma);
  t->has_gamma = (PetscBool)(given->gamma != NULL);
  Measure(m, s, given->b, t->b);
  Measure(m, s, given->c, t->c);
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
    PetscCheck(TableauFind(name, m->stages, &family), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: method \"%s\", scheme: there is no tableau \"%s\" of %d stages",
               m->method->file, m->method->name, name, (int)m->stages);
    PetscCall(ExactTableauCreate(m->stages, t));
    const ExactTableauEntries entries = {t->s, t->a, t->conjugate, t->b, t->c};
    PetscCall(TableauComputeExact(name, &m->field, &entries, &found));
    m->computed = name;
  }
  Touch(m, SCHEME_A, 0, t->s * t->s, t->a);
  Touch(m, SCHEME_CONJUGATE, 0, t->s * t->s, t->conjugate);
  Touch(m, SCHEME_B, 0, t->s, t->b);
  Touch(m, SCHEME_C, 0, t->s, t->c);
  if (t->has_gamma)
    Touch(m, SCHEME_GAMMA, 0, t->s * t->s, t->gamma);
  return 0;
}

static void Copy(PetscInt count, const ExactNumber *from, ExactNumber *to) {
  memcpy(to, from, (size_t)count * sizeof *to);
}

static PetscErrorCode MakeRungeKutta(Maker *m, PetscInt colours, Scheme *out) {
  const char *second = m->declared->second;
  ExactTableau t, other = {.s = 0};
  PetscCall(MakeTableau(m, m->declared->first, &t));
  PetscCall(SchemeCreate(t.s, colours, out));
  Copy(t.s * t.s, t.a, out->a[0]);
  Copy(t.s, t.b, out->b[0]);
  Copy(t.s, t.c, out->c);
  if (colours > 1 && second)
    PetscCall(MakeTableau(m, second, &other));
  PetscCheck(colours == 1 || (second ? other.s == t.s : !HasZeroWeight(&t)), PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "%s: method \"%s\", scheme: the tableaux do not make a pair",
             m->method->file, m->method->name);
  if (colours > 1) {
    Copy(t.s * t.s, second ? other.a : t.conjugate, out->a[1]);
    Copy(t.s, second ? other.b : t.b, out->b[1]);
  }
  if (other.s)
    PetscCall(ExactTableauDestroy(&other));
  return ExactTableauDestroy(&t);
}

static PetscErrorCode MakeRosenbrock(Maker *m, Scheme *out) {
  ExactTableau t;
  PetscCall(MakeTableau(m, m->declared->first, &t));
  PetscCheck(t.has_gamma, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: method \"%s\", scheme: the tableau \"%s\" has no gamma", m->method->file,
             m->method->name, m->declared->first);
  PetscCall(SchemeCreate(t.s, 1, out));
  PetscCall(PetscMalloc1(t.s * t.s, &out->beta));
  out->without_rate = IsKind(m->declared, "rosenbrock_y");
  Copy(t.s * t.s, t.a, out->a[0]);
  Copy(t.s, t.b, out->b[0]);
  Copy(t.s, t.c, out->c);
  for (PetscInt i = 0; i < t.s * t.s; ++i)
    out->beta[i] = ExactAdd(&m->field, t.a[i], t.gamma[i]);
  return ExactTableauDestroy(&t);
}

/* From coefficients: a matrix, or its rows below the diagonal; weights; nodes. */
static PetscErrorCode MakeFromCoefficients(Maker *m, Scheme *out) {
  const gimbal_method *family = m->method->family;
  PetscInt entries, s, nodes, at = 0;
  ExactNumber *a, *b, *c;
  PetscBool has_c = PETSC_FALSE;
  for (size_t i = 0; i < family->coefficients.count; ++i)
    has_c = (PetscBool)(has_c || !strcmp(ListAt(family->coefficients, gimbal_value, i)->name, "c"));
  PetscCall(MakeList(m, m->declared->first, &entries, &a));
  PetscCall(MakeList(m, m->declared->second, &s, &b));
  PetscCheck(entries == s * s || entries == s * (s - 1) / 2, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: method \"%s\", scheme: %d coefficients %s are neither %d×%d nor below a diagonal",
             m->method->file, m->method->name, (int)entries, m->declared->first, (int)s, (int)s);
  PetscCall(SchemeCreate(s, 1, out));
  Copy(s, b, out->b[0]);
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < (entries == s * s ? s : i); ++j)
      out->a[0][i * s + j] = a[at++];
  if (has_c) {
    PetscCall(MakeList(m, "c", &nodes, &c));
    PetscCheck(nodes == s, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: method \"%s\", scheme: there are %d nodes c for %d stages", m->method->file,
               m->method->name, (int)nodes, (int)s);
    Copy(s, c, out->c);
    PetscCall(PetscFree(c));
  } else {
    for (PetscInt i = 0; i < s * s; ++i)
      out->c[i / s] = ExactAdd(&m->field, out->c[i / s], out->a[0][i]);
  }
  PetscCall(PetscFree(a));
  return PetscFree(b);
}

/* Each kick and each drift is a stage: what it weighs counts in the later ones and, since it changes
 * nothing that it reads, half in its own, which makes palindromes symmetric. */
static void PutSplitting(Maker *m, PetscInt kicks, const ExactNumber *kick, PetscInt drifts,
                         const ExactNumber *drift, Scheme *out) {
  const PetscInt s = kicks + drifts;
  ExactField *f = &m->field;
  ExactNumber half = ExactDivide(f, ExactInteger(f, 1), ExactInteger(f, 2));
  PetscInt taken[2] = {0, 0};
  for (PetscInt i = 0; i < s; ++i) {
    const PetscInt kicked = (i + (drifts > kicks)) % 2 == 0;
    const ExactNumber weight = kicked ? kick[taken[1]++] : drift[taken[0]++];
    out->b[kicked][i] = weight;
    out->a[kicked][i * s + i] = ExactMultiply(f, half, weight);
    for (PetscInt later = i + 1; later < s; ++later)
      out->a[kicked][later * s + i] = weight;
  }
  for (PetscInt i = 0; i < s * s; ++i)
    out->c[i / s] = ExactAdd(f, out->c[i / s], out->a[0][i]);
}

static PetscErrorCode MakeSplitting(Maker *m, Scheme *out) {
  PetscInt kicks, drifts, first = 0;
  ExactNumber *kick, *drift;
  PetscCall(MakeListOrOne(m, m->declared->first, &kicks, &kick));
  PetscCall(MakeListOrOne(m, m->declared->second, &drifts, &drift));
  PetscCheck(PetscAbs(kicks - drifts) <= 1, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: method \"%s\", scheme: %d kicks and %d drifts cannot take turns", m->method->file,
             m->method->name, (int)kicks, (int)drifts);
  /* A zero that fills up one of the lists, at the end or at the beginning, is no stage: with it a
   * palindrome would not be one. */
  if (kicks == drifts && kicks > 1 && ExactVanishes(&m->field, &drift[drifts - 1]))
    --drifts;
  else if (kicks == drifts && kicks > 1 && ExactVanishes(&m->field, &kick[0]))
    ++first, --kicks;
  PetscCall(SchemeCreate(kicks + drifts, 2, out));
  out->separable = PETSC_TRUE;
  PutSplitting(m, kicks, kick + first, drifts, drift, out);
  PetscCall(PetscFree(kick));
  return PetscFree(drift);
}

static PetscErrorCode MakeOne(Maker *m, Scheme *out) {
  if (IsKind(m->declared, "splitting"))
    PetscCall(MakeSplitting(m, out));
  else if (IsKind(m->declared, "coefficients"))
    PetscCall(MakeFromCoefficients(m, out));
  else if (IsRosenbrock(m->declared))
    PetscCall(MakeRosenbrock(m, out));
  else
    PetscCall(MakeRungeKutta(m, IsKind(m->declared, "partitioned") ? 2 : 1, out));
  out->field = m->field;
  return 0;
}

/* Two tableaux that are one. */
static void JoinColours(Scheme *scheme) {
  const PetscInt s = scheme->s;
  if (scheme->colours < 2 || scheme->separable)
    return;
  for (PetscInt i = 0; i < s * (s + 1); ++i) {
    const PetscBool matrix = (PetscBool)(i < s * s);
    const ExactNumber off =
        ExactSubtract(&scheme->field, matrix ? scheme->a[0][i] : scheme->b[0][i - s * s],
                      matrix ? scheme->a[1][i] : scheme->b[1][i - s * s]);
    if (!ExactVanishes(&scheme->field, &off))
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

PetscErrorCode MethodMakeScheme(const Pairing *pairing, const gimbal_scheme *declared,
                                const SchemeSource *source, uint64_t below, Scheme *out) {
  Maker m = {.pairing = pairing, .method = pairing->method, .declared = declared, .source = source};
  PetscCall(MethodEvaluateCount(m.method, pairing->modelcase, pairing->realisation, "stages",
                                declared->stages, &m.stages));
  PetscCall(FindPrimes(&m, below));
  PetscCall(Make(&m, out));
  if (out->field.exactness == EXACT_LACKING)
    out->field.exactness = EXACT_UNKNOWN;
  return 0;
}
