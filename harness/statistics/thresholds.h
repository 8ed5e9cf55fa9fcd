/* The constants of the rules by which verdicts are reached: each is defined here alone, with its
 * reason and its calibration. Rules have no numbers of their own; sizes of arrays, grids of step
 * sizes, and the error bars of a measurement are no thresholds and stay where they are used.
 *
 * What calibrates them: tests/calibration.md (series of errors whose truth is known: at most one in
 * a thousand is judged falsely), tests/mutation.md (methods with one number off: those that are
 * caught), and tests/shadow.md. "Not calibrated" is a choice for which there is no trial of its
 * own; the tests that are named have numbers of known truth. A change of a rule on orders begins
 * with `make calibration`. */
#pragma once

#include <math.h>

/* ---- Above the noise ---- */

/* Above so many noise levels an error is significant: at least one of its digits is the method's.
 * Calibrated with the rules on orders (calibration.md). */
#define NOISE_LEVELS 10

/* Whether an error, or a term of it, is above its noise level. An error of 0 never is. */
static inline int AboveNoise(double error, double noise) { return error > NOISE_LEVELS * noise; }

/* A defect is seen above so many of its own errors, if so many step sizes show it; above the last
 * number a single one is enough. Errors of defects are estimates, which may be off by a factor.
 * Mutation: 3,431 mutants were caught by the study of structure alone, and no claim of an original
 * was refuted. */
#define DEFECT_ERRORS 10
#define DEFECT_POINTS 2
#define DEFECT_ERRORS_ALONE 100
static inline int DefectSeen(double defect, double error) { return defect > DEFECT_ERRORS * error; }
static inline int DefectSeenAlone(double defect, double error) {
  return defect > DEFECT_ERRORS_ALONE * error;
}
/* A step whose own error is below so many roundings is exact: no defect could be distinguished from
 * it. Not calibrated. */
#define DEFECT_EXACT_ROUNDINGS 100
/* A step whose local error is as large as the state resolves nothing, and magnifies round-off without
 * bound: longer steps are taken only up to there. */
#define LOCAL_ERROR_MOST 1
/* Rounding in a defect of reversibility is at most so many times what the defects of five step sizes
 * that are nearly one differ by: random numbers seldom agree to a tenth. t0379 has an oscillator on
 * which rounding is amplified; of the right methods there at 24 other triples of step sizes, 936
 * claims, none is refuted. */
#define RETRACED_SPREADS 10
/* Derivatives with an error above this show no structure to be absent. Not calibrated. */
#define DEFECT_TELLING_STRUCTURE 1e-6

/* What rounding explains after a number of steps, in units of round-off of the terms: some hundred
 * at once (the solver's tolerance is some), and a random walk of some a step. Mutation: no claim of
 * the originals on an invariant is refuted. */
#define ROUNDINGS_AT_ONCE 256
#define ROUNDINGS_OF_WALK 16
static inline double RoundingsAfter(double steps) {
  return ROUNDINGS_AT_ONCE + ROUNDINGS_OF_WALK * sqrt(steps);
}
/* Residuals above what rounding explains by less than that are at its edge, where quadruple
 * precision decides. The estimate may be off by a factor. Mutation, as above. */
#define ROUNDOFF_EDGE 10
/* Energies and invariants so far above it are run in quadruple precision before they are refuted: a step that
 * loses digits, in a quotient of small differences, rounds that much more. */
#define ROUNDOFF_LOST 1e3

/* ---- The slope of errors (calibration.md for all of them, together) ---- */

/* Points that a slope needs, and a window of the claimed law: two for the line, two for the
 * corrections, two for its scatter. */
#define ORDER_WINDOW_POINTS 6
/* D h^r at the coarsest point of a window is zero within one of these, D' h^2r within its square,
 * and how likely each is beforehand; and a size for caution. */
