/* What findings rest on: for each cause its stored name and the template of its sentence
 * (finding/sentence.h). Statements follow one another in a sentence, so that a cause which adds to
 * another begins with its own punctuation. */
#pragma once

/* Any study. */
#define CAUSES_COMMON(X)                                                                           \
  X(NOT_JUDGED, "not_judged", "")                                                                  \
  X(NOT_RUN, "not_run", "{failure}")                                                               \
  X(JOB_FAILED, "job_failed", "{failure}")                                                         \
  X(NOT_A_FUNCTION, "not_a_function_of_its_state", "{failure}")                                    \
  X(STEP_SIZE_FAILED, "step_size_failed", "at h = {h:.6g}: {failure}")                             \
  X(NO_MEASUREMENTS, "no_measurements", "the record has no measurements")                          \
  X(QUANTITY_MISSING, "quantity_missing", "{subject} cannot be measured on this model")            \
  X(CLAIM_INCOMPLETE, "claim_incomplete", "not a claim of this study: no such quantity or value")  \
  X(OTHER_STUDY, "other_study",                                                                    \
    "a job of kind {word} measures nothing on which a claim on {subject} can be judged")           \
  X(STATE_NOT_COPIED, "state_not_copied",                                                          \
    " (the state cannot be copied: two runs from one start agree bit for bit)")                    \
  X(MIXED_UNITS, "mixed_units", "; sizes in units near the size of each entry")                    \
  X(RECONSTRUCTED, "reconstructed",                                                                \
    "reconstructed, not the method of the source; the reconstruction is {word}: ")                 \
  X(ORDER_NOT_POSITIVE, "order_not_positive",                                                      \
    "claimed order {claimed:g} is not a claim: every method has it; an order is a number above "   \
    "0")                                                                                           \
  X(QUADRUPLE_WOULD_DECIDE, "quadruple_would_decide",                                              \
    "; quadruple precision would decide (--precision quad)")                                       \
  X(NO_POWER_IN_DOUBLE, "no_power_in_double", "not measurable in double precision: ")              \
  X(QUADRUPLE_MISSING, "quadruple_missing",                                                        \
    "; quadruple precision would decide, but this method or model was built in double only "       \
    "(`gimbal build FILE.c` builds both)")                                                         \
  X(NO_POWER, "no_power", "not measurable: ")                                                      \
  X(NO_COUNTEREXAMPLE, "no_counterexample", "no counterexample on this model: ")                   \
  X(BETTER_THAN_CLAIMED, "better_than_claimed",                                                    \
    "not measurable: better than claimed. What is denied holds to round-off in each case "         \
    "tried ({count:.0f}); ")

