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
  X(CLAIM_INCOMPLETE, "claim_incomplete", "the study has no such quantity or value")               \
  X(OTHER_STUDY, "other_study",                                                                    \
    "a job of kind {word} has no measurement for a claim on {subject}")                            \
  X(STATE_NOT_COPIED, "state_not_copied",                                                          \
    "; repeatability was tested with two whole runs, since the state cannot be copied")            \
  X(MIXED_UNITS, "mixed_units", "; sizes are in units of each entry's own size, to a factor of 2") \
  X(RECONSTRUCTED, "reconstructed",                                                                \
    "this is a reconstruction, not the method of the source. For the reconstruction the claim "    \
    "is {word}: ")                                                                                 \
  X(ORDER_NOT_POSITIVE, "order_not_positive",                                                      \
    "the claimed order {claimed:g} is not above 0, and every method has it")                       \
  X(QUADRUPLE_WOULD_DECIDE, "quadruple_would_decide",                                              \
    "; quadruple precision would decide (--precision quad)")                                       \
  X(NO_POWER_IN_DOUBLE, "no_power_in_double", "not measurable in double precision: ")              \
  X(QUADRUPLE_MISSING, "quadruple_missing",                                                        \
    "; quadruple precision would decide, but this method or model was built in double precision "  \
    "only (`gimbal build FILE.c` builds both)")                                                    \
  X(NO_POWER, "no_power", "not measurable: ")                                                      \
  X(NO_COUNTEREXAMPLE, "no_counterexample", "no counterexample on this model: ")                   \
  X(BETTER_THAN_CLAIMED, "better_than_claimed",                                                    \
    "not measurable: better than claimed. The property that the claim denies holds to round-off "  \
    "in each case tried ({count:.0f}); ")

