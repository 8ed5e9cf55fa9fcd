/* What findings rest on: for each cause its stored name and the template of its sentence
 * (finding/sentence.h). Statements follow one another in a sentence, so that a cause which adds to
 * another begins with its own punctuation. */
#ifndef GIMBAL_HARNESS_FINDING_CAUSES_H
#define GIMBAL_HARNESS_FINDING_CAUSES_H

/* Any study. */
#define CAUSES_COMMON(X)                                                                           \
  X(NOT_JUDGED, "not_judged", "")                                                                  \
  X(NOT_RUN, "not_run", "{failure}")                                                               \
  X(JOB_FAILED, "job_failed", "{failure}")                                                         \
  X(NOT_A_FUNCTION, "not_a_function_of_its_state", "{failure}")                                    \
  X(STEP_SIZE_FAILED, "step_size_failed", "with h = {h:.6g}: {failure}")                           \
  X(NO_MEASUREMENTS, "no_measurements", "the record holds no measurements")                        \
  X(OTHER_STUDY, "other_study",                                                                    \
    "a job of kind {word} measures nothing that a claim on {subject} is judged from")              \
  X(STATE_NOT_COPIED, "state_not_copied",                                                          \
    " (its state cannot be copied: two runs from one start agree in every bit)")                   \
  X(WORKING_UNITS, "working_units",                                                                \
    " (times and errors in the units in which gimbal worked, see results.jsonl)")                  \
  X(RECONSTRUCTED, "reconstructed",                                                                \
    "reconstructed: the method of the source was not read. Of what stands for it here it is "      \
    "{word}: ")                                                                                    \
  X(ORDER_NOT_POSITIVE, "order_not_positive",                                                      \
    "an order of {claimed:g} is none: every method has it; it must be a number above 0")           \
  X(QUADRUPLE_WOULD_DECIDE, "quadruple_would_decide", "; --precision quad would decide")           \
  X(NO_POWER_IN_DOUBLE, "no_power_in_double", "no power in double: ")                              \
  X(QUADRUPLE_MISSING, "quadruple_missing",                                                        \
    "; quadruple precision would decide, which method or model lack here (`gimbal build FILE.c` "  \
    "makes both precisions)")                                                                      \
  X(NO_POWER, "no_power", "no power: ")                                                            \
  X(NO_COUNTEREXAMPLE, "no_counterexample", "no witness here: ")