#define CAUSES_ORDER(X)                                                                            \
  X(ORDER_CONFIRMED, "order_confirmed",                                                            \
    "observed order {order:±.3f} ({points:.0f} step sizes, [N = "                                 \
    "{first_steps:.0f}…{last_steps:.0f} (h = {last_h:.3g})|h = {first_h:.6g}…{last_h:.6g}], "  \
    "smallest error {smallest_error:.2g}); no lower-order term")                                   \
  X(ORDER_EXCEEDS, "order_exceeds", "; higher than claimed")                                       \
  X(LOWER_ORDER_TERM, "lower_order_term",                                                          \
    "order {power:.0f}, not {claimed:g}: the error contains {coefficient:.3g}·h^{power:.0f} "     \
    "(component {component:.0f}[, t = {time:g}], {deviations:.3g} σ). At [N = {steps:.0f}, h = "  \
    "{h:.6g}|h = {h:.6g}] this is {term:.3g} of an error of {error:.3g} (noise level "             \
    "{noise_level:.1g})")                                                                          \
  X(SLOPE_HIDES_TERM, "slope_hides_term",                                                          \
    "; the fitted slope does not show it yet[ ({order:.2f})]")                                     \
  X(ORDER_TO_DOUBLE, "order_to_double",                                                            \
    "; judged to double precision: terms below {term:.1g} do not count")                           \
  X(DIGITS_OF_DOUBLE, "digits_of_double",                                                          \
    "[order {order:±.3f} to double precision; |]below double precision's round-off the error "    \
    "contains {coefficient:.3g}·h^{power:.0f} (component {component:.0f}[, t = {time:g}], "       \
    "{deviations:.3g} σ): coefficients have too few digits, or the order is lower, which this "   \
    "model hardly shows. Give the coefficients with 34 digits or as fractions, try another "       \
    "model, or claim order \"{claimed:g} to double precision\"")                                   \
  X(ORDER_TOO_LOW, "order_too_low",                                                                \
    "observed order {order:±.3f}, not {claimed:g}: error {error:.3g} at [N = {steps:.0f}|h = "    \
    "{h:.6g}], {finer_error:.3g} at [N = {finer_steps:.0f}|h = {finer_h:.6g}] ({points:.0f} "      \
    "step sizes from [N = {first_steps:.0f}|h = {first_h:.6g}] on)")                               \
  X(PRECISIONS_DISAGREE, "precisions_disagree",                                                    \
    "double and quadruple precision differ by {difference:.3g} with the same steps, "              \
    "{ratio:.2g} times what rounding and the solver explain: not one method, or noise of that "    \
    "size in its steps")                                                                           \
  X(SOLVER_TOO_LOOSE, "solver_too_loose",                                                          \
    "no error exceeds ten noise levels (largest error {error:.2g}, noise level "                   \
    "{noise_level:.2g}). The noise is the solver's, far above round-off; a tighter tolerance "     \
    "would decide")                                                                                \
  X(ROWS_ARE_NOISE, "rows_are_noise",                                                              \
    "no error exceeds ten noise levels (largest error {error:.2g}, noise level "                   \
    "{noise_level:.2g}); rows with more digits would decide")                                      \
  X(EXACT_TO_ROUND_OFF, "exact_to_round_off",                                                      \
    "exact to round-off on this model: no error exceeds ten noise levels (largest error "          \
    "{error:.2g}, noise level up to {noise_level:.2g}), so no order can be observed")              \
  X(TOO_FEW_POINTS, "too_few_points",                                                              \
    "{count:.0f} of {points:.0f} errors exceed ten noise levels; an order needs 6")                \
  X(RATES_TOO_LOW, "rates_too_low",                                                                \
    "successive orders end at {order:.3f} and stay below {upper:.3f}, not {claimed:g} "            \
    "({points:.0f} rows, h = {first_h:.6g}…{last_h:.6g})")                                         \
  X(RATES_OPEN, "rates_open",                                                                      \
    "; successive orders end at {order:.3f} and [stay below {upper:.3f}|do not settle]: "          \
    "{claimed:g} is not excluded")                                                                 \
  X(ROWS_MISSING, "rows_missing",                                                                  \
    "; a confirmation needs {count:.0f} more row{count:s}, with finer steps or between those "     \
    "given")                                                                                       \
  X(RATES_DIFFER, "rates_differ",                                                                  \
    "; {count:.0f} of {points:.0f} orders given in the table do not follow from its errors: at "   \
    "h = {h:.6g} column {subject} gives {claimed:g}, the errors {order:.3f}")                      \
  X(ROWS_WITHOUT_NUMBER, "rows_without_number",                                                    \
    "; {count:.0f} row{count:s} not used: no number, or an error of exactly 0")                    \
  X(FINEST_LOST, "finest_lost", "; no finite error at the finest {count:.0f} step size{count:s}")  \
  X(OVER_LOGARITHM, "over_logarithm", "; powers of the error over log(1/h)")                       \
  X(NO_STRAIGHT_WINDOW, "no_straight_window",                                                      \
    "no straight window: the errors of no 6 step sizes up to the finest lie on one power of h "    \
    "(last six: slope {order:.2f})")                                                               \
  X(DEPARTS_FROM_LAW, "departs_from_law",                                                          \
    "slope {order:.3f}, but at [N = {steps:.0f}|h = {h:.6g}] the error departs by "                \
    "{departure:.3g} noise levels from every series in powers from h^{claimed:g} on; no single "   \
    "lower-order term explains it")                                                                \
  X(ORDER_INTERVAL_WIDE, "order_interval_wide",                                                    \
    "observed order between {lower:.3f} and {upper:.3f}: neither confirms nor refutes "            \
    "{claimed:g}")                                                                                 \
  X(MORE_ROWS_WOULD_DECIDE, "more_rows_would_decide",                                              \
    "; more rows, with {word} steps or between those given, or a noise level (a column `floor`, "  \
    "or --floor) would decide")                                                                    \
  X(FINEST_DO_NOT_FALL, "finest_do_not_fall",                                                      \
    "the finest errors do not fall ({error:.3g} at N = {steps:.0f}): noise in each step, as of "   \
    "single precision or of an iteration that ends early")                                         \
  X(BUDGET_ENDS, "budget_ends", "; budget exhausted (smallest step tried: h = {h:.3g})")           \
  X(SHORTER_DURATION_WOULD_DECIDE, "shorter_duration_would_decide",                                \
    "; errors reach their noise level at h = {h:.3g}: a shorter duration would decide")            \
  X(NOT_SYMMETRIC, "not_symmetric",                                                                \
    "the descriptor says `symmetric`, but the error has odd powers of h; without `symmetric`, "    \
    "order {order:.3f} would be confirmed")                                                        \
  X(NO_ERRORS, "no_errors", "no error of {subject} at any step size: {failure}")                   \
  X(STEP_SIZES_FAILED, "step_sizes_failed",                                                        \
    "{failed:.0f} of {points:.0f} step sizes failed, the finest at N = {steps:.0f}: {failure}")    \
  X(SUPERCONVERGENT_MODEL, "superconvergent_model",                                                \
    "not informative: methods superconverge on this model[ (slope {order:.3f})]")                  \
  X(STIFF, "stiff",                                                                                \
    "; but h = {h:.3g} is {ratio:.3g} times the model's shortest time scale, which is too long "   \
    "for an order to be observed")                                                                 \
  X(FAILED_IN_PRECISION, "failed_in_precision", "; in {precision} precision: ")                    \
  X(ORDER_LOST_LATER, "order_lost_later",                                                          \
    "order lost later: near t = {time:g} the runs with h = {h:.6g} and h/2 differ by "             \
    "{difference:.3g}, those with h/2 and h/4 by {finer_error:.3g} (order {power:.2f}); up to "    \
    "t = {duration:g} the order is {order:.2f}")                                                   \
  X(CONVERGES_ELSEWHERE, "converges_elsewhere",                                                    \
    "converges to something else later: near t = {time:g} runs with h = {h:.3g} and "              \
    "{finer_h:.3g} differ by {difference:.3g}, but by {error:.3g} from a run of rk4 "              \
    "(uncertainty {uncertainty:.3g})")                                                             \
  X(ORDER_STAYS, "order_stays", "; order kept up to t = {time:g}")                                 \
  X(ORDER_STAYS_OF, "order_stays_of", " (runs to t = {duration:g})")                               \
  X(ORDER_LOST_BESIDE, "order_lost_beside",                                                        \
    "; in the same runs the order of {subject} is lost near t = {time:g}")                         \
  X(NO_ORDER_AFTER, "no_order_after", ", later not measurable")                                    \
  X(LATER_NOT_TESTED, "later_not_tested", "; long times not tested")                               \
  X(LONG_RUNS_SHOW_NO_ORDER, "long_runs_show_no_order", " (runs too long to resolve)")             \
  X(PARASITIC_CLASSES, "parasitic_classes",                                                        \
    "; parasitic roots: errors at step numbers with different remainders modulo {count:.0f} "      \
    "lie on different curves, each of this order")                                                 \
  X(ODD_STEPS, "odd_steps", "; at odd steps; the even steps of this study have the claimed order") \
  X(PARASITIC_OSCILLATION, "parasitic_oscillation",                                                \
    "; the errors oscillate with the number of steps (as parasitic roots or a solver make them) "  \
    "by up to {ratio:.2g} of "                                                                     \
    "the finest, like h^{power:.2f}; smaller terms not tested")

