/* A case in other units. */
#include "units/units.h"
#include "registry/formulation.h"
#include "registry/parameters.h"
#include "units/scaled_model.h"
#include <stdio.h>
#include <string.h>

PetscErrorCode CaseUnitsCreate(ModelCase instance, Arena arena, CaseUnits **out) {
  const gimbal_list list = instance->model->descriptor->realisations;
  CaseUnits *u;
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(arena, 1, &u));
  u->realisations = (PetscInt)list.count;
  PetscCall(ArenaArray(arena, list.count, &u->realisation));
  for (PetscInt i = 0; i < u->realisations; ++i) {
    const gimbal_realisation *r = ListAt(list, gimbal_realisation, i);
    RealisationUnits *const ru = &u->realisation[i];
    Dimensions d;
    PetscCall(ModelCaseGetDimensions(instance, i, &d));
    ru->n = d.n;
    ru->m = d.m;
    ru->k = d.holonomic + d.nonholonomic;
    ru->invariants = (PetscInt)r->invariants.count;
    ru->equilibria = (PetscInt)r->equilibria.count;
    PetscCall(ArenaArray(arena, d.n, &ru->q));
    PetscCall(ArenaArray(arena, d.m, &ru->displacement));
    PetscCall(ArenaArray(arena, d.m, &ru->v));
    PetscCall(ArenaArray(arena, d.m, &ru->p));
    PetscCall(ArenaArray(arena, ru->k, &ru->constraint));
    PetscCall(ArenaArray(arena, ru->k, &ru->reaction));
    PetscCall(ArenaArray(arena, ru->k, &ru->lambda));
    PetscCall(ArenaArray(arena, ru->invariants, &ru->invariant));
    PetscCall(ArenaArray(arena, ru->equilibria, &ru->deviation));
  }
  *out = u;
  PetscFunctionReturn(0);
}

void CaseUnitsComplete(ModelCase instance, CaseUnits *u) {
  const gimbal_list list = instance->model->descriptor->realisations;
  for (PetscInt r = 0; r < u->realisations; ++r) {
    RealisationUnits *const ru = &u->realisation[r];
    const FormulationData *data = RealisationGetData(ListAt(list, gimbal_realisation, r));
    for (PetscInt j = 0; j < ru->m; ++j) {
      ru->p[j] = u->action - ru->displacement[j];
      ru->v[j] = data->in_momenta ? ru->p[j] : ru->displacement[j] - u->time;
    }
    for (PetscInt i = 0; i < ru->k; ++i)
      ru->lambda[i] = u->action - u->time - ru->reaction[i];
  }
}

/* Those of a layer upon those of the layers beneath. */
static void Add(const CaseUnits *beneath, CaseUnits *u) {
  u->time += beneath->time;
  u->action += beneath->action;
  for (PetscInt r = 0; r < u->realisations; ++r) {
    const RealisationUnits *const b = &beneath->realisation[r];
    RealisationUnits *const ru = &u->realisation[r];
    for (PetscInt i = 0; i < ru->n; ++i)
      ru->q[i] += b->q[i];
    for (PetscInt i = 0; i < ru->m; ++i)
      ru->displacement[i] += b->displacement[i], ru->v[i] += b->v[i], ru->p[i] += b->p[i];
  }
}

static void Copy(const CaseUnits *from, CaseUnits *to) {
  to->time = from->time;
  to->action = from->action;
  for (PetscInt r = 0; r < to->realisations; ++r) {
    const RealisationUnits *const f = &from->realisation[r];
    RealisationUnits *const u = &to->realisation[r];
    memcpy(u->q, f->q, (size_t)u->n * sizeof *u->q);
    memcpy(u->displacement, f->displacement, (size_t)u->m * sizeof *u->q);
    memcpy(u->v, f->v, (size_t)u->m * sizeof *u->q);
    memcpy(u->p, f->p, (size_t)u->m * sizeof *u->q);
  }
}

typedef struct {
  Arena arena; /* of the units */
  ModelCase beneath;
  struct _n_Model model;
  ScaledModel plain, quad;
} Layer;

