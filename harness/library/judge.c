/* libgimbal_judge: gimbal_judge.h, on the judge of tables. */
#include "gimbal_judge.h"
#include "base/text_stream.h"
#include "judge/table.h"

#include <fenv.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

struct gimbal_judge {
  TableJudgement found;
  gimbal_judge_result *result;
  size_t results;
  char message[2048];
};

/* A table as the caller has it: a text, or numbers. */
typedef struct {
  const char *text;
  size_t length, rows, columns;
  const double *h, *errors;
} Given;

static _Thread_local char words[sizeof(((gimbal_judge *)NULL)->message)];

PetscErrorCode LibraryError(PetscErrorCode code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof(words), format, arguments);
  va_end(arguments);
  return code;
}

/* What has been taken outside arenas by then is not given back. */
static _Thread_local jmp_buf no_memory;

void MemoryEnd(size_t size) {
  (void)LibraryError(PETSC_ERR_MEM, "no memory for %zu bytes", size);
  longjmp(no_memory, 1);
}

gimbal_judge *gimbal_judge_new(void) { return calloc(1, sizeof(gimbal_judge)); }

void gimbal_judge_free(gimbal_judge *judge) {
  if (judge)
    TableJudgementDestroy(&judge->found);
  free(judge);
}

const char *gimbal_judge_message(const gimbal_judge *judge) {
  return judge ? judge->message : "no memory for a judge";
}

const gimbal_judge_result *gimbal_judge_get(const gimbal_judge *judge, size_t i) {
  return judge && i < judge->results ? &judge->result[i] : NULL;
}

static PetscErrorCode AddResult(gimbal_judge *judge, const Verdict *v) {
  const PetscReal order = v->observed.word ? NAN : v->observed.number;
  char *line;
  PetscCall(VerdictToText(v, &line));
  const char *json = ArenaText(judge->found.verdicts->arena, line);
  free(line);
  judge->result[judge->results++] = (gimbal_judge_result){(gimbal_judge_verdict)v->verdict,
                                                          VerdictShown(v->verdict),
                                                          v->claim->quantity,
                                                          v->reason,
                                                          order,
                                                          v->lower,
                                                          v->upper,
                                                          json};
  return 0;
}

/* A number with all its digits. Not by a stream: MemoryEnd leaves what it is called in. */
static void AddNumber(TextStream *out, const char *separator, double number) {
  char text[40];
  (void)TextStreamAppend(text, (size_t)snprintf(text, sizeof(text), "%s%.16e", separator, number),
                         out);
}

/* The text, or the numbers as one. */
static PetscErrorCode ReadGiven(const Given *g, const char *name, ErrorTable *table) {
  TextStream out = {.room = 0};
  char heading[40];
  if (g->text)
    return ErrorTableFromText(name, g->text, g->length, table);
  (void)TextStreamAppend("h", 1, &out);
  for (size_t c = 1; c <= g->columns; c++)
    (void)TextStreamAppend(heading, (size_t)snprintf(heading, sizeof(heading), ",error %zu", c),
                           &out);
  for (size_t i = 0; i < g->rows; i++) {
    AddNumber(&out, "\n", g->h[i]);
    for (size_t c = 0; c < g->columns; c++)
      AddNumber(&out, ",", g->errors[i * g->columns + c]);
  }
  const PetscErrorCode error = ErrorTableFromText(name, out.text, out.length, table);
  free(out.text);
  return error;
}

static PetscErrorCode JudgeGiven(gimbal_judge *judge, const gimbal_judge_question *q,
                                 const Given *given) {
  Verdicts *verdicts;
  judge->results = 0;
  TableJudgementDestroy(&judge->found);
  UserCheck(q && q->size == sizeof(*q) && (given->text || (given->h && given->errors)),
            "judge: a question with its size is needed, and errors or a text");
  TableQuestion question = {.order = q->order,
                            .h = q->h,
                            .steps = q->steps,
                            .errors = q->errors,
                            .floor = q->floor,
                            .where.at = (const char **)q->where,
                            .dimension = q->dim,
                            .symmetric = (PetscBool)(q->symmetric != 0),
                            .together = (PetscBool)(q->together != 0)};
  while (q->where && q->where[question.where.count])
    question.where.count++;
  PetscCall(TableQuestionRead(&question));
  PetscCall(ReadGiven(given, q->name ? q->name : "table", &judge->found.choice.table));
  PetscCall(TableJudgeAll(&question, &judge->found));
  verdicts = judge->found.verdicts;
  judge->result = ArenaArray(verdicts->arena, verdicts->count, sizeof(*judge->result));
  for (PetscInt i = 0; i < verdicts->count; i++)
    PetscCall(AddResult(judge, &verdicts->at[i]));
  return 0;
}

static PetscErrorCode JudgeWithMemory(gimbal_judge *judge, const gimbal_judge_question *question,
                                      const Given *given) {
  if (setjmp(no_memory))
    return PETSC_ERR_MEM;
  return JudgeGiven(judge, question, given);
}

/* With the locale and the arithmetic that the judge was tested with. */
static int Judge(gimbal_judge *judge, const gimbal_judge_question *question, const Given *given) {
  const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  fenv_t arithmetic;
  if (!judge || !plain)
    return GIMBAL_JUDGE_BROKEN;
  const locale_t before = uselocale(plain);
  (void)feholdexcept(&arithmetic);
  (void)fesetenv(FE_DFL_ENV);
  words[0] = 0;
  const PetscErrorCode error = JudgeWithMemory(judge, question, given);
  judge->results = error ? 0 : judge->results;
  memcpy(judge->message, words, sizeof(words));
  (void)fesetenv(&arithmetic);
  (void)uselocale(before);
  freelocale(plain);
  return !error ? GIMBAL_JUDGE_OK
                : (error == PETSC_ERR_USER_INPUT ? GIMBAL_JUDGE_INPUT : GIMBAL_JUDGE_BROKEN);
}

int gimbal_judge_errors(gimbal_judge *judge, const gimbal_judge_question *question, size_t rows,
                        size_t columns, const double *h, const double *errors) {
  return Judge(judge, question, &(Given){NULL, 0, rows, columns, h, errors});
}

int gimbal_judge_text(gimbal_judge *judge, const gimbal_judge_question *question, const char *text,
                      size_t length) {
  return Judge(judge, question, &(Given){text, length, 0, 0, NULL, NULL});
}
