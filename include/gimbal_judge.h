/* libgimbal_judge: the order judge of gimbal for other programs, in C or C++. It judges a claimed order of
 * convergence from step sizes and errors, by the rules of `gimbal judge` (docs/judge.md), and needs neither
 * PETSc nor MPI:
 *
 *   cc program.c $(pkg-config --cflags --libs gimbal_judge)
 *
 * Threads: one handle belongs to one thread at a time; different handles are independent. A judging call
 * takes up to 512 kB of stack. It uses the locale "C" and the default floating-point environment, and puts
 * back those of its thread. It prints nothing.
 *
 * Later versions may add functions, and members at the ends of structures; they change and remove none. */
#ifndef GIMBAL_JUDGE_H
#define GIMBAL_JUDGE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What a call returns; where it is not 0, gimbal_judge_message says why. */
enum {
  GIMBAL_JUDGE_OK = 0,
  GIMBAL_JUDGE_INPUT = 2, /* the question, the table or the call is wrong */
  GIMBAL_JUDGE_BROKEN = 3 /* no memory, or an error of the library */
};

/* The options of `gimbal judge` and their names there; 0 and NULL: not given. */
typedef struct {
  size_t size;              /* sizeof(gimbal_judge_question) */
  const char *order;        /* claimed: "2", "0.5", or "2 log" of h^2 log(1/h); needed */
  const char *name;         /* of the table, in messages */
  const char *h, *steps;    /* the column of step sizes, or of numbers of steps */
  const char *errors;       /* columns, separated by commas */
  const char *floor;        /* a column or a number */
  const char *const *where; /* COLUMN=TEXT; NULL ends the list */
  double dim;               /* the column of step sizes has unknowns in so many dimensions */
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

/* A handle, NULL: no memory; and its end, with all results. */
typedef struct gimbal_judge gimbal_judge;
extern gimbal_judge *gimbal_judge_new(void);
extern void gimbal_judge_free(gimbal_judge *);

/* Judges h[rows] and signed errors[rows * columns], row by row; NaN and infinity are of failed runs. */
extern int gimbal_judge_errors(gimbal_judge *, const gimbal_judge_question *, size_t rows,
                               size_t columns, const double *h, const double *errors);
/* Judges a table: CSV, Markdown or LaTeX. */
extern int gimbal_judge_text(gimbal_judge *, const gimbal_judge_question *, const char *text,
                             size_t length);
/* What was wrong in the last call; "": nothing. */
extern const char *gimbal_judge_message(const gimbal_judge *);
/* The results of the last call, until the next one: of each column of errors, or one with `together`.
 * NULL: no more. */
extern const gimbal_judge_result *gimbal_judge_get(const gimbal_judge *, size_t);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
