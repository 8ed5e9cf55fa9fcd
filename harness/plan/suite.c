#include "plan/suite.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/word_list.h"
#include "numerics/expression.h"
#include "studies/study.h"

/* A number above zero. An expression in a model's parameters is evaluated where the model is known. */
static PetscErrorCode CheckNumber(const char *text, size_t room, char complaint[]) {
  PetscInt one = 1;
  Quad value = 0;
  complaint[0] = 0;
  if (ExpressionHasNames(text))
    return 0;
  if (ExpressionTry(text, (Variables){0}, &one, &value, room, complaint) &&
      (!(value > 0) || !finiteq(value)))
    (void)snprintf(complaint, room, "'%s' must be a number above zero", text);
  return 0;
}

/* The words of a key, which the studies have. */
static const char *ListStudy(PetscInt i) { return Studies[i] ? Studies[i]->name : NULL; }

static const char *ListClaim(PetscInt i) {
  for (PetscInt list = 0; Studies[list]; list++)
    for (const ClaimWords *words = Studies[list]->claims; words->study; words++)
      if (i-- == 0)
        return words->study;
  return NULL;
}

static const YamlField exclusion_fields[] = {
    YAML(WORD, SuiteExclusion, study, .list = ListStudy),
    YAML(TEXTS, SuiteExclusion, methods, .needed = PETSC_FALSE),
    YAML(TEXTS, SuiteExclusion, models, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteExclusion, why, .needed = PETSC_TRUE), YAML_END};

static const YamlField run_fields[] = {YAML(PLACED, SuiteRun, h, .check = CheckNumber),
                                       YAML(PLACED, SuiteRun, duration, .check = CheckNumber),
                                       YAML(COUNT, SuiteRun, steps, .least = 1), YAML_END};

static const SuiteStudy study_defaults = {.cases = "first", .slice = 26, .samples = 64};

static const YamlField study_fields[] = {
    YAML(WORD, SuiteStudy, study, .needed = PETSC_TRUE, .list = ListStudy),
    YAML(TEXT, SuiteStudy, name, .needed = PETSC_FALSE),
    YAML(TEXTS, SuiteStudy, methods, .needed = PETSC_FALSE),
    YAML(TEXTS, SuiteStudy, models, .needed = PETSC_FALSE),
    YAML(PLACED, SuiteStudy, duration, .check = CheckNumber),
    YAML(COUNTS, SuiteStudy, sizes, .least = 1),
    YAML(COUNT, SuiteStudy, budget, .least = 1),
    YAML(LIST, SuiteStudy, runs, .fields = run_fields, .size = sizeof(SuiteRun)),
    YAML(WORD, SuiteStudy, cases, .words = "first all"),
    YAML(PLACED, SuiteStudy, h, .check = CheckNumber),
    YAML(COUNT, SuiteStudy, steps, .least = 1),
    YAML(TEXTS, SuiteStudy, step_sizes, .check = CheckNumber),
    YAML(COUNT, SuiteStudy, members, .least = 1),
    YAML(COUNT, SuiteStudy, slice, .least = 1),
    YAML(COUNT, SuiteStudy, samples, .least = 1),
    YAML(COUNT, SuiteStudy, work, .least = 1),
    YAML(COUNT, SuiteStudy, cheapest, .least = 1),
    YAML(FLAG, SuiteStudy, unclaimed, .needed = PETSC_FALSE),
    YAML_END};

static const SuiteClaim claim_defaults = {.subject = "method", .expect = "confirmed"};

static const YamlField claim_fields[] = {
    YAML(TEXT, SuiteClaim, id, .needed = PETSC_FALSE),
    YAML(TEXTS, SuiteClaim, methods, .needed = PETSC_TRUE),
    YAML(TEXTS, SuiteClaim, models, .needed = PETSC_FALSE),
    YAML(TEXTS, SuiteClaim, from, .needed = PETSC_FALSE),
    YAML(WORD, SuiteClaim, study, .needed = PETSC_TRUE, .list = ListClaim),
    YAML(TEXT, SuiteClaim, quantity, .needed = PETSC_TRUE),
    YAML(TEXT, SuiteClaim, value, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, when, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, library_from, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, library_before, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, source, .needed = PETSC_FALSE),
    YAML(WORD, SuiteClaim, basis, .words = "read cited textbook"),
    YAML(TEXT, SuiteClaim, place, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, text, .needed = PETSC_FALSE),
    YAML(WORD, SuiteClaim, subject, .words = "method model reconstruction"),
    YAML(WORD, SuiteClaim, expect, .words = "confirmed refuted undecided"),
    YAML(TEXT, SuiteClaim, why, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, instead, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, cause, .needed = PETSC_FALSE),
    YAML(TEXT, SuiteClaim, remedy, .needed = PETSC_FALSE),
    YAML_END};