/* Tables of errors from other programs. */
#define CAUSES_TABLE(X)                                                                            \
  X(PLATEAU, "plateau",                                                                            \
    "the last {count:.0f} errors, down to h = {h:.6g}, [fall like h^{power:.2f} only (are the "    \
    "columns of step sizes and errors exchanged?)|no longer fall]: round-off, the reference or "   \
    "the method. A noise level (a column `floor`, or --floor), or coarser steps, would decide")    \
  X(RATES_DEPART, "rates_depart",                                                                  \
    "the slope does not approach {claimed:g}: from h = {h:.6g} on it is {order:.3f}. A "           \
    "lower-order term, another power, or noise")                                                   \
  X(ORDER_BY_LAW, "order_by_law",                                                                  \
    "every signed error is a series in powers from h^{claimed:g} on, to its last digits "          \
    "({points:.0f} step sizes); a term h^{power:.0f} is at most {ratio:.1g} of the finest error")  \
  X(HALF_POWERS, "half_powers",                                                                    \
    "; corrections in half powers of h, as a singularity causes, explain the rows as well")        \
  X(NOISE_NOT_GIVEN, "noise_level_not_given",                                                      \
    "; may be round-off or the reference. A noise level would decide (a column `floor`, or "       \
    "--floor)")                                                                                    \
  X(OTHER_SOLUTION, "other_solution",                                                              \
    "the runs converge, to another solution than {subject}'s: a parameter or a force differs; ")   \
  X(OTHER_TIME, "other_time", "{subject} agrees with the solution {ratio:g} steps {word}; ")       \
  X(MAY_BE_A_SOLVER, "may_be_a_solver",                                                            \
    "; only errors below {detectable:.1g} show it, and the tolerance of a solver may cause them "  \
    "(--floor gives the noise level, and decides)")                                                \
  X(TOO_FEW_OSCILLATIONS, "too_few_oscillations",                                                  \
    "; the runs cover {count:.0f} oscillation{count:s}, and 20 are needed to distinguish a drift " \
    "from a slow oscillation")                                                                     \
  X(RESTS_ON_ONE_ROW, "rests_on_one_row",                                                          \
    "; rests on one row (h = {h:.6g}). More rows would decide")                                    \
  X(ROWS_IN_PARTS, "rows_in_parts",                                                                \
    "; the {points:.0f} rows were judged in {count:.0f} parts, each of rows from the coarsest to " \
    "the finest: {confirming:.0f} confirm the order, {refuting:.0f} refute it")

/* Defects at points: structure, equilibria, trajectories, curves, scalings, equalities. */
#define CAUSES_DEFECT(X)                                                                           \
  X(DEFECT_FOUND, "defect_found",                                                                  \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}[, t = {time:.6g}]")                    \
  X(DEFECT_TOO_NEAR, "defect_too_near",                                                            \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}: too near to zero")                    \
  X(DEFECT_BELOW_TEN_ERRORS, "defect_below_ten_errors",                                            \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}: above its uncertainty, but less "    \
    "than ten times")                                                                              \
  X(DIFFERENCES_DIVERGE, "differences_diverge",                                                    \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}: finite differences of the step map " \
    "do "                                                                                          \
    "not converge, as where it is not differentiable")                                             \
  X(DIFFERENCES_TOO_COARSE, "differences_too_coarse",                                              \
    "defect ≤ {defect:.3g}, but the uncertainty of the finite differences is {uncertainty:.1g}")   \
  X(DEFECT_ABSENT, "defect_absent",                                                                \
    "defect ≤ {defect:.3g} ± {uncertainty:.1g} at {points:.0f} point{points:s}; "               \
    "{detectable:.1g} would have been detected[ (h = {h:.6g}, {word} {local_error:.2g}{over})]")   \
  X(NO_DEFECT_SEEN, "no_defect_seen", "largest defect {defect:.3g} ± {uncertainty:.1g}")           \
  X(METHOD_EXACT_HERE, "method_exact_here",                                                        \
    "the method is exact on this model (local error {local_error:.2g}{over} at h = {h:.6g})")      \
  X(DEFECT_UNDETECTABLE, "defect_undetectable",                                                    \
    "{word} {local_error:.2g}{over} at h = {h:.6g}, below the uncertainty {uncertainty:.1g}")      \
  X(DEFECT_OF_DIGITS, "defect_of_digits",                                                          \
    "; coefficients with too few digits cause defects of this size and power. Give them with 34 "  \
    "digits or as fractions")                                                                      \
  X(DEFECT_POWER, "defect_power", "; scales like h^{power:.2f}")                                   \
  X(NO_STEP, "no_step", "; no step at h = {h:.6g}: {failure}")                                     \
  X(DEFECT_NOT_FINITE, "defect_not_finite", "a defect of {subject} is not a finite number")        \
  X(NO_DEFECT_MEASURED, "no_defect_measured", "{failure}")                                         \
  X(MEMORY_NOT_REVERSIBLE, "memory_not_reversible",                                                \
    "steps of -h do not lead back through the method's memory, which only the method could "       \
    "reverse")                                                                                     \
  X(FORWARD_ONLY, "forward_only", "steps of -h are needed, and the method declares forward_only")  \
  X(STEP_BACK, "step_back", ": a step of -h does not lead back")                                   \
  X(TIMES_NOT_REVERSIBLE, "times_not_reversible",                                                  \
    "q and p belong to different times: the reversed motion has no such pair")                     \
  X(TIMES_DIFFER, "times_differ", "the two methods give neither q nor v at the same times")        \
  X(COORDINATES_DIFFER, "coordinates_differ",                                                      \
    "the other method has no formulation in this model's coordinates")                             \
  X(NODES_LEAVE_CONSTRAINTS, "nodes_leave_constraints",                                            \
    "the nodes leave the constraint manifold, on which the model's measure is defined")

