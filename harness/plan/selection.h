/* Patterns of names resolved against the registry.
 * A pattern that matches no name of the registry is an error that offers the nearest name. One that
 * matches gimbal's own methods excludes those of libraries without `libraries: true`. */
#pragma once

#include "base/kept_error.h"
#include "plan/pattern.h"
#include "plan/plan.h"

typedef struct {
  ModelCase instance;    /* its first member */
  const char *name;      /* with its settings */
  unsigned realisations; /* bit i: realisation i is requested */
} SelectedCase;

typedef struct _n_Selection {
  PetscInt methods;
  Method *method; /* by name */
  PetscInt cases;
  SelectedCase *at;     /* by model, then as the model lists them */
  const char *left_out; /* of PlanOptions, where the suite is one of libraries; else NULL */
  Arena arena;          /* of all that is here, but the cases' instances */
} * Selection;

/* What the suite names and the options leave. */
extern PetscErrorCode SelectionCreate(Suite, Registry, const PlanOptions *, Selection *);
extern void SelectionDestroy(Selection *);

/* Whether one of the patterns matches; an empty list matches all. */
extern PetscBool MatchesCase(const YamlTexts *, const SelectedCase *, PetscInt realisation);
/* What a suite asks of a method or model, and these refuse with the name of their own file, is an
 * error of the suite. Ends what KeptErrorBegin began; an error that was kept is raised with the suite's file
 * and the line that asks before it. */
extern PetscErrorCode BlameSuite(const KeptError *, Suite, int line, PetscErrorCode error);

/* ---- The words of a suite's claims that only the registry knows (claim_names.c) ---- */

/* The invariant, the probe or the other method that the claim is on must be there, on a model and
 * of a method that the claim names; its value and condition must make sense for all these methods;
 * and a claim without a value must be one that a method makes. Otherwise a slip would pass for
 * "does not apply". PETSC_ERR_USER_INPUT with file and line. */
extern PetscErrorCode ClaimCheckNames(Suite, const SuiteClaim *, Registry, const PlanOptions *);
/* The same of what a method claims of itself: an invariant that no model has, and no kind of
 * invariants is, would never be judged. PETSC_ERR_USER_INPUT with the plugin's file. */
extern PetscErrorCode ClaimCheckOwnNames(Method, Registry);
