/* The subcommands. Each prints, and sets the exit status: 0, or 1 for refuted or failed, 4 for undecided. */
#pragma once

#include "cli/options.h"

typedef struct {
  void *words; /* the structure that the options have set */
  int count;   /* of operands */
  char **operand;
  int status;
} CommandLine;
typedef PetscErrorCode Command(CommandLine *);

/* The commands in the order in which one meets them: the name, that of CommandName and UsageName in
 * NAME.c, and the line in `gimbal --help`. A new command is a file here, its texts in help/, and a
 * line of this list. */
/* clang-format off */
#define COMMANDS(COMMAND) \
  COMMAND("list", List, "methods, models, suites and published claims") \
  COMMAND("describe", Describe, "a method, a model, a suite or a published claim") \
  COMMAND("run", Run, "integrate one model with one method; print the end state and its error") \
  COMMAND("verify", Verify, "judge methods against their claims, write a report") \
  COMMAND("explain", Explain, "the evidence behind a verdict") \
  COMMAND("new", New, "write a method or a model to start from, or copy one") \
  COMMAND("build", Build, "compile a plugin, in both precisions") \
  COMMAND("check", Check, "check a plugin: contract, derivatives, references") \
  COMMAND("report", Report, "write the report again from stored results") \
  COMMAND("cite", Cite, "BibTeX for the methods, models and libraries of a report") \
  COMMAND("compare", Compare, "what got better or worse between two reports") \
  COMMAND("judge", Judge, "judge the order from a table of errors of any program") \
  COMMAND("judge-trajectory", JudgeTrajectory, "judge the trajectories that any program computed") \
  COMMAND("reference", Reference, "the certified solution of a model at given times") \
  COMMAND("export", Export, "a model in another language, or the whole test set") \
  COMMAND("algebra", Algebra, "judge a table of coefficients, without a run") \
  COMMAND("bench", Bench, "the cost of steps, as ratios") \
  COMMAND("completion", Completion, "the script with which a shell completes commands") \
  COMMAND("version", Version, "the version, and the libraries it was built with")
/* clang-format on */

/* Their words; what --help prints, completion offers and getopt_long takes is made of these. */
#define DECLARE(name, Name, summary)                                                               \
  extern Command Command##Name;                                                                    \
  extern const Usage Usage##Name;
COMMANDS(DECLARE)
#undef DECLARE
extern Command CommandWorker;

typedef struct {
  const char *name;
  Command *run;
  const Usage *usage;  /* NULL: it is no command for people, as the summary is */
  const char *summary; /* in `gimbal --help` */
} CommandEntry;

/* All of them, in the order in which one meets them; the last has no name. */
extern const CommandEntry CommandTable[];

/* The one of that name, or NULL. */
extern const CommandEntry *CommandFind(const char *name);

/* Runs it with these words, the first of which is its name, once they are read by its table of options;
 * one that is for no people gets all the others as operands. */
extern PetscErrorCode CommandRunWords(const CommandEntry *, int argc, char **argv, int *status);

/* The name of the one that the word most likely stands for, or NULL. */
extern const char *CommandNearest(const char *word);

/* What `gimbal --help` prints: the file help/gimbal, with the commands in place of its line "@". */
extern PetscErrorCode CommandPrintHelp(FILE *);