#define CAUSES_ORDER(X)                                                                            \
  X(ORDER_CONFIRMED, "order_confirmed",                                                            \
    "the error falls like h^{order:.3f}, between h^{lower:.3f} and h^{upper:.3f}, over "           \
    "{points:.0f} points from [{first_steps:.0f} to {last_steps:.0f} steps|h = {first_h:.6g} to "  \
    "{last_h:.6g}], down to {smallest_error:.2g}; no term of lower order was found")               \
  X(ORDER_EXCEEDS, "order_exceeds", "; the order is higher than claimed")                          \
  X(LOWER_ORDER_TERM, "lower_order_term",                                                          \
    "the error holds a term of order {power:.0f}, {coefficient:.3g} h^{power:.0f}, "               \
    "{deviations:.3g} of its standard deviations, in component {component:.0f}[ at t = "           \
    "{time:g}]: with [{steps:.0f} steps (h = {h:.6g})|h = {h:.6g}] it is {term:.3g} of an error "  \
    "of {error:.3g}, where the floor is {noise_level:.1g}")                                        \
  X(SLOPE_HIDES_TERM, "slope_hides_term", "; the slope alone does not show it yet")                \
  X(ORDER_TOO_LOW, "order_too_low",                                                                \
    "the error falls like h^{order:.3f}, between h^{lower:.3f} and h^{upper:.3f}, not like "       \
    "h^{claimed:g}: {error:.3g} with [{steps:.0f} steps|h = {h:.6g}] and {finer_error:.3g} with "  \
    "[{finer_steps:.0f}|h = {finer_h:.6g}], over {points:.0f} points from [{first_steps:.0f} "     \
    "steps|h = {first_h:.6g}] on")                                                                 \
  X(PRECISIONS_DISAGREE, "precisions_disagree",                                                    \
    "with the same steps the runs in double and in quadruple precision are {difference:.3g} "      \
    "apart, {ratio:.2g} times as far as rounding and the solver explain: they are not one "        \
    "method, or it adds noise of that size to its steps")                                          \
  X(SOLVER_TOO_LOOSE, "solver_too_loose",                                                          \
    "no error is above ten floors (the largest is {error:.2g}), but the floor is "                 \
    "{noise_level:.2g}, far above round-off: it is the solver's, and a tighter tolerance would "   \
    "decide")                                                                                      \
  X(EXACT_TO_ROUND_OFF, "exact_to_round_off",                                                      \
    "exact here to round-off: no error is above ten floors (the largest is {error:.2g}, the "      \
    "floor up to {noise_level:.2g}), so no order can be seen")                                     \
  X(TOO_FEW_POINTS, "too_few_points",                                                              \
    "only {count:.0f} of the {points:.0f} points are above ten floors, and an order needs 6")      \
  X(RATES_TOO_LOW, "rates_too_low",                                                                \
    "the successive orders of {points:.0f} rows from h = {first_h:.6g} to {last_h:.6g} end with "  \
    "{order:.3f} and go no higher than {upper:.3f}, which is below {claimed:g}")                   \
  X(RATES_OPEN, "rates_open",                                                                      \
    "; the successive orders end with {order:.3f} and "                                            \
    "[go no higher than {upper:.3f}|do not settle], which does not exclude {claimed:g}")           \
  X(ROWS_MISSING, "rows_missing",                                                                  \
    "; a confirmation needs {count:.0f} more row{count:s}, of finer steps or between those that "  \
    "there are")                                                                                   \
  X(RATES_DIFFER, "rates_differ",                                                                  \
    "; the table gives an order of {claimed:g} at h = {h:.6g} (column {subject}), and its errors "   \
    "one of {order:.3f}: {count:.0f} of {points:.0f} such orders do not follow from the errors")   \
  X(ROWS_WITHOUT_NUMBER, "rows_without_number",                                                    \
    "; {count:.0f} row{count:s} left out, without a number or with an error of exactly 0")         \
  X(FINEST_LOST, "finest_lost",                                                                    \
    "; with the finest {count:.0f} step size{count:s} the error is no finite number")              \
  X(OVER_LOGARITHM, "over_logarithm", "; these are powers of the error over log(1/h)")             \
  X(NO_STRAIGHT_WINDOW, "no_straight_window",                                                      \
    "no window of 6 points up to the finest is straight enough to show an order (the last six "    \
    "fall like h^{order:.2f})")                                                                    \
  X(DEPARTS_FROM_LAW, "departs_from_law",                                                          \
    "the slope is {order:.3f}, but with [{steps:.0f} steps|h = {h:.6g}] the error departs by "     \
    "{departure:.3g} floors from every sum of powers from h^{claimed:g} on, and no single "        \
    "lower-order term explains it")                                                                \
  X(ORDER_INTERVAL_WIDE, "order_interval_wide",                                                    \
    "the order lies between {lower:.3f} and {upper:.3f}, which neither confirms nor refutes "      \
    "{claimed:g}")                                                                                 \
  X(MORE_ROWS_WOULD_DECIDE, "more_rows_would_decide",                                              \
    "; more rows, of finer steps or between those that there are, would decide")                   \
  X(FINER_STEPS_WOULD_DECIDE, "finer_steps_would_decide", "; finer steps would decide")            \
  X(SHORTER_DURATION_WOULD_DECIDE, "shorter_duration_would_decide",                                \
    "; a shorter duration or coarser steps would decide")                                          \
  X(NOT_SYMMETRIC, "not_symmetric",                                                                \
    "the method says that it is symmetric, and its errors have odd powers of h as well: without "  \
    "`symmetric` in its descriptor the order, {order:.3f}, would be confirmed")                    \
  X(QUANTITY_MISSING, "quantity_missing",                                                          \
    "{subject} is not among the quantities of this model's realisation")                           \
  X(NO_ERRORS, "no_errors", "{subject} has no error at any step size: {failure}")                  \
  X(STEP_SIZES_FAILED, "step_sizes_failed",                                                        \
    "{failed:.0f} of {points:.0f} step sizes failed, the finest with {steps:.0f} steps: {failure}") \
  X(SUPERCONVERGENT_MODEL, "superconvergent_model",                                                \
    "degenerate: on this model methods are better than they are elsewhere, so its slope[ (here "   \
    "{order:.3f})] confirms nothing")                                                              \
  X(STIFF, "stiff",                                                                                \
    "; but the smallest step that shows an error, {h:.3g}, is {ratio:.3g} times as long as the "   \
    "model takes to change: on a stiff problem that is not small, and shows no order")             \
  X(NO_ORDER_MEASURED, "no_order_measured", "the record holds no measurement of order")            \
  X(CLAIM_INCOMPLETE, "claim_incomplete", "the claim names no quantity or no order")               \
  X(FAILED_IN_PRECISION, "failed_in_precision", "; in {precision} precision ")                     \
  X(ORDER_LOST_LATER, "order_lost_later",                                                          \
    "the order is lost later: up to t = {duration:g} runs with steps h and h/2 are apart like "    \
    "h^{order:.2f}, but about t = {time:g} like h^{power:.2f}: with h = {h:.6g} and half of it "   \
    "they are {difference:.3g} apart there, and with the next half {finer_error:.3g}")             \
  X(CONVERGES_ELSEWHERE, "converges_elsewhere",                                                    \
    "the runs go astray later: about t = {time:g} those with steps {h:.3g} and {finer_h:.3g} are " \
    "only {difference:.3g} apart, but {error:.3g} from a run of the classical method of order 4, " \
    "which is {uncertainty:.3g} from its own with steps twice as long: they converge to "          \
    "something else than the solution")                                                            \
  X(ORDER_STAYS, "order_stays", "; the order stays up to t = {time:g}")                            \
  X(NO_ORDER_AFTER, "no_order_after",                                                              \
    ", and after it runs with ever smaller steps show none")                                       \
  X(LATER_NOT_TESTED, "later_not_tested", "; later times were not looked at")                      \
  X(LONG_RUNS_SHOW_NO_ORDER, "long_runs_show_no_order", ": runs that long show no order")          \
  X(PARASITIC_CLASSES, "parasitic_classes",                                                        \
    "; errors of step numbers with different remainders modulo {count:.0f} lie on different "      \
    "curves, as with parasitic roots, and each of these falls so")                                 \
  X(PARASITIC_OSCILLATION, "parasitic_oscillation",                                                \
    "; errors turn with the number of steps, as with parasitic roots, by up to {ratio:.2g} of "    \
    "the finest, which falls like h^{power:.2f}: below that nothing was looked for")

