#include "cli/manifest.h"
#include "cli/version.h"
#include "record/journal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static json_t *Versions(void) {
  char petsc[64], library[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  (void)MPI_Get_library_version(library, &length);
  library[strcspn(library, ",\n")] = 0;
  (void)snprintf(petsc, sizeof(petsc), "%d.%d.%d", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR,
                 PETSC_VERSION_SUBMINOR);
  return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "gimbal", VersionNumber(), "commit",
                   VersionCommit(), "compiler", VersionCompiler(), "petsc", petsc, "mpi", library,
                   "solver", VersionSolver());
}

static json_t *Host(void) {
  struct utsname name;
  if (uname(&name))
    return json_object();
  return json_pack("{s:s, s:s, s:s, s:s, s:i}", "name", name.nodename, "system", name.sysname,
                   "release", name.release, "machine", name.machine, "processors",
                   (int)sysconf(_SC_NPROCESSORS_ONLN));
}

static json_t *Strings(PetscInt count, const char *const text[]) {
  json_t *array = json_array();
  for (PetscInt i = 0; i < count; i++)
    json_array_append_new(array, json_string(text[i]));
  return array;
}

/* Without the switches that the program gives PETSc itself. */
static PetscErrorCode PetscWords(json_t **words) {
  char *all, *copy, *rest;
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  copy = all;
  *words = json_array();
  for (char *word; (word = strtok_r(copy, " ", &rest)) != NULL; copy = NULL)
    if (strcmp(word, "-skip_petscrc") && strcmp(word, "-no_signal_handler"))
      json_array_append_new(*words, json_string(word));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(0);
}

static const char *Text(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

/* Of each method and model of the jobs: its title, file and hash. */
static PetscErrorCode AddPlugins(Registry registry, const json_t *jobs, json_t *manifest) {
  json_t *methods = json_object(), *models = json_object(), *kinds = json_object(), *job;
  size_t i;
  PetscFunctionBeginUser;
  json_array_foreach(jobs, i, job) {
    const char *kind = Text(job, "kind");
    Method method;
    Model model;
    PetscCall(RegistryFindMethod(registry, Text(job, "method"), &method));
    PetscCall(RegistryFindModel(registry, Text(job, "model"), &model));
    if (!json_object_get(methods, method->name))
      json_object_set_new(methods, method->name,
                          json_pack("{s:s?, s:s?, s:s, s:s, s:b}", "title", method->title,
                                    "citation", method->family->citation, "file", method->file,
                                    "hash", method->hash, "quad", method->family_quad != NULL));
    if (!json_object_get(models, model->name))
      json_object_set_new(models, model->name,
                          json_pack("{s:s?, s:s?, s:s, s:s, s:b}", "title",
                                    model->descriptor->title, "citation",
                                    model->descriptor->citation, "file", model->file, "hash",
                                    model->hash, "quad", model->descriptor_quad != NULL));
    json_object_set_new(kinds, kind,
                        json_integer(1 + json_integer_value(json_object_get(kinds, kind))));
  }
  json_object_set_new(manifest, "jobs", kinds);
  json_object_set_new(manifest, "methods", methods);
  json_object_set_new(manifest, "models", models);
  PetscFunctionReturn(0);
}

PetscErrorCode ManifestWrite(const char *directory, Suite suite, const PlanOptions *options,
                             Registry registry, const json_t *jobs) {
  json_t *manifest, *petsc = NULL;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(PetscWords(&petsc));
  manifest = json_pack("{s:o, s:o, s:{s:s, s:s?, s:s?, s:s?}, s:{s:o, s:o, s:s, s:i, s:o}}",
                       "versions", Versions(), "host", Host(), "suite", "name",
                       options->suite ? options->suite : "default", "title", suite->title,
                       "description", suite->description, "source", suite->source, "options",
                       "methods", Strings(options->methods, options->method), "models",
                       Strings(options->models, options->model), "precision",
                       options->precision ? options->precision : suite->precision, "seed",
                       (int)(options->seed >= 0 ? options->seed : suite->seed), "petsc", petsc);
  PetscCheck(manifest, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: a text is not valid UTF-8, so that there is no manifest", suite->path);
  if (options->named)
    json_object_set_new(json_object_get(manifest, "options"), "only_plugins", json_true());
  PetscCall(AddPlugins(registry, jobs, manifest));
  char *text = json_dumps(manifest, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  json_decref(manifest);
  PetscCheck(text, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the manifest cannot be written as JSON");
  error = JournalWriteFile(directory, "manifest.json", text);
  free(text);
  PetscFunctionReturn(error);
}