#define CAUSES_ORDER(X)                                                                            \
  X(ORDER_CONFIRMED, "order_confirmed",                                                            \
    "observed order {order:±.3f} ({points:.0f} step sizes, [N = "                                 \
    "{first_steps:.0f}…{last_steps:.0f}, down to h = {last_h:.3g}|h = "                          \
    "{first_h:.6g}…{last_h:.6g}], smallest error {smallest_error:.2g}); no lower-order term")      \
  X(ORDER_EXCEEDS, "order_exceeds", "; higher than claimed")                                       \
  X(LOWER_ORDER_TERM, "lower_order_term",                                                          \
    "order {power:.0f}, not {claimed:g}: the error contains {coefficient:.3g}·h^{power:.0f} "     \
    "(component {component:.0f}[, t = {time:g}], {deviations:.3g} σ). At [N = {steps:.0f}, h = "  \
    "{h:.6g}|h = {h:.6g}] this term is {term:.3g}, the whole error {error:.3g}, the noise level "  \
    "{noise_level:.1g}")                                                                           \
  X(ERROR_STOPS_FALLING, "error_stops_falling",                                                    \
    "not order {claimed:g}: with smaller steps the error stops falling at about "                  \
    "{finer_error:.2g} (component {component:.0f}[, t = {time:g}], {deviations:.3g} σ), from "    \
    "about h = {finer_h:.2g} on. At [N = {steps:.0f}, h = {h:.6g}|h = {h:.6g}] the error is "      \
    "{error:.3g}, the noise level {noise_level:.1g}. Possible causes: implicit equations not "     \
    "solved to precision, a wrong coefficient, equations other than the model's, "                 \
    "increments that are not written")                                                             \
  X(SLOPE_HIDES_TERM, "slope_hides_term",                                                          \
    "; the fitted slope[, {order:.2f},] does not show this yet")                                   \
  X(ORDER_TO_DOUBLE, "order_to_double",                                                            \
    "; for this claim to double precision, terms below {term:.1g} do not count")                   \
  X(DIGITS_OF_DOUBLE, "digits_of_double",                                                          \
    "[order {order:±.3f} to double precision; |]below the round-off of double precision the "     \
    "error contains {coefficient:.3g}·h^{power:.0f} (component {component:.0f}[, t = {time:g}], " \
    "{deviations:.3g} σ). Either coefficients have too few digits, or the order is lower and "    \
    "this model hardly shows it. Give the coefficients with 34 digits or as fractions, try "       \
    "another model, or claim order \"{claimed:g} to double precision\"")                           \
  X(ORDER_TOO_LOW, "order_too_low",                                                                \
    "observed order {order:±.3f}, not {claimed:g}: error {error:.3g} at [N = {steps:.0f}|h = "    \
    "{h:.6g}], {finer_error:.3g} at [N = {finer_steps:.0f}|h = {finer_h:.6g}] ({points:.0f} "      \
    "step sizes from [N = {first_steps:.0f}|h = {first_h:.6g}] on)")                               \
  X(PRECISIONS_DISAGREE, "precisions_disagree",                                                    \
    "double and quadruple precision differ by {difference:.3g} with the same steps, {ratio:.2g} "  \
    "times what round-off and the solver explain. Either the two builds are different methods, "   \
    "or each step contains noise of this size")                                                    \
  X(SOLVER_TOO_LOOSE, "solver_too_loose",                                                          \
    "no error exceeds ten noise levels (largest error {error:.2g}, noise level "                   \
    "{noise_level:.2g}). The noise is far above round-off: a solver's, which a tighter "           \
    "tolerance would lower, or that of a force which is round-off itself")                         \
  X(ROWS_ARE_NOISE, "rows_are_noise",                                                              \
    "no error exceeds ten noise levels (largest error {error:.2g}, noise level "                   \
    "{noise_level:.2g}); rows with more digits would decide")                                      \
  X(EXACT_TO_ROUND_OFF, "exact_to_round_off",                                                      \
    "exact to round-off on this model: no error exceeds ten noise levels (largest error "          \
    "{error:.2g}, noise level up to {noise_level:.2g}), so no order can be observed")              \
  X(TOO_FEW_POINTS, "too_few_points",                                                              \
    "{count:.0f} of {points:.0f} errors exceed ten noise levels; an order needs 6")                \
  X(RATES_TOO_LOW, "rates_too_low",                                                                \
    "order below {upper:.3f}, not {claimed:g}: the orders between successive rows end at "         \
    "{order:.3f} ({points:.0f} rows, h = {first_h:.6g}…{last_h:.6g})")                             \
  X(RATES_OPEN, "rates_open",                                                                      \
    "; the orders between successive rows end at {order:.3f} and [stay below {upper:.3f}|do not "  \
    "settle], so {claimed:g} is not excluded")                                                     \
  X(ROWS_MISSING, "rows_missing",                                                                  \
    "; a confirmation needs {count:.0f} more row{count:s}, with finer or intermediate steps")      \
  X(RATES_DIFFER, "rates_differ",                                                                  \
    "; {count:.0f} of {points:.0f} orders printed in the table do not follow from its errors: "    \
    "at h = {h:.6g} column {subject} has {claimed:g}, but the errors give {order:.3f}")            \
  X(ROWS_WITHOUT_NUMBER, "rows_without_number",                                                    \
    "; {count:.0f} row{count:s} not used (no number, or an error of exactly 0)")                   \
  X(FINEST_LOST, "finest_lost", "; no finite error at the finest {count:.0f} step size{count:s}")  \
  X(OVER_LOGARITHM, "over_logarithm", "; orders are those of the error divided by log(1/h)")       \
  X(NO_STRAIGHT_WINDOW, "no_straight_window",                                                      \
    "no clear order: the finest errors do not follow a single power of h (slope of the last "      \
    "six: {order:.2f})")                                                                           \
  X(DEPARTS_FROM_LAW, "departs_from_law",                                                          \
    "slope {order:.3f}, but the error at [N = {steps:.0f}|h = {h:.6g}] is {departure:.3g} noise "  \
    "levels off every expansion that begins with h^{claimed:g}. No single lower-order term "       \
    "explains this")                                                                               \
  X(ORDER_INTERVAL_WIDE, "order_interval_wide",                                                    \
    "observed order between {lower:.3f} and {upper:.3f}, which neither confirms nor refutes "      \
    "{claimed:g}")                                                                                 \
  X(MORE_ROWS_WOULD_DECIDE, "more_rows_would_decide",                                              \
    "; more rows with {word} or intermediate steps would decide, as would a noise level (a "       \
    "column `floor`, or --floor)")                                                                 \
  X(FINEST_DO_NOT_FALL, "finest_do_not_fall",                                                      \
    "the finest errors do not fall ({error:.3g} at N = {steps:.0f})[ and are larger than the "     \
    "solution ({scale:.3g}): the method diverges|: each step contains noise, as from single "      \
    "precision or an iteration that ends early]")                                                  \
  X(BUDGET_ENDS, "budget_ends", "; budget exhausted (smallest step tried: h = {h:.3g})")           \
  X(SHORTER_DURATION_WOULD_DECIDE, "shorter_duration_would_decide",                                \
    "; errors reach the noise level at h = {h:.3g}, and a shorter duration would decide")          \
  X(NOT_SYMMETRIC, "not_symmetric",                                                                \
    "the method is declared symmetric, but its error has odd powers of h. Without `symmetric` "    \
    "in the descriptor, order {order:.3f} would be confirmed")                                     \
  X(NO_ERRORS, "no_errors", "no error of {subject} at any step size: {failure}")                   \
  X(STEP_SIZES_FAILED, "step_sizes_failed",                                                        \
    "{failed:.0f} of {points:.0f} step sizes failed, the finest at N = {steps:.0f}: {failure}")    \
  X(SUPERCONVERGENT_MODEL, "superconvergent_model",                                                \
    "methods may have a higher order on this model[ (slope {order:.3f})]")                         \
  X(STIFF, "stiff",                                                                                \
    "; but h = {h:.3g} is {ratio:.3g} times the model's shortest time scale, too large a step "    \
    "to observe an order")                                                                         \
  X(FAILED_IN_PRECISION, "failed_in_precision", "; in {precision} precision: ")                    \
  X(ORDER_LOST_LATER, "order_lost_later",                                                          \
    "order lost near t = {time:g}: runs with h = {h:.6g} and h/2 differ there by "                 \
    "{difference:.3g}, those with h/2 and h/4 by {finer_error:.3g} (order {power:.2f}). Up to t "  \
    "= {duration:g} the order is {order:.2f}")                                                     \
  X(CONVERGES_ELSEWHERE, "converges_elsewhere",                                                    \
    "converges to another solution near t = {time:g}: runs with h = {h:.3g} and {finer_h:.3g} "    \
    "differ there by {difference:.3g}, but by {error:.3g} from a run of rk4 (uncertainty "         \
    "{uncertainty:.3g})")                                                                          \
  X(ORDER_STAYS, "order_stays", "; order kept up to t = {time:g}")                                 \
  X(ORDER_STAYS_OF, "order_stays_of", " (runs to t = {duration:g})")                               \
  X(ORDER_LOST_BESIDE, "order_lost_beside",                                                        \
    "; but the same runs lose the order of {subject} near t = {time:g}")                           \
  X(NO_ORDER_AFTER, "no_order_after", ", later not measurable")                                    \
  X(LATER_NOT_TESTED, "later_not_tested", "; long times not tested")                               \
  X(LONG_RUNS_SHOW_NO_ORDER, "long_runs_show_no_order", " (long runs show no order)")              \
  X(PARASITIC_CLASSES, "parasitic_classes",                                                        \
    "; parasitic roots: errors lie on different curves for different remainders of N modulo "      \
    "{count:.0f}, and each curve has this order")                                                  \
  X(ODD_STEPS, "odd_steps",                                                                        \
    "; this is seen after odd numbers of steps only, and even numbers of steps show the claimed "  \
    "order")                                                                                       \
  X(PARASITIC_OSCILLATION, "parasitic_oscillation",                                                \
    "; the errors oscillate with N, by up to {ratio:.2g} times the finest error and like "         \
    "h^{power:.2f}, because of parasitic roots or a solver. Smaller terms are not tested")

