/* Whether an order is lost late in a run, from runs with steps each half as long as the one before.
 * Plain C, pure. */
#pragma once

/* How far each run and the next finer one are apart, over consecutive parts of the time. */
typedef struct LateSeries {
  int pairs, parts;
  const double *apart; /* [pair][part], from the coarsest pair on; NaN: not known */
  double size;         /* of the values */
  double floor;        /* what rounding puts between two runs in the first part */
  double order;        /* claimed */
  /* The order that a known method shows in each part: what is lower than its own is the model's
   * doing, whose solution is not smooth there. NULL, or NaN: not known. */
  const double *control;
  /* How far the finest run, and the one before, are from a run of that method, in each part, and how far
   * that run is from its own with steps twice as long. All or none are NULL. */
  const double *classical, *classical_before, *control_apart;
} LateSeries;

typedef struct {
  int reach;    /* so many parts, from the first, show the order */
  int suspect;  /* the first part in which the order seems to be lower; -1: none does */
  int open;     /* whether smaller steps have shown neither that it is nor that it is not */
  int lost;     /* whether it is: in two parts that follow one another */
  int part;     /* the latter of these */
  int power;    /* to which the order falls; 0: the runs converge, but not to the solution */
  double early; /* the order in the first part, */
  double late;  /* and in that one, from the finest pairs */
} LateFinding;

/* Two pairs are enough for a suspicion, three show that runs converge to something else, four that an
 * order is lost, and five at most are requested. */
enum { LATE_SCREENED = 2, LATE_DECIDED = 3, LATE_LOST = 4, LATE_MOST = 5 };

extern LateFinding LateExamine(const LateSeries *);
