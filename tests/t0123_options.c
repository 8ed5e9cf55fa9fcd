/* Each command takes every option of its table, and no other. In one process: a start of the program for each would take a hundred times as
 * long. */
#include "cli/command.h"
#include "record/file.h"
#include "cli/options.h"
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
    (void)ERROR_OF(CommandRunWords(command, 4, words, &status));
    _exit(strstr(failure_text, "unknown option") ? UNKNOWN : TAKEN);
  }
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return -1;
  return WEXITSTATUS(status);
}

static void AllTaken(const CommandEntry *command) {
  const PetscInt count = OptionsCount(command->usage);
  char text[HELP_ENTRY_ROOM], *help;
  int refused = 0, silent = 0;
  char path[PATH_MAX];
  size_t length;
  (void)snprintf(path, sizeof(path), "harness/cli/help/%s", command->name);
  REQUIRE(WholeFileRead(path, &help, &length));
  for (PetscInt i = 0; i <= count; i++) {
    const Option *o = i < count ? &command->usage->options[i] : &OptionHelp;
    const char letter[] = {'-', o->letter, 0};
    char name[OPTION_WORD];
    silent += !*OptionText(help, o, text);
    (void)snprintf(name, sizeof(name), "--%s", o->name);
    if (Try(command, name) != TAKEN || (o->letter && Try(command, letter) != TAKEN)) {
      diag("%s %s", command->name, name);
      refused++;
    }
  }
  ok(!refused, "%s takes every one of the %d options of its table", command->name, (int)count + 1);
  ok(!silent && !*OptionText(help, &(Option){.name = "frobnicate"}, text),
     "  and its help says what each does");
  free(help);
}

/* ---- Values ---- */

typedef struct {
  const char *text, *once, *choice, *form;
  Texts list;
  PetscInt whole;
  PetscReal number;
  PetscBool yes;
} Values;

static const Option options[] = {
    {.kind = OPTION_TEXT,
     .letter = 't',
     .name = "text",
     .value = "TEXT",
     .to = offsetof(Values, text)},
    {.kind = OPTION_ONCE, .name = "once", .value = "TEXT", .to = offsetof(Values, once)},
    {.kind = OPTION_TEXT, .name = "choice", .value = "one|two", .to = offsetof(Values, choice)},
    {.kind = OPTION_OPTIONAL, .name = "form", .value = "FILE", .to = offsetof(Values, form)},
    {.kind = OPTION_LIST, .name = "list", .value = "TEXT", .to = offsetof(Values, list)},
    {.kind = OPTION_WHOLE,
     .name = "whole",
     .value = "N",
     .to = offsetof(Values, whole),
     .least = 1,
     .most = 9},
    {.kind = OPTION_NUMBER,
     .name = "number",
     .value = "X",
     .to = offsetof(Values, number),
     .most = 2},
    {.kind = OPTION_YES, .name = "yes", .to = offsetof(Values, yes)},
    {.kind = OPTION_END}};

static const Usage usage = {.options = options, .least = 1, .most = 1};

/* Reads up to five words behind the command's name; what they are refused with, or "". */
static const char *Read(const char *const words[], Values *values) {
  char text[6][64] = {"try"}, *argv[7] = {text[0]};
  PetscBool done;
  int argc = 1;
  for (; words[argc - 1]; argc++) {
    (void)snprintf(text[argc], sizeof(text[argc]), "%s", words[argc - 1]);
    argv[argc] = text[argc];
  }
  *values = (Values){.text = NULL};
  *failure_text = 0;
  (void)ERROR_OF(OptionsRead(&usage, argc, argv, values, &done));
  return failure_text;
}

static void ReadValues(void) {
  static const struct {
    const char *words[6], *refused;
  } refusals[] = {
      {{"a", "--whole", "10"}, "try: option --whole: '10' is not a whole number from 1 to 9"},
      {{"a", "--whole", "1.5"}, "'1.5' is not a whole number"},
      {{"a", "--number", "2"}, "try: option --number: '2' is not a number above 0 and below 2"},
      {{"a", "--number", "nan"}, "'nan' is not a number"},
      {{"a", "--choice", "three"}, "try: option --choice: 'three' is not one of: one two"},
      {{"a", "--choice", "on"}, "'on' is not one of"},
      {{"a", "--once", "b", "--once", "c"}, "--once is given twice, 'b' and 'c'"},
      {{"a", "--text", ""}, "option --text needs a value: TEXT"},
      {{"a", "--text"}, "try: --text needs a value"},
      {{"a", "--yse"}, "unknown option --yse; did you mean --yes?"},
  };
  Values v;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(refusals); i++)
    if (!ok(strstr(Read(refusals[i].words, &v), refusals[i].refused) != NULL, "refused: %s",
            refusals[i].refused))
      diag("%s", failure_text);
  ok(!*Read((const char *[]){"-tx", "--list=1", "--list", "2", "a", NULL}, &v) &&
         !strcmp(v.text, "x") && v.list.count == 2 && !strcmp(v.list.at[1], "2"),
     "texts and lists are read");
  ok(!*Read((const char *[]){"--yes", "--form=f", "--whole=8", "--whole=9", "a", NULL}, &v) &&
         v.yes && !strcmp(v.form, "f") && v.whole == 9,
     "of two values the last one counts");
  ok(!*Read((const char *[]){"--form", "a", "--number", "1.5", NULL}, &v) && !*v.form &&
         v.number > 1.4,
     "a value that may be missing is not the next word");
}

int main(void) {
  char *all;
  size_t length;
  PetscInitializeNoArguments();
  FILE *help = open_memstream(&all, &length);
  REQUIRE(CommandPrintHelp(help));
  (void)fclose(help);
  for (const CommandEntry *command = CommandTable; command->name; command++)
    if (command->usage) {
      char entry[64];
      (void)snprintf(entry, sizeof(entry), "\n  %s ", command->name);
      ok(strstr(all, entry) != NULL, "gimbal --help has %s", command->name);
      AllTaken(command);
      ok(Try(command, "--frobnicate") == UNKNOWN && Try(command, "-Z") == UNKNOWN,
         "  and no other");
    }
  free(all);
  ReadValues();
  PetscFinalize();
  return done_testing();
}
