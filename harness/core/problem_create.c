/* A realisation of a case: its formulation and its storage, made once. */
#include "core/problem.h"
#include "base/word_list.h"

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
  for (size_t i = 0; i < parts; ++i)
    total += (size_t)part[i].entries;
  PetscCall(PetscMalloc1(total, &w->all));
  Real *next = w->all;
  for (size_t i = 0; i < parts; ++i) {
    *part[i].at = next;
    next += part[i].entries;
  }
  if (!p->functions->sparse)
    PetscCall(PetscMalloc3(m * m, &p->mass, m * m, &p->factors, m, &p->pivot));
  return 0;
}

static void SetGradientBand(Problem p) {
  const PetscInt *const band = p->calls.band;
  p->gradient_width = band[0], p->gradient_stride = band[1], p->gradient_offset = band[2];
  p->gradient_reach = PetscMax(p->holonomic - 1, 0);
  if (band[1])
    p->gradient_reach = PetscMin(p->gradient_reach, (band[0] - 1) / band[1]);
}

PetscErrorCode ProblemCreate(ModelCase instance, PetscInt index, Problem *out) {
  static const Formulation *const formulations[] = {
#define FORMULATION(constant, member, Name, ...) [GIMBAL_##constant] = &Formulation##Name,
#include "registry/formulation_list.h"
  };
  const gimbal_model *model = DESCRIPTOR(instance->model);
  Problem p;
  UserCheck(model, "model %s was built in double precision only", instance->model->name);
  UserCheck(index >= 0 && (size_t)index < model->realisations.count,
            "model %s has no realisation %d", instance->model->name, (int)index);
  const Dimensions dimensions = ModelCaseDimensions(instance, index);
  PetscCall(PetscNew(&p));
  const gimbal_realisation *const r = ListAt(model->realisations, gimbal_realisation, index);
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
  SetGradientBand(p);
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
