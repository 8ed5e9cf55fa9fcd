/* What got better or worse from one run to another, and its wording; pure functions of two
 * baselines. */
#pragma once

#include "record/baseline.h"

typedef enum { WORSE, BETTER, OTHER, DIRECTIONS } Direction; /* the first to look at in front */
extern const char *const DirectionNames[DIRECTIONS + 1];     /* "worse", …, NULL */

typedef enum {
  CHANGE_VERDICT, /* `was` and `is` are outcomes */
  CHANGE_GONE,    /* not judged any more */
  CHANGE_NEW,
  CHANGE_ORDER, /* intervals */
  CHANGE_ERROR, /* numbers */
  CHANGES
} ChangeKind;
extern const char *const ChangeNames[CHANGES + 1]; /* "verdict", "gone", "new", "order", "error" */

/* Texts are never NULL, but for `where`. */
typedef struct {
  Direction direction;
  ChangeKind kind;
  const BaselineLine *line; /* of either run */
  const char *claim;        /* "order q = 2.0"; of an error the quantity */
  const char *was, *is;     /* of a claim that is new, or gone, one of them is "" */
  const char *reason;       /* of the verdict as it is; "": none */
  const char *where;        /* of an error: "N = 64" */
  PetscInt cause;           /* its number among the causes */
} Difference;

typedef struct {
  PetscInt count, causes, of[DIRECTIONS];
  PetscInt drawn; /* results whose errors are not compared: they have other seeds */
  Difference *at;
  /* Of each cause the first difference; what is worse first, then better, then other. A cause has the
   * differences of one method in one claim and one direction that have, but for their numbers, the same reason. */
  PetscInt *cause;
  Arena arena;
} Differences;

/* There is a difference where
 *   a claim's verdict changed, or the claim is gone or new;
 *   the interval of an order lies more than ORDER_NEAR below or above the earlier one;
 *   an error at the same step size, or the largest value of a long run's quantity, is more than
 *   `factor` times the earlier one and more than ten times its floor (the greatest of each record).
 * The baselines must live as long; with the arena the differences go. */
extern void DifferencesFind(const Baseline *base, const Baseline *fresh, PetscReal factor,
                            Differences *);

/* ---- How they are shown ---- */

/* A line for each cause, and the numbers. */
extern void DifferencesText(const Differences *, FILE *);
/* For a comment on a change: what is worse first; no links, at most 60 kB. */
extern void DifferencesMarkdown(const Differences *, FILE *);
/* An object, documented in the help of the command. */
extern void DifferencesJson(const Differences *, FILE *);
