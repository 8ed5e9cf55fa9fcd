#include "plan/model_costs.h"
#include "plugin/plugin.h"

#include <stddef.h>
#include <string.h>

typedef struct {
  int line;
  const char *model;
  PetscInt percent;
} ModelCost;

static const YamlField cost_fields[] = {
    {.key = "model", .type = YAML_TEXT, .offset = offsetof(ModelCost, model), .needed = PETSC_TRUE},
    {.key = "percent",
     .type = YAML_COUNT,
     .offset = offsetof(ModelCost, percent),
     .needed = PETSC_TRUE,
     .least = 1},
    {.key = NULL}};
static const YamlField file_fields[] = {{.key = "models",
                                         .type = YAML_LIST,
                                         .offset = offsetof(ModelCosts, models),
                                         .fields = cost_fields,
                                         .size = sizeof(ModelCost)},
                                        {.key = NULL}};

PetscErrorCode ModelCostsRead(ModelCosts *costs) {
  static const char *const folders[] = {"models", "share/gimbal/models", NULL};
  char path[PATH_MAX];
  PetscFunctionBeginUser;
  *costs = (ModelCosts){.file = NULL};
  PetscCall(ProgramFile(folders, "costs.yaml", path));
  if (path[0])
    PetscCall(YamlFileRead(path, file_fields, costs, &costs->file));
  PetscFunctionReturn(0);
}

PetscReal ModelCostsOf(const ModelCosts *costs, const char *model) {
  const ModelCost *cost = costs->models.at;

  for (PetscInt i = 0; i < costs->models.count; i++)
    if (!strcmp(cost[i].model, model))
      return (PetscReal)cost[i].percent / 100;
  return 1;
}

PetscErrorCode ModelCostsDestroy(ModelCosts *costs) {
  PetscFunctionBeginUser;
  if (costs->file)
    PetscCall(YamlFileDestroy(&costs->file, file_fields, costs));
  PetscFunctionReturn(0);
}
