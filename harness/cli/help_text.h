/* What a help text says, taken apart: the one source of the manual page, of the shells' completion
 * and of the names that an unknown option is compared with. A help text is written so:
 *
 *   usage: gimbal NAME OPERAND [OPERAND] [one|another] [OPTIONS]     up to an empty line
 *
 *   Paragraphs that begin at the margin.
 *
 *     -m, --method GLOB   two blanks before the dash, and two at least before what is said of it,
 *                         which may also begin on the next line; more lines are indented as much
 */
#ifndef GIMBAL_HARNESS_CLI_HELP_TEXT_H
#define GIMBAL_HARNESS_CLI_HELP_TEXT_H

#include <petscsys.h>

enum { HELP_OPTIONS = 64, HELP_CHOICES = 16, HELP_WORD = 64 };

typedef struct {
  char letter;           /* 0: none */
  char name[HELP_WORD];  /* without its dashes, "" if there is none but the letter */
  char value[HELP_WORD]; /* as "GLOB[:CASE]", "" if it takes none */
  char text[1024];       /* what is said of it, on one line */
} HelpOption;

/* The options of a help text, at most HELP_OPTIONS; their number. */
extern PetscInt HelpGetOptions(const char *help, HelpOption options[HELP_OPTIONS]);

/* The values that an option's text begins with, as "auto, double or quad (the suite's)"; their number,
 * 0 if it takes no WORD. */
extern PetscInt HelpGetChoices(const HelpOption *, char choices[HELP_CHOICES][HELP_WORD]);

/* The words of the usage that are no options, without brackets, separated by blanks: as
 * "SUITE", or "methods|models|suites". */
extern void HelpGetOperands(const char *help, char operands[], size_t room);

/* The option of this name, or that most like it; NULL if none is near. */
extern const HelpOption *HelpNearestOption(PetscInt count, const HelpOption options[],
                                           const char *name);

#endif
