/* The judge: measurements and claims in, verdicts out. Pure: it runs nothing, reads no file and
 * knows no plugin. */
#ifndef GIMBAL_HARNESS_JUDGE_JUDGE_H
#define GIMBAL_HARNESS_JUDGE_JUDGE_H

#include "record/record.h"

/* Verdicts on all claims of all records, sorted; the order of the records does not matter. Their
 * texts are those of the records, which must outlive them; the commands are left to the caller. */
extern PetscErrorCode JudgeRecords(const Records *, Verdicts **);

#endif
