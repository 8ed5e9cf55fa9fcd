/* The steps of methods that are tables: Runge–Kutta methods, partitioned ones and Rosenbrock methods, as
 * their schemes declare them. Stages that depend on one another are solved together, all others in turn:
 * one loop serves explicit, diagonally implicit and implicit methods. */
#include "base/word_list.h"
#include "core/integration.h"
#include "registry/schemes.h"
#include "gimbal_stages.h"

/* A scheme and its numbers, which the first step finds. Those for q and for p differ in a partitioned method
 * alone. */
struct StageTable {
  const gimbal_scheme *scheme; /* NULL: none holds here */
  int stages;                  /* that the scheme names; 0: as many as its tableaux have */
  int s, split, entries;       /* stages, 0 before the first step; entries of q, and of q and p */
  const Real *a[2], *b[2], *c, *gamma;
  int *end;           /* of a stage: the first one behind those that it depends on */
  const Real *weight; /* of the parts of a step */
  int parts;
  PetscBool momenta; /* q and p are stepped; else y = (q,v) */
  PetscBool rosenbrock, with_rate;
};
typedef struct StageTable Table;

/* A step, or a part of a composition; K are the slopes of the stages. */
typedef struct {
  const Table *table;
  Real t, h;
  const Real *y;
  Real *K, *Y;    /* of all stages; where one is evaluated */
  int first, end; /* the stages that are solved together */
} Part;

/* out = start + h Σ_j<end row_j K_j, with a row for the entries of q and one for those of p. */
static void Combine(const Part *part, const Real *row_q, const Real *row_p, int end,
                    const Real *start, Real *out) {
  const int entries = part->table->entries;
  if (row_q == row_p) {
    gimbal_stages_combine(entries, end, start, part->h, row_q, part->K, out);
    return;
  }
  for (int d = 0; d < entries; ++d) {
    const Real *const row = d < part->table->split ? row_q : row_p;
    Real sum = 0;
    for (int j = 0; j < end; ++j)
      sum += row[j] * part->K[j * entries + d];
    out[d] = start[d] + part->h * sum;
  }
}

/* The slope of stage i, from those of all stages before `end`. */
static int EvaluateStage(gimbal *g, const Part *part, int i, int end, Real *slope) {
  const Table *table = part->table;
  const Real t = part->t + table->c[i] * part->h;
  Combine(part, table->a[0] + i * table->s, table->a[1] + i * table->s, end, part->y, part->Y);
  return (table->momenta ? gimbal_momentum_field : gimbal_field)(g, t, part->Y, slope);
}

static int EvaluateResidual(gimbal *g, void *context, const Real *x, Real *r) {
  const Part *part = context;
  const int entries = part->table->entries, unknowns = (part->end - part->first) * entries;
  memcpy(part->K + part->first * entries, x, (size_t)unknowns * sizeof *x);
  for (int i = part->first; i < part->end; ++i)
    if (EvaluateStage(g, part, i, part->end, r + (i - part->first) * entries))
      return 1;
  for (int d = 0; d < unknowns; ++d)
    r[d] = x[d] - r[d];
  return 0;
}

/* The first stage behind those that stage `first` depends on, in either tableau. */
static int FindEnd(const Table *table, int first) {
  int end = first + 1;
  for (int i = first; i < end; ++i)
    for (int j = end; j < table->s; ++j)
      if (table->a[0][i * table->s + j] != 0 || table->a[1][i * table->s + j] != 0)
        end = j + 1;
  return end;
}

static int SolveStages(gimbal *g, Part *part) {
  const Table *table = part->table;
  for (part->first = 0; part->first < table->s; part->first = part->end) {
    const int first = part->first, diagonal = first * table->s + first;
    Real *const slope = part->K + first * table->entries;
    part->end = table->end[first];
    if (part->end == first + 1 && table->a[0][diagonal] == 0 && table->a[1][diagonal] == 0) {
      if (EvaluateStage(g, part, first, first, slope))
        return 1;
      continue;
    }
    const int unknowns = (part->end - first) * table->entries;
    Real *const x = gimbal_scratch(g, (size_t)unknowns);
    for (int d = 0; d < unknowns; ++d) /* a guess that costs nothing: the host extrapolates */
      x[d] = 0;
    if (gimbal_solve(g, unknowns, EvaluateResidual, NULL, part, x))
      return 1;
    memcpy(slope, x, (size_t)unknowns * sizeof *x);
  }
  return 0;
}

