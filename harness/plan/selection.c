#include "plan/selection.h"
#include "base/sort.h"

static PetscErrorCode CheckLength(const char *where, const char *text) {
  UserCheck(strlen(text) <= LIMIT_PATTERN, "%s: a name of %zu bytes; at most %d (LIMIT_PATTERN)",
            where, strlen(text), LIMIT_PATTERN);
  return 0;
}

PetscBool MatchesCase(const YamlTexts *texts, const SelectedCase *selected, PetscInt realisation) {
  Model model = selected->instance->model;
  Pattern name = PatternOfMethod(selected->name);
  for (PetscInt i = 0; i < texts->count; i++) {
    Pattern pattern = PatternOfCase(texts->at[i].text);
    if (PatternGlob(pattern.name, model->name) && PatternGlob(pattern.item, name.name) &&
        PatternGlob(pattern.realisation, ModelRealisation(model, realisation)->name) &&
        (!*pattern.settings || !strcmp(pattern.settings, name.settings)))
      return PETSC_TRUE;
  }
  return (PetscBool)!texts->count;
}

/* ---- Names that must exist ---- */

static PetscErrorCode CheckMethodPattern(Registry registry, const char *where, const char *text) {
  const Pattern pattern = PatternOfMethod(text);
  NameList names = {.count = 0};
  PetscCall(CheckLength(where, text));
  for (PetscInt i = 0; i < registry->methods; i++)
    NameListAdd(&names,
                (PetscBool)(PatternGlob(pattern.name, registry->method[i]->name) ||
                            (*pattern.settings &&
                             !strcmp(pattern.name, registry->method[i]->family->name))),
                registry->method[i]->name);
  return NameListCheck(where, "method", pattern.name, &names);
}

static PetscErrorCode CheckCasePattern(Registry registry, const char *where, const char *text) {
  const Pattern pattern = PatternOfCase(text);
  NameList names = {.count = 0}, cases = {.count = 0}, realisations = {.count = 0};
  PetscCall(CheckLength(where, text));
  for (PetscInt i = 0; i < registry->models; i++) {
    const gimbal_model *descriptor = registry->model[i]->descriptor;
    const PetscBool matches = PatternGlob(pattern.name, registry->model[i]->name);
    NameListAdd(&names, matches, registry->model[i]->name);
    for (size_t j = 0; j < descriptor->cases.count && matches; j++) {
      const char *name = ListAt(descriptor->cases, gimbal_case, j)->name;
      NameListAdd(&cases, PatternGlob(pattern.item, name), name);
    }
    for (size_t j = 0; j < descriptor->realisations.count && matches; j++) {
      const char *name = ModelRealisation(registry->model[i], (PetscInt)j)->name;
      NameListAdd(&realisations, PatternGlob(pattern.realisation, name), name);
    }
  }
  PetscCall(NameListCheck(where, "model", pattern.name, &names));
  PetscCall(NameListCheck(where, "case", pattern.item, &cases));
  return NameListCheck(where, "realisation", pattern.realisation, &realisations);
}

static PetscErrorCode CheckTexts(Suite suite, Registry registry, const PlanOptions *options,
                                 const YamlTexts *methods, const YamlTexts *models) {
  char where[PETSC_MAX_PATH_LEN + 32];
  for (PetscInt i = 0; i < methods->count; i++) {
    if (suite->libraries && MethodLeftOut(options->left_out, methods->at[i].text))
      continue;
    (void)snprintf(where, sizeof(where), "%s:%d: key 'methods'", suite->path, methods->at[i].line);
    PetscCall(CheckMethodPattern(registry, where, methods->at[i].text));
  }
  for (PetscInt i = 0; i < models->count; i++) {
    (void)snprintf(where, sizeof(where), "%s:%d: key 'models'", suite->path, models->at[i].line);
    PetscCall(CheckCasePattern(registry, where, models->at[i].text));
  }
  return 0;
}

/* Every name of the suite, used or not, so that a slip never passes for "does not apply". */
static PetscErrorCode CheckNames(Suite suite, Registry registry, const PlanOptions *options) {
  PetscCall(CheckTexts(suite, registry, options, &suite->methods, &suite->models));
  for (PetscInt i = 0; i < suite->exclude.count; i++)
    PetscCall(CheckTexts(suite, registry, options, &SuiteExclusions(suite)[i].methods,
                         &SuiteExclusions(suite)[i].models));
  for (PetscInt i = 0; i < suite->studies.count; i++)
    PetscCall(CheckTexts(suite, registry, options, &SuiteStudies(suite)[i].methods,
                         &SuiteStudies(suite)[i].models));
  for (PetscInt i = 0; i < suite->claims.count; i++) {
    const SuiteClaim *claim = &SuiteClaims(suite)[i];
    PetscCall(CheckTexts(suite, registry, options, &claim->methods, &claim->models));
    PetscCall(ClaimCheckNames(suite, claim, registry, options));
  }
  for (PetscInt i = 0; i < options->methods.count; i++)
    PetscCall(CheckMethodPattern(registry, "option -m", options->methods.at[i]));
  for (PetscInt i = 0; i < options->models.count; i++)
    PetscCall(CheckCasePattern(registry, "option -M", options->models.at[i]));
  return 0;
}

