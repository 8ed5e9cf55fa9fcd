/* The algebra study: which equations the coefficients of a Runge-Kutta scheme or a Rosenbrock method
 * satisfy, without a run. */
#include "studies/algebra/algebra.h"
#include "registry/schemes.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <string.h>

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
    .change = "the method's `schemes`, and the numbers that they name"};