/* The numbers of a scheme. */
#define CAUSES_ALGEBRA(X)                                                                          \
  X(ORDER_CONDITIONS_HOLD, "order_conditions_hold",                                                \
    "all {count:.0f} order conditions up to order {order:g} hold ")                                \
  X(ORDER_CONDITION_FAILS, "order_condition_fails",                                                \
    "the order condition of tree {word} (order {order:g}) fails ")                                 \
  X(ORDER_CONSTANT_FAILS, "order_constant_fails",                                                  \
    "the order condition {word} = 0 (order {order:.0f}) fails ")                                   \
  X(ORDER_WITHIN, "order_within",                                                                  \
    "; conditions up to order {lower:g} hold within 1e-12, up to {upper:g} within 1e-8")           \
  X(NEXT_CONDITION_FAILS, "next_condition_fails",                                                  \
    "; order {order:g} fails: tree {word} by {defect:.3g}")                                        \
  X(NEXT_CONSTANT, "next_constant", "; order {order:.0f} fails: {word} = ±{defect:.3g}")           \
  X(HIGHER_ORDERS_NOT_TESTED, "higher_orders_not_tested", "; larger trees not tested")             \
  X(EXACT_MODULO_PRIMES, "exact_modulo_primes", "exactly (modulo two primes near 2^61)")           \
  X(HOLDS_TO_ROUND_OFF, "holds_to_round_off", "to round-off")                                      \
  X(HOLDS_TO_DIGITS, "holds_to_digits",                                                            \
    "to {defect:.1g}: the coefficients end at {count:.0f} digits")                                 \
  X(OFF_MODULO_PRIMES, "off_modulo_primes",                                                        \
    "by less than {uncertainty:.1g}, but not zero modulo two primes near 2^61")                    \
  X(OFF_BY_ROUNDING, "off_by_rounding", "by {defect:.3g} (round-off explains {uncertainty:.1g})")  \
  X(OFF_BY_DIGITS, "off_by_digits",                                                                \
    "by {defect:.3g} (the digits given explain {uncertainty:.1g})")                                \
  X(ORDER_WITHIN_PLACES, "order_within_places",                                                    \
    "; order {order:g} within the last printed digit ({count:.0f} decimal places)")                \
  X(HOLDS_WITHIN_PLACES, "holds_within_places",                                                    \
    "; holds within the last printed digit ({count:.0f} decimal places)")                          \
  X(EQUATION_SYMPLECTIC_PAIR, "equation_symplectic_pair", "b_i â_ij + b̂_j a_ji = b_i b̂_j ")        \
  X(EQUATION_SYMPLECTIC, "equation_symplectic", "b_i a_ij + b_j a_ji = b_i b_j ")                  \
  X(EQUATION_SYMMETRIC, "equation_symmetric", "a_ij + a_(s+1-i)(s+1-j) = b_j ")                    \
  X(EQUATION_SYMPLECTIC_NYSTROM, "equation_symplectic_nystrom",                                    \
    "b_i = b'_i (1 - c_i), b'_i (b_j - a_ij) = b'_j (b_i - a_ji) ")                                \
  X(EQUATION_SYMMETRIC_NYSTROM, "equation_symmetric_nystrom",                                      \
    "a_ij + b'_j (1 - c_i) - b_j = a_(s+1-i)(s+1-j) ")                                             \
  X(EQUATION_SYMMETRIC_MULTISTEP, "equation_symmetric_multistep",                                  \
    "α_j = -α_(k-j), β_j = β_(k-j) ")                                                              \
  X(EQUATION_STIFFLY_ACCURATE_ROSENBROCK, "equation_stiffly_accurate_rosenbrock",                  \
    "the last row of α + Γ is b, and the last node is 1: ")                                        \
  X(EQUATION_STIFFLY_ACCURATE, "equation_stiffly_accurate", "the last row of a is b: ")            \
  X(EQUATION_OFF, "equation_off", "fails ")                                                        \
  X(STABILITY_FUNCTION, "stability_function",                                                      \
    "[stability function (degrees {numerator:.0f} and {denominator:.0f})|"                         \
    "largest eigenvalue of the stability matrix]: ")                                               \
  X(AXIS_STABLE, "axis_stable", "modulus ≤ 1 on the imaginary axis, ")                             \
  X(AXIS_UNSTABLE, "axis_unstable", "modulus > 1 on the imaginary axis, ")                         \
  X(LIMIT_AT_INFINITY, "limit_at_infinity",                                                        \
    "[modulus {ratio:.3g} at infinity|unbounded at infinity]")                                     \
  X(NO_POLE, "no_pole", "; no pole with real part ≤ 0")                                            \
  X(POLE, "pole", "; a pole with real part ≤ 0")                                                   \
  X(FIGURE_ORDER, "figure_order", "{order:.0f}, by the stability function")                        \
  X(FIGURE, "figure", "{order:.8g}[ (± {uncertainty:.1g})|]")                                      \
  X(FIGURE_UNBOUNDED, "figure_unbounded", "unbounded")                                             \
  X(FIGURE_OFF, "figure_off", ", not {claimed:.10g}")                                              \
  X(ROOTS, "roots", "roots of ρ other than 1 have modulus ≤ {ratio:.6g}")                          \
  X(ROOT_REPEATED, "root_repeated", "; a root of modulus 1 is repeated")                           \
  X(LEAST_ON_CIRCLE, "least_on_circle",                                                            \
    "; scaled, Re σ/ρ ≥ {lower:.3g} on the unit circle, and Re σ/(ζρ') ≥ {upper:.3g} at " \
    "roots ζ on it")                                                                               \
  X(LEAVES_RATE_OUT, "leaves_rate_out", "; its steps omit ∂f/∂t")                                  \
  X(SCHEME_CONDITIONAL, "scheme_conditional", "; valid under the condition \"{word}\"")            \
  X(NO_SCHEME, "no_scheme", "the record has no coefficients")                                      \
  X(NO_EQUATION_FOR_ROSENBROCK, "no_equation_for_rosenbrock",                                      \
    "a Rosenbrock method uses the field's derivative, so no equation of its coefficients "         \
    "decides whether it is {subject}; runs do")                                                    \
  X(EQUATION_NOT_TESTED, "equation_not_tested",                                                    \
    "{subject} not tested: no equation for this kind of scheme, or there are too many stages")

