/* The functions of a model: which a descriptor has, and what scales their values. */
#include "units/model_calls.h"
#include "base/kept_error.h"
#include "external/model.h"
#include "registry/formulation.h"

/* What the rows of a value belong to, and its columns, which are displacements. */
typedef enum {
  ROWS_ONE,
  ROWS_Q,
  ROWS_STATE,  /* (q,v) */
  ROWS_MOTION, /* (q,v,λ) */
  ROWS_COMMON, /* (q,v) of the first realisation */
  ROWS_P,
  ROWS_DISPLACEMENT,
  ROWS_HOLONOMIC, /* g; the rows of Dg */
  ROWS_HOLONOMIC_GRADIENT,
  ROWS_NONHOLONOMIC, /* Φ; the directions of its reactions */
  ROWS_REACTION,
  ROWS_DENSITY, /* one each */
  ROWS_INVARIANT,
  ROWS_DEVIATION
} Rows;
typedef enum { NO_COLUMNS, COLUMNS, COLUMNS_OF_MASS, COLUMNS_OF_BAND, PAIRS_OF_COLUMNS } Columns;

/* What each function writes. Its numbers in the host's units are the model's times 2^e, where e is
 * the sum of so many times the exponents of time, action and row, and of that of the column. */
static const struct {
  Rows rows;
  Columns columns;
  int of_time, of_action, of_row;
  PetscBool scalar;
} value_of[MODEL_FUNCTIONS] = {
    [MODEL_VALUE] = {ROWS_ONE, NO_COLUMNS, 1, -1, 0, PETSC_TRUE},
    [MODEL_GRADIENT] = {ROWS_Q, NO_COLUMNS, 1, -1, 1, PETSC_FALSE},
    [MODEL_TRIVIALISED] = {ROWS_DISPLACEMENT, NO_COLUMNS, 1, -1, 1, PETSC_FALSE},
    [MODEL_MOMENTUM] = {ROWS_P, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_RATE] = {ROWS_Q, NO_COLUMNS, 1, 0, -1, PETSC_FALSE},
    [MODEL_MASS] = {ROWS_DISPLACEMENT, COLUMNS_OF_MASS, -1, -1, 1, PETSC_FALSE},
    [MODEL_FORCE] = {ROWS_DISPLACEMENT, NO_COLUMNS, 1, -1, 1, PETSC_FALSE},
    [MODEL_HOLONOMIC] = {ROWS_HOLONOMIC, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_HOLONOMIC_GRADIENT] = {ROWS_HOLONOMIC_GRADIENT, COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_HOLONOMIC_BAND] = {ROWS_HOLONOMIC_GRADIENT, COLUMNS_OF_BAND, 0, 0, -1, PETSC_FALSE},
    [MODEL_CONSTRAINT] = {ROWS_NONHOLONOMIC, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_REACTION] = {ROWS_REACTION, COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_FRAME] = {ROWS_Q, COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_STRUCTURE] = {ROWS_DISPLACEMENT, PAIRS_OF_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_INITIAL] = {ROWS_STATE, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_EXACT] = {ROWS_MOTION, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_REVERSE] = {ROWS_STATE, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_COMMON] = {ROWS_COMMON, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_ENERGY] = {ROWS_ONE, NO_COLUMNS, 1, -1, 0, PETSC_TRUE},
    [MODEL_DENSITY] = {ROWS_DENSITY, NO_COLUMNS, 0, 0, -1, PETSC_TRUE},
    [MODEL_INVARIANT] = {ROWS_INVARIANT, NO_COLUMNS, 0, 0, -1, PETSC_TRUE},
    [MODEL_GENERATOR] = {ROWS_Q, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_EQUILIBRIUM] = {ROWS_STATE, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_PERTURBATION] = {ROWS_STATE, NO_COLUMNS, 0, 0, -1, PETSC_FALSE},
    [MODEL_DEVIATION] = {ROWS_DEVIATION, NO_COLUMNS, 0, 0, -1, PETSC_TRUE},
    /* angles, and a rate of which only the sign matters */
    [MODEL_APSIDES_RATE] = {ROWS_ONE, NO_COLUMNS, 0, 0, 0, PETSC_TRUE},
    [MODEL_APSIDES_ANGLE] = {ROWS_ONE, NO_COLUMNS, 0, 0, 0, PETSC_TRUE},
    [MODEL_APSIDES_ADVANCE] = {ROWS_ONE, NO_COLUMNS, 0, 0, 0, PETSC_TRUE}};

