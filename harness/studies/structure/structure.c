/* The structure study: what steps from the initial data preserve. */
#include "studies/structure/structure.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/study.h"

static const ClaimWords claims[] = {
    {.study = "structure",
     .on = CLAIM_ON_WORD,
     .quantities = "symplectic reversible volume",
     .values = "yes no",
     .meaning =
         "a step keeps the canonical form; is undone by the model's reversing symmetry, or by a "
         "step of -h; keeps the volume, or the measure that the model declares"},
    {.study = NULL}};

const Study StudyStructure = {
    .name = "structure",
    .text = "   of a structure study (the derivative of a step, and its way back):\n"
            "    step_sizes   a list (default: the case's step, its half and its quarter)\n"
            "    cases        first (default) or all\n",
    .keys = "step_sizes",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .restores = PETSC_TRUE,
    .plan = PairAddStepSizes,
    .measure = StructureMeasure,
    .judge = DefectsJudge,
    .change = DefectsChange};