/* Tables of errors from other programs. */
#define CAUSES_TABLE(X)                                                                            \
  X(PLATEAU, "plateau",                                                                            \
    "the last {count:.0f} errors, down to h = {h:.6g}, [fall only like h^{power:.2f} (are the "    \
    "columns of step sizes and errors exchanged?)|no longer fall], because of round-off, the "     \
    "reference or the method. A noise level (a column `floor`, or --floor) or coarser steps "      \
    "would decide")                                                                                \
  X(COLUMNS_EXCHANGED, "columns_exchanged",                                                        \
    "; with step sizes and errors exchanged the order would be {power:.3f}")                       \
  X(RATES_DEPART, "rates_depart",                                                                  \
    "the slope does not approach {claimed:g}: from h = {h:.6g} on it is {order:.3f}, because of "  \
    "a lower-order term, another power, or noise")                                                 \
  X(ORDER_BY_LAW, "order_by_law",                                                                  \
    "the signed errors fit, to their last digits, an expansion that begins with h^{claimed:g} "    \
    "({points:.0f} step sizes); a term h^{power:.0f} is at most {ratio:.1g} times the finest "     \
    "error")                                                                                       \
  X(HALF_POWERS, "half_powers",                                                                    \
    "; half powers of h, as a singularity causes, explain the rows as well")                       \
  X(NOISE_NOT_GIVEN, "noise_level_not_given",                                                      \
    "; this may be round-off or the reference, and a noise level (a column `floor`, or --floor) "  \
    "would decide")                                                                                \
  X(OTHER_SOLUTION, "other_solution",                                                              \
    "the runs converge to another solution than that of {subject}: a parameter or a force "        \
    "differs; ")                                                                                   \
  X(OTHER_TIME, "other_time", "{subject} agrees with the solution {ratio:g} steps {word}; ")       \
  X(MAY_BE_A_SOLVER, "may_be_a_solver",                                                            \
    "; only errors below {detectable:.1g} show this, and the tolerance of a solver may cause "     \
    "them. A noise level (--floor) would decide")                                                  \
  X(TOO_FEW_OSCILLATIONS, "too_few_oscillations",                                                  \
    "; the runs cover {count:.0f} oscillation{count:s}, but 20 are needed to distinguish a "       \
    "drift from a slow oscillation")                                                               \
  X(RESTS_ON_ONE_ROW, "rests_on_one_row",                                                          \
    "; without the row h = {h:.6g} the term is not certain, and more rows would decide")           \
  X(ROWS_IN_PARTS, "rows_in_parts",                                                                \
    "; the {points:.0f} rows were judged in {count:.0f} parts, each from the coarsest to the "     \
    "finest row: the order is confirmed by {confirming:.0f} and refuted by {refuting:.0f}")

