/* gimbal version */
#include "cli/version.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/words.h"
#include "gimbal.h"
#include "numerics/quad.h"
#include "commit.h"

#include <jansson.h>
#include <yaml.h>

typedef struct {
  PetscBool json;
} Words;

static const Option options[] = {OPTION(Words, YES, 0, "json", NULL, json), {.kind = OPTION_END}};

const Usage UsageVersion = USAGE(options, Words, NULL, 0, 0);

const char *VersionCommit(void) { return GIMBAL_COMMIT; }

const char *VersionCompiler(void) {
#ifdef __clang__
  return __VERSION__;
#else
  return "gcc " __VERSION__;
#endif
}

const char *VersionMpi(void) {
  static char library[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  (void)MPI_Get_library_version(library, &length);
  library[strcspn(library, ",\n")] = '\0';
  return library;
}

/* ---- All of it ---- */

static json_t *Facts(void) {
  PetscInt major = 0, minor = 0, subminor = 0;
  (void)PetscGetVersionNumber(&major, &minor, &subminor, NULL);
  return json_pack(
      "{s:s, s:s, s:o, s:s, s:s, s:o, s:s, s:s, s:s}", "gimbal", GIMBAL_VERSION, "commit",
      VersionCommit(), "contract", json_sprintf("%d.%d", GIMBAL_ABI_MAJOR, GIMBAL_ABI_MINOR),
      "precisions", HAVE_QUAD ? "double and quadruple" : "double (--without-quad)", "compiler",
      VersionCompiler(), "petsc", json_sprintf("%d.%d.%d", (int)major, (int)minor, (int)subminor),
      "mpi", VersionMpi(), "jansson", JANSSON_VERSION, "libyaml", yaml_get_version_string());
}

void VersionPrint(void) {
  static const char *const titles[][2] = {{"contract", "plugin interface"},
                                          {"precisions", "precisions"},
                                          {"compiler", "compiler"},
                                          {"petsc", "PETSc"},
                                          {"mpi", "MPI"},
                                          {"jansson", "Jansson"},
                                          {"libyaml", "libyaml"}};
  json_auto_t *facts = Facts();
  printf("gimbal %s (%s)\n", GIMBAL_VERSION, VersionCommit());
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(titles); i++)
    printf("  %-18s%s\n", titles[i][1], json_string_value(json_object_get(facts, titles[i][0])));
}

PetscErrorCode CommandVersion(CommandLine *line) {
  json_auto_t *facts = Facts();
  if (((const Words *)line->words)->json)
    WordsPutJson(facts);
  else
    VersionPrint();
  return 0;
}
