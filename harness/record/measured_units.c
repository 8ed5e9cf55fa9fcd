/* Numbers of a measurement back in the model's units. */
#include "record/measured.h"
#include "record/shapes.h"

#include <math.h>
#include <string.h>

PetscErrorCode MeasuredAddUnits(Measured *measured, const char *name, PetscInt count,
                                const int *exponent) {
  MeasuredUnits *const units = &measured->units;
  QuantityUnits *added;
  PetscFunctionBeginUser;
  PetscCall(ArenaRoom(measured->arena, units->quantities, &units->quantity));
  added = &units->quantity[units->quantities++];
  PetscCall(ArenaText(measured->arena, name, &added->name));
  added->exponents.count = count;
  PetscCall(ArenaArray(measured->arena, count, &added->exponents.at));
  for (PetscInt i = 0; i < count; i++)
    added->exponents.at[i] = exponent[i];
  PetscFunctionReturn(0);
}

PetscBool MeasuredHasUnits(const Measured *measured) {
  return (PetscBool)(measured->units.time || measured->units.quantities);
}

/* The exponent that all entries of a quantity have; 0 where there is none. */
static int ExponentOf(const MeasuredUnits *units, const char *name) {
  for (PetscInt i = 0; i < units->quantities; i++) {
    const Integers *e = &units->quantity[i].exponents;
    if (!name || strcmp(units->quantity[i].name, name) || !e->count)
      continue;
    for (PetscInt j = 1; j < e->count; j++)
      if (e->at[j] != e->at[0])
        return 0;
    return (int)e->at[0];
  }
  return 0;
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

PetscErrorCode MeasuredToModel(Measured *measured) {
  PetscFunctionBeginUser;
  if (MeasuredHasUnits(measured))
    ShapeNumbers(&MeasuredShapes[measured->shape], measured, NULL, ToModel, &measured->units);
  measured->units = (MeasuredUnits){.time = 0};
  PetscFunctionReturn(0);
}
