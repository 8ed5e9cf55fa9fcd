#include "record/record.h"
#include "base/text_stream.h"
#include "base/json_text.h"
#include "record/seal.h"
#include "record/shapes.h"

#include <stdlib.h>
#include <string.h>

static const Member versions_members[] = {
    SIMPLE("gimbal", MEMBER_TEXT, TOLD, Manifest, versions.gimbal),
    SIMPLE("commit", MEMBER_TEXT, TOLD, Manifest, versions.commit),
    SIMPLE("compiler", MEMBER_TEXT, TOLD, Manifest, versions.compiler),
    SIMPLE("petsc", MEMBER_TEXT, TOLD, Manifest, versions.petsc),
    SIMPLE("mpi", MEMBER_TEXT, TOLD, Manifest, versions.mpi),
    SIMPLE("solver", MEMBER_TEXT, TOLD, Manifest, versions.solver),
    SIMPLE("mathematics", MEMBER_TEXT, LEFT_OUT, Manifest, versions.mathematics),
};
static SHAPE(VersionsShape, Manifest, versions_members);

static const Member host_members[] = {
    SIMPLE("name", MEMBER_TEXT, TOLD, Manifest, host.name),
    SIMPLE("system", MEMBER_TEXT, TOLD, Manifest, host.system),
    SIMPLE("release", MEMBER_TEXT, TOLD, Manifest, host.release),
    SIMPLE("machine", MEMBER_TEXT, TOLD, Manifest, host.machine),
    SIMPLE("processors", MEMBER_COUNT, TOLD, Manifest, host.processors),
};
static SHAPE(HostShape, Manifest, host_members);

static const Member suite_members[] = {
    SIMPLE("name", MEMBER_TEXT, TOLD, Manifest, suite.name),
    SIMPLE("title", MEMBER_TEXT, TOLD, Manifest, suite.title),
    SIMPLE("description", MEMBER_TEXT, TOLD, Manifest, suite.description),
    SIMPLE("source", MEMBER_TEXT, TOLD, Manifest, suite.source),
};
static SHAPE(SuiteShape, Manifest, suite_members);

static const Member options_members[] = {
    SIMPLE("methods", MEMBER_TEXTS, TOLD, Manifest, options.methods),
    SIMPLE("models", MEMBER_TEXTS, TOLD, Manifest, options.models),
    SIMPLE("precision", MEMBER_TEXT, TOLD, Manifest, options.precision),
    SIMPLE("seed", MEMBER_COUNT, TOLD, Manifest, options.seed),
    SIMPLE("petsc", MEMBER_TEXTS, TOLD, Manifest, options.petsc),
    SIMPLE("only_plugins", MEMBER_TRUTH, LEFT_OUT, Manifest, options.only_plugins),
};
static SHAPE(OptionsShape, Manifest, options_members);

static const Member count_members[] = {
    SIMPLE("", MEMBER_TEXT, NEEDED, ManifestCount, name),
    SIMPLE("", MEMBER_COUNT64, TOLD, ManifestCount, count),
};
static SHAPE(CountShape, ManifestCount, count_members);

static const Member plugin_members[] = {
    SIMPLE("", MEMBER_TEXT, NEEDED, ManifestPlugin, name),
    SIMPLE("title", MEMBER_TEXT, TOLD, ManifestPlugin, title),
    SIMPLE("citation", MEMBER_TEXT, TOLD, ManifestPlugin, citation),
    SIMPLE("file", MEMBER_TEXT, TOLD, ManifestPlugin, file),
    SIMPLE("hash", MEMBER_TEXT, TOLD, ManifestPlugin, hash),
    SIMPLE("quad", MEMBER_TRUST, TOLD, ManifestPlugin, quad),
    SIMPLE("citation_key", MEMBER_TEXT, LEFT_OUT, ManifestPlugin, citation_key),
    SIMPLE("library", MEMBER_TEXT, LEFT_OUT, ManifestPlugin, library),
    SIMPLE("library_version", MEMBER_TEXT, LEFT_OUT, ManifestPlugin, library_version),
};
static SHAPE(PluginShape, ManifestPlugin, plugin_members);