#define SLOPE_PRIOR_SIZES 0.03, 0.06, 0.12, 0.2
#define SLOPE_PRIOR_WEIGHTS 0.3, 0.4, 0.2, 0.1
#define SLOPE_PRIOR_CAUTIOUS 0.8
/* Relative: what the expansion has beyond D', and what rounding does. */
#define SLOPE_MODEL_ERROR 0.004
/* A window is asymptotic if no residual exceeds this many deviations: of sixty points one by chance
 * in some thirty series. */
#define SLOPE_RESIDUAL_LIMIT 3.5
/* And if the corrections are below the first number, of a strict window; without such a window, up
 * to the second. */
#define SLOPE_CORRECTION_LIMITS 0.25, 0.5
/* 95 % one-sided at each end. */
#define SLOPE_DEVIATIONS 1.645
/* The upper end of the fine slope, which only holds refutations back: 97.7 %. */
#define SLOPE_FINE_DEVIATIONS 2
/* Entries whose errors are this near to the largest, at either end of a window, are part of its
 * norm: smaller ones add noise. */
#define SLOPE_NEAR_LARGEST 0.2

/* ---- The order ---- */

/* An order is confirmed if its interval lies so near to the claim, or, above it, to a higher whole
 * number: an interval between two of them is that of a bent curve, and most of the false
 * confirmations in calibration were such. */
#define ORDER_NEAR 0.15
/* It is too low if the interval ends so far below: orders are whole, and half of the way is the
 * middle. Next to a claim that is not whole, as those of solutions with a singularity, there are
 * halves. (The simulation of t0516: of 660 000 right tables of 3 to 5 rows this refutes 0.1 in a
 * thousand.) */
#define ORDER_TOO_LOW 0.5
#define ORDER_TOO_LOW_FRACTION 0.25
/* An order claimed as 4.0000000001 is 4. */
#define ORDER_ROUNDING 1e-9
static inline int OrderIsWhole(double claimed) {
  return fabs(claimed - round(claimed)) <= ORDER_ROUNDING;
}
static inline double OrderTooLow(double claimed) {
  return OrderIsWhole(claimed) ? ORDER_TOO_LOW : ORDER_TOO_LOW_FRACTION;
}
/* A slope rises towards the claim if the fine end is above the rest of the window by so much. */
#define ORDER_RISING 0.35
/* A slope hides a term whose power it exceeds by so much: the sentence then adds that the slope
 * alone does not show it. No verdict rests on it. */
#define ORDER_HIDES_TERM 0.5
/* No method has a higher one: lower powers are looked for up to this one. */
#define ORDER_HIGHEST 64
/* An interval narrow enough that no finer steps are requested. Not calibrated. */
#define ORDER_INTERVAL_WANTED 0.2
/* Orders above have errors so small that a method may be wrong with all errors within the noise:
 * their series are measured in quadruple precision, too (mutation.md: single coefficients of
 * methods of order 4 and more). */
#define ORDER_WANTS_QUADRUPLE 3.5
/* No run in double precision shows what is below so many units of its round-off (2⁻⁵²) of a
 * solution's size: adding up a few dozen steps costs as much. Coefficients printed with 15 to 17
 * digits cause terms of lower order of up to a few units (t0377: 5 of Tsitouras' method of order 5,
 * where an error of 1e-12 in one coefficient is above). Not calibrated. */
#define DOUBLE_ROUNDOFFS 16
#define DOUBLE_UNSEEN (DOUBLE_ROUNDOFFS * 0x1p-52)
/* Weights that should sum to 1, three of them above 1 and printed with 15 digits, leave a term without a
 * power of h that is this many times as large (t0386: Yoshida's method of order 6). */
#define SUM_OF_DIGITS 4
/* With the coarsest step of a series they are larger by the power of a step that may be some times the model's. */
#define COARSEST_OF_DIGITS 100
/* Missing digits of coefficients cause defects of a step that fall like h or h², whatever the order, and
 * drifts below this share of a unit of round-off in each step: adding up a step in double precision
 * costs a whole one. A method of order p that lacks the structure has defects of h^(p+1). */
