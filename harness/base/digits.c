#include "base/digits.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

const char *DigitsShortest(double value, char text[DIGITS_ROOM]) {
  /* What has 15 digits is read and written without a loss, and %g leaves out the zeros behind them. */
  for (int digits = DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
    (void)snprintf(text, DIGITS_ROOM, "%.*g", digits, value);
    if (strtod(text, NULL) == value)
      break;
  }
  return text;
}

double DigitsRound(double value, int digits) {
  char text[DIGITS_ROOM];
  if (!isfinite(value))
    return value;
  (void)snprintf(text, DIGITS_ROOM, "%.*e", digits - 1, value);
  return strtod(text, NULL);
}

double DigitsDownTo(double value, double least) {
  if (!(fabs(value) > 0) || !isfinite(value) || !(least > 0) || !isfinite(least))
    return value;
  const int digits = (int)floor(log10(fabs(value))) - (int)floor(log10(least)) + 1;
  return digits < 1 ? 0 : digits < DBL_DECIMAL_DIG ? DigitsRound(value, digits) : value;
}
