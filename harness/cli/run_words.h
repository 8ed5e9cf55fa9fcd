/* The words of gimbal run. */
#ifndef GIMBAL_HARNESS_CLI_RUN_WORDS_H
#define GIMBAL_HARNESS_CLI_RUN_WORDS_H

#include <petscsys.h>

typedef struct {
  const char *method, *model, *h, *duration, *realisation, *precision, *output;
  PetscInt member, every, seed, plugins;
  PetscBool reference;
  const char *plugin[64];
} RunWords;

/* Reads and checks them; *done after --help, whose text it prints. */
extern PetscErrorCode RunWordsRead(int argc, char **argv, RunWords *, PetscBool *done);

#endif
