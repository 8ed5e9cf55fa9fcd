#include "registry/schemes_private.h"
#include "base/sort.h"
#include "numerics/tableau.h"

/* ---- What is declared ---- */

static SchemeMaker MakeRungeKutta, MakePair, MakeRosenbrock, MakeNystrom, MakeExponential;

enum { NEEDS_SECOND = 1, NEEDS_MOMENTA = 2, NEEDS_SEPARABLE = 4, NEEDS_GAMMA = 8 };

/* Why the host takes no steps of a table. */
static const char of_states[] =
    "a linear multistep or general linear method begins with several states, and "
    "its table does not make them (gimbal algebra judges it)",
                  of_parts[] = "models do not divide their field into the two parts of an additive "
                               "method (gimbal algebra judges it)",
                  of_operators[] = "models do not divide their field into L y and N(y) (gimbal "
                                   "algebra judges it)",
                  of_groups[] = "models on groups are stepped by plugins, not by tables (gimbal "
                                "algebra judges it)",
                  of_noise[] = "models give a table no noise (gimbal algebra judges it)";

typedef struct {
  const char *word;
  SchemeMaker *make;    /* from tableaux */
  SchemeListMaker *put; /* or from lists of coefficients */
  unsigned needs;
  const char *refuses; /* NULL: the host takes steps of such a table */
} Kind;

static const Kind kinds[] = {
    {"runge_kutta", .make = MakeRungeKutta},
    {"coefficients", .put = PutCoefficients, .needs = NEEDS_SECOND},
    {"partitioned", .make = MakePair, .needs = NEEDS_MOMENTA},
    {"partitioned_separable", .make = MakePair, .needs = NEEDS_MOMENTA | NEEDS_SEPARABLE},
    {"splitting", .put = PutSplitting, .needs = NEEDS_MOMENTA | NEEDS_SEPARABLE},
    {"nystrom", .make = MakeNystrom, .needs = NEEDS_SECOND | NEEDS_MOMENTA | NEEDS_SEPARABLE},
    {"rosenbrock", .make = MakeRosenbrock, .needs = NEEDS_GAMMA},
    {"rosenbrock_y", .make = MakeRosenbrock, .needs = NEEDS_GAMMA},
    {"low_storage", .put = PutLowStorage, .needs = NEEDS_SECOND},
    {"shu_osher", .put = PutShuOsher, .needs = NEEDS_SECOND},
    {"additive", .make = MakePair, .needs = NEEDS_SECOND, .refuses = of_parts},
    {"multistep", .put = PutMultistep, .needs = NEEDS_SECOND, .refuses = of_states},
    {"general_linear", .put = PutGeneral, .needs = NEEDS_SECOND, .refuses = of_states},
    {"gark", .put = PutGark, .needs = NEEDS_SECOND, .refuses = of_parts},
    {"multirate", .put = PutMultirate, .needs = NEEDS_SECOND, .refuses = of_parts},
    {"commutator_free", .put = PutFree, .refuses = of_groups},
    {"munthe_kaas", .put = PutMuntheKaas, .refuses = of_groups},
    {"exponential", .make = MakeExponential, .refuses = of_operators},
    {"stochastic", .put = PutStochastic, .refuses = of_noise},
    {"stochastic_additive", .put = PutStochastic, .refuses = of_noise},
    {"stratonovich", .put = PutStochastic, .refuses = of_noise},
};
static const gimbal_list all_kinds = {kinds, PETSC_STATIC_ARRAY_LENGTH(kinds), sizeof(*kinds)};

/* NULL: there is no such kind. */
static const Kind *KindOf(const gimbal_scheme *scheme) {
  return FindKey(scheme->kind, (PetscInt)all_kinds.count, kinds, sizeof(*kinds));
}

const char *MethodRefusesSteps(const gimbal_method *family) {
  const gimbal_scheme *scheme = family->schemes.count ? family->schemes.at : NULL;
  const Kind *kind = scheme && !family->step && !family->advance ? KindOf(scheme) : NULL;
  return kind ? kind->refuses : NULL;
}

static PetscErrorCode CheckNamed(const char *where, const char *field, gimbal_list list,
                                 const char *name) {
  char what[512];
  if (!name || ListFind(list, name) >= 0)
    return 0;
  (void)snprintf(what, sizeof(what), "%s: unknown %s", where, field);
  return ListRefuse(what, name, "known", list);
}

/* Those that a function gives are known only with their parameters. */
static PetscErrorCode CheckRosenbrock(const char *where, const gimbal_method *family,
                                      const gimbal_scheme *scheme) {
  UserCheck(
      !scheme->weights,
      "%s: weights are not for a scheme of kind %s, whose Jacobian is that where a step begins",
      where, scheme->kind);
  for (size_t i = 0; i < family->tableaux.count; ++i) {
    const gimbal_own_tableau *own = ListAt(family->tableaux, gimbal_own_tableau, i);
    UserCheck(own->gamma || strcmp(own->name, scheme->first) != 0,
              "%s: tableau \"%s\" has no gamma (NULL); a scheme of kind %s needs it", where,
              own->name, scheme->kind);
  }
  return 0;
}

