#include "studies/order/series.h"
#include "base/digits.h"
#include "statistics/thresholds.h"

/* The largest N of a series, and the sum of N over it, unless the job has less for that. */
static const PetscInt64 finest[PRECISIONS] = {8192, 1024}, budget[PRECISIONS] = {60000, 9000};

enum {
  SMALL_STEPS = 16,
  SMALL_NOISE = 1000
}; /* times smaller at most, and noise levels at least */
/* In quadruple precision steps without a nonlinear system cost a fraction of the others: so many times as many.
 * Not of methods with memory, whose errors turn from step to step: of more sizes some lie on a line by chance. */
enum { CHEAPER = 4 };

/* As stored: a noise level is an estimate, and of an error no rule sees a thousandth of it. */
enum { NOISE_DIGITS = 5 };
#define ERROR_SHARE 1e-3

/* A series that is being measured. */
typedef struct {
  OrderSubject *study;
  Precision precision;
  Measured *measured;
  Series *series; /* its points by steps, with room for LIMIT_SIZES */
  PetscInt64 spent;
} Growing;

static int BySteps(const void *a, const void *b) {
  const PetscInt64 x = ((const SeriesPoint *)a)->steps, y = ((const SeriesPoint *)b)->steps;
  return (x > y) - (x < y);
}

