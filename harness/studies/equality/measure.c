/* The equality study: whether two methods, by different equations and in different files, are one
 * map. Both run from the same data with the same step, in quadruple precision where they have it,
 * so that a difference of 1e-30 is seen; q and v are compared after each of a few steps. Where the
 * other method does not take the coordinates of the job, it runs in those that it takes, and both
 * are compared in the model's common coordinates.
 *
 * The quantity of a claim is the other method's name. */
#include "studies/setting.h"
#include <math.h>
#include <string.h>

#define COMPARED 16 /* steps */

typedef struct {
  const Setting *s;
  Method method;
  Precision precision;
  PetscInt at; /* the realisation */
  const gimbal_realisation *realisation;
  Dimensions dimensions;
  Problem problem;
  Integration it;
} Run;

static PetscErrorCode RunCreate(const Setting *s, Precision precision, Method method, Run *run) {
  const Model model = s->instance->model;
  const gimbal_model *descriptor =
      precision == IN_QUAD ? model->descriptor_quad : model->descriptor;
  PetscInt at = s->realisation, tried = 0;
  PetscBool accepts;
  PetscFunctionBeginUser;
  PetscCall(MethodAccepts(method, s->instance, at, &accepts));
  for (; !accepts && tried < (PetscInt)descriptor->realisations.count; ++tried)
    PetscCall(MethodAccepts(method, s->instance, at = tried, &accepts));
  PetscCheck(accepts, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s cannot be compared with %s on %s: it takes none of its coordinates",
             s->method->name, method->name, model->name);
  *run = (Run){.s = s,
               .method = method,
               .precision = precision,
               .at = at,
               .realisation = ListAt(descriptor->realisations, gimbal_realisation, at)};
  PetscCall(CoreOf(precision)->problem_create(s->instance, at, &run->problem));
  PetscCall(CoreOf(precision)->problem_dimensions(run->problem, &run->dimensions));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunDestroy(Run *run) {
  PetscFunctionBeginUser;
  PetscCall(CoreOf(run->precision)->destroy(&run->it));
  PetscCall(CoreOf(run->precision)->problem_destroy(&run->problem));
  PetscFunctionReturn(0);
}

static PetscErrorCode Begin(Run *run, Quad h, const Quad *y0, StepFailure *failure) {
  const IntegrationSetup setup = {.method = run->method,
                                  .problem = run->problem,
                                  .looser = run->s->looser,
                                  .mutation = run->method == run->s->method ? run->s->mutation
                                                                            : (Mutation){0}};
  const Core *core = CoreOf(run->precision);
  PetscFunctionBeginUser;
  PetscCall(core->destroy(&run->it));
  PetscCall(core->create(&setup, &run->it));
  PetscCall(core->begin(run->it, h, y0, failure));
  PetscFunctionReturn(0);
}

/* (q,v), or the common coordinates; *count entries. */
static PetscErrorCode Read(const Run *run, PetscBool common, PetscInt *count, Quad *out) {
  const Core *core = CoreOf(run->precision);
  const PetscInt n = run->dimensions.n, m = run->dimensions.m;
  Quad y[n + m + 1];
  PetscInt entries;
  PetscFunctionBeginUser;
  PetscCall(core->get(run->it, QUANTITY_CONFIGURATION, &entries, y));
  PetscCall(core->get(run->it, QUANTITY_VELOCITY, &entries, y + n));
  if (!common || !run->realisation->common) {
    *count = n + m;
    memcpy(out, y, (size_t)(n + m) * sizeof *out);
  } else {
    SettingVector(run->s, run->precision, n, m, &run->realisation->common, y, *count, out);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Examine(const Setting *s, const char *other, Quad h, Precision precision,
                              json_t *point) {
  const Core *core;
  Run one, two;
  Dimensions first;
  Method method;
  Quad apart = 0, size = 1;
  const Quad *y0;
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCall(RegistryFindMethod(s->registry, other, &method));
  if (precision == IN_QUAD && !method->family_quad)
    precision = IN_DOUBLE;
  core = CoreOf(precision);
  PetscCall(RunCreate(s, precision, s->method, &one));
  PetscCall(RunCreate(s, precision, method, &two));
  PetscCall(ModelCaseGetDimensions(s->instance, 0, &first));
  /* A seed's data are known in the coordinates of the job alone. */
  y0 = two.at == s->realisation ? s->y0 : NULL;
  PetscCall(Begin(&one, h, y0, &failure));
  if (!failure.failed)
    PetscCall(Begin(&two, h, y0, &failure));
  for (int step = 0; step < COMPARED && !failure.failed; ++step) {
    const PetscBool common = (PetscBool)(one.realisation != two.realisation);
    const PetscInt room = one.dimensions.n + one.dimensions.m + two.dimensions.n +
                          two.dimensions.m + first.n + first.m;
    Quad x[room], y[room];
    PetscInt count = first.n + first.m;
    PetscCall(core->advance(one.it, 1, &failure));
    if (!failure.failed)
      PetscCall(core->advance(two.it, 1, &failure));
    if (failure.failed)
      break;
    PetscCall(Read(&one, common, &count, x));
    PetscCall(Read(&two, common, &count, y));
    for (PetscInt i = 0; i < count; ++i) {
      apart = LargerOrNaN(apart, fabsq(x[i] - y[i]));
      size = LargerOrNaN(size, fabsq(x[i]));
    }
  }
  json_object_set_new(point, "h", JsonReal((PetscReal)h));
  /* Some roundings of the state in every step, which the motion may enlarge a little. */
  if (!failure.failed)
    json_object_set_new(point, other,
                        json_pack("{s:o,s:o}", "defect", JsonReal((PetscReal)apart), "error",
                                  JsonReal(32 * COMPARED * core->epsilon * (PetscReal)size)));
  JsonSetStatus(point, &failure);
  PetscCall(RunDestroy(&one));
  PetscCall(RunDestroy(&two));
  PetscFunctionReturn(0);
}

PetscErrorCode StudyEquality(const Setting *s, json_t **measured) {
  const Precision precision = SettingHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
  json_t *points = json_array();
  const json_t *each, *claim;
  size_t i, j;
  PetscFunctionBeginUser;
  json_array_foreach(json_object_get(s->job, "h"), i, each) {
    Quad h;
    PetscCall(SettingEvaluate(s, json_string_value(each), &h));
    json_array_foreach(json_object_get(s->job, "claims"), j, claim) {
      json_t *point = json_object();
      PetscCall(
          Examine(s, json_string_value(json_object_get(claim, "quantity")), h, precision, point));
      json_array_append_new(points, point);
    }
  }
  *measured = json_pack("{s:s,s:f,s:o}", "precision", PrecisionName(precision), "epsilon",
                        CoreOf(precision)->epsilon, "points", points);
  PetscFunctionReturn(0);
}
