/* The program: words to a subcommand, errors to one line and an exit status. */
#include "base/json_text.h"
#include "base/kept_error.h"
#include "base/mathematics.h"
#include "base/utf8.h"
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/version.h"
#include <fcntl.h>
#include <unistd.h>

enum { STATUS_USAGE = 2, STATUS_BROKEN = 3 };

/* Prints the line of the place where an error arose and nothing of the places it passes on its way
 * up. Errors of use arise on all ranks alike; one line is enough. */
static PetscErrorCode OneLine(MPI_Comm comm, int line, const char *function, const char *file,
                              PetscErrorCode code, PetscErrorType type, const char *message,
                              void *context) {
  char shown[16384];
  PetscMPIInt rank;
  const char *text = ErrorCause() ? ErrorCause() : message;

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
  Utf8Cut(text ? text : "", shown, sizeof(shown)); /* it may repeat what a terminal would obey */
  for (text = shown; *text; text++)
    if (*text != '\n')
      fputc(*text, stderr);
    else if (text[1])
      fputs("; ", stderr);
  fputc('\n', stderr);
  return code;
}

/* Whatever a version of PETSc takes options from is gone for our children too. */
static void ForgetPetscOptions(void) {
  static const char prefix[] = "PETSC_OPTIONS";
  for (char **entry = environ; *entry;) {
    char name[64];
    const size_t length = strcspn(*entry, "=");
    if (strncmp(*entry, prefix, sizeof(prefix) - 1) || length >= sizeof(name)) {
      entry++;
      continue;
    }
    (void)snprintf(name, sizeof(name), "%.*s", (int)length, *entry);
    (void)unsetenv(name); /* the next entries move up */
  }
}

/* PETSc gets the words after "--" and nothing else, neither from the environment nor from files, so
 * that a result does not depend on where it was computed. Crashes are left to the system: a worker
 * that dies must be seen to die. `any`: the words are a shell's, and "--" is one of them. */
static PetscErrorCode StartPetsc(int *argc, char **argv, PetscBool any, PetscBool debug) {
  static char *nothing[] = {"gimbal", NULL};
  char **words = nothing;
  int end = 0, count = 1;

  while (end < *argc && (any || strcmp(argv[end], "--") != 0))
    end++;
  if (end < *argc) { /* PETSc passes over the first word, which is a program's name */
    words = argv + end;
    count = *argc - end;
  }
  *argc = end;
  ForgetPetscOptions();
  PetscCall(PetscOptionsSetValue(NULL, "-skip_petscrc", NULL));
  PetscCall(PetscOptionsSetValue(NULL, "-no_signal_handler", NULL));
  PetscCall(LaunchPetsc(&count, &words));
  argv[end] = NULL;
  if (!debug)
    PetscCall(PetscPushErrorHandler(OneLine, NULL));
  return 0;
}

/* ---- The end ---- */

static pid_t self;
static PetscBool at_end = PETSC_FALSE;

/* A call of exit in our process ends it before its messages are printed: that is never a
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

/* A standard stream that is closed stays one that nothing goes through: what is opened next would have its
 * number, and what is printed. */
static void OccupyStreams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0)
      (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv) {
  static char help[] = "--help";
  PetscErrorCode code;
  PetscBool debug = PETSC_FALSE;
  int status = 0, size;

  OccupyStreams();
  self = getpid();
  (void)atexit(Guard);
  JsonNeedMemory();
  MathematicsUseOneThread();
  LaunchPrepare(argv);
  if (argc > 1 && strcmp(argv[1], "--debug") == 0) {
    debug = PETSC_TRUE;
    argv++, argc--;
  }
  if (argc < 2) {
    (void)CommandPrintHelp(stderr);
    return End(STATUS_USAGE);
  }
  if (argc == 3 && strcmp(argv[1], "help") == 0) { /* help COMMAND is COMMAND --help */
    argv[1] = argv[2];
    argv[2] = help;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
      strcmp(argv[1], "help") == 0) {
    code = CommandPrintHelp(stdout);
    return End(code || fflush(stdout) ? STATUS_BROKEN : 0);
  }
  if (strcmp(argv[1], "--version") == 0) {
    VersionPrint();
    return End(fflush(stdout) ? STATUS_BROKEN : 0);
  }
  const CommandEntry *command = CommandFind(argv[1]);
  if (!command) {
    const char *nearest = CommandNearest(argv[1]);
    fprintf(stderr, "gimbal: there is no command '%s'%s%s%s (gimbal --help)\n", argv[1],
            nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    return End(STATUS_USAGE);
  }
  argv++, argc--;
  code = StartPetsc(&argc, argv, (PetscBool)!strcmp(command->name, "complete"), debug);
  if (code) {
    fprintf(stderr, "gimbal: PETSc or MPI could not be started\n");
    return End(STATUS_BROKEN);
  }
  code = CommandRunWords(command, argc, argv, &status);
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
  /* Standard output is complete. What PETSc prints at its end is not part of it. Newer versions warn of
   * options that nothing used; ours were checked. Without memory for that, PETSc's table of options is
   * broken. */
  (void)dup2(STDERR_FILENO, STDOUT_FILENO);
  if (!PetscOptionsSetValue(NULL, "-options_left", "no") && LaunchPetscEnd() && !status)
    status = STATUS_BROKEN;
  return End(status);
}
