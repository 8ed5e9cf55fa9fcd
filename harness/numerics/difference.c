/* The increment of an unknown is a part of its size, which is what it is, or was not long before;
 * an unknown that is zero, or so small that its increment is lost in every equation, has none. Its
 * increment is then found from what it does: a part of the terms of the equation that feels it
 * most. So the units of the unknowns and of the equations do not matter. */
#include "numerics/difference.h"
#include "numerics/linear.h"
#include <math.h>
#include <string.h>

#ifdef GIMBAL_QUAD
/* What is left out of the series and the rounding, 1e-34 over that, are then below a rounding of
 * the double that the derivative becomes, even where the unknown is added to something much larger.
 */
#define PART GIMBAL_C(1e-15)
#define PART_EXPONENT (-50)
#define LOST_EXPONENT (-100)
#else
#define PART PETSC_SQRT_MACHINE_EPSILON
#define PART_EXPONENT (-26)
#define LOST_EXPONENT (-44)
#endif

#define UNFELT 12 /* of them for what no equation that has terms feels */
#define TRIALS 40 /* of increments by what they do: enough for all sizes that there are */

/* That part of a size, so that it is exactly representable at x. */
static inline Real Increment(Real x, Real size) {
  const Real h = PART * gimbal_fmax(gimbal_fabs(x), size);
  const volatile Real moved = x < 0 ? x - h : x + h;
  return moved - x;
}

static inline PetscInt Width(const DifferenceSystem *s) {
  return s->lower < 0 ? s->n : s->lower + 1 + s->upper;
}

/* The k-th entry of column j: its row, and where it is stored; false outside the matrix. */
static inline PetscBool Entry(const DifferenceSystem *s, PetscInt j, PetscInt k, PetscInt *i,
                              PetscInt *at) {
  const PetscInt width = Width(s);
  if (s->lower < 0) {
    *i = k, *at = k * width + j;
    return PETSC_TRUE;
  }
  *i = j + s->lower - k;
  if (s->periodic)
    *i = (*i + s->n) % s->n;
  *at = *i * width + k;
  return (PetscBool)(*i >= 0 && *i < s->n);
}

/* Unknowns that are moved at once. */
typedef struct {
  PetscInt first, last, stride; /* first, first + stride, … below last */
} Colour;

/* Entries of a column j lie in the rows j - upper … j + lower. Two columns of one colour are at
 * least a width apart; round a ring the last n mod width columns are near the first ones, and have
 * colours of their own. False where there are no more. */
static inline PetscBool GetColour(const DifferenceSystem *s, PetscInt index, Colour *colour) {
  const PetscInt n = s->n, width = Width(s);
  const PetscInt regular = s->periodic ? n - n % width : n, shared = PetscMin(regular, width);
  if (index >= shared + n - regular)
    return PETSC_FALSE;
  colour->first = index < shared ? index : regular + index - shared;
  colour->last = index < shared ? regular : colour->first + 1;
  colour->stride = width;
  return PETSC_TRUE;
}

#define FOR_COLUMNS(j, colour)                                                                     \
  for (PetscInt j = (colour)->first; j < (colour)->last; j += (colour)->stride)

static inline Real *Steps(const DifferenceSystem *s) { return s->work + 2 * s->n; }

/* The derivatives by the unknowns of a colour, by their steps, which are turned round where the
 * border of the domain lies on that side. */
static int Differentiate(const DifferenceSystem *s, const Colour *colour, Real *x, const Real *r,
                         double *J, PetscInt64 *calls) {
  const PetscInt n = s->n, width = Width(s);
  Real *const moved = s->work, *const keep = moved + n, *const step = Steps(s);
  int status = 1;
  FOR_COLUMNS(j, colour)
  keep[j] = x[j];
  for (int attempt = 0; status && attempt < 2; ++attempt) {
    FOR_COLUMNS(j, colour) {
      step[j] = attempt ? -step[j] : step[j];
      x[j] = keep[j] + step[j];
    }
    ++*calls;
    status = s->function(s->context, x, moved);
  }
  FOR_COLUMNS(j, colour)
  x[j] = keep[j];
  if (status)
    return status;
  FOR_COLUMNS(j, colour) {
    const Real reciprocal = 1 / step[j];
    PetscInt i, at;
    for (PetscInt k = 0; k < width; ++k)
      if (Entry(s, j, k, &i, &at))
        J[at] = (double)((moved[i] - r[i]) * reciprocal);
  }
  return 0;
}