/* Defects at points: structure, equilibria, trajectories, curves, scalings, equalities. */
#define CAUSES_DEFECT(X)                                                                           \
  X(DEFECT_FOUND, "defect_found",                                                                  \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}[, t = {time:.6g}]")                    \
  X(DEFECT_TOO_NEAR, "defect_too_near",                                                            \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}, significant at this point only: a "  \
    "refutation needs two such points")                                                            \
  X(DEFECT_BELOW_TEN_ERRORS, "defect_below_ten_errors",                                            \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}, larger than its uncertainty, but "   \
    "not ten times as large")                                                                      \
  X(DIFFERENCES_DIVERGE, "differences_diverge",                                                    \
    "defect {defect:.3g} ± {uncertainty:.1g} at h = {h:.6g}: the finite differences of the step " \
    "map do not converge, as where it is not differentiable")                                      \
  X(DIFFERENCES_TOO_COARSE, "differences_too_coarse",                                              \
    "defect ≤ {defect:.3g}, but the uncertainty of the finite differences is {uncertainty:.1g}")   \
  X(DEFECT_ABSENT, "defect_absent",                                                                \
    "defect ≤ {defect:.3g} ± {uncertainty:.1g} at {points:.0f} point{points:s}; a defect of "   \
    "{detectable:.1g} would have been detected[ (h = {h:.6g}, {word} {local_error:.2g}{over})]")   \
  X(NO_DEFECT_SEEN, "no_defect_seen", "largest defect {defect:.3g} ± {uncertainty:.1g}")           \
  X(METHOD_EXACT_HERE, "method_exact_here",                                                        \
    "the local error on this model is round-off ({local_error:.2g}{over} at h = {h:.6g}): the "    \
    "method is exact here, or its step does nothing")                                              \
  X(DEFECT_UNDETECTABLE, "defect_undetectable",                                                    \
    "a method without the property would show {local_error:.2g} ({word}{over}, h = {h:.6g}), "     \
    "too little for the uncertainty {uncertainty:.1g}")                                            \
  X(DEFECT_OF_DIGITS, "defect_of_digits",                                                          \
    "; coefficients with too few digits, or equations solved to a fixed tolerance, cause "         \
    "such defects, of this power of h. Give coefficients with 34 digits or as fractions, "         \
    "and solve with gimbal_solve")                                                                 \
  X(DEFECT_POWER, "defect_power", "; scales like h^{power:.2f}")                                   \
  X(NO_STEP, "no_step", "; the step with h = {h:.6g} failed: {failure}")                           \
  X(DEFECT_NOT_FINITE, "defect_not_finite", "a defect of {subject} is not finite")                 \
  X(NO_DEFECT_MEASURED, "no_defect_measured", "{failure}")                                         \
  X(NO_MEASURE, "no_measure",                                                                      \
    "; a volume is that of (q,p), or of the `density` that the model declares")                    \
  X(MEMORY_NOT_REVERSIBLE, "memory_not_reversible",                                                \
    "the method has memory, which steps of -h do not restore")                                     \
  X(FORWARD_ONLY, "forward_only", "steps of -h are needed, but the method declares forward_only")  \
  X(STEP_BACK, "step_back", ": a step of -h does not lead back to the start")                      \
  X(TIMES_NOT_REVERSIBLE, "times_not_reversible",                                                  \
    "q and p belong to different times, so the pair cannot be reversed")                           \
  X(TIMES_DIFFER, "times_differ", "the two methods give q at different times, and v as well")      \
  X(COORDINATES_DIFFER, "coordinates_differ",                                                      \
    "the other method has no formulation in this model's coordinates")                             \
  X(NODES_LEAVE_CONSTRAINTS, "nodes_leave_constraints",                                            \
    "the nodes leave the constraint manifold, on which the model's measure is defined")