/* How many rows there are of a kind, and where the exponents of their units are: from the first one on of an
 * array, which is NULL in the model's own units; 0 for all. */
typedef struct {
  PetscInt count;
  const int *exponent;
  PetscInt first;
} RowUnits;

static RowUnits UnitsOf(const ModelCalls *c, Rows rows, PetscInt place) {
  static const RealisationUnits own = {.n = 0};
  static const int none = 0;
  const Dimensions *const d = &c->d;
  const RealisationUnits *const u = c->u ? c->u : &own, *const first = c->u ? c->first : &own;
  const RowUnits of[] = {[ROWS_ONE] = {1, &none, 0},
                         [ROWS_Q] = {d->n, u->q, 0},
                         [ROWS_STATE] = {d->n + d->m, u->q, 0},
                         [ROWS_MOTION] = {d->n + d->m + d->holonomic + d->nonholonomic, u->q, 0},
                         [ROWS_COMMON] = {c->common, first->q, 0},
                         [ROWS_P] = {d->m, u->p, 0},
                         [ROWS_DISPLACEMENT] = {d->m, u->displacement, 0},
                         [ROWS_HOLONOMIC] = {d->holonomic, u->constraint, 0},
                         [ROWS_HOLONOMIC_GRADIENT] = {d->holonomic, u->reaction, 0},
                         [ROWS_NONHOLONOMIC] = {d->nonholonomic, u->constraint, d->holonomic},
                         [ROWS_REACTION] = {d->nonholonomic, u->reaction, d->holonomic},
                         [ROWS_DENSITY] = {1, u->density, 0},
                         [ROWS_INVARIANT] = {1, u->invariant, place},
                         [ROWS_DEVIATION] = {1, u->deviation, place}};
  return of[rows];
}

PetscInt ModelCount(const ModelCalls *c, int function) {
  if (!ModelHas(c, function))
    return 0;
  const PetscInt m = c->d.m, rows = UnitsOf(c, value_of[function % MODEL_FUNCTIONS].rows, 0).count;
  switch (value_of[function % MODEL_FUNCTIONS].columns) {
  case COLUMNS_OF_MASS:
    return c->diagonal_mass ? m : m * m;
  case COLUMNS_OF_BAND:
    return rows * c->band[0];
  case COLUMNS:
    return rows * m;
  case PAIRS_OF_COLUMNS:
    return rows * m * m;
  default:
    return rows;
  }
}

/* ---- Scaling ---- */

/* What lies outside would be 0 or infinite in double precision. */
enum { LARGEST_EXPONENT = 1000 };

static inline Real Power(int exponent) {
  const uint64_t bits =
      (uint64_t)(1023 + PetscClipInterval(exponent, -LARGEST_EXPONENT, LARGEST_EXPONENT)) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return (Real)power;
}

/* Multiplies each entry of a row by 2^(exponent + that of its column), and goes to the next row. */
static Real *ScaleRow(PetscInt columns, int exponent, const int *column, Real *x) {
  for (PetscInt j = 0; j < columns; ++j)
    *x++ *= Power(exponent + column[j]);
  return x;
}

/* Brings what a function has written to the host's units. */
static void ScaleValue(const ModelCalls *c, int function, Real *x) {
  const int f = function % MODEL_FUNCTIONS, *const d = c->u->displacement;
  const RowUnits row = UnitsOf(c, value_of[f].rows, function / MODEL_FUNCTIONS);
  const int common =
      value_of[f].of_time * c->units->time + value_of[f].of_action * c->units->action;
  const PetscInt m = c->d.m;
  Columns columns = value_of[f].columns;
  if (columns == COLUMNS_OF_MASS && !c->diagonal_mass)
    columns = COLUMNS;
  for (PetscInt i = 0; i < row.count; ++i) {
    const int exponent = common + value_of[f].of_row * row.exponent[row.first + i];
    const PetscInt begin = c->band[1] * i + c->band[2];
    switch (columns) {
    case NO_COLUMNS:
      *x++ *= Power(exponent);
      break;
    case COLUMNS:
      x = ScaleRow(m, exponent, d, x);
      break;
    case COLUMNS_OF_MASS: /* the diagonal */
      *x++ *= Power(exponent + d[i]);
      break;
    case COLUMNS_OF_BAND: /* where a column is */
      for (PetscInt j = 0; j < c->band[0]; ++j, ++x)
        if (begin + j >= 0 && begin + j < m)
          *x *= Power(exponent + d[begin + j]);
      break;
    case PAIRS_OF_COLUMNS:
      for (PetscInt j = 0; j < m; ++j)
        x = ScaleRow(m, exponent + d[j], d, x);
    }
  }
}