/* (I − hγ_ii J) k_i = f(t + c_i h, y + h Σ α_ij k_j) + h J Σ_{j<i} γ_ij k_j + h ∂f/∂t Σ_j γ_ij. */
static int SolveRosenbrock(gimbal *g, Part *part) {
  const Table *table = part->table;
  const int n = table->entries, s = table->s;
  Real *const J = gimbal_scratch(g, (size_t)n * (size_t)n);
  Real *const A = gimbal_scratch(g, (size_t)n * (size_t)n);
  Real *const rate = gimbal_scratch(g, (size_t)n), *const along = gimbal_scratch(g, (size_t)n);
  if (gimbal_field_jacobian(g, part->t, part->y, J) ||
      (table->with_rate && gimbal_field_time_derivative(g, part->t, part->y, rate)))
    return 1;
  for (int i = 0; i < s; ++i) {
    const Real *const gamma = table->gamma + i * s;
    Real *const slope = part->K + i * n, total = 0;
    if (EvaluateStage(g, part, i, i, slope))
      return 1;
    for (int d = 0; d < n; ++d)
      along[d] = 0;
    gimbal_stages_combine(n, i, along, 1, gamma, part->K, along);
    for (int j = 0; j <= i; ++j)
      total += gamma[j];
    for (int d = 0; d < n; ++d) {
      for (int e = 0; e < n; ++e) {
        slope[d] += part->h * J[d * n + e] * along[e];
        A[d * n + e] = (d == e) - part->h * gamma[i] * J[d * n + e];
      }
      if (table->with_rate)
        slope[d] += part->h * total * rate[d];
    }
    if (gimbal_linear_solve(g, n, A, slope))
      return 1;
  }
  return 0;
}

/* ---- The tables ---- */

static Real *Take(PetscInt count, const ExactNumber *from, Real **at) {
  Real *const out = *at;
  for (PetscInt i = 0; i < count; ++i)
    out[i] = (Real)from[i].value;
  *at += count;
  return out;
}

/* What the registry makes of coefficients, with the mutation of one of them. */
static void TakeNumbers(const Scheme *scheme, Arena arena, Table *table) {
  const PetscInt s = scheme->s, other = scheme->colours - 1;
  Real *at = ArenaArray(arena, 2 * s * s + 3 * s, sizeof(*at));
  table->s = (int)s;
  table->c = Take(s, scheme->c, &at);
  for (PetscInt k = 0; k < 2; ++k) {
    Real *const a = Take(s * s, scheme->a[k * other], &at);
    for (PetscInt i = 0; i < s && !strcmp(table->scheme->kind, "splitting"); ++i)
      a[i * s + i] = 0; /* a kick changes nothing that it reads, nor does a drift */
    table->a[k] = a;
    table->b[k] = Take(s, scheme->b[k * other], &at);
  }
  if (!other)
    table->a[1] = table->a[0], table->b[1] = table->b[0];
}

static PetscErrorCode MakeFromLists(Integration it, Table *table) {
  const Pairing pairing = {it->method, it->problem->instance, it->problem->index};
  const SchemeSource source = {MethodGetTableau, 0, MutationTouch, &it->mutation};
  ExactField field = {.exactness = EXACT_CERTAIN};
  Scheme scheme;
  for (int i = 0; i < EXACT_PRIMES; ++i)
    field.prime[i] = ModularPrimeBelow(MODULAR_FIRST);
  PetscCall(MethodMakeNumbers(&pairing, table->scheme, &source, &field, &scheme));
  TakeNumbers(&scheme, it->arena, table);
  return SchemeDestroy(&scheme);
}

