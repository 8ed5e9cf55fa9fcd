/* The states of a run, in the model's units: rows of its table, and its end. */
#pragma once

#include "cli/motion.h"

/* The states of an integration. */
typedef struct {
  const Core *core;
  Integration it;
  Motion motion; /* names and units; no multipliers where the method has none */
} States;

/* What a state of this method on this realisation consists of; of it the motion is to be destroyed. */
extern void StatesCreate(const Experiment *, States *);

/* The heading of the table, and a row of it. */
extern void StatesPrintHeading(FILE *, const States *);
extern PetscErrorCode StatesPrintRow(FILE *, const States *, Quad time);

/* What a run has come to. */
typedef struct {
  const Experiment *experiment;
  const States *states;
  Quad h, time;
  const char *precision;
  const StepFailure *failure; /* failure->failed: it did not get to the end */
  const char *why_not;        /* why it is not compared with a reference; NULL: it is */
  const Quad *reference;      /* (q,v,λ) at the end; NULL: none */
  const ReferenceCertificate *certificate; /* of that */
} RunEnd;

/* What `gimbal run` prints, for people and (one JSON object) for programs. */
extern PetscErrorCode RunEndPrint(const RunEnd *);
extern PetscErrorCode RunEndPrintJson(const RunEnd *);