/* Brings the arguments to the model's units; those that are not given stay so. */
static void ScaleArguments(const ModelCalls *c, Real *t, const Real **q, const Real **v) {
  const RealisationUnits *const u = c->u;
  *t = c->begin + *t * Power(c->units->time);
  for (PetscInt i = 0; *q && i < u->n; ++i)
    c->at[i] = (*q)[i] * Power(u->q[i]);
  for (PetscInt i = 0; *v && i < u->m; ++i)
    c->at[u->n + i] = (*v)[i] * Power(u->v[i]);
  *q = *q ? c->at : NULL;
  *v = *v ? c->at + u->n : NULL;
}

/* ---- Models that are programs ---- */

static void ComputeOperations(const ProgramFunction *f, const Real *parameters, Real t,
                              const Real *q, const Real *v, Real *work, Real *out) {
  const Real *const leaves[] = {
      [OPERATION_q] = q, [OPERATION_v] = v, [OPERATION_parameter] = parameters};
  OperationsCompute(f->operation, 0, f->operations, t, leaves, work);
  for (int i = 0; i < f->values; ++i)
    out[i] = work[f->value[i]];
}

static void CallProgram(const ModelCalls *c, int function, Real t, const Real *q, const Real *v,
                        Real *out) {
  const PetscInt parameters = (PetscInt)c->model->descriptor->parameters.count, n = c->d.n,
                 m = c->d.m;
  Quad *const parameter = c->exchange, *const first = parameter + parameters,
              *const second = first + n, *const value = second + m;
  const ExternalCall call = {.model = c->model->place,
                             .realisation = c->realisation,
                             .function = c->function[function].name,
                             .element = function / MODEL_FUNCTIONS,
                             .quadruple = PRECISION_EPSILON < 1e-30,
                             .parameters = (size_t)parameters,
                             .n = (size_t)n,
                             .m = (size_t)m,
                             .count = (size_t)ModelCount(c, function),
                             .t = t,
                             .parameter = parameter,
                             .q = q ? first : NULL,
                             .v = v ? second : NULL};
  for (PetscInt i = 0; i < parameters; ++i)
    parameter[i] = c->parameters[i];
  for (PetscInt i = 0; q && i < n; ++i)
    first[i] = q[i];
  for (PetscInt i = 0; v && i < m; ++i)
    second[i] = v[i];
  ExternalEvaluate(c->model->program, &call, value);
  for (size_t i = 0; i < call.count; ++i)
    out[i] = (Real)value[i];
}

/* The function as the model has it, in its own units. */
static void CallOwn(const ModelCalls *c, int function, Real t, const Real *q, const Real *v,
                    Real *out) {
  const ProgramFunction *const declared = c->function[function].declared;
  if (c->model->program && declared->operations && !c->ask)
    ComputeOperations(declared, c->parameters, t, q, v, c->work, out);
  else if (c->model->program)
    CallProgram(c, function, t, q, v, out);
  else if (value_of[function % MODEL_FUNCTIONS].scalar)
    *out = c->function[function].scalar(c->parameters, t, q, v);
  else
    c->function[function].vector(c->parameters, t, q, v, out);
}

void ModelScaledVector(const ModelCalls *c, int function, Real t, const Real *q, const Real *v,
                       Real *out) {
  if (function < MODEL_INITIAL && c->derived[function].is) {
    DerivedCall(c, function, t, q, v, out);
    return;
  }
  if (!c->units) {
    CallOwn(c, function, c->begin + t, q, v, out);
    return;
  }
  ScaleArguments(c, &t, &q, &v);
  CallOwn(c, function, t, q, v, out);
  ScaleValue(c, function, out);
}

Real ModelScaledScalar(const ModelCalls *c, int function, Real t, const Real *q, const Real *v) {
  Real value;
  ModelScaledVector(c, function, t, q, v, &value);
  return value;
}

void ModelCall(const ModelCalls *c, int function, Real t, const Real *q, const Real *v, Real *out) {
  if (value_of[function % MODEL_FUNCTIONS].scalar)
    *out = ModelScalar(c, function, t, q, v);
  else
    ModelVector(c, function, t, q, v, out);
}

