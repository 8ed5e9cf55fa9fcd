/* The parts of gimbal verify. */
#pragma once

#include "cli/options.h"
#include "plan/plan.h"
#include "record/record.h"
#include "record/verdict.h"
#include "registry/registry.h"

/* What a run has of earlier ones. */
typedef struct {
  Texts aside; /* keys of results that stay in the folder for other runs */
  ManifestSince since;
} Earlier;

/* Writes DIRECTORY/manifest.json, what a run was made with and of: versions, host, suite, options, jobs by kind,
 * plugins with the hashes of those that the jobs use, keys of results set aside. It holds no times, so that two runs
 * of the same on the same machine have the same. */
extern PetscErrorCode ManifestWrite(const char *directory, Suite, const PlanOptions *, Registry,
                                    const Jobs *jobs, const Earlier *);

/* Why a run of this manifest was computed by something else than what computes here (another PETSc,
 * compiler or kind of machine); empty: it was the same. */
extern void ManifestIsOurs(const Manifest *, char *why, size_t);

/* Whether results can be taken over from the folder `base`, whose manifest it reads, into the other one;
 * PETSC_ERR_USER_INPUT if it is no output folder, or is the same. Changes nothing. */
extern PetscErrorCode SinceCheck(const char *base, const char *directory, Arena, Manifest *);
/* Takes over the results of those jobs for which plugin, model, wrapped library, program and the job
 * itself are unchanged, into the journal of the directory; the jobs that remain are to be run.
 * Reports on standard error how many were taken over, or why none was. */
extern PetscErrorCode SinceTakeOver(const char *base, const Manifest *, const char *directory,
                                    Arena, Jobs *, ManifestSince *);

enum { TIMEOUT_DEFAULT = 600, MEMORY_DEFAULT = 4096 }; /* seconds, megabytes per job */

/* The command line. */
typedef struct {
  const char *suite;                 /* NULL: the default one */
  const char *directory, *precision; /* NULL: the suite's precision */
  const char *summary, *since, *undecided, *unjudged;
  Texts methods, models, plugins;
  PetscInt workers, seed, memory; /* seed < 0: the suite's */
  PetscReal timeout;
  PetscBool resume, only_plugins, tap, no_tap, tap_details;
} VerifyWords;

/* The words of a worker for the jobs of a run; to be freed by free. */
extern const char **WorkerWords(const VerifyWords *);

/* Gives each verdict, whose job must be at hand, its command. The options have the plugins, and an
 * output folder that is not the one of the report. */
extern void ReproduceCommands(const VerifyWords *, Verdicts *);