/* ---- Methods ---- */

static PetscErrorCode AddMethod(Selection selection, Registry registry, const char *name,
                                const char *settings) {
  char full[2 * PATTERN_ROOM];
  Method method;
  (void)snprintf(full, sizeof(full), "%s%s%s", name, *settings ? ":" : "", settings);
  for (PetscInt i = 0; i < selection->methods; i++)
    if (!strcmp(selection->method[i]->name, full))
      return 0;
  PetscCall(RegistryFindMethod(registry, full, &method));
  ArenaAppend(selection->arena, selection->methods, &selection->method, method);
  return 0;
}

/* What selects methods: a pattern of the suite, and the options that narrow it. */
typedef struct {
  Registry registry;
  const PlanOptions *options;
  Pattern pattern;
  PetscBool libraries; /* it means methods of libraries, too */
} Selector;

/* Whether a glob means methods of libraries alone, so that what it selects does not depend on which
 * libraries there are. */
static PetscBool MeansLibraries(Registry registry, const char *glob) {
  for (PetscInt i = 0; i < registry->methods; i++)
    if (!MethodLibrary(registry->method[i]) && (PatternGlob(glob, registry->method[i]->name) ||
                                                !strcmp(glob, registry->method[i]->family->name)))
      return PETSC_FALSE;
  return (PetscBool)(*glob != 0);
}

/* Filters narrow; one with settings adds them where the suite has none. A family is a method if
 * it is requested by its name, not by a glob, and with settings. */
static PetscErrorCode AddMatching(Selection selection, const Selector *by, Method method,
                                  PetscBool family) {
  const PlanOptions *options = by->options;
  const char *name = family ? method->family->name : method->name;
  for (PetscInt j = 0; j < PetscMax(options->methods.count, 1); j++) {
    Pattern filter = PatternOfMethod(options->methods.count ? options->methods.at[j] : "");
    const char *settings = *filter.settings ? filter.settings : by->pattern.settings;
    if (!PatternGlob(by->pattern.name, name) || !PatternGlob(filter.name, name) ||
        (*by->pattern.settings && strcmp(settings, by->pattern.settings)))
      continue;
    if ((by->libraries || method->named || !MethodLibrary(method) ||
         MeansLibraries(by->registry, filter.name)) &&
        (!family || (*settings && (!strcmp(by->pattern.name, name) || !strcmp(filter.name, name)))))
      PetscCall(AddMethod(selection, by->registry, name, settings));
  }
  return 0;
}

/* The registry's list holds the named members; what settings make is found by name only. */
static PetscErrorCode SelectMethods(Selection selection, Suite suite, Registry registry,
                                    const char *text, const PlanOptions *options) {
  Selector by = {.registry = registry, .options = options, .pattern = PatternOfMethod(text)};
  by.libraries = (PetscBool)(suite->libraries || MeansLibraries(registry, by.pattern.name));
  for (PetscInt i = 0; i < registry->methods; i++) {
    PetscCall(AddMatching(selection, &by, registry->method[i], PETSC_FALSE));
    PetscCall(AddMatching(selection, &by, registry->method[i], PETSC_TRUE));
  }
  return 0;
}

/* ---- Cases ---- */

static unsigned RealisationsLike(Model model, const char *pattern) {
  unsigned bits = 0;
  size_t count = model->descriptor->realisations.count;
  for (size_t i = 0; i < count; i++) /* at most LIMIT_REALISATIONS: ModelCheck */
    if (PatternGlob(pattern, ModelRealisation(model, (PetscInt)i)->name))
      bits |= 1u << i;
  return bits;
}

static PetscErrorCode AddCase(Selection selection, Model model, const char *name,
                              const char *settings, unsigned realisations) {
  char full[2 * PATTERN_ROOM];
  if (!realisations)
    return 0;
  (void)snprintf(full, sizeof(full), "%s%s%s", name, *settings ? ":" : "", settings);
  for (PetscInt i = 0; i < selection->cases; i++)
    if (selection->at[i].instance->model == model && !strcmp(selection->at[i].name, full)) {
      selection->at[i].realisations |= realisations;
      return 0;
    }
  ArenaAppend(selection->arena, selection->cases, &selection->at,
              (SelectedCase){.realisations = realisations});
  SelectedCase *added = &selection->at[selection->cases - 1];
  added->name = ArenaText(selection->arena, full);
  return ModelCaseCreate(model, added->name, 0, &added->instance);
}