/* Of a method without a step: what the host can step by its scheme. */
static PetscErrorCode CheckTable(const char *where, const gimbal_method *family,
                                 const gimbal_scheme *scheme, unsigned needs) {
  const PetscBool ode = (PetscBool)(family->formulation == GIMBAL_ODE);
  UserCheck(
      ode || family->formulation == GIMBAL_LAGRANGIAN || family->formulation == GIMBAL_HAMILTONIAN,
      "%s: a method without a step has the formulation ode, lagrangian or hamiltonian", where);
  UserCheck(!(needs & (ode ? NEEDS_MOMENTA : NEEDS_GAMMA)), "%s: a scheme of kind %s needs %s",
            where, scheme->kind,
            ode ? "momenta (the formulation lagrangian or hamiltonian) or a step"
                : "the formulation ode or a step");
  UserCheck(!(needs & NEEDS_SEPARABLE) || (family->accepts && strstr(family->accepts, "separable")),
            "%s: a scheme of kind %s needs accepts = \"separable\", or a step", where,
            scheme->kind);
  UserCheck(!family->action, "%s: action is given without a step that writes it", where);
  return 0;
}

static PetscErrorCode CheckScheme(const char *where, const gimbal_method *family,
                                  const gimbal_scheme *scheme, Variables variables) {
  const Kind *kind = KindOf(scheme);
  PetscCall(CheckNamed(where, "kind", all_kinds, scheme->kind));
  if (MethodIsTable(family))
    PetscCall(CheckTable(where, family, scheme, kind->needs));
  UserCheck(scheme->first || kind->put == PutSplitting,
            "%s: first is missing (NULL); a scheme of kind %s needs it", where, scheme->kind);
  UserCheck(scheme->second || !(kind->needs & NEEDS_SECOND),
            "%s: second is missing (NULL); a scheme of kind %s needs it", where, scheme->kind);
  if (kind->put)
    PetscCall(CheckNamed(where, "coefficients", family->coefficients, scheme->first));
  if (kind->put || kind->make == MakeNystrom)
    PetscCall(CheckNamed(where, "coefficients", family->coefficients, scheme->second));
  PetscCall(CheckNamed(where, "coefficients", family->coefficients, scheme->weights));
  if (kind->needs & NEEDS_GAMMA)
    PetscCall(CheckRosenbrock(where, family, scheme));
  PetscCall(FieldCheck(where, "stages", scheme->stages, variables));
  return FieldCheck(where, "when", scheme->when, variables);
}

PetscErrorCode MethodCheckSchemes(const char *where, Method method, Variables variables) {
  char path[640];
  for (size_t i = 0; i < method->family->schemes.count; ++i) {
    (void)snprintf(path, sizeof path, "%s, scheme %d", where, (int)i + 1);
    PetscCall(CheckScheme(path, method->family, ListAt(method->family->schemes, gimbal_scheme, i),
                          variables));
  }
  return 0;
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

static void ExactTableauDestroy(ExactTableau *t) { (void)PetscFree(t->at[SCHEME_A]); }

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
  if (t->given[SCHEME_CONJUGATE] || m->field.moment || HasZeroWeight(t))
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
    MethodTableauDestroy(&given);
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
    TableauComputeExact(name, &m->field, &entries, &found);
    m->computed = name;
  }
  for (SchemePart part = SCHEME_A; part < SCHEME_COEFFICIENTS; ++part)
    if (part != SCHEME_GAMMA || t->given[part])
      Touch(m, part, 0, CountOf(part, t->s), t->at[part]);
  return 0;
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
  ExactTableauDestroy(&t);
  return 0;
}

/* The second tableau, or the symplectic conjugate of the first. */
static PetscErrorCode PutSecond(Maker *m, const ExactTableau *t, ExactTableau *other, Scheme *out) {
  const char *second = m->declared->second;
  if (second)
    PetscCall(MakeTableau(m, second, other));
  PetscCall(CheckSecondNodes(m, t, other));
  CHECK_SCHEME(m, second ? other->s == t->s : !HasZeroWeight(t), "%s",
               "the tableaux do not make a pair");
  Copy(t->s * t->s, second ? other->at[SCHEME_A] : t->at[SCHEME_CONJUGATE], out->a[1]);
  Copy(t->s, second ? other->at[SCHEME_B] : t->at[SCHEME_B], out->b[1]);
  out->separable = IsKind(m->declared, "partitioned_separable");
  out->additive = IsKind(m->declared, "additive");
  return 0;
}

