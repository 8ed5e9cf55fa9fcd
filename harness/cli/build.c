/* gimbal build FILE.c: a plugin outside the source tree, in both precisions. */
#include "cli/command.h"
#include "base/shell.h"
#include "base/text_stream.h"
#include "numerics/quad.h"
#include "plugin/plugin.h"
#include "registry/registry.h"
#include "studies/study.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  const char *output;
  PetscBool double_only;
} Words;

static const Option options[] = {
    OPTION(Words, TEXT, 'o', "output", "FILE.so", output, "the shared object"),
    OPTION(Words, YES, 0, "double-only", NULL, double_only,
           "without quadruple precision, say for a wrapper of a library that has none"),
    {.kind = OPTION_END}};

const Usage UsageBuild = {
    .words = "FILE.c|FILE.cpp [-o FILE.so] [--double-only]",
    .about = "Compiles a plugin that lives outside gimbal's source tree: one object in double and "
             "one in quadruple precision (with -DGIMBAL_QUAD), linked into one shared object "
             "next to the source. Every command is printed before it is run.\n",
    .options = options,
    .more = "The variables CC and CFLAGS (for C++, CXX and CXXFLAGS), LDFLAGS and LDLIBS are "
            "obeyed; what a wrapped library needs goes there. Exit status 2 if the source does not "
            "compile.\n",
    .operands = "FILE.c",
    .least = 1,
    .most = 1,
    .expected = "one source is expected: gimbal build FILE.c"};

/* What is to be made of what. */
typedef struct {
  const char *source;
  char output[PATH_MAX];
  PetscBool cpp, double_only;
  char header[PATH_MAX];  /* the folder of gimbal.h */
  char objects[PATH_MAX]; /* a folder of their own */
} Task;

/* ---- Command lines, for the shell ---- */

static const char *EnvironmentOr(const char *name, const char *missing) {
  const char *value = getenv(name);
  return value && *value ? value : missing;
}

static const char *Compiler(const Task *task) {
  return task->cpp ? EnvironmentOr("CXX", "c++") : EnvironmentOr("CC", "cc");
}

static const char *Flags(const Task *task) {
  return task->cpp ? EnvironmentOr("CXXFLAGS", "") : EnvironmentOr("CFLAGS", "");
}

static void PutObject(FILE *file, const Task *task, const char *name) {
  char path[PATH_MAX + 16];
  (void)snprintf(path, sizeof(path), "%s/%s", task->objects, name);
  putc(' ', file);
  ShellPut(file, path);
}

/* Closes the command line, shows it unless it is a question, whose messages nobody reads, and runs it. */
static PetscErrorCode RunLine(const Task *task, TextStream *line, PetscBool question, int *status) {
  enum { NOT_FOUND = 127, NOT_EXECUTABLE = 126 };
  PetscCall(TextStreamClose(line, "a command line"));
  if (!question)
    printf("  %s\n", line->text);
  (void)fflush(stdout);
  *status = system(line->text);
  free(line->text);
  PetscCheck(*status != -1, PETSC_COMM_SELF, PETSC_ERR_SYS, "build: no shell can be started: %s",
             strerror(errno));
  *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
  PetscCheck(*status != NOT_FOUND && *status != NOT_EXECUTABLE, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "build: the compiler \"%s\" cannot be started; set %s",
             Compiler(task), task->cpp ? "CXX" : "CC");
  return 0;
}

/* ---- The recipe ---- */

/* A warning that makes errors of what would lose digits, if the compiler knows it. */
static PetscErrorCode AddWarning(const Task *task, const char *warning, FILE *to) {
  TextStream question;
  int status;
  PetscCall(TextStreamOpen(&question));
  fprintf(question.file, "%s -Werror -Werror=%s -x %s -fsyntax-only /dev/null 2>/dev/null",
          Compiler(task), warning, task->cpp ? "c++" : "c");
  PetscCall(RunLine(task, &question, PETSC_TRUE, &status));
  if (!status)
    fprintf(to, " -Werror=%s", warning);
  return 0;
}

/* The flags are those of the source tree: contraction to fused multiply-add would make results
 * depend on the compiler. The user's come last, and win. */
static PetscErrorCode CompileSource(const Task *task, PetscBool quad, int *status) {
  /* Given once; descriptors leave out what they do not need. */
  static const char warnings[] = " -Wall -Wextra -Wno-missing-field-initializers";
  TextStream line;
  PetscCall(TextStreamOpen(&line));
  fprintf(line.file, "%s %s -O2 -g%s -ffp-contract=off -fPIC -fvisibility=hidden -I",
          Compiler(task), task->cpp ? "-std=gnu++17" : "-std=c11", quad ? "" : warnings);
  ShellPut(line.file, task->header);
  if (quad) {
    fputs(" -DGIMBAL_QUAD", line.file);
    if (!task->cpp)
      PetscCall(AddWarning(task, "unsuffixed-float-constants", line.file));
    PetscCall(AddWarning(task, "double-promotion", line.file)); /* clang calls it so */
    PetscCall(AddWarning(task, "implicit-float-conversion", line.file));
    PetscCall(AddWarning(task, "float-conversion", line.file));
  }
  fprintf(line.file, "%s%s -c ", *Flags(task) ? " " : "", Flags(task));
  ShellPut(line.file, task->source);
  fputs(" -o", line.file);
  PutObject(line.file, task, quad ? "quad.o" : "double.o");
  return RunLine(task, &line, PETSC_FALSE, status);
}

