#include "base/limits.h"
#include "registry/check.h"
#include "registry/formulation.h"
#include "registry/parameters.h"

static void PlaceOfCase(ModelCase c, char *where, size_t room) {
  (void)snprintf(where, room, "%s: model \"%s\", case \"%s\"", c->model->file, c->model->name,
                 c->name);
}

static PetscErrorCode FindCase(Model model, const char *name, const gimbal_case **found) {
  const gimbal_list cases = model->descriptor->cases;
  const PetscInt i = *name ? ListFind(cases, name) : 0;
  char what[128];
  (void)snprintf(what, sizeof(what), "model \"%s\" has no case", model->name);
  if (i < 0)
    return ListRefuse(what, name, "cases", cases);
  *found = ListAt(cases, gimbal_case, i);
  return 0;
}

/* Of long runs, where a case names none: 1/10, but in units in which that is no part of its duration,
 * or too small a one, 1/20 of that. */
static Quad StepOf(Quad duration) {
  const Quad usual = QUAD_C(1.0) / 10;
  return usual > duration / 8 || usual < duration / 400 ? duration / 20 : usual;
}

/* Evaluates parameters, members, duration and step. An ensemble's `members` may not depend on j. */
static PetscErrorCode Evaluate(ModelCase c, const char *settings) {
  const gimbal_case *d = c->descriptor;
  const char *const texts[] = {d->settings, settings};
  const Variable j = {"j", c->member};
  char where[256];
  PlaceOfCase(c, where, sizeof(where));
  PetscCall(ParametersEvaluate(where, c->model->descriptor->parameters, 2, texts,
                               (Variables){d->members ? 1 : 0, &j}, c->parameters));
  ParameterVariables(c->model->descriptor->parameters, c->parameters, c->arena, &c->variables);
  c->members = 1;
  c->duration = 1;
  PetscCall(FieldEvaluateCount(where, "members", d->members, 1, c->variables, &c->members));
  PetscCall(FieldEvaluate(where, "duration", d->duration, c->variables, &c->duration));
  c->step = StepOf(c->duration);
  PetscCall(FieldEvaluate(where, "step", d->step, c->variables, &c->step));
  PetscCall(FieldEvaluate(where, "begin", d->begin, c->variables, &c->begin));
  PetscCall(FieldEvaluate(where, "longest", d->longest, c->variables, &c->longest));
  UserCheck(c->duration > 0 && c->step > 0, "%s: duration %g and step %g must be positive", where,
            (double)c->duration, (double)c->step);
  UserCheck(!d->longest || c->longest >= c->duration,
            "%s: longest is %g; no run may be shorter than the duration %g", where,
            (double)c->longest, (double)c->duration);
  UserCheck(c->member >= 0 && c->member < c->members,
            "%s: there is no member %d; they are counted from 0 to %d", where, (int)c->member,
            (int)c->members - 1);
  return 0;
}

/* A lattice lists its coordinates site by site. */
static PetscErrorCode EvaluateSites(const char *where, const gimbal_realisation *r,
                                    Variables variables, Dimensions *d) {
  PetscInt sites = 0;
  d->components = d->n;
  if (!r->lattice)
    return 0;
  PetscCall(FieldEvaluateCount(where, "sites", r->lattice->sites, 1, variables, &sites));
  PetscCall(FieldEvaluateCount(where, "components", r->lattice->components, 1, variables,
                               &d->components));
  UserCheck(sites * d->components == d->n, "%s: %d sites with %d components do not make n = %d",
            where, (int)sites, (int)d->components, (int)d->n);
  return 0;
}