/* Tables of errors from other programs. */
#define CAUSES_TABLE(X)                                                                            \
  X(PLATEAU, "plateau",                                                                            \
    "the last {count:.0f} errors, down to h = {h:.6g}, do not fall any more: this may be "         \
    "round-off, the reference or the method; a floor (a column, or --floor) would decide")         \
  X(NOISE_NOT_GIVEN, "noise_level_not_given",                                                      \
    "; without a floor that may be round-off or the reference: a floor (a column, or --floor) "    \
    "would decide")                                                                                \
  X(RESTS_ON_ONE_ROW, "rests_on_one_row",                                                          \
    "; but that rests on one row: without h = {h:.6g} it is not so. More rows would decide")

/* Defects at points: structure, equilibria, trajectories, curves, scalings, equalities. */
#define CAUSES_DEFECT(X)                                                                           \
  X(DEFECT_FOUND, "defect_found",                                                                  \
    "with h = {h:.6g} the defect is {defect:.3g}[ at the state at t = {time:.6g}], its error only " \
    "{uncertainty:.1g}")                                                                           \
  X(COUNTEREXAMPLE_FOUND, "counterexample_found",                                                  \
    "with h = {h:.6g} the defect is {defect:.3g}, its error {uncertainty:.1g}")                    \
  X(DEFECT_TOO_NEAR, "defect_too_near",                                                            \
    "with h = {h:.6g} the defect is {defect:.3g}, its error {uncertainty:.1g}: too near")          \
  X(DEFECT_BELOW_TEN_ERRORS, "defect_below_ten_errors",                                            \
    "with h = {h:.6g} the defect is {defect:.3g}, which is above its error, {uncertainty:.1g}, "   \
    "but not ten times that")                                                                      \
  X(DIFFERENCES_TOO_COARSE, "differences_too_coarse",                                              \
    "the defect is at most {defect:.3g}, but the differences err by {uncertainty:.1g} here, which " \
    "says nothing")                                                                                \
  X(DEFECT_ABSENT, "defect_absent",                                                                \
    "at {points:.0f} point{points:s} the defect is at most {defect:.3g}, its error "               \
    "{uncertainty:.1g}; [with h = {h:.6g} ]one of {detectable:.1g} would have been seen[, and "    \
    "{word} {local_error:.2g}{over}]")                                                        \
  X(NO_DEFECT_SEEN, "no_defect_seen",                                                              \
    "the largest defect is {defect:.3g}, its error {uncertainty:.1g}")                             \
  X(METHOD_EXACT_HERE, "method_exact_here",                                                        \
    "the method is exact here (with h = {h:.6g} it errs by {local_error:.2g}{over}), so that "  \
    "there is no defect to be found")                                                              \
  X(DEFECT_UNDETECTABLE, "defect_undetectable",                                                    \
    "with h = {h:.6g} {word} {local_error:.2g}{over}, and a defect of that size would not be "  \
    "told from the error of this measurement, {uncertainty:.1g}")                                  \
  X(DEFECT_POWER, "defect_power", "; it goes like h^{power:.2f}")                                  \
  X(NO_STEP, "no_step", "; with h = {h:.6g} there is no step: {failure}")                          \
  X(DEFECT_NOT_FINITE, "defect_not_finite", "a defect of {subject} is not a finite number")        \
  X(NO_DEFECT_MEASURED, "no_defect_measured", "{failure}")                                         \
  X(MEMORY_NOT_REVERSIBLE, "memory_not_reversible",                                                \
    "the method hands on a memory that steps of -h do not lead back, and which only the method "   \
    "itself could reverse")                                                                        \
  X(TIMES_NOT_REVERSIBLE, "times_not_reversible",                                                  \
    "q and p are scored at times of which a reversed motion makes no pair")                        \
  X(TIMES_DIFFER, "times_differ", "the two methods score neither q nor v at the same times")       \
  X(COORDINATES_DIFFER, "coordinates_differ",                                                      \
    "the other method takes none of the coordinates that the model has")                           \
  X(NODES_LEAVE_CONSTRAINTS, "nodes_leave_constraints",                                            \
    "the nodes leave the constraints, and the model's measure is one on these")                    \
  X(NOTHING_TO_MEASURE, "nothing_to_measure", "{subject} cannot be measured on this model")

