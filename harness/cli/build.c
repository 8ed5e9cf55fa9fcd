/* gimbal build FILE.c: a plugin outside the source tree, in both precisions. */
#include "cli/command.h"
#include "base/shell.h"
#include "numerics/quad.h"
#include "plugin/plugin.h"
#include "registry/registry.h"
#include "studies/study.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  const char *output;
  PetscBool double_only;
} Words;

static const Option options[] = {
    {.kind = OPTION_TEXT,
     .letter = 'o',
     .name = "output",
     .value = "FILE.so",
     .to = offsetof(Words, output),
     .text = "the shared object"},
    {.kind = OPTION_YES,
     .name = "double-only",
     .to = offsetof(Words, double_only),
     .text = "without quadruple precision, say for a wrapper of a library that has none"},
    {.kind = OPTION_END}};

const Usage UsageBuild = {
    .words = "FILE.c|FILE.cpp [-o FILE.so] [--double-only]",
    .about = "Compiles a plugin that lives outside gimbal's source tree: one object in double and "
             "one in quadruple precision (with -DGIMBAL_QUAD), linked into one shared object "
             "beside the source. Every command is printed before it is run.\n",
    .options = options,
    .more = "The variables CC and CFLAGS (for C++, CXX and CXXFLAGS), LDFLAGS and LDLIBS are "
            "obeyed; what a wrapped library needs goes there. Exit status 2 if the source does not "
            "compile.\n",
    .operands = "FILE.c",
    .least = 1,
    .most = 1,
    .expected = "one source is expected: gimbal build FILE.c"};

extern char **environ;

/* What is to be made of what. */
typedef struct {
  const char *source;
  char output[PATH_MAX];
  PetscBool cpp, double_only;
  char header[PATH_MAX];  /* the folder of gimbal.h */
  char objects[PATH_MAX]; /* a folder of their own */
} Task;

/* ---- Command lines ---- */

enum { MANY_WORDS = 256 };

typedef struct {
  char *word[MANY_WORDS + 1]; /* ends with NULL; to be freed */
  PetscInt count;
} Line;

