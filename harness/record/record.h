/* The lines of an output folder as C types, and their reading and writing: the only place where the
 * keys of records stand. README.md in this folder documents every member. */
#pragma once

#include "base/user_error.h"
#include "record/job.h"
#include "record/measured.h"
#include "record/verdict.h"

/* Of the files, as they are written now. Lines without a number are of format 1. */
enum { RECORD_FORMAT = 4 };

/* A line of results.jsonl. */
typedef struct {
  const char *key, *fingerprint; /* fingerprint NULL: of a skipped claim */
  PetscInt format;
  Job job;
  Status status;
  const char *reason; /* NULL: done */
  const char *taken;  /* the commit of the run that computed it; NULL: this one did */
  Measured *measured; /* NULL: nothing */
} Record;

typedef struct {
  PetscInt count;
  Record *at;
  Arena arena;
} Records;

/* A line of timings.jsonl. */
typedef struct {
  const char *key;
  PetscReal seconds, cpu; /* of the clock, of the processor */
  PetscInt rank;
  PetscReal ended; /* seconds after the run began */
  Clock clock;     /* of a job whose runs were timed one by one */
} Timing;

typedef struct {
  PetscInt count;
  Timing *at;
} Timings;

/* By key, of which the last stays; and the one of a key, NULL if there is no such timing. */
extern void TimingsSort(Timings *);
extern const Timing *TimingsFind(const Timings *, const char *key);

/* One method or model in the manifest. */
typedef struct {
  const char *name, *title, *citation, *file, *hash;
  PetscBool quad; /* it has a quadruple twin; true if not recorded */
  /* Of BibTeX; what a method wraps. NULL: not recorded. */
  const char *citation_key, *library, *library_version;
  const char *source; /* the file that a method was built from; NULL: not recorded */
  PetscInt line;      /* of its GIMBAL_PLUGIN */
} ManifestPlugin;

/* How many jobs there are of a kind. */
typedef struct {
  const char *name;
  PetscInt64 count;
} ManifestCount;

/* The run from which results were taken over, since nothing had changed for them. */
typedef struct {
  const char *folder, *commit; /* NULL: no such run; of the program then */
  PetscInt taken;              /* how many */
} ManifestSince;

/* manifest.json. */
typedef struct {
  PetscInt format;
  struct {
    const char *gimbal, *commit, *compiler, *petsc, *mpi;
    const char *solver; /* the SNES type that solves small systems, and why if it is not ours */
    const char *mathematics; /* MathematicsName */
  } versions;
  struct {
    const char *name, *system, *release, *machine;
    PetscInt processors;
  } host;
  struct {
    const char *name, *title, *description, *source;
  } suite;
  struct {
    Texts methods, models;
    const char *precision;
    PetscInt seed;
    Texts petsc;
    PetscBool only_plugins;
  } options;
  PetscInt kinds, methods, models;
  ManifestCount *kind;
  ManifestPlugin *method, *model; /* by name */
  ManifestSince since;
  Texts aside; /* keys of results of other runs in this folder, which are no part of this one */
  PetscInt verdicts; /* how many are in verdicts.jsonl; −1: not recorded */
} Manifest;

/* ---- Text of one line, without its end; numbers with 17 significant digits; to be freed by free ----
 * That of a measurement has a second line if single runs were timed: their times, which belong to the timing.
 * A text that is not UTF-8 is PETSC_ERR_USER_INPUT with its place. */
extern PetscErrorCode JobToText(const Job *, char **);
extern PetscErrorCode MeasuredToText(const Measured *, char **);
/* measured: JSON as MeasuredToText or a worker wrote it, taken as it is; NULL: the record's own. */
extern PetscErrorCode RecordToText(const Record *, const char *measured, char **);
extern PetscErrorCode VerdictToText(const Verdict *, char **);
/* Each in a line. */
extern PetscErrorCode VerdictsPut(const Verdicts *, FILE *);
/* measured: the text of what the job measured, with the times of single runs behind it; NULL: none. */
extern PetscErrorCode TimingToText(const Timing *, const char *measured, char **);
extern PetscErrorCode ManifestToText(const Manifest *, char **);

/* ---- And back ----
 * `where` (file and line) begins an error, PETSC_ERR_USER_INPUT, which names the key and says what
 * would be right. Members that are not known are passed over. */
extern PetscErrorCode JobFromText(const char *where, const char *text, Arena, Job *);
extern PetscErrorCode MeasuredFromText(const char *where, const char *text, Measured **);
extern PetscErrorCode RecordFromText(const char *where, const char *text, size_t length, Arena,
                                     Record *);
extern PetscErrorCode VerdictFromText(const char *where, const char *text, size_t length, Arena,
                                      Verdict *);
extern PetscErrorCode TimingFromText(const char *where, const char *text, size_t length, Arena,
                                     Timing *);
extern PetscErrorCode ManifestFromText(const char *where, const char *text, size_t length, Arena,
                                       Manifest *);

/* What it says of a method or a model; NULL: nothing. */
extern const ManifestPlugin *ManifestMethod(const Manifest *, const char *name);
extern const ManifestPlugin *ManifestModel(const Manifest *, const char *name);

/* Calls back with every member of a manifest, under names joined by dots ("versions.petsc"), and its
 * value as a text: for people. */
typedef void ManifestVisitor(const char *name, const char *value, void *context);
extern PetscErrorCode ManifestVisit(const Manifest *, ManifestVisitor *, void *context);

/* Many jobs as one text, to be sent to other processes. */
extern PetscErrorCode JobsToText(const Jobs *, char **);
extern PetscErrorCode JobsFromText(const char *text, Arena, Jobs *);
/* Adds a job, which the arena keeps. */
extern Job *JobsAdd(Arena, Jobs *);

extern Records *RecordsCreate(void);
extern void RecordsDestroy(Records **);
/* Room for one more at the end, of the present format and with nothing in it; its texts may stand in
 * the records' arena, and what it measured becomes theirs. The pointer is good until the next one. */
extern Record *RecordsAdd(Records *);
/* By key; of records with one key the last stays, since a resumed run may repeat a job. */
extern void RecordsSort(Records *);
/* Of sorted records the one of that key; NULL if not found. */
extern const Record *RecordsFind(const Records *, const char *key);