/* The numbers of a scheme. */
#define CAUSES_ALGEBRA(X)                                                                          \
  X(ORDER_CONDITIONS_HOLD, "order_conditions_hold",                                                \
    "all {count:.0f} conditions to order {order:.0f} hold ")                                       \
  X(ORDER_CONDITION_FAILS, "order_condition_fails",                                                \
    "the condition of order {order:.0f} that belongs to the tree {word} is off ")                  \
  X(ORDER_WITHIN, "order_within",                                                                  \
    "; conditions hold to order {lower:.0f} within 1e-12, and to {upper:.0f} within 1e-8")         \
  X(NEXT_CONDITION_FAILS, "next_condition_fails",                                                  \
    "; at order {order:.0f} the tree {word} is off by {defect:.3g}")                               \
  X(HIGHER_ORDERS_NOT_TESTED, "higher_orders_not_tested",                                          \
    ", and trees of more vertices are not looked at")                                              \
  X(EXACT_MODULO_PRIMES, "exact_modulo_primes", "exactly, modulo two primes near 2^61")            \
  X(HOLDS_TO_ROUND_OFF, "holds_to_round_off", "to round-off")                                      \
  X(OFF_MODULO_PRIMES, "off_modulo_primes",                                                        \
    "by less than {uncertainty:.1g}, but not zero modulo two primes near 2^61")                    \
  X(OFF_BY_ROUNDING, "off_by_rounding",                                                            \
    "by {defect:.3g}, of which rounding explains {uncertainty:.1g}")                               \
  X(OFF_BY_DIGITS, "off_by_digits",                                                                \
    "by {defect:.3g}, of which the digits given explain {uncertainty:.1g}")                        \
  X(EQUATION_SYMPLECTIC_PAIR, "equation_symplectic_pair", "b_i â_ij + b̂_j a_ji = b_i b̂_j ")      \
  X(EQUATION_SYMPLECTIC, "equation_symplectic", "b_i a_ij + b_j a_ji = b_i b_j ")                  \
  X(EQUATION_SYMMETRIC, "equation_symmetric",                                                      \
    "a_ij and a with the stages turned around add up to b_j: ")                                    \
  X(EQUATION_STIFFLY_ACCURATE_ROSENBROCK, "equation_stiffly_accurate_rosenbrock",                  \
    "the last row of α + Γ is b, and the last node is 1: ")                                        \
  X(EQUATION_STIFFLY_ACCURATE, "equation_stiffly_accurate", "the last row of a is b: ")            \
  X(EQUATION_OFF, "equation_off", "off ")                                                          \
  X(IDLE_STAGE, "idle_stage",                                                                      \
    "; but there is a stage without weight, and then the equation need not hold")                  \
  X(STABILITY_FUNCTION, "stability_function",                                                      \
    "of the stability function, with degrees {numerator:.0f} and {denominator:.0f}, ")             \
  X(AXIS_STABLE, "axis_stable", "|R| does not exceed 1 on the imaginary axis and ")                \
  X(AXIS_UNSTABLE, "axis_unstable", "|R| exceeds 1 on the imaginary axis and ")                    \
  X(LIMIT_AT_INFINITY, "limit_at_infinity",                                                        \
    "[is {ratio:.3g} at infinity|grows without bound at infinity]")                                \
  X(NO_POLE, "no_pole", "; it has no pole with a real part that is not above 0")                   \
  X(POLE, "pole", "; it has a pole with a real part that is not above 0")                          \
  X(LEAVES_RATE_OUT, "leaves_rate_out", "; its steps leave ∂f/∂t out")                             \
  X(SCHEME_CONDITIONAL, "scheme_conditional",                                                      \
    "; its steps are that where the condition \"{word}\" holds")                                   \
  X(NO_SCHEME, "no_scheme", "the record holds no numbers of a scheme")                             \
  X(NO_EQUATION_FOR_ROSENBROCK, "no_equation_for_rosenbrock",                                      \
    "of a Rosenbrock method, whose stages are made with the field's derivative, there is no "      \
    "equation between its numbers that says whether it is {subject}; runs say it")                 \
  X(EQUATION_NOT_TESTED, "equation_not_tested",                                                    \
    "{subject} is not looked at where q and p have tableaux of their own, or with so many "        \
    "stages")

