/* The numbers that a method computes with: tableaux, coefficients, parameters, and the mutation of
 * one of them. */
#include "core/integration.h"
#include "numerics/tableau.h"
#include "numerics/expression.h"

/* The entry of an array that a mutation of this kind perturbs, or exchanges with another one. */
static void Mutate(Integration it, MutationKind kind, PetscInt first, PetscInt count,
                   Real *values) {
  const PetscInt i = it->mutation.index - first, j = it->mutation.with - first;
  it->entries[kind] = PetscMax(it->entries[kind], first + count);
  if (it->mutation.kind != kind || i < 0 || i >= count)
    return;
  if (it->mutation.with >= 0) {
    if (j >= 0 && j < count) {
      const Real value = values[i];
      values[i] = values[j], values[j] = value;
    }
    return;
  }
  values[i] = values[i] == 0 ? (Real)it->mutation.size : values[i] * (1 + (Real)it->mutation.size);
}

static const struct {
  MutationKind kind;
  SchemePart part;
} mutated[] = {
    {MUTATION_TABLEAU_A, SCHEME_A},         {MUTATION_TABLEAU_CONJUGATE, SCHEME_CONJUGATE},
    {MUTATION_TABLEAU_B, SCHEME_B},         {MUTATION_TABLEAU_C, SCHEME_C},
    {MUTATION_TABLEAU_GAMMA, SCHEME_GAMMA}, {MUTATION_COEFFICIENT, SCHEME_COEFFICIENTS}};

/* A double is a fraction with a power of two. */
static ExactNumber FromDouble(ExactField *f, PetscReal x) {
  int exponent;
  const PetscReal mantissa = frexp(x, &exponent);
  ExactNumber out = ExactInteger(f, (int64_t)scalbn(mantissa, 53)), two = ExactInteger(f, 2);
  for (exponent -= 53; exponent < 0; ++exponent)
    out = ExactDivide(f, out, two);
  for (; exponent > 0; --exponent)
    out = ExactMultiply(f, out, two);
  return out;
}

void MutationTouch(const void *context, SchemePart part, PetscInt first, PetscInt count,
                   ExactField *f, ExactNumber *x) {
  const Mutation *m = context;
  const PetscInt i = m->index - first, j = m->with - first;
  PetscBool meant = PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(mutated); ++k)
    meant = (PetscBool)(meant || (mutated[k].kind == m->kind && mutated[k].part == part));
  if (!meant || i < 0 || i >= count)
    return;
  if (m->with >= 0 && j >= 0 && j < count) {
    const ExactNumber other = x[j];
    x[j] = x[i];
    x[i] = other;
  } else if (m->with < 0) {
    const ExactNumber size = FromDouble(f, m->size);
    x[i] = x[i].value == 0 ? size : ExactAdd(f, x[i], ExactMultiply(f, x[i], size));
  }
}

/* The parameters that can be off: those that are not whole. */
static PetscBool IsMutable(Quad parameter) {
  return (PetscBool)(parameter != (Quad)(PetscInt64)parameter);
}

void IntegrationMutateParameters(Integration it, Real *parameters) {
  PetscInt index = 0;
  for (size_t i = 0; i < it->family->parameters.count; ++i)
    if (IsMutable(it->method->parameters[i]))
      Mutate(it, MUTATION_PARAMETER, index++, 1, &parameters[i]);
}

/* ---- Tableaux ---- */

