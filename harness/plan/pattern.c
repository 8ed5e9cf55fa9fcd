#include "plan/pattern.h"
#include "plugin/plugin.h"

#include <fnmatch.h>

PetscBool PatternGlob(const char *pattern, const char *name) {
  return (PetscBool)(!*pattern || !strcmp(pattern, name) || !fnmatch(pattern, name, 0));
}

static void Part(char out[], const char *from, const char *end) {
  (void)snprintf(out, PATTERN_ROOM, "%.*s", (int)(end - from), from);
}

Pattern PatternOfMethod(const char *text) {
  Pattern pattern = {"", "", "", ""};
  const char *colon = strchr(text, ':'), *end = text + strlen(text);
  Part(pattern.name, text, colon ? colon : end);
  if (colon)
    Part(pattern.settings, colon + 1, end);
  return pattern;
}

Pattern PatternOfCase(const char *text) {
  Pattern pattern = {"", "", "", ""};
  const char *end = text + strlen(text), *first = strchr(text, ':');
  const char *second = first ? strchr(first + 1, ':') : NULL;
  const char *at = strchr(text, '@'), *head = first ? first : end;
  if (at && at > head)
    at = NULL;
  Part(pattern.name, text, at ? at : head);
  if (at)
    Part(pattern.realisation, at + 1, head);
  if (first)
    Part(pattern.item, first + 1, second ? second : end);
  if (second)
    Part(pattern.settings, second + 1, end);
  return pattern;
}

PetscBool MatchesMethod(const YamlTexts *texts, Method method) {
  Pattern name = PatternOfMethod(method->name);
  for (PetscInt i = 0; i < texts->count; i++) {
    Pattern pattern = PatternOfMethod(texts->at[i].text);
    if (PatternGlob(pattern.name, name.name) &&
        (!*pattern.settings || !strcmp(pattern.settings, name.settings)))
      return PETSC_TRUE;
  }
  return (PetscBool)!texts->count;
}

PetscBool NamesMethod(const YamlTexts *texts, Method method) {
  for (PetscInt i = 0; i < texts->count; i++) {
    Pattern pattern = PatternOfMethod(texts->at[i].text);
    if (PatternGlob(pattern.name, method->name) || !strcmp(pattern.name, method->family->name))
      return PETSC_TRUE;
  }
  return (PetscBool)!texts->count;
}

PetscBool NamesModel(const YamlTexts *texts, Model model) {
  for (PetscInt i = 0; i < texts->count; i++)
    if (PatternGlob(PatternOfCase(texts->at[i].text).name, model->name))
      return PETSC_TRUE;
  return (PetscBool)!texts->count;
}

PetscErrorCode NameListCheck(const char *where, const char *kind, const char *pattern,
                             const NameList *list) {
  const PetscBool plugged = (PetscBool)(!strcmp(kind, "method") || !strcmp(kind, "model"));
  char all[512] = "", hint[NEAREST_HINT], here[PLUGIN_HINT] = "";
  if (list->found)
    return 0;
  if (plugged)
    (void)PluginHint(pattern, here);
  if (*NearestHint(pattern, list->count, list->at, NEAREST_STATED, hint))
    UserError("%s: no %s matches '%s'%s%s", where, kind, pattern, hint, here);
  if (plugged)
    UserError("%s: no %s matches '%s' (gimbal list %ss)%s", where, kind, pattern, kind,
              *here ? here : "; one of a plugin needs --plugin FILE");
  for (PetscInt i = 0; i < list->count; i++) {
    PetscInt first = 0;
    while (strcmp(list->at[first], list->at[i]))
      first++;
    if (first == i) /* of several models */
      WordsAppend(all, sizeof(all), ", ", list->at[i]);
  }
  if (strlen(all) + 1 == sizeof(all))
    memcpy(all + sizeof(all) - 4, "...", 4);
  UserError("%s: no %s matches '%s'; %s%s", where, kind, pattern,
            *all ? "there are: " : "none is known", all);
}

/* Adapters bear the names of their libraries, and so do their methods: "gsl_rk4". */
PetscBool MethodLeftOut(const char *left_out, const char *name) {
  const char *at = left_out;
  while (at && *at) {
    const size_t length = strcspn(at, " ");
    if (length && !strncmp(name, at, length) && name[length] == '_')
      return PETSC_TRUE;
    at += length + strspn(at + length, " ");
  }
  return PETSC_FALSE;
}