#define DIGITS_POWER 2.5
#define DIGITS_DRIFT (0x1p-52 / 16)
/* Quadruple precision that reaches errors below this knows of departures below the noise of
 * double. */
#define ORDER_BELOW_DOUBLE 1e-16

/* ---- Terms below the claimed order (calibration.md, and mutation.md for what they let pass)
 * ---- */

/* A term is found if it is off zero by so many of its deviations, and lowers the sum of squares by
 * as many, squared: far more than chance requires, because errors before they are asymptotic can
 * look like anything. */
#define TERM_DEVIATIONS 20
/* The latter where no window is straight and no slope falls below the claimed order. */
#define TERM_DEVIATIONS_CURVED 100
/* A term is not what is seen if the slope exceeds its power by the first number where it would be
 * this share of the error. */
#define TERM_SLOPE_BELIES 0.75
#define TERM_SHARE_BELIED 0.5
/* Finer windows agree with it within so many deviations. */
#define TERM_PERSISTS_DEVIATIONS 5
/* A slope that decreases towards a lower order is below the claim by so much. */
#define TERM_SLOPE_DESCENDS 0.25
/* A window may lose a coarse point where so many remain above the noise: more than twice
 * ORDER_WINDOW_POINTS. */
#define TERM_POINTS_LONG 16
/* Or where its information about a term is below this share of the finest one's. */
#define TERM_SHARE_OF_FINEST 0.01

/* The law that has to hold. Errors reach the judge with 17 digits, and T/N is rounded too:
 * relative. */
#define LAW_REPRESENTATION 1e-15
/* A residual of the law up to so many noise levels is noise: their estimate may be off by a
 * factor. */
#define LAW_RESIDUAL_LIMIT 6
/* Coefficients that are not small any more, in their prior deviations. */
#define LAW_PRIOR_LIMIT 16
/* The prior deviation of the law's first term at the coarsest point, in errors there. */
#define LAW_PRIOR_SIZE 3
/* Of each next term over the one before: of a window that is straight; and per power of h, of a
 * rival whose expansion converges only below a third of the coarsest step. */
#define LAW_RATIO_STRICT 0.4
#define LAW_RATIO_GROWING 3
/* Where the law alone confirms, the largest share in the finest error of a term one order lower: of 6000 signed
 * tables of order p − 1/2, 0.01 confirmed 18, and 0.005 none. */
#define LAW_SHARE_BELOW 0.003
/* Decades of size among which a free coefficient may lie: its logarithm is spread evenly. */
#define LAW_FREE_RANGE 40
/* Terms at most: at the strict ratio the last is a millionth of the first. */
#define LAW_TERMS 16

/* What a term has to be ahead by, as the logarithm of how much likelier it makes the errors: 12 are
 * one in 160 000 for one entry, and there are up to a dozen times ten powers. */
#define TERM_AHEAD 12
/* The same where the slope rises at the fine end, by the second number, and to less than the third
 * below the claim. On the far side of a pre-asymptotic bump the error is a series in 1/h, which
 * begins like a lower-order term; in calibration all false refutations were such. */
#define TERM_AHEAD_RISING 25
#define TERM_SLOPE_RISES 0.05
#define TERM_SLOPE_RISES_FROM 0.6
/* The same for a term that only coarse points show, to overturn a confirmation. */
#define TERM_AHEAD_EXCUSED 100
/* The same for a term that was found where nothing is straight. */
#define TERM_AHEAD_CURVED 3
/* A beginning is examined if its gain over the law's best one is at least this: a factor of e. */
#define TERM_MAY_GAIN 1
/* The law with odd powers, of a method declared symmetric, is less likely by this beforehand. */
#define LAW_DOUBT_OF_SYMMETRY 5

/* Departures from the law, in noise levels: of so many that a noise level which is too low does not
 * account for them; and that half of the points show one, too, so that classes of step numbers are
 * examined. Not calibrated. */
#define DEPARTURE_FAR 100
#define DEPARTURE_OF_CLASSES 50
/* Roots of unity of parasitic solutions up to this one. Points above the noise of a class: a sum of
 * as many powers as there are points explains anything. Not calibrated. */
