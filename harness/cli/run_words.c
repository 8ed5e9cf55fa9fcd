#include "cli/run.h"
#include "cli/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    OPTION(RunWords, ONCE, 'm', "method", "METHOD", method,
           "as in `gimbal list methods`, or METHOD:parameter=value,..."),
    OPTION(RunWords, ONCE, 'M', "model", "MODEL[:CASE]", model,
           "as in `gimbal list models`; CASE may be CASE:parameter=value,...; also "
           "MODEL@COORDINATES:CASE, which is --realisation COORDINATES"),
    OPTION(RunWords, ONCE, 'h', "step", "H", h, "the step size (negative: backwards)"),
    OPTION(RunWords, ONCE, 'T', "duration", "T", duration, "how long"),
    OPTION(RunWords, ONCE, 0, "realisation", "NAME", realisation,
           "the coordinates, where the model has several"),
    OPTION(RunWords, WHOLE, 0, "member", "J", member, "the member of an ensemble"),
    OPTION(RunWords, ONCE, 0, "precision", "double|quad", precision,
           "the precision of the run (double)"),
    OPTION_IN(RunWords, WHOLE, 0, "every", "K", every, 1, 0,
              "one row of the table (-o) every K steps"),
    OPTION(RunWords, ONCE, 'o', "output", "FILE.csv", output,
           "where the table goes; the default is no table"),
    OPTION(RunWords, YES, 0, "reference", NULL, reference,
           "compare with the reference however long the run is (the default up to T = 100; a "
           "reference costs time in proportion to T)"),
    OPTION(RunWords, YES, 0, "no-reference", NULL, without,
           "never compare; without a closed form, a reference takes longer than the run"),
    OPTION(RunWords, YES, 0, "json", NULL, json,
           "one JSON object: state, errors, error bars, residuals, counts"),
    OPTION(RunWords, WHOLE, 0, "seed", "N", seed,
           "random consistent initial data around the case's"),
    OPTION_PLUGINS(RunWords, plugins),
    {.kind = OPTION_END}};

const Usage UsageRun = {
    .words = "-m METHOD -M MODEL[:CASE] -h H -T T [OPTIONS] [-- PETSC OPTIONS]",
    .about =
        "Integrates from t = 0 and prints the end state, its error against the reference, the "
        "energy error, the constraint residuals and what the solver did. H and T are expressions "
        "in the case's parameters (0.1, 1/128, pi/10). Where T/H is not an integer, H is kept, and "
        "the run stops at the last step before T.\n",
    .options = options,
    .more = "Exit status: 0 the end was reached; 1 a step failed or crashed; 2 usage error.\n"};

/* What is missing, superfluous or unknown; defaults for the rest. */
static PetscErrorCode CheckWords(RunWords *w) {
  PetscFunctionBeginUser;
  PetscCheck(w->method && w->model && w->h && w->duration, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "run needs -m METHOD -M MODEL -h H -T T; see gimbal run --help");
  PetscCheck(!w->reference || !w->without, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "run: --reference and --no-reference contradict one another");
  PetscCheck(!w->every || w->output, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "run: --every is of the table, and there is none without -o FILE.csv");
  if (!w->every)
    w->every = 1;
  if (!w->precision)
    w->precision = "double";
  PetscFunctionReturn(0);
}

PetscErrorCode RunWordsRead(int argc, char **argv, RunWords *w, PetscBool *done) {
  PetscFunctionBeginUser;
  *w = (RunWords){0};
  PetscCall(OptionsRead(&UsageRun, argc, argv, w, done));
  if (!*done)
    PetscCall(CheckWords(w));
  PetscFunctionReturn(0);
}