/* n, m and the numbers of constraints, and that they go together. */
static PetscErrorCode EvaluateDimensions(const char *where, const gimbal_realisation *r,
                                         Variables variables, Dimensions *d) {
  const FormulationData *data = RealisationGetData(r);
  *d = (Dimensions){.formulation = RealisationFormulation(r)};
  PetscCall(FieldEvaluateCount(where, "n", r->n, 1, variables, &d->n));
  if (data->velocities)
    d->m = d->n;
  PetscCall(FieldEvaluateCount(where, "m", r->m, 0, variables, &d->m));
  PetscCall(FieldEvaluateCount(where, "holonomic", r->holonomic, 0, variables, &d->holonomic));
  PetscCall(
      FieldEvaluateCount(where, "nonholonomic", r->nonholonomic, 0, variables, &d->nonholonomic));
  UserCheck(data->velocities || !d->m, "%s: m is %d; an %s has q = y and nothing else, leave m out",
            where, (int)d->m, data->name);
  UserCheck(!data->velocities || (d->m >= 1 && d->m <= d->n),
            "%s: m is %d; it must be between 1 and n = %d", where, (int)d->m, (int)d->n);
  UserCheck(!data->vector_space || d->m == d->n,
            "%s: m is %d and n is %d; on a vector space they are the same", where, (int)d->m,
            (int)d->n);
  UserCheck(!data->velocities || d->holonomic + d->nonholonomic < d->m,
            "%s: %d constraints leave no degree of freedom", where,
            (int)(d->holonomic + d->nonholonomic));
  UserCheck(
      r->lattice || (PetscInt64)d->n + d->holonomic + d->nonholonomic <= LIMIT_MATRIX,
      "%s: n is %d, with %d constraints; together at most %d (LIMIT_MATRIX), except on a lattice",
      where, (int)d->n, (int)(d->holonomic + d->nonholonomic), LIMIT_MATRIX);
  PetscCall(RealisationCheckDimensions(where, r, d));
  return EvaluateSites(where, r, variables, d);
}

/* How far a coordinate goes until it is where it was. */
static PetscErrorCode EvaluatePeriods(const char *where, ModelCase c, const gimbal_realisation *r,
                                      RealisationNumbers *out) {
  const PetscInt n = out->dimensions.n;
  PetscInt count = 0;
  if (!r->period)
    return 0;
  PetscCall(FieldEvaluateList(where, "period", r->period, c->variables, &count, NULL));
  UserCheck(
      count == n,
      "%s: period \"%s\" has %d entries; give one for each of the %d coordinates, 0 for those "
      "that have none",
      where, r->period, (int)count, (int)n);
  out->period = ArenaArray(c->arena, n, sizeof(*out->period));
  return FieldEvaluateList(where, "period", r->period, c->variables, &count, out->period);
}

/* The typical sizes: one for each entry or one for all, positive. */
static PetscErrorCode EvaluateSizes(const char *where, ModelCase c, const gimbal_realisation *r,
                                    RealisationNumbers *out) {
  const Dimensions *d = &out->dimensions;
  const struct {
    const char *field, *text;
    PetscInt entries;
  } size[TYPICAL_SIZES] = {[SIZE_OF_Q] = {"size_of_q", r->size_of_q, d->n},
                           [SIZE_OF_V] = {"size_of_v", r->size_of_v, d->m},
                           [SIZE_OF_P] = {"size_of_p", r->size_of_p, d->m},
                           [SIZE_OF_T] = {"size_of_t", r->size_of_t, 1}};
  for (int k = 0; k < TYPICAL_SIZES; k++) {
    PetscInt count = PetscMax(size[k].entries, 1);
    Quad *value, smallest = 1;
    if (!size[k].text)
      continue;
    value = ArenaArray(c->arena, count, sizeof(*value));
    PetscCall(FieldEvaluateList(where, size[k].field, size[k].text, c->variables, &count, value));
    for (PetscInt j = 0; j < count; j++)
      if (!(value[j] >= smallest))
        smallest = value[j];
    UserCheck((count == 1 || count == size[k].entries) && smallest > 0,
              "%s: %s = \"%s\" must be positive, one for all or one for each of the %d entries",
              where, size[k].field, size[k].text, (int)size[k].entries);
    for (; count < size[k].entries; count++)
      value[count] = value[0];
    out->size[k] = value;
  }
  return 0;
}

