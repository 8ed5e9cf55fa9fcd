#include "cli/describe.h"
#include "cli/lookup.h"
#include "cli/words.h"
#include "farm/forecast.h"
#include "plan/plan.h"
#include "plugin/plugin.h"

/* Distinct texts with what is counted under each. */
static json_t *ObjectOfKey(json_t *object, const char *key) {
  json_t *found = json_object_get(object, key);
  if (!found) {
    found = json_object();
    JsonSet(object, key, found);
  }
  return found;
}

static void Count(json_t *object, const char *key, PetscInt more) {
  JsonSet(object, key, json_integer(json_integer_value(json_object_get(object, key)) + more));
}

static void AddJob(const Job *job, json_t *studies, json_t *methods, json_t *models,
                   json_t *expected) {
  json_t *study = ObjectOfKey(studies, job->kind);
  const PetscReal seconds = json_number_value(json_object_get(study, "seconds"));
  Count(study, "jobs", 1);
  Count(study, "claims", job->claims.count);
  JsonSet(study, "seconds", json_real((double)(seconds + ForecastPlanned(job))));
  Count(ObjectOfKey(study, "methods"), job->method, 1);
  Count(ObjectOfKey(study, "models"), job->model, 1);
  Count(methods, job->method, 1);
  Count(models, job->model, 1);
  for (PetscInt i = 0; i < job->claims.count; i++)
    if (job->claims.at[i].expect != EXPECT_CONFIRMED)
      Count(expected, ExpectationNames[job->claims.at[i].expect], 1);
}

static json_t *Keys(json_t *object) {
  json_t *keys = json_array(), *value;
  const char *key;
  json_object_foreach(object, key, value) JsonAdd(keys, json_string(key));
  return keys;
}

/* Studies as an array, with numbers of methods and models in the place of their names. */
static json_t *Studies(json_t *studies) {
  json_t *array = json_array(), *study;
  const char *name;
  json_object_foreach(studies, name, study) {
    json_t *one =
        json_pack("{s:s, s:O, s:O, s:i, s:i, s:O}", "study", name, "jobs",
                  json_object_get(study, "jobs"), "claims", json_object_get(study, "claims"),
                  "methods", (int)json_object_size(json_object_get(study, "methods")), "models",
                  (int)json_object_size(json_object_get(study, "models")), "seconds",
                  json_object_get(study, "seconds"));
    JsonAdd(array, one);
  }
  return array;
}

/* Reasons with how many claims fall under each, and the pairs. Without the figures of the one job, so that
 * those of one kind come together. */
static json_t *LeftOut(const Records *skipped) {
  static const char cost[] = "not run: cost";
  json_auto_t *reasons = json_object();
  json_t *array = json_array(), *one;
  const char *reason;
  for (PetscInt i = 0; i < skipped->count; i++) {
    const Record *record = &skipped->at[i];
    const char *why = record->reason ? record->reason : "";
    char pair[512];
    (void)snprintf(pair, sizeof(pair), "%s%s%s", record->job.method,
                   strcmp(record->job.model, "*") ? " on " : "",
                   strcmp(record->job.model, "*") ? record->job.model : "");
    one = ObjectOfKey(reasons, strncmp(why, cost, strlen(cost)) ? why : "not run for its cost");
    Count(one, "claims", record->job.claims.count);
    Count(ObjectOfKey(one, "pairs"), pair, 1);
  }
  json_object_foreach(reasons, reason, one) {
    JsonAdd(array,
            json_pack("{s:s, s:O, s:o}", "reason", reason, "claims", json_object_get(one, "claims"),
                      "pairs", Keys(json_object_get(one, "pairs"))));
  }
  return array;
}

/* ---- Claims ---- */

/* Programs of tests/independent that the text names. */
static json_t *SecondRoutes(const char *text, const char *reproducer) {
  static const char folder[] = "tests/independent/";
  json_t *routes = json_array();
  for (const char *at = text; at && (at = strstr(at, folder));) {
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_/.");
    length -= at[length - 1] == '.'; /* the end of a sentence */
    JsonAdd(routes, json_stringn(at, length));
    at += length;
  }
  if (reproducer)
    JsonAdd(routes, json_string(reproducer));
  return routes;
}

static json_t *TextsOf(const YamlTexts *texts) {
  json_t *array = json_array();
  for (PetscInt i = 0; i < texts->count; i++)
    JsonAdd(array, json_string(texts->at[i].text));
  return array;
}

