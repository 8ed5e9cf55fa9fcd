#include "registry/check.h"
#include "base/resize.h"
#include "base/nearest.h"
#include "registry/parameters.h"
#include "plugin/plugin.h"
#include "plugin/probe.h"

#include <stdlib.h>
#include <string.h>

struct _p_Registry {
  ClaimVocabulary *vocabulary;
  PetscInt plugins, methods, models, variants;
  Plugin **plugin;
  Method *method;  /* sorted by name */
  Method *variant; /* those asked for with settings of their own, "dla:tau=1/3" */
  Model *model;    /* sorted by name */
};

/* Appends one element to an array that is only ever grown here. */
#define Append(array, count, element)                                                              \
  do {                                                                                             \
    PetscCall(Resize((size_t)((count) + 1) * sizeof(*(array)), &(array)));                         \
    (array)[(count)++] = (element);                                                                \
  } while (0)

static PetscErrorCode DestroyMethod(Method *method) {
  PetscCall(PetscFree((*method)->name));
  PetscCall(PetscFree((*method)->parameters));
  PetscCall(PetscFree((*method)->variables.at));
  return PetscFree(*method);
}

/* A member of a family (NULL: the family itself) under its settings and further ones. */
static PetscErrorCode CreateMethod(const Method like, const char *name, const gimbal_member *member,
                                   const char *settings, Method *out) {
  const char *const texts[] = {member ? member->settings : NULL, settings};
  char where[512], *copy;
  Method method;
  PetscErrorCode error;
  PetscCall(PetscNew(&method));
  *method = *like;
  PetscCall(PetscStrallocpy(name, &copy));
  method->name = copy;
  method->variables = (Variables){0};
  method->title = member && member->title ? member->title : like->family->title;
  PetscCall(PetscMalloc1(like->family->parameters.count, &method->parameters));
  (void)snprintf(where, sizeof(where), "%s: method \"%s\"", like->file, name);
  error = ParametersEvaluate(where, like->family->parameters, 2, texts, (Variables){0},
                             method->parameters);
  if (!error)
    error = ParameterVariables(like->family->parameters, method->parameters, &method->variables);
  if (error)
    PetscCall(DestroyMethod(&method));
  PetscCall(error);
  *out = method;
  return 0;
}

/* Members and families share one set of names, since either can be asked for. */
static PetscErrorCode CheckMethodName(Registry registry, const Method like, const char *name) {
  for (PetscInt i = 0; i < registry->methods; i++) {
    const Method other = registry->method[i];
    PetscCheck((strcmp(other->name, name) && strcmp(other->family->name, name)) ||
                   other->family == like->family,
               PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: method \"%s\" is there twice, also in %s; give one of them another name",
               like->file, name, other->file);
  }
  return 0;
}

/* A table of coefficients is often called what a method is that is there already: it becomes NAME_table. */
static PetscErrorCode RenameTable(Registry registry, const Plugin *plugin, gimbal_method *family) {
  for (PetscInt i = 0; i < registry->methods; i++) {
    const Method other = registry->method[i];
    if (strcmp(other->file, plugin->file) &&
        (!strcmp(other->name, family->name) || !strcmp(other->family->name, family->name))) {
      PetscCall(ArenaPrint(plugin->arena, &family->name, "%s_table", family->name));
      break;
    }
  }
  return 0;
}

static PetscErrorCode AddFamily(Registry registry, const Plugin *plugin, size_t index) {
  struct _n_Method like = {.file = plugin->file,
                           .hash = plugin->hash,
                           .plugin = &plugin->plain,
                           .named = plugin->named,
                           .vocabulary = registry->vocabulary};
  gimbal_list members;
  if (plugin->tables)
    PetscCall(RenameTable(registry, plugin, (gimbal_method *)plugin->plain.methods.at + index));
  like.family = ListAt(plugin->plain.methods, gimbal_method, index);
  if (plugin->has_quad)
    like.family_quad = ListAt(plugin->quad.methods, gimbal_method, index);
  members = like.family->members;
  PetscCall(CheckMethodName(registry, &like, like.family->name));
  for (size_t i = 0; i < (members.count ? members.count : 1); i++) {
    const gimbal_member *member = members.count ? ListAt(members, gimbal_member, i) : NULL;
    const char *name = member ? member->name : like.family->name;
    Method method;
    PetscCall(CheckMethodName(registry, &like, name));
    PetscCall(CreateMethod(&like, name, member, NULL, &method));
    Append(registry->method, registry->methods, method);
    PetscCall(MethodCheck(method));
  }
  return 0;
}

