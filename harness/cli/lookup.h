/* What list and describe share: their options, and methods and models as JSON objects, from which
 * the output is made, be it for people or for programs. */
#pragma once

#include "base/json_text.h"
#include "cli/columns.h"
#include "cli/options.h"
#include "plugin/layout.h"
#include "registry/registry.h"

typedef struct {
  PetscBool json;
  Texts plugins;
} LookupWords;

/* --json, --plugin FILE and --external COMMAND. */
extern const Option LookupOptions[];

/* All that a descriptor says, with the orders that follow from the method's parameters alone and
 * the numbers of the model's first case evaluated. */
extern PetscErrorCode LookupMethod(Method, json_t **);
extern PetscErrorCode LookupModel(Model, json_t **);

/* Whether a word is a file of a plugin, and no name; and whether two files are one. */
extern PetscBool LookupIsFile(const char *word);
extern PetscBool LookupIsSameFile(const char *one, const char *other);

/* In words, by what a plugin has in quadruple precision (NULL: nothing). */
extern json_t *LookupPrecision(const void *quad);

/* Whether the method can integrate the model's first case in some coordinates. */
extern PetscErrorCode LookupFits(Method, Model, PetscBool *fits);

/* A field of one of the structures of gimbal.h; its texts, null where one is not given; and those of the
 * elements of a list in it. */
extern const LayoutField *LookupField(const Layout *, const char *name);
extern json_t *LookupTexts(const Layout *, const void *structure);
extern json_t *LookupList(const Layout *, const void *structure, const char *list);

/* The text of a key, "" if it is null or missing. */
extern const char *LookupText(const json_t *object, const char *key);
/* The whole number of a key. */
extern int LookupNumber(const json_t *object, const char *key);
/* All that an object has: rows of its texts and numbers, then its parts, tables of those that are lists. */
extern void LookupPrint(const json_t *object);
/* A table of an array's objects, one column for each key (NULL ends the list): with the keys as its heading and
 * broken lines, or without. */
extern void LookupTable(const json_t *array, PetscBool heading, const char *const keys[]);

/* The first claim of a method on the order of each quantity: "q 4  p 4  λ 4". */
extern void LookupOrders(const json_t *method, char text[], size_t room);
