/* From what was read along runs of any program to verdicts, by the rules that judge gimbal's own runs. */
#include "base/limits.h"
#include "judge/judge.h"
#include "judge/table.h"
#include "judge/trajectory.h"
#include "statistics/accumulator.h"
#include "statistics/thresholds.h"
#include "studies/study.h"

#include <float.h>

enum { SMALL_STEPS = 4 }; /* claims on long runs are on small steps: those of so many */

/* ---- Orders ---- */

ErrorTable TrajectoryTable(Arena arena, PetscInt runs, PetscInt components) {
  ErrorTable table = ArenaArray(arena, 1, sizeof(*table));
  *table = (struct _p_ErrorTable){
      .path = "trajectory", .columns = components + 2, .rows = runs, .headings = 1, .arena = arena};
  table->heading = ArenaArray(arena, table->columns, sizeof(*table->heading));
  table->cell = ArenaArray(arena, table->columns * runs, sizeof(*table->cell));
  table->line = ArenaArray(arena, runs, sizeof(*table->line));
  for (PetscInt c = 0; c < table->columns; c++)
    table->heading[c] = c == 0 ? "h" : c == 1 ? "floor" : "error";
  return table;
}

void TrajectoryPut(ErrorTable table, PetscInt run, PetscInt column, PetscReal value) {
  const PetscBool lost = (PetscBool)!isfinite(value);
  table->cell[run * table->columns + column] =
      (TableCell){.text = "", .number = PETSC_TRUE, .lost = lost, .value = lost ? NAN : value};
}

static PetscErrorCode JudgeTable(TableQuestion *question, ErrorTable table, Records *records,
                                 Verdicts *verdicts) {
  TableChoice choice = {.table = table, .size = -1, .floor = -1};
  PetscCall(TableQuestionRead(question));
  PetscCall(TableChoose(question, &choice));
  return TableAddVerdict(question, &choice, 0, choice.columns, records, verdicts);
}

PetscErrorCode TrajectoryJudgeOrder(const TableQuestion *asked, ErrorTable table, Records *records,
                                    Verdicts *verdicts) {
  TableQuestion question = *asked;
  char order[32];
  PetscBool finite = PETSC_FALSE;
  for (PetscInt k = 0; k < table->rows && !finite; k++) {
    finite = PETSC_TRUE;
    for (PetscInt c = 2; c < table->columns; c++)
      finite = (PetscBool)(finite && !ErrorTableCell(table, k, c)->lost);
  }
  UserCheck(finite, "judge-trajectory: no run has finite values of %s at the times compared",
            asked->name);
  question.solver *= TABLE_SOLVER;
  question.order = asked->order ? asked->order : "1";
  question.flag = asked->order ? NULL : JudgeFound;
  PetscCall(JudgeTable(&question, table, records, verdicts));
  if (asked->order)
    return 0;
  const Verdict *guess = &verdicts->at[--verdicts->count];
  (void)snprintf(order, sizeof(order), "%g", fmax(1, round(guess->observed.number)));
  question.order = order;
  return JudgeTable(&question, table, records, verdicts);
}

/* ---- Long runs and runs back ---- */

static Measured *NewMeasured(MeasuredShape shape) {
  Measured *measured = MeasuredCreate();
  measured->shape = shape;
  measured->precision = IN_DOUBLE;
  measured->epsilon = DBL_EPSILON;
  return measured;
}

/* By the study of that name; the record has the measurement. found: nothing is claimed. A motion with few
 * turns shows only whether a quantity is exact. */
static PetscErrorCode JudgeMeasured(const char *kind, const Claim *given, PetscBool found,
                                    PetscInt turns, Measured *measured, Records *records,
                                    Verdicts *verdicts) {
  const Measured *const one_measured = measured;
  Record *record = JudgeNewRecord(records, kind, "trajectory", "trajectory", given);
  const Job *const job = &record->job;
  Finding f;
  record->measured = measured;
  record->job.double_only = PETSC_TRUE;
  FindingInit(&f);
  PetscCall(StudyFind(kind)->judge(&(Evidence){1, &job, &one_measured, job->claims.at}, &f));
  if (turns < LONG_TURNS && f.word && strcmp(f.word, "exact"))
    FindingDoubt(&f, CAUSE_TOO_FEW_OSCILLATIONS, FACTS(NUMBER(COUNT, turns / 2)));
  if (found)
    FindingFlag(&f, JudgeFound);
  JudgeAdd(verdicts, job, job->claims.at, &f);
  return 0;
}

