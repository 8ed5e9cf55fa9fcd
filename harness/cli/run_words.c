#include "cli/run.h"
#include "cli/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    {.kind = OPTION_ONCE,
     .letter = 'm',
     .name = "method",
     .value = "METHOD",
     .to = offsetof(RunWords, method),
     .text = "as in `gimbal list methods`, or METHOD:parameter=value,..."},
    {.kind = OPTION_ONCE,
     .letter = 'M',
     .name = "model",
     .value = "MODEL[:CASE]",
     .to = offsetof(RunWords, model),
     .text = "as in `gimbal list models`; CASE may be CASE:parameter=value,...; also "
             "MODEL@COORDINATES:CASE, which is --realisation COORDINATES"},
    {.kind = OPTION_ONCE,
     .letter = 'h',
     .name = "step",
     .value = "H",
     .to = offsetof(RunWords, h),
     .text = "the step size (negative: backwards)"},
    {.kind = OPTION_ONCE,
     .letter = 'T',
     .name = "duration",
     .value = "T",
     .to = offsetof(RunWords, duration),
     .text = "how long"},
    {.kind = OPTION_ONCE,
     .name = "realisation",
     .value = "NAME",
     .to = offsetof(RunWords, realisation),
     .text = "the coordinates, where the model has several"},
    {.kind = OPTION_WHOLE,
     .name = "member",
     .value = "J",
     .to = offsetof(RunWords, member),
     .text = "the member of an ensemble"},
    {.kind = OPTION_ONCE,
     .name = "precision",
     .value = "double|quad",
     .to = offsetof(RunWords, precision),
     .text = "the precision of the run (double)"},
    {.kind = OPTION_WHOLE,
     .name = "every",
     .value = "K",
     .to = offsetof(RunWords, every),
     .least = 1,
     .text = "one row of the table (-o) every K steps"},
    {.kind = OPTION_ONCE,
     .letter = 'o',
     .name = "output",
     .value = "FILE.csv",
     .to = offsetof(RunWords, output),
     .text = "where the table goes; the default is no table"},
    {.kind = OPTION_YES,
     .name = "reference",
     .to = offsetof(RunWords, reference),
     .text = "compare with the reference however long the run is (the default up to T = 100; a "
             "reference costs time in proportion to T)"},
    {.kind = OPTION_YES,
     .name = "no-reference",
     .to = offsetof(RunWords, without),
     .text = "never compare; without a closed form, a reference takes longer than the run"},
    {.kind = OPTION_YES,
     .name = "json",
     .to = offsetof(RunWords, json),
     .text = "one JSON object: state, errors, error bars, residuals, counts"},
    {.kind = OPTION_WHOLE,
     .name = "seed",
     .value = "N",
     .to = offsetof(RunWords, seed),
     .text = "random consistent initial data around the case's"},
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
