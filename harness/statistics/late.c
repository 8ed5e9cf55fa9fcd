/* Two runs of a method of order p whose steps are h and h/2 are apart by (1 - 2^-p) C(t) h^p, and
 * what C is drops out where such distances are divided by one another. It may grow as it will, on a
 * chaotic model like an exponential: the quotient stays 2^p as long as the distances are small.
 *
 * A quotient may be lower than that for a while, where two terms of the error nearly cancel, where
 * steps are too large, or where the runs are far apart. All of these go away with smaller steps. A
 * method that has become one of order k < p shows 2^k the better the smaller its steps are. So does
 * any method where the solution itself is not smooth: that is what the control is for.
 *
* Runs of a method that later solves other equations still agree with one another. The control's run
 * reveals them: their distance from it does not fall with the step size. */
#include "statistics/late.h"
#include "statistics/thresholds.h"

#include <math.h>

static double DistanceOfPair(const LateSeries *s, int pair, int part) {
  return s->apart[pair * s->parts + part];
}

/* What rounding puts between two runs grows as distances do. Where those shrink, since a motion attracts
 * others, each step still adds its own. */
static double RoundingIn(const LateSeries *s, int part) {
  const double growth = DistanceOfPair(s, 0, part) / DistanceOfPair(s, 0, 0);

  return LATE_NOISE_LEVELS * s->floor * (growth > 1 ? growth : 1);
}

static int AboveRounding(const LateSeries *s, int pair, int part) {
  return isfinite(DistanceOfPair(s, 0, part)) &&
         DistanceOfPair(s, pair, part) > RoundingIn(s, part);
}

/* The order that the distances of a pair and the next one show in a part; NaN: none. */
static double LateOrder(const LateSeries *s, int pair, int part) {
  if (pair + 1 >= s->pairs || !AboveRounding(s, pair, part) || !AboveRounding(s, pair + 1, part))
    return NAN;
  return log2(DistanceOfPair(s, pair, part) / DistanceOfPair(s, pair + 1, part));
}

static int OrderSuspicious(const LateSeries *s, int part) {
  const double order = LateOrder(s, 0, part), fine = DistanceOfPair(s, 1, part);

  return part > 0 && order < s->order - LATE_SUSPICIOUS &&
         (fine < LATE_LARGE * s->size ||
          DistanceOfPair(s, 0, part) > LATE_JUMP * DistanceOfPair(s, 0, part - 1));
}

/* Whether the finest run is farther from the known method's than the errors of both explain. */
static int ConvergesElsewhere(const LateSeries *s, int part) {
  const double apart =
      DistanceOfPair(s, s->pairs - 1, part) + (s->control_apart ? s->control_apart[part] : NAN);
  const double classical = s->classical ? s->classical[part] : NAN;

  return apart < LATE_TOO_LARGE * s->size && classical > LATE_ELSEWHERE * apart &&
         classical > RoundingIn(s, part);
}

/* Whether the runs converge at all: three distances fall by about the same power of h. On a chaotic model two
 * runs may be near one another by chance, both far from the solution. */
static int DistancesFall(const LateSeries *s, int part) {
  const double finest = LateOrder(s, s->pairs - 2, part), before = LateOrder(s, s->pairs - 3, part);

  return finest > 1 - LATE_SUSPICIOUS && fabs(finest - before) < LATE_SUSPICIOUS;
}

/* Whether it stays there with smaller steps, where the solution is smooth. */
static int StaysElsewhere(const LateSeries *s, int part) {
  return ConvergesElsewhere(s, part) && DistancesFall(s, part) &&
         s->classical[part] > LATE_REMAINS * s->classical_before[part] && s->control &&
         s->control[part] > LATE_CONTROL_FALLS;
}

/* The power of h to which the order has fallen in a part; 0: to none that is clear. */
static int LostPower(const LateSeries *s, int part) {
  const double finest = LateOrder(s, s->pairs - 2, part), before = LateOrder(s, s->pairs - 3, part);
  const double power = round(finest);

  if (!(power >= 1) || !(power <= s->order - 1) ||
      !(DistanceOfPair(s, s->pairs - 2, part) < LATE_TOO_LARGE * s->size))
    return 0;
  if (!s->control || !(s->control[part] > power + LATE_SUSPICIOUS))
    return 0;
  if (!(fabs(finest - power) < LATE_NEAR_FINEST && fabs(before - power) < LATE_NEAR_BEFORE))
    return 0;
  /* It rises with smaller steps: two terms nearly cancel, and the power is passed on the way. */
  if (finest > power + LATE_PASSES && finest > before)
    return 0;
  return (int)power;
}

static int ShowsOrder(const LateSeries *s, int part) {
  const int pair = isfinite(DistanceOfPair(s, s->pairs - 1, part)) ? s->pairs - 2 : 0;

  return DistanceOfPair(s, pair, part) < LATE_LARGE * s->size &&
         LateOrder(s, pair, part) >= s->order - LATE_SUSPICIOUS && !ConvergesElsewhere(s, part);
}

/* The highest order that any pairs show in the first part. */
static double EarlyOrder(const LateSeries *s) {
  double early = NAN;

  for (int pair = 0; pair + 1 < s->pairs; pair++)
    early = fmax(early, LateOrder(s, pair, 0)); /* fmax passes over NaN */
  return early;
}

static void FindLost(const LateSeries *s, int from, LateFinding *f) {
  for (int part = from; part + 1 < s->parts && !f->lost; part++) {
    const int power = LostPower(s, part);

    if (!power || LostPower(s, part + 1) != power || !(f->early >= s->order - LATE_SUSPICIOUS))
      continue;
    f->lost = 1;
    f->part = part + 1;
    f->power = power;
    f->late = LateOrder(s, s->pairs - 2, part + 1);
  }
}

static void FindElsewhere(const LateSeries *s, int from, LateFinding *f) {
  for (int part = from; part + 1 < s->parts && !f->lost && !ConvergesElsewhere(s, 0); part++) {
    if (!StaysElsewhere(s, part) || !StaysElsewhere(s, part + 1))
      continue;
    f->lost = 1;
    f->part = part + 1;
    f->power = 0;
    f->late = 0;
  }
}

LateFinding LateExamine(const LateSeries *s) {
  LateFinding f = {.suspect = -1, .early = NAN, .late = NAN};

  if (s->pairs < LATE_SCREENED || s->parts < 1)
    return f;
  f.early = EarlyOrder(s);
  while (f.reach < s->parts && ShowsOrder(s, f.reach))
    f.reach++;
  for (int part = 1; part < s->parts && f.suspect < 0; part++)
    if (OrderSuspicious(s, part) || ConvergesElsewhere(s, part))
      f.suspect = part;
  if (s->pairs >= LATE_DECIDED) {
    const int from = f.suspect < 0 ? f.reach : f.suspect;

    FindElsewhere(s, from, &f);
    if (s->pairs >= LATE_LOST)
      FindLost(s, from, &f);
  }
  f.open = f.suspect >= 0 && !f.lost && f.reach <= f.suspect;
  return f;
}