/* The statistics of a quantity along a run, in steps. */
static PetscErrorCode FillWatched(const TrajectoryValues *v, Arena arena, Watched *out) {
  const PetscInt every = v->run->every;
  Accumulator *a = AccumulatorCreate();
  PetscCheck(a, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for statistics");
  for (PetscInt i = 1; i < v->run->rows; i++)
    AccumulatorAdd(a, v->run->t[i], v->value[i]);
  const AccumulatorSummary summary = AccumulatorSummarise(a);
  out->scale = out->first_scale = v->scale;
  out->count = summary.count * every;
  out->nonfinite = summary.nonfinite;
  out->maximum = summary.maximum;
  out->final = summary.final;
  out->block_steps = out->smooth_steps = summary.length * every;
  out->smooth_order = ACCUMULATOR_BOXES;
  out->block = ArenaArray(arena, ACCUMULATOR_BLOCKS, sizeof(*out->block));
  out->smooth_values.at = ArenaArray(arena, ACCUMULATOR_BLOCKS, sizeof(*out->smooth_values.at));
  out->blocks = AccumulatorBlocks(a, out->block);
  out->smooth_values.count = AccumulatorSmooth(a, out->smooth_values.at);
  AccumulatorDestroy(a);
  for (PetscInt k = 0; k < out->blocks; k++)
    out->block[k].scale = NAN;
  return 0;
}

PetscErrorCode TrajectoryJudgeLong(const char *study, const char *quantity, const char *claim,
                                   PetscInt runs, const TrajectoryValues *values, Records *records,
                                   Verdicts *verdicts) {
  const PetscBool constraint = (PetscBool)!strcmp(study, "constraint");
  const Claim judged = {.study = study,
                        .quantity = quantity,
                        .order = NAN,
                        .value = claim        ? claim
                                 : constraint ? "exact"
                                              : "bounded"};
  PetscInt turns = PETSC_MAX_INT;
  Measured *measured = NewMeasured(MEASURED_RUNS);
  for (PetscInt k = PetscMax(0, runs - SMALL_STEPS); k < runs; k++) {
    const TrajectoryValues *v = &values[k];
    const PetscInt steps = (v->run->rows - 1) * v->run->every;
    turns = PetscMin(turns, v->turns);
    LongRun *const run = MeasuredAddRun(measured);
    run->h = v->run->h;
    run->steps = steps;
    run->duration = (PetscReal)steps * run->h;
    run->own_error = v->own_error;
    /* what was not printed counts as rounding; the smallest step shows how errors fall */
    run->epsilon = fmax(DBL_EPSILON, v->noise / (v->scale * RoundingsAfter((double)steps)));
    run->extra = k && k == runs - 1 && !constraint ? "finer" : NULL;
    run->quantities = 1;
    run->quantity = ArenaArray(measured->arena, 1, sizeof(*run->quantity));
    *run->quantity = (Watched){.name = quantity, .study = study, .kind = ""};
    PetscCall(FillWatched(v, measured->arena, run->quantity));
  }
  return JudgeMeasured("long", &judged, (PetscBool)!claim, turns, measured, records, verdicts);
}

PetscErrorCode TrajectoryJudgeBack(const char *claim, PetscInt count,
                                   const TrajectoryDefect *defects, Records *records,
                                   Verdicts *verdicts) {
  static const char structure[] = "structure", reversible[] = "reversible";
  const Claim judged = {
      .study = structure, .quantity = reversible, .order = NAN, .value = claim ? claim : "yes"};
  Measured *measured = NewMeasured(MEASURED_POINTS);
  for (PetscInt k = 0; k < count; k++) {
    Point *const point = MeasuredAddPoint(measured, defects[k].h);
    Defect *defect = PointDefect(measured, point, reversible, defects[k].defect, defects[k].error);
    DefectNumber(measured, defect, "absent", defects[k].absent);
  }
  return JudgeMeasured(structure, &judged, (PetscBool)!claim, LONG_TURNS, measured, records,
                       verdicts);
}