static PetscErrorCode LinkObjects(const Task *task, int *status) {
  const char *words[] = {Flags(task), "-shared",
                         /* a sanitizer's objects find their run-time library in the program */
                         strstr(Flags(task), "-fsanitize") ? "" : "-Wl,-z,defs"};
  const char *libraries[] = {EnvironmentOr("LDFLAGS", ""), EnvironmentOr("LDLIBS", ""),
                             task->double_only ? "-lm" : QUAD_LIBRARIES};
  TextStream line;
  PetscCall(TextStreamOpen(&line));
  fputs(Compiler(task), line.file);
  for (int i = 0; i < 3; i++)
    fprintf(line.file, "%s%s", *words[i] ? " " : "", words[i]);
  fputs(" -o ", line.file);
  ShellPut(line.file, task->output);
  PutObject(line.file, task, "double.o");
  if (!task->double_only)
    PutObject(line.file, task, "quad.o");
  for (int i = 0; i < 3; i++)
    fprintf(line.file, "%s%s", *libraries[i] ? " " : "", libraries[i]);
  return RunLine(task, &line, PETSC_FALSE, status);
}

static PetscErrorCode MakePlugin(const Task *task) {
  int status;
  PetscCall(CompileSource(task, PETSC_FALSE, &status));
  PetscCheck(!status, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: %s does not compile (the compiler's status is %d)", task->source, status);
  if (!task->double_only) {
    PetscCall(CompileSource(task, PETSC_TRUE, &status));
    PetscCheck(!status, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "build: %s compiles in double precision and not in quadruple (the compiler's status "
               "is %d); constants are GIMBAL_C(0.5), functions gimbal_sin. What has no "
               "quadruple-precision build "
               "is built with --double-only",
               task->source, status);
  }
  PetscCall(LinkObjects(task, &status));
  PetscCheck(!status, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: %s cannot be linked (the compiler's status is %d); libraries go into LDLIBS",
             task->output, status);
  printf("wrote %s, in %s\n", task->output,
         task->double_only ? "double precision only: what only the quadruple one can decide will "
                             "be left open"
                           : "double and quadruple precision");
  return 0;
}

/* ---- Words ---- */

/* include/, next to the program's folder, in the source tree and where it is installed. */
static PetscErrorCode FindHeader(Task *task) {
  char parent[PATH_MAX], path[PATH_MAX + 32];
  PetscCall(ProgramParent(parent));
  (void)snprintf(path, sizeof(path), "%sinclude/gimbal.h", parent);
  PetscCheck(!access(path, R_OK), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: there is no %s; install gimbal, or call the program of a source tree", path);
  *strrchr(path, '/') = 0;
  return PetscStrncpy(task->header, path, sizeof(task->header));
}

static PetscErrorCode SetSource(const char *source, const char *output, Task *task) {
  static const char *const endings[] = {".c", ".cpp", ".cc", ".cxx"};
  const char *ending = strrchr(source, '.');
  PetscInt kind = -1;
  for (size_t i = 0; ending && i < PETSC_STATIC_ARRAY_LENGTH(endings); i++)
    if (!strcmp(ending, endings[i]))
      kind = (PetscInt)i;
  PetscCheck(kind >= 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: \"%s\" is no source; a file *.c or *.cpp is expected", source);
  PetscCheck(!access(source, R_OK), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "build: %s: %s", source,
             strerror(errno));
  task->source = source;
  task->cpp = (PetscBool)(kind > 0);
  if (output)
    (void)snprintf(task->output, sizeof(task->output), "%s", output);
  else
    (void)snprintf(task->output, sizeof(task->output), "%s%.*s.so", strchr(source, '/') ? "" : "./",
                   (int)(ending - source), source);
  return 0;
}

/* As verify --plugin loads it: what that refuses shall not be found out later. */
static PetscErrorCode CheckPlugin(const Task *task) {
  const char *plugin = task->output;
  Registry registry;
  PetscCall(RegistryCreate(1, &plugin, StudyVocabulary, &registry));
  return RegistryDestroy(&registry);
}

static PetscErrorCode MakeInFolder(Task *task) {
  static const char *const objects[] = {"double.o", "quad.o"};
  char path[PATH_MAX + 16];
  (void)snprintf(task->objects, sizeof(task->objects), "%s/gimbal-build-XXXXXX",
                 EnvironmentOr("TMPDIR", "/tmp"));
  PetscCheck(mkdtemp(task->objects), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "build: %s: %s",
             task->objects, strerror(errno));
  const PetscErrorCode error = MakePlugin(task);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(objects); i++) {
    (void)snprintf(path, sizeof(path), "%s/%s", task->objects, objects[i]);
    (void)unlink(path);
  }
  (void)rmdir(task->objects);
  return error;
}

PetscErrorCode CommandBuild(int argc, char **argv, int *status) {
  Words words = {.double_only = (PetscBool)!HAVE_QUAD};
  PetscBool done;
  Task task = {.source = NULL};
  *status = 0;
  PetscCall(OptionsRead(&UsageBuild, argc, argv, &words, &done));
  if (done)
    return 0;
  task.double_only = words.double_only;
  PetscCall(SetSource(argv[optind], words.output, &task));
  PetscCall(FindHeader(&task));
  PetscCall(MakeInFolder(&task));
  return CheckPlugin(&task);
}