/* The numbers of a scheme. */
#define CAUSES_ALGEBRA(X)                                                                              \
  X(ORDER_CONDITIONS_HOLD, "order_conditions_hold",                                                    \
    "all {count:.0f} order conditions up to order {order:g} hold ")                                    \
  X(ORDER_CONDITION_FAILS, "order_condition_fails",                                                    \
    "the order condition of tree {word} (order {order:g}) fails ")                                     \
  X(ORDER_CONSTANT_FAILS, "order_constant_fails",                                                      \
    "the order condition {word} = 0 (order {order:.0f}) fails ")                                       \
  X(ORDER_WITHIN, "order_within", "; order {lower:g} within 1e-12[, order {upper:g} within 1e-8]")     \
  X(NEXT_CONDITION_FAILS, "next_condition_fails",                                                      \
    "; order {order:g} fails by {defect:.3g} (tree {word})")                                           \
  X(NEXT_CONSTANT, "next_constant", "; order {order:.0f} fails ({word} = ±{defect:.3g})")              \
  X(HIGHER_ORDERS_NOT_TESTED, "higher_orders_not_tested", "; higher orders not tested")                \
  X(EXACT_MODULO_PRIMES, "exact_modulo_primes", "exactly (modulo two primes near 2^61)")               \
  X(HOLDS_TO_ROUND_OFF, "holds_to_round_off", "to round-off")                                          \
  X(HOLDS_TO_DIGITS, "holds_to_digits",                                                                \
    "(largest residual {defect:.1g}, coefficients of {count:.0f} digits)")                             \
  X(OFF_MODULO_PRIMES, "off_modulo_primes",                                                            \
    "by less than {uncertainty:.1g}, but is not zero modulo two primes near 2^61")                     \
  X(OFF_BY_ROUNDING, "off_by_rounding", "by {defect:.3g} (round-off explains {uncertainty:.1g})")      \
  X(OFF_BY_DIGITS, "off_by_digits",                                                                    \
    "by {defect:.3g} (the digits given explain {uncertainty:.1g})")                                    \
  X(ORDER_WITHIN_PLACES, "order_within_places",                                                        \
    "; order {order:g} within the last printed digit ({count:.0f} decimal places)")                    \
  X(HOLDS_WITHIN_PLACES, "holds_within_places",                                                        \
    "; holds within the last printed digit ({count:.0f} decimal places)")                              \
  X(EQUATION_SYMPLECTIC_PAIR, "equation_symplectic_pair", "b_i â_ij + b̂_j a_ji = b_i b̂_j ")            \
  X(EQUATION_SYMPLECTIC, "equation_symplectic", "b_i a_ij + b_j a_ji = b_i b_j ")                      \
  X(EQUATION_SYMMETRIC, "equation_symmetric", "a_ij + a_(s+1-i)(s+1-j) = b_j ")                        \
  X(EQUATION_SYMPLECTIC_NYSTROM, "equation_symplectic_nystrom",                                        \
    "b_i = b'_i (1 - c_i), b'_i (b_j - a_ij) = b'_j (b_i - a_ji) ")                                    \
  X(EQUATION_SYMMETRIC_NYSTROM, "equation_symmetric_nystrom",                                          \
    "a_ij + b'_j (1 - c_i) - b_j = a_(s+1-i)(s+1-j) ")                                                 \
  X(EQUATION_SYMMETRIC_MULTISTEP, "equation_symmetric_multistep",                                      \
    "α_j = -α_(k-j), β_j = β_(k-j) ")                                                                  \
  X(EQUATION_STIFFLY_ACCURATE_ROSENBROCK, "equation_stiffly_accurate_rosenbrock",                      \
    "the last row of α + Γ is b, and the last node is 1: ")                                            \
  X(EQUATION_STIFFLY_ACCURATE, "equation_stiffly_accurate", "the last row of a is b: ")                \
  X(EQUATION_OFF, "equation_off", "fails ")                                                            \
  X(STABILITY_FUNCTION, "stability_function",                                                          \
    "[stability function (degrees {numerator:.0f} and {denominator:.0f})|largest eigenvalue of "       \
    "the stability matrix]: ")                                                                         \
  X(AXIS_STABLE, "axis_stable", "modulus ≤ 1 on the imaginary axis, ")                                 \
  X(AXIS_UNSTABLE, "axis_unstable", "modulus > 1 on the imaginary axis, ")                             \
  X(LIMIT_AT_INFINITY, "limit_at_infinity",                                                            \
    "[modulus {ratio:.3g} at infinity|unbounded at infinity]")                                         \
  X(NO_POLE, "no_pole", "; no pole with real part ≤ 0")                                                \
  X(POLE, "pole", "; a pole with real part ≤ 0")                                                       \
  X(FIGURE_ORDER, "figure_order", "{order:.0f}, by the stability function")                            \
  X(FIGURE, "figure", "{order:.8g}[ (± {uncertainty:.1g})|]")                                          \
  X(FIGURE_UNBOUNDED, "figure_unbounded", "unbounded")                                                 \
  X(FIGURE_OFF, "figure_off", ", not {claimed:.10g}")                                                  \
  X(ROOTS, "roots", "roots of ρ other than 1 have modulus ≤ {ratio:.6g}")                              \
  X(ROOT_REPEATED, "root_repeated", "; a root of modulus 1 is repeated")                               \
  X(LEAST_ON_CIRCLE, "least_on_circle",                                                                \
    "; scaled, Re σ/ρ ≥ {lower:.3g} on the unit circle, and Re σ/(ζρ') ≥ {upper:.3g} at the " \
    "roots ζ there")                                                                                   \
  X(LEAVES_RATE_OUT, "leaves_rate_out", "; its steps omit ∂f/∂t")                                      \
  X(SCHEME_CONDITIONAL, "scheme_conditional", "; valid under the condition \"{word}\"")                \
  X(NO_SCHEME, "no_scheme", "the record has no coefficients")                                          \
  X(NO_EQUATION_FOR_ROSENBROCK, "no_equation_for_rosenbrock",                                          \
    "a Rosenbrock method uses the derivative of the field, so its coefficients alone do not "          \
    "decide whether it is {subject}; runs do")                                                         \
  X(EQUATION_NOT_TESTED, "equation_not_tested",                                                        \
    "{subject} not tested: no equation for this kind of scheme, or too many stages")

