/* gimbal check [PLUGIN.so|NAME]... */
#include "check/check.h"
#include "cli/command.h"
#include "cli/lookup.h"
#include "plugin/plugin.h"
#include "studies/study.h"

enum { TIMEOUT = 120 }; /* the costliest model of the tree takes some seconds */

typedef struct {
  Texts plugins; /* also words that are files */
  PetscReal timeout;
} Words;

static const Option options[] = {
    OPTION_PLUGINS(Words, plugins),
    OPTION_IN(Words, NUMBER, 0, "timeout", "SECONDS", timeout, 0, TIMEOUT_MOST),
    {.kind = OPTION_END}};

const Usage UsageCheck = USAGE_WITH(options, Words, "PLUGIN.so|NAME", 0, -1, .timeout = TIMEOUT);

/* A word that is the name of nothing: a variant of a method, "dla:tau=1/3", or a slip. */
static PetscErrorCode FindVariant(Registry registry, const char *word, Method *variant) {
  const Model model = RegistryLookModel(registry, word);
  char hint[NEAREST_HINT], here[PLUGIN_HINT];
  UserCheck(!model, "check: all cases of a model are checked: give \"%s\", not \"%s\"", model->name,
            word);
  if (strchr(word, ':'))
    return RegistryFindMethod(registry, word, variant);
  UserError("check: \"%s\" is not a method, a model or a plugin (*.so)%s%s (gimbal list)", word,
            RegistryHint(registry, NAMES_OF_ALL, word, hint), PluginHint(word, here));
}

/* Whether any of the words asks for something of this name (or family) from this file; `known` notes which. */
static PetscBool IsAsked(int words, char **word, PetscBool known[], const char *name,
                         const char *family, const char *file) {
  PetscBool asked = PETSC_FALSE;
  for (int w = 0; w < words; w++)
    if (LookupIsFile(word[w]) ? LookupIsSameFile(word[w], file)
                              : !strcmp(word[w], name) || (family && !strcmp(word[w], family)))
      asked = known[w] = PETSC_TRUE;
  return asked;
}

/* What the words name, of models and methods in the registry's order, then variants of methods in
 * that of the words; without a word, everything, or (`named`) all of the plugins that are named. All words
 * have a meaning before a check begins. */
static PetscErrorCode ResolveWords(Registry registry, PetscBool named, int words, char **word,
                                   CheckList *list) {
  PetscBool *known; /* of each word: whether it names something in the registry */
  known = MemoryZeroed(words + 1, sizeof(*known));
  list->model = MemoryZeroed(registry->models + 1, sizeof(*list->model));
  list->method = MemoryZeroed(registry->methods + words + 1, sizeof(*list->method));
  list->models = list->methods = 0;
  for (PetscInt i = 0; i < registry->models; i++)
    if (words
            ? IsAsked(words, word, known, registry->model[i]->name, NULL, registry->model[i]->file)
            : !named || registry->model[i]->named)
      list->model[list->models++] = registry->model[i];
  for (PetscInt i = 0; i < registry->methods; i++)
    if (words ? IsAsked(words, word, known, registry->method[i]->name,
                        registry->method[i]->family->name, registry->method[i]->file)
              : !named || registry->method[i]->named)
      list->method[list->methods++] = registry->method[i];
  for (int w = 0; w < words; w++)
    if (!known[w])
      PetscCall(FindVariant(registry, word[w], &list->method[list->methods++]));
  free(known);
  return 0;
}

PetscErrorCode CommandCheck(CommandLine *line) {
  Words *w = line->words;
  CheckList list = {.timeout = w->timeout};
  PetscBool external = PETSC_FALSE;
  OWNED(RegistryDestroy) Registry registry = NULL;
  int failures;
  for (PetscInt i = 0; i < w->plugins.count; i++)
    external = (PetscBool)(external || PluginCommand(w->plugins.at[i]));
  for (int i = 0; i < line->count; i++)
    if (LookupIsFile(line->operand[i]))
      OptionAppend(&w->plugins, line->operand[i]);
  PetscCall(RegistryCreate(w->plugins.count, w->plugins.at, StudyVocabulary, &registry));
  PetscCall(ResolveWords(registry, external, line->count, line->operand, &list));
  PetscCall(CheckAll(registry, &list, &failures));
  line->status = failures > 0;
  free(list.model);
  list.model = NULL;
  free(list.method);
  list.method = NULL;
  return 0;
}
