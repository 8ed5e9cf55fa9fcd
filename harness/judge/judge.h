/* The judge: measurements and claims in, verdicts out. Pure: it runs nothing, reads no file and
 * knows no plugin. */
#ifndef GIMBAL_HARNESS_JUDGE_JUDGE_H
#define GIMBAL_HARNESS_JUDGE_JUDGE_H

#include <jansson.h>
#include <petscsys.h>

/* Verdicts on all claims of all records (an array of record objects), as an array sorted by method,
 * model, case, study and quantity. */
extern PetscErrorCode JudgeRecords(const json_t *records, json_t **verdicts);

#endif