static PetscErrorCode Release(ModelCase instance) {
  Layer *layer = instance->made_of;
  PetscFunctionBeginUser;
  PetscCall(ArenaDestroy(&layer->plain.arena));
  if (layer->quad.arena)
    PetscCall(ArenaDestroy(&layer->quad.arena));
  PetscCall(ModelCaseDestroy(&layer->beneath));
  PetscCall(ArenaDestroy(&layer->arena));
  PetscCall(PetscFree(layer));
  PetscFunctionReturn(0);
}

/* The functions of the layer. */
static PetscErrorCode SetFunctions(Layer *layer, const CaseUnits *units, ModelCase c) {
  const PetscInt realisations = units->realisations;
  PetscFunctionBeginUser;
  PetscCall(ScaledModelCreate_double(layer->beneath, units, &layer->plain));
  layer->model.descriptor = layer->plain.descriptor;
#ifndef GIMBAL_WITHOUT_QUAD
  if (layer->model.descriptor_quad) {
    PetscCall(ScaledModelCreate_quad(layer->beneath, units, &layer->quad));
    layer->model.descriptor_quad = layer->quad.descriptor;
  }
#endif
  for (PetscInt r = 0; r < realisations; ++r)
    c->arguments[r] = (ModelArguments){layer->plain.arguments[r],
                                       layer->quad.arguments ? layer->quad.arguments[r] : NULL};
  PetscFunctionReturn(0);
}

/* The case upon which the layer lies becomes one of its own, in the given units of the arena. */
static PetscErrorCode PutLayer(Arena arena, const CaseUnits *units, ModelCase *instance) {
  const ModelCase beneath = *instance;
  const size_t parameters = beneath->model->descriptor->parameters.count;
  CaseUnits *total;
  Layer *layer;
  char *name;
  ModelCase c;
  PetscFunctionBeginUser;
  PetscCall(PetscNew(&c));
  PetscCall(PetscNew(&layer));
  *layer = (Layer){.arena = arena, .beneath = beneath, .model = *beneath->model};
  *c = *beneath;
  PetscCall(PetscMalloc1(strlen(beneath->name) + 1, &name));
  memcpy(name, beneath->name, strlen(beneath->name) + 1);
  c->name = name;
  c->model = &layer->model;
  c->duration = scalbnq(beneath->duration, -units->time);
  c->step = scalbnq(beneath->step, -units->time);
  c->release = Release;
  c->made_of = layer;
  PetscCall(PetscMalloc1(parameters + 1, &c->parameters));
  memcpy(c->parameters, beneath->parameters, parameters * sizeof *c->parameters);
  PetscCall(PetscMalloc2(parameters + 1, &c->rounded, units->realisations, &c->arguments));
  memcpy(c->rounded, beneath->rounded, parameters * sizeof *c->rounded);
  PetscCall(SetFunctions(layer, units, c));
  PetscCall(CaseUnitsCreate(beneath, arena, &total));
  Copy(units, total);
  if (beneath->units)
    Add(beneath->units, total);
  c->units = total;
  *instance = c;
  PetscFunctionReturn(0);
}

PetscErrorCode ModelCaseNormalise(ModelCase *instance, ModelCase like) {
  CaseUnits *units;
  Arena arena;
  PetscFunctionBeginUser;
  PetscCall(ArenaCreate(&arena));
  PetscCall(NormalUnits(like ? like : *instance, arena, &units));
  if (!units) {
    PetscCall(ArenaDestroy(&arena));
    PetscFunctionReturn(0);
  }
  PetscCall(PutLayer(arena, units, instance));
  (*instance)->normal = units;
  PetscFunctionReturn(0);
}

PetscErrorCode ModelCasePeriods(ModelCase instance, PetscInt realisation, Quad *period) {
  const gimbal_realisation *r =
      ListAt(instance->model->descriptor->realisations, gimbal_realisation, realisation);
  char complaint[256];
  Variables variables;
  Dimensions d;
  PetscInt count;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseGetDimensions(instance, realisation, &d));
  for (PetscInt i = 0; i < d.n; ++i)
    period[i] = 0;
  if (!r->period)
    PetscFunctionReturn(0);
  count = d.n;
  PetscCall(ParameterVariables(instance->model->descriptor->parameters, instance->parameters,
                               &variables));
  PetscCall(ExpressionTry(r->period, variables, &count, period, sizeof complaint, complaint));
  for (PetscInt i = 0; i < d.n && instance->units; ++i)
    period[i] = scalbnq(period[i], -instance->units->realisation[realisation].q[i]);
  PetscCall(PetscFree(variables.at));
  PetscFunctionReturn(0);
}