static const SuiteCause cause_defaults = {.is.state = "measured"};

#define NEEDED(key) YAML_AS(#key, TEXT, SuiteCause, is.key, .needed = PETSC_TRUE)
#define OPTIONAL(key) YAML_AS(#key, TEXT, SuiteCause, is.key, .needed = PETSC_FALSE)
static const YamlField cause_fields[] = {
    YAML_AS("cause", TEXT, SuiteCause, is.id, .needed = PETSC_TRUE),
    YAML_AS("severity", WORD, SuiteCause, is.severity, .needed = PETSC_TRUE, .words = SEVERITIES),
    /* clang-format off */
    NEEDED(documented), NEEDED(place), NEEDED(version), NEEDED(found), NEEDED(address),
    NEEDED(when), NEEDED(options), OPTIONAL(instead), OPTIONAL(state), OPTIONAL(reproducer),
    /* clang-format on */
    YAML_END};

static const YamlField suite_fields[] = {
    YAML(TEXT, struct _n_Suite, title, .needed = PETSC_FALSE),
    YAML(TEXT, struct _n_Suite, description, .needed = PETSC_FALSE),
    YAML(TEXT, struct _n_Suite, source, .needed = PETSC_FALSE),
    YAML(WORD, struct _n_Suite, basis, .words = "read cited textbook"),
    YAML(TEXTS, struct _n_Suite, include, .needed = PETSC_FALSE),
    YAML(TEXTS, struct _n_Suite, methods, .needed = PETSC_FALSE),
    YAML(TEXTS, struct _n_Suite, models, .needed = PETSC_FALSE),
    YAML(LIST, struct _n_Suite, exclude, .fields = exclusion_fields,
         .size = sizeof(SuiteExclusion)),
    YAML(WORD, struct _n_Suite, precision, .words = "auto double quad"),
    YAML(COUNT, struct _n_Suite, seed, .needed = PETSC_FALSE),
    YAML(FLAG, struct _n_Suite, plugin_claims, .needed = PETSC_FALSE),
    YAML(FLAG, struct _n_Suite, libraries, .needed = PETSC_FALSE),
    YAML(LIST, struct _n_Suite, studies, .fields = study_fields, .size = sizeof(SuiteStudy),
         .defaults = &study_defaults, .needed = PETSC_FALSE),
    YAML(LIST, struct _n_Suite, claims, .fields = claim_fields, .size = sizeof(SuiteClaim),
         .defaults = &claim_defaults),
    YAML(LIST, struct _n_Suite, causes, .fields = cause_fields, .size = sizeof(SuiteCause),
         .defaults = &cause_defaults),
    YAML_END};

#define SuiteError(suite, line, ...)                                                               \
  do {                                                                                             \
    char what_[1024];                                                                              \
    (void)snprintf(what_, sizeof(what_), __VA_ARGS__);                                             \
    UserError("%s:%d: %s", (suite)->path, line, what_);                                            \
  } while (0)

/* Keys that have no meaning in this study, so that a slip is not passed over in silence. */
static PetscErrorCode CheckStudyKeys(Suite suite, const SuiteStudy *study) {
  const struct {
    const char *key;
    PetscBool given;
  } keys[] = {
      {"sizes", (PetscBool)(study->sizes.count > 0)},
      {"budget", (PetscBool)(study->budget > 0)},
      {"duration", (PetscBool)(study->duration.text != NULL)},
      {"runs", (PetscBool)(study->runs.count > 0)},
      {"h", (PetscBool)(study->h.text != NULL)},
      {"steps", (PetscBool)(study->steps > 0)},
      {"members", (PetscBool)(study->members > 0)},
      {"step_sizes", (PetscBool)(study->step_sizes.count > 0)},
      {"unclaimed", study->unclaimed},
  };
  char others[256] = "";
  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
    if (!keys[i].given || WordsContain(StudyFind(study->study)->keys, keys[i].key))
      continue;
    for (PetscInt k = 0; Studies[k]; k++)
      if (WordsContain(Studies[k]->keys, keys[i].key))
        WordsAppend(others, sizeof(others), " ", Studies[k]->name);
    SuiteError(suite, study->line, "key '%s' has no meaning in study '%s'; it belongs to %s",
               keys[i].key, study->study, others);
  }
  return 0;
}