/* What an accuracy costs. */
#define CAUSES_WORK(X)                                                                             \
  X(NO_WORK, "no_work", "the record holds no work")                                                \
  X(NO_RUN_ENDED, "no_run_ended", "no run came to the end")                                        \
  X(ACCURACY_TOO_COSTLY, "accuracy_too_costly",                                                    \
    "with {work:.6g} {word} the error is still {error:.3g} of the solution's size, or more")       \
  X(ACCURACY_NOT_REACHED, "accuracy_not_reached",                                                  \
    "the smallest error is {error:.3g} of the solution's size, and no run has more than "          \
    "{work:.6g} {word}")                                                                           \
  X(ACCURACY_COST, "accuracy_cost",                                                                \
    "an error of {error:.0e} takes {work:.6g} {word}[, between runs of {lower:.6g} and "           \
    "{upper:.6g}| or fewer]")

/* How an error grows with time. */
#define CAUSES_GROWTH(X)                                                                           \
  X(NOT_SCORED, "not_scored",                                                                      \
    "the method does not score {subject} at the nodes, or the model has none")                     \
  X(ERROR_GROWS, "error_grows",                                                                    \
    "over a time of {duration:.6g} with h = {h:.6g} the error of {subject} grows like "            \
    "t^{exponent:.2f}, between {lower:.2f} and {upper:.2f}, to {error:.2g}")                       \
  X(GROWTH_AS_CLAIMED, "growth_as_claimed", ": as claimed")                                        \
  X(GROWTH_NOT_AS_CLAIMED, "growth_not_as_claimed",                                                \
    ": not like t^{claimed:g}, as in a run of a fourth of it")                                     \
  X(GROWTH_NOT_SETTLED, "growth_not_settled",                                                      \
    ": which another time may change, and t^{claimed:g} is claimed")                               \
  X(ERROR_SATURATES, "error_saturates",                                                            \
    "with h = {h:.6g} errors are as large as the motion before half of the time, "                 \
    "{duration:.6g}, is over")                                                                     \
  X(GROWTH_AT_ROUND_OFF, "growth_at_round_off",                                                    \
    "over a time of {duration:.6g} with h = {h:.6g} the error of {subject} is at most "            \
    "{error:.2g}, which is round-off (up to {noise_level:.1g})")

/* The mean square error of an ensemble. */
#define CAUSES_ENSEMBLE(X)                                                                         \
  X(MEAN_SQUARE_GROWS, "mean_square_grows",                                                        \
    "the mean square error of {count:.0f} members grows like {constant:.3g} + "                    \
    "{coefficient:.3g} t^{exponent:.2f} up to t = {time:.6g}, the power between {lower:.2f} "      \
    "and {upper:.2f}; a drift of {detectable:.2g} in the root mean square would have been found")  \
  X(DRIFT_NOT_EXCLUDED, "drift_not_excluded",                                                      \
    "; that does not exclude a drift: more members or a longer run would")                         \
  X(MEAN_SQUARE_NOT_FINITE, "mean_square_not_finite",                                              \
    "the mean square error is not a finite number at t = {time:.6g}")                              \
  X(MEMBERS_FAILED, "members_failed", "{failed:.0f} of {count:.0f} members failed")                \
  X(MEAN_SQUARE_AT_ROUND_OFF, "mean_square_at_round_off",                                          \
    "the root mean square error of {count:.0f} members stays within {error:.3g}, which is "        \
    "round-off")                                                                                   \
  X(MEAN_SQUARE_ABOVE_ROUND_OFF, "mean_square_above_round_off",                                    \
    "the root mean square error of {count:.0f} members reaches {error:.3g}")                       \
  X(TOO_FEW_TIMES, "too_few_times",                                                                \
    "{count:.0f} times are too few, or too close to 0, to see how the mean square error grows")    \
  X(SLICES_DIFFER, "slices_differ",                                                                \
    "the ensemble's slices do not hold {subject} at the same times")