/* The same of all unknowns of a dense system, one by one: the inner loop of most steps. */
static int DifferentiateDense(const DifferenceSystem *s, Real *x, const Real *r, double *J,
                              PetscInt64 *calls) {
  const PetscInt n = s->n;
  Real *const moved = s->work, *const step = Steps(s);
  for (PetscInt j = 0; j < n; ++j) {
    const Real keep = x[j];
    Real h = step[j];
    x[j] = keep + h;
    ++*calls;
    int status = s->function(s->context, x, moved);
    if (status) { /* the border of the domain may lie on this side */
      h = -h;
      x[j] = keep + h;
      ++*calls;
      status = s->function(s->context, x, moved);
    }
    x[j] = keep;
    if (status)
      return status;
    const Real reciprocal = 1 / h;
    for (PetscInt i = 0; i < n; ++i)
      J[i * n + j] = (double)((moved[i] - r[i]) * reciprocal);
  }
  return 0;
}

/* ---- Unknowns whose size is not known ---- */

static inline PetscBool Sought(const DifferenceSystem *s, PetscInt j) {
  return (PetscBool)(s->size[j] == 0);
}

/* The largest term of each equation. */
static void MeasureTerms(const DifferenceSystem *s, const Real *x, const Real *r, const double *J,
                         Real *term) {
  PetscInt i, at;
  memset(term, 0, (size_t)s->n * sizeof *term);
  if (s->terms)
    s->terms(s->context, x, r, term);
  for (i = 0; i < s->n; ++i)
    term[i] = gimbal_fmax(term[i], gimbal_fabs(r[i]));
  for (PetscInt j = 0; j < s->n; ++j)
    for (PetscInt k = 0; k < Width(s); ++k)
      if (Entry(s, j, k, &i, &at) && !Sought(s, j))
        term[i] = gimbal_fmax(term[i], gimbal_fabs((Real)J[at] * x[j]));
}

/* What the step of an unknown does, as a part of the terms of the equation that feels it most;
 * negative where only equations without terms feel it. */
static Real Response(const DifferenceSystem *s, PetscInt j, const double *J, const Real *term) {
  const Real step = gimbal_fabs(Steps(s)[j]);
  Real most = 0;
  PetscBool felt = PETSC_FALSE;
  PetscInt i, at;
  for (PetscInt k = 0; k < Width(s); ++k) {
    if (!Entry(s, j, k, &i, &at) || J[at] == 0)
      continue;
    felt = PETSC_TRUE;
    if (term[i] > 0)
      most = gimbal_fmax(most, gimbal_fabs((Real)J[at]) * step / term[i]);
  }
  return felt && most == 0 ? -1 : most;
}

/* A better step; false if the present one is good. Steps are powers of two, so that which one it is
 * does not depend on where the search began. */
static PetscBool Improve(const DifferenceSystem *s, PetscInt j, Real response, int trial,
                         Real start) {
  Real *const step = &Steps(s)[j];
  if (response <= 0 && trial >= UNFELT) { /* there is no equation to measure it by */
    const PetscBool changed = (PetscBool)(gimbal_fabs(*step) != start);
    *step = start;
    return changed;
  }
  if (!(response > 0) || !AllFinite(1, &response)) {
    *step *= response <= 0 ? GIMBAL_Q(1 << 20, 1) : GIMBAL_Q(1, 1 << 20);
    return PETSC_TRUE;
  }
  const double target = (double)PART_EXPONENT;
  const double power = rint(log2((double)gimbal_fabs(*step)) + target - log2((double)response));
  const Real better = (Real)ldexp(1, (int)fmin(fmax(power, -1000), 1000));
  if (better == gimbal_fabs(*step))
    return PETSC_FALSE;
  *step = better;
  return PETSC_TRUE;
}

