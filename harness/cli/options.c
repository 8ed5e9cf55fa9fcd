#include "cli/options.h"
#include "base/arena.h"
#include "base/nearest.h"
#include "plugin/plugin.h"

enum { HELP = OPTIONS_MOST, FIRST = 256 }; /* above all letters */

/* Whether a value is one of several words, "auto|double|quad". */
static PetscBool IsChoice(const char *value) {
  return (PetscBool)(value && strchr(value, '|') && *value >= 'a' && *value <= 'z');
}

/* ---- What is refused ---- */

/* The word that getopt_long stopped at. It is past that word, unless letters of a cluster such as
 * -abc are left. */
static const char *StoppedAt(char *const *argv) {
  const char *last = argv[optind - 1];
  const size_t length = strlen(last);
  const PetscBool whole = (PetscBool)(last[0] == '-' && length > 1 &&
                                      (last[1] == '-' || last[length - 1] == (char)optopt));
  return whole || !argv[optind] ? last : argv[optind];
}

static PetscErrorCode RefuseOption(const Usage *usage, int answer, char *const *argv) {
  const char *word = StoppedAt(argv), *names[OPTIONS_MOST + 1];
  const PetscInt count = OptionsCount(usage);
  char name[OPTION_WORD], hint[NEAREST_HINT] = "";
  UserCheck(answer != ':', "%s: %s needs a value; see gimbal %s --help", argv[0], word, argv[0]);
  UserCheck(strncmp(word, "-step_", 6),
            "%s: %s is an option for PETSc; those go to the end, after --", argv[0], word);
  for (PetscInt i = 0; i < count; i++)
    names[i] = usage->options[i].name;
  names[count] = OptionHelp.name;
  (void)snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 1, "="), word + 1);
  if (*name == '-')
    (void)NearestHint(name + 1, count + 1, names, "; did you mean --", "?", hint);
  UserError("%s: unknown option %s%s (gimbal %s --help)", argv[0], word, hint, argv[0]);
}

/* The error has the first way to call the command that its help has. */
static PetscErrorCode CheckOperands(const Usage *usage, int argc, char **argv) {
  const int count = argc - optind;
  const PetscBool more = (PetscBool)(usage->most >= 0 && count > usage->most);
  char *help, way[512];
  if (count >= usage->least && !more)
    return 0;
  PetscCall(OptionsReadHelp(argv[0], &help));
  (void)snprintf(way, sizeof(way), "%.*s", (int)strcspn(help, "\n"), help);
  free(help);
  UserCheck(!more, "%s: unexpected argument '%s'. %s", argv[0], argv[optind + usage->most], way);
  UserError("%s: an argument is missing. %s", argv[0], way);
}

/* ---- Values ---- */

static Arena lists; /* of all options, as long as the process */

void OptionAppend(Texts *list, const char *text) {
  if (!lists)
    lists = ArenaCreate();
  ArenaAppend(lists, list->count, &list->at, text);
}

/* As a plugin it has a name of its own. */
static PetscErrorCode AppendProgram(const char *command, Texts *list) {
  UserCheck(command[strspn(command, " \t\n")],
            "option --external needs a command, such as \"python3 my_method.py\"");
  OptionAppend(list, NULL);
  list->at[list->count - 1] = ArenaPrint(lists, "%s%s", PLUGIN_EXTERNAL, command);
  return 0;
}

static PetscErrorCode ReadNumber(const char *command, const Option *o, const char *text,
                                 PetscReal *value) {
  const PetscBool whole = (PetscBool)(o->kind == OPTION_WHOLE);
  const PetscReal most = o->most > 0 ? o->most : whole ? INT_MAX : INFINITY;
  char *end, bounds[64];
  *value = strtod(text, &end);
  const int length = snprintf(bounds, sizeof(bounds), "%g", o->least);
  if (o->most > 0)
    (void)snprintf(bounds + length, sizeof(bounds) - (size_t)length,
                   whole ? " to %g" : " and below %g", o->most);
  UserCheck(end != text && !*end &&
                (whole ? *value == rint(*value) && *value >= o->least && *value <= most
                       : *value > o->least && *value < most),
            "%s: option --%s: '%s' is not a %s %s%s", command, o->name, text,
            whole ? "whole number from" : "number above", bounds,
            whole && !(o->most > 0) ? " on" : "");
  return 0;
}