/* What an accuracy costs. */
#define CAUSES_WORK(X)                                                                             \
  X(NO_RUN_ENDED, "no_run_ended", "no run reached the end")                                        \
  X(ACCURACY_TOO_COSTLY, "accuracy_too_costly",                                                    \
    "relative error still ≥ {error:.3g} with {work:.6g} {word}")                                   \
  X(ACCURACY_NOT_REACHED, "accuracy_not_reached",                                                  \
    "smallest relative error {error:.3g}; no run has more than {work:.6g} {word}")                 \
  X(ACCURACY_COST, "accuracy_cost",                                                                \
    "relative error {error:.0e} costs {work:.6g} {word}[ (between runs of {lower:.6g} and "        \
    "{upper:.6g})| or fewer]")

/* How an error grows with time. */
#define CAUSES_GROWTH(X)                                                                           \
  X(NOT_SCORED, "not_scored", "the method gives no {subject} at the nodes, or the model has none") \
  X(ERROR_GROWS, "error_grows",                                                                    \
    "the error of {subject} grows like t^{exponent:.2f} ({lower:.2f} to {upper:.2f}), to "         \
    "{error:.2g} at T = {duration:.6g}, h = {h:.6g}")                                              \
  X(GROWTH_AS_CLAIMED, "growth_as_claimed", ": as claimed")                                        \
  X(GROWTH_NOT_AS_CLAIMED, "growth_not_as_claimed",                                                \
    ": not like t^{claimed:g}; a run of T/4 shows the same")                                       \
  X(GROWTH_NOT_SETTLED, "growth_not_settled", ": not settled yet, and t^{claimed:g} is claimed")   \
  X(ERROR_SATURATES, "error_saturates",                                                            \
    "the error is as large as the motion before half of the time T = {duration:.6g} (h = "         \
    "{h:.6g})")                                                                                    \
  X(GROWTH_AT_ROUND_OFF, "growth_at_round_off",                                                    \
    "the error of {subject} is at most {error:.2g} over T = {duration:.6g} at h = {h:.6g}, "       \
    "which is round-off (up to {noise_level:.1g})")