static PetscErrorCode AddModel(Registry registry, const Plugin *plugin, size_t index) {
  Model model;
  PetscCall(PetscNew(&model));
  model->descriptor = ListAt(plugin->plain.models, gimbal_model, index);
  if (plugin->has_quad)
    model->descriptor_quad = ListAt(plugin->quad.models, gimbal_model, index);
  else if (plugin->program && plugin->quadruple >> index & 1)
    model->descriptor_quad = model->descriptor;
  model->program = plugin->program;
  model->place = (int)index;
  model->name = model->descriptor->name;
  model->file = plugin->file;
  model->hash = plugin->hash;
  model->named = plugin->named;
  Append(registry->model, registry->models, model);
  for (PetscInt i = 0; i < registry->models - 1; i++)
    PetscCheck(strcmp(registry->model[i]->name, model->name), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: model \"%s\" is there twice, also in %s; give one of them another name",
               model->file, model->name, registry->model[i]->file);
  return ModelCheck(model);
}

/* One that was found in a folder, and is named as well. */
static void SetNamed(Registry registry, const Plugin *plugin) {
  for (PetscInt i = 0; i < registry->methods; i++)
    if (registry->method[i]->file == plugin->file)
      registry->method[i]->named = PETSC_TRUE;
  for (PetscInt i = 0; i < registry->models; i++)
    if (registry->model[i]->file == plugin->file)
      registry->model[i]->named = PETSC_TRUE;
}

/* A file that is found on two ways is one plugin. */
static PetscErrorCode AddPlugin(Registry registry, const char *file, PetscBool named) {
  char *path = PluginPath(file);
  Plugin *plugin = NULL;
  for (PetscInt i = 0; path && i < registry->plugins && !plugin; i++)
    if (!strcmp(registry->plugin[i]->path, path))
      plugin = registry->plugin[i];
  free(path);
  if (plugin) {
    if (named)
      SetNamed(registry, plugin);
    return 0;
  }
  PetscCall(PluginOpen(file, &plugin));
  plugin->named = named;
  Append(registry->plugin, registry->plugins, plugin);
  for (size_t i = 0; i < plugin->plain.methods.count; i++)
    PetscCall(AddFamily(registry, plugin, i));
  for (size_t i = 0; i < plugin->plain.models.count; i++)
    PetscCall(AddModel(registry, plugin, i));
  return 0;
}

/* The plugins' files: those of the installation, then those in the user's folders, then those that the
 * user named. */
typedef struct {
  Registry registry;
  PetscInt files, own,
      named; /* how many there are, and where the second and the third kind begin */
  char **file;
} Sources;

static PetscErrorCode AddSource(const char *file, void *context) {
  Sources *sources = context;
  char *copy;
  PetscCall(PetscStrallocpy(file, &copy));
  Append(sources->file, sources->files, copy);
  return 0;
}

static PetscErrorCode LoadSource(const Sources *sources, PetscInt i) {
  return AddPlugin(sources->registry, sources->file[i], (PetscBool)(i >= sources->named));
}

static PetscErrorCode LoadUsersSource(void *context, PetscInt i) {
  const Sources *sources = context;
  return LoadSource(sources, sources->own + i);
}

/* The installation's plugins are trusted like the program. The user's are loaded in another process
 * first, and then here. */
static PetscErrorCode LoadSources(Sources *sources, PetscInt plugins, const char *const plugin[]) {
  PetscCall(PluginFoldersOwn(AddSource, sources));
  sources->own = sources->files;
  PetscCall(PluginFoldersOfUser(AddSource, sources));
  sources->named = sources->files;
  for (PetscInt i = 0; i < plugins; i++)
    PetscCall(AddSource(plugin[i], sources));
  for (PetscInt i = 0; i < sources->own; i++)
    PetscCall(LoadSource(sources, i));
  PetscCall(PluginsProbe(sources->files - sources->own,
                         (const char *const *)sources->file + sources->own, LoadUsersSource,
                         sources));
  for (PetscInt i = sources->own; i < sources->files; i++)
    PetscCall(LoadSource(sources, i));
  return 0;
}

static int MethodOrder(const void *a, const void *b) {
  return strcmp((*(const Method *)a)->name, (*(const Method *)b)->name);
}

static int ModelOrder(const void *a, const void *b) {
  return strcmp((*(const Model *)a)->name, (*(const Model *)b)->name);
}

PetscErrorCode RegistryCreate(PetscInt plugins, const char *const plugin[],
                              ClaimVocabulary *vocabulary, Registry *out) {
  Registry registry;
  PetscErrorCode error;
  *out = NULL;
  PetscCall(PetscNew(&registry));
  registry->vocabulary = vocabulary;
  Sources sources = {.registry = registry};
  error = LoadSources(&sources, plugins, plugin);
  for (PetscInt i = 0; i < sources.files; i++)
    PetscCall(PetscFree(sources.file[i]));
  PetscCall(PetscFree(sources.file));
  if (error)
    PetscCall(RegistryDestroy(&registry));
  PetscCall(error);
  if (registry->methods)
    qsort(registry->method, (size_t)registry->methods, sizeof(Method), MethodOrder);
  if (registry->models)
    qsort(registry->model, (size_t)registry->models, sizeof(Model), ModelOrder);
  *out = registry;
  return 0;
}

