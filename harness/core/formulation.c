#include "core/formulation.h"

const Formulation *FormulationOf(gimbal_formulation formulation) {
  static const Formulation *const table[] = {
#define FORMULATION(constant, member, Name, ...) [GIMBAL_##constant] = &Formulation##Name,
#include "registry/formulation_list.h"
  };
  const int count = (int)(sizeof table / sizeof table[0]);
  return (int)formulation > 0 && (int)formulation < count ? table[formulation] : NULL;
}
