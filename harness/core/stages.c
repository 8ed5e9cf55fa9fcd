/* The steps of methods that are tables: Runge–Kutta methods, partitioned ones and Rosenbrock methods, as
 * their schemes declare them. Stages that depend on one another are solved together, all others in turn:
 * one loop serves explicit, diagonally implicit and implicit methods. */
#include "core/integration.h"
#include "registry/schemes.h"
#include "gimbal_stages.h"
#include <string.h>

/* The numbers of a scheme, for q and for p; they are the same but in a partitioned method. */
typedef struct {
  int s, split, entries; /* stages; entries of q, and of q and p */
  const Real *a[2], *b[2], *c, *gamma;
  PetscBool momenta; /* q and p are stepped; else y = (q,v) */
} Table;

/* A step, or a part of a composition; K are the slopes of the stages. */
typedef struct {
  const Table *table;
  Real t, h;
  const Real *y;
  Real *K;
  int first, end; /* the stages that are solved together */
} Part;

static int Evaluate(gimbal *g, const Table *table, Real t, const Real *y, Real *slope) {
  return table->momenta ? gimbal_momentum_field(g, t, y, slope) : gimbal_field(g, t, y, slope);
}

/* out = start + h Σ_j<end row_j K_j, with a row for the entries of q and one for those of p. */
static void Combine(const Part *part, const Real *row_q, const Real *row_p, int end,
                    const Real *start, Real *out) {
  const int entries = part->table->entries;
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
  Real *const Y = gimbal_scratch(g, (size_t)table->entries);
  Combine(part, table->a[0] + i * table->s, table->a[1] + i * table->s, end, part->y, Y);
  return Evaluate(g, table, part->t + table->c[i] * part->h, Y, slope);
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
    part->end = FindEnd(table, first);
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
static int SolveRosenbrock(gimbal *g, Part *part, PetscBool with_rate) {
  const Table *table = part->table;
  const int n = table->entries, s = table->s;
  Real *const J = gimbal_scratch(g, (size_t)n * (size_t)n);
  Real *const A = gimbal_scratch(g, (size_t)n * (size_t)n);
  Real *const rate = gimbal_scratch(g, (size_t)n), *const along = gimbal_scratch(g, (size_t)n);
  if (gimbal_field_jacobian(g, part->t, part->y, J) ||
      (with_rate && gimbal_field_time_derivative(g, part->t, part->y, rate)))
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
      if (with_rate)
        slope[d] += part->h * total * rate[d];
    }
    if (gimbal_linear_solve(g, n, A, slope))
      return 1;
  }
  return 0;
}

/* ---- The tables ---- */

/* The coefficients of that name, if the method declares them. */
static const Real *FindList(Integration it, const char *name) {
  for (size_t i = 0; i < it->family->coefficients.count; ++i)
    if (!strcmp(ListAt(it->family->coefficients, gimbal_value, i)->name, name))
      return gimbal_coefficients(&it->g, name);
  return NULL;
}

/* From coefficients: a matrix, or its rows below the diagonal; weights; nodes, or the sums of rows. */
static int MakeFromCoefficients(gimbal *g, const gimbal_scheme *scheme, Table *table) {
  const Real *given = gimbal_coefficients(g, scheme->first),
             *b = gimbal_coefficients(g, scheme->second), *c = FindList((Integration)g, "c");
  if (!given || !b)
    return 1;
  const int s = table->s = gimbal_coefficient_count(g, scheme->second);
  const PetscBool whole = (PetscBool)(gimbal_coefficient_count(g, scheme->first) == s * s);
  Real *const a = gimbal_scratch(g, (size_t)(s * s)), *const sum = gimbal_scratch(g, (size_t)s);
  for (int i = 0; i < s; ++i) {
    sum[i] = 0;
    for (int j = 0; j < s; ++j) {
      a[i * s + j] = whole || j < i ? *given++ : 0;
      sum[i] += a[i * s + j];
    }
  }
  table->a[0] = table->a[1] = a;
  table->b[0] = table->b[1] = b;
  table->c = c ? c : sum;
  return 0;
}

static int MakeTable(gimbal *g, const gimbal_scheme *scheme, Table *table) {
  const Integration it = (Integration)g;
  *table = (Table){.split = (int)it->nq, .entries = (int)(it->nq + it->np), .momenta = it->momenta};
  if (!strcmp(scheme->kind, "coefficients"))
    return MakeFromCoefficients(g, scheme, table);
  const gimbal_tableau *const first = gimbal_tableau_of(g, scheme->first, it->scheme_stages);
  const gimbal_tableau *const second =
      scheme->second ? gimbal_tableau_of(g, scheme->second, it->scheme_stages) : NULL;
  if (!first || (scheme->second && !second))
    return 1;
  table->s = first->s;
  table->c = first->c;
  table->gamma = first->gamma;
  table->a[0] = table->a[1] = first->a;
  table->b[0] = table->b[1] = first->b;
  if (strcmp(scheme->kind, "partitioned"))
    return 0;
  table->a[1] = second ? second->a : first->conjugate;
  table->b[1] = second ? second->b : first->b;
  return table->a[1] && (!second || second->s == first->s)
             ? 0
             : gimbal_fail(g, "the tableaux of the scheme do not make a pair", 0);
}

PetscErrorCode IntegrationFindScheme(Integration it) {
  const Pairing pairing = {it->method, it->problem->instance, it->problem->index};
  PetscInt stages = 0;
  PetscFunctionBeginUser;
  PetscCall(MethodFindScheme(&pairing, &it->scheme));
  if (it->scheme)
    PetscCall(MethodEvaluateCount(it->method, pairing.modelcase, pairing.realisation, "stages",
                                  it->scheme->stages, &stages));
  it->scheme_stages = (int)stages;
  PetscFunctionReturn(0);
}

/* The host keeps p behind q, and dp behind dq. */
int IntegrationStepTable(gimbal *g, const gimbal_state *from, Real h, gimbal_state *to) {
  const gimbal_scheme *const scheme = ((Integration)g)->scheme;
  const PetscBool rosenbrock = (PetscBool)(scheme && !strncmp(scheme->kind, "rosenbrock", 10));
  const Real one = 1, *weight = &one;
  int count = 1;
  Table table;
  if (!scheme)
    return gimbal_fail(g, "the conditions of the method's schemes do not hold here", 0);
  if (MakeTable(g, scheme, &table))
    return 1;
  if (scheme->weights) {
    weight = gimbal_coefficients(g, scheme->weights);
    count = gimbal_coefficient_count(g, scheme->weights);
  }
  Real *const K = gimbal_scratch(g, (size_t)(table.s * table.entries));
  Real *const y = gimbal_scratch(g, (size_t)table.entries);
  Part part = {.table = &table, .t = from->t, .y = from->q, .K = K};
  for (int k = 0; k < count; ++k) {
    part.h = weight[k] * h;
    if (rosenbrock ? SolveRosenbrock(g, &part, (PetscBool)!scheme->kind[10])
                   : SolveStages(g, &part))
      return 1;
    Combine(&part, table.b[0], table.b[1], table.s, to->dq, to->dq);
    part.t += part.h;
    for (int d = 0; d < table.entries; ++d)
      y[d] = from->q[d] + to->dq[d];
    part.y = y;
  }
  return 0;
}
