/* What an evaluation on a model costs, against those of other models: measured, in models/costs.yaml. A
 * forecast needs it, no verdict does. */
#ifndef GIMBAL_HARNESS_PLAN_MODEL_COSTS_H
#define GIMBAL_HARNESS_PLAN_MODEL_COSTS_H

#include "base/yaml_reader.h"

typedef struct {
  YamlFile file; /* NULL: there is none */
  YamlList models;
} ModelCosts;

extern PetscErrorCode ModelCostsRead(ModelCosts *);
/* 1 of a model that the file does not have. */
extern PetscReal ModelCostsOf(const ModelCosts *, const char *model);
extern PetscErrorCode ModelCostsDestroy(ModelCosts *);

#endif