int ModelFind(const ModelCalls *c, const void *member) {
  for (int f = 0; f < c->functions; ++f)
    if (c->function[f].member == member && ModelHas(c, f))
      return f;
  return -1;
}

/* ---- The functions of a realisation ---- */

/* Those of a structure, the element `place` of its list, and of all that it holds. */
static void SetFunctions(ModelCalls *c, const Layout *layout, const char *structure, size_t place) {
  for (int i = 0; i < layout->fields; ++i) {
    const LayoutField *const field = &layout->field[i];
    const char *const at = structure + field->offset, *table = at;
    gimbal_list list = {.count = 0};
    if (field->function) {
      const int function = MODEL_OF(place, field->function);
      c->function[function].member = at;
      c->function[function].name = field->name;
      memcpy(&c->function[function].vector, at, sizeof c->function[function].vector);
    }
    if (field->kind == FIELD_TABLE)
      memcpy(&table, at, sizeof table);
    if ((field->kind == FIELD_TABLE && table) || field->kind == FIELD_EMBEDDED)
      SetFunctions(c, field->of, table, 0);
    if (field->kind == FIELD_LIST)
      memcpy(&list, at, sizeof list);
    for (size_t j = 0; j < list.count; ++j)
      SetFunctions(c, field->of, (const char *)list.at + j * list.stride, j);
  }
}

/* Room for what a program computes, or tells how to. */
static PetscErrorCode CreateExchange(ModelCalls *c) {
  const size_t parameters = c->model->descriptor->parameters.count;
  PetscInt most = 0, operations = 0;
  for (int f = 0; f < c->functions; ++f) {
    const ProgramFunction *const declared = c->function[f].declared;
    if (!declared)
      continue;
    most = PetscMax(most, ModelCount(c, f));
    operations = PetscMax(operations, declared->operations);
    UserCheck(
        !declared->operations || (declared->values == ModelCount(c, f) && declared->q <= c->d.n &&
                                  declared->v <= c->d.m && declared->parameters <= (int)parameters),
        "model %s: the operations of %s give %d values, where %d are needed, or read entries that "
        "are missing",
        c->model->name, c->function[f].name, declared->values, (int)ModelCount(c, f));
  }
  PetscCall(PetscMalloc1(operations + 1, &c->work));
  return PetscMalloc1((PetscInt)parameters + c->d.n + c->d.m + most + 1, &c->exchange);
}

PetscErrorCode ModelCallsCreate(ModelCase instance, PetscInt realisation, ModelCalls *c) {
#ifdef GIMBAL_QUAD
  const gimbal_model *const model = instance->model->descriptor_quad;
#else
  const gimbal_model *const model = instance->model->descriptor;
#endif
  const gimbal_realisation *const r = ListAt(model->realisations, gimbal_realisation, realisation);
  const CaseUnits *const units = instance->units;
  size_t places = PetscMax(r->invariants.count, PetscMax(r->equilibria.count, r->apsides.count));
  const Dimensions first = ModelCaseDimensions(instance, 0);
  *c = (ModelCalls){.d = ModelCaseDimensions(instance, realisation),
                    .units = units,
                    .diagonal_mass = RealisationGetData(r)->diagonal_mass,
                    .indirect = (PetscBool)(units || instance->model->program),
                    .model = instance->model,
                    .realisation = (int)realisation};
#ifdef GIMBAL_QUAD
  c->parameters = instance->parameters;
#else
  c->parameters = instance->rounded;
#endif
  c->begin = (Real)instance->begin;
  if (units)
    c->u = &units->realisation[realisation], c->first = &units->realisation[0];
  c->band = instance->realisation[realisation].band;
  c->functions = MODEL_OF(PetscMax(places, 1), 0);
  c->common = first.n + first.m;
  PetscCall(PetscCalloc2(c->functions, &c->function, c->d.n + c->d.m, &c->at));
  SetFunctions(c, &RealisationLayout, (const char *)r, 0);
  PetscCall(c->model->program ? CreateExchange(c) : 0);
  return DerivedCallsCreate(instance, realisation, c);
}

PetscErrorCode ModelCallsDestroy(ModelCalls *c) {
  PetscCall(DerivedCallsDestroy(c));
  PetscCall(PetscFree(c->exchange));
  PetscCall(PetscFree(c->work));
  PetscCall(PetscFree2(c->function, c->at));
  /* What a program did meanwhile. */
  UserCheck(!ErrorCause(), "%s", ErrorCause());
  return 0;
}
