/* Figures beside the order, of schemes with one tableau. */
#include "studies/algebra/answers.h"
#include "numerics/scheme_answers.h"
#include "statistics/thresholds.h"

static PetscErrorCode Put(Measured *measured, Point *point, const char *name, SchemeFigure figure) {
  Defect *defect;
  if (isnan(figure.value))
    return 0;
  return PointDefect(measured, point, name, figure.value, figure.error, &defect);
}

static PetscBool Holds(const Scheme *scheme, const OrderConditions *c) {
  return (PetscBool)(c->residual <= ALGEBRA_WRONG * c->error &&
                     (c->exact || scheme->field.exactness >= EXACT_LACKING));
}

/* The order for autonomous systems, where nodes are not the sums of rows. */
static PetscErrorCode AutonomousOrder(const Scheme *scheme, PetscInt depth, PetscReal *order) {
  OrderConditions conditions[SCHEME_ORDERS_MAX];
  PetscInt orders, held = 0;
  PetscCall(SchemeCheckOrders(scheme, depth, &orders, conditions));
  while (held < orders && Holds(scheme, &conditions[held]))
    ++held;
  *order = (PetscReal)held;
  return 0;
}

static PetscErrorCode PutStability(Measured *measured, Point *point, const Scheme *scheme) {
  StabilityPolynomials R;
  SchemeLinear linear;
  PetscBool known;
  PetscCall(SchemeStabilityPolynomials(scheme, &R, &known));
  if (!known)
    return 0;
  SchemeLinearOrders(&R, &linear);
  PetscCall(Put(measured, point, ALGEBRA_LINEAR, linear.linear));
  PetscCall(Put(measured, point, ALGEBRA_DISPERSION, linear.dispersion));
  PetscCall(Put(measured, point, ALGEBRA_DISSIPATION, linear.dissipation));
  PetscCall(Put(measured, point, ALGEBRA_REAL, SchemeRealInterval(&R)));
  return Put(measured, point, ALGEBRA_IMAGINARY, SchemeImaginaryInterval(&R));
}

PetscErrorCode AlgebraPutAnswers(Measured *measured, Point *point, const Scheme *scheme,
                                 PetscInt orders, const OrderConditions conditions[],
                                 PetscBool symplectic) {
  const OrderConditions *last = &conditions[orders - 1];
  SchemeFigure figure = {NAN, 0};
  Scheme autonomous;
  PetscInt order;
  Defect *defect;
  if (scheme->colours != 1)
    return 0;
  PetscCall(PutStability(measured, point, scheme));
  if (!Holds(scheme, last)) {
    PetscCall(PointDefect(measured, point, ALGEBRA_PRINCIPAL, last->norm, last->error, &defect));
    PetscCall(DefectNumber(measured, defect, ALGEBRA_LARGEST, last->largest_coefficient));
  }
  if (scheme->beta)
    return 0;
  PetscCall(SchemeMonotonicity(scheme, &figure));
  PetscCall(Put(measured, point, ALGEBRA_SSP, figure));
  PetscCall(SchemeAutonomous(scheme, &autonomous));
  if (!SchemeHasNodes(scheme)) {
    PetscCall(AutonomousOrder(&autonomous, SchemeDepth(&autonomous, 0), &figure.value));
    PetscCall(Put(measured, point, ALGEBRA_AUTONOMOUS, (SchemeFigure){figure.value, 0}));
  }
  figure = (SchemeFigure){INFINITY, 0};
  if (!symplectic) {
    PetscCall(SchemePseudoSymplectic(&autonomous, PetscMin(TREES_DEPTH_MAX, 2 * orders), &order));
    figure.value = (PetscReal)order;
  }
  PetscCall(PetscFree(autonomous.c));
  return Put(measured, point, ALGEBRA_PSEUDO, figure);
}
