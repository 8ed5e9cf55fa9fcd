/* What the fuzz targets share. Each is one file with LLVMFuzzerTestOneInput, for libFuzzer, AFL, or
 * the driver of this folder, which needs neither. A target ends the process where the program breaks
 * what it promises: an input is read, or refused as PETSC_ERR_USER_INPUT with words. */
#ifndef GIMBAL_TESTS_FUZZ_H
#define GIMBAL_TESTS_FUZZ_H

#include <petscsys.h>
#include <stddef.h>
#include <stdint.h>

extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first time: starts PETSc, makes a scratch folder (gone at the end), and lets the streams of
 * standard output and standard error go nowhere. With FUZZ_TELL in the environment refusals are printed. */
extern void FuzzStart(void);
/* A file of the scratch folder. The text is good until the eighth next call. */
extern const char *FuzzPath(const char *name);
extern void FuzzWrite(const char *name, const void *data, size_t size);
/* A copy that ends in a null character; of those inside it keeps the first as the end. To be freed
 * by free. */
extern char *FuzzText(const uint8_t *data, size_t size);

/* Whether the call did what it should, and not refuse its input; any other error ends the process. */
extern PetscBool FuzzGood(PetscErrorCode);
/* Ends the process with the words, for the fuzzer to keep the input. */
extern void FuzzFail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
