#include "numerics/difference.h"

#ifdef GIMBAL_QUAD

/* 1e-15 of an unknown, at least 1e-15: what is left out of the series and the rounding, 1e-34 over
 * that, are then below a rounding of the double that the derivative becomes, even where the unknown
 * is added to something much larger. */
#define LEAST GIMBAL_C(1.)
static inline Real Increment(Real x, Real least) {
  const Real moved = x + GIMBAL_C(1e-15) * gimbal_fmax(least, gimbal_fabs(x));
  return moved - x;
}

#else

/* √ε of an unknown's size, at least √ε/100. Unknowns are often increments of a step, small compared with
 * what they are added to; a smaller increment would be lost in that addition (an increment of 1e-10
 * gives six digits of the derivative, enough for Newton's method), and a larger one is harmful only
 * in models whose scale of length is below 1e-6 of their own unit. The result is exactly
 * representable at x. */
#define LEAST 0.01
static inline Real Increment(Real x, Real least) {
  const Real h = PETSC_SQRT_MACHINE_EPSILON * PetscMax(gimbal_fabs(x), least);
  const volatile Real moved = x < 0 ? x - h : x + h;
  return moved - x;
}

#endif

/* The least size that an unknown is taken for where they are moved in proportion: of those that are 0 where the
 * others tell theirs. */
static Real LeastOf(const DifferenceSystem *s, const Real *x, Real value) {
  Real largest = 0;
  if (value != 0)
    return gimbal_fabs(value);
  for (PetscInt i = 0; i < s->n; i++)
    largest = gimbal_fmax(largest, gimbal_fabs(x[i]));
  return largest > 0 ? largest : LEAST;
}

/* The derivatives by the unknowns first, first + width, … below last. */
static int DifferenceColour(const DifferenceSystem *s, Real least, PetscInt width, PetscInt first,
                            PetscInt last, Real *x, PetscInt64 *calls) {
  Real *const keep = s->work + s->n, *const step = keep + s->n;
  int status = 1;
  /* The border of the domain may lie on this side. */
  for (int sign = 1; status && sign >= -1; sign -= 2) {
    for (PetscInt j = first; j < last; j += width) {
      if (sign > 0) {
        keep[j] = x[j];
        step[j] = Increment(x[j], s->relative ? LeastOf(s, x, x[j]) : least);
      } else {
        step[j] = -step[j];
      }
      x[j] = keep[j] + step[j];
    }
    ++*calls;
    status = s->function(s->context, x, s->work);
  }
  for (PetscInt j = first; j < last; j += width)
    x[j] = keep[j];
  return status;
}

/* Entries of a column j of a band lie in the rows j - upper … j + lower; a dense matrix is as wide as it
 * is long. Two columns of one colour are at least a width apart; round a ring the last n mod width
 * columns are near the first ones, and have colours of their own. The unknowns of a band are of one
 * kind: each is taken for as large as the largest, since a row may round by what cancels in it, however
 * small its own unknown is. On a chain of 1000 rods the last tensions were moved by less than that, and
 * Newton's method was led away. */
int DifferenceJacobian(const DifferenceSystem *s, Real *x, const Real *r, double *J,
                       PetscInt64 *calls) {
  const PetscBool dense = (PetscBool)(s->lower < 0);
  const PetscInt n = s->n, width = dense ? n : s->lower + 1 + s->upper;
  const PetscInt regular = s->periodic ? n - n % width : n, shared = PetscMin(regular, width);
  const Real *const moved = s->work, *const step = s->work + 2 * n;
  Real least = s->least > 0 ? (Real)s->least : LEAST;
  for (PetscInt i = 0; i < n && !dense; i++)
    least = gimbal_fmax(least, gimbal_fabs(x[i]));
  for (PetscInt colour = 0; colour < shared + n - regular; colour++) {
    const PetscInt first = colour < shared ? colour : regular + colour - shared;
    const PetscInt last = colour < shared ? regular : first + 1;
    const int status = DifferenceColour(s, least, width, first, last, x, calls);
    if (status)
      return status;
    for (PetscInt j = first; j < last; j += width) {
      const Real reciprocal = 1 / step[j];
      for (PetscInt k = 0; k < width; k++) {
        PetscInt i = dense ? k : j + s->lower - k;
        if (s->periodic)
          i = (i + n) % n;
        else if (i < 0 || i >= n)
          continue;
        J[i * width + (dense ? j : k)] = (double)((moved[i] - r[i]) * reciprocal);
      }
    }
  }
  return 0;
}
