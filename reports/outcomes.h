/* How the reports show each outcome: words, letters, colours, in which order and by which causes. The style sheet
 * style.css has a class of the outcome's name. */
#pragma once

#include "reports/queries.h"

typedef struct {
  const char *phrase; /* in a sentence and on the page: "refuted as expected" */
  const char
      *letter;       /* in a cell of the overview, as page.html tells; NULL: the number of claims */
  const char *junit; /* JUnit's element; NULL: none, it passes */
  PetscBool tap;     /* "ok" in TAP */
  int telling;       /* what decides a published claim of several verdicts: the lowest */
  const char *published; /* of a published claim */
} OutcomeLook;

extern const OutcomeLook OutcomeLooks[OUTCOMES];

/* All outcomes, the first that should be looked at in front; so many of them need attention. */
extern const Outcome OutcomesWorstFirst[OUTCOMES];
enum { OUTCOMES_IN_NEED = 4 };
/* All outcomes and all verdicts, as they are counted from left to right. */
extern const Outcome OutcomesCounted[OUTCOMES];
extern const VerdictWord VerdictsCounted[VERDICT_WORDS];

/* Why a claim is not measurable. */
typedef enum {
  OBSTACLE_CONDITION,
  OBSTACLE_NOT_INFORMATIVE,
  OBSTACLE_NO_COUNTEREXAMPLE,
  OBSTACLE_COST,
  OBSTACLE_PRECISION,
  OBSTACLE_SENSITIVITY,
  OBSTACLE_BETTER,
  OBSTACLES
} Obstacle;
extern const char *const ObstacleNames[OBSTACLES]; /* "condition not met" */
extern Obstacle VerdictObstacle(const Verdict *);
/* A reason without the words "not measurable", for a place that has them already. */
extern const char *ReasonNotMeasurable(const char *reason);

/* What became of some claims. */
typedef struct {
  int all, of[OUTCOMES];
  int judged, confirmed;   /* whatever a suite expects */
  int obstacle[OBSTACLES]; /* of those that are not measurable */
  int understated;         /* confirmed, with an order higher than claimed */
  PetscReal low, high;     /* of the numbers that were observed; NaN: none was */
  const Verdict *latest;   /* that was judged; NULL: none */
} ClaimCounts;
#define NO_CLAIMS ((ClaimCounts){.low = NAN, .high = NAN})
extern void CountsAdd(ClaimCounts *, const Verdict *);
/* Of all claims of a method on a place; NULL is any. */
extern ClaimCounts CountClaims(const Contents *, const char *method, const char *place);
/* "12 confirmed, 1 refuted", of these outcomes. */
extern Text CountsText(const ClaimCounts *, const Outcome[], int outcomes);
/* "3.98–4.02" */
extern Text CountsRange(const ClaimCounts *);
/* The outcome to show for these; not measurable if there is no claim. */
extern Outcome CountsWorst(const ClaimCounts *);
extern PetscBool HasNumber(const Verdict *);

/* ---- Verdicts grouped by what caused them ---- */

/* Verdicts of one method on one claim with one outcome and, but for its numbers, one reason. */
typedef struct {
  const Verdict *first;
  int verdicts;
} CauseGroup;

typedef struct {
  int count;
  CauseGroup *at;
} CauseGroups;

/* Of all verdicts with this outcome, in their order; they are added to the list. */
extern void CausesAdd(const Contents *, Outcome, CauseGroups *);
/* Of all that do not pass, the worst first. */
extern void CausesOfFailures(const Contents *, CauseGroups *);
/* "pendulum:oscillation, kepler:e03 and 4 more", each written by `put`. */
extern void CausePlaces(const Contents *, const CauseGroup *, int most,
                        void (*put)(FILE *, const char *), FILE *);