#define PARASITIC_CLASSES 6
#define PARASITIC_CLASS_POINTS 12

/* Errors turn from one number of steps to the next: signs change among so many pairs of neighbours
 * (by chance 0.73, of smooth series below 0.2), of so many pairs at least. Not calibrated. */
#define TURNING_CHANGES 0.3
#define TURNING_PAIRS 40
/* What turns falls, over so many points, with a power no further below the claimed order, for
 * certain within so many deviations; and is at most this share of the error at the finest step. */
#define TURNING_POINTS 12
#define TURNING_BELOW_ORDER 0.5
#define TURNING_DEVIATIONS 2
#define TURNING_SHARE 0.1

/* Runs of the double and the quadruple build may differ by so many times what one rounding in each
 * step explains: a step rounds more than once, and the model magnifies roundings. A multiplier,
 * which is a difference of what is nearly equal, may be further. Over all methods and models here
 * the largest are 2 and 8. */
#define BUILDS_APART 1e3
#define BUILDS_APART_MULTIPLIER 1e4
/* Central differences for derivatives have an error of the unit of round-off to the power of 2/3,
 * relative to the values: there the builds differ by what double precision lacks. */
#define BUILDS_DIFFERENCED 3.7e-11
/* A noise level above is the solver's: a million roundings are more than 10 000 steps add up to,
 * and ten uncertainties of the reference more than its error. Not calibrated. */
#define SOLVER_ROUNDINGS 1e6
#define SOLVER_BARS 10

/* Errors above this many times the solution, at all finer steps, are those of a method that diverges: two bounded
 * motions differ by twice its size. Not calibrated. */
#define ERRORS_DIVERGE 4

/* Of another program's table: below this power of h an error does not fall. Not calibrated. */
#define TABLE_STAGNANT 0.25
/* Finer rows would help where so many of the finest errors fall, each below the one before. */
#define TABLE_FALLING_PAIRS 3
/* Without a noise level that of the finest rows may be anything, and look like a term of lower order by
 * chance: so many rows to so many deviations. Of 3 000 right tables with noise of 1 to 50 % of their finest
 * error, three were refuted by a term of 65 to 1150 deviations that other rows did not show. */
#define TABLE_NOISY_ROWS 3
#define TABLE_BY_CHANCE 2000
/* A step size is a whole part of 1 if the quotient is whole as near as this, relative. */
#define TABLE_WHOLE 1e-12
/* No program computes an error to its last bit, whatever it prints: some roundings, relative. */
#define TABLE_ROUNDING 2e-15
/* The part of an error without a sign that is not looked into: a norm bends where one component overtakes
 * another. Not calibrated. */
#define TABLE_BEND 0.01
/* Of output of other programs, over the size of the solution: the tolerance that a solver of a step may
 * have. Errors below ten times that refute no order, unless the noise level is given. */
#define TABLE_SOLVER 1e-7
/* But no solver leaves errors that follow one power of h while they fall by this factor. Not calibrated. */
#define TABLE_CLEAN 1e3
/* Turns of some coordinate, two an oscillation, in runs that are long enough for a statement on a drift;
 * a coordinate turns if it goes back by that part of its range. Not calibrated. */
#define LONG_TURNS 40
#define LONG_TURN_PART 0.1

/* Of fewer than ORDER_WINDOW_POINTS rows: their successive orders go no higher than the last one, or
 * its extrapolation, and so many of its last changes, where there are three orders or more; and where
 * there are two, which may agree by chance. Simulated (t0516): of 20 000 right tables of each of 11
 * families, and of 3, 4 or 5 rows, at most one in a thousand is refuted, and of tables with one order
 * less and moderate corrections most. With 1 and 3 in their place it were 5. */
#define RATES_MARGIN 2
#define RATES_MARGIN_OF_TWO 6
/* The last change is this share of the one before at most: that of a term in h is 1/2 for halved
 * steps, and a method that leaves a pre-asymptotic plateau has changes that grow. */
