#include "reports/ensemble.h"
#include "reports/text.h"
#include <math.h>
#include <string.h>

/* The claimed order of the mean square in h. */
static json_t *ClaimedOrder(const json_t *job, const char *quantity) {
  json_t *claim;
  size_t i;

  json_array_foreach(json_object_get(job, "claims"), i, claim) {
    json_t *order = json_object_get(claim, "order");
    if (json_is_number(order) && !strcmp(TextMember(claim, "quantity"), quantity))
      return json_incref(order);
  }
  return json_null();
}

static json_t *FindOrCreate(json_t *ensembles, const json_t *job, const json_t *measured,
                            const char *quantity) {
  static const char *const name[] = {"method", "model", "case"};
  json_t *ensemble;
  size_t i;

  json_array_foreach(ensembles, i, ensemble) {
    PetscBool same = PETSC_TRUE;
    for (int k = 0; k < 3; k++)
      if (strcmp(TextMember(ensemble, name[k]), TextMember(job, name[k])))
        same = PETSC_FALSE;
    if (same && !strcmp(TextMember(ensemble, "quantity"), quantity) &&
        json_equal(json_object_get(ensemble, "h"), json_object_get(measured, "h")) &&
        json_equal(json_object_get(ensemble, "times"), json_object_get(measured, "times")))
      return ensemble;
  }
  ensemble = json_object();
  for (int k = 0; k < 3; k++)
    json_object_set_new(ensemble, name[k], json_string(TextMember(job, name[k])));
  json_object_set_new(ensemble, "quantity", json_string(quantity));
  json_object_set(ensemble, "h", json_object_get(measured, "h"));
  json_object_set_new(ensemble, "order", ClaimedOrder(job, quantity));
  json_object_set_new(ensemble, "members", json_integer(0));
  json_object_set_new(ensemble, "failed_members", json_integer(0));
  json_object_set(ensemble, "times", json_object_get(measured, "times"));
  json_object_set_new(ensemble, "sum_square", json_array());
  json_array_append_new(ensembles, ensemble);
  return ensemble;
}

static void AddInteger(json_t *object, const char *key, json_int_t more) {
  json_object_set_new(object, key,
                      json_integer(json_integer_value(json_object_get(object, key)) + more));
}

PetscErrorCode EnsembleCollect(Store store, json_t **ensembles) {
  json_t *record, *value, *ensemble, *time;
  const char *quantity;
  size_t i, j;

  PetscFunctionBeginUser;
  *ensembles = json_array();
  json_array_foreach(store->records, i, record) {
    const json_t *job = json_object_get(record, "job"),
                 *measured = json_object_get(record, "measured"),
                 *members = json_object_get(measured, "members");
    if (!json_is_array(members))
      continue;
    json_object_foreach(json_object_get(measured, "quantities"), quantity, value) {
      const json_t *more = json_object_get(value, "sum_square");
      ensemble = FindOrCreate(*ensembles, job, measured, quantity);
      json_t *sum = json_object_get(ensemble, "sum_square");
      AddInteger(ensemble, "members",
                 json_integer_value(json_array_get(members, 1)) -
                     json_integer_value(json_array_get(members, 0)));
      AddInteger(ensemble, "failed_members",
                 json_integer_value(json_object_get(measured, "failed_members")));
      json_array_foreach(json_object_get(ensemble, "times"), j, time) {
        const json_t *a = json_array_get(sum, j), *b = json_array_get(more, j);
        PetscReal total = (json_is_number(b) ? json_number_value(b) : NAN) +
                          (!a                  ? 0
                           : json_is_number(a) ? json_number_value(a)
                                               : NAN);
        json_t *number = isfinite(total) ? json_real(total) : json_null();
        if (a)
          json_array_set_new(sum, j, number);
        else
          json_array_append_new(sum, number);
      }
    }
  }
  json_array_foreach(*ensembles, i, ensemble) {
    const json_t *sum = json_object_get(ensemble, "sum_square");
    PetscReal n = NumberMember(ensemble, "members") - NumberMember(ensemble, "failed_members");
    json_t *mean = json_array();
    json_array_foreach(sum, j, value) {
      json_array_append_new(mean, json_is_number(value) && n > 0
                                      ? json_real(json_number_value(value) / n)
                                      : json_null());
    }
    json_object_set_new(ensemble, "mean_square", mean);
    json_object_del(ensemble, "sum_square");
  }
  PetscFunctionReturn(0);
}
