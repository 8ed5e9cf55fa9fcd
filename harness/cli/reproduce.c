#include "cli/reproduce.h"
#include "cli/launch.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

static void Add(json_t *words, const char *option, json_t *value) {
  json_array_append_new(words, json_string(option));
  json_array_append_new(words, value);
}

/* A relative folder that is not the report's, wherever the command is started. */
static const char *OtherFolder(const char *directory) {
  char *copy = strdup(directory);
  const char *other =
      copy && !strcmp(basename(copy), "reproduced") ? "reproduced_again" : "reproduced";
  free(copy);
  return other;
}

/* Whether the file holds the method or the model. */
static PetscBool Holds(const char *file, const char *method, const char *model) {
  char *path = realpath(file, NULL), *one = realpath(method, NULL), *two = realpath(model, NULL);
  PetscBool holds =
      (PetscBool)(path && ((one && !strcmp(path, one)) || (two && !strcmp(path, two))));
  free(path);
  free(one);
  free(two);
  return holds;
}

/* All names in a suite must exist: one that the user wrote needs all the plugins of its run. */
static PetscErrorCode AddPlugins(Registry registry, const CommandLine *line, const json_t *job,
                                 json_t *words) {
  const char *model_name = json_string_value(json_object_get(job, "model"));
  Method method;
  Model model = NULL;
  PetscFunctionBeginUser;
  if (!line->plugins)
    PetscFunctionReturn(0);
  PetscCall(
      RegistryFindMethod(registry, json_string_value(json_object_get(job, "method")), &method));
  if (strcmp(model_name, "*"))
    PetscCall(RegistryFindModel(registry, model_name, &model));
  for (PetscInt i = 0; i < line->plugins; i++)
    if (line->suite || Holds(line->plugin[i], method->file, model ? model->file : ""))
      Add(words, "--plugin", json_string(line->plugin[i]));
  PetscFunctionReturn(0);
}

PetscErrorCode ReproduceNote(Registry registry, const CommandLine *line, json_t *records) {
  json_t *petsc = json_array(), *record;
  size_t i;
  PetscFunctionBeginUser;
  for (char *const *word = LaunchPetscWords(); *word; word++)
    json_array_append_new(petsc, json_string(*word));
  json_array_foreach(records, i, record) {
    json_t *job = json_object_get(record, "job"), *words = json_array();
    /* What the job itself cannot tell from the suite's own setting. */
    if (line->seed == 0)
      Add(words, "--seed", json_string("0"));
    if (line->precision && !strcmp(line->precision, "auto"))
      Add(words, "--precision", json_string("auto"));
    if (line->timeout != TIMEOUT_DEFAULT)
      Add(words, "--timeout", json_sprintf("%.15g", (double)line->timeout));
    if (line->memory != MEMORY_DEFAULT)
      Add(words, "--memory", json_sprintf("%d", (int)line->memory));
    PetscCall(AddPlugins(registry, line, job, words));
    Add(words, "-o", json_string(OtherFolder(line->directory)));
    json_object_set_new(job, "command", json_pack("{s:o, s:O}", "options", words, "petsc", petsc));
  }
  json_decref(petsc);
  PetscFunctionReturn(0);
}
