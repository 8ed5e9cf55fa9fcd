/* A realisation of a case: its storage, and the functions of its formulation behind one face. */
#include "core/problem.h"
#include "base/word_list.h"
#include <string.h>

#ifdef GIMBAL_QUAD
#define DESCRIPTOR(model) ((model)->descriptor_quad)
#else
#define DESCRIPTOR(model) ((model)->descriptor)
#endif

/* One block, of which each has its part. */
static PetscErrorCode CreateWork(Problem p) {
  const PetscInt n = p->n, m = p->m, k = p->k;
  const PetscInt square = p->functions->sparse ? 0 : PetscMax(n, m + k) * PetscMax(n, m + k);
  const PetscInt cube = p->functions->structure ? m * m * m : 0;
  const PetscInt gradient = p->holonomic * p->gradient_width;
  ProblemWork *w = &p->work;
  const struct {
    Real **at;
    PetscInt entries;
  } part[] = {{&w->matrix, p->functions->sparse ? k * (p->gradient_reach + 1) : square},
              {&w->right, m + k},
              {&w->mass, square},
              {&w->rates, m + k},
              {&w->rate, n},
              {&w->rows, gradient + p->nonholonomic * m},
              {&w->multipliers, k},
              {&w->unit, n},
              {&w->column, m + k},
              {&w->point, n + m},
              {&w->value, PetscMax(square, m + k)},
              {&w->field_direction, n + m},
              {&w->field_column, n + m},
              {&w->field_point, n + m},
              {&w->field_value, n + m},
              {&w->velocity, m},
              {&w->acceleration, m},
              {&w->lambda, k},
              {&w->reactions, gradient + p->nonholonomic * m},
              {&w->constraint_gradient, gradient},
              {&w->drift, p->holonomic},
              {&w->residual, m},
              {&w->correction, m},
              {&w->psi, square},
              {&w->gradient, n},
              {&w->structure, cube},
              {&w->momentum, m},
              {&w->along, n == m ? cube : 0},
              {&w->direction, n},
              {&w->factors, square},
              {&w->bracket, n}};
  const size_t parts = sizeof part / sizeof part[0];
  size_t total = 0;
  Real *next;
  for (size_t i = 0; i < parts; ++i)
    total += (size_t)part[i].entries;
  PetscCall(PetscMalloc1(total, &w->all));
  next = w->all;
  for (size_t i = 0; i < parts; ++i) {
    *part[i].at = next;
    next += part[i].entries;
  }
  if (!p->functions->sparse)
    PetscCall(PetscMalloc3(m * m, &p->mass, m * m, &p->factors, m, &p->pivot));
  return 0;
}

static PetscErrorCode SetGradientBand(Problem p) {
  const PetscInt *const band = p->calls.band;
  p->gradient_width = band[0], p->gradient_stride = band[1], p->gradient_offset = band[2];
  p->gradient_reach = PetscMax(p->holonomic - 1, 0);
  if (band[1])
    p->gradient_reach = PetscMin(p->gradient_reach, (band[0] - 1) / band[1]);
  return 0;
}

PetscErrorCode ProblemCreate(ModelCase instance, PetscInt index, Problem *out) {
  static const Formulation *const formulations[] = {
#define FORMULATION(constant, member, Name, ...) [GIMBAL_##constant] = &Formulation##Name,
#include "registry/formulation_list.h"
  };
  const gimbal_model *model = DESCRIPTOR(instance->model);
  const gimbal_realisation *r;
  Dimensions dimensions;
  Problem p;
  PetscCheck(model, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "model %s was built in double precision only", instance->model->name);
  PetscCheck(index >= 0 && (size_t)index < model->realisations.count, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "model %s has no realisation %d", instance->model->name,
             (int)index);
  PetscCall(ModelCaseGetDimensions(instance, index, &dimensions));
  PetscCall(PetscNew(&p));
  r = ListAt(model->realisations, gimbal_realisation, index);
  p->instance = instance;
  p->index = index;
  p->realisation = r;
  p->formulation = dimensions.formulation;
  p->functions = formulations[p->formulation];
  p->n = dimensions.n;
  p->m = dimensions.m;
  p->holonomic = dimensions.holonomic;
  p->nonholonomic = dimensions.nonholonomic;
  p->k = p->holonomic + p->nonholonomic;
  PetscCall(ModelCallsCreate(instance, index, &p->calls));
  p->rheonomic = (PetscBool)(p->holonomic && WordsContain(r->traits, "rheonomic"));
  if (p->functions->create)
    PetscCall(p->functions->create(p));
  PetscCall(SetGradientBand(p));
  PetscCall(CreateWork(p));
  PetscCall(PetscMalloc2(p->m + 1, &p->more, p->m + 1, &p->force));
  /* as long as the residuals too, which are 2·holonomic + nonholonomic, and holonomic <= n */
  PetscCall(PetscMalloc3(p->n + p->m + 1, &p->at, p->n + p->m + p->k + 1, &p->values,
                         p->functions->frame ? p->n * p->m : 0, &p->psi));
#ifndef GIMBAL_QUAD
  if (instance->model->descriptor_quad) {
    PetscCall(CoreQuad()->problem_create(instance, index, &p->in_quad));
    /* Of a sparse one nothing is derived but the field. */
    PetscCall(
        PetscMalloc1(2 * (p->n + p->m) + (p->functions->sparse ? 3 : p->n + 1) * (p->m + p->k + 1),
                     &p->exchange));
  }
#endif
  *out = p;
  return ProblemRefuse(p);
}

