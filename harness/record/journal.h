/* The journal of a run: DIRECTORY/results.jsonl, to which each record is appended as soon as its
 * job ends, and timings.jsonl next to it, the only file that differs from run to run. Where a run has
 * several ranks, each appends to a part of its own (record/lines.h), so that none waits for another;
 * at the end the parts are merged. */
#pragma once

#include "base/hash.h"
#include "record/lines.h"
#include "record/record.h"

typedef struct _p_Journal *Journal;

/* Makes this process the only one to run in the folder. Another that does is PETSC_ERR_USER_INPUT with
 * its number. To be undone with the same folder; -1 is no lock. */
extern PetscErrorCode JournalLock(const char *directory, int *lock);
extern void JournalUnlock(const char *directory, int *lock);

/* Prepares the folder for a run of the jobs, which are sorted by key and have their fingerprints.
 * With resume, records of jobs that are done and have the same fingerprint stay, and *remaining are
 * the other jobs (the array is the arena's); finished results of jobs that this run does not have stay
 * too, and *aside are their keys; a last line that a killed run left half-written is
 * dropped, and so are failures, which are tried again; finished results that do not stay are counted
 * on standard error, and so are damaged lines, which are dropped (record/seal.h). Without resume nothing stays,
 * *remaining is all. Parts that a killed run has left are merged, or removed. Earlier verdicts are removed. */
extern PetscErrorCode JournalPrepare(const char *directory, PetscBool resume, const Jobs *jobs,
                                     Arena, Jobs *remaining, Texts *aside);

/* Takes over from the output folder `base` the results of those jobs (sorted by key, with their
 * fingerprints) that are done there, whole by their checksum, and have the same job and the same
 * fingerprint: appends them to the folder's results with the commit of the run that computed them
 * (`commit`, or what they say themselves). The other jobs stay; their array is the arena's. */
extern PetscErrorCode JournalTakeOver(const char *directory, const char *base, const char *commit,
                                      Arena, Jobs *);

/* To append to this part, LINES_WHOLE: to the files themselves. Only one process may. */
extern PetscErrorCode JournalOpen(const char *directory, PetscInt part, Journal *);
/* Appends a record and its timing (NULL: none; a part needs one), whole or not at all, and sees them to
 * the disk. What was measured may come as its text (NULL: the record has it), so that what a worker
 * has written need not be read to be written again. PETSC_ERR_FILE_WRITE if the disk is full. */
extern PetscErrorCode JournalAppend(Journal, const Record *, const char *measured, const Timing *);
extern PetscErrorCode JournalClose(Journal *);
/* Adds the lines of all parts in the folder, which are closed, to the files themselves, one part after
 * the other, and removes the parts. Killed at any time it loses nothing: it may be called again. */
extern PetscErrorCode JournalMerge(const char *directory);

/* Whether the record is of this job, by its fingerprint and its text; a skipped claim has no
 * fingerprint. */
extern PetscBool JournalIsOf(const Record *, const Job *);
