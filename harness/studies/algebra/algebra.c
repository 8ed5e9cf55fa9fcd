/* The algebra study: which equations the coefficients of a Runge-Kutta scheme or a Rosenbrock method
 * satisfy, without a run. */
#include "studies/algebra/algebra.h"
#include "registry/schemes.h"
#include "statistics/thresholds.h"
#include "studies/explanation.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <math.h>
#include <string.h>

static PetscErrorCode PutScheme(const Point *point, Explanation *e) {
  const Defect *d = PointFind(point, ALGEBRA_SCHEME);
  const PetscReal certain = d ? DefectFind(d, ALGEBRA_CERTAIN) : NAN;
  PetscFunctionBeginUser;
  if (!d)
    PetscFunctionReturn(0);
  PetscCall(
      ExplanationAdd(e, EXPLAIN_FIGURES, "%.0f stages%s%s", DefectFind(d, ALGEBRA_STAGES),
                     DefectFind(d, ALGEBRA_COLOURS) > 1 ? ", with tableaux of q and of p" : "",
                     DefectFind(d, ALGEBRA_SEPARABLE) > 0 ? ", kicks and drifts" : ""));
  if (DefectFind(d, ALGEBRA_ROSENBROCK) > 0)
    PetscCall(
        ExplanationAdd(e, EXPLAIN_FIGURES,
                       "a Rosenbrock method%s: α + Γ where a vertex of a tree has one branch, α "
                       "where it has several",
                       DefectFind(d, ALGEBRA_WITHOUT_RATE) > 0 ? " without ∂f/∂t" : ""));
  if (isfinite(DefectFind(d, ALGEBRA_B)))
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "simplifying assumptions B(%.0f) C(%.0f) D(%.0f)",
                             DefectFind(d, ALGEBRA_B), DefectFind(d, ALGEBRA_C),
                             DefectFind(d, ALGEBRA_D)));
  if (certain > 0)
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "exact numbers, modulo the primes %s%s",
                             d->witness ? d->witness : "?",
                             certain < 1 ? "; the signs of nested roots there are a guess" : ""));
  else
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                             "decimals, or numbers that only a program knows: to round-off"));
  if (DefectFind(d, ALGEBRA_NODES) == 0)
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                             "the nodes are not the sums of rows: the time has a tableau of its "
                             "own"));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutOrders(const Point *point, Explanation *e) {
  const Defect *d;
  PetscFunctionBeginUser;
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %5s  %7s  %9s  %9s  %6s  %s", "order", "trees",
                           "residual", "rounding", "exact", "the tree that is off most"));
  for (PetscInt k = 1; (d = AlgebraConditions(point, k)); ++k)
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %5d  %7.0f  %9.2g  %9.1g  %6s  %s", (int)k,
                             DefectFind(d, ALGEBRA_TREES), d->defect, d->error,
                             DefectFind(d, ALGEBRA_EXACT) == 1 ? "yes" : "no",
                             d->witness ? d->witness : ""));
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "order %d within 1e-12, %d within 1e-8",
                           (int)AlgebraOrderWithin(point, ALGEBRA_WITHIN),
                           (int)AlgebraOrderWithin(point, ALGEBRA_WITHIN_LOOSELY)));
  PetscFunctionReturn(0);
}

static PetscErrorCode ExplainAlgebra(const Explained *x, Explanation *e) {
  const Measured *measured = x->measured[0];
  PetscFunctionBeginUser;
  if (measured->shape == MEASURED_POINTS && measured->count) {
    PetscCall(PutScheme(&measured->point[0], e));
    if (!strcmp(x->claim->quantity, ALGEBRA_ORDER))
      PetscCall(PutOrders(&measured->point[0], e));
  }
  PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                           "the method's `schemes`, and the numbers that they name: it is these "
                           "that are judged, and the studies of runs show whether the step uses "
                           "them"));
  PetscFunctionReturn(0);
}

static PetscErrorCode AlgebraFits(const Pair *pair, PetscBool *fits) {
  const Pairing pairing = {pair->method, pair->instance, pair->realisation};
  const gimbal_scheme *scheme;
  PetscFunctionBeginUser;
  PetscCall(MethodFindScheme(&pairing, &scheme));
  *fits = (PetscBool)(scheme != NULL);
  PetscFunctionReturn(0);
}

static PetscErrorCode PlanAlgebra(const Pair *pair, Jobs *jobs) {
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(PairAddJob(pair, "", 1, jobs, &job));
  PetscFunctionReturn(0);
}

/* What other studies find in runs: the order of any part of the state is at least the scheme's, and
 * a scheme is reversible, on models that are, where it is symmetric [Hairer, Lubich, Wanner, Geometric
 * Numerical Integration, V.1 and VI.4]. */
static PetscBool RestatesRunClaim(const gimbal_claim *other, gimbal_claim *own) {
  static const struct {
    const char *study, *quantity, *own;
  } same[] = {{"order", "q", ALGEBRA_ORDER},
              {"order", "p", ALGEBRA_ORDER},
              {"order", "v", ALGEBRA_ORDER},
              {"structure", "symplectic", "symplectic"},
              {"structure", "reversible", "symmetric"}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(same); ++i)
    if (!strcmp(other->study, same[i].study) && !strcmp(other->quantity, same[i].quantity)) {
      *own = *other;
      own->study = "algebra";
      own->quantity = same[i].own;
      return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

static const ClaimWords claims[] = {
    {.study = "algebra",
     .on = CLAIM_ON_WORD,
     .quantities = ALGEBRA_ORDER,
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning = "the declared scheme meets the order conditions up to this order"},
    {.study = "algebra",
     .on = CLAIM_ON_WORD,
     .quantities = "symplectic symmetric stiffly_accurate a_stable l_stable",
     .values = "yes no",
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning = "the declared scheme has this property, by its numbers"},
    {.study = NULL}};

const Study StudyAlgebra = {
    .name = "algebra",
    .text =
        "   of an algebra study (order conditions and the like, of the numbers of methods that "
        "say\n"
        "   what Runge-Kutta or Rosenbrock scheme their step is; without a run, once for each\n"
        "   method; it judges claims of orders, of symplecticity and of reversibility beside the\n"
        "   studies of runs):\n"
        "    no keys of its own\n",
    .keys = "",
    .claims = claims,
    .once = PETSC_TRUE,
    .runs_nothing = PETSC_TRUE,
    .restates = RestatesRunClaim,
    .fits = AlgebraFits,
    .plan = PlanAlgebra,
    .measure = AlgebraMeasure,
    .judge = AlgebraJudge,
    .explain = ExplainAlgebra};