static PetscErrorCode LineAdd(Line *line, const char *format, const char *text) {
  char word[2 * PATH_MAX];
  PetscFunctionBeginUser;
  PetscCheck(line->count < MANY_WORDS, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: more than %d words on one command line", MANY_WORDS);
  (void)snprintf(word, sizeof(word), format, text);
  PetscCall(PetscStrallocpy(word, &line->word[line->count++]));
  line->word[line->count] = NULL;
  PetscFunctionReturn(0);
}

/* The words of a text, separated by blanks. */
static PetscErrorCode LineAddWords(Line *line, const char *text) {
  PetscFunctionBeginUser;
  for (text += strspn(text, " \t\n"); *text; text += strspn(text, " \t\n")) {
    const size_t length = strcspn(text, " \t\n");
    char word[PATH_MAX];
    PetscCheck(length < sizeof(word), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "build: a word of %zu characters in the flags", length);
    memcpy(word, text, length);
    word[length] = 0;
    PetscCall(LineAdd(line, "%s", word));
    text += length;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode LineFree(Line *line) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < line->count; i++)
    PetscCall(PetscFree(line->word[i]));
  line->count = 0;
  PetscFunctionReturn(0);
}

static const char *Variable(const char *name, const char *missing) {
  const char *value = getenv(name);
  return value && *value ? value : missing;
}

/* The exit status of a command, with standard error to the user or, if it is a question, to
 * nobody. */
static PetscErrorCode LineRun(const Line *line, PetscBool question, int *status) {
  posix_spawn_file_actions_t actions;
  pid_t process;
  int error;
  PetscFunctionBeginUser;
  if (!question) {
    for (PetscInt i = 0; i < line->count; i++) {
      fputs(i ? " " : "  ", stdout);
      ShellPut(stdout, line->word[i]);
    }
    putchar('\n');
  }
  (void)fflush(stdout);
  PetscCheck(!posix_spawn_file_actions_init(&actions), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "build: out of memory");
  error = question
              ? posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
              : 0;
  if (!error)
    error = posix_spawnp(&process, line->word[0], &actions, NULL, line->word, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  PetscCheck(!error, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: the compiler \"%s\" cannot be started: %s; set CC (of C++, CXX)",
             line->word[0], strerror(error));
  while (waitpid(process, status, 0) < 0)
    PetscCheck(errno == EINTR, PETSC_COMM_SELF, PETSC_ERR_SYS, "waitpid: %s", strerror(errno));
  *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
  PetscFunctionReturn(0);
}

/* ---- The recipe ---- */

static PetscErrorCode AddCompiler(const Task *task, Line *line) {
  PetscFunctionBeginUser;
  PetscCall(LineAddWords(line, task->cpp ? Variable("CXX", "c++") : Variable("CC", "cc")));
  PetscFunctionReturn(0);
}

/* A warning that makes errors of what would lose digits, if the compiler knows it. */
static PetscErrorCode AddWarning(const Task *task, const char *warning, Line *line) {
  Line question = {.count = 0};
  int status;
  PetscFunctionBeginUser;
  PetscCall(AddCompiler(task, &question));
  PetscCall(LineAdd(&question, "%s", "-Werror"));
  PetscCall(LineAdd(&question, "-Werror=%s", warning));
  PetscCall(LineAddWords(&question, task->cpp ? "-x c++" : "-x c"));
  PetscCall(LineAddWords(&question, "-fsyntax-only /dev/null"));
  PetscCall(LineRun(&question, PETSC_TRUE, &status));
  PetscCall(LineFree(&question));
  if (!status)
    PetscCall(LineAdd(line, "-Werror=%s", warning));
  PetscFunctionReturn(0);
}

/* The flags are those of the source tree: contraction to fused multiply-add would make results
 * depend on the compiler. The user's come last, and win. */
static PetscErrorCode Compile(const Task *task, PetscBool quad, int *status) {
  Line line = {.count = 0};
  PetscFunctionBeginUser;
  PetscCall(AddCompiler(task, &line));
  PetscCall(LineAddWords(&line, task->cpp ? "-std=gnu++17" : "-std=c11"));
  PetscCall(
      LineAddWords(&line, "-O2 -g -Wall -Wextra -ffp-contract=off -fPIC -fvisibility=hidden"));
  if (task->cpp) /* descriptors leave out what they do not need */
    PetscCall(LineAdd(&line, "%s", "-Wno-missing-field-initializers"));
  PetscCall(LineAdd(&line, "-I%s", task->header));
  if (quad) {
    PetscCall(LineAdd(&line, "%s", "-DGIMBAL_QUAD"));
    if (!task->cpp)
      PetscCall(AddWarning(task, "unsuffixed-float-constants", &line));
    PetscCall(AddWarning(task, "double-promotion", &line)); /* clang says it so */
    PetscCall(AddWarning(task, "implicit-float-conversion", &line));
    PetscCall(AddWarning(task, "float-conversion", &line));
  }
  PetscCall(LineAddWords(&line, task->cpp ? Variable("CXXFLAGS", "") : Variable("CFLAGS", "")));
  PetscCall(LineAdd(&line, "%s", "-c"));
  PetscCall(LineAdd(&line, "%s", task->source));
  PetscCall(LineAdd(&line, "%s", "-o"));
  PetscCall(LineAdd(&line, quad ? "%s/quad.o" : "%s/double.o", task->objects));
  PetscCall(LineRun(&line, PETSC_FALSE, status));
  PetscCall(LineFree(&line));
  PetscFunctionReturn(0);
}

static PetscErrorCode Link(const Task *task, int *status) {
  const char *flags = task->cpp ? Variable("CXXFLAGS", "") : Variable("CFLAGS", "");
  Line line = {.count = 0};
  PetscFunctionBeginUser;
  PetscCall(AddCompiler(task, &line));
  PetscCall(LineAddWords(&line, flags));
  PetscCall(LineAdd(&line, "%s", "-shared"));
  if (!strstr(flags, "-fsanitize")) /* its objects find their run-time library in the program */
    PetscCall(LineAdd(&line, "%s", "-Wl,-z,defs"));
  PetscCall(LineAdd(&line, "%s", "-o"));
  PetscCall(LineAdd(&line, "%s", task->output));
  PetscCall(LineAdd(&line, "%s/double.o", task->objects));
  if (!task->double_only)
    PetscCall(LineAdd(&line, "%s/quad.o", task->objects));
  PetscCall(LineAddWords(&line, Variable("LDFLAGS", "")));
  PetscCall(LineAddWords(&line, Variable("LDLIBS", "")));
  PetscCall(LineAddWords(&line, task->double_only ? "-lm" : "-lquadmath -lm"));
  PetscCall(LineRun(&line, PETSC_FALSE, status));
  PetscCall(LineFree(&line));
  PetscFunctionReturn(0);
}

static PetscErrorCode Make(const Task *task) {
  int status;
  PetscFunctionBeginUser;
  PetscCall(Compile(task, PETSC_FALSE, &status));
  PetscCheck(!status, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: %s does not compile (the compiler's status is %d)", task->source, status);
  if (!task->double_only) {
    PetscCall(Compile(task, PETSC_TRUE, &status));
    PetscCheck(!status, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "build: %s compiles in double precision and not in quadruple (the compiler's status "
               "is %d); constants are GIMBAL_C(0.5), functions gimbal_sin. What cannot have a twin "
               "is built with --double-only",
               task->source, status);
  }
  PetscCall(Link(task, &status));
  PetscCheck(!status, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "build: %s cannot be linked (the compiler's status is %d); libraries go into LDLIBS",
             task->output, status);
  printf("wrote %s, in %s\n", task->output,
         task->double_only ? "double precision only: what only the quadruple twin can decide will "
                             "be left open"
                           : "double and quadruple precision");
  PetscFunctionReturn(0);
}

/* ---- Words ---- */

/* Beside the program's folder: harness/ in the source tree, include/ where it is installed. */
static PetscErrorCode FindHeader(Task *task) {
  static const char *const places[] = {"harness", "include"};
  char parent[PATH_MAX], path[PATH_MAX + 32];
  PetscFunctionBeginUser;
  PetscCall(ProgramParent(parent));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(places); i++) {
    (void)snprintf(path, sizeof(path), "%s%s/gimbal.h", parent, places[i]);
    if (access(path, R_OK))
      continue;
    *strrchr(path, '/') = 0;
    PetscCall(PetscStrncpy(task->header, path, sizeof(task->header)));
    PetscFunctionReturn(0);
  }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
          "build: there is no gimbal.h, neither in %sharness nor in %sinclude; install gimbal, or "
          "call the program of a source tree",
          parent, parent);
}

static PetscErrorCode SetSource(const char *source, const char *output, Task *task) {
  static const char *const endings[] = {".c", ".cpp", ".cc", ".cxx"};
  const char *ending = strrchr(source, '.');
  PetscInt kind = -1;
  PetscFunctionBeginUser;
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
  PetscFunctionReturn(0);
}

/* As verify --plugin loads it: what that refuses shall not be found out later. */
static PetscErrorCode CheckPlugin(const Task *task) {
  const char *plugin = task->output;
  Registry registry;
  PetscFunctionBeginUser;
  PetscCall(RegistryCreate(1, &plugin, StudyVocabulary, &registry));
  PetscCall(RegistryDestroy(&registry));
  PetscFunctionReturn(0);
}

static PetscErrorCode MakeInFolder(Task *task) {
  static const char *const objects[] = {"double.o", "quad.o"};
  char path[PATH_MAX + 16];
  PetscErrorCode error;
  PetscFunctionBeginUser;
  (void)snprintf(task->objects, sizeof(task->objects), "%s/gimbal-build-XXXXXX",
                 Variable("TMPDIR", "/tmp"));
  PetscCheck(mkdtemp(task->objects), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "build: %s: %s",
             task->objects, strerror(errno));
  error = Make(task);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(objects); i++) {
    (void)snprintf(path, sizeof(path), "%s/%s", task->objects, objects[i]);
    (void)unlink(path);
  }
  (void)rmdir(task->objects);
  PetscCall(error);
  PetscFunctionReturn(0);
}

PetscErrorCode CommandBuild(int argc, char **argv, int *status) {
  Words words = {.double_only = (PetscBool)!HAVE_QUAD};
  PetscBool done;
  Task task = {.source = NULL};
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(OptionsRead(&UsageBuild, argc, argv, &words, &done));
  if (done)
    PetscFunctionReturn(0);
  task.double_only = words.double_only;
  PetscCall(SetSource(argv[optind], words.output, &task));
  PetscCall(FindHeader(&task));
  PetscCall(MakeInFolder(&task));
  PetscCall(CheckPlugin(&task));
  PetscFunctionReturn(0);
}
