/* gimbal describe claims: what a method, or a suite, can say, in the words of the studies. */
#include "cli/columns.h"
#include "cli/describe.h"
#include "cli/lookup.h"
#include "cli/words.h"
#include "studies/study.h"

#include <stdio.h>

static const char *QuantityOf(const ClaimWords *words) {
  switch (words->on) {
  case CLAIM_ON_INVARIANT:
    return "an invariant, or linear quadratic momentum_map: all of a kind";
  case CLAIM_ON_PROBE:
    return "nodes, or a probe of the method";
  case CLAIM_ON_METHOD:
    return "another method";
  default:
    return words->quantities;
  }
}

static PetscErrorCode PrintClaim(const json_t *claim) {
  Columns columns;
  PetscFunctionBeginUser;
  printf("\n%s: %s.\n", LookupText(claim, "study"), LookupText(claim, "meaning"));
  PetscCall(ColumnsCreate(2, 2, PETSC_TRUE, &columns));
  PetscCall(LookupRows(columns, claim, "quantity", "quantity", "value", "value", "judged by",
                       "judged_by", NULL));
  PetscCall(ColumnsPrint(&columns));
  PetscFunctionReturn(0);
}

PetscErrorCode DescribeClaims(PetscBool json) {
  json_t *all = json_array();
  PetscFunctionBeginUser;
  if (!json)
    puts("A claim is {study, quantity, value, when, source}: in a plugin's array .claims, or as "
         "keys "
         "of a suite's\n`claims` (gimbal describe suite). `when` is a condition on the model "
         "(\"holonomic == 0\", \"canonical\"),\n`source` the paper and the place in it. It is "
         "judged on every selected model that meets the condition.");
  for (PetscInt i = 0; Studies[i]; i++)
    for (const ClaimWords *words = Studies[i]->claims; words->study; words++)
      (void)json_array_append_new(
          all, json_pack("{s:s, s:s, s:s, s:s, s:s}", "study", words->study, "quantity",
                         QuantityOf(words), "value",
                         words->values ? words->values : "a number, an expression", "meaning",
                         words->meaning, "judged_by", Studies[i]->name));
  if (json)
    WordsPutJson(all);
  for (size_t i = 0; !json && i < json_array_size(all); i++)
    PetscCall(PrintClaim(json_array_get(all, i)));
  json_decref(all);
  PetscFunctionReturn(0);
}