static PetscErrorCode CheckLength(Suite suite, int line, const char *what, PetscInt steps,
                                  const char *duration) {
  if (steps && duration)
    SuiteError(suite, line, "%s has one of the keys 'steps' and 'duration', not both", what);
  if (!steps && !duration)
    SuiteError(suite, line, "%s needs one of the keys 'steps' and 'duration'", what);
  return 0;
}

static PetscErrorCode CheckSizes(Suite suite, const SuiteStudy *study) {
  for (PetscInt i = 0; i < study->sizes.count; i++) {
    if (study->sizes.at[i] % 4)
      SuiteError(suite, study->line,
                 "key 'sizes': %d is not a multiple of 4, so that the series has no common output "
                 "times at the quarters of its duration",
                 (int)study->sizes.at[i]);
    if (i && study->sizes.at[i] <= study->sizes.at[i - 1])
      SuiteError(suite, study->line, "key 'sizes': %d after %d; the numbers must grow",
                 (int)study->sizes.at[i], (int)study->sizes.at[i - 1]);
  }
  if (study->budget && study->sizes.count && study->sizes.at[0] > study->budget)
    SuiteError(suite, study->line, "key 'budget': %d is less than the first of the 'sizes', %d",
               (int)study->budget, (int)study->sizes.at[0]);
  return 0;
}

static PetscErrorCode CheckRuns(Suite suite, const SuiteStudy *study) {
  char what[64];
  for (PetscInt i = 0; i < study->runs.count; i++) {
    const SuiteRun *run = &((const SuiteRun *)study->runs.at)[i];
    PetscCall(CheckLength(suite, run->line, "a run", run->steps, run->duration.text));
  }
  if (study->runs.count && (study->h.text || study->steps || study->duration.text))
    SuiteError(suite, study->line, "key 'runs' stands in place of 'h', 'steps' and 'duration'");
  (void)snprintf(what, sizeof(what), "%s %s study", strchr("aeiou", study->study[0]) ? "an" : "a",
                 study->study);
  if (StudyFind(study->study)->length && !study->runs.count)
    PetscCall(CheckLength(suite, study->line, what, study->steps, study->duration.text));
  return 0;
}

static PetscErrorCode CheckLimits(Suite suite, const SuiteStudy *study) {
  const struct {
    const char *key, *name;
    PetscInt given, limit;
  } limits[] = {{"sizes", "LIMIT_SIZES", study->sizes.count, LIMIT_SIZES},
                {"step_sizes", "LIMIT_STEP_SIZES", study->step_sizes.count, LIMIT_STEP_SIZES},
                {"samples", "LIMIT_SAMPLES", study->samples, LIMIT_SAMPLES}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(limits); i++)
    if (limits[i].given > limits[i].limit)
      SuiteError(suite, study->line, "key '%s': %d; at most %d (%s)", limits[i].key,
                 (int)limits[i].given, (int)limits[i].limit, limits[i].name);
  return 0;
}

static PetscErrorCode CheckStudy(Suite suite, const SuiteStudy *study) {
  PetscCall(CheckLimits(suite, study));
  PetscCall(CheckStudyKeys(suite, study));
  PetscCall(CheckSizes(suite, study));
  PetscCall(CheckRuns(suite, study));
  if (study->name && strpbrk(study->name, "/ "))
    SuiteError(suite, study->line, "key 'name': '%s' must have neither blanks nor slashes",
               study->name);
  return 0;
}

/* The name of a study that a claim is judged from. */
static PetscErrorCode CheckFrom(Suite suite, const YamlText *from) {
  NameList names = {.count = 0};
  char hint[NEAREST_HINT];
  for (PetscInt j = 0; j < suite->studies.count; j++) {
    const char *name = SuiteStudies(suite)[j].name;
    if (name)
      NameListAdd(&names, (PetscBool)!strcmp(name, from->text), name);
  }
  if (names.found)
    return 0;
  SuiteError(suite, from->line, "key 'from': no study has the name '%s'%s", from->text,
             NearestHint(from->text, names.count, names.at, NEAREST_STATED, hint));
}

#define ID_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789_.-"

