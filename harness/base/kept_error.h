/* What an error said, kept for somebody else to tell instead of printed. */
#pragma once

#include "base/utf8.h"
#include <petscsys.h>

/* The words of the last error where it arose, or those of its code if it had none: on one line, and of UTF-8
 * no letter by halves. Empty: there was none. */
typedef struct {
  char text[2048];
} KeptError;

/* From here on errors are kept, until there as they were before. */
extern PetscErrorCode KeptErrorBegin(KeptError *);
extern PetscErrorCode KeptErrorEnd(void);

/* What has gone wrong where no error can be returned, in a function of a model: NULL: nothing. Every error
 * that follows in this process has these words, and whoever ends without one looks here. The first counts. */
extern void ErrorCauseSet(const char *text);
extern const char *ErrorCause(void);

/* What a step's last call of the host failed for ("": none did), in memory that outlives a crash; or NULL. */
enum { CRASH_CAUSE = 512 };
extern char *CrashCause;
