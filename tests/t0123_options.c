/* Each command takes every option of its help, which the manual page and the shells' completion are made
 * of, and no other. In one process: a start of the program for each would take a hundred times as
 * long. */
#include "cli/command.h"
#include "cli/help_text.h"
#include "petsc_tap.h"

#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TAKEN, UNKNOWN };

/* With --help behind it nothing is run; the first is a value where one is taken. In a process of its
 * own, since commands read their words once. */
static int Try(const CommandEntry *command, const char *option) {
  int status = 0;
  fflush(NULL);
  const pid_t child = fork();
  if (!child) {
    char name[64], word[64], help[2][8] = {"--help", "--help"};
    char *words[] = {name, word, help[0], help[1], NULL};
    const int nothing = open("/dev/null", O_RDWR);
    (void)dup2(nothing, STDIN_FILENO);
    (void)dup2(nothing, STDOUT_FILENO);
    (void)snprintf(name, sizeof(name), "%s", command->name);
    (void)snprintf(word, sizeof(word), "%s", option);
    (void)ERROR_OF(command->run(4, words, &status));
    _exit(strstr(failure_text, "unknown option") ? UNKNOWN : TAKEN);
  }
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return -1;
  return WEXITSTATUS(status);
}

static void AllTaken(const CommandEntry *command) {
  HelpOption option[HELP_OPTIONS];
  const PetscInt count = HelpGetOptions(command->help, option);
  int refused = 0;
  for (PetscInt i = 0; i < count; i++) {
    const char letter[] = {'-', option[i].letter, 0};
    char name[HELP_WORD + 2];
    (void)snprintf(name, sizeof(name), "--%s", option[i].name);
    if (*option[i].name && Try(command, name) != TAKEN) {
      diag("%s %s", command->name, name);
      refused++;
    }
    if (option[i].letter && Try(command, letter) != TAKEN) {
      diag("%s %s", command->name, letter);
      refused++;
    }
  }
  ok(count > 0 && !refused, "%s takes every one of the %d options of its help", command->name,
     (int)count);
}

int main(void) {
  size_t commands;
  const CommandEntry *command = CommandTable(&commands);
  PetscInitializeNoArguments();
  for (size_t i = 0; i < commands; i++)
    if (command[i].summary) {
      AllTaken(&command[i]);
      ok(Try(&command[i], "--frobnicate") == UNKNOWN && Try(&command[i], "-Z") == UNKNOWN,
         "  and no other");
    }
  PetscFinalize();
  return done_testing();
}
