#include "reference/cache.h"
#include "base/floating.h"
#include "base/hash.h"
#include "base/kept_error.h"
#include "base/mathematics.h"
#include "base/text_stream.h"
#include "plugin/plugin.h"
#include "base/version.h"
#include "record/file.h"
#include "record/seal.h"

#include <unistd.h>

/* To be raised whenever the numbers or the file's form change. */
#define HEADER "gimbal reference 3"

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

static void Locate(const CacheKey *key, char path[PETSC_MAX_PATH_LEN]) {
  const ReferenceProblem *problem = &key->problem;
  const ModelCase instance = problem->instance;
  Hash hash = HashBegin();
  char text[32], digits[HASH_DIGITS + 1];
  path[0] = 0;
  if (!key->folder)
    return;
  HashText(&hash, HEADER);
  HashText(&hash, GIMBAL_VERSION);
  HashText(&hash, MathematicsName());
  HashText(&hash, instance->model->hash);
  HashText(&hash, instance->model->name);
  HashNumbers(&hash, (PetscInt)instance->model->descriptor->parameters.count, instance->parameters);
  (void)snprintf(text, sizeof(text), "%d %d", (int)problem->realisation, (int)problem->times);
  HashText(&hash, text);
  HashNumbers(&hash, 1, &instance->begin);
  HashUnits(&hash, problem);
  HashNumbers(&hash, key->entries, problem->start);
  HashNumbers(&hash, problem->times, problem->time);
  if (key->how)
    HashText(&hash, key->how);
  HashPrint(hash, digits);
  (void)snprintf(path, PETSC_MAX_PATH_LEN, "%s/%s-%s", key->folder, instance->model->name, digits);
}

/* The form: the header; the kind, three uncertainties and the count; how it was made; the numbers, one per
 * line; "end" and the checksum of all before it. */
static void PrintEntry(PetscInt count, const Quad *solution,
                       const ReferenceCertificate *certificate, TextStream *stream) {
  char number[DIGITS], seal[SEAL_DIGITS + 1];
  TextStreamOpen(stream);
  (void)fprintf(stream->file, HEADER "\n%d %.17g %.17g %.17g %d\n%s\n", (int)certificate->kind,
                certificate->uncertainty[REFERENCE_Q], certificate->uncertainty[REFERENCE_V],
                certificate->uncertainty[REFERENCE_LAMBDA], (int)count, certificate->method);
  for (PetscInt i = 0; i < count; i++) {
    Print(solution[i], number);
    (void)fprintf(stream->file, "%s\n", number);
  }
  (void)fflush(stream->file); /* its failure is the stream's, which closing tells */
  SealOf(stream->text, stream->length, seal);
  (void)fprintf(stream->file, "end %s\n", seal);
  TextStreamClose(stream);
}

/* What no reference has is refused: a number that is not finite, an uncertainty below 0. */
static PetscBool Parse(const char *text, PetscInt count, Quad *solution,
                       ReferenceCertificate *certificate) {
  PetscReal *const bar = certificate->uncertainty;
  int kind, entries, used = 0;
  if (sscanf(text, HEADER "\n%d %lf %lf %lf %d\n%79[^\n]%n", &kind, &bar[0], &bar[1], &bar[2],
             &entries, certificate->method, &used) != 6 ||
      entries != (int)count || kind < REFERENCE_EXACT || kind > REFERENCE_DOUBLE)
    return PETSC_FALSE;
  for (int i = 0; i < REFERENCE_PARTS; i++)
    if (!isfinite(bar[i]) || bar[i] < 0)
      return PETSC_FALSE;
  certificate->kind = (ReferenceKind)kind;
  const char *at = text + used;
  for (PetscInt i = 0; i < count; i++) {
    char *end;
    solution[i] = strtoflt128(at, &end);
    if (end == at || !finiteq(solution[i]))
      return PETSC_FALSE;
    at = end;
  }
  return PETSC_TRUE;
}

/* An entry is whole if it is what would be written of what it holds. */
static PetscBool ReadEntry(const char *text, size_t length, PetscInt count, Quad *solution,
                           ReferenceCertificate *certificate) {
  TextStream written;
  if (!Parse(text, count, solution, certificate))
    return PETSC_FALSE;
  PrintEntry(count, solution, certificate, &written);
  const PetscBool whole =
      (PetscBool)(written.length == length && !memcmp(written.text, text, length));
  free(written.text);
  return whole;
}

PetscErrorCode CacheRead(const char *path, PetscInt count, Quad *solution,
                         ReferenceCertificate *certificate, PetscBool *found) {
  size_t length;
  char *text = NULL;
  *found = PETSC_FALSE;
  if (!path[0])
    return 0;
  /* What cannot be read is computed again. */
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  const PetscErrorCode error = WholeFileRead(path, &text, &length);
  PetscCall(PetscPopErrorHandler());
  PetscCheck(error != PETSC_ERR_MEM, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a reference");
  *found = (PetscBool)(!error && text && ReadEntry(text, length, count, solution, certificate));
  free(text);
  return error;
}

static PetscErrorCode WriteEntry(const char *path, PetscInt count, const Quad *solution,
                                 const ReferenceCertificate *certificate) {
  TextStream entry;
  WholeFile file;
  PetscCall(FolderCheckOf(path));
  PrintEntry(count, solution, certificate, &entry);
  PetscErrorCode error = WholeFileOpenAt(path, &file);
  if (!error) {
    (void)fputs(entry.text, file.stream); /* its failure is the stream's, which closing tells */
    error = WholeFileClose(&file);
  }
  free(entry.text);
  return error;
}

PetscErrorCode CacheWrite(const char *path, PetscInt count, const Quad *solution,
                          const ReferenceCertificate *certificate) {
  if (!path[0])
    return 0;
  /* What cannot be kept is computed again. */
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  (void)WriteEntry(path, count, solution, certificate);
  return PetscPopErrorHandler();
}

PetscErrorCode CacheSolve(const CacheKey *key, CacheSolver solve, void *context, Quad *solution,
                          ReferenceCertificate *certificate) {
  PetscErrorCode error = 0;
  PetscBool found, complete = PETSC_TRUE;
  char path[PETSC_MAX_PATH_LEN];
  Locate(key, path);
  PetscCall(CacheRead(path, key->count, solution, certificate, &found));
  if (!found)
    error = solve(context, solution, certificate, &complete);
  const char *changed = FloatingCheck();
  PetscCall(error);
  UserCheck(!changed, "a function of model %s changed %s", key->problem.instance->model->name,
            changed); /* others would find it in the cache */
  if (!found && complete && !ErrorCause())
    PetscCall(CacheWrite(path, key->count, solution, certificate));
  return 0;
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
    (void)PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
    if (FolderCheck(folder))
      folder[0] = 0;
    (void)PetscPopErrorHandler();
  }
  return folder[0] ? folder : NULL;
}
