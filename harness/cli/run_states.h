/* The states of a run, in the model's units: rows of its table, and its end. */
#pragma once

#include "reference/reference.h"
#include "studies/experiment.h"

#include <stdio.h>

typedef struct {
  const char *title, *names;
  Quantity quantity;
  PetscInt count;
  const int *exponent; /* of the entries' units; NULL: the model's */
} Column;

/* The states of an integration, as columns. */
typedef struct {
  const Core *core;
  Integration it;
  Quad begin;                /* the model's time at the beginning */
  const CaseUnits *units;    /* NULL: the host's are the model's */
  PetscInt columns, entries; /* entries: of the widest column */
  Column column[3];
} States;

/* The i-th name, from 0, of a list such as "x y z" or "q[1..n]". */
extern void StatesName(const char *names, PetscInt i, char name[], size_t room);

/* What a state of this method on this realisation consists of. */
extern void StatesListColumns(const Experiment *, States *);

/* The heading of the table, and a row of it. */
extern void StatesPrintHeading(FILE *, const States *);
extern PetscErrorCode StatesPrintRow(FILE *, const States *, Quad time);

/* Back to the model's units. */
extern Quad StatesTime(const CaseUnits *, Quad time);

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