static int MakeFromTableaux(gimbal *g, Table *table) {
  const gimbal_scheme *const scheme = table->scheme;
  const gimbal_tableau *const first = gimbal_tableau_of(g, scheme->first, table->stages);
  const gimbal_tableau *const second =
      scheme->second ? gimbal_tableau_of(g, scheme->second, table->stages) : NULL;
  if (!first || (scheme->second && !second))
    return 1;
  table->c = first->c;
  table->gamma = first->gamma;
  table->a[0] = table->a[1] = first->a;
  table->b[0] = table->b[1] = first->b;
  if (!strncmp(scheme->kind, "partitioned", 11)) {
    table->a[1] = second ? second->a : first->conjugate;
    table->b[1] = second ? second->b : first->b;
  }
  if (!table->a[1] || (second && second->s != first->s))
    return gimbal_fail(g, "the tableaux of the scheme do not make a pair", 0);
  table->s = first->s;
  return 0;
}

/* Once in a run; a step that has no table fails with the reason. */
static int MakeTable(gimbal *g, Table *table) {
  static const Real one = 1;
  const Integration it = (Integration)g;
  const gimbal_scheme *const scheme = table->scheme;
  PetscErrorCode error = 0;
  if (!scheme || MethodRefusesSteps(it->family))
    return gimbal_fail(g,
                       scheme ? MethodRefusesSteps(it->family)
                              : "the conditions of the method's schemes do not hold here",
                       0);
  table->split = (int)it->nq, table->entries = (int)(it->nq + it->np);
  table->momenta = it->momenta;
  table->rosenbrock = (PetscBool)!strncmp(scheme->kind, "rosenbrock", 10);
  table->with_rate = (PetscBool)!strcmp(scheme->kind, "rosenbrock");
  table->weight = scheme->weights ? gimbal_coefficients(g, scheme->weights) : &one;
  table->parts = scheme->weights ? gimbal_coefficient_count(g, scheme->weights) : 1;
  if (WordsContain("runge_kutta partitioned partitioned_separable rosenbrock rosenbrock_y",
                   scheme->kind)) {
    if (MakeFromTableaux(g, table))
      return 1;
  } else
    error = MakeFromLists(it, table);
  if (error)
    return IntegrationBreak(it, error);
  table->end = ArenaArray(it->arena, table->s, sizeof(*table->end));
  for (int i = 0; i < table->s; ++i)
    table->end[i] = FindEnd(table, i);
  return 0;
}

PetscErrorCode IntegrationFindScheme(Integration it) {
  const Pairing pairing = {it->method, it->problem->instance, it->problem->index};
  PetscInt stages = 0;
  it->table = ArenaArray(it->arena, 1, sizeof(*it->table));
  PetscCall(MethodFindScheme(&pairing, &it->table->scheme));
  if (it->table->scheme)
    PetscCall(MethodEvaluateCount(it->method, pairing.modelcase, pairing.realisation, "stages",
                                  it->table->scheme->stages, &stages));
  it->table->stages = (int)stages;
  return 0;
}

/* The host keeps p behind q, and dp behind dq. */
int IntegrationStepTable(gimbal *g, const gimbal_state *from, Real h, gimbal_state *to) {
  Table *const table = ((Integration)g)->table;
  if (!table->end && MakeTable(g, table))
    return 1;
  Real *const y = gimbal_scratch(g, (size_t)table->entries);
  Part part = {.table = table,
               .t = from->t,
               .y = from->q,
               .K = gimbal_scratch(g, (size_t)(table->s * table->entries)),
               .Y = gimbal_scratch(g, (size_t)table->entries)};
  for (int k = 0; k < table->parts; ++k) {
    part.h = table->weight[k] * h;
    if (table->rosenbrock ? SolveRosenbrock(g, &part) : SolveStages(g, &part))
      return 1;
    Combine(&part, table->b[0], table->b[1], table->s, to->dq, to->dq);
    part.t += part.h;
    for (int d = 0; k + 1 < table->parts && d < table->entries; ++d)
      y[d] = from->q[d] + to->dq[d];
    part.y = y;
  }
  return 0;
}
