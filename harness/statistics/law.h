/* The claimed law e = Σ_{k≥p} c_k h^k in the signed errors of one component at one time, with or
 * without a term below it. Plain C, pure. */
#pragma once

#include "statistics/fit.h"
#include "statistics/order.h"

typedef enum { LAW_STRICT, LAW_RELAXED, LAW_GROWING } LawRatio;

/* One entry of a series, from point `first` on. */
typedef struct {
  const OrderSeries *s;
  int time, component, first;
  int leading;  /* observed order: up to it the law's terms are of one size */
  double scale; /* the first term's prior deviation at the coarsest point */
} LawWindow;

/* The lowest power that is looked for, since what a solver leaves undone in each step adds up like
 * 1/h; and, in place of a power, the law without a term below it. */
enum { LAW_LOWEST = -1, LAW_ALONE = LAW_LOWEST - 1 };

/* The claimed order as a whole number. */
extern int LawPower(const OrderSeries *);
extern void LawWindowSet(LawWindow *, int first);
extern double LawEntry(const LawWindow *, int i);
/* The noise level, and the digits in which errors reach the judge. */
extern double LawSigma(const LawWindow *, int i);
/* h_i over the coarsest h of the window. */
extern double LawStepRatio(const LawWindow *, int i);
/* The law, and but for j = LAW_ALONE the term h^j as the first column. wake > 0: also h^(j+1) …
 * and, for a symmetric law, the odd powers, with prior deviations that decrease from wake. Returns
 * whether everything fits. */
extern int LawFit(const LawWindow *, LawRatio, int j, double wake, Fit *);
/* The coarsest point at which c h^j, with c at the window's coarsest point, is above the noise; −1: none. */
extern int LawFirstAbove(const LawWindow *, int j, double coefficient);
/* Fills the defect with that term and its deviation; its point is LawFirstAbove's. */
extern void LawReport(const LawWindow *, int j, double coefficient, double deviation, int point,
                      OrderDefect *);
/* The logarithm of the probability density of the errors under what LawFit fitted, whatever its
 * coefficients are [MacKay, Neural Computation 4 (1992) 415]: against density 1 per noise level,
 * but for a constant per point. `free`: the first column is a term that LawFit took without a
 * prior. */
extern double LawEvidence(const Fit *, int free);