static PetscErrorCode MakePair(Maker *m, Scheme *out) {
  ExactTableau t, other = {.s = 0};
  PetscCall(MakeFirst(m, 2, &t, out));
  const PetscErrorCode error = PutSecond(m, &t, &other, out);
  ExactTableauDestroy(&other);
  ExactTableauDestroy(&t);
  return error;
}

static PetscErrorCode MakeRosenbrock(Maker *m, Scheme *out) {
  ExactTableau t;
  PetscCall(MakeFirst(m, 1, &t, out));
  CHECK_SCHEME(m, t.given[SCHEME_GAMMA], "the tableau \"%s\" has no gamma", m->declared->first);
  PetscCall(PetscMalloc1(t.s * t.s, &out->beta));
  out->without_rate = IsKind(m->declared, "rosenbrock_y");
  for (PetscInt i = 0; i < t.s * t.s; ++i)
    out->beta[i] = ExactAdd(&m->field, t.at[SCHEME_A][i], t.at[SCHEME_GAMMA][i]);
  ExactTableauDestroy(&t);
  return 0;
}

static PetscErrorCode MakeNystrom(Maker *m, Scheme *out) {
  PetscInt count;
  ExactNumber *v;
  ExactTableau t;
  PetscCall(MakeTableau(m, m->declared->first, &t));
  PetscCall(SchemeListMake(m, m->declared->second, &count, &v));
  CHECK_SCHEME(m, count == t.s, "there are %d weights %s for %d stages", (int)count,
               m->declared->second, (int)t.s);
  PetscCall(
      SchemeFromNystrom(t.s, &m->field, t.at[SCHEME_A], t.at[SCHEME_B], t.at[SCHEME_C], v, out));
  PetscCall(PetscFree(v));
  ExactTableauDestroy(&t);
  return 0;
}

/* Combinations of φ functions: the moments of a sum of two are the sums. */
static PetscErrorCode CheckCombinations(Maker *m, PetscInt s, const ExactNumber *more) {
  const PetscInt size = s * (s + 1);
  ExactTableau t;
  m->field.moment = EXACT_MOMENT_SUM;
  PetscCall(MakeTableau(m, m->declared->first, &t));
  for (PetscInt i = 0; i < size; ++i) {
    const ExactNumber *one = more + SCHEME_MOMENTS * size + i;
    const ExactNumber sum = ExactAdd(&m->field, one[0], one[size]);
    CHECK_SCHEME(m,
                 !IsOff(&m->field, sum, i < s * s ? t.at[SCHEME_A][i] : t.at[SCHEME_B][i - s * s]),
                 "entry %d of row %d is no sum of numbers times phi0(c), phi1(c), ...",
                 (int)(i % s) + 1, (int)(i / s) + 1);
  }
  ExactTableauDestroy(&t);
  return 0;
}

static PetscErrorCode MakeExponential(Maker *m, Scheme *out) {
  ExactTableau t;
  for (PetscInt set = 0; set < SCHEME_MOMENTS + SCHEME_MOMENTS_RANDOM; ++set) {
    m->field.moment = SchemeMoment(set);
    if (set) {
      PetscCall(MakeTableau(m, m->declared->first, &t));
    } else {
      PetscCall(MakeFirst(m, 2, &t, out));
      PetscCall(
          PetscMalloc1((SCHEME_MOMENTS + SCHEME_MOMENTS_RANDOM) * t.s * (t.s + 1), &out->more));
    }
    Copy(t.s * t.s, t.at[SCHEME_A], out->more + set * t.s * (t.s + 1));
    Copy(t.s, t.at[SCHEME_B], out->more + set * t.s * (t.s + 1) + t.s * t.s);
    ExactTableauDestroy(&t);
  }
  out->exponential = PETSC_TRUE;
  return CheckCombinations(m, out->s, out->more);
}

/* Numbers that make no scheme leave none: a search tries many. */
static PetscErrorCode MakeOne(Maker *m, Scheme *out) {
  const Kind *kind = KindOf(m->declared);
  *out = (Scheme){.s = 0};
  const PetscErrorCode error =
      kind->put ? SchemeMakeFromLists(m, kind->put, out) : kind->make(m, out);
  if (error)
    PetscCall(SchemeDestroy(out));
  out->field = m->field;
  return error;
}

/* Two tableaux that are one. */
static void JoinColours(Scheme *scheme) {
  const PetscInt s = scheme->s;
  if (scheme->colours < 2 || scheme->separable || scheme->multistep ||
      SchemeHasOwnEquations(scheme))
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
  m->field.exactness = m->field.rounded ? EXACT_UNKNOWN : EXACT_CERTAIN;
  if (!m->declared->weights) {
    PetscCall(MakeOne(m, out));
  } else {
    PetscCall(MakeOne(m, &one));
    PetscCall(SchemeListMake(m, m->declared->weights, &count, &w));
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