static PetscErrorCode CheckClaim(Suite suite, SuiteClaim *claim) {
  const gimbal_claim words = {claim->study, claim->quantity, claim->value, NULL, NULL};
  char where[PATH_MAX + 16];
  (void)snprintf(where, sizeof(where), "%s:%d", suite->path, claim->line);
  for (PetscInt i = 0; claim->cause && i < suite->causes.count; i++)
    if (!strcmp(SuiteCauses(suite)[i].is.id, claim->cause))
      claim->because = &SuiteCauses(suite)[i].is;
  if (claim->cause && !claim->because)
    SuiteError(suite, claim->line, "key 'cause': '%s' is not in 'causes'", claim->cause);
  PetscCall(ClaimCheckWords(where, StudyVocabulary, &words));
  if (strcmp(claim->expect, ExpectationNames[EXPECT_CONFIRMED]) && !claim->why && !claim->cause)
    SuiteError(suite, claim->line, "a claim with 'expect: %s' needs the key 'why' or 'cause'",
               claim->expect);
  for (PetscInt i = 0; i < claim->from.count; i++)
    PetscCall(CheckFrom(suite, &claim->from.at[i]));
  if (claim->id && claim->id[strspn(claim->id, ID_LETTERS)])
    SuiteError(suite, claim->line, "key 'id': '%s' has other characters than " ID_LETTERS,
               claim->id);
  for (const SuiteClaim *other = SuiteClaims(suite); claim->id && other < claim; other++)
    if (other->id && !strcmp(claim->id, other->id))
      SuiteError(suite, claim->line, "key 'id': '%s' is the id of the claim of line %d, too",
                 claim->id, other->line);
  return 0;
}

static PetscErrorCode CheckSuite(Suite suite) {
  if (suite->studies.count > SUITE_MOST_STUDIES)
    SuiteError(suite, SuiteStudies(suite)[SUITE_MOST_STUDIES].line, "more than %d studies",
               SUITE_MOST_STUDIES);
  if (suite->claims.count > SUITE_MOST_CLAIMS)
    SuiteError(suite, SuiteClaims(suite)[SUITE_MOST_CLAIMS].line, "more than %d claims",
               SUITE_MOST_CLAIMS);
  UserCheck(suite->studies.count || suite->include.count,
            "%s:1:1: key 'studies' is missing or names no study, and there is no key 'include'",
            suite->path);
  if (suite->claims.count && !suite->studies.count)
    SuiteError(suite, SuiteClaims(suite)[0].line,
               "claims are judged from the studies of their own file, and this one has none");
  if (suite->exclude.count && !suite->studies.count)
    SuiteError(suite, SuiteExclusions(suite)[0].line,
               "an exclusion is from the studies of its own file, and this one has none");
  for (PetscInt i = 0; i < suite->studies.count; i++)
    PetscCall(CheckStudy(suite, &SuiteStudies(suite)[i]));
  for (PetscInt i = 0; i < suite->claims.count; i++)
    PetscCall(CheckClaim(suite, &((SuiteClaim *)suite->claims.at)[i]));
  for (PetscInt i = 0; i < suite->exclude.count; i++)
    if (!SuiteExclusions(suite)[i].methods.count && !SuiteExclusions(suite)[i].models.count)
      SuiteError(suite, SuiteExclusions(suite)[i].line,
                 "an exclusion needs the key 'methods' or 'models'");
  return 0;
}

/* ---- Suites that a suite includes ---- */

/* The suites that are being read, each included by the one before it. */
typedef struct Chain {
  const struct Chain *from;
  PetscInt depth;
  PetscInt *suites;    /* all that were read so far */
  char path[PATH_MAX]; /* without links and dots */
} Chain;

static PetscErrorCode ReadSuite(const char *path, const Chain *from, Suite *out);

/* In the folder of the including suite, with or without its ending; else one that comes with gimbal. */
static PetscErrorCode FindIncluded(Suite suite, const YamlText *name, char path[], size_t room) {
  const char *slash = strrchr(suite->path, '/');
  const int folder = slash && name->text[0] != '/' ? (int)(slash - suite->path) + 1 : 0;
  PetscBool found;
  char nearest[SUITE_HINT];
  for (int suffix = 0; suffix < 2; suffix++) {
    (void)snprintf(path, room, "%.*s%s%s", folder, suite->path, name->text, suffix ? ".yaml" : "");
    if (SuiteReadable(path))
      return 0;
  }
  PetscCall(SuiteFindOurs(name->text, path, room, &found));
  if (!found) {
    PetscCall(SuiteNearest(name->text, nearest));
    SuiteError(suite, name->line,
               "key 'include': no suite '%s': neither a file in its folder nor one of the suites "
               "that come with gimbal (%s)",
               name->text, nearest);
  }
  return 0;
}