#define RATES_CONTRACTION 0.75
/* The coarsest step over the finest, at least: over less, any curve is straight. */
#define RATES_RANGE 4

/* The order in the finer half of so many of the finest rows, of errors with no more digits than that. */
#define TREND_POINTS 12
#define TREND_DIGITS 1e-6
/* It departs from another one if it is further away than this, for certain, and has come no nearer than
 * that power of the ratio of step sizes between the halves: a correction in the root of h does with 1/2.
 * Not calibrated. */
#define TREND_FROM_ORDER 0.03
#define TREND_FROM_EXCLUDED 0.01
#define TREND_DEVIATIONS 3
#define TREND_APPROACH 0.25
/* Corrections in half powers explain a table if there are so many of them at most. */
#define HALF_POWERS 4

/* ---- The order at later times (t0510; not calibrated) ---- */

/* Below the claim by so much, an order is suspicious. */
#define LATE_SUSPICIOUS 0.6
/* Distances that are no longer small against the values: to suspect something, and to be sure. */
#define LATE_LARGE 0.1
#define LATE_TOO_LARGE 0.05
/* A distance jumps if it grows from one part to the next by that much: it is suspicious however
 * large it is then. */
#define LATE_JUMP 10
/* How near to a whole number the order of the two finest pairs, and that before, have to be. */
#define LATE_NEAR_FINEST 0.2
#define LATE_NEAR_BEFORE 0.4
/* An order that is above that number by so much, and rises with smaller steps, goes on to a higher one. */
#define LATE_PASSES 0.05
/* The error of a run of order 1 or more is at most its distance from the run before, and so is the
 * known method's. A distance of so many times their sum is not explained by either. Where runs
 * converge to something else, they remain that far from the solution, but for this share, while the
 * known method shows an order above the last number. */
#define LATE_ELSEWHERE 10
#define LATE_REMAINS 0.7
#define LATE_CONTROL_FALLS 2
/* Rounding is amplified like any other error, so that its share of a distance stays what it was in
 * the first part. Below so many times that share a distance is not significant. */
#define LATE_NOISE_LEVELS 30

/* ---- Straight lines, and what grows with time ---- */

/* Points of a line, and the deviations of its interval: P(|t| > 3) is 2 % with six points and 0.5 %
 * with forty. Of few points, the correlation of neighbours is not known better than the last. */
#define LINE_POINTS 6
#define LINE_DEVIATIONS 3
#define LINE_CORRELATION_MOST 0.95

/* Powers of time that are tried, from the first in such steps, so many. */
#define EXPONENT_FIRST (-0.5)
#define EXPONENT_STEP 0.005
#define EXPONENT_COUNT 901
/* The two terms of a + b t^γ are one below this (1 − cos² of the angle between them). */
#define EXPONENT_SINGULAR 1e-12
/* Parts of a run that an envelope needs, and how many neighbours are as one: the largest values in
 * the parts of a run owe to where each begins. Not calibrated; t0509 has envelopes of known
 * truth. */
#define ENVELOPE_POINTS 12
#define ENVELOPE_ALIKE 4
/* The deviations of an interval of γ, and a slope that is bounded if it is wholly below. */
#define ENVELOPE_DEVIATIONS 2
#define ENVELOPE_BOUNDED 0.25

/* Claims on the growth of errors. The powers that there are for a reason are whole: an interval of
 * γ within the first number of the claim confirms it, one beyond the second refutes it if two runs
 * agree, of which one is this many times as long. Not calibrated. */
#define GROWTH_NEAR 0.3
#define GROWTH_BEYOND 0.5
#define GROWTH_LONGER 2
/* Parts before anything has added up. */
#define GROWTH_SKIPPED_PARTS 2
/* An error of that size of q or v begins to saturate, and ends the run. */
#define GROWTH_LARGE 0.3
/* An error is significant above so many times its rounding. */
#define GROWTH_ROUNDINGS 30
/* What rounding makes of it: of q and v a rounding a step, of what is conserved a walk of some. */
#define GROWTH_ROUNDINGS_OF_WALK 4
#define GROWTH_ROUNDINGS_AT_ONCE 10

