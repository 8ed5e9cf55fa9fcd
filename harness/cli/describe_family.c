#include "cli/describe.h"
#include "cli/lookup.h"

#include <string.h>

/* Those parameters that a member sets, as "s=2". */
static void Settings(const gimbal_method *family, const char *member, char text[], size_t room) {
  text[0] = '\0';
  for (size_t i = 0; i < family->members.count; i++) {
    const gimbal_member *one = ListAt(family->members, gimbal_member, i);
    if (!strcmp(one->name, member))
      (void)snprintf(text, room, "%s", one->settings ? one->settings : "");
  }
}

PetscErrorCode DescribeFamily(Registry registry, const char *name, json_t **out) {
  json_t *members = json_array(), *first = NULL;
  const Method *method;
  PetscFunctionBeginUser;
  const PetscInt count = RegistryGetMethods(registry, &method);
  for (PetscInt i = 0; i < count; i++) {
    char settings[256], orders[256];
    json_t *one;
    if (strcmp(method[i]->family->name, name))
      continue;
    PetscCall(LookupMethod(method[i], &one));
    Settings(method[i]->family, method[i]->name, settings, sizeof(settings));
    LookupOrders(one, orders, sizeof(orders));
    (void)json_array_append_new(members, json_pack("{s:s, s:s, s:s, s:s}", "name", method[i]->name,
                                                   "settings", settings, "orders", orders, "title",
                                                   LookupText(one, "title")));
    if (first)
      json_decref(one);
    else
      first = one;
  }
  *out = first;
  if (first)
    (void)json_object_set_new(first, "members_in_full", members);
  else
    json_decref(members);
  PetscFunctionReturn(0);
}

PetscErrorCode DescribePrintFamily(const json_t *family) {
  const json_t *members = json_object_get(family, "members_in_full");
  Columns columns;
  PetscFunctionBeginUser;
  printf("%s: a family of %d methods\n\n", LookupText(family, "family"),
         (int)json_array_size(members));
  PetscCall(ColumnsCreate(2, 2, PETSC_TRUE, &columns));
  PetscCall(LookupRows(columns, family, "formulation", "formulation", "accepts", "accepts",
                       "symmetric", "symmetric", "memory", "memory", "citation", "citation",
                       "citation_key", "citation_key", "file", "file", NULL));
  PetscCall(ColumnsPrint(&columns));
  PetscCall(LookupSection("members, with their settings and claimed orders", members,
                          (const char *const[]){"name", "settings", "orders", "title", NULL}));
  PetscCall(LookupSection("parameters", json_object_get(family, "parameters"),
                          (const char *const[]){"name", "description", NULL}));
  PetscCall(LookupSection("claims", json_object_get(family, "claims"),
                          (const char *const[]){"study", "quantity", "value", "when", NULL}));
  printf("\n`gimbal describe %s:PARAMETER=VALUE` evaluates them for other settings.\n",
         LookupText(family, "family"));
  PetscFunctionReturn(0);
}
