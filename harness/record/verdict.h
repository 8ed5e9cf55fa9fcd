/* What a rule found on one claim, and the verdict that is stored of it. */
#pragma once

#include "finding/statement.h"
#include "record/job.h"
#include "record/measured.h"

/* The smallest case that shows a refutation; NaN and −1: not recorded. */
typedef struct {
  PetscBool there;
  PetscInt64 steps;
  PetscReal h, time;
  PetscInt component; /* from 1 */
  PetscReal defect, error;
} Counterexample;

enum { FINDING_FLAGS = 16, FINDING_STATEMENTS = 24 };

typedef struct {
  VerdictWord verdict;
  int statements;
  Statement statement[FINDING_STATEMENTS]; /* the first says why; their texts outlive the finding */
  const char *word;       /* observed, where it is a word (static text); NULL: the number */
  PetscReal observed;     /* NaN: none */
  PetscReal lower, upper; /* NaN: none */
  Precision precision;    /* that decided; PRECISIONS: none */
  PetscReal smallest, floor;
  PetscInt64 from, to; /* the window in steps */
  PetscInt points;     /* in it; 0: no window */
  PetscInt flags;
  const char *flag[FINDING_FLAGS]; /* static texts */
  Counterexample counterexample;
} Finding;

/* A claim and what it is judged from: one job and its measurements, but for the slices of an ensemble. */
typedef struct {
  PetscInt count;
  const Job *const *job;
  const Measured *const *measured;
  const Claim *claim;
} Evidence;

/* A rule: records and statistics in, a finding out, which is undecided before. Pure. */
typedef PetscErrorCode ClaimJudge(const Evidence *, Finding *);

/* Undecided, and nothing observed. */
extern void FindingInit(Finding *);
/* Sets the verdict and what it rests on, in place of what was there. */
extern void FindingSet(Finding *, VerdictWord, Cause, int quantities, const NamedQuantity[]);
/* Says something more. */
extern void FindingAdd(Finding *, Cause, int quantities, const NamedQuantity[]);
/* Says something more, which leaves it undecided. */
extern void FindingDoubt(Finding *, Cause, int quantities, const NamedQuantity[]);
/* A case that shows a refutation, for what else is known of it. */
extern Counterexample *FindingShow(Finding *, PetscReal h, PetscReal error);
/* Whether a term below the claimed order is what the verdict rests on. */
extern PetscBool FindingIsOfTerm(const Finding *);
/* Says something before all else. */
extern void FindingPrefix(Finding *, Cause, int quantities, const NamedQuantity[]);
/* Says what another one does, after its own. */
extern void FindingAppend(Finding *, const Finding *other);
/* Puts the numbers of a finding on that quantity, which are in these units, into the model's. */
extern void FindingToModel(Finding *, const MeasuredUnits *, const char *quantity);
/* All of it in words. */
extern const char *FindingReason(const Finding *, Arena);
/* Adds a flag, a static text; one that is there already stays alone. */
extern void FindingFlag(Finding *, const char *flag);
extern PetscBool FindingHasFlag(const Finding *, const char *flag);
/* Whether a claimed order says anything; else the finding is undecided: what falls like h⁰, or rises,
 * holds of every method. */
extern PetscBool FindingOrderSaysSomething(Finding *, PetscReal order);
/* The flag of a claim that could not be judged for want of digits, where no more of them can be had. */
extern const char FindingNoPower[];
/* The flags of a negative claim: on this model, to round-off, what it denies holds, and its absence would
 * have been seen; so it does on all models (on one verdict of a method). */
extern const char FindingHolds[], FindingBetter[];
/* For a finding that is undecided, or skipped, and that more digits would decide: it says how to get them, or, where
 * method or model are there in double precision only, becomes skipped with the flag. One that was made in quadruple
 * precision stays as it is. */
extern void FindingWantsDigits(Finding *, const Job *);

/* A number or a word. */
typedef struct {
  const char *word;
  PetscReal number;
} NumberOrWord;
extern PetscBool NumberOrWordIsSame(NumberOrWord, NumberOrWord);
/* As it stands in a file: 2.0, "exact", null. To be freed by free. */
extern char *NumberOrWordToText(NumberOrWord);

/* A statement of a finding, as it is stored: the names are those of finding/. */
typedef struct {
  const char *name, *text;
} NamedText;
typedef struct {
  const char *cause;
  PetscInt numbers, texts;
  NamedReal *number; /* those that are known */
  NamedText *text;
} Fact;

/* What a finding says, copied. */
extern void FindingFacts(const Finding *, Arena, PetscInt *facts, Fact **);

/* A line of verdicts.jsonl. */
typedef struct {
  VerdictWord verdict;
  /* What was judged. Of a verdict that was read they have what its line has: of the job, the key, the
   * method, the model, the case and the realisation's name. */
  const Job *job;
  const Claim *claim;
  NumberOrWord claimed, observed; /* claimed: the claim's value as a line has it */
  PetscReal lower, upper;
  PetscInt facts; /* the first says why */
  Fact *fact;
  const char *reason, *command; /* the facts in words; a shell's */
  PetscBool passes;
  const char *source;    /* JobSource */
  const char *precision; /* "double", "quad"; NULL: none decided */
  PetscReal smallest_error;
  Texts flags;
  PetscInt64 from, to; /* the window in steps */
  PetscInt points;     /* in it; 0: no window */
  PetscReal floor;
  Counterexample counterexample;
} Verdict;

typedef struct {
  PetscInt count;
  Verdict *at;
  Arena arena;
} Verdicts;

extern Verdicts *VerdictsCreate(void);
extern void VerdictsDestroy(Verdicts **);
/* Room for one more at the end, with nothing in it; the pointer is good until the next one. */
extern Verdict *VerdictsNew(Verdicts *);
/* By method, model, case, study, quantity, key, origin, place, and what is claimed. */
extern void VerdictsSort(Verdicts *);
extern Outcome VerdictOutcome(const Verdict *);
/* The name by which people ask for it: its record's key, a slash, and the quantity. */
extern const char *VerdictName(const Verdict *, Arena);
/* Its line in TAP: "METHOD MODEL[@COORDINATES]:CASE[/LABEL] STUDY QUANTITY", and " (2)" for the second of the same.
 * Of sorted verdicts no other one has it. */
extern const char *VerdictTestName(const Verdicts *, PetscInt i, Arena);
extern PetscBool VerdictHasFlag(const Verdict *, const char *flag);
/* Whether both are on one claim of one method, on whatever model. */
extern PetscBool VerdictsShareClaim(const Verdict *, const Verdict *);
/* 0 all pass, 4 some are undecided and the others pass, 1 otherwise. */
extern int VerdictsStatus(const Verdicts *);