/* Ensembles: γ of the mean square is 0 of what is bounded, 1 of a walk, 2 of a drift. An interval
 * above the first is no walk, above the second something grows, above the third it drifts; a drift
 * or a walk is excluded by one that ends below its power. Not calibrated; t0504 has walks and
 * drifts of known truth. */
#define ENSEMBLE_ABOVE_WALK 1.25
#define ENSEMBLE_ABOVE_BOUNDED 0.5
#define ENSEMBLE_ABOVE_DRIFT 1.5
#define ENSEMBLE_DRIFT 2
#define ENSEMBLE_WALK 1
/* A walk is confirmed by an interval that is no wider: it then ends before a drift, or begins after
 * what is bounded. One of 101 walkers is 0.8 wide at most (t0504). */
#define ENSEMBLE_WIDTH 1
/* More members that failed than this share, and the rest is no sample. */
#define ENSEMBLE_FAILED 0.05
/* Output times and members that a fit needs; and the deviations of its interval. */
#define ENSEMBLE_TIMES 8
#define ENSEMBLE_MEMBERS 2
#define ENSEMBLE_DEVIATIONS 2
/* A variance is no smaller than that of errors of two values, nor a fitted level than this share of
 * the mean square: else chance low ones would count for too much. */
#define ENSEMBLE_KURTOSIS_LEAST 1.5
#define ENSEMBLE_LEVEL_LEAST 0.2

/* ---- Long runs (mutation.md, and t0504 with numbers of known truth) ---- */

/* Increments of a run whose mean is tested. P(|t| > 8) is 9e-5 with their seven degrees of freedom;
 * beyond the second, without a drift, a mean is seen once in six hundred times: no pass, but a
 * longer run. */
#define DRIFT_SEGMENTS 8
#define DRIFT_SIGNIFICANT 8
#define DRIFT_SUSPICIOUS 5
/* The oscillation grows if its increments between segments are as significant as a drift's, and it is so many
 * times as large in the last segment as in the first. Not calibrated. */
#define OSCILLATION_GROWS 2
/* A drift is faint if it would not exceed the oscillation within this many such runs. */
#define DRIFT_HORIZON 1e4
/* An error this many times the size of the first terms is no oscillation about their sum; the terms
 * themselves may grow with it, and then say nothing. First terms that are this many times smaller
 * than all are no measure. */
#define BLOW_UP_TERMS 4
#define BLOW_UP_FIRST_TERMS 1000
/* An error near a collision is below this share of the terms there. What an unstable run loses is most of them.
 * Not calibrated. */
#define PASSAGE_SHARE 0.25
/* A run that would not see a drift of so many of its oscillations is too short, or its steps too
 * large. Not calibrated: chaotic motions have up to 7. */
#define DRIFT_HIDDEN 10
/* Roundings a step that mostly go one way. */
#define ROUNDINGS_ONE_WAY 2
/* H of |x(t+τ) − x(t)| ~ τ^H is 0 of what is bounded, 1/2 of a random walk, 1 of a drift. */
#define WALK_EXPONENT 0.3
#define DRIFT_EXPONENT 0.8
/* A walk's range is so many times the scatter about it. */
#define WALK_RANGE 2

/* Round-off falls with the unit of it, by 2^60; what is no round-off stays. */
#define QUAD_FALLS 1e-15
/* Round-off that was amplified: so many times what rounding explains, from within it. For the
 * sentence. */
#define ROUNDOFF_AMPLIFIED 1e6
/* A few blocks stand out: at most one in so many, and below so many times what rounding
 * explains. */
#define ISOLATED_BLOCKS 20
#define ISOLATED_ROUNDOFFS 100
/* The last one of so many parts of a run, in which what blows up takes all residuals along. */
#define BLOW_UP_PART 10