/* Shadow Hamiltonians: each range follows the one before it. */
#define CAUSES_SHADOW(X)                                                                           \
  X(NO_ACTION, "no_action",                                                                        \
    "the method gives no discrete action (`action`), without which there is no shadow "            \
    "Hamiltonian to be found")                                                                     \
  X(TIMES_OF_Q_AND_P_DIFFER, "times_of_q_and_p_differ",                                            \
    "q and p are scored at times that differ")                                                     \
  X(ACTION_CHANGES_STEP, "action_changes_step",                                                    \
    "the method does something else with (q,v) once the action stands beside them as one more "    \
    "entry, so that it has none")                                                                  \
  X(GROUP_MOMENTA, "group_momenta", "on a group, p and q̇ are not those of coordinates")           \
  X(SHADOW_RANGE, "shadow_range",                                                                  \
    "over a time of {duration:.6g} the range of H_h is {range:.2g} with h = {h:.6g}")              \
  X(SHADOW_RANGE_NEXT, "shadow_range_next", ", {range:.2g} with h = {h:.6g}")                      \
  X(SHADOW_POWER, "shadow_power",                                                                  \
    " (like h^{power:.2f}), with differences of order {difference_order:.0f}")                     \
  X(SHADOW_RANGE_SHARP, "shadow_range_sharp",                                                      \
    "; with those of order {difference_order:.0f} it is {range:.2g} in the end[ (like "            \
    "h^{power:.2f})]")                                                                             \
  X(SHADOW_RANGE_FALLS, "shadow_range_falls",                                                      \
    "; the energy itself varies by {range:.2g}, which is about what would be seen without a "      \
    "shadow Hamiltonian")                                                                          \
  X(SHADOW_RANGE_AT_ROUND_OFF, "shadow_range_at_round_off",                                        \
    ": with h = {h:.6g} no more than round-off ({noise_level:.1g}), where the energy itself "      \
    "varies by {range:.2g}, which is about what would be seen without a shadow Hamiltonian")       \
  X(ENERGY_RANGE_TOO_SMALL, "energy_range_too_small",                                              \
    ", which is round-off, and the energy itself varies by no more than {range:.2g}")              \
  X(STEP_MAP_SYMPLECTIC, "step_map_symplectic",                                                    \
    ", but the step map is symplectic as far as seen")                                             \
  X(ACTION_OR_METHOD, "action_or_method",                                                          \
    "; but the step map is symplectic as far as seen: it is S or the method")                      \
  X(SYMPLECTICITY_NOT_SEEN, "symplecticity_not_seen",                                              \
    "; but whether the step map is symplectic could not be seen: it is S or the method")           \
  X(STEP_MAP_NOT_SYMPLECTIC, "step_map_not_symplectic",                                            \
    ", and the step map is not symplectic: with h = {h:.6g} the defect is {defect:.3g}, its "      \
    "error {uncertainty:.1g}")                                                                     \
  X(SHADOW_RANGE_STAYS, "shadow_range_stays", ", which does not fall with the step")               \
  X(SHADOW_RANGE_NOISY, "shadow_range_noisy",                                                      \
    ", which does not fall: noise of the solver, or of states that are overwritten, above the "    \
    "round-off that was expected ({noise_level:.1g})")                                             \
  X(SHADOW_NOT_FINITE, "shadow_not_finite", "H_h is not a finite number")

/* Errors and tolerances. */
#define CAUSES_TOLERANCE(X)                                                                        \
  X(NO_TOLERANCES, "no_tolerances", "the record holds no runs to tolerances")                      \
  X(SOLUTION_ZERO, "solution_zero",                                                                \
    "the solution is 0 at the output times, and no error has a size")                              \
  X(TOLERANCES_TOO_COSTLY, "tolerances_too_costly",                                                \
    "only {count:.0f} tolerances were tried, down to {tolerance:.2g}: more than {work:.0f} "       \
    "evaluations are needed there")                                                                \
  X(TOLERANCES_FAILED, "tolerances_failed",                                                        \
    "{failed:.0f} of {points:.0f} tolerances failed, the smallest of them {tolerance:.2g}")        \
  X(TOO_FEW_ERRORS, "too_few_errors",                                                              \
    "only {count:.0f} of {points:.0f} errors are above ten floors ({noise_level:.1g} of the "      \
    "solution's size)")                                                                            \
  X(EXPONENT_CHANGES, "exponent_changes",                                                          \
    "between tolerances of {first_tolerance:.2g} and {last_tolerance:.2g} errors go like "         \
    "tolerance^{exponent:.2f} ({lower:.2f} to {upper:.2f}), from {error:.2g} to "                  \
    "{finer_error:.2g}")                                                                           \
  X(EXPONENT_OVER_ALL, "exponent_over_all", "; over all it is tolerance^{exponent:.2f}")           \
  X(ERRORS_FOLLOW_TOLERANCE, "errors_follow_tolerance",                                            \
    "over {count:.0f} tolerances from {first_tolerance:.2g} to {last_tolerance:.2g} errors go "    \
    "like tolerance^{exponent:.3f}, between {lower:.3f} and {upper:.3f}, scattered by a factor "   \
    "of {ratio:.2g}")                                                                              \
  X(WORST_FOR_TOLERANCE, "worst_for_tolerance",                                                    \
    "of {count:.0f} errors the worst for its tolerance is {error:.3g} with {tolerance:.2g}, "      \
    "{ratio:.3g} times that")                                                                      \
  X(ERRORS_RISE, "errors_rise",                                                                    \
    "{count:.0f} of {points:.0f} smaller tolerances give no smaller error than the one before, "   \
    "the worst of them after {tolerance:.2g}: {error:.3g} becomes {ratio:.3g} times that")         \
  X(ERRORS_FALL, "errors_fall",                                                                    \
    "each of {count:.0f} smaller tolerances gives a smaller error[, from {error:.2g} down to "     \
    "{finer_error:.2g}]")                                                                          \
  X(NO_RESULT, "no_result",                                                                        \
    "; with {failed:.0f} of the tolerances, as {tolerance:.2g}, there is no result")               \
  X(RUN_FAILED, "run_failed", ": {failure}")                                                       \
  X(ERROR_NOT_FINITE, "error_not_finite", ": the error is no finite number")                       \
  X(TOLERANCES_NOT_TRIED, "tolerances_not_tried",                                                  \
    "; tolerances below {tolerance:.2g} were not tried, which takes more than {work:.0f} "         \
    "evaluations")

