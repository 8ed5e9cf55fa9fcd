/* The named quantities of statements: their dimension, their name as stored, and what they mean. */
#pragma once

/* What a number is multiplied by where the units of time and of the judged quantity change. */
typedef enum {
  DIMENSION_NUMBER, /* nothing */
  DIMENSION_TIME,
  DIMENSION_SIZE, /* the quantity that is judged, its error or its defect */
  DIMENSION_SQUARE,
  DIMENSION_RATE,                /* per unit of time */
  DIMENSION_SIZE_OVER_POWER,     /* over time to the statement's power */
  DIMENSION_SQUARE_OVER_EXPONENT /* over time to the statement's exponent */
} Dimension;

#define QUANTITIES(X)                                                                              \
  X(H, TIME, "h", "step size")                                                                     \
  X(FINER_H, TIME, "finer_h", "a smaller step size")                                               \
  X(STEPS, NUMBER, "steps", "number of steps")                                                     \
  X(FINER_STEPS, NUMBER, "finer_steps", "number of the smaller steps")                             \
  X(TIME, TIME, "time", "time at which it is seen")                                                \
  X(DURATION, TIME, "duration", "length of the run")                                               \
  X(ORDER, NUMBER, "order", "observed order, or power of h")                                       \
  X(LOWER, NUMBER, "lower", "lower end of the interval of what was observed")                      \
  X(UPPER, NUMBER, "upper", "upper end of the interval of what was observed")                      \
  X(CLAIMED, NUMBER, "claimed", "what is claimed, as a number")                                    \
  X(POINTS, NUMBER, "points", "number of step sizes, or of points")                                \
  X(FIRST_H, TIME, "first_h", "largest step size of the window")                                   \
  X(LAST_H, TIME, "last_h", "smallest step size of the window")                                    \
  X(FIRST_STEPS, NUMBER, "first_steps", "steps at the window's beginning")                         \
  X(LAST_STEPS, NUMBER, "last_steps", "steps at the window's end")                                 \
  X(TOLERANCE, NUMBER, "tolerance", "tolerance")                                                   \
  X(FIRST_TOLERANCE, NUMBER, "first_tolerance", "largest tolerance of the window")                 \
  X(LAST_TOLERANCE, NUMBER, "last_tolerance", "smallest tolerance of the window")                  \
  X(SMALLEST, SIZE, "smallest_error", "smallest error")                                            \
  X(ERROR, SIZE, "error", "error")                                                                 \
  X(FINER_ERROR, SIZE, "finer_error", "error with the smaller step size or tolerance")             \
  X(NOISE, SIZE, "noise_level", "noise level: below it errors mean nothing")                       \
  X(POWER, NUMBER, "power", "power of h")                                                          \
  X(EXPONENT, NUMBER, "exponent", "power of the time or of the tolerance")                         \
  X(DIFFERENCE_ORDER, NUMBER, "difference_order",                                                  \
    "order of the differences that stand for derivatives")                                         \
  X(CONSTANT, SQUARE, "constant", "constant term of a growth with time")                           \
  X(COEFFICIENT, SIZE_OVER_POWER, "coefficient",                                                   \
    "coefficient of a lower-order term, or of a growth with time")                                 \
  X(DEVIATIONS, NUMBER, "deviations", "distance from zero in standard deviations")                 \
  X(COMPONENT, NUMBER, "component", "component, from 1")                                           \
  X(TERM, SIZE, "term", "size of the lower-order term")                                            \
  X(DEPARTURE, NUMBER, "departure", "distance from the law, in noise levels")                      \
  X(DIFFERENCE, SIZE, "difference", "difference of two runs")                                      \
  X(RANGE, SIZE, "range", "largest value less the smallest")                                       \
  X(RATIO, NUMBER, "ratio", "quotient of two sizes")                                               \
  X(DEFECT, SIZE, "defect", "defect")                                                              \
  X(UNCERTAINTY, SIZE, "uncertainty", "uncertainty of the defect")                                 \
  X(DETECTABLE, SIZE, "detectable", "smallest defect that would have been detected")               \
  X(LOCAL_ERROR, NUMBER, "local_error", "error of the method in one step")                         \
  X(OVER, NUMBER, "over", "what the error of the method is taken over")                            \
  X(NUMERATOR, NUMBER, "numerator", "degree of a numerator")                                       \
  X(DENOMINATOR, NUMBER, "denominator", "degree of a denominator")                                 \
  X(WORK, NUMBER, "work", "evaluations, or what else is counted")                                  \
  X(MAXIMUM, SIZE, "maximum", "largest value in the run")                                          \
  X(SCALE, SIZE, "scale", "size of the terms of a value")                                          \
  X(AMPLITUDE, SIZE, "amplitude", "amplitude of an oscillation")                                   \
  X(DRIFT, RATE, "drift", "drift per unit of time")                                                \
  X(DRIFT_DEVIATION, RATE, "drift_deviation", "standard deviation of the drift")                   \
  X(RISE, SIZE, "rise", "what the drift comes to over the run")                                    \
  X(GROWTH_TIME, TIME, "growth_time", "time in which it grows by e")                               \
  X(METHOD_ERROR, SIZE, "method_error", "errors of the method's steps, added up")                  \
  X(COUNT, NUMBER, "count", "number of what the cause names")                                      \
  X(FAILED, NUMBER, "failed", "number of failures")                                                \
  X(CONFIRMING, NUMBER, "confirming", "number of parts that confirm")                              \
  X(REFUTING, NUMBER, "refuting", "number of parts that refute")                                   \
  X(FAILURE, NUMBER, "failure", "why something failed, in its own words")                          \
  X(SUBJECT, NUMBER, "subject", "the quantity or claim that is judged")                            \
  X(WORD, NUMBER, "word", "a word")                                                                \
  X(PRECISION, NUMBER, "precision", "precision of the run")

typedef enum {
#define X(NAME, DIMENSION, name, meaning) QUANTITY_##NAME,
  QUANTITIES(X)
#undef X
      QUANTITY_NAMES
} QuantityName;

enum {
#define X(NAME, DIMENSION, name, meaning) QUANTITY_##NAME##_DIMENSION = DIMENSION_##DIMENSION,
  QUANTITIES(X)
#undef X
};

/* As they are stored. */
extern const char *const QuantityNames[QUANTITY_NAMES];