static PetscErrorCode ReadIncluded(Suite suite, const Chain *chain) {
  char path[PATH_MAX], whole[PATH_MAX];
  PetscBool ours;
  suite->included = MemoryZeroed(suite->include.count, sizeof(*suite->included));
  for (PetscInt i = 0; i < suite->include.count; i++) {
    const YamlText *name = &suite->include.at[i];
    PetscCall(FindIncluded(suite, name, path, sizeof(path)));
    if (!realpath(path, whole))
      SuiteError(suite, name->line, "key 'include': '%s' cannot be read", name->text);
    PetscCall(SuiteIsOurs(name->text, path, &ours));
    if (!ours && strncmp(whole, chain->path, (size_t)(strrchr(chain->path, '/') - chain->path) + 1))
      SuiteError(suite, name->line,
                 "key 'include': '%s' is not in the folder of this suite, nor below it",
                 name->text);
    if (chain->depth >= SUITE_DEEPEST_INCLUDE)
      SuiteError(suite, name->line, "key 'include': more than %d suites that include one another",
                 SUITE_DEEPEST_INCLUDE);
    if (*chain->suites >= SUITE_MOST_INCLUDED)
      SuiteError(suite, name->line,
                 "key 'include': more than %d suites in all, each as often as it is included",
                 SUITE_MOST_INCLUDED);
    for (const Chain *link = chain; link; link = link->from)
      if (!strcmp(link->path, whole))
        SuiteError(suite, name->line, "key 'include': '%s' includes itself", name->text);
    PetscCall(ReadSuite(path, chain, &suite->included[i]));
  }
  return 0;
}

static PetscErrorCode ReadAndCheck(Suite suite, const Chain *from) {
  PetscInt suites = 0;
  Chain chain = {
      .from = from, .depth = from ? from->depth + 1 : 0, .suites = from ? from->suites : &suites};
  PetscCall(YamlFileRead(suite->path, suite_fields, suite, &suite->file));
  ++*chain.suites;
  PetscCall(CheckSuite(suite));
  if (suite->include.count) {
    UserCheck(realpath(suite->path, chain.path), "%s: the file was removed while it was read",
              suite->path);
    PetscCall(ReadIncluded(suite, &chain));
  }
  return 0;
}

static PetscErrorCode ReadSuite(const char *path, const Chain *from, Suite *out) {
  *out = NULL;
  Suite suite = MemoryZeroed(1, sizeof(*suite));
  suite->path = MemoryText(path);
  suite->precision = "auto";
  suite->plugin_claims = PETSC_TRUE;
  const PetscErrorCode error = ReadAndCheck(suite, from);
  if (error)
    SuiteDestroy(&suite);
  *out = suite;
  return error;
}

/* Leaves the claim with that id alone, without runs from which no claim is judged. */
static PetscErrorCode KeepClaim(Suite suite, const char *id) {
  SuiteClaim *claims = suite->claims.at;
  NameList names = {.count = 0};
  char hint[NEAREST_HINT];
  for (PetscInt i = 0; i < suite->claims.count; i++) {
    const SuiteClaim claim = claims[i];
    if (claim.id && !strcmp(claim.id, id)) {
      claims[0] = claim;
      suite->claims.count = 1;
      suite->plugin_claims = PETSC_FALSE;
      for (PetscInt j = 0; j < suite->studies.count; j++)
        ((SuiteStudy *)suite->studies.at)[j].unclaimed = PETSC_FALSE;
      return 0;
    }
    if (claim.id)
      NameListAdd(&names, PETSC_FALSE, claim.id);
  }
  (void)NearestHint(id, names.count, names.at, NEAREST_STATED, hint);
  UserError("%s: no claim has the id '%s'%s", suite->path, id,
            *hint ? hint : "; gimbal list claims");
}

PetscErrorCode SuiteRead(const char *path, Suite *out) {
  const size_t length = SuiteNameLength(path);
  char file[PATH_MAX];
  (void)snprintf(file, sizeof(file), "%.*s", (int)length, path);
  PetscCall(ReadSuite(file, NULL, out));
  if (!path[length])
    return 0;
  const PetscErrorCode error = KeepClaim(*out, path + length + 1);
  if (error)
    SuiteDestroy(out);
  return error;
}

void SuiteDestroy(Suite *suite) {
  if (*suite) {
    for (PetscInt i = 0; (*suite)->included && i < (*suite)->include.count; i++)
      SuiteDestroy(&(*suite)->included[i]);
    free((*suite)->included);
    YamlFileDestroy(&(*suite)->file);
    free((void *)(*suite)->path);
    free(*suite);
    *suite = NULL;
  }
}
