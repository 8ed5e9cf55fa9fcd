/* The parts of gimbal verify. */
#ifndef GIMBAL_HARNESS_CLI_VERIFY_H
#define GIMBAL_HARNESS_CLI_VERIFY_H

#include "farm/remote.h"
#include "plan/plan.h"
#include "record/record.h"
#include "record/verdict.h"
#include "registry/registry.h"

/* Writes DIRECTORY/manifest.json, what a run was made with and of: versions, host, suite, options,
 * jobs by kind, plugins with the hashes of those that the jobs use, keys of results set aside. It holds no times, so that two
 * runs of the same on the same machine have the same. */
extern PetscErrorCode ManifestWrite(const char *directory, Suite, const PlanOptions *, Registry,
                                    const Jobs *jobs, const Texts *aside);

enum { TIMEOUT_DEFAULT = 600, MEMORY_DEFAULT = 4096 }; /* seconds, megabytes per job */

/* Starts a worker for the jobs of a run with these plugins, this time-out in seconds and this limit in
 * megabytes; it need not be waited for. */
extern PetscErrorCode WorkerOpen(PetscInt plugins, const char *const plugin[], PetscReal timeout,
                                 PetscInt memory, Remote *);

/* The command line that verdicts were judged under. */
typedef struct {
  const char *suite;                 /* NULL: the default one */
  const char *directory, *precision; /* NULL: the suite's precision */
  PetscInt plugins, seed, memory;    /* seed < 0: the suite's */
  const char *const *plugin;
  PetscReal timeout;
} CommandLine;

/* Gives each verdict, whose job must be at hand, its command. The options have the plugins, and an
 * output folder that is not the one of the report. */
extern PetscErrorCode ReproduceCommands(Registry, const CommandLine *, Verdicts *);

#endif
