/* The parts of gimbal run. */
#ifndef GIMBAL_HARNESS_CLI_RUN_H
#define GIMBAL_HARNESS_CLI_RUN_H

#include "cli/options.h"

typedef struct {
  const char *method, *model, *h, *duration, *realisation, *precision, *output;
  PetscInt member, every, seed;
  PetscBool reference, without; /* --reference, --no-reference */
  PetscBool json;
  Texts plugins;
} RunWords;

/* Reads the words and checks them; *done after --help, whose text it prints. */
extern PetscErrorCode RunWordsRead(int argc, char **argv, RunWords *, PetscBool *done);

/* The plugin runs in this very process, so that a debugger finds it there. From here on a crash is
 * one line on standard error and exit status 1. */
extern void RunCatchCrashes(void);

#endif