#define CAUSES_ENSEMBLE(X)                                                                         \
  X(MEAN_SQUARE_GROWS, "mean_square_grows",                                                        \
    "the mean square error of {count:.0f} members grows like {constant:.3g} + "                    \
    "{coefficient:.3g} t^{exponent:.2f} up to t = {time:.6g} (exponent {lower:.2f} to "            \
    "{upper:.2f}); a drift of {detectable:.2g} in the root mean square would have been detected")  \
  X(DRIFT_NOT_EXCLUDED, "drift_not_excluded",                                                      \
    "; a drift is not excluded: more members or a longer run would decide")                        \
  X(MEAN_SQUARE_NOT_FINITE, "mean_square_not_finite",                                              \
    "the mean square error is not finite at t = {time:.6g}")                                       \
  X(MEMBERS_FAILED, "members_failed", "{failed:.0f} of {count:.0f} members failed")                \
  X(MEAN_SQUARE_AT_ROUND_OFF, "mean_square_at_round_off",                                          \
    "the root mean square error of {count:.0f} members stays within {error:.3g}, which is "        \
    "round-off")                                                                                   \
  X(MEAN_SQUARE_ABOVE_ROUND_OFF, "mean_square_above_round_off",                                    \
    "the root mean square error of {count:.0f} members reaches {error:.3g}")                       \
  X(GROWTH_OPEN, "growth_open",                                                                    \
    "the mean square error of {count:.0f} members up to t = {time:.6g} fits every exponent from "  \
    "{lower:.2f} to {upper:.2f}; a drift of {detectable:.2g} in the root mean square would have "  \
    "been detected")                                                                               \
  X(WALK_NOT_SHOWN, "walk_not_shown",                                                              \
    "; growth like t is not shown: more members or a longer run would decide")                     \
  X(TOO_FEW_TIMES, "too_few_times",                                                                \
    "{count:.0f} output time{count:s}: to fit a growth, {points:.0f} are needed")                  \
  X(GROWTH_NOT_FITTED, "growth_not_fitted",                                                        \
    "no power of time fits the mean square error: it is exactly 0 at some times, or the "          \
    "covariance "                                                                                  \
    "of its values at {count:.0f} times is singular")                                              \
  X(SLICES_DIFFER, "slices_differ", "the ensemble's slices have {subject} at different times")

/* Shadow Hamiltonians: each range follows the one before it. */
#define CAUSES_SHADOW(X)                                                                           \
  X(NO_ACTION, "no_action",                                                                        \
    "the method has no discrete action (`action`), so its shadow Hamiltonian cannot be computed")  \
  X(TIMES_OF_Q_AND_P_DIFFER, "times_of_q_and_p_differ", "q and p belong to different times")       \
  X(ACTION_CHANGES_STEP, "action_changes_step",                                                    \
    "the step of (q,v) changes when the action is appended to the state: the method has none")     \
  X(GROUP_MOMENTA, "group_momenta", "on a group, p and q̇ are not those of coordinates")            \
  X(SHADOW_RANGE, "shadow_range",                                                                  \
    "range of the shadow Hamiltonian over T = {duration:.6g}: {range:.2g} at h = {h:.6g}")         \
  X(SHADOW_RANGE_NEXT, "shadow_range_next", ", {range:.2g} at h = {h:.6g}")                        \
  X(SHADOW_POWER, "shadow_power",                                                                  \
    " (like h^{power:.2f}, differences of order {difference_order:.0f})")                          \
  X(SHADOW_RANGE_SHARP, "shadow_range_sharp",                                                      \
    "; with differences of order {difference_order:.0f}: {range:.2g}[ (like h^{power:.2f})]")      \
  X(SHADOW_RANGE_FALLS, "shadow_range_falls",                                                      \
    "; range of the energy itself {range:.2g}, what a method without a shadow Hamiltonian "        \
    "would show")                                                                                  \
  X(SHADOW_RANGE_AT_ROUND_OFF, "shadow_range_at_round_off",                                        \
    ": round-off at h = {h:.6g} ({noise_level:.1g}); range of the energy itself {range:.2g}, "     \
    "what a method without a shadow Hamiltonian would show")                                       \
  X(ENERGY_RANGE_TOO_SMALL, "energy_range_too_small",                                              \
    ", which is round-off; but the range of the energy itself is only {range:.2g}")                \
  X(STEP_MAP_SYMPLECTIC, "step_map_symplectic", ", but the step map shows no symplectic defect")   \
  X(ACTION_OR_METHOD, "action_or_method",                                                          \
    "; but the step map shows no symplectic defect: either the action S or the method is wrong")   \
  X(SYMPLECTICITY_NOT_SEEN, "symplecticity_not_seen",                                              \
    "; symplecticity of the step map not measurable: either the action S or the method is wrong")  \
  X(STEP_MAP_NOT_SYMPLECTIC, "step_map_not_symplectic",                                            \
    ", and the step map is not symplectic (defect {defect:.3g} ± {uncertainty:.1g} at h = "       \
    "{h:.6g})")                                                                                    \
  X(SHADOW_RANGE_STAYS, "shadow_range_stays", ", which does not fall with h")                      \
  X(SHADOW_RANGE_NOISY, "shadow_range_noisy",                                                      \
    ", which does not fall: noise of the solver or of overwritten states, above the expected "     \
    "round-off ({noise_level:.1g})")                                                               \
  X(SHADOW_NOT_FINITE, "shadow_not_finite", "the shadow Hamiltonian is not finite")

