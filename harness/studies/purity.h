/* Whether a method's step is a continuous function of its state. Single steps of a run are taken
 * again from saved states: in another order, in another instance, and after steps of another
 * size. The solvers' memory is cleared and storage is filled otherwise each time. */
#pragma once

#include "core/core.h"
#include "record/measured.h"

typedef struct {
  const Core *core;
  IntegrationSetup setup;
  Quad h;
  const Quad *y0;        /* (q,v) to begin with; NULL: the case's */
  PetscInt steps;        /* to be examined, from the start; fewer where the run stops before */
  PetscBool new_process; /* also in a process that begins with a step of another size; no step must
                            have been taken in this one */
  Problem elsewhere;     /* another one, for steps in between; NULL: none */
  PetscBool beginnings;  /* the state cannot be copied: compare two runs from the start instead */
  int time_unit;         /* sentences give times multiplied by 2 to this power */
} PurityTrial;

enum { PURITY_TEXT = 1536 };

/* What was found, as a sentence, empty where the step is a function of the state as far as was seen; and
 * where: "q", "p", "v", "lambda" or "memory" (static text). Steps that fail are passed over, but not those
 * that fail one time and another time do not. */
extern PetscErrorCode PurityExamine(const PurityTrial *, char text[PURITY_TEXT], Purity *);