/* One that the method's function gives. */
static PetscErrorCode GetFurtherTableau(Method method, const gimbal_method *family, PetscInt index,
                                        MethodTableau *out, PetscBool *found) {
  gimbal_tableau given = {0};
  Real *parameters;
  PetscCall(PetscMalloc1(family->parameters.count + 1, &parameters));
  ToReal((PetscInt)family->parameters.count, method->parameters, parameters);
  *found = (PetscBool)!family->further_tableaux(parameters, (int)index, &given);
  PetscCall(PetscFree(parameters));
  if (!*found)
    return 0;
  const PetscInt s = given.s, square = s * s;
  UserCheck(
      given.name && given.a && given.b && s >= 1 && s <= TABLEAU_STAGES_MAX,
      "%s: method \"%s\": further_tableaux(%d) gives no name, no a, no b or not 1 to %d stages",
      method->file, method->name, (int)index, TABLEAU_STAGES_MAX);
  MethodTableauCreate(given.name, s, out);
  ToQuad(square, given.a, out->a);
  ToQuad(given.conjugate ? square : 0, given.conjugate, out->conjugate);
  ToQuad(given.gamma ? square : 0, given.gamma, out->gamma);
  ToQuad(s, given.b, out->b);
  ToQuad(given.c ? s : 0, given.c, out->c);
  ToQuad(given.embedded ? s : 0, given.embedded, out->embedded);
  if (!given.embedded)
    out->embedded = NULL;
  if (!given.gamma)
    out->gamma = NULL;
  MethodTableauComplete(out, (PetscBool)(given.c != NULL), (PetscBool)(given.conjugate != NULL));
  return 0;
}

PetscErrorCode MethodGetTableau(Method method, PetscInt index, MethodTableau *out,
                                PetscBool *found) {
#ifdef GIMBAL_QUAD
  const gimbal_method *family = method->family_quad;
#else
  const gimbal_method *family = method->family;
#endif
  const PetscInt declared = (PetscInt)family->tableaux.count;
  memset(out, 0, sizeof *out);
  *found = (PetscBool)(index < declared);
  if (*found)
    PetscCall(MethodEvaluateTableau(method, index, out));
  else if (family->further_tableaux)
    PetscCall(GetFurtherTableau(method, family, index - declared, out, found));
  return 0;
}

/* The method's own of that name and, unless s is 0, of so many stages. */
static PetscErrorCode FindOwnTableau(Method method, const char *name, PetscInt s,
                                     MethodTableau *tableau, PetscBool *found) {
  for (PetscInt index = 0;; ++index) {
    PetscCall(MethodGetTableau(method, index, tableau, found));
    if (!*found || (!strcmp(tableau->name, name) && (!s || tableau->s == s)))
      return 0;
    MethodTableauDestroy(tableau);
  }
}

static PetscErrorCode FindTableau(Integration it, const char *name, PetscInt s,
                                  MethodTableau *tableau, PetscBool *found) {
  PetscCall(FindOwnTableau(it->method, name, s, tableau, found));
  if (*found || s < 1 || s > TABLEAU_STAGES_MAX)
    return 0;
  MethodTableauCreate(name, s, tableau);
  const TableauEntries entries = {s, tableau->a, tableau->conjugate, tableau->b, tableau->c};
  *found = TableauCompute(name, &entries);
  tableau->embedded = tableau->gamma = NULL;
  if (!*found)
    MethodTableauDestroy(tableau);
  return 0;
}

/* In this precision, with what the mutation does to one entry. */
static Real *Take(Integration it, MutationKind kind, PetscInt count, const Quad *in, Real **at) {
  Real *const out = *at;
  if (!in)
    return NULL;
  ToReal(count, in, out);
  Mutate(it, kind, 0, count, out);
  *at += count;
  return out;
}

static void AddTableau(Integration it, const MethodTableau *t, PetscBool by_name) {
  const PetscInt s = t->s, square = s * s;
  TableauEntry *entry = ArenaArray(it->arena, 1, sizeof(*entry));
  entry->next = it->tableaux;
  it->tableaux = entry;
  memcpy(entry->name, t->name, sizeof entry->name);
  entry->by_name = by_name;
  Real *at = ArenaArray(it->arena, 3 * square + 3 * s, sizeof(*at));
  entry->tableau.s = s;
  entry->tableau.name = entry->name;
  entry->tableau.a = Take(it, MUTATION_TABLEAU_A, square, t->a, &at);
  entry->tableau.conjugate = Take(it, MUTATION_TABLEAU_CONJUGATE, square, t->conjugate, &at);
  entry->tableau.b = Take(it, MUTATION_TABLEAU_B, s, t->b, &at);
  entry->tableau.c = Take(it, MUTATION_TABLEAU_C, s, t->c, &at);
  entry->tableau.embedded = Take(it, MUTATION_TABLEAU_EMBEDDED, s, t->embedded, &at);
  entry->tableau.gamma = Take(it, MUTATION_TABLEAU_GAMMA, square, t->gamma, &at);
}

