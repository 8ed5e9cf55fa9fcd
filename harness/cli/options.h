/* The options of the commands. One table for each is what getopt_long, --help, the shells' completion
 * and the hint at a misspelt option are made of. */
#pragma once

#include "base/user_error.h"
#include "base/lists.h"

#include <getopt.h> /* optind */
#include <petscsys.h>

enum { OPTIONS_MOST = 32, OPTION_WORD = 64 };

enum { TIMEOUT_MOST = 100000000 }; /* seconds, of a job or a check: three years */

typedef enum {
  OPTION_END,      /* of the table */
  OPTION_YES,      /* a PetscBool, set */
  OPTION_TEXT,     /* const char *, not empty; the last one counts */
  OPTION_ONCE,     /* the same, and a second one is refused */
  OPTION_OPTIONAL, /* const char *: what follows "=", or "" */
  OPTION_LIST,     /* Texts, which last as long as the process */
  OPTION_PROGRAM,  /* Texts of plugins: the name of a program among them */
  OPTION_WHOLE,    /* PetscInt, from least to most (0: any) */
  OPTION_NUMBER    /* PetscReal above least and below most (0: any) */
} OptionKind;

typedef struct {
  OptionKind kind;
  char letter;       /* 0: none */
  const char *name;  /* without its dashes */
  const char *value; /* as help has it; "auto|double|quad": one of these */
  size_t to;         /* offset of the member that it sets */
  PetscReal least, most;
} Option;

/* A row of a table: OPTION(Words, TEXT, 'o', "output", "DIR", directory). */
#define OPTION_IN(Type, kind, letter, name, value, member, least, most)                            \
  { OPTION_##kind, letter, name, value, offsetof(Type, member), least, most }
#define OPTION(Type, kind, letter, name, value, member)                                            \
  OPTION_IN(Type, kind, letter, name, value, member, 0, 0)

/* The options of commands that take plugins, into Texts. */
#define OPTION_PLUGINS(Type, list)                                                                 \
  OPTION(Type, LIST, 0, "plugin", "FILE", list),                                                   \
      OPTION(Type, PROGRAM, 0, "external", "COMMAND", list)

/* What --help says is in help/NAME: the ways to call the command, up to an empty line; then three parts between
 * lines "@": what the command does; a line "--NAME", a tabulator and a text for each option; and what stands
 * behind them. Else a line is a paragraph, or
 * with a tabulator an entry of a list, what it is on, and what it says. */
typedef struct {
  const Option *options; /* NULL: none but --help */
  size_t size;           /* of the structure that they set */
  const void *defaults;  /* such a structure to begin from; NULL: zeros */
  const char *operands;  /* of what kinds, as "SUITE" or "methods|models|suites"; for completion */
  int least, most;       /* operands; most < 0: any number */
} Usage;
/* Of the options that set such a structure; and with its defaults: USAGE_WITH(options, Words, "DIR", 2, 2, .factor = 2). */
#define USAGE(options, Type, operands, least, most)                                                \
  { options, sizeof(Type), NULL, operands, least, most }
#define USAGE_WITH(options, Type, operands, least, most, ...)                                      \
  { options, sizeof(Type), &(const Type){__VA_ARGS__}, operands, least, most }

/* Reads the words of a command, whose name is argv[0], into the structure that the table's offsets are
 * of; optind is at the first operand. With --help it prints the help, and *done is set. What is
 * wrong is PETSC_ERR_USER_INPUT. */
extern PetscErrorCode OptionsRead(const Usage *, int argc, char **argv, void *to, PetscBool *done);

/* One more text in the list of an option. */
extern void OptionAppend(Texts *, const char *text);

/* The file help/NAME, to be freed by free; and the text of an entry in it, or of an option, "" if there is
 * none. */
extern PetscErrorCode OptionsReadHelp(const char *name, char **text);
enum { HELP_ENTRY_ROOM = 1024 };
extern const char *HelpEntry(const char *help, const char *entry, char text[HELP_ENTRY_ROOM]);
extern const char *OptionText(const char *help, const Option *, char text[HELP_ENTRY_ROOM]);

/* What `gimbal NAME --help` prints. */
extern PetscErrorCode OptionsPrintHelp(const char *name, const Usage *);

/* Whether the word is one of them. */
extern PetscBool OptionHasWord(const char *words, const char *word);

/* The option of every command. */
extern const Option OptionHelp;

/* How many a command has; without --help, whose place is behind them. */
extern PetscInt OptionsCount(const Usage *);