static PetscErrorCode SelectCases(Selection selection, Model model, const char *text,
                                  const PlanOptions *options) {
  Pattern pattern = PatternOfCase(text);
  unsigned asked = RealisationsLike(model, pattern.realisation);
  if (!PatternGlob(pattern.name, model->name))
    return 0;
  for (size_t i = 0; i < model->descriptor->cases.count; i++) {
    const char *name = ListAt(model->descriptor->cases, gimbal_case, i)->name;
    if (!PatternGlob(pattern.item, name))
      continue;
    if (!options->models.count)
      PetscCall(AddCase(selection, model, name, pattern.settings, asked));
    for (PetscInt j = 0; j < options->models.count; j++) {
      Pattern filter = PatternOfCase(options->models.at[j]);
      unsigned both = asked & RealisationsLike(model, filter.realisation);
      if (!PatternGlob(filter.name, model->name) || !PatternGlob(filter.item, name))
        continue;
      if (!*filter.settings || !*pattern.settings || !strcmp(filter.settings, pattern.settings))
        PetscCall(AddCase(selection, model, name,
                          *filter.settings ? filter.settings : pattern.settings, both));
    }
  }
  return 0;
}

/* ---- The whole ---- */

/* A pattern of the suite, of methods or (model not NULL) of cases; settings from the command line are no
 * fault of its. */
static PetscErrorCode SelectNamed(Selection selection, Suite suite, Registry registry, Model model,
                                  const PlanOptions *options, const YamlText *text) {
  const PetscBool narrowed =
      (PetscBool)(model ? options->models.count > 0 : options->methods.count > 0);
  KeptError kept;
  if (!narrowed)
    PetscCall(KeptErrorBegin(&kept));
  const PetscErrorCode error = model
                                   ? SelectCases(selection, model, text->text, options)
                                   : SelectMethods(selection, suite, registry, text->text, options);
  if (!narrowed)
    PetscCall(BlameSuite(&kept, suite, text->line, error));
  return error;
}

/* Methods, or cases of a model: the suite's own list, or all that its studies name. */
static PetscErrorCode SelectByLists(Selection selection, Suite suite, Registry registry,
                                    Model model, const PlanOptions *options) {
  const YamlTexts *own = model ? &suite->models : &suite->methods;
  for (PetscInt j = 0; j < own->count; j++)
    PetscCall(SelectNamed(selection, suite, registry, model, options, &own->at[j]));
  for (PetscInt i = 0; i < suite->studies.count && !own->count; i++) {
    const SuiteStudy *study = &SuiteStudies(suite)[i];
    const YamlTexts *texts = model ? &study->models : &study->methods;
    for (PetscInt j = 0; j < texts->count; j++)
      PetscCall(SelectNamed(selection, suite, registry, model, options, &texts->at[j]));
    if (!texts->count)
      PetscCall(model ? SelectCases(selection, model, "*", options)
                      : SelectMethods(selection, suite, registry, "*", options));
  }
  return 0;
}

PetscErrorCode SelectionCreate(Suite suite, Registry registry, const PlanOptions *options,
                               Selection *out) {
  *out = NULL;
  PetscCall(CheckNames(suite, registry, options));
  Selection selection = MemoryZeroed(1, sizeof(*selection));
  *out = selection;
  selection->arena = ArenaCreate();
  selection->left_out = suite->libraries ? options->left_out : NULL;
  PetscCall(SelectByLists(selection, suite, registry, NULL, options));
  for (PetscInt i = 0; i < selection->methods; i++) {
    const char *refusal = MethodRefusesSteps(selection->method[i]->family);
    UserCheck(!refusal, "%s: method \"%s\" cannot be run: %s", selection->method[i]->file,
              selection->method[i]->name, refusal);
  }
  if (selection->methods)
    qsort(selection->method, (size_t)selection->methods, sizeof(Method), SortByKeyOf);
  for (PetscInt m = 0; m < registry->models; m++)
    PetscCall(SelectByLists(selection, suite, registry, registry->model[m], options));
  for (PetscInt i = 0; i < selection->methods; i++)
    PetscCall(ClaimCheckOwnNames(selection->method[i], registry));
  return 0;
}

void SelectionDestroy(Selection *selection) {
  if (!*selection)
    return;
  for (PetscInt i = 0; i < (*selection)->cases; i++)
    ModelCaseDestroy(&(*selection)->at[i].instance);
  ArenaDestroy(&(*selection)->arena);
  free(*selection);
  *selection = NULL;
}
