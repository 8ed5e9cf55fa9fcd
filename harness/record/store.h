/* One output folder: its records, verdicts, timings and manifest. Written by verify, read by the
 * reports, the comparison, and verify itself. */
#pragma once

#include "record/lines.h"
#include "record/record.h"

typedef struct _p_Store {
  const char *directory;
  Manifest manifest; /* empty if there is no manifest.json */
  Records *records;  /* sorted by key */
  Verdicts *verdicts;
  Timings timings; /* sorted likewise; empty if there is no timings.jsonl */
  Arena arena;
} * Store;

/* One with nothing in it; and visitors (record/lines.h) with a store for their context, which add what a
 * line says, or nothing where it is refused. */
extern PetscErrorCode StoreCreate(const char *directory, Store *);
extern LineVisitor StoreAddRecord, StoreAddVerdict, StoreAddTiming;
/* Reads the folder. PETSC_ERR_USER_INPUT if it is not the output folder of a finished run, a line is
 * none of ours, or there are fewer than the run had. */
extern PetscErrorCode StoreRead(const char *directory, Store *);
/* The same without verdicts, for a run that has just ended and is to be judged. */
extern PetscErrorCode StoreReadUnjudged(const char *directory, Store *);
/* Writes the verdicts to verdicts.jsonl and their number to the manifest, and makes them the store's (owned from
 * then on). */
extern PetscErrorCode StoreSetVerdicts(Store, Verdicts *);
extern void StoreDestroy(Store *);

/* Each planned job and each skipped claim without a record gets one that reports it missing: another
 * process may have changed the journal. *missing is how many; the store is read again then.
 * PETSC_ERR_FILE_UNEXPECTED unless the records are those of the plan then. The judge gives a verdict for each
 * claim of each record: with this the verdicts, and TAP's plan, are those of the plan. */
extern PetscErrorCode StoreComplete(Store *, const Jobs *, const Records *skipped,
                                    PetscInt *missing);

/* The numbers of coordinates of the models on which the verdict's claim was judged: "1, 2, 24"; "" where
 * it was on none. */
extern const char *StoreDimensions(Store, const Verdict *);

/* Whether there is such a folder; PETSC_ERR_USER_INPUT if not. */
extern PetscErrorCode StoreCheckFolder(const char *directory);