/* A point that is there already: a run is the same whoever requests it. */
static PetscBool IsTaken(const Growing *s, PetscInt64 steps, SeriesPoint *point) {
  for (PetscInt i = 0; s->precision == IN_QUAD && i < s->study->in_quads; ++i)
    if (s->study->in_quad[i].steps == steps) {
      *point = s->study->in_quad[i];
      return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

static PetscErrorCode MeasureSize(Growing *s, PetscInt64 steps) {
  SeriesPoint *point = &s->series->point[s->series->points];
  if (!IsTaken(s, steps, point))
    PetscCall(OrderMeasurePoint(s->study, s->precision, steps, 1, s->measured, point));
  s->series->points++;
  s->spent += steps;
  return 0;
}

static PetscInt64 CheaperBy(const Growing *s) {
  const SeriesPoint *first = s->series->point;
  const PetscBool cheap =
      (PetscBool)(s->series->points && first->counted && !first->counts.solves &&
                  !s->study->s->method->family->memory);
  return s->precision == IN_QUAD && cheap ? CHEAPER : 1;
}

static PetscInt64 BudgetOf(const Growing *s) {
  const PetscInt64 most = CheaperBy(s) * budget[s->precision], mine = s->study->s->job->budget;
  return mine ? PetscMin(mine, most) : most;
}

static PetscErrorCode AddPoint(Growing *s, PetscInt64 steps, PetscBool *added) {
  for (PetscInt i = 0; i < s->series->points; ++i)
    if (s->series->point[i].steps == steps)
      return 0;
  if (s->series->points == LIMIT_SIZES || steps > CheaperBy(s) * finest[s->precision] ||
      s->spent + steps > BudgetOf(s))
    return 0;
  PetscCall(MeasureSize(s, steps));
  *added = PETSC_TRUE;
  return 0;
}

/* Whether the finest steps failed where coarser ones did not: then finer ones are no way out. */
static PetscBool FailsWhenFine(const Series *series) {
  const PetscInt fine = 3; /* what one refinement adds */
  PetscInt failed = 0;
  while (failed < series->points &&
         series->point[series->points - 1 - failed].ending.status == STATUS_FAILED)
    failed++;
  return (PetscBool)(failed >= fine && failed < series->points);
}

/* Three step sizes down to half the present finest. */
static PetscErrorCode AddFiner(Growing *s, PetscBool *added) {
  static const PetscInt factor[3] = {5, 6, 8}; /* quarters */
  const PetscInt64 last = s->series->point[s->series->points - 1].steps;
  if (FailsWhenFine(s->series))
    return 0;
  for (int f = 0; f < 3; ++f)
    PetscCall(AddPoint(s, (last * factor[f] / 4 + 7) / 8 * 8, added));
  return 0;
}

static PetscBool HasMultipliers(const OrderSubject *study) {
  for (PetscInt g = 0; g < study->groups; ++g)
    if (!strcmp(study->group[g].name, "lambda"))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Three step sizes above the present coarsest. Multipliers may have another error at odd steps; few of these
 * would be no class of their own, so that their output times are at even steps, as those of the others are. */
static PetscErrorCode AddCoarser(Growing *s, PetscBool *added) {
  const PetscInt64 first = s->series->point[0].steps, even = 2 * ORDER_TIMES;
  const PetscInt64 apart =
      HasMultipliers(s->study) && first % even == 0 && first > even ? even : ORDER_TIMES;
  for (PetscInt64 steps = first - apart; steps >= apart && steps >= first - 3 * apart;
       steps -= apart)
    PetscCall(AddPoint(s, steps, added));
  return 0;
}

/* One step size between any two of so many neighbours, in a multiple of so many steps. A sum of as many
 * powers as there are points explains anything; with more points than that, it does not. */
static PetscErrorCode AddBetween(Growing *s, PetscInt points, PetscInt multiple, PetscBool *added) {
  for (PetscInt i = 0; i + 1 < points; ++i) {
    const PetscReal one = (PetscReal)s->series->point[i].steps,
                    other = (PetscReal)s->series->point[i + 1].steps;
    PetscCall(AddPoint(s, (PetscInt64)lround(sqrt(one * other) / multiple) * multiple, added));
  }
  return 0;
}

Series *OrderBeginSeries(const OrderSubject *study, Precision precision, Measured *measured) {
  static const char *const kinds[] = {"exact", "quad", "double"};
  const Arena arena = measured->arena;
  const PetscInt times = ORDER_TIMES - study->first;
  Series *const series = MeasuredAddSeries(measured);
  series->precision = precision;
  series->epsilon = CoreOf(precision)->epsilon;
  series->reference_kind = kinds[study->certificate.kind];
  series->reference_method = ArenaText(arena, study->certificate.method);
  series->duration = FiniteOrNaN(study->duration);
  series->rate = FiniteOrNaN(study->rate);
  series->times.count = times;
  series->times.at = ArenaArray(arena, times, sizeof(*series->times.at));
  for (PetscInt t = 0; t < times; ++t)
    series->times.at[t] = FiniteOrNaN(study->duration * (study->first + t + 1) / ORDER_TIMES);
  series->quantities = study->groups;
  series->quantity = ArenaArray(arena, study->groups, sizeof(*series->quantity));
  for (PetscInt g = 0; g < study->groups; ++g) {
    SeriesQuantity *quantity = &series->quantity[g];
    quantity->name = ArenaText(arena, study->group[g].name);
    quantity->size = FiniteOrNaN((Quad)study->group[g].size);
    quantity->bar = FiniteOrNaN((Quad)study->group[g].bar);
    quantity->apart = quantity->explained = NAN;
    quantity->floor.at = ArenaArray(arena, LIMIT_SIZES, sizeof(*quantity->floor.at));
  }
  series->point = ArenaArray(arena, LIMIT_SIZES, sizeof(*series->point));
  return series;
}

/* Brings the points into their order, and gives them their noise levels; NULL: none is known. */
static void SettlePoints(Growing *s, const OrderNoise *noise) {
  qsort(s->series->point, (size_t)s->series->points, sizeof *s->series->point, BySteps);
  for (PetscInt g = 0; noise && g < s->study->groups; ++g) {
    Reals *floors = &s->series->quantity[g].floor;
    s->series->quantity[g].apart = noise->difference[g];
    s->series->quantity[g].explained = noise->explained[g];
    floors->count = s->series->points;
    for (PetscInt i = 0; i < s->series->points; ++i)
      floors->at[i] = DigitsRound(
          FiniteOrNaN((Quad)OrderNoiseAt(s->study, noise, g, s->series->point[i].steps)),
          NOISE_DIGITS);
  }
}

static void RoundErrors(Series *series) {
  for (PetscInt i = 0; i < series->points; ++i)
    for (PetscInt g = 0; g < series->point[i].quantities; ++g) {
      Errors *e = &series->point[i].errors[g];
      const SeriesQuantity *q = SeriesFindQuantity(series, e->name);
      for (PetscInt k = 0; q && k < e->times * e->components; ++k)
        e->at[k] = DigitsDownTo(e->at[k], ERROR_SHARE * q->floor.at[i]);
    }
}

static PetscErrorCode AddRequested(Growing *s, const Integers *requested) {
  UserCheck(requested->count <= LIMIT_SIZES, "a series of %d step sizes; LIMIT_SIZES is %d",
            (int)requested->count, LIMIT_SIZES);
  for (PetscInt i = 0; i < requested->count; ++i) {
    const PetscInt64 steps = requested->at[i];
    UserCheck(steps > 0 && steps % ORDER_TIMES == 0,
              "an order series needs step numbers that are positive multiples of %d, not %lld",
              ORDER_TIMES, (long long)steps);
    PetscCall(MeasureSize(s, steps));
  }
  UserCheck(s->series->points, "an order series without step numbers");
  SettlePoints(s, NULL);
  return 0;
}

/* Adds what is requested; *added is false if nothing could be. */
static PetscErrorCode ExtendSeries(Growing *s, Request request, PetscBool *added) {
  *added = PETSC_FALSE;
  if (request == REQUEST_DENSER)
    PetscCall(AddBetween(s, s->series->points, 2 * ORDER_TIMES, added));
  if (request == REQUEST_COARSER) {
    PetscCall(AddCoarser(s, added));
    if (!*added) /* at a high order there are few between the coarsest step and round-off */
      PetscCall(
          AddBetween(s, PetscMin(s->series->points, ORDER_WINDOW_POINTS + 1), ORDER_TIMES, added));
  } else if (!*added)
    PetscCall(AddFiner(s, added));
  return 0;
}

/* How many times smaller a step leaves all errors far above their noise, by the claimed orders. */
static PetscReal SmallerBy(const Growing *s, const SeriesPoint *point) {
  PetscReal times = SMALL_STEPS;
  for (PetscInt g = 0; g < s->study->groups; ++g) {
    const PetscReal order = s->study->group[g].claimed, *floors = s->series->quantity[g].floor.at;
    const PetscReal error = SeriesPointError(point, s->study->group[g].name);
    if (order > 0)
      times = fmin(times, pow(error / (SMALL_NOISE * floors[s->series->points - 1]), 1 / order));
  }
  return times;
}

/* One step size that is much smaller than the others, where it is cheap: of an explicit method, whose series ends
 * far above round-off. It shows what a term of lower order leaves that is a small part of the others. */
static PetscErrorCode AddSmall(Growing *s, PetscBool *added) {
  const SeriesPoint *last = &s->series->point[s->series->points - 1];
  const PetscReal times = last->ending.status == STATUS_FAILED ? 0 : SmallerBy(s, last);
  *added = PETSC_FALSE;
  if (!(times >= 2) || !last->counted || last->counts.solves)
    return 0;
  return AddPoint(s, PetscMin((PetscInt64)times * last->steps, CheaperBy(s) * finest[s->precision]),
                  added);
}

/* Errors are taken at quarters of the duration: at even steps where N is a multiple of 8, as requested, at odd ones
 * where it is not. A method with memory may treat them differently, and gets some of both, whatever the budget
 * is; the finest ones cost most. */
static PetscErrorCode AddOddSteps(Growing *s, const Integers *requested) {
  const Job *job = s->study->s->job;
  if (s->precision != IN_DOUBLE || !job->memory || !job->chosen)
    return 0;
  for (PetscInt i = 1; i < requested->count - 2 && s->series->points < LIMIT_SIZES; ++i)
    PetscCall(MeasureSize(s, requested->at[i] - ORDER_TIMES));
  return 0;
}

PetscErrorCode OrderRunSeries(const OrderSeries *setup, const Integers *requested,
                              OrderNoise *noise) {
  Growing s = {.study = setup->study, .precision = setup->precision, .measured = setup->measured};
  PetscBool added = PETSC_TRUE, small = PETSC_FALSE;
  Request request;
  s.series = OrderBeginSeries(s.study, s.precision, s.measured);
  PetscCall(AddRequested(&s, requested));
  if (setup->known)
    *noise = *setup->known;
  else if (noise)
    PetscCall(OrderMeasureNoise(s.study, s.series->points, s.series->point, setup->kept, noise));
  SettlePoints(&s, noise);
  /* Where no step size can be added, no request is needed. A departure that the small step shows needs points between
   * it and the others. */
  while (added && s.series->points < LIMIT_SIZES && s.spent + ORDER_TIMES <= BudgetOf(&s)) {
    PetscCall(setup->more(s.study->s->job, s.measured, &request));
    if (!small && request == REQUEST_NOTHING) {
      PetscCall(AddSmall(&s, &added));
      small = PETSC_TRUE;
    } else if (request == REQUEST_NOTHING || (small && request != REQUEST_DENSER))
      break;
    else
      PetscCall(ExtendSeries(&s, request, &added));
    SettlePoints(&s, noise);
  }
  if (!small)
    PetscCall(AddSmall(&s, &added));
  PetscCall(AddOddSteps(&s, requested));
  SettlePoints(&s, noise);
  if (noise)
    RoundErrors(s.series);
  return 0;
}
