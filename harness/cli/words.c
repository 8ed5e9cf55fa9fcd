#include "cli/words.h"
#include "base/json_text.h"
#include "cli/command.h"
#include "cli/help_text.h"
#include "plugin/plugin.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* The word that getopt_long stopped at. It is past that word, unless letters of a cluster such as
 * -abc are left. */
static const char *Word(char *const *argv) {
  const char *last = argv[optind - 1];
  const size_t length = strlen(last);
  const PetscBool whole = (PetscBool)(last[0] == '-' && length > 1 &&
                                      (last[1] == '-' || last[length - 1] == (char)optopt));
  return whole || !argv[optind] ? last : argv[optind];
}

PetscErrorCode WordsHelp(int argc, char **argv, const char *help, PetscBool *printed) {
  static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
  int option;
  PetscFunctionBeginUser;
  *printed = PETSC_FALSE;
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while (!*printed && (option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
    if (option != 'h')
      PetscCall(WordsRefuse(option, argv));
    *printed = PETSC_TRUE;
  }
  if (*printed)
    fputs(help, stdout);
  PetscFunctionReturn(0);
}

/* The long option of the command that the word most likely stands for; "" if there is none. */
static void Nearest(const char *command, const char *word, char nearest[HELP_WORD]) {
  const CommandEntry *entry = CommandFind(command);
  HelpOption options[HELP_OPTIONS];
  const HelpOption *found = NULL;
  char name[HELP_WORD];
  nearest[0] = '\0';
  if (strncmp(word, "--", 2) || !entry || !entry->help)
    return;
  (void)snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
  found = HelpNearestOption(HelpGetOptions(entry->help, options), options, name);
  if (found)
    (void)snprintf(nearest, HELP_WORD, "%s", found->name);
}

PetscErrorCode WordsRefuse(int answer, char *const *argv) {
  const char *word = Word(argv);
  char nearest[HELP_WORD];
  PetscFunctionBeginUser;
  PetscCheck(answer != ':', PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: %s needs a value; see gimbal %s --help", argv[0], word, argv[0]);
  PetscCheck(strncmp(word, "-step_", 6), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: %s is an option for PETSc; those go to the end, after --", argv[0], word);
  Nearest(argv[0], word, nearest);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
          "%s: unknown option %s%s%s%s; see gimbal %s --help", argv[0], word,
          nearest[0] ? "; did you mean --" : "", nearest, nearest[0] ? "?" : "", argv[0]);
}

PetscBool WordsCount(const char *text, PetscInt least, PetscInt most, PetscInt *value) {
  char *end;
  errno = 0;
  const long number = strtol(text, &end, 10);
  if (end == text || *end || errno || number < least || number > most)
    return PETSC_FALSE;
  *value = (PetscInt)number;
  return PETSC_TRUE;
}

PetscErrorCode WordsTimeout(const char *text, PetscReal *seconds) {
  char *end;
  PetscFunctionBeginUser;
  *seconds = strtod(text, &end);
  PetscCheck(end != text && !*end && *seconds > 0 && *seconds < 1e8, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "option --timeout: '%s' is not a number of seconds above zero",
             text);
  PetscFunctionReturn(0);
}

PetscErrorCode WordsExternal(const char *command, const char **plugin) {
  static struct Name {
    struct Name *next;
    char text[];
  } * names; /* for whoever looks for what was lost */
  const size_t length = strlen(PLUGIN_EXTERNAL) + strlen(command) + 1;
  struct Name *name;
  PetscFunctionBeginUser;
  PetscCheck(command[strspn(command, " \t\n")], PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option --external needs a command, as \"python3 my_method.py\"");
  name = malloc(sizeof(*name) + length);
  PetscCheck(name, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the name of a program");
  (void)snprintf(name->text, length, "%s%s", PLUGIN_EXTERNAL, command);
  name->next = names;
  names = name;
  *plugin = name->text;
  PetscFunctionReturn(0);
}

static PetscBool HasMethodOf(const char *library, PetscInt count, const Method *methods) {
  const size_t length = strlen(library);
  for (PetscInt i = 0; i < count; i++)
    if (!strncmp(methods[i]->name, library, length) && methods[i]->name[length] == '_')
      return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode WordsLeftOut(Registry registry, char text[], size_t room) {
  char programs[] = GIMBAL_LIBRARIES_OF_PROGRAMS, *rest = programs;
  const Method *methods;
  PetscInt count;
  PetscFunctionBeginUser;
  PetscCall(RegistryGetMethods(registry, &count, &methods));
  PetscCall(PetscStrncpy(text, GIMBAL_LIBRARIES_LEFT_OUT, room));
  for (const char *library; (library = strtok_r(rest, " ", &rest));)
    if (!HasMethodOf(library, count, methods)) {
      PetscCall(PetscStrlcat(text, *text ? " " : "", room));
      PetscCall(PetscStrlcat(text, library, room));
    }
  PetscFunctionReturn(0);
}

PetscErrorCode WordsPutJson(const json_t *value) {
  PetscFunctionBeginUser;
  PetscCheck(!JsonPut(value, stdout, JSON_INDENT(2)), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for what is to be printed");
  putchar('\n');
  PetscFunctionReturn(0);
}
