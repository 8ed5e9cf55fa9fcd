/* The journal of a run: DIRECTORY/results.jsonl, to which each record is appended as soon as its
 * job ends, and timings.jsonl beside it, the only file that differs from run to run. */
#ifndef GIMBAL_HARNESS_RECORD_JOURNAL_H
#define GIMBAL_HARNESS_RECORD_JOURNAL_H

#include <jansson.h>
#include <petscsys.h>

typedef struct _p_Journal *Journal;

/* Makes the folder (and its parents) if need be, and finds out whether it can be written. Nothing
 * in it is changed. PETSC_ERR_USER_INPUT if it cannot. */
extern PetscErrorCode JournalCheckFolder(const char *directory);

/* Prepares the folder for a run of the jobs, each of which has its member "fingerprint". With
 * resume, records of jobs that are done and have the same fingerprint stay, and *remaining is a new
 * array of the other jobs; a last line that a killed run left half-written is dropped, and so are
 * failures, which are tried again; finished results that do not stay are counted on standard error.
 * Without, nothing stays, *remaining is all. Earlier verdicts are removed. */
extern PetscErrorCode JournalPrepare(const char *directory, PetscBool resume, const json_t *jobs,
                                     json_t **remaining);

extern PetscErrorCode JournalOpen(const char *directory, Journal *);
/* Appends a record and its timing (NULL: none), whole or not at all, and sees them to the disk. The
 * record's last member "measured" may come as JSON text (NULL: it has all it needs), so that what a
 * worker has written need not be read to be written again. Any number of processes may append.
 * PETSC_ERR_FILE_WRITE if the disk is full. */
extern PetscErrorCode JournalAppend(Journal, const json_t *record, const char *measured,
                                    const json_t *timing);
extern PetscErrorCode JournalClose(Journal *);

/* All records of the folder as a new array sorted by key. */
extern PetscErrorCode JournalRead(const char *directory, json_t **records);

/* Writes one JSON value as a line that depends on nothing but the value: 17 significant digits,
 * keys in the order of insertion. To be freed by free; NULL if it is no valid JSON. */
extern char *JournalLine(const json_t *value);
/* Replaces DIRECTORY/NAME by the text, whole or not at all. */
extern PetscErrorCode JournalWriteFile(const char *directory, const char *name, const char *text);

/* The fingerprint of texts, in order; the last is NULL: 32 hexadecimal digits (128-bit FNV-1a). */
extern void JournalFingerprint(const char *const texts[], char fingerprint[33]);

#endif
