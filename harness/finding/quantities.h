/* The named quantities of statements: as stored, and what they mean. Sizes of errors and defects are in the
 * model's units. */
#ifndef GIMBAL_HARNESS_FINDING_QUANTITIES_H
#define GIMBAL_HARNESS_FINDING_QUANTITIES_H

#define QUANTITIES(X)                                                                              \
  X(H, "h", "step size")                                                                           \
  X(FINER_H, "finer_h", "a smaller step size")                                                     \
  X(STEPS, "steps", "number of steps")                                                             \
  X(FINER_STEPS, "finer_steps", "number of the smaller steps")                                     \
  X(TIME, "time", "time at which it is seen")                                                      \
  X(DURATION, "duration", "length of the run")                                                     \
  X(ORDER, "order", "observed order, or power of h")                                               \
  X(LOWER, "lower", "lower end of the interval of what was observed")                              \
  X(UPPER, "upper", "upper end of the interval of what was observed")                              \
  X(CLAIMED, "claimed", "what is claimed, as a number")                                            \
  X(POINTS, "points", "number of step sizes, or of points")                                        \
  X(FIRST_H, "first_h", "largest step size of the window")                                         \
  X(LAST_H, "last_h", "smallest step size of the window")                                          \
  X(FIRST_STEPS, "first_steps", "steps at the window's beginning")                                 \
  X(LAST_STEPS, "last_steps", "steps at the window's end")                                         \
  X(TOLERANCE, "tolerance", "tolerance")                                                           \
  X(FIRST_TOLERANCE, "first_tolerance", "largest tolerance of the window")                         \
  X(LAST_TOLERANCE, "last_tolerance", "smallest tolerance of the window")                          \
  X(SMALLEST, "smallest_error", "smallest error")                                                  \
  X(ERROR, "error", "error")                                                                       \
  X(FINER_ERROR, "finer_error", "error with the smaller step size or tolerance")                   \
  X(NOISE, "noise_level", "noise level: below it errors mean nothing")                             \
  X(POWER, "power", "power of h")                                                                  \
  X(EXPONENT, "exponent", "power of the time or of the tolerance")                                 \
  X(DIFFERENCE_ORDER, "difference_order", "order of the differences that stand for derivatives")   \
  X(CONSTANT, "constant", "constant term of a growth with time")                                   \
  X(COEFFICIENT, "coefficient", "coefficient of a lower-order term, or of a growth with time")     \
  X(DEVIATIONS, "deviations", "distance from zero in standard deviations")                         \
  X(COMPONENT, "component", "component, from 1")                                                   \
  X(TERM, "term", "size of the lower-order term")                                                  \
  X(DEPARTURE, "departure", "distance from the law, in noise levels")                              \
  X(DIFFERENCE, "difference", "difference of two runs")                                            \
  X(RANGE, "range", "largest value less the smallest")                                       \
  X(RATIO, "ratio", "quotient of two sizes")                                                       \
  X(DEFECT, "defect", "defect")                                                                    \
  X(UNCERTAINTY, "uncertainty", "uncertainty of the defect")                                       \
  X(DETECTABLE, "detectable", "smallest defect that would have been detected")                     \
  X(LOCAL_ERROR, "local_error", "error of the method in one step")                                 \
  X(OVER, "over", "what the error of the method is taken over")                                    \
  X(NUMERATOR, "numerator", "degree of a numerator")                                               \
  X(DENOMINATOR, "denominator", "degree of a denominator")                                         \
  X(WORK, "work", "evaluations, or what else is counted")                                          \
  X(MAXIMUM, "maximum", "largest value in the run")                                                \
  X(SCALE, "scale", "size of the terms of a value")                                                \
  X(AMPLITUDE, "amplitude", "amplitude of an oscillation")                                         \
  X(DRIFT, "drift", "drift per unit of time")                                                      \
  X(DRIFT_DEVIATION, "drift_deviation", "standard deviation of the drift")                         \
  X(RISE, "rise", "what the drift comes to over the run")                                          \
  X(GROWTH_TIME, "growth_time", "time in which it grows by e")                                     \
  X(DRIFT_POWER, "drift_power", "power of h of the drift")                                         \
  X(METHOD_ERROR, "method_error", "errors of the method's steps, added up")                        \
  X(COUNT, "count", "number of what the cause names")                                              \
  X(FAILED, "failed", "number of failures")                                                        \
  X(CONFIRMING, "confirming", "number of parts that confirm")                                      \
  X(REFUTING, "refuting", "number of parts that refute")                                           \
  X(FAILURE, "failure", "why something failed, in its own words")                                  \
  X(SUBJECT, "subject", "the quantity or claim that is judged")                                    \
  X(WORD, "word", "a word")                                                                        \
  X(PRECISION, "precision", "precision of the run")

typedef enum {
#define X(NAME, name, meaning) QUANTITY_##NAME,
  QUANTITIES(X)
#undef X
      QUANTITY_NAMES
} QuantityName;

/* As they are stored. */
extern const char *const QuantityNames[QUANTITY_NAMES];

#endif
