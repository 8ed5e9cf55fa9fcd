/* A realisation of a case: its formulation and its storage, made once. */
#include "core/problem.h"
#include "base/limits.h"
#include "base/word_list.h"

#ifdef GIMBAL_QUAD
#define DESCRIPTOR(model) ((model)->descriptor_quad)
#else
#define DESCRIPTOR(model) ((model)->descriptor)
#endif

static Real *Room(Problem p, PetscInt64 count) { return ArenaArray(p->room, count, sizeof(Real)); }

static void CreateWork(Problem p) {
  const PetscInt64 n = p->n, m = p->m, k = p->k;
  const PetscInt64 square = p->functions->sparse ? 0 : PetscMax(n, m + k) * PetscMax(n, m + k);
  const PetscInt64 cube = p->functions->structure ? m * m * m : 0;
  const PetscInt64 gradient = p->holonomic * (PetscInt64)p->gradient_width;
  ProblemWork *const w = &p->work;
  w->matrix = Room(p, p->functions->sparse ? k * (p->gradient_reach + 1) : square);
  w->right = Room(p, m + k);
  w->mass = Room(p, square);
  w->rates = Room(p, m + k);
  w->rate = Room(p, n);
  w->rows = Room(p, gradient + p->nonholonomic * m);
  w->multipliers = Room(p, k);
  w->unit = Room(p, n);
  w->column = Room(p, m + k);
  w->point = Room(p, n + m);
  w->value = Room(p, PetscMax(square, m + k));
  w->field_direction = Room(p, n + m);
  w->field_column = Room(p, n + m);
  w->field_point = Room(p, n + m);
  w->field_value = Room(p, n + m);
  w->velocity = Room(p, m);
  w->acceleration = Room(p, m);
  w->lambda = Room(p, k);
  w->reactions = Room(p, gradient + p->nonholonomic * m);
  w->constraint_gradient = Room(p, gradient);
  w->drift = Room(p, p->holonomic);
  w->residual = Room(p, m);
  w->correction = Room(p, m);
  w->psi = Room(p, square);
  w->gradient = Room(p, n);
  w->structure = Room(p, cube);
  w->momentum = Room(p, m);
  w->along = Room(p, n == m ? cube : 0);
  w->direction = Room(p, n);
  w->factors = Room(p, square);
  w->bracket = Room(p, n);
  if (!p->functions->sparse) {
    p->mass = Room(p, m * m);
    p->factors = Room(p, m * m);
    p->pivot = ArenaArray(p->room, m, sizeof(*p->pivot));
  }
  p->more = Room(p, m);
  p->force = Room(p, m);
  p->at = Room(p, n + m + 1);
  p->values =
      Room(p, n + m + k + 1); /* the residuals too, 2·holonomic + nonholonomic; holonomic <= n */
  p->psi = Room(p, p->functions->frame ? n * m : 0);
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
  UserCheck(model, "model %s was built in double precision only", instance->model->name);
  UserCheck(index >= 0 && (size_t)index < model->realisations.count,
            "model %s has no realisation %d", instance->model->name, (int)index);
  const Dimensions dimensions = ModelCaseDimensions(instance, index);
  UserCheck(!formulations[dimensions.formulation]->structure || dimensions.m <= LIMIT_STRUCTURE,
            "model %s: m is %d; at most %d (LIMIT_STRUCTURE) on a group or in a frame", model->name,
            (int)dimensions.m, LIMIT_STRUCTURE);
  const Arena room = ArenaCreate();
  const Problem p = ArenaArray(room, 1, sizeof(*p));
  p->room = room;
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
  CreateWork(p);
#ifndef GIMBAL_QUAD
  if (instance->model->descriptor_quad) {
    PetscCall(CoreQuad()->problem_create(instance, index, &p->in_quad));
    /* Of a sparse one nothing is derived but the field. */
    const PetscInt results = (p->functions->sparse ? 3 : p->n + 1) * (p->m + p->k + 1);
    p->exchange = ArenaArray(p->room, 2 * (p->n + p->m) + results, sizeof(*p->exchange));
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
  ArenaDestroy(&p->room);
  *problem = NULL;
  return 0;
}
