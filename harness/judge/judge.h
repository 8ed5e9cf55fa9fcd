/* The judge: measurements and claims in, verdicts out. Pure: it runs nothing, reads no file and
 * knows no plugin. */
#pragma once

#include "record/record.h"

/* Verdicts on all claims of all records, which are sorted by key; of the parts of an ensemble the first
 * has the claims. They refer to the jobs and claims of the records, which must outlive them; the commands
 * are left to the caller. */
extern PetscErrorCode JudgeRecords(const Records *, Verdicts **);
/* The records that a verdict on one of them is judged from: itself, and those that are parts of the
 * same. The array is to be freed by free. */
extern const Record **JudgeParts(const Records *, const Record *, PetscInt *count);
/* The verdict of a finding on a claim of a job, to which it refers; what the finding holds is copied. The
 * command is for the caller to set. */
extern void JudgeAdd(Verdicts *, const Job *, const Claim *, const Finding *);
/* A record of what no job has measured, with one claim on it, which is copied. */
extern Record *JudgeNewRecord(Records *, const char *kind, const char *method, const char *model,
                              const Claim *);
/* The flag of a verdict on what is not claimed. */
extern const char JudgeFound[];
/* The exit status of a command: 0 only if every claim is confirmed, since one that could not be seen is no pass
 * here, or without claims an order is; 1 one is refuted; else 4. */
extern int JudgeStatus(const Verdicts *);
/* Lets undecided verdicts pass, or keeps those from passing that were not judged for want of digits;
 * what a suite expects comes before either. */
extern void JudgeAllow(Verdicts *, PetscBool undecided, PetscBool unjudged);
