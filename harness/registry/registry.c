#include "registry/check.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "base/word_list.h"
#include "registry/parameters.h"
#include "plugin/plugin.h"

/* A member of a family (NULL: the family itself) under its settings and further ones. */
static PetscErrorCode CreateMethod(Registry registry, const Method like, const char *name,
                                   const gimbal_member *member, const char *settings, Method *out) {
  const char *const texts[] = {member ? member->settings : NULL, settings};
  const gimbal_list parameters = like->family->parameters;
  char where[512];
  Method method = ArenaArray(registry->arena, 1, sizeof(*method));
  *method = *like;
  method->name = ArenaText(registry->arena, name);
  method->title = member && member->title ? member->title : like->family->title;
  method->parameters = ArenaArray(registry->arena, parameters.count, sizeof(*method->parameters));
  (void)snprintf(where, sizeof(where), "%s: method \"%s\"", like->file, name);
  PetscCall(ParametersEvaluate(where, parameters, 2, texts, (Variables){0}, method->parameters));
  ParameterVariables(parameters, method->parameters, registry->arena, &method->variables);
  *out = method;
  return 0;
}

/* Members and families share one set of names, since both can be requested. */
static PetscErrorCode CheckMethodName(Registry registry, const Method like, const char *name) {
  for (PetscInt i = 0; i < registry->methods; i++) {
    const Method other = registry->method[i];
    UserCheck((strcmp(other->name, name) && strcmp(other->family->name, name)) ||
                  other->family == like->family,
              "%s: method \"%s\" is also in %s; give one of them another name", like->file, name,
              other->file);
  }
  return 0;
}

/* A table of coefficients is often called what a method is that is there already: it becomes NAME_table. */
static void RenameTable(Registry registry, const Plugin *plugin, gimbal_method *family) {
  for (PetscInt i = 0; i < registry->methods; i++) {
    const Method other = registry->method[i];
    if (strcmp(other->file, plugin->file) &&
        (!strcmp(other->name, family->name) || !strcmp(other->family->name, family->name))) {
      family->name = ArenaPrint(plugin->arena, "%s_table", family->name);
      break;
    }
  }
}

static PetscErrorCode AddFamily(Registry registry, const Plugin *plugin, size_t index) {
  struct _n_Method like = {.file = plugin->file,
                           .hash = plugin->hash,
                           .plugin = &plugin->plain,
                           .named = plugin->named,
                           .vocabulary = registry->vocabulary};
  if (plugin->tables)
    RenameTable(registry, plugin, (gimbal_method *)plugin->plain.methods.at + index);
  like.family = ListAt(plugin->plain.methods, gimbal_method, index);
  if (plugin->has_quad)
    like.family_quad = ListAt(plugin->quad.methods, gimbal_method, index);
  gimbal_list members = like.family->members;
  PetscCall(CheckMethodName(registry, &like, like.family->name));
  for (size_t i = 0; i < (members.count ? members.count : 1); i++) {
    const gimbal_member *member = members.count ? ListAt(members, gimbal_member, i) : NULL;
    const char *name = member ? member->name : like.family->name;
    Method method;
    PetscCall(CheckMethodName(registry, &like, name));
    PetscCall(CreateMethod(registry, &like, name, member, NULL, &method));
    ArenaAppend(registry->arena, registry->methods, &registry->method, method);
    PetscCall(MethodCheck(method));
  }
  return 0;
}

static PetscErrorCode AddModel(Registry registry, const Plugin *plugin, size_t index) {
  Model model = ArenaArray(registry->arena, 1, sizeof(*model));
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
  ArenaAppend(registry->arena, registry->models, &registry->model, model);
  for (PetscInt i = 0; i < registry->models - 1; i++)
    UserCheck(strcmp(registry->model[i]->name, model->name),
              "%s: model \"%s\" is also in %s; give one of them another name", model->file,
              model->name, registry->model[i]->file);
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
  ArenaAppend(registry->arena, registry->plugins, &registry->plugin, plugin);
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
  Texts files;
  PetscInt own, named; /* where the second and the third kind begin */
} Sources;

static PetscErrorCode LoadSource(const Sources *sources, PetscInt i) {
  return AddPlugin(sources->registry, sources->files.at[i], (PetscBool)(i >= sources->named));
}

/* Programs have a process of their own, and are started once. */
static PetscErrorCode TryUsersSource(void *context, PetscInt i) {
  const Sources *sources = context;
  i += sources->own;
  return PluginCommand(sources->files.at[i]) ? 0 : LoadSource(sources, i);
}

RegistryTrial *RegistryTry;

/* The installation's plugins are trusted like the program. The user's are tried first. */
static PetscErrorCode LoadSources(Sources *sources, PetscInt plugins, const char *const plugin[]) {
  const Arena arena = sources->registry->arena;
  Texts *files = &sources->files;
  PetscCall(PluginFoldersOwn(arena, files));
  sources->own = files->count;
  PetscCall(PluginFoldersOfUser(arena, files));
  sources->named = files->count;
  for (PetscInt i = 0; i < plugins; i++)
    TextsAdd(arena, files, plugin[i]);
  for (PetscInt i = 0; i < sources->own; i++)
    PetscCall(LoadSource(sources, i));
  if (RegistryTry && files->count > sources->own)
    PetscCall(RegistryTry(files->count - sources->own, files->at + sources->own, TryUsersSource,
                          sources));
  for (PetscInt i = sources->own; i < files->count; i++)
    PetscCall(LoadSource(sources, i));
  return 0;
}