PetscErrorCode RegistryDestroy(Registry *registry) {
  Registry r = *registry;
  if (!r)
    return 0;
  for (PetscInt i = 0; i < r->methods; i++)
    PetscCall(DestroyMethod(&r->method[i]));
  for (PetscInt i = 0; i < r->variants; i++)
    PetscCall(DestroyMethod(&r->variant[i]));
  for (PetscInt i = 0; i < r->models; i++)
    PetscCall(PetscFree(r->model[i]));
  for (PetscInt i = 0; i < r->plugins; i++)
    PetscCall(PluginClose(&r->plugin[i]));
  PetscCall(PetscFree(r->method));
  PetscCall(PetscFree(r->variant));
  PetscCall(PetscFree(r->model));
  PetscCall(PetscFree(r->plugin));
  return PetscFree(*registry);
}

PetscInt RegistryGetMethods(Registry registry, const Method **methods) {
  *methods = registry->method;
  return registry->methods;
}

PetscInt RegistryGetModels(Registry registry, const Model **models) {
  *models = registry->model;
  return registry->models;
}

static PetscErrorCode UnknownName(const char *kind, const char *name, PetscInt count,
                                  const char *const names[]) {
  const char *nearest = NearestName(name, count, names);
  char hint[PLUGIN_HINT];
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "unknown %s \"%s\"%s%s%s%s; see gimbal list %ss",
          kind, name, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
          nearest ? "\"?" : "", PluginHint(name, hint), kind);
}

static PetscErrorCode UnknownMethod(Registry registry, const char *name) {
  const char **names;
  PetscInt count = registry->methods;
  PetscErrorCode error;
  PetscCall(PetscMalloc1(2 * count, &names));
  for (PetscInt i = 0; i < count; i++) {
    names[i] = registry->method[i]->name;
    names[count + i] = registry->method[i]->family->name;
  }
  error = UnknownName("method", name, count, names);
  PetscCall(PetscFree(names));
  PetscCall(error);
  return 0;
}

static const gimbal_member *FindMember(const gimbal_method *family, const char *name) {
  for (size_t i = 0; i < family->members.count; i++) {
    const gimbal_member *member = ListAt(family->members, gimbal_member, i);
    if (!strcmp(member->name, name))
      return member;
  }
  return NULL;
}

/* "base:settings": a member with further settings, or a family with its defaults replaced. */
static PetscErrorCode FindVariant(Registry registry, const char *name, const char *colon,
                                  Method *found) {
  char base[128];
  const Method *like = NULL;
  const char *settings = colon[1] ? colon + 1 : NULL;
  for (PetscInt i = 0; i < registry->variants; i++)
    if (!strcmp(registry->variant[i]->name, name)) {
      *found = registry->variant[i];
      return 0;
    }
  PetscCall(PetscStrncpy(base, name, sizeof(base)));
  if ((size_t)(colon - name) < sizeof(base))
    base[colon - name] = 0;
  for (PetscInt i = 0; i < registry->methods && !like; i++)
    if (!strcmp(registry->method[i]->name, base))
      like = &registry->method[i];
  for (PetscInt i = 0; i < registry->methods && !like; i++)
    if (!strcmp(registry->method[i]->family->name, base))
      like = &registry->method[i];
  if (!like)
    PetscCall(UnknownMethod(registry, base));
  PetscCheck(settings, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "method \"%s\": nothing follows the colon; write NAME:parameter=value", name);
  PetscCall(CreateMethod(*like, name, FindMember((*like)->family, base), settings, found));
  Append(registry->variant, registry->variants, *found);
  return 0;
}

PetscErrorCode RegistryFindMethod(Registry registry, const char *name, Method *found) {
  const char *colon = strchr(name, ':');
  *found = NULL;
  if (colon) {
    PetscCall(FindVariant(registry, name, colon, found));
    return 0;
  }
  for (PetscInt i = 0; i < registry->methods && !*found; i++)
    if (!strcmp(registry->method[i]->name, name))
      *found = registry->method[i];
  if (!*found)
    PetscCall(UnknownMethod(registry, name));
  return 0;
}

PetscErrorCode RegistryFindModel(Registry registry, const char *name, Model *found) {
  const char **names;
  PetscErrorCode error;
  *found = NULL;
  for (PetscInt i = 0; i < registry->models && !*found; i++)
    if (!strcmp(registry->model[i]->name, name))
      *found = registry->model[i];
  if (*found)
    return 0;
  PetscCall(PetscMalloc1(registry->models, &names));
  for (PetscInt i = 0; i < registry->models; i++)
    names[i] = registry->model[i]->name;
  error = UnknownName("model", name, registry->models, names);
  PetscCall(PetscFree(names));
  PetscCall(error);
  return 0;
}