/* Errors and tolerances. */
#define CAUSES_TOLERANCE(X)                                                                        \
  X(SOLUTION_ZERO, "solution_zero", "the solution is 0 at the output times: no relative error")    \
  X(TOLERANCES_TOO_COSTLY, "tolerances_too_costly",                                                \
    "{count:.0f} tolerance{count:s} tried, down to {tolerance:.2g}: the next needs more than "     \
    "{work:.0f} evaluations")                                                                      \
  X(TOLERANCES_FAILED, "tolerances_failed",                                                        \
    "{failed:.0f} of {points:.0f} tolerances failed, the smallest {tolerance:.2g}")                \
  X(TOO_FEW_ERRORS, "too_few_errors",                                                              \
    "{count:.0f} of {points:.0f} errors exceed ten noise levels (relative noise level "            \
    "{noise_level:.1g})")                                                                          \
  X(EXPONENT_CHANGES, "exponent_changes",                                                          \
    "between tolerances {first_tolerance:.2g} and {last_tolerance:.2g} the error scales like "     \
    "tolerance^{exponent:.2f} ({lower:.2f} to {upper:.2f}), from {error:.2g} to "                  \
    "{finer_error:.2g}")                                                                           \
  X(EXPONENT_OVER_ALL, "exponent_over_all", "; over all tolerances like tolerance^{exponent:.2f}") \
  X(ERRORS_FOLLOW_TOLERANCE, "errors_follow_tolerance",                                            \
    "the error scales like tolerance^{exponent:.3f} ({lower:.3f} to {upper:.3f}; {count:.0f} "     \
    "tolerances from {first_tolerance:.2g} to {last_tolerance:.2g})[, scattered by a factor of "   \
    "{ratio:.2g}]")                                                                                \
  X(WORST_FOR_TOLERANCE, "worst_for_tolerance",                                                    \
    "largest ratio of error to tolerance: {ratio:.3g} (error {error:.3g} at tolerance "            \
    "{tolerance:.2g}; {count:.0f} tolerances)")                                                    \
  X(ERRORS_RISE, "errors_rise",                                                                    \
    "{count:.0f} of {points:.0f} smaller tolerances give no smaller error; the worst follows "     \
    "{tolerance:.2g}, where {error:.3g} grows by a factor of {ratio:.3g}")                         \
  X(ERRORS_FALL, "errors_fall",                                                                    \
    "each of {count:.0f} smaller tolerances gives a smaller error[, from {error:.2g} down to "     \
    "{finer_error:.2g}]")                                                                          \
  X(NO_RESULT, "no_result", "; no result at {failed:.0f} tolerances (as at {tolerance:.2g})")      \
  X(RUN_FAILED, "run_failed", ": {failure}")                                                       \
  X(TOLERANCES_NOT_TRIED, "tolerances_not_tried",                                                  \
    "; tolerances below {tolerance:.2g} not tried: they need more than {work:.0f} evaluations")