/* What an accuracy costs. */
#define CAUSES_WORK(X)                                                                             \
  X(NO_RUN_ENDED, "no_run_ended", "no run reached the end")                                        \
  X(ACCURACY_TOO_COSTLY, "accuracy_too_costly",                                                    \
    "relative error still ≥ {error:.3g} with {work:.6g} {word}")                                   \
  X(ACCURACY_NOT_REACHED, "accuracy_not_reached",                                                  \
    "smallest relative error {error:.3g}; no run has more than {work:.6g} {word}")                 \
  X(ACCURACY_COST, "accuracy_cost",                                                                \
    "relative error {error:.0e} costs {work:.6g} {word}[ (interpolated between runs with "         \
    "{lower:.6g} and {upper:.6g})| or fewer]")

/* How an error grows with time. */
#define CAUSES_GROWTH(X)                                                                           \
  X(NOT_SCORED, "not_scored", "the method gives no {subject} at the nodes, or the model has none") \
  X(ERROR_GROWS, "error_grows",                                                                    \
    "the error of {subject} grows like t^{exponent:.2f} (exponent {lower:.2f} to {upper:.2f}, "    \
    "error {error:.2g} at T = {duration:.6g} and h = {h:.6g})")                                    \
  X(GROWTH_AS_CLAIMED, "growth_as_claimed", ", as claimed")                                        \
  X(GROWTH_NOT_AS_CLAIMED, "growth_not_as_claimed",                                                \
    ", not like t^{claimed:g}; a run of T/4 shows the same power")                                 \
  X(GROWTH_NOT_SETTLED, "growth_not_settled",                                                      \
    "; the claim is t^{claimed:g}, and the power is not settled yet")                              \
  X(ERROR_SATURATES, "error_saturates",                                                            \
    "the error reaches the size of the motion before T/2 (T = {duration:.6g}, h = {h:.6g}), too "  \
    "early to show a power of t")                                                                  \
  X(GROWTH_AT_ROUND_OFF, "growth_at_round_off",                                                    \
    "the error of {subject} is at most {error:.2g} over T = {duration:.6g} at h = {h:.6g}, "       \
    "which is round-off (up to {noise_level:.1g})")

#define CAUSES_ENSEMBLE(X)                                                                         \
  X(MEAN_SQUARE_GROWS, "mean_square_grows",                                                        \
    "the mean square error of {count:.0f} members grows like {constant:.3g} + {coefficient:.3g} "  \
    "t^{exponent:.2f} up to t = {time:.6g} (exponent {lower:.2f} to {upper:.2f}). A drift of "     \
    "{detectable:.2g} in the root mean square would have been detected")                           \
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
    "{lower:.2f} to {upper:.2f}. A drift of {detectable:.2g} in the root mean square would have "  \
    "been detected")                                                                               \
  X(WALK_NOT_SHOWN, "walk_not_shown",                                                              \
    "; growth like t is not shown: more members or a longer run would decide")                     \
  X(TOO_FEW_TIMES, "too_few_times",                                                                \
    "{count:.0f} output time{count:s}, but a growth needs {points:.0f}")                           \
  X(GROWTH_NOT_FITTED, "growth_not_fitted",                                                        \
    "no power of time fits the mean square error: it is exactly 0 at some times, or the "          \
    "covariance of its values at {count:.0f} times is singular")                                   \
  X(SLICES_DIFFER, "slices_differ", "the parts of the ensemble have {subject} at different times")

/* Shadow Hamiltonians: each range follows the one before it. */
#define CAUSES_SHADOW(X)                                                                           \
  X(NO_ACTION, "no_action",                                                                        \
    "the method has no discrete action (`action`), so its shadow Hamiltonian cannot be computed")  \
  X(TIMES_OF_Q_AND_P_DIFFER, "times_of_q_and_p_differ", "q and p belong to different times")       \
  X(ACTION_CHANGES_STEP, "action_changes_step",                                                    \
    "the step of (q,v) changes when the action is appended to the state, so the action cannot "    \
    "be computed")                                                                                 \
  X(GROUP_MOMENTA, "group_momenta",                                                                \
    "on a group, p and q̇ do not belong to coordinates, which a shadow Hamiltonian needs")          \
  X(SHADOW_RANGE, "shadow_range",                                                                  \
    "range of the shadow Hamiltonian over T = {duration:.6g}: {range:.2g} at h = {h:.6g}")         \
  X(SHADOW_RANGE_NEXT, "shadow_range_next", ", {range:.2g} at h = {h:.6g}")                        \
  X(SHADOW_POWER, "shadow_power",                                                                  \
    " (like h^{power:.2f}, differences of order {difference_order:.0f})")                          \
  X(SHADOW_RANGE_SHARP, "shadow_range_sharp",                                                      \
    "; with differences of order {difference_order:.0f}: {range:.2g}[ (like h^{power:.2f})]")      \
  X(SHADOW_RANGE_FALLS, "shadow_range_falls",                                                      \
    "; without a shadow Hamiltonian it would be about the range of the energy itself, "            \
    "{range:.2g}")                                                                                 \
  X(SHADOW_RANGE_AT_ROUND_OFF, "shadow_range_at_round_off",                                        \
    ", which is round-off at h = {h:.6g} ({noise_level:.1g}); without a shadow Hamiltonian it "    \
    "would be about the range of the energy itself, {range:.2g}")                                  \
  X(ENERGY_RANGE_TOO_SMALL, "energy_range_too_small",                                              \
    "; the range of the energy itself, {range:.2g}, is too small to compare with")                 \
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
    ", which does not fall: noise of the solver or of overwritten states exceeds the expected "    \
    "round-off ({noise_level:.1g})")                                                               \
  X(SHADOW_NOT_FINITE, "shadow_not_finite", "the shadow Hamiltonian is not finite")