PetscErrorCode RegistryCreate(PetscInt plugins, const char *const plugin[],
                              ClaimVocabulary *vocabulary, Registry *out) {
  *out = NULL;
  Registry registry = MemoryZeroed(1, sizeof(*registry));
  registry->vocabulary = vocabulary;
  registry->arena = ArenaCreate();
  const PetscErrorCode error = LoadSources(&(Sources){.registry = registry}, plugins, plugin);
  if (error) {
    RegistryDestroy(&registry);
    return error;
  }
  if (registry->methods)
    qsort(registry->method, (size_t)registry->methods, sizeof(Method), SortByKeyOf);
  if (registry->models)
    qsort(registry->model, (size_t)registry->models, sizeof(Model), SortByKeyOf);
  *out = registry;
  return 0;
}

void RegistryDestroy(Registry *registry) {
  if (!*registry)
    return;
  for (PetscInt i = 0; i < (*registry)->plugins; i++)
    PluginClose(&(*registry)->plugin[i]);
  ArenaDestroy(&(*registry)->arena);
  free(*registry);
  *registry = NULL;
}

/* ---- By their names ---- */

PetscInt ListFind(gimbal_list list, const char *name) {
  const char *found = FindKey(name, (PetscInt)list.count, list.at, list.stride);
  return found ? (PetscInt)((size_t)(found - (const char *)list.at) / list.stride) : -1;
}

PetscErrorCode ListRefuse(const char *what, const char *name, const char *label, gimbal_list list) {
  NameList names = {.count = 0};
  for (size_t i = 0; i < list.count; i++)
    NameListAdd(&names, PETSC_FALSE, PointerAt(list.at, i * list.stride));
  return WordRefuse(what, name, label, names.count, names.at);
}

const char *RegistryHint(Registry registry, unsigned kinds, const char *word,
                         char hint[NEAREST_HINT]) {
  NameList names = {.count = 0};
  for (PetscInt i = 0; i < registry->methods && kinds & NAMES_OF_METHODS; i++)
    NameListAdd(&names, PETSC_FALSE, registry->method[i]->name);
  for (PetscInt i = 0; i < registry->models && kinds & NAMES_OF_MODELS; i++)
    NameListAdd(&names, PETSC_FALSE, registry->model[i]->name);
  for (PetscInt i = 0; i < registry->methods && kinds & NAMES_OF_FAMILIES; i++)
    NameListAdd(&names, PETSC_FALSE, registry->method[i]->family->name);
  return NearestHint(word, names.count, names.at, NEAREST_GUESSED, hint);
}

static PetscErrorCode UnknownName(Registry registry, unsigned kinds, const char *kind,
                                  const char *name) {
  char hint[NEAREST_HINT], here[PLUGIN_HINT];
  UserError("unknown %s \"%s\"%s%s (gimbal list %ss)", kind, name,
            RegistryHint(registry, kinds, name, hint), PluginHint(name, here), kind);
}

static PetscBool IsNamed(const char *word, const char *name) {
  const size_t length = strcspn(word, ":");
  return (PetscBool)(strlen(name) == length && !strncmp(word, name, length));
}

Method RegistryLookMethod(Registry registry, const char *name) {
  for (PetscInt i = 0; i < 2 * registry->methods; i++) { /* families after all methods */
    const Method one = registry->method[i % registry->methods];
    if (IsNamed(name, i < registry->methods ? one->name : one->family->name))
      return one;
  }
  return NULL;
}

Model RegistryLookModel(Registry registry, const char *name) {
  for (PetscInt i = 0; i < registry->models; i++)
    if (IsNamed(name, registry->model[i]->name))
      return registry->model[i];
  return NULL;
}

const gimbal_member *MethodMember(const gimbal_method *family, const char *name) {
  const PetscInt i = ListFind(family->members, name);
  return i < 0 ? NULL : ListAt(family->members, gimbal_member, i);
}

/* "base:settings": a member with further settings, or a family with its defaults replaced. */
static PetscErrorCode FindVariant(Registry registry, const char *name, const char *colon,
                                  Method *found) {
  const Method like = RegistryLookMethod(registry, name);
  char base[128];
  for (PetscInt i = 0; i < registry->variants; i++)
    if (!strcmp(registry->variant[i]->name, name)) {
      *found = registry->variant[i];
      return 0;
    }
  (void)snprintf(base, sizeof(base), "%.*s", (int)(colon - name), name);
  if (!like)
    return UnknownName(registry, NAMES_OF_METHODS | NAMES_OF_FAMILIES, "method", base);
  UserCheck(colon[1], "method \"%s\": nothing follows the colon; write NAME:parameter=value", name);
  PetscCall(CreateMethod(registry, like, name, MethodMember(like->family, base), colon + 1, found));
  ArenaAppend(registry->arena, registry->variants, &registry->variant, *found);
  return 0;
}

PetscErrorCode RegistryFindMethod(Registry registry, const char *name, Method *found) {
  const char *colon = strchr(name, ':');
  *found = NULL;
  if (colon)
    return FindVariant(registry, name, colon, found);
  const Method one = RegistryLookMethod(registry, name);
  if (!one || strcmp(one->name, name))
    return UnknownName(registry, NAMES_OF_METHODS | NAMES_OF_FAMILIES, "method", name);
  *found = one;
  return 0;
}

PetscErrorCode RegistryFindModel(Registry registry, const char *name, Model *found) {
  *found = strchr(name, ':') ? NULL : RegistryLookModel(registry, name);
  return *found ? 0 : UnknownName(registry, NAMES_OF_MODELS, "model", name);
}
