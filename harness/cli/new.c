/* gimbal new method|model NAME, gimbal new NAME --like ANOTHER, and gimbal new trial LANGUAGE. new.sh has the
 * recipe. */
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/words.h"

typedef struct {
  const char *language, *like;
  PetscBool hamiltonian;
} Wish;

static const Option options[] = {OPTION(Wish, TEXT, 0, "like", "NAME", like),
                                 OPTION(Wish, TEXT, 0, "language", "c|python|perl", language),
                                 OPTION(Wish, YES, 0, "hamiltonian", NULL, hamiltonian),
                                 {.kind = OPTION_END}};

const Usage UsageNew = USAGE(options, Wish, "method|model|trial", 1, 2);

PetscErrorCode CommandNew(CommandLine *line) {
  const Wish *wish = line->words;
  const char *const words[] = {LaunchProgram(),
                               wish->like ? wish->like : "",
                               wish->language ? wish->language : "",
                               wish->hamiltonian ? "hamiltonian" : "",
                               line->operand[0],
                               line->count == 2 ? line->operand[1] : NULL,
                               NULL};
  return WordsRunScript("new", words, &line->status);
}