/* Errors and tolerances. */
#define CAUSES_TOLERANCE(X)                                                                        \
  X(SOLUTION_ZERO, "solution_zero",                                                                \
    "the solution is 0 at the output times, so there is no relative error")                        \
  X(TOLERANCES_TOO_COSTLY, "tolerances_too_costly",                                                \
    "only {count:.0f} tolerance{count:s} tried, down to {tolerance:.2g}: the next needs more "     \
    "than {work:.0f} evaluations")                                                                 \
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
    "{tolerance:.2g}, where the error {error:.3g} grows by a factor of {ratio:.3g}")               \
  X(ERRORS_FALL, "errors_fall",                                                                    \
    "each of {count:.0f} smaller tolerances gives a smaller error[, from {error:.2g} down to "     \
    "{finer_error:.2g}]")                                                                          \
  X(NO_RESULT, "no_result", "; no result at {failed:.0f} tolerances (as at {tolerance:.2g})")      \
  X(RUN_FAILED, "run_failed", ": {failure}")                                                       \
  X(TOLERANCES_NOT_TRIED, "tolerances_not_tried",                                                  \
    "; tolerances below {tolerance:.2g} not tried: they need more than {work:.0f} evaluations")

/* Long runs: constraints, energy, invariants. */
#define CAUSES_LONG(X)                                                                              \
  X(RUN_STOPPED, "run_stopped",                                                                     \
    "the run with h = {h:.6g} stopped[ at t = {time:.6g}] ({failure})")                             \
  X(STOPPED_AFTER, "stopped_after", "; the run stopped at t = {time:.6g}")                          \
  X(LARGER_STEP, "larger_step", ". At a larger step: ")                                             \
  X(QUADRUPLE_RUN, "quadruple_run",                                                                 \
    "; in quadruple precision at most {maximum:.3g} over {steps:.0f} steps (round-off explains "    \
    "{noise_level:.2g})")                                                                           \
  X(DRIFT_OF_DIGITS, "drift_of_digits",                                                             \
    "; coefficients with too few digits, or equations solved to a fixed tolerance, cause drifts "   \
    "of this size. Give coefficients with 34 digits or as fractions, and solve with gimbal_solve")  \
  X(QUADRUPLE_DRIFT, "quadruple_drift",                                                             \
    ", drifting by {drift:.3g} ± {drift_deviation:.1g} per unit of time")                           \
  X(NOTHING_TO_CONSERVE, "nothing_to_conserve",                                                     \
    "the method is exact to round-off on this model; ")                                             \
  X(METHOD_ERROR_BELOW_ROUND_OFF, "method_error_below_round_off",                                   \
    "the method's own error adds up to {method_error:.2g}, but round-off hides anything below "     \
    "{detectable:.2g}; ")                                                                           \
  X(WOULD_HAVE_BEEN_FOUND, "would_have_been_found",                                                 \
    "; a deviation of {detectable:.2g} would have been detected[ (the method's own error adds "     \
    "up to {method_error:.2g})]")                                                                   \
  X(ROUND_OFF_AMPLIFIED, "round_off_amplified",                                                     \
    "; the residual begins at round-off ({smallest_error:.1g}) and grows by a factor e per time "   \
    "{growth_time:.2g}, because the steps amplify rounding errors")                                 \
  X(RESIDUAL, "residual", "largest residual {maximum:.3g} over {steps:.0f} steps of {h:.6g}")       \
  X(RESIDUAL_IN_PROPORTION, "residual_in_proportion",                                               \
    "largest relative residual {maximum:.3g} over {steps:.0f} steps of {h:.6g}")                    \
  X(RESIDUAL_DRIFTS, "residual_drifts", ", growing linearly")                                       \
  X(RESIDUAL_WANDERS, "residual_wanders", ", growing like a random walk")                           \
  X(RESIDUAL_FLAT, "residual_flat", ", not growing")                                                \
  X(ROUND_OFF_EXPLAINS, "round_off_explains",                                                       \
    "; round-off explains up to {noise_level:.3g} (terms of size {scale:.3g})")                     \
  X(ISOLATED_RESIDUALS, "isolated_residuals", "; only a few short parts of the run exceed this")    \
  X(INVARIANT_WITHIN_ROUND_OFF, "invariant_within_round_off",                                       \
    "deviation ≤ {maximum:.3g} over {steps:.0f} steps of {h:.6g}, within round-off (up to "       \
    "{noise_level:.3g})")                                                                           \
  X(INVARIANT_WITHIN_BIASED_ROUND_OFF, "invariant_within_biased_round_off",                         \
    "deviation ≤ {maximum:.3g} over {steps:.0f} steps of {h:.6g}, within biased round-off of "    \
    "two units per step (up to {noise_level:.3g})")                                                 \
  X(INVARIANT_OSCILLATES, "invariant_oscillates",                                                   \
    "oscillates by {amplitude:.3g} (largest deviation {maximum:.3g}) over T = {duration:.6g} at "   \
    "h = {h:.6g}")                                                                                  \
  X(TOO_SHORT_FOR_DRIFT, "too_short_for_drift", "; too short to show a drift")                      \
  X(DRIFT_NOT_SIGNIFICANT, "drift_not_significant",                                                 \
    "; drift {drift:.2g} ± {drift_deviation:.1g} per unit of time, {word} (a drift of "            \
    "{detectable:.1g} would have been detected)")                                                   \
  X(INVARIANT_WANDERS, "invariant_wanders",                                                         \
    "grows like a random walk, t^{exponent:.2f}, over a range of {range:.3g} (T = "                 \
    "{duration:.6g}, h = {h:.6g})")                                                                 \
  X(INVARIANT_DRIFTS, "invariant_drifts",                                                           \
    "drifts by {drift:.4g} ± {drift_deviation:.1g} per unit of time, {rise:.3g} over T = "         \
    "{duration:.6g} at h = {h:.6g} (oscillation {amplitude:.3g})")                                  \
  X(INVARIANT_EXCEEDS_TERMS, "invariant_exceeds_terms",                                             \
    "grows to {maximum:.3g} at h = {h:.6g}, more than its largest terms ({scale:.3g})")             \
  X(INVARIANT_EXCEEDS_FIRST_TERMS, "invariant_exceeds_first_terms",                                 \
    "grows to {maximum:.3g} at h = {h:.6g}, more than four times its terms at the beginning "       \
    "({scale:.3g})")                                                                                \
  X(ERROR_FALLS, "error_falls",                                                                     \
    "; the root-mean-square error over T = {duration:.6g} scales like h^{power:.2f} "               \
    "({error:.3g} at h = {h:.6g}, {finer_error:.3g} at {finer_h:.6g})")                             \
  X(ERROR_DOES_NOT_FALL, "error_does_not_fall", ", so it hardly falls with h")                      \
  X(UNSTABLE_METHOD, "unstable_method",                                                             \
    "; the residual is round-off until late in the run. The method is unstable here, in line "      \
    "with its claim that energy drifts: the energy error ")                                         \
  X(ABOVE_ROUND_OFF, "above_round_off", ", more than round-off explains ({noise_level:.3g})")       \
  X(EARLIER_TERMS_EXPLAIN_LESS, "earlier_terms_explain_less",                                       \
    "; round-off early in the run explains less")                                                   \
  X(HARDLY_ABOVE_ROUND_OFF, "hardly_above_round_off",                                               \
    ", hardly more than round-off explains ({noise_level:.3g})")                                    \
  X(POWER_RISES, "power_rises",                                                                     \
    ", and like h^{power:.2f} at larger steps, so the power still rises")                           \
  X(SENSITIVE, "sensitive",                                                                         \
    "; the motion is sensitive: a difference of {difference:g} at the start grows by a factor "     \
    "of {ratio:.2g}, so runs with h and h/2 cannot be compared. A case with a regular motion "      \
    "would decide")                                                                                 \
  X(MOTION_ENDS, "motion_ends",                                                                     \
    "the motion leaves the model's domain at t = {time:.4g}, where all runs end, with steps "       \
    "down to h = {h:.3g}")                                                                          \
  X(UNBOUNDED_MOTION, "unbounded_motion",                                                           \
    "; the motion is unbounded: the terms of the energy grow from {smallest_error:.3g} to "         \
    "{scale:.3g}, and its error is a small part of them")                                           \
  X(OSCILLATION_GROWS, "oscillation_grows",                                                         \
    "; the oscillation grows throughout, from {smallest_error:.3g} to {scale:.3g} (h = "            \
    "{h:.3g}). A longer run would decide")                                                          \
  X(DRIFT_SUSPICIOUS, "drift_suspicious",                                                           \
    "; the drift is {deviations:.1f} σ, and 5 σ occur by chance in one run of 600. A longer run " \
    "would decide")                                                                                 \
  X(DRIFT_FAINT, "drift_faint",                                                                     \
    "; this drift is {deviations:.0f} σ, but less than 1e-4 of the oscillation. A longer run "     \
    "would decide")                                                                                 \
  X(LONGER_RUN_WOULD_DECIDE, "longer_run_would_decide",                                             \
    "; a longer run or an ensemble would decide")                                                   \
  X(MORE_THAN_OSCILLATION, "more_than_oscillation",                                                 \
    "; this exceeds the oscillation at h = {h:g} ({amplitude:.3g})")

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