static PetscErrorCode AddClaim(Suite suite, const SuiteClaim *claim, json_t *array) {
  static const char *const ledger[] = {"ci/ledger/certificates", "share/gimbal/certificates", NULL};
  static const ClaimCause none = {.documented = NULL};
  const ClaimCause *cause = claim->because ? claim->because : &none;
  const char *basis = claim->basis || claim->source ? claim->basis : suite->basis;
  char name[SUITE_CLAIM_NAME], file[SUITE_CLAIM_NAME + 8], certificate[PETSC_MAX_PATH_LEN];
  PetscBool ours;
  SuiteClaimName(suite, claim, name);
  (void)snprintf(file, sizeof(file), "%.*s", (int)strcspn(name, "#"), name);
  PetscCall(SuiteIsOurs(file, suite->path, &ours));
  (void)snprintf(file, sizeof(file), "%s.json", name);
  *strchr(file, '#') = '.';
  PetscCall(ProgramFile(ledger, file, certificate));
  json_t *one = json_pack(
      "{s:s, s:s?, s:s?, s:s?, s:s?, s:s, s:s, s:s?, s:s?, s:s, s:s, s:s?, s:s?}", "name", name,
      "source", claim->source ? claim->source : suite->source, "place",
      claim->place ? claim->place : cause->place, "text",
      claim->text ? claim->text : cause->documented, "basis", basis, "study", claim->study,
      "quantity", claim->quantity, "value", claim->value, "when", claim->when, "subject",
      claim->subject, "expect", claim->expect, "why", claim->why ? claim->why : cause->found,
      "instead", claim->instead ? claim->instead : cause->instead);
  JsonSet(one, "methods", TextsOf(&claim->methods));
  JsonSet(one, "models", TextsOf(&claim->models));
  JsonSet(one, "certificate", *certificate ? json_string(certificate) : json_null());
  JsonSet(one, "second_routes", SecondRoutes(claim->why, cause->reproducer));
  JsonSet(one, "replay",
          ours ? json_sprintf("gimbal verify '%s'", name)
               : json_sprintf("gimbal verify '%s#%s'", suite->path, claim->id));
  JsonAdd(array, one);
  return 0;
}

PetscErrorCode DescribeClaims(Suite suite, json_t *array) {
  for (PetscInt i = 0; i < suite->claims.count; i++)
    if (SuiteClaims(suite)[i].id)
      PetscCall(AddClaim(suite, &SuiteClaims(suite)[i], array));
  return 0;
}

static PetscErrorCode AddPublished(Suite suite, json_t *array) {
  PetscCall(DescribeClaims(suite, array));
  for (PetscInt i = 0; suite->included && i < suite->include.count; i++)
    PetscCall(AddPublished(suite->included[i], array));
  return 0;
}

static PetscErrorCode DescribePlan(Suite suite, const Jobs *jobs, const Records *skipped,
                                   json_t **out) {
  json_t *studies = json_object(), *methods = json_object(), *models = json_object();
  json_t *expected = json_object(), *published = json_array();
  PetscInt claims = 0;
  PetscReal seconds = 0;
  for (PetscInt i = 0; i < jobs->count; i++) {
    AddJob(jobs->at[i], studies, methods, models, expected);
    claims += jobs->at[i]->claims.count;
    seconds += ForecastPlanned(jobs->at[i]);
  }
  PetscCall(AddPublished(suite, published));
  *out = json_pack("{s:s?, s:s?, s:s?, s:s, s:i, s:i, s:f, s:o, s:o, s:o, s:o, s:o, s:o}", "title",
                   suite->title, "description", suite->description, "source", suite->source, "file",
                   suite->path, "jobs", (int)jobs->count, "claims", (int)claims, "seconds",
                   (double)seconds, "studies", Studies(studies), "methods", Keys(methods), "models",
                   Keys(models), "expected", expected, "left_out", LeftOut(skipped), "published",
                   published);
  json_decref(studies);
  json_decref(methods);
  json_decref(models);
  UserCheck(*out, "%s: its texts are not all UTF-8; save it as UTF-8", suite->path);
  return 0;
}

PetscErrorCode DescribeSuite(Registry registry, const char *path, json_t **out) {
  char left_out[256];
  const PlanOptions options = {.suite = path, .seed = -1, .left_out = left_out};
  Jobs jobs = {0};
  OWNED(SuiteDestroy) Suite suite = NULL;
  WordsLeftOut(registry, left_out, sizeof(left_out));
  PetscCall(SuiteRead(path, &suite));
  OWNED(ArenaDestroy) Arena arena = ArenaCreate();
  OWNED(RecordsDestroy) Records *skipped = RecordsCreate();
  PetscCall(PlanCreate(suite, registry, &options, arena, &jobs, skipped));
  PetscCall(DescribePlan(suite, &jobs, skipped, out));
  if (path[SuiteNameLength(path)])
    (void)json_object_set(*out, "claim", json_array_get(json_object_get(*out, "published"), 0));
  return 0;
}