PetscBool OptionHasWord(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = words; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
    if (!strncmp(at, word, length) && (!at[length] || at[length] == '|'))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode CheckChoice(const char *command, const Option *o, const char *text) {
  char words[OPTION_WORD];
  if (OptionHasWord(o->value, text))
    return 0;
  (void)snprintf(words, sizeof(words), "%s", o->value);
  for (char *bar; (bar = strchr(words, '|'));)
    *bar = ' ';
  UserError("%s: option --%s: '%s' is not one of: %s", command, o->name, text, words);
}

static PetscErrorCode ReadText(const char *command, const Option *o, const char *text,
                               const char **value) {
  UserCheck(o->kind != OPTION_ONCE || !*value, "%s: --%s is given twice, '%s' and '%s'", command,
            o->name, *value, text);
  UserCheck(*text, "%s: option --%s needs a value: %s", command, o->name, o->value);
  if (IsChoice(o->value))
    PetscCall(CheckChoice(command, o, text));
  *value = text;
  return 0;
}

static PetscErrorCode TakeOption(const char *command, const Option *o, const char *text, void *to) {
  void *const member = (char *)to + o->to;
  PetscReal number;
  switch (o->kind) {
  case OPTION_YES:
    *(PetscBool *)member = PETSC_TRUE;
    break;
  case OPTION_OPTIONAL:
    *(const char **)member = text ? text : "";
    break;
  case OPTION_LIST:
  case OPTION_PROGRAM:
    UserCheck(*text, "%s: option --%s needs a value: %s", command, o->name, o->value);
    if (o->kind == OPTION_PROGRAM)
      return AppendProgram(text, member);
    OptionAppend(member, text);
    break;
  case OPTION_WHOLE:
    PetscCall(ReadNumber(command, o, text, &number));
    *(PetscInt *)member = (PetscInt)number;
    break;
  case OPTION_NUMBER:
    PetscCall(ReadNumber(command, o, text, member));
    break;
  default:
    PetscCall(ReadText(command, o, text, member));
  }
  return 0;
}

/* ---- All ---- */

/* What getopt_long wants: the long ones with FIRST and their index, and the letters. */
static PetscInt MakeTables(const Usage *usage, struct option known[], char letters[]) {
  const PetscInt count = OptionsCount(usage);
  PetscBool step = PETSC_FALSE; /* h is a step size */
  *letters++ = ':';
  for (PetscInt i = 0; i < count; i++) {
    const Option *o = &usage->options[i];
    known[i] = (struct option){o->name,
                               !o->value                    ? no_argument
                               : o->kind == OPTION_OPTIONAL ? optional_argument
                                                            : required_argument,
                               NULL, FIRST + (int)i};
    if (!o->letter)
      continue;
    *letters++ = o->letter;
    if (o->value)
      *letters++ = ':';
    step = (PetscBool)(step || o->letter == 'h');
  }
  known[count] = (struct option){OptionHelp.name, no_argument, NULL, FIRST + HELP};
  known[count + 1] = (struct option){NULL, 0, NULL, 0};
  if (!step)
    *letters++ = 'h';
  *letters = 0;
  return count;
}

PetscErrorCode OptionsRead(const Usage *usage, int argc, char **argv, void *to, PetscBool *done) {
  struct option known[OPTIONS_MOST + 2];
  char letters[2 * OPTIONS_MOST + 3];
  const PetscInt count = MakeTables(usage, known, letters);
  int answer;
  *done = PETSC_FALSE;
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((answer = getopt_long(argc, argv, letters, known, NULL)) != -1) {
    PetscInt i = answer - FIRST;
    if (answer == ':' || answer == '?')
      PetscCall(RefuseOption(usage, answer, argv));
    if (answer < FIRST)
      for (i = 0; i < count && usage->options[i].letter != answer; i++)
        ;
    if (i >= count) {
      PetscCall(OptionsPrintHelp(argv[0], usage));
      *done = PETSC_TRUE;
      return 0;
    }
    PetscCall(TakeOption(argv[0], &usage->options[i], optarg, to));
  }
  return CheckOperands(usage, argc, argv);
}