/* The same; steps that are sought are shortened until the function can be evaluated. */
static int Try(const DifferenceSystem *s, const Colour *colour, Real *x, const Real *r, double *J,
               PetscInt64 *calls) {
  Real *const step = Steps(s);
  PetscBool sought = PETSC_FALSE;
  FOR_COLUMNS(j, colour)
  sought = (PetscBool)(sought || Sought(s, j));
  for (int trial = 0; trial < TRIALS; ++trial) {
    const int status = Differentiate(s, colour, x, r, J, calls);
    if (!status || !sought)
      return status;
    FOR_COLUMNS(j, colour)
    if (Sought(s, j))
      step[j] *= GIMBAL_Q(1, 1 << 20);
  }
  return 1;
}

/* The steps of unknowns that are zero or too small to be felt, and the columns that go with them. */
static int Seek(const DifferenceSystem *s, Real start, Real *x, const Real *r, double *J,
                PetscInt64 *calls) {
  Real *const term = s->work + 3 * s->n, *const step = Steps(s);
  PetscBool more = PETSC_TRUE;
  Colour colour;
  MeasureTerms(s, x, r, J, term);
  for (PetscInt j = 0; j < s->n; ++j)
    if (Sought(s, j) && x[j] != 0 && Response(s, j, J, term) >= (Real)ldexp(1, LOST_EXPONENT))
      s->size[j] = gimbal_fabs(x[j]);
  for (int trial = 0; more && trial < TRIALS; ++trial) {
    more = PETSC_FALSE;
    for (PetscInt c = 0; GetColour(s, c, &colour); ++c) {
      PetscBool changed = PETSC_FALSE;
      FOR_COLUMNS(j, &colour)
      if (Sought(s, j) && Improve(s, j, Response(s, j, J, term), trial, start))
        changed = PETSC_TRUE;
      if (changed && Try(s, &colour, x, r, J, calls))
        return 1;
      more = (PetscBool)(more || changed);
    }
  }
  for (PetscInt j = 0; j < s->n; ++j)
    if (Sought(s, j))
      s->size[j] = (Real)ldexp(1, -PART_EXPONENT) * gimbal_fabs(step[j]);
  return 0;
}

/* What an unknown was is forgotten by a factor of a thousand in each Jacobian; one that vanishes
 * says nothing. */
static void Remember(const DifferenceSystem *s, const Real *x) {
  const Real slow = GIMBAL_Q(1, 1 << 10);
  for (PetscInt j = 0; j < s->n; ++j)
    if (gimbal_fabs(x[j]) > slow * slow * slow * slow * s->size[j])
      s->size[j] = Sought(s, j) ? 0 : gimbal_fmax(gimbal_fabs(x[j]), slow * s->size[j]);
}

int DifferenceJacobian(const DifferenceSystem *s, Real *x, const Real *r, double *J,
                       PetscInt64 *calls) {
  const PetscInt n = s->n;
  Real *const step = Steps(s), largest = 0;
  PetscBool seek = PETSC_FALSE;
  Colour colour;
  Remember(s, x);
  for (PetscInt j = 0; j < n; ++j) {
    if (Sought(s, j) && !s->careful)
      s->size[j] = gimbal_fabs(x[j]);
    seek = (PetscBool)(seek || Sought(s, j));
    largest = gimbal_fmax(largest, gimbal_fmax(gimbal_fabs(x[j]), s->size[j]));
  }
  for (PetscInt i = 0; i < n && !(largest > 0); ++i)
    largest = gimbal_fmax(largest, gimbal_fabs(r[i]));
  const Real start = Increment(0, largest);
  for (PetscInt j = 0; j < n; ++j)
    step[j] = x[j] == 0 && Sought(s, j) ? start : Increment(x[j], s->size[j]);
  if (!seek && s->lower < 0)
    return DifferentiateDense(s, x, r, J, calls);
  for (PetscInt c = 0; GetColour(s, c, &colour); ++c) {
    const int status = Try(s, &colour, x, r, J, calls);
    if (status)
      return status;
  }
  if (!seek)
    return 0;
  return Seek(s, start, x, r, J, calls);
}
