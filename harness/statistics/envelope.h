/* How the envelope of something that oscillates grows: m = a + b t^γ. Plain C, pure. */
#pragma once

enum { ENVELOPE_MOST = 128 };

typedef struct {
  double exponent, lower, upper; /* γ, and its interval */
} Envelope;

/* From the largest |values| in equal parts of a run, at ascending times > 0. Returns 0, or 1 where
 * there are fewer than ENVELOPE_POINTS or some are not above 0. */
extern int EnvelopeFit(int count, const double time[], const double largest[], Envelope *);
