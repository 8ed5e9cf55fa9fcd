#include "cli/run.h"
#include "cli/command.h"
#include "cli/words.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char HelpRun[] =
    "usage: gimbal run -m METHOD -M MODEL[:CASE] -h H -T T [OPTIONS] [-- PETSC OPTIONS]\n\n"
    "Integrates from t = 0 and prints the end state, its error against the reference, the energy\n"
    "error, the constraint residuals and what the solver did. H and T are expressions in the\n"
    "case's parameters (0.1, 1/128, pi/10). Where T/H is not an integer, H is kept, and the run\n"
    "stops at the last step before T.\n\n"
    "  -m, --method METHOD       as in `gimbal list methods`, or METHOD:parameter=value,…\n"
    "  -M, --model MODEL[:CASE]  as in `gimbal list models`; CASE may be CASE:parameter=value,…;\n"
    "                            also MODEL@COORDINATES:CASE, which is --realisation COORDINATES\n"
    "  -h, --step H              the step size (negative: backwards)\n"
    "  -T, --duration T          how long\n"
    "      --realisation NAME    the coordinates, where the model has several\n"
    "      --member J            the member of an ensemble\n"
    "      --precision WORD      double or quad (double)\n"
    "      --every K             one row of the table (-o) every K steps\n"
    "  -o, --output FILE.csv     where the table goes; the default is no table\n"
    "      --reference           compare with the reference however long the run is (up to T = 100 "
    "it\n"
    "                            is compared anyway; a reference costs time in proportion to T)\n"
    "      --no-reference        never compare; where there is no closed form, a reference takes "
    "longer\n"
    "                            than the run\n"
    "      --json                one JSON object: state, errors, error bars, residuals, counts\n"
    "      --seed N              random consistent initial data around the case's\n"
    "      --plugin FILE.so      one more plugin; may be repeated\n"
    "      --external COMMAND    also the methods of this program; may be repeated\n"
    "      --help                this text\n\n"
    "Exit status: 0 the end was reached; 1 a step failed or crashed; 2 usage error.\n";

static PetscErrorCode ReadCount(const char *option, const char *text, PetscInt least,
                                PetscInt *value) {
  PetscFunctionBeginUser;
  PetscCheck(WordsCount(text, least, 999999999, value), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s needs a whole number from %d, not '%s'", option, (int)least, text);
  PetscFunctionReturn(0);
}

/* A second value would silently be the one that counts. */
static PetscErrorCode ReadOnce(const char *option, const char **word) {
  PetscFunctionBeginUser;
  PetscCheck(!*word, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "run: %s is given twice, '%s' and '%s'; one run has one", option, *word, optarg);
  *word = optarg;
  PetscFunctionReturn(0);
}

/* What is missing, superfluous or unknown; defaults for the rest. */
static PetscErrorCode CheckWords(int argc, char **argv, RunWords *w) {
  PetscFunctionBeginUser;
  PetscCheck(optind == argc, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "run: a word too many, '%s'; see gimbal run --help", argv[optind]);
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
  PetscCheck(!strcmp(w->precision, "double") || !strcmp(w->precision, "quad"), PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "--precision is double or quad, not '%s'", w->precision);
  PetscFunctionReturn(0);
}

enum {
  HELP = 256,
  REALISATION,
  MEMBER,
  PRECISION,
  EVERY,
  SEED,
  PLUGIN,
  EXTERNAL,
  REFERENCE,
  WITHOUT,
  JSON
};

/* The options that are texts. */
static PetscErrorCode ReadText(int option, RunWords *w, PetscBool *read) {
  const struct {
    int option;
    const char *name;
    const char **value;
  } text[] = {{'m', "-m", &w->method},
              {'M', "-M", &w->model},
              {'h', "-h", &w->h},
              {'T', "-T", &w->duration},
              {'o', "-o", &w->output},
              {REALISATION, "--realisation", &w->realisation},
              {PRECISION, "--precision", &w->precision}};
  PetscFunctionBeginUser;
  *read = PETSC_FALSE;
  for (size_t i = 0; i < sizeof text / sizeof text[0] && !*read; ++i)
    if (option == text[i].option) {
      PetscCall(ReadOnce(text[i].name, text[i].value));
      *read = PETSC_TRUE;
    }
  PetscFunctionReturn(0);
}

PetscErrorCode RunWordsRead(int argc, char **argv, RunWords *w, PetscBool *done) {
  static const struct option options[] = {{"method", required_argument, NULL, 'm'},
                                          {"model", required_argument, NULL, 'M'},
                                          {"step", required_argument, NULL, 'h'},
                                          {"duration", required_argument, NULL, 'T'},
                                          {"realisation", required_argument, NULL, REALISATION},
                                          {"member", required_argument, NULL, MEMBER},
                                          {"precision", required_argument, NULL, PRECISION},
                                          {"every", required_argument, NULL, EVERY},
                                          {"output", required_argument, NULL, 'o'},
                                          {"seed", required_argument, NULL, SEED},
                                          {"reference", no_argument, NULL, REFERENCE},
                                          {"no-reference", no_argument, NULL, WITHOUT},
                                          {"json", no_argument, NULL, JSON},
                                          {"plugin", required_argument, NULL, PLUGIN},
                                          {"external", required_argument, NULL, EXTERNAL},
                                          {"help", no_argument, NULL, HELP},
                                          {NULL, 0, NULL, 0}};
  PetscBool read;
  int option;
  PetscFunctionBeginUser;
  *w = (RunWords){0};
  *done = PETSC_FALSE;
  optind = 1, opterr = 0;
  while ((option = getopt_long(argc, argv, ":m:M:h:T:o:", options, NULL)) != -1) {
    PetscCall(ReadText(option, w, &read));
    if (read)
      continue;
    switch (option) {
    case REFERENCE:
      w->reference = PETSC_TRUE;
      break;
    case WITHOUT:
      w->without = PETSC_TRUE;
      break;
    case JSON:
      w->json = PETSC_TRUE;
      break;
    case MEMBER:
      PetscCall(ReadCount("--member", optarg, 0, &w->member));
      break;
    case EVERY:
      PetscCall(ReadCount("--every", optarg, 1, &w->every));
      break;
    case SEED:
      PetscCall(ReadCount("--seed", optarg, 0, &w->seed));
      break;
    case PLUGIN:
    case EXTERNAL:
      PetscCheck(w->plugins < 64, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "too many plugins");
      w->plugin[w->plugins++] = optarg;
      if (option == EXTERNAL)
        PetscCall(WordsExternal(optarg, &w->plugin[w->plugins - 1]));
      break;
    case HELP:
      fputs(HelpRun, stdout);
      *done = PETSC_TRUE;
      PetscFunctionReturn(0);
    default:
      PetscCall(WordsRefuse(option, argv));
    }
  }
  PetscCall(CheckWords(argc, argv, w));
  PetscFunctionReturn(0);
}