PetscErrorCode ModelCaseComponents(ModelCase instance, PetscInt realisation, PetscInt *components) {
  const gimbal_model *model = instance->model->descriptor;
  const gimbal_realisation *r = ListAt(model->realisations, gimbal_realisation, realisation);
  const FormulationData *data = RealisationGetData(r);
  PetscErrorCode error;
  Variables variables;
  Dimensions d;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseGetDimensions(instance, realisation, &d));
  *components = d.n;
  if (!data->components)
    PetscFunctionReturn(0);
  PetscCall(ParameterVariables(model->parameters, instance->parameters, &variables));
  error = FieldEvaluateCount(instance->name, "components",
                             MemberGetText(RealisationGetTable(r), data->components), 1, variables,
                             components);
  PetscCall(PetscFree(variables.at));
  PetscCall(error);
  PetscFunctionReturn(0);
}

/* Units are smaller where numbers are larger: hence the signs. Invariants, constraints and the like
 * have units of their own, which may be any: here such that they differ from all the others. */
static PetscErrorCode FollowRule(ModelCase instance, PetscInt r, const UnitsRule *rule,
                                 RealisationUnits *u) {
  const gimbal_realisation *realisation =
      ListAt(instance->model->descriptor->realisations, gimbal_realisation, r);
  const FormulationData *data = RealisationGetData(realisation);
  const PetscBool scalable =
      (PetscBool)(data->chart == CHART_ALWAYS || (data->chart == CHART_IF_SQUARE && u->n == u->m));
  PetscInt components;
  Quad *period;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseComponents(instance, r, &components));
  PetscCall(PetscMalloc1(u->n + 1, &period));
  PetscCall(ModelCasePeriods(instance, r, period));
  for (PetscInt i = 0; i < u->n && scalable; ++i)
    if (!(period[i] > 0) && (!rule->entry || rule->entry == i % components + 1))
      u->q[i] = -rule->q;
  PetscCall(PetscFree(period));
  for (PetscInt j = 0; j < u->m && scalable; ++j)
    u->displacement[j] = u->q[j];
  for (PetscInt i = 0; i < u->k; ++i)
    u->reaction[i] = -rule->q;
  for (PetscInt i = 0; i < u->invariants; ++i)
    if (ListAt(realisation->invariants, gimbal_invariant, i)->generator)
      u->invariant[i] = -rule->action;
  PetscFunctionReturn(0);
}

/* The values of constraints go with the directions of their reactions. */
static PetscErrorCode SetConstraints(ModelCase instance, PetscInt r, int time,
                                     RealisationUnits *u) {
  const gimbal_realisation *realisation =
      ListAt(instance->model->descriptor->realisations, gimbal_realisation, r);
  Dimensions d;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseGetDimensions(instance, r, &d));
  if (RealisationGetData(realisation)->nonholonomic.implied)
    for (PetscInt i = 0; i < u->k; ++i)
      u->reaction[i] = u->displacement[u->m - u->k + i];
  for (PetscInt i = 0; i < u->k; ++i)
    u->constraint[i] = u->reaction[i] - (i < d.holonomic ? 0 : time);
  PetscFunctionReturn(0);
}

PetscErrorCode ModelCaseRescale(ModelCase *instance, const UnitsRule *rule) {
  CaseUnits *units;
  Arena arena;
  PetscFunctionBeginUser;
  PetscCall(ArenaCreate(&arena));
  PetscCall(CaseUnitsCreate(*instance, arena, &units));
  units->time = -rule->time;
  units->action = -rule->action;
  for (PetscInt r = 0; r < units->realisations; ++r) {
    PetscCall(FollowRule(*instance, r, rule, &units->realisation[r]));
    PetscCall(SetConstraints(*instance, r, units->time, &units->realisation[r]));
  }
  CaseUnitsComplete(*instance, units);
  PetscCall(PutLayer(arena, units, instance));
  PetscFunctionReturn(0);
}
