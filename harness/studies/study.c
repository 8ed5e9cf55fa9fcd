/* One job in, its measurements out. */
#include "studies/setting.h"
#include <string.h>

PetscErrorCode StudyRun(Registry registry, const json_t *job, json_t **measured) {
  static const struct {
    const char *kind;
    PetscErrorCode (*run)(const Setting *, json_t **);
  } studies[] = {{"order", StudyOrder},         {"long", StudyLong},
                 {"structure", StudyStructure}, {"equilibrium", StudyEquilibrium},
                 {"curve", StudyCurve},         {"equality", StudyEquality}};
  const char *kind = json_string_value(json_object_get(job, "kind"));
  Setting setting;
  PetscFunctionBeginUser;
  if (kind && !strcmp(kind, "ensemble")) {
    PetscCall(StudyEnsemble(registry, job, measured));
    PetscFunctionReturn(0);
  }
  if (kind && !strcmp(kind, "scaling")) {
    PetscCall(StudyScaling(registry, job, measured));
    PetscFunctionReturn(0);
  }
  for (size_t i = 0; kind && i < sizeof studies / sizeof *studies; ++i)
    if (!strcmp(kind, studies[i].kind)) {
      PetscCall(SettingCreate(registry, job, 0, &setting));
      PetscCall(studies[i].run(&setting, measured));
      PetscCall(SettingDestroy(&setting));
      PetscFunctionReturn(0);
    }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "unknown kind of job '%s'", kind ? kind : "");
}
