/* gimbal version */
#include "cli/version.h"
#include "base/json_text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/words.h"
#include "gimbal.h"
#include "numerics/quad.h"
#include "commit.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

typedef struct {
  PetscBool json;
} Words;

static const Option options[] = {OPTION(Words, YES, 0, "json", NULL, json, "one JSON object"),
                                 {.kind = OPTION_END}};

const Usage UsageVersion = {
    .words = "[--json]",
    .about =
        "The version and the commit of this program, the version of its plugin interface (a plugin "
        "built for the same major version and this minor one or an earlier one is loaded), its "
        "precisions, and the libraries that it runs with. The manifest.json of a report has what "
        "the report was made with.\n",
    .options = options};

const char *VersionNumber(void) { return GIMBAL_VERSION; }

const char *VersionCommit(void) { return GIMBAL_COMMIT; }

const char *VersionCompiler(void) {
#ifdef __clang__
  return __VERSION__;
#else
  return "gcc " __VERSION__;
#endif
}

/* ---- All of it ---- */

enum { FACTS = 16, FACT = 128 };

typedef struct {
  PetscInt count;
  struct {
    const char *name, *title; /* as a key, and for people */
    char text[FACT];
  } at[FACTS];
} Facts;

static void AddFact(Facts *facts, const char *name, const char *title, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void AddFact(Facts *facts, const char *name, const char *title, const char *format, ...) {
  va_list arguments;
  if (facts->count == FACTS)
    return;
  facts->at[facts->count].name = name;
  facts->at[facts->count].title = title;
  va_start(arguments, format);
  (void)vsnprintf(facts->at[facts->count++].text, FACT, format, arguments);
  va_end(arguments);
}

static void CollectFacts(Facts *facts) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  PetscInt major = 0, minor = 0, subminor = 0;
  int length;
  (void)MPI_Get_library_version(library, &length);
  library[strcspn(library, ",\n")] = '\0';
  (void)PetscGetVersionNumber(&major, &minor, &subminor, NULL);
  facts->count = 0;
  AddFact(facts, "gimbal", "gimbal", "%s", VersionNumber());
  AddFact(facts, "commit", "commit", "%s", VersionCommit());
  AddFact(facts, "contract", "plugin interface", "%d.%d", GIMBAL_ABI_MAJOR, GIMBAL_ABI_MINOR);
  AddFact(facts, "precisions", "precisions",
          HAVE_QUAD ? "double and quadruple" : "double (--without-quad)");
  AddFact(facts, "compiler", "compiler", "%s", VersionCompiler());
  AddFact(facts, "petsc", "PETSc", "%d.%d.%d", (int)major, (int)minor, (int)subminor);
  AddFact(facts, "mpi", "MPI", "%s", library);
  AddFact(facts, "jansson", "Jansson", "%s", JANSSON_VERSION);
  AddFact(facts, "libyaml", "libyaml", "%s", yaml_get_version_string());
}

void VersionPrint(void) {
  Facts facts;
  CollectFacts(&facts);
  printf("gimbal %s (%s)\n", facts.at[0].text, facts.at[1].text);
  for (PetscInt i = 2; i < facts.count; i++)
    printf("  %-18s%s\n", facts.at[i].title, facts.at[i].text);
}

static PetscErrorCode PrintJson(void) {
  Facts facts;
  json_t *object;
  PetscFunctionBeginUser;
  object = json_object();
  CollectFacts(&facts);
  for (PetscInt i = 0; i < facts.count; i++)
    (void)json_object_set_new(object, facts.at[i].name, json_string(facts.at[i].text));
  PetscCall(WordsPutJson(object));
  json_decref(object);
  PetscFunctionReturn(0);
}

PetscErrorCode CommandVersion(int argc, char **argv, int *status) {
  Words words = {.json = PETSC_FALSE};
  PetscBool done;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(OptionsRead(&UsageVersion, argc, argv, &words, &done));
  if (done)
    PetscFunctionReturn(0);
  if (words.json)
    PetscCall(PrintJson());
  else
    VersionPrint();
  PetscFunctionReturn(0);
}