/* Long runs: constraints, energy, invariants. */
#define CAUSES_LONG(X)                                                                             \
  X(RUN_STOPPED, "run_stopped", "with h = {h:.6g} the run stopped[ at t = {time:.6g}]: {failure}") \
  X(STOPPED_AFTER, "stopped_after", "; it stopped at t = {time:.6g}")                              \
  X(LARGER_STEP, "larger_step", "; ")                                                              \
  X(QUADRUPLE_RUN, "quadruple_run",                                                                \
    "; in quadruple precision it is at most {maximum:.3g} over {steps:.0f} steps")                 \
  X(NOTHING_TO_CONSERVE, "nothing_to_conserve",                                                    \
    "the method errs by round-off only here, so that there is nothing to be kept: ")               \
  X(METHOD_ERROR_BELOW_ROUND_OFF, "method_error_below_round_off",                                  \
    "what the method errs by would come to {method_error:.2g}, and less than "                     \
    "{detectable:.2g} would not be told from round-off: ")                                         \
  X(WOULD_HAVE_BEEN_FOUND, "would_have_been_found",                                                \
    "; one of {detectable:.2g} would have been found[, and what the method errs by comes to "      \
    "{method_error:.2g}]")                                                                         \
  X(ROUND_OFF_AMPLIFIED, "round_off_amplified",                                                    \
    "; from {smallest_error:.1g}, which is round-off, its residual grew by e in each "             \
    "{growth_time:.2g} of time: the steps amplify what rounding takes off the constraint")         \
  X(RESIDUAL, "residual",                                                                          \
    "the largest residual over {steps:.0f} steps of {h:.6g} is {maximum:.3g}")                     \
  X(RESIDUAL_IN_PROPORTION, "residual_in_proportion",                                              \
    "the largest residual over {steps:.0f} steps of {h:.6g}, in proportion to its terms, is "      \
    "{maximum:.3g}")                                                                               \
  X(RESIDUAL_DRIFTS, "residual_drifts", ", growing in proportion to time")                         \
  X(RESIDUAL_WANDERS, "residual_wanders", ", growing like a walk")                                 \
  X(RESIDUAL_FLAT, "residual_flat", ", flat")                                                      \
  X(ROUND_OFF_EXPLAINS, "round_off_explains",                                                      \
    "; round-off explains up to {noise_level:.3g} (terms of size {scale:.3g})")                    \
  X(ISOLATED_RESIDUALS, "isolated_residuals", "; all but a few blocks stay below that")            \
  X(NO_SUCH_CONSTRAINT, "no_such_constraint",                                                      \
    "this realisation has no constraint \"{subject}\" to measure")                                 \
  X(INVARIANT_WITHIN_ROUND_OFF, "invariant_within_round_off",                                      \
    "with h = {h:.6g} it stays within {maximum:.3g} over {steps:.0f} steps, which is "             \
    "round-off (up to {noise_level:.3g})")                                                         \
  X(INVARIANT_WITHIN_BIASED_ROUND_OFF, "invariant_within_biased_round_off",                        \
    "with h = {h:.6g} it stays within {maximum:.3g} over {steps:.0f} steps, which is "             \
    "round-off that mostly goes one way, less than two units a step (up to {noise_level:.3g})")    \
  X(INVARIANT_OSCILLATES, "invariant_oscillates",                                                  \
    "with h = {h:.6g} it oscillates by {amplitude:.3g} (at most {maximum:.3g}) over T = "          \
    "{duration:.6g}")                                                                              \
  X(TOO_SHORT_FOR_DRIFT, "too_short_for_drift", "; it is too short to show a drift")               \
  X(DRIFT_NOT_SIGNIFICANT, "drift_not_significant",                                                \
    ", and a drift of {drift:.2g} ± {drift_deviation:.1g} per unit of time is not "                \
    "significant; one of {detectable:.1g} would have been found")                                  \
  X(DRIFT_WITHIN_ROUND_OFF, "drift_within_round_off",                                              \
    ", and a drift of {drift:.2g} ± {drift_deviation:.1g} per unit of time is within "             \
    "round-off; one of {detectable:.1g} would have been found")                                    \
  X(INVARIANT_WANDERS, "invariant_wanders",                                                        \
    "with h = {h:.6g} it wanders like t^{exponent:.2f} over a range of {range:.3g} in T = "        \
    "{duration:.6g}")                                                                              \
  X(INVARIANT_DRIFTS, "invariant_drifts",                                                          \
    "with h = {h:.6g} it drifts by {drift:.4g} ± {drift_deviation:.1g} per unit of time, "         \
    "{rise:.3g} over T = {duration:.6g}, under oscillations of {amplitude:.3g}")                   \
  X(INVARIANT_EXCEEDS_TERMS, "invariant_exceeds_terms",                                            \
    "with h = {h:.6g} it grows to {maximum:.3g}, more than its terms of {scale:.3g}")              \
  X(INVARIANT_EXCEEDS_FIRST_TERMS, "invariant_exceeds_first_terms",                                \
    "with h = {h:.6g} it grows to {maximum:.3g}, more than four times its terms at the "           \
    "beginning, {scale:.3g}")                                                                      \
  X(ERROR_FALLS, "error_falls",                                                                    \
    "; over T = {duration:.6g} its root mean square is {error:.3g} with h = {h:.6g} and "          \
    "{finer_error:.3g} with {finer_h:.6g}, like h^{power:.2f}")                                    \
  X(OSCILLATION_POWER, "oscillation_power",                                                        \
    "; the oscillation goes like h^{power:.2f}[, the drift like h^{drift_power:.2f}]")             \
  X(DRIFT_POWER, "drift_power", "; the drift like h^{drift_power:.2f}")                            \
  X(ERROR_DOES_NOT_FALL, "error_does_not_fall", ": it does not get smaller with h")                \
  X(UNSTABLE_METHOD, "unstable_method",                                                            \
    "; until late in it the residual is round-off, and the method is unstable here, as it "        \
    "says itself: it denies that the energy is kept, and ")                                        \
  X(ABOVE_ROUND_OFF, "above_round_off", ", where round-off explains {noise_level:.3g}")            \
  X(EARLIER_TERMS_EXPLAIN_LESS, "earlier_terms_explain_less", ", and less of its earlier terms")   \
  X(HARDLY_ABOVE_ROUND_OFF, "hardly_above_round_off",                                              \
    ", hardly above what round-off explains, {noise_level:.3g}")                                   \
  X(POWER_RISES, "power_rises",                                                                    \
    ", and like h^{power:.2f} with larger ones,[ where the method's order is {claimed:g}]: "       \
    "it still rises")                                                                              \
  X(SMALLER_STEPS_WOULD_DECIDE, "smaller_steps_would_decide",                                      \
    ",[ where the method's order is {claimed:g}]: smaller steps would decide")                     \
  X(POWER_TOO_LOW, "power_too_low", "[ where the method's order is {claimed:g}]")                  \
  X(DRIFT_SUSPICIOUS, "drift_suspicious",                                                          \
    "; but that drift is {deviations:.1f} of its deviations, of which chance makes five once "     \
    "in six hundred times: a longer run would decide")                                             \
  X(DRIFT_FAINT, "drift_faint",                                                                    \
    ": {deviations:.0f} of its deviations, but less than a ten-thousandth of the "                 \
    "oscillation; a longer run would decide")                                                      \
  X(LONGER_RUN_WOULD_DECIDE, "longer_run_would_decide",                                            \
    "; a longer run or an ensemble would decide")                                                  \
  X(MORE_THAN_OSCILLATION, "more_than_oscillation",                                                \
    ", which is more than it oscillates by with h = {h:g} ({amplitude:.3g})")                      \
  X(NO_SUCH_INVARIANT, "no_such_invariant",                                                        \
    "this model has no invariant \"{subject}\" to measure")                                        \
  X(NO_CLAIM_ON_ENERGY, "no_claim_on_energy",                                                      \
    "\"{word}\" is not a claim on energy: exact, bounded, random_walk or drift")

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

#endif
