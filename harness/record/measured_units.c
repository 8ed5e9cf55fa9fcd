/* Numbers of a measurement, and of a finding, back in the model's units. */
#include "record/measured.h"
#include "record/shapes.h"
#include "record/verdict.h"

void MeasuredAddUnits(Measured *measured, const char *name, PetscInt count, const int *exponent) {
  MeasuredUnits *const units = &measured->units;
  QuantityUnits *added = ArenaNext(measured->arena, units->quantities, &units->quantity);
  added->name = ArenaText(measured->arena, name);
  added->exponents.count = count;
  added->exponents.at = ArenaArray(measured->arena, count, sizeof(*added->exponents.at));
  for (PetscInt i = 0; i < count; i++)
    added->exponents.at[i] = exponent[i];
}

/* The exponents of a quantity's entries; NULL: it has none. */
static const Integers *ExponentsOf(const MeasuredUnits *units, const char *name) {
  for (PetscInt i = 0; i < units->quantities; i++)
    if (name && !strcmp(units->quantity[i].name, name) && units->quantity[i].exponents.count)
      return &units->quantity[i].exponents;
  return NULL;
}

static PetscBool AreMixed(const Integers *exponents) {
  for (PetscInt i = 1; exponents && i < exponents->count; i++)
    if (exponents->at[i] != exponents->at[0])
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* The exponent that all entries of a quantity share; 0 if they differ. */
static int ExponentOf(const MeasuredUnits *units, const char *name) {
  const Integers *e = ExponentsOf(units, name);
  return e && !AreMixed(e) ? (int)e->at[0] : 0;
}

static void ToModel(MemberUnit unit, const char *name, PetscInt count, PetscReal *x,
                    void *context) {
  static const int powers[] = {[UNIT_QUANTITY] = 1, [UNIT_SQUARE] = 2, [UNIT_FOURTH] = 4};
  const MeasuredUnits *units = context;
  const int exponent =
      unit == UNIT_TIME ? (int)units->time : powers[unit] * ExponentOf(units, name);
  for (PetscInt i = 0; i < count; i++)
    x[i] = ldexp(x[i], exponent);
}

void MeasuredToModel(Measured *measured) {
  if (measured->units.time || measured->units.quantities)
    ShapeNumbers(&MeasuredShapes[measured->shape], measured, NULL, ToModel, &measured->units);
  measured->units = (MeasuredUnits){.time = 0};
}

/* ---- Findings ---- */

/* The exponents of the units of time, and of the quantity that is judged. */
typedef struct {
  int time, size;
} Exponents;

/* A power that a fit found need be no integer. */
static PetscReal Scaled(PetscReal x, PetscReal exponent) {
  return exponent == rint(exponent) ? ldexp(x, (int)exponent) : x * exp2(exponent);
}

/* How often the units of time and of the quantity are in a dimension; and by which number of the statement the
 * unit of time divides it. */
static PetscReal ExponentOfDimension(const Statement *s, Dimension dimension, Exponents e) {
  static const struct {
    int time, size;
    QuantityName over;
  } units[] = {[DIMENSION_NUMBER] = {0, 0, QUANTITY_NAMES},
               [DIMENSION_TIME] = {1, 0, QUANTITY_NAMES},
               [DIMENSION_SIZE] = {0, 1, QUANTITY_NAMES},
               [DIMENSION_SQUARE] = {0, 2, QUANTITY_NAMES},
               [DIMENSION_RATE] = {-1, 1, QUANTITY_NAMES},
               [DIMENSION_SIZE_OVER_POWER] = {0, 1, QUANTITY_POWER},
               [DIMENSION_SQUARE_OVER_EXPONENT] = {0, 2, QUANTITY_EXPONENT}};
  const QuantityName over = units[dimension].over;
  const PetscReal divided = over == QUANTITY_NAMES ? 0 : StatementNumber(s, over);
  return units[dimension].size * e.size + (units[dimension].time - divided) * e.time;
}

static PetscBool StatesSize(const Finding *f) {
  for (int i = 0; i < f->statements; i++)
    for (int k = 0; k < f->statement[i].quantities; k++)
      if (f->statement[i].quantity[k].dimension != DIMENSION_NUMBER &&
          f->statement[i].quantity[k].dimension != DIMENSION_TIME)
        return PETSC_TRUE;
  return PETSC_FALSE;
}

void FindingToModel(Finding *f, const MeasuredUnits *units, const char *quantity) {
  const Exponents e = {(int)units->time, ExponentOf(units, quantity)};
  Counterexample *const c = &f->counterexample;
  for (int i = 0; i < f->statements; i++) {
    Statement *s = &f->statement[i];
    for (int k = 0; k < s->quantities; k++)
      s->quantity[k].number =
          Scaled(s->quantity[k].number, ExponentOfDimension(s, s->quantity[k].dimension, e));
  }
  if (AreMixed(ExponentsOf(units, quantity)) && StatesSize(f))
    FindingAdd(f, CAUSE_MIXED_UNITS, NO_FACTS);
  f->smallest = ldexp(f->smallest, e.size);
  f->floor = ldexp(f->floor, e.size);
  c->h = ldexp(c->h, e.time);
  c->time = ldexp(c->time, e.time);
  c->defect = ldexp(c->defect, e.size);
  c->error = ldexp(c->error, e.size);
}