static const Member since_members[] = {
    SIMPLE("folder", MEMBER_TEXT, TOLD, Manifest, since.folder),
    SIMPLE("commit", MEMBER_TEXT, TOLD, Manifest, since.commit),
    SIMPLE("taken", MEMBER_COUNT, TOLD, Manifest, since.taken),
};
static SHAPE(SinceShape, Manifest, since_members);

static const Member manifest_members[] = {
    PART("versions", MEMBER_PART, TOLD, 0, VersionsShape),
    PART("host", MEMBER_PART, TOLD, 0, HostShape),
    PART("suite", MEMBER_PART, TOLD, 0, SuiteShape),
    PART("options", MEMBER_PART, TOLD, 0, OptionsShape),
    ASPECT("jobs", TOLD, Manifest, kinds, kind, CountShape, 1),
    LIST("methods", MEMBER_MAP, TOLD, Manifest, methods, method, PluginShape),
    LIST("models", MEMBER_MAP, TOLD, Manifest, models, model, PluginShape),
    PART("since", MEMBER_PART, LEFT_OUT, 0, SinceShape),
    SIMPLE("aside", MEMBER_TEXTS, LEFT_OUT, Manifest, aside),
    SIMPLE("verdicts", MEMBER_INDEX, LEFT_OUT, Manifest, verdicts),
};
SHAPE(ManifestShape, Manifest, manifest_members);

PetscErrorCode ManifestToText(const Manifest *manifest, char **text) {
  json_t *object;
  PetscFunctionBeginUser;
  PetscCall(LineToObject("the manifest", &ManifestShape, manifest, &object));
  *text = JsonText(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  json_decref(object);
  PetscCheck(*text, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the manifest");
  PetscCall(SealAdd(text));
  PetscFunctionReturn(0);
}

PetscErrorCode ManifestFromText(const char *where, const char *text, size_t length, Arena arena,
                                Manifest *manifest) {
  PetscInt format;
  PetscFunctionBeginUser;
  PetscCall(StructureFromText(where, text, length, arena, &ManifestShape, manifest, &format));
  manifest->format = format;
  PetscFunctionReturn(0);
}

/* ---- Member by member ---- */

typedef struct {
  ManifestVisitor *visit;
  void *context;
} Visit;

/* The words of a list with blanks between them, or the value as JSON has it. */
static PetscErrorCode VisitValue(const Visit *visit, const char *name, const json_t *value) {
  TextStream stream;
  int failed = 0;
  PetscFunctionBeginUser;
  PetscCall(TextStreamOpen(&stream));
  if (json_is_string(value))
    fputs(json_string_value(value), stream.file);
  for (size_t i = 0; i < json_array_size(value); i++)
    fprintf(stream.file, "%s%s", i ? " " : "", json_string_value(json_array_get(value, i)));
  if (!json_is_string(value) && !json_is_array(value))
    failed = JsonPut(value, stream.file, JSON_ENCODE_ANY);
  PetscCall(TextStreamClose(&stream, "the manifest"));
  if (!failed)
    visit->visit(name, stream.text, visit->context);
  free(stream.text);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the manifest");
  PetscFunctionReturn(0);
}

static PetscErrorCode VisitMembers(const Visit *visit, const char *above, const json_t *object) {
  char name[512];
  const char *key;
  json_t *value;
  PetscFunctionBeginUser;
  json_object_foreach((json_t *)object, key, value) {
    (void)snprintf(name, sizeof(name), "%s%s%s", above, *above ? "." : "", key);
    if (json_is_object(value))
      PetscCall(VisitMembers(visit, name, value));
    else
      PetscCall(VisitValue(visit, name, value));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ManifestVisit(const Manifest *manifest, ManifestVisitor *visitor, void *context) {
  const Visit visit = {visitor, context};
  Passage passage = {.where = "the manifest"};
  PetscErrorCode error;
  json_t *object;
  PetscFunctionBeginUser;
  PetscCall(ShapeToObject(&passage, &ManifestShape, manifest, &object));
  error = VisitMembers(&visit, "", object);
  json_decref(object);
  PetscFunctionReturn(error);
}
