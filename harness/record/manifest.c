#include "record/record.h"
#include "base/text_stream.h"
#include "base/json_text.h"
#include "base/sort.h"
#include "record/seal.h"
#include "record/shapes.h"

static SHAPE(VersionsShape, Manifest, SIMPLE("gimbal", TEXT, ALWAYS, Manifest, versions.gimbal),
             SIMPLE("commit", TEXT, ALWAYS, Manifest, versions.commit),
             SIMPLE("compiler", TEXT, ALWAYS, Manifest, versions.compiler),
             SIMPLE("petsc", TEXT, ALWAYS, Manifest, versions.petsc),
             SIMPLE("mpi", TEXT, ALWAYS, Manifest, versions.mpi),
             SIMPLE("solver", TEXT, ALWAYS, Manifest, versions.solver),
             SIMPLE("mathematics", TEXT, IF_GIVEN, Manifest, versions.mathematics));

static SHAPE(HostShape, Manifest, SIMPLE("name", TEXT, ALWAYS, Manifest, host.name),
             SIMPLE("system", TEXT, ALWAYS, Manifest, host.system),
             SIMPLE("release", TEXT, ALWAYS, Manifest, host.release),
             SIMPLE("machine", TEXT, ALWAYS, Manifest, host.machine),
             SIMPLE("processors", COUNT, ALWAYS, Manifest, host.processors));

static SHAPE(SuiteShape, Manifest, SIMPLE("name", TEXT, ALWAYS, Manifest, suite.name),
             SIMPLE("title", TEXT, ALWAYS, Manifest, suite.title),
             SIMPLE("description", TEXT, ALWAYS, Manifest, suite.description),
             SIMPLE("source", TEXT, ALWAYS, Manifest, suite.source));

static SHAPE(OptionsShape, Manifest, SIMPLE("methods", TEXTS, ALWAYS, Manifest, options.methods),
             SIMPLE("models", TEXTS, ALWAYS, Manifest, options.models),
             SIMPLE("precision", TEXT, ALWAYS, Manifest, options.precision),
             SIMPLE("seed", COUNT, ALWAYS, Manifest, options.seed),
             SIMPLE("petsc", TEXTS, ALWAYS, Manifest, options.petsc),
             SIMPLE("only_plugins", TRUTH, IF_GIVEN, Manifest, options.only_plugins));

static SHAPE(CountShape, ManifestCount, SIMPLE("", TEXT, REQUIRED, ManifestCount, name),
             SIMPLE("", COUNT64, ALWAYS, ManifestCount, count));

static SHAPE(PluginShape, ManifestPlugin, SIMPLE("", TEXT, REQUIRED, ManifestPlugin, name),
             FIELD(TEXT, ALWAYS, ManifestPlugin, title),
             FIELD(TEXT, ALWAYS, ManifestPlugin, citation),
             FIELD(TEXT, ALWAYS, ManifestPlugin, file), FIELD(TEXT, ALWAYS, ManifestPlugin, hash),
             FIELD(TRUST, ALWAYS, ManifestPlugin, quad),
             FIELD(TEXT, IF_GIVEN, ManifestPlugin, citation_key),
             FIELD(TEXT, IF_GIVEN, ManifestPlugin, library),
             FIELD(TEXT, IF_GIVEN, ManifestPlugin, library_version),
             FIELD(TEXT, IF_GIVEN, ManifestPlugin, source),
             FIELD(COUNT, IF_GIVEN, ManifestPlugin, line));

static SHAPE(SinceShape, Manifest, SIMPLE("folder", TEXT, ALWAYS, Manifest, since.folder),
             SIMPLE("commit", TEXT, ALWAYS, Manifest, since.commit),
             SIMPLE("taken", COUNT, ALWAYS, Manifest, since.taken));

SHAPE(ManifestShape, Manifest, PART("versions", PART, ALWAYS, 0, VersionsShape),
      PART("host", PART, ALWAYS, 0, HostShape), PART("suite", PART, ALWAYS, 0, SuiteShape),
      PART("options", PART, ALWAYS, 0, OptionsShape),
      ASPECT("jobs", ALWAYS, Manifest, kinds, kind, CountShape),
      LIST("methods", MAP, ALWAYS, Manifest, methods, method, PluginShape),
      LIST("models", MAP, ALWAYS, Manifest, models, model, PluginShape),
      PART("since", PART, IF_GIVEN, 0, SinceShape), FIELD(TEXTS, IF_GIVEN, Manifest, aside),
      FIELD(INDEX, IF_GIVEN, Manifest, verdicts));

PetscErrorCode ManifestToText(const Manifest *manifest, char **text) {
  json_auto_t *object = NULL;
  PetscCall(LineToObject("the manifest", &ManifestShape, manifest, &object));
  *text = JsonText(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  SealAdd(text);
  return 0;
}

PetscErrorCode ManifestFromText(const char *where, const char *text, size_t length, Arena arena,
                                Manifest *manifest) {
  PetscInt format;
  PetscCall(StructureFromText(where, text, length, arena, &ManifestShape, manifest, &format));
  manifest->format = format;
  return 0;
}

/* ---- Member by member ---- */

typedef struct {
  ManifestVisitor *visit;
  void *context;
} Visit;

/* The words of a list with blanks between them, or the value as JSON has it. */
static void VisitValue(const Visit *visit, const char *name, const json_t *value) {
  TextStream stream;
  TextStreamOpen(&stream);
  if (json_is_string(value))
    fputs(json_string_value(value), stream.file);
  for (size_t i = 0; i < json_array_size(value); i++)
    fprintf(stream.file, "%s%s", i ? " " : "", json_string_value(json_array_get(value, i)));
  if (!json_is_string(value) && !json_is_array(value))
    (void)JsonPut(value, stream.file, JSON_ENCODE_ANY);
  TextStreamClose(&stream);
  visit->visit(name, stream.text, visit->context);
  free(stream.text);
}

static void VisitMembers(const Visit *visit, const char *above, const json_t *object) {
  char name[512];
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)object, key, value) {
    (void)snprintf(name, sizeof(name), "%s%s%s", above, *above ? "." : "", key);
    if (json_is_object(value))
      VisitMembers(visit, name, value);
    else
      VisitValue(visit, name, value);
  }
}

PetscErrorCode ManifestVisit(const Manifest *manifest, ManifestVisitor *visitor, void *context) {
  const Visit visit = {visitor, context};
  Passage passage = {.where = "the manifest"};
  json_auto_t *object = NULL;
  PetscCall(ShapeToObject(&passage, &ManifestShape, manifest, &object));
  VisitMembers(&visit, "", object);
  return 0;
}

const ManifestPlugin *ManifestMethod(const Manifest *manifest, const char *name) {
  return FindKey(name, manifest->methods, manifest->method, sizeof(*manifest->method));
}

const ManifestPlugin *ManifestModel(const Manifest *manifest, const char *name) {
  return FindKey(name, manifest->models, manifest->model, sizeof(*manifest->model));
}