PetscErrorCode ProblemDestroy(Problem *problem) {
  Problem p = *problem;
  if (!p)
    return 0;
  if (p->in_quad)
    PetscCall(CoreQuad()->problem_destroy(&p->in_quad));
  PetscCall(ModelCallsDestroy(&p->calls));
  PetscCall(PetscFree(p->work.all));
  PetscCall(PetscFree3(p->mass, p->factors, p->pivot));
  PetscCall(PetscFree2(p->more, p->force));
  PetscCall(PetscFree3(p->at, p->values, p->psi));
  PetscCall(PetscFree(p->exchange));
  return PetscFree(*problem);
}

/* What the formulation says; non-zero where it has no such thing. */
#define OF_QV(Name, member)                                                                        \
  int Name(Problem p, Real t, const Real *q, const Real *v, Real *out) {                           \
    return p->functions->member ? p->functions->member(p, t, q, v, out) : 1;                       \
  }
#define OF_Q(Name, member)                                                                         \
  int Name(Problem p, Real t, const Real *q, Real *out) {                                          \
    return p->functions->member ? p->functions->member(p, t, q, NULL, out) : 1;                    \
  }
OF_QV(ProblemMomentum, momentum)
OF_QV(ProblemVelocity, velocity)
OF_QV(ProblemForce, force)
OF_QV(ProblemLagrangian, lagrangian)
OF_QV(ProblemGradient, gradient)
OF_QV(ProblemConfigurationRate, rate)
OF_Q(ProblemFrame, frame)
OF_Q(ProblemStructure, structure)

int ProblemEnergy(Problem p, Real t, const Real *q, const Real *v, Real *value) {
  if (!ModelHas(&p->calls, MODEL_ENERGY))
    return p->functions->energy ? p->functions->energy(p, t, q, v, value) : 1;
  *value = ModelScalar(&p->calls, MODEL_ENERGY, t, q, v);
  return !AllFinite(1, value);
}

int ProblemConstraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  return p->nonholonomic ? p->functions->constraint(p, t, q, v, out) : 0;
}

int ProblemReaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  return p->nonholonomic ? p->functions->reaction(p, t, q, v, out) : 0;
}

int ProblemHolonomic(Problem p, Real t, const Real *q, Real *out) {
  if (p->holonomic)
    ModelVector(&p->calls, MODEL_HOLONOMIC, t, q, NULL, out);
  return !AllFinite(p->holonomic, out);
}

int ProblemHolonomicGradient(Problem p, Real t, const Real *q, Real *out) {
  if (p->holonomic)
    ModelVector(&p->calls, MODEL_HOLONOMIC_GRADIENT, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->m, out);
}

int ProblemHolonomicGradientBand(Problem p, Real t, const Real *q, Real *out) {
  if (!ModelHas(&p->calls, MODEL_HOLONOMIC_BAND)) /* the gradient itself is the band */
    return ProblemHolonomicGradient(p, t, q, out);
  if (p->holonomic)
    ModelVector(&p->calls, MODEL_HOLONOMIC_BAND, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->gradient_width, out);
}

int ProblemHolonomicTimeDerivative(Problem p, Real t, const Real *q, Real *out) {
  if (p->rheonomic)
    return ProblemDirectional(p, OF_HOLONOMIC, t, q, NULL, 1, NULL, NULL, out);
  for (PetscInt a = 0; a < p->holonomic; ++a)
    out[a] = 0;
  return 0;
}

int ProblemHolonomicRate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Real *const band = p->work.constraint_gradient;
  if (ProblemHolonomicGradientBand(p, t, q, band) || ProblemHolonomicTimeDerivative(p, t, q, out))
    return 1;
  for (PetscInt a = 0; a < p->holonomic; ++a) {
    const GradientRow row = ProblemGradientRow(p, a);
    for (PetscInt i = row.first; i < row.end; ++i)
      out[a] += band[row.at + i] * v[i];
  }
  return 0;
}

int ProblemAcceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  return p->functions->acceleration ? p->functions->acceleration(p, t, q, v, acceleration, lambda)
                                    : 1;
}

int ProblemField(Problem p, Real t, const Real *y, Real *f) {
  return p->functions->field(p, t, y, f);
}

PetscInt ProblemResidualCount(Problem p) { return 2 * p->holonomic + p->nonholonomic; }

int ProblemResiduals(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const PetscInt h = p->holonomic;
  if (!p->k)
    return 0;
  return ProblemHolonomic(p, t, q, out) || ProblemHolonomicRate(p, t, q, v, out + h) ||
         ProblemConstraint(p, t, q, v, out + 2 * h);
}

int ProblemResidualScales(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  const PetscInt h = p->holonomic;
  Real largest = 0;
  if (!p->k)
    return 0;
  Real *const band = p->work.constraint_gradient;
  if (ProblemHolonomicGradientBand(p, t, q, band))
    return 1;
  for (PetscInt i = 0; i < p->n; ++i) /* of redundant coordinates, whose rows are of the algebra */
    largest = gimbal_fmax(largest, gimbal_fabs(q[i]));
  if (ProblemHolonomicTimeDerivative(p, t, q, scale + h))
    return 1;
  for (PetscInt a = 0; a < h; ++a) {
    const GradientRow row = ProblemGradientRow(p, a);
    scale[h + a] = gimbal_fabs(scale[h + a]);
    scale[a] = 0;
    for (PetscInt i = row.first; i < row.end; ++i) {
      scale[h + a] += gimbal_fabs(band[row.at + i] * v[i]);
      scale[a] += gimbal_fabs(band[row.at + i] * (p->n == p->m ? q[i] : largest));
    }
  }
  return p->nonholonomic ? p->functions->reaction_scale(p, t, q, v, scale + 2 * h) : 0;
}