static PetscErrorCode MakeTableau(Integration it, const char *name, PetscInt s, PetscBool *found) {
  MethodTableau tableau;
  PetscCall(FindTableau(it, name, s, &tableau, found));
  if (!*found)
    return 0;
  AddTableau(it, &tableau, (PetscBool)!s);
  MethodTableauDestroy(&tableau);
  return 0;
}

const gimbal_tableau *IntegrationTableau(gimbal *g, const char *name, int s) {
  Integration it = (Integration)g;
  PetscBool found;
  for (const TableauEntry *entry = it->tableaux; entry; entry = entry->next)
    if ((s ? entry->tableau.s == s : (int)entry->by_name) && !strcmp(entry->name, name))
      return &entry->tableau;
  PetscErrorCode error = MakeTableau(it, name, s, &found);
  if (error) {
    IntegrationBreak(it, error);
    return NULL;
  }
  if (!found) {
    char text[160];
    (void)snprintf(text, sizeof text,
                   "no tableau \"%s\"; there are gauss, lobatto_IIIA, "
                   "lobatto_IIIB with a number of stages, and the method's own",
                   name);
    gimbal_fail(g, text, s);
    return NULL;
  }
  return &it->tableaux->tableau;
}

/* ---- Coefficients ---- */

/* The entries of the i-th list: how many, and where values is not NULL what they are. */
static PetscErrorCode EvaluateCoefficients(Integration it, size_t i, PetscInt *count,
                                           Quad values[]) {
  const Variables variables = {(PetscInt)it->family->parameters.count, it->variables};
  return ExpressionEvaluateList(ListAt(it->family->coefficients, gimbal_value, i)->value, variables,
                                count, values);
}

PetscErrorCode IntegrationMakeCoefficients(Integration it) {
  const size_t lists = it->family->coefficients.count;
  PetscInt first = 0; /* mutations count through all of them */
  it->coefficients = ArenaArray(it->arena, lists, sizeof(*it->coefficients));
  for (size_t i = 0; i < lists; ++i) {
    CoefficientList *const list = &it->coefficients[i];
    Quad *values;
    PetscCall(EvaluateCoefficients(it, i, &list->count, NULL));
    PetscCall(PetscMalloc1(list->count, &values));
    list->values = ArenaArray(it->arena, list->count, sizeof(*list->values));
    PetscCall(EvaluateCoefficients(it, i, &list->count, values));
    ToReal(list->count, values, list->values);
    PetscCall(PetscFree(values));
    Mutate(it, MUTATION_COEFFICIENT, first, list->count, list->values);
    first += list->count;
  }
  return 0;
}

/* The list of that name; NULL if not found, and the error has the known names. */
static const CoefficientList *FindCoefficients(gimbal *g, const char *name) {
  Integration it = (Integration)g;
  const gimbal_list list = it->family->coefficients;
  char text[160];
  for (size_t i = 0; i < list.count; ++i) {
    const char *const own = ListAt(list, gimbal_value, i)->name;
    if (own == name || !strcmp(own, name))
      return &it->coefficients[i];
  }
  size_t end =
      (size_t)snprintf(text, sizeof text, "no coefficients \"%.60s\"; the method declares%s", name,
                       list.count ? "" : " none");
  for (size_t i = 0; i < list.count && end < sizeof text; ++i)
    end += (size_t)snprintf(text + end, sizeof text - end, "%s %s", i ? "," : "",
                            ListAt(list, gimbal_value, i)->name);
  gimbal_fail(g, text, 0);
  return NULL;
}

const Real *IntegrationCoefficients(gimbal *g, const char *name) {
  const CoefficientList *const list = FindCoefficients(g, name);
  return list ? list->values : NULL;
}

int IntegrationCoefficientCount(gimbal *g, const char *name) {
  const CoefficientList *const list = FindCoefficients(g, name);
  return list ? (int)list->count : -1;
}