/* An error does not fall below this power of h: powers are whole, and that of an energy need not be
 * the method's order, as where p belongs to another time than q. If it is this share of the terms,
 * something is lost. */
#define FALL_STAGNANT 0.5
#define FALL_LOST_SHARE 0.01
/* A power that rises by this from one pair of steps to the next may go on to rise. Not calibrated. */
#define FALL_MAY_RISE 0.25
/* Runs that start this far apart, relative, and whose distance grows by more than this, are two different motions
 * sooner or later; on integrable models it grows like t. Not calibrated: t0375 has both kinds. They have parted when
 * they are this share of the size of q apart. */
#define SENSITIVITY_START 1e-12
#define SENSITIVE 1e6
#define SENSITIVITY_PARTED 0.1
/* A motion whose terms grow by more than this is not bounded, if the error of the energy is at most this share of
 * them: a method that blows up by itself has an error of their size. Not calibrated. */
#define UNBOUNDED_GROWTH 1000
#define UNBOUNDED_SHARE 0.01
/* A drift of one step that long runs are to see, over the terms; and what is left of much smaller
 * steps is one if it comes to this share of it in each. Not calibrated. */
#define DRIFT_OF_STEP 1e-9
#define DRIFT_OF_STEP_SHARE 0.01
/* A drift falls with the step by no more than this power above that of the error: the one of order
 * p, like h^p or h^(p+1). */
#define DRIFT_FALLS_FASTER 1
/* A drift of a run is there with half the step too, if that has one of the same sign which exceeds so many
 * of its deviations: by chance one in 700. */
#define DRIFT_CONTINUES 3
/* What half the step would leave is seen above so many times what rounding explains. */
#define FALL_VISIBLE 4
/* What moves by so many amplitudes is no oscillation. */
#define MOVES_BEYOND_OSCILLATION 2

/* ---- Shadow Hamiltonians (tests/shadow.md) ---- */

/* A range of so many roundings is round-off; a bad solver may leave as many as the last. */
#define SHADOW_ROUNDINGS 10
#define SHADOW_NOISY 1000
/* An energy that varies by so many times what is left would have shown a method without one. */
#define SHADOW_TELLING 30
/* Below this power of h what is left does not fall. */
#define SHADOW_STAGNANT 0.5
/* Smaller steps may show another power while the sharper differences leave less than this share. */
#define SHADOW_UNSETTLED 0.3

/* ---- Tolerances and work (not calibrated) ---- */

/* The exponent of the tolerance: confirmed or refuted by an interval within the first of the claim
 * or beyond; refuted by two decades that are beyond the second. Decades that a verdict needs. */
#define TOLERANCE_NEAR 0.15
#define TOLERANCE_OTHER_POWER 0.5
#define TOLERANCE_DECADES 2
/* Errors that no longer fall are round-off below the first; above, a method may only begin to
 * converge. So many finer runs without a smaller error are enough. */
#define WORK_ROUNDING 1e-9
#define WORK_STALLED 4

/* ---- Numbers of a scheme (t0352: mutants of known schemes) ---- */

/* Decimals satisfy an equation up to their last digits. Cut ones are off by less than one unit each, and all of these
 * together explain one bound; what a program computed in double precision is off by up to 1.1 of them. What is off by
 * less than the first is right, by more than the second wrong. */
#define ALGEBRA_RIGHT 1.5
#define ALGEBRA_WRONG 4
/* Residues decide what is known up to this error; a larger one is that of decimals which may be rounded. */
#define ALGEBRA_ROUND_OFF 1e-20
/* Two bounds of the residuals, within which a refutation reports the order that holds. */
#define ALGEBRA_WITHIN 1e-12
#define ALGEBRA_WITHIN_LOOSELY 1e-8
/* Of a quotient of polynomials in double precision: at most, and in errors of its numbers. */
#define STABILITY_ROUNDING 1e-10
#define STABILITY_ERRORS 1e3
/* Of a figure (an interval, a radius) that is claimed as an expression, not as a decimal. */
#define FIGURE_ROUNDING 1e-12
