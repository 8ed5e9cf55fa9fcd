/* A case in other units. */
#include "units/units.h"
#include "registry/formulation.h"

/* One block, of which each has its part. */
static void Allocate(Arena arena, RealisationUnits *u) {
  const struct {
    int **at;
    PetscInt entries;
  } part[] = {{&u->q, u->n},
              {&u->v, u->m},
              {&u->lambda, u->k}, /* these three behind one another */
              {&u->displacement, u->m},
              {&u->p, u->m},
              {&u->constraint, u->k},
              {&u->reaction, u->k},
              {&u->invariant, u->invariants},
              {&u->deviation, u->equilibria},
              {&u->density, 1}};
  for (size_t i = 0; i < sizeof part / sizeof part[0]; ++i)
    u->entries += part[i].entries;
  u->all = ArenaArray(arena, u->entries, sizeof(*u->all));
  int *next = u->all;
  for (size_t i = 0; i < sizeof part / sizeof part[0]; next += part[i++].entries)
    *part[i].at = next;
}

CaseUnits *CaseUnitsCreate(ModelCase instance, Arena arena) {
  const gimbal_list list = instance->model->descriptor->realisations;
  CaseUnits *u = ArenaArray(arena, 1, sizeof(*u));
  u->realisations = (PetscInt)list.count;
  u->realisation = ArenaArray(arena, list.count, sizeof(*u->realisation));
  for (PetscInt i = 0; i < u->realisations; ++i) {
    const gimbal_realisation *r = ListAt(list, gimbal_realisation, i);
    const Dimensions d = ModelCaseDimensions(instance, i);
    u->realisation[i] = (RealisationUnits){.n = d.n,
                                           .m = d.m,
                                           .k = d.holonomic + d.nonholonomic,
                                           .invariants = (PetscInt)r->invariants.count,
                                           .equilibria = (PetscInt)r->equilibria.count};
    Allocate(arena, &u->realisation[i]);
  }
  return u;
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

void CaseUnitsApply(ModelCase c, const CaseUnits *by) {
  const CaseUnits *const parts[] = {c->units, by};
  CaseUnits *const total = CaseUnitsCreate(c, c->arena);
  for (size_t i = c->units ? 0 : 1; i < sizeof parts / sizeof parts[0]; ++i) {
    total->time += parts[i]->time;
    total->action += parts[i]->action;
    for (PetscInt r = 0; r < total->realisations; ++r)
      for (PetscInt j = 0; j < total->realisation[r].entries; ++j)
        total->realisation[r].all[j] += parts[i]->realisation[r].all[j];
  }
  c->units = total;
  c->duration = scalbnq(c->duration, -by->time);
  c->step = scalbnq(c->step, -by->time);
  c->longest = scalbnq(c->longest, -by->time);
}

/* Units are smaller where numbers are larger: hence the signs. Invariants, constraints and the like
 * have units of their own, which may be any: here such that they differ from all the others. */
static void FollowRule(ModelCase instance, PetscInt r, const UnitsRule *rule, RealisationUnits *u) {
  const gimbal_realisation *realisation = ModelRealisation(instance->model, r);
  const Dimensions d = ModelCaseDimensions(instance, r);
  const PetscBool scalable = HasChart(&d);
  for (PetscInt i = 0; i < u->n && scalable; ++i)
    if (!(ModelCasePeriod(instance, r, i) > 0) &&
        (!rule->entry || rule->entry == i % d.components + 1))
      u->q[i] = -rule->q;
  for (PetscInt j = 0; j < u->m && scalable; ++j)
    u->displacement[j] = u->q[j];
  for (PetscInt i = 0; i < u->k; ++i)
    u->reaction[i] = -rule->q;
  for (PetscInt i = 0; i < u->invariants; ++i)
    if (ListAt(realisation->invariants, gimbal_invariant, i)->generator)
      u->invariant[i] = -rule->action;
}

/* The values of constraints go with the directions of their reactions. */
static void SetConstraints(ModelCase instance, PetscInt r, int time, RealisationUnits *u) {
  const Dimensions d = ModelCaseDimensions(instance, r);
  if (RealisationGetData(ModelRealisation(instance->model, r))->implied)
    for (PetscInt i = 0; i < u->k; ++i)
      u->reaction[i] = u->displacement[u->m - u->k + i];
  for (PetscInt i = 0; i < u->k; ++i)
    u->constraint[i] = u->reaction[i] - (i < d.holonomic ? 0 : time);
}

void ModelCaseRescale(ModelCase instance, const UnitsRule *rule) {
  CaseUnits *const units = CaseUnitsCreate(instance, instance->arena);
  units->time = -rule->time;
  units->action = -rule->action;
  for (PetscInt r = 0; r < units->realisations; ++r) {
    FollowRule(instance, r, rule, &units->realisation[r]);
    SetConstraints(instance, r, units->time, &units->realisation[r]);
  }
  CaseUnitsComplete(instance, units);
  CaseUnitsApply(instance, units);
}