/* Long runs: constraints, energy, invariants. */
#define CAUSES_LONG(X)                                                                             \
  X(RUN_STOPPED, "run_stopped", "the run with h = {h:.6g} stopped[ at t = {time:.6g}]: {failure}") \
  X(STOPPED_AFTER, "stopped_after", "; it stopped at t = {time:.6g}")                              \
  X(LARGER_STEP, "larger_step", "; ")                                                              \
  X(QUADRUPLE_RUN, "quadruple_run",                                                                \
    "; in quadruple precision at most {maximum:.3g} over {steps:.0f} steps, where round-off "      \
    "explains {noise_level:.2g}")                                                                  \
  X(DRIFT_OF_DIGITS, "drift_of_digits",                                                            \
    "; coefficients with too few digits cause drifts of this size. Give them with 34 digits or "   \
    "as fractions")                                                                                \
  X(QUADRUPLE_DRIFT, "quadruple_drift",                                                            \
    ", drifting by {drift:.3g} ± {drift_deviation:.1g} per unit of time")                          \
  X(NOTHING_TO_CONSERVE, "nothing_to_conserve",                                                    \
    "the method is exact to round-off on this model; ")                                            \
  X(METHOD_ERROR_BELOW_ROUND_OFF, "method_error_below_round_off",                                  \
    "the method's own error adds up to {method_error:.2g}, and less than {detectable:.2g} "        \
    "cannot be distinguished from round-off; ")                                                    \
  X(WOULD_HAVE_BEEN_FOUND, "would_have_been_found",                                                \
    "; {detectable:.2g} would have been detected[ (the method's own error adds up to "             \
    "{method_error:.2g})]")                                                                        \
  X(ROUND_OFF_AMPLIFIED, "round_off_amplified",                                                    \
    "; the residual grows from round-off ({smallest_error:.1g}) by a factor e per "                \
    "{growth_time:.2g} of time: the steps amplify what rounding removes from the constraint")      \
  X(RESIDUAL, "residual", "largest residual {maximum:.3g} over {steps:.0f} steps of {h:.6g}")      \
  X(RESIDUAL_IN_PROPORTION, "residual_in_proportion",                                              \
    "largest relative residual {maximum:.3g} over {steps:.0f} steps of {h:.6g}")                   \
  X(RESIDUAL_DRIFTS, "residual_drifts", ", growing linearly")                                      \
  X(RESIDUAL_WANDERS, "residual_wanders", ", growing like a random walk")                          \
  X(RESIDUAL_FLAT, "residual_flat", ", not growing")                                               \
  X(ROUND_OFF_EXPLAINS, "round_off_explains",                                                      \
    "; round-off explains up to {noise_level:.3g} (terms of size {scale:.3g})")                    \
  X(ISOLATED_RESIDUALS, "isolated_residuals", "; all but a few blocks are below that")             \
  X(INVARIANT_WITHIN_ROUND_OFF, "invariant_within_round_off",                                      \
    "deviation ≤ {maximum:.3g} over {steps:.0f} steps of {h:.6g}: round-off (up to "             \
    "{noise_level:.3g})")                                                                          \
  X(INVARIANT_WITHIN_BIASED_ROUND_OFF, "invariant_within_biased_round_off",                        \
    "deviation ≤ {maximum:.3g} over {steps:.0f} steps of {h:.6g}: biased round-off, less than "  \
    "two units per step (up to {noise_level:.3g})")                                                \
  X(INVARIANT_OSCILLATES, "invariant_oscillates",                                                  \
    "oscillates by {amplitude:.3g} (at most {maximum:.3g}) over T = {duration:.6g} at h = "        \
    "{h:.6g}")                                                                                     \
  X(TOO_SHORT_FOR_DRIFT, "too_short_for_drift", "; too short to show a drift")                     \
  X(DRIFT_NOT_SIGNIFICANT, "drift_not_significant",                                                \
    "; drift {drift:.2g} ± {drift_deviation:.1g} per unit of time, {word} ({detectable:.1g} "     \
    "would "                                                                                       \
    "have been detected)")                                                                         \
  X(INVARIANT_WANDERS, "invariant_wanders",                                                        \
    "wanders like t^{exponent:.2f} over a range of {range:.3g} (T = {duration:.6g}, h = "          \
    "{h:.6g})")                                                                                    \
  X(INVARIANT_DRIFTS, "invariant_drifts",                                                          \
    "drifts by {drift:.4g} ± {drift_deviation:.1g} per unit of time, {rise:.3g} over T = "        \
    "{duration:.6g} at h = {h:.6g} (oscillation {amplitude:.3g})")                                 \
  X(INVARIANT_EXCEEDS_TERMS, "invariant_exceeds_terms",                                            \
    "grows to {maximum:.3g} at h = {h:.6g}, beyond its terms ({scale:.3g})")                       \
  X(INVARIANT_EXCEEDS_FIRST_TERMS, "invariant_exceeds_first_terms",                                \
    "grows to {maximum:.3g} at h = {h:.6g}, beyond four times its first terms ({scale:.3g})")      \
  X(ERROR_FALLS, "error_falls",                                                                    \
    "; root mean square over T = {duration:.6g}: {error:.3g} at h = {h:.6g}, {finer_error:.3g} "   \
    "at {finer_h:.6g}, like h^{power:.2f}")                                                        \
  X(OSCILLATION_POWER, "oscillation_power",                                                        \
    "; the oscillation scales like h^{power:.2f}[, the drift like h^{drift_power:.2f}]")           \
  X(DRIFT_POWER, "drift_power", "; the drift scales like h^{drift_power:.2f}")                     \
  X(ERROR_DOES_NOT_FALL, "error_does_not_fall", ": it hardly falls with h, if at all")             \
  X(UNSTABLE_METHOD, "unstable_method",                                                            \
    "; the residual is round-off until late in the run, and the method is unstable here, as it "   \
    "claims (energy not conserved): ")                                                             \
  X(ABOVE_ROUND_OFF, "above_round_off", ", where round-off explains {noise_level:.3g}")            \
  X(EARLIER_TERMS_EXPLAIN_LESS, "earlier_terms_explain_less", ", and its earlier terms less")      \
  X(HARDLY_ABOVE_ROUND_OFF, "hardly_above_round_off",                                              \
    ", hardly above what round-off explains ({noise_level:.3g})")                                  \
  X(POWER_RISES, "power_rises", ", but like h^{power:.2f} at larger steps: the power still rises") \
  X(SENSITIVE, "sensitive",                                                                        \
    "; sensitive motion: starts that differ by {difference:g} separate by a factor of "            \
    "{ratio:.2g}, so runs with h and h/2 are different motions")                                   \
  X(MOTION_ENDS, "motion_ends",                                                                    \
    "the motion leaves the model's domain at t = {time:.4g}: runs with steps down to h = "         \
    "{h:.3g} end there")                                                                           \
  X(UNBOUNDED_MOTION, "unbounded_motion",                                                          \
    "; unbounded motion: the terms of the energy grow from {smallest_error:.3g} to {scale:.3g}, "  \
    "and its error is a small part of them")                                                       \
  X(OSCILLATION_GROWS, "oscillation_grows",                                                        \
    "; the oscillation grows all the time, from {smallest_error:.3g} to {scale:.3g} (h = "         \
    "{h:.3g}): "                                                                                   \
    "a longer run would decide")                                                                   \
  X(DRIFT_SUSPICIOUS, "drift_suspicious",                                                          \
    "; the drift is {deviations:.1f} σ (chance gives five once in six hundred runs): a longer "   \
    "run would decide")                                                                            \
  X(DRIFT_FAINT, "drift_faint",                                                                    \
    ": {deviations:.0f} σ, but less than 1e-4 of the oscillation; a longer run would decide")      \
  X(LONGER_RUN_WOULD_DECIDE, "longer_run_would_decide",                                            \
    "; a longer run or an ensemble would decide")                                                  \
  X(MORE_THAN_OSCILLATION, "more_than_oscillation",                                                \
    ", more than the oscillation at h = {h:g} ({amplitude:.3g})")

#define CAUSES(X)                                                                                  \
  CAUSES_COMMON(X)                                                                                 \
  CAUSES_ORDER(X)                                                                                  \
  CAUSES_TABLE(X)                                                                                  \
  CAUSES_DEFECT(X)                                                                                 \
  CAUSES_LONG(X)                                                                                   \
  CAUSES_ALGEBRA(X)                                                                                \
  CAUSES_WORK(X)                                                                                   \
  CAUSES_GROWTH(X)                                                                                 \
  CAUSES_ENSEMBLE(X)                                                                               \
  CAUSES_SHADOW(X)                                                                                 \
  CAUSES_TOLERANCE(X)

typedef enum {
#define X(NAME, name, template) CAUSE_##NAME,
  CAUSES(X)
#undef X
      CAUSES_COUNT
} Cause;

/* As they are stored, and their templates. */
extern const char *const CauseNames[CAUSES_COUNT];
extern const char *const CauseTemplates[CAUSES_COUNT];
