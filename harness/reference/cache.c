#include "reference/cache.h"
#include "base/hash.h"
#include "base/mathematics.h"
#include "base/text_stream.h"
#include "plugin/plugin.h"
#include "base/version.h"
#include "record/file.h"
#include "record/seal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* To be raised whenever the numbers or the file's form change. */
static const char header[] = "gimbal reference 3";

/* Of a quadruple number that reads back to the last bit, with its frame. */
enum { DIGITS = 36 + 12 };

static void Print(Quad value, char out[DIGITS]) {
  (void)quadmath_snprintf(out, DIGITS, "%.35Qe", value);
}

static void HashNumbers(Hash *hash, PetscInt count, const Quad *value) {
  char text[DIGITS];
  for (PetscInt i = 0; i < count; i++) {
    Print(value[i], text);
    HashText(hash, text);
  }
}

/* Those of what is stored; nothing where they are the model's. */
static void HashUnits(Hash *hash, const ReferenceProblem *problem) {
  const CaseUnits *units = problem->instance->units;
  const RealisationUnits *u = units ? &units->realisation[problem->realisation] : NULL;
  char text[32];
  if (!units)
    return;
  (void)snprintf(text, sizeof(text), "units %d %d", units->time, units->action);
  HashText(hash, text);
  for (PetscInt i = 0; i < u->n + u->m + u->k; i++) {
    (void)snprintf(text, sizeof(text), "%d",
                   i < u->n          ? u->q[i]
                   : i < u->n + u->m ? u->v[i - u->n]
                                     : u->lambda[i - u->n - u->m]);
    HashText(hash, text);
  }
}

PetscErrorCode CacheLocate(const char *folder, const ReferenceProblem *problem, const char *how,
                           PetscInt size, CacheEntry *entry) {
  const ModelCase instance = problem->instance;
  Hash hash = HashBegin();
  char text[32], digits[HASH_DIGITS + 1];
  PetscFunctionBeginUser;
  entry->path[0] = 0;
  if (!folder)
    PetscFunctionReturn(0);
  HashText(&hash, header);
  HashText(&hash, GIMBAL_VERSION);
  HashText(&hash, MathematicsName());
  HashText(&hash, instance->model->hash);
  HashText(&hash, instance->model->name);
  HashNumbers(&hash, (PetscInt)instance->model->descriptor->parameters.count, instance->parameters);
  (void)snprintf(text, sizeof(text), "%d %d", (int)problem->realisation, (int)problem->times);
  HashText(&hash, text);
  HashNumbers(&hash, 1, &instance->begin);
  HashUnits(&hash, problem);
  HashNumbers(&hash, size, problem->start);
  HashNumbers(&hash, problem->times, problem->time);
  if (how)
    HashText(&hash, how);
  HashPrint(hash, digits);
  (void)snprintf(entry->path, sizeof(entry->path), "%s/%s-%s", folder, instance->model->name,
                 digits);
  PetscFunctionReturn(0);
}

/* The form: the header; the kind, three uncertainties and the count; how it was made; the numbers, one per
 * line; "end" and the checksum of all before it. */
static const char end_word[] = "end ";

/* The next line, without its end; NULL: there is none. */
static char *NextLine(char **rest) {
  char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
  if (!end)
    return NULL;
  *end = 0;
  *rest = end + 1;
  return line;
}

/* Whether the last line is the checksum of the others. */
static PetscBool IsWhole(const char *text, size_t length) {
  const size_t last = sizeof(end_word) - 1 + SEAL_DIGITS + 1;
  char expected[SEAL_DIGITS + 1];
  if (length < last || strlen(text) != length || text[length - 1] != '\n')
    return PETSC_FALSE;
  SealOf(text, length - last, expected);
  return (PetscBool)(!memcmp(text + length - last, end_word, sizeof(end_word) - 1) &&
                     !memcmp(text + length - 1 - SEAL_DIGITS, expected, SEAL_DIGITS));
}

/* No reference has an uncertainty that is negative or unknown. */
static PetscBool IsUncertainty(PetscReal x) { return (PetscBool)(isfinite(x) && x >= 0); }

static PetscBool ParseHead(char **rest, PetscInt count, ReferenceCertificate *certificate) {
  const char *line = NextLine(rest), *method;
  int kind, entries, used = 0;
  if (!line || strcmp(line, header) || !(line = NextLine(rest)) ||
      sscanf(line, "%d %lf %lf %lf %d%n", &kind, &certificate->bar_configuration,
             &certificate->bar_velocity, &certificate->bar_multiplier, &entries, &used) != 5 ||
      line[used] || entries != (int)count || kind < REFERENCE_EXACT || kind > REFERENCE_DOUBLE ||
      !(method = NextLine(rest)) || strlen(method) >= sizeof(certificate->method))
    return PETSC_FALSE;
  certificate->kind = (ReferenceKind)kind;
  memcpy(certificate->method, method, strlen(method) + 1);
  return (PetscBool)(IsUncertainty(certificate->bar_configuration) &&
                     IsUncertainty(certificate->bar_velocity) &&
                     IsUncertainty(certificate->bar_multiplier));
}

