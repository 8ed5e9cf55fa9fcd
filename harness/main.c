/* The program: words to a subcommand, errors to one line and an exit status. */
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/version.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_USAGE = 2, STATUS_BROKEN = 3 };

static const struct {
  const char *name;
  Command *command;
  const char *summary;
} commands[] = {
    {"list", CommandList, "the methods, models and suites there are"},
    {"describe", CommandDescribe,
     "what a method claims, what a model offers, how a suite is written"},
    {"run", CommandRun, "integrate one model with one method: the end state, a table in a file"},
    {"verify", CommandVerify, "judge methods against what they claim, write a report"},
    {"explain", CommandExplain, "say why a stored verdict is what it is"},
    {"new", CommandNew, "write a commented skeleton of a method or a model"},
    {"build", CommandBuild, "compile a plugin outside the source tree, in both precisions"},
    {"check", CommandCheck, "check a plugin: contract, derivatives, references"},
    {"report", CommandReport, "render the report again from stored results"},
    {"cite", CommandCite, "BibTeX for what a report used"},
    {"compare", CommandCompare, "say what got better or worse between two reports"},
    {"judge", CommandJudge, "judge the order in a table of errors from any program"},
    {"bench", CommandBench, "speed, as ratios to other libraries in the same run"},
    {"worker", CommandWorker, NULL}, /* of verify, which starts it */
};

static void PrintHelp(FILE *file) {
  fputs("gimbal judges geometric integrators against what they claim of themselves.\n\n"
        "usage: gimbal COMMAND [WORDS] [-- PETSC OPTIONS]\n\n",
        file);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(commands); i++)
    if (commands[i].summary)
      fprintf(file, "  %-10s%s\n", commands[i].name, commands[i].summary);
  fputs("\n`gimbal COMMAND --help` says more of each. `gimbal verify` alone judges everything.\n\n"
        "  --help     this text\n"
        "  --version  the program's version and what it was built with\n"
        "  --debug    errors with a traceback through the source\n\n"
        "Exit status: 0 all passed; 1 something was refuted or failed, or was confirmed where the\n"
        "suite expects it refuted; 4 something stayed undecided; 2 usage, suite or plugin error;\n"
        "3 the run itself broke; 130, 143, 129 interrupted.\n",
        file);
}

static void PrintVersion(void) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;

  MPI_Get_library_version(library, &length);
  library[strcspn(library, ",\n")] = '\0';
  printf("gimbal %s (%s)\nPETSc %d.%d.%d, %s, %s\nsmall systems of a step by %s\n", VersionNumber(),
         VersionCommit(), PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR, library,
         VersionCompiler(), VersionSolver());
}

/* Prints the line of the place where an error arose and nothing of the places it passes on its way
 * up. Errors of use arise on all ranks alike; one line is enough. */
static PetscErrorCode OneLine(MPI_Comm comm, int line, const char *function, const char *file,
                              PetscErrorCode code, PetscErrorType type, const char *message,
                              void *context) {
  PetscMPIInt rank;
  const char *text = message;

  (void)comm, (void)line, (void)function, (void)file, (void)context;
  if (type != PETSC_ERROR_INITIAL)
    return code;
  if (!text || !*text || strcmp(text, " ") == 0)
    PetscErrorMessage(code, &text, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank && code == PETSC_ERR_USER_INPUT)
    return code;
  fflush(stdout);
  fputs("gimbal: ", stderr);
  if (rank)
    fprintf(stderr, "rank %d: ", rank);
  for (; text && *text; text++)
    if (*text != '\n')
      fputc(*text, stderr);
    else if (text[1])
      fputs("; ", stderr);
  fputc('\n', stderr);
  return code;
}

/* PETSc gets the words after "--" and nothing else, neither from the environment nor from files, so
 * that a result does not depend on where it was computed. Crashes are left to the system: a worker
 * that dies must be seen to die. */
static PetscErrorCode StartPetsc(int *argc, char **argv, PetscBool debug) {
  static char *nothing[] = {"gimbal", NULL};
  char **words = nothing;
  int end = 0, count = 1;

  while (end < *argc && strcmp(argv[end], "--") != 0)
    end++;
  if (end < *argc) { /* PETSc passes over the first word, which is a program's name */
    words = argv + end;
    count = *argc - end;
  }
  *argc = end;
  unsetenv("PETSC_OPTIONS");
  PetscCall(PetscOptionsSetValue(NULL, "-skip_petscrc", NULL));
  PetscCall(PetscOptionsSetValue(NULL, "-no_signal_handler", NULL));
  PetscCall(PetscInitialize(&count, &words, NULL, NULL));
  argv[end] = NULL;
  if (!debug)
    PetscCall(PetscPushErrorHandler(OneLine, NULL));
  return 0;
}

/* ---- The end ---- */

static pid_t self;
static PetscBool at_end = PETSC_FALSE;

/* Whoever calls exit in our process ends it before it has said what there is to say: that is never a
 * success. */
static void Guard(void) {
  static const char message[] = "gimbal: a plugin, or a library, ended the program by exit\n";
  if (at_end || getpid() != self)
    return;
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(STATUS_BROKEN);
}

/* The status is the program's own: what plugins have left to be done at the end is not done. A
 * sanitizer has its own things to do there. */
static int End(int status) {
  at_end = PETSC_TRUE;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return status;
#else
  (void)fflush(NULL);
  _exit(status);
#endif
}

int main(int argc, char **argv) {
  static char help[] = "--help";
  PetscErrorCode code;
  PetscBool debug = PETSC_FALSE;
  Command *command = NULL;
  int status = 0, size;

  self = getpid();
  (void)atexit(Guard);
  LaunchPrepare(argv);
  if (argc > 1 && strcmp(argv[1], "--debug") == 0) {
    debug = PETSC_TRUE;
    argv++, argc--;
  }
  if (argc < 2) {
    PrintHelp(stderr);
    return End(STATUS_USAGE);
  }
  if (argc == 3 && strcmp(argv[1], "help") == 0) { /* help COMMAND is COMMAND --help */
    argv[1] = argv[2];
    argv[2] = help;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
      strcmp(argv[1], "help") == 0) {
    PrintHelp(stdout);
    return End(fflush(stdout) ? STATUS_BROKEN : 0);
  }
  if (strcmp(argv[1], "--version") == 0) {
    PrintVersion();
    return End(fflush(stdout) ? STATUS_BROKEN : 0);
  }
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(commands); i++)
    if (strcmp(argv[1], commands[i].name) == 0)
      command = commands[i].command;
  if (!command) {
    fprintf(stderr, "gimbal: there is no command '%s'; see gimbal --help\n", argv[1]);
    return End(STATUS_USAGE);
  }
  argv++, argc--;
  code = StartPetsc(&argc, argv, debug);
  if (code) {
    fprintf(stderr, "gimbal: PETSc or MPI could not be started\n");
    return End(STATUS_BROKEN);
  }
  code = command(argc, argv, &status);
  if (code)
    status = code == PETSC_ERR_USER_INPUT ? STATUS_USAGE : STATUS_BROKEN;
  if ((fflush(stdout) || ferror(stdout)) && status != STATUS_USAGE) {
    fprintf(stderr, "gimbal: standard output could not be written\n");
    status = STATUS_BROKEN;
  }
  /* Another rank may wait for us in a collective call for ever. */
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1 && status == STATUS_BROKEN)
    MPI_Abort(MPI_COMM_WORLD, status);
  if (PetscFinalize() && !status)
    status = STATUS_BROKEN;
  return End(status);
}
