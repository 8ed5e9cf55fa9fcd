#include "cli/verify.h"
#include "base/mathematics.h"
#include "base/version.h"
#include "cli/version.h"
#include "record/file.h"
#include "solver/newton_type.h"

#include <sys/utsname.h>
#include <unistd.h>

static void SetVersions(Arena arena, Manifest *m) {
  m->versions.gimbal = GIMBAL_VERSION;
  m->versions.commit = VersionCommit();
  m->versions.compiler = VersionCompiler();
  m->versions.petsc = ArenaPrint(arena, "%d.%d.%d", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR,
                                 PETSC_VERSION_SUBMINOR);
  m->versions.mpi = VersionMpi();
  m->versions.solver = SNESDENSENEWTON;
  m->versions.mathematics = MathematicsName();
}

static void SetHost(Arena arena, Manifest *m) {
  struct utsname name;
  if (uname(&name))
    return;
  m->host.name = ArenaText(arena, name.nodename);
  m->host.system = ArenaText(arena, name.sysname);
  m->host.release = ArenaText(arena, name.release);
  m->host.machine = ArenaText(arena, name.machine);
  m->host.processors = (PetscInt)sysconf(_SC_NPROCESSORS_ONLN);
}

/* Without the switches that the program gives PETSc itself. */
static PetscErrorCode SetPetscWords(Arena arena, Manifest *m) {
  Texts *const words = &m->options.petsc;
  char *all, *rest;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  char *copy = all;
  for (char *word; (word = strtok_r(copy, " ", &rest)) != NULL; copy = NULL)
    if (strcmp(word, "-skip_petscrc") && strcmp(word, "-no_signal_handler"))
      TextsAdd(arena, words, word);
  return PetscFree(all);
}

static PetscErrorCode SetOptions(Arena arena, Suite suite, const PlanOptions *options,
                                 Manifest *m) {
  m->suite.name = options->suite ? options->suite : "default";
  m->suite.title = suite->title;
  m->suite.description = suite->description;
  m->suite.source = suite->source;
  m->options.methods = options->methods;
  m->options.models = options->models;
  m->options.precision = options->precision ? options->precision : suite->precision;
  m->options.seed = options->seed >= 0 ? options->seed : suite->seed;
  m->options.only_plugins = options->named;
  return SetPetscWords(arena, m);
}

static void AddPlugin(Arena arena, const ManifestPlugin *plugin, PetscInt *count,
                      ManifestPlugin **list) {
  for (PetscInt i = 0; i < *count; i++)
    if (!strcmp((*list)[i].name, plugin->name))
      return;
  ArenaAppend(arena, *count, list, *plugin);
}

static void CountKind(Arena arena, const char *kind, Manifest *m) {
  PetscInt i = 0;
  while (i < m->kinds && strcmp(m->kind[i].name, kind))
    i++;
  if (i == m->kinds)
    ArenaAppend(arena, m->kinds, &m->kind, (ManifestCount){.name = kind});
  m->kind[i].count++;
}

/* Of each method and model of the jobs: its title, file and hash. */
static PetscErrorCode SetPlugins(Arena arena, Registry registry, const Jobs *jobs, Manifest *m) {
  for (PetscInt i = 0; i < jobs->count; i++) {
    const Job *job = jobs->at[i];
    Method method;
    Model model;
    PetscCall(RegistryFindMethod(registry, job->method, &method));
    PetscCall(RegistryFindModel(registry, job->model, &model));
    const ManifestPlugin of_method = {.name = method->name,
                                      .title = method->title,
                                      .citation = method->family->citation,
                                      .file = method->file,
                                      .hash = method->hash,
                                      .quad = (PetscBool)(method->family_quad != NULL),
                                      .citation_key = method->family->citation_key,
                                      .library = method->family->library,
                                      .library_version = method->family->library_version,
                                      .source = method->plugin->source,
                                      .line = method->plugin->line};
    const ManifestPlugin of_model = {.name = model->name,
                                     .title = model->descriptor->title,
                                     .citation = model->descriptor->citation,
                                     .file = model->file,
                                     .hash = model->hash,
                                     .quad = (PetscBool)(model->descriptor_quad != NULL),
                                     .citation_key = model->descriptor->citation_key};
    AddPlugin(arena, &of_method, &m->methods, &m->method);
    AddPlugin(arena, &of_model, &m->models, &m->model);
    CountKind(arena, job->kind, m);
  }
  return 0;
}

PetscErrorCode ManifestWrite(const char *directory, Suite suite, const PlanOptions *options,
                             Registry registry, const Jobs *jobs, const Earlier *earlier) {
  Manifest m = {
      .format = RECORD_FORMAT, .aside = earlier->aside, .since = earlier->since, .verdicts = -1};
  OWNED(MemoryFree) char *text = NULL;
  Arena arena = ArenaCreate();
  SetVersions(arena, &m);
  SetHost(arena, &m);
  PetscCall(SetOptions(arena, suite, options, &m));
  PetscCall(SetPlugins(arena, registry, jobs, &m));
  PetscCall(ManifestToText(&m, &text));
  ArenaDestroy(&arena);
  return WholeFileWrite(directory, "manifest.json", text);
}

void ManifestIsOurs(const Manifest *manifest, char *why, size_t size) {
  Manifest ours = {.format = RECORD_FORMAT};
  *why = 0;
  OWNED(ArenaDestroy) Arena arena = ArenaCreate();
  SetVersions(arena, &ours);
  SetHost(arena, &ours);
  const struct {
    const char *name, *was, *is;
  } pair[] = {
      {"gimbal", manifest->versions.gimbal, ours.versions.gimbal},
      {"the compiler", manifest->versions.compiler, ours.versions.compiler},
      {"PETSc", manifest->versions.petsc, ours.versions.petsc},
      {"MPI", manifest->versions.mpi, ours.versions.mpi},
      {"the solver", manifest->versions.solver, ours.versions.solver},
      {"the mathematical library", manifest->versions.mathematics, ours.versions.mathematics},
      {"the system", manifest->host.system, ours.host.system},
      {"the machine", manifest->host.machine, ours.host.machine}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(pair) && !*why; i++) {
    const char *was = pair[i].was ? pair[i].was : "not reported",
               *is = pair[i].is ? pair[i].is : "";
    if (strcmp(was, is))
      (void)snprintf(why, size, "%s was %s there, and is %s here", pair[i].name, was, is);
  }
}