static PetscErrorCode EvaluateBand(const char *where, const gimbal_realisation *r,
                                   Variables variables, RealisationNumbers *out) {
  const gimbal_lagrangian *l = RealisationGetLagrangian(r);
  PetscInt entries = 3;
  Quad value[3];
  out->band[0] = out->dimensions.m;
  if (!l || !l->band)
    return 0;
  PetscCall(FieldEvaluateList(where, "band", l->band, variables, &entries, value));
  UserCheck(entries == 3 && value[0] >= 1 && value[0] <= out->dimensions.n && value[1] >= 0,
            "%s: band = \"%s\" must be \"width, stride, offset\" with a width from 1 to n and a "
            "stride that is not negative",
            where, l->band);
  for (int i = 0; i < 3; i++)
    out->band[i] = (PetscInt)value[i];
  return 0;
}

static PetscErrorCode EvaluateRealisations(ModelCase c) {
  const gimbal_list realisations = c->model->descriptor->realisations;
  char where[256], path[512];
  PlaceOfCase(c, where, sizeof(where));
  c->realisation = ArenaArray(c->arena, realisations.count, sizeof(*c->realisation));
  for (size_t i = 0; i < realisations.count; i++) {
    const gimbal_realisation *r = ListAt(realisations, gimbal_realisation, i);
    RealisationNumbers *out = &c->realisation[i];
    (void)snprintf(path, sizeof(path), "%s, realisation \"%s\"", where, r->name);
    PetscCall(EvaluateDimensions(path, r, c->variables, &out->dimensions));
    PetscCall(EvaluatePeriods(path, c, r, out));
    PetscCall(EvaluateSizes(path, c, r, out));
    PetscCall(EvaluateBand(path, r, c->variables, out));
    PetscCall(FieldEvaluate(path, "contraction", r->contraction, c->variables, &out->contraction));
  }
  return 0;
}

/* All but the units. */
static PetscErrorCode Fill(ModelCase c, const char *settings) {
  const size_t parameters = c->model->descriptor->parameters.count;
  c->name = ArenaPrint(c->arena, "%s%s", c->descriptor->name, settings ? settings : "");
  c->parameters = ArenaArray(c->arena, parameters, sizeof(*c->parameters));
  c->rounded = ArenaArray(c->arena, parameters, sizeof(*c->rounded));
  PetscCall(Evaluate(c, settings ? settings + 1 : NULL));
  for (size_t i = 0; i < parameters; i++)
    c->rounded[i] = (double)c->parameters[i];
  return EvaluateRealisations(c);
}

PetscErrorCode ModelCaseCreate(Model model, const char *name, PetscInt member,
                               ModelCase *modelcase) {
  const char *colon = name ? strchr(name, ':') : NULL;
  const gimbal_case *descriptor = NULL;
  char base[128];
  *modelcase = NULL;
  (void)snprintf(base, sizeof(base), "%.*s", name ? (int)strcspn(name, ":") : 0, name ? name : "");
  PetscCall(FindCase(model, base, &descriptor));
  ModelCase c = MemoryZeroed(1, sizeof(*c));
  c->model = model;
  c->descriptor = descriptor;
  c->member = member;
  c->arena = ArenaCreate();
  const PetscErrorCode error = Fill(c, colon);
  if (error)
    ModelCaseDestroy(&c);
  *modelcase = c;
  return error;
}

void ModelCaseDestroy(ModelCase *modelcase) {
  if (*modelcase)
    ArenaDestroy(&(*modelcase)->arena);
  free(*modelcase);
  *modelcase = NULL;
}

Quad ModelCasePeriod(ModelCase c, PetscInt realisation, PetscInt i) {
  const RealisationNumbers *r = &c->realisation[realisation];
  const PetscBool has = (PetscBool)(r->period && i < r->dimensions.n);
  return has ? scalbnq(r->period[i], c->units ? -c->units->realisation[realisation].q[i] : 0) : 0;
}

Quad ModelCaseContraction(ModelCase c, PetscInt realisation) {
  return scalbnq(c->realisation[realisation].contraction, c->units ? c->units->time : 0);
}
