/* Patterns of names:
 *
 *   of a method   GLOB[:SETTINGS]                      "gauss_*", "dla_midpoint:tau=1/3"
 *                 FAMILY:SETTINGS                      "dla:tau=1/3"
 *   of a case     GLOB[@REALISATION][:CASE[:SETTINGS]] "cvt", "cvt:low_*", "kepler@polar_*",
 *                                                      "cvt:low_eps05:epsilon=1/4"
 *
 */
#pragma once

#include "base/limits.h"
#include "base/word_list.h"
#include "base/yaml_reader.h"
#include "registry/registry.h"

enum { PATTERN_ROOM = LIMIT_PATTERN + 1 };

/* "" where a part is not given; item is the case. */
typedef struct {
  char name[PATTERN_ROOM], realisation[PATTERN_ROOM], item[PATTERN_ROOM], settings[PATTERN_ROOM];
} Pattern;

extern Pattern PatternOfMethod(const char *text);
extern Pattern PatternOfCase(const char *text);
/* An empty pattern matches all. */
extern PetscBool PatternGlob(const char *pattern, const char *name);

/* Whether one of the patterns matches; an empty list matches all. */
extern PetscBool MatchesMethod(const YamlTexts *, Method);
/* The same by the names alone, whatever the settings, the case and the coordinates. */
extern PetscBool NamesMethod(const YamlTexts *, Method);
extern PetscBool NamesModel(const YamlTexts *, Model);

/* Whether the name is of a method of a library whose adapter this build left out. */
extern PetscBool MethodLeftOut(const char *left_out, const char *name);

/* The error that no name of this kind matches the pattern, if none did: with the nearest of the names, else
 * with where they are listed. */
extern PetscErrorCode NameListCheck(const char *where, const char *kind, const char *pattern,
                                    const NameList *);