/* False for a file that is damaged. */
static PetscBool Parse(char *text, size_t length, PetscInt count, Quad *solution,
                       ReferenceCertificate *certificate) {
  char *rest = text;
  if (!IsWhole(text, length) || !ParseHead(&rest, count, certificate))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < count; i++) {
    char *end, *line = NextLine(&rest);
    if (!line)
      return PETSC_FALSE;
    solution[i] = strtoflt128(line, &end);
    if (end == line || *end || !finiteq(solution[i]))
      return PETSC_FALSE;
  }
  const char *last = NextLine(&rest);
  return (PetscBool)(last && !strncmp(last, end_word, sizeof(end_word) - 1) && !*rest);
}

PetscErrorCode CacheRead(const CacheEntry *entry, PetscInt count, Quad *solution,
                         ReferenceCertificate *certificate, PetscBool *found) {
  PetscErrorCode error;
  size_t length;
  char *text = NULL;
  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  if (!entry->path[0])
    PetscFunctionReturn(0);
  /* What cannot be read is computed again. */
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  error = WholeFileRead(entry->path, &text, &length);
  PetscCall(PetscPopErrorHandler());
  PetscCheck(error != PETSC_ERR_MEM, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a reference");
  if (!error && text)
    *found = Parse(text, length, count, solution, certificate);
  free(text);
  PetscFunctionReturn(0);
}

/* Makes the folders of a path, as far as they are missing. */
static void MakeFolders(const char *path) {
  char folder[PETSC_MAX_PATH_LEN];
  (void)snprintf(folder, sizeof(folder), "%s", path);
  for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    (void)mkdir(folder, 0777);
    *slash = '/';
  }
}

/* All but the last line. */
static PetscErrorCode PrintEntry(PetscInt count, const Quad *solution,
                                 const ReferenceCertificate *certificate, TextStream *stream) {
  char number[DIGITS];
  PetscFunctionBeginUser;
  PetscCall(TextStreamOpen(stream));
  (void)fprintf(stream->file, "%s\n%d %.17g %.17g %.17g %d\n%s\n", header, (int)certificate->kind,
                certificate->bar_configuration, certificate->bar_velocity,
                certificate->bar_multiplier, (int)count, certificate->method);
  for (PetscInt i = 0; i < count; i++) {
    Print(solution[i], number);
    (void)fprintf(stream->file, "%s\n", number);
  }
  PetscCall(TextStreamClose(stream, "a reference"));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteEntry(const char *directory, const char *name, PetscInt count,
                                 const Quad *solution, const ReferenceCertificate *certificate) {
  char seal[SEAL_DIGITS + 1];
  TextStream entry;
  WholeFile file;
  FILE *stream;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(PrintEntry(count, solution, certificate, &entry));
  error = WholeFileOpen(directory, name, &file, &stream);
  if (!error) {
    SealOf(entry.text, entry.length, seal);
    (void)fprintf(stream, "%s%s%s\n", entry.text, end_word, seal);
    error = WholeFileClose(&file);
  }
  free(entry.text);
  PetscFunctionReturn(error);
}

PetscErrorCode CacheWrite(const CacheEntry *entry, PetscInt count, const Quad *solution,
                          const ReferenceCertificate *certificate) {
  char directory[PETSC_MAX_PATH_LEN];
  PetscFunctionBeginUser;
  if (!entry->path[0])
    PetscFunctionReturn(0);
  MakeFolders(entry->path);
  PetscCall(PetscStrncpy(directory, entry->path, sizeof(directory)));
  char *slash = strrchr(directory, '/');
  *slash = 0;
  /* What cannot be kept is computed again. */
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  (void)WriteEntry(directory, slash + 1, count, solution, certificate);
  PetscCall(PetscPopErrorHandler());
  PetscFunctionReturn(0);
}

/* Next to the program in a build folder; the user's own cache if the program is installed [XDG Base
 * Directory Specification]; no cache in any other program, such as a test. */
static void FindFolder(char folder[], size_t room) {
  const char *named = getenv("GIMBAL_CACHE"), *caches = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  char program[PATH_MAX], plugins[PATH_MAX + 32];
  folder[0] = '\0';
  if (named && named[0]) {
    (void)snprintf(folder, room, "%s", named);
    return;
  }
  if (ProgramFolder(program))
    return;
  (void)snprintf(plugins, sizeof(plugins), "%s/models", program);
  if (!access(plugins, F_OK)) {
    (void)snprintf(folder, room, "%s/reference-cache", program);
    return;
  }
  (void)snprintf(plugins, sizeof(plugins), "%s/../lib/gimbal/models", program);
  if (access(plugins, F_OK))
    return;
  if (caches && caches[0] == '/')
    (void)snprintf(folder, room, "%s/gimbal", caches);
  else if (home && home[0] == '/' && home[1])
    (void)snprintf(folder, room, "%s/.cache/gimbal", home);
}

const char *ReferenceCache(void) {
  static char folder[PATH_MAX + 32]; /* a fact about the running program, found once */
  static PetscBool known = PETSC_FALSE;
  if (known)
    return folder[0] ? folder : NULL;
  known = PETSC_TRUE;
  FindFolder(folder, sizeof(folder));
  if (folder[0]) {
    MakeFolders(folder);
    (void)mkdir(folder, 0777);
    if (access(folder, W_OK))
      folder[0] = 0;
  }
  return folder[0] ? folder : NULL;
}
