/* A small dense system. Unknowns up to eight: factors that are kept become an inverse. */
#include "solver/dense_lu.h"
#include "solver/newton_type.h"

enum { INVERTED_UP_TO = 8 };

typedef struct {
  struct _p_StepSolver head;
  PetscReal *factors; /* n×n */
  PetscInt *pivot;
} DenseSolver;

static PetscBool Factor(StepSolver s) {
  DenseSolver *d = (DenseSolver *)s;
  (void)PetscArraycpy(d->factors, s->matrix, s->n * s->n);
  const PetscReal spread = DenseLUFactor(s->n, d->factors, d->pivot);
  /* pivots of a singular matrix are as small as rounding makes them */
  return (PetscBool)(spread != 0 &&
                     !(spread < 1e-8 && DenseLUIsSingular(s->n, s->matrix, d->factors, d->pivot)));
}

/* Substitution waits for each number in turn, a product does not. What it rounds more, the next
 * iteration corrects. */
static void Reuse(StepSolver s) {
  const DenseSolver *d = (const DenseSolver *)s;
  if (s->inverted || !s->inverse)
    return;
  DenseLUInvert(s->n, d->factors, d->pivot, s->inverse);
  s->inverted = PETSC_TRUE;
}

static void Correct(StepSolver s, const PetscReal *r, PetscReal *delta) {
  const DenseSolver *d = (const DenseSolver *)s;
  DenseLUSolve(s->n, d->factors, d->pivot, r, delta);
}

static void Terms(StepSolver s) {
  const PetscReal *const work = s->work;
  const PetscInt n = s->n;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *row = s->matrix + i * n;
    PetscReal sum = 0, more = 0;
    PetscInt j = 0;
    for (; j + 1 < n; j += 2) {
      sum += PetscAbsReal(row[j]) * work[j];
      more += PetscAbsReal(row[j + 1]) * work[j + 1];
    }
    if (j < n)
      sum += PetscAbsReal(row[j]) * work[j];
    s->size[i] = sum + more;
  }
}

/* Differences are n residuals; factors are n/3 solves, which are less than residuals. */
static PetscReal Cost(const struct _p_StepSolver *s) {
  const PetscReal n = (PetscReal)s->n;
  return s->functions.jacobian ? 1 + n / 6 : 1 + n;
}

static PetscErrorCode Destroy(StepSolver s) {
  DenseSolver *d = (DenseSolver *)s;
  PetscCall(PetscFree2(d->factors, d->pivot));
  return 0;
}

PetscErrorCode StepSolverCreate(PetscInt n, StepSolver *out) {
  static const StepSolverOperations operations = {.factor = Factor,
                                                  .reuse = Reuse,
                                                  .correct = Correct,
                                                  .terms = Terms,
                                                  .cost = Cost,
                                                  .destroy = Destroy};
  DenseSolver *d;
  StepSolver s;
  PetscCall(PetscNew(&d));
  s = &d->head;
  s->operations = &operations;
  s->lower = -1;
  PetscCall(StepSolverBegin(s, n, SNESDENSENEWTON));
  PetscCall(PetscCalloc2(n * n, &d->factors, n, &d->pivot));
  if (n <= INVERTED_UP_TO)
    PetscCall(PetscCalloc1(n * n, &s->inverse));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, n, n, NULL, &s->jacobian));
  PetscCall(StepSolverSetFromOptions(s));
  *out = s;
  return 0;
}

PetscErrorCode StepSolverPrepare(void) {
  StepSolver solver;
  PetscCall(StepSolverCreate(1, &solver));
  return StepSolverDestroy(&solver);
}
