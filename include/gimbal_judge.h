/* libgimbal_judge: the order judge of gimbal for programs in C or C++. It judges a claimed order of
 * convergence from step sizes and errors by the rules of `gimbal judge` (docs/judge.md), without PETSc and
 * MPI:
 *
 *   cc program.c $(pkg-config --cflags --libs gimbal_judge)
 *
 * Use a handle in one thread at a time; different handles are independent. A judging call takes up to
 * 512 kB of stack and prints nothing. It sets the locale "C" and the default floating-point environment,
 * and restores those of its thread.
 *
 * Later versions may add functions, and members at the ends of structures; they change and remove none. */
#ifndef GIMBAL_JUDGE_H
#define GIMBAL_JUDGE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Results of calls; gimbal_judge_message has the reason of a non-zero one. */
enum {
  GIMBAL_JUDGE_OK = 0,
  GIMBAL_JUDGE_INPUT = 2, /* wrong question, table or call */
  GIMBAL_JUDGE_BROKEN = 3 /* no memory, or an error of the library */
};

/* The options of `gimbal judge` and their names there; 0 and NULL: not given. */
typedef struct {
  size_t size;              /* sizeof(gimbal_judge_question) */
  const char *order;        /* claimed: "2", "0.5", or "2 log" for h^2 log(1/h); required */
  const char *name;         /* of the table, in messages */
  const char *h, *steps;    /* the column of step sizes, or of numbers of steps */
  const char *errors;       /* columns, separated by commas */
  const char *floor;        /* a column or a number */
  const char *const *where; /* COLUMN=TEXT; NULL ends the list */
  double dim;               /* space dimensions, if the column of step sizes counts unknowns */
  int symmetric, together;  /* 1: yes */
} gimbal_judge_question;

typedef enum {
  GIMBAL_JUDGE_REFUTED,
  GIMBAL_JUDGE_CONFIRMED,
  GIMBAL_JUDGE_UNDECIDED,
  GIMBAL_JUDGE_NOT_MEASURABLE,
  GIMBAL_JUDGE_FAILED
} gimbal_judge_verdict;

typedef struct {
  gimbal_judge_verdict verdict;
  const char *word; /* of the verdict: "refuted" */
  const char *column, *reason;
  double order, lower, upper; /* observed, with its interval; NaN: none */
  const char *json;           /* the line of `gimbal judge --json`, without a command */
} gimbal_judge_result;

/* Creates a handle (NULL: no memory); frees it with all its results. */
typedef struct gimbal_judge gimbal_judge;
extern gimbal_judge *gimbal_judge_new(void);
extern void gimbal_judge_free(gimbal_judge *);

/* Judges h[rows] and signed errors[rows * columns], row by row; NaN and infinity mark failed runs. */
extern int gimbal_judge_errors(gimbal_judge *, const gimbal_judge_question *, size_t rows,
                               size_t columns, const double *h, const double *errors);
/* Judges a table: CSV, Markdown or LaTeX. */
extern int gimbal_judge_text(gimbal_judge *, const gimbal_judge_question *, const char *text,
                             size_t length);
/* The error of the last call; "": none. */
extern const char *gimbal_judge_message(const gimbal_judge *);
/* Result i of the last call, valid until the next: one for each column of errors, or a single one with
 * `together`. NULL after the last. */
extern const gimbal_judge_result *gimbal_judge_get(const gimbal_judge *, size_t);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
