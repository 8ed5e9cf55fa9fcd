#include "numerics/scheme.h"

#include <float.h>

PetscErrorCode SchemeCreate(PetscInt s, PetscInt colours, Scheme *scheme) {
  *scheme = (Scheme){.s = s, .colours = colours};
  scheme->field.exactness = EXACT_CERTAIN;
  for (PetscInt k = 0; k < colours; ++k)
    PetscCall(PetscCalloc2(s * s, &scheme->a[k], s, &scheme->b[k]));
  return PetscCalloc1(s, &scheme->c);
}

PetscErrorCode SchemeDestroy(Scheme *scheme) {
  for (PetscInt k = 0; k < scheme->colours; ++k)
    PetscCall(PetscFree2(scheme->a[k], scheme->b[k]));
  PetscCall(PetscFree(scheme->c));
  PetscCall(PetscFree(scheme->more));
  return PetscFree(scheme->beta);
}

/* The rows of one matrix of the composition that belong to its m-th step. */
static void ComposeRows(const Scheme *one, PetscInt k, PetscInt m, const ExactNumber w[],
                        Scheme *out) {
  const PetscInt s = one->s;
  const ExactField *f = &one->field;
  for (PetscInt i = 0; i < s; ++i) {
    ExactNumber *const row = out->a[k] + (m * s + i) * out->s;
    for (PetscInt j = 0; j < s; ++j) {
      for (PetscInt l = 0; l < m; ++l)
        row[l * s + j] = ExactMultiply(f, w[l], one->b[k][j]);
      row[m * s + j] = ExactMultiply(f, w[m], one->a[k][i * s + j]);
    }
    out->b[k][m * s + i] = ExactMultiply(f, w[m], one->b[k][i]);
  }
}

PetscErrorCode SchemeCompose(const Scheme *one, PetscInt count, const ExactNumber w[],
                             Scheme *out) {
  ExactNumber before = ExactInteger(&one->field, 0);
  PetscCall(SchemeCreate(one->s * count, one->colours, out));
  out->separable = one->separable;
  out->field = one->field;
  for (PetscInt m = 0; m < count; ++m) {
    for (PetscInt k = 0; k < one->colours; ++k)
      ComposeRows(one, k, m, w, out);
    for (PetscInt i = 0; i < one->s; ++i)
      out->c[m * one->s + i] =
          ExactAdd(&out->field, before, ExactMultiply(&out->field, w[m], one->c[i]));
    before = ExactAdd(&out->field, before, w[m]);
  }
  return 0;
}

/* ---- Equations between the numbers ---- */

void SchemeCollect(const Scheme *scheme, ExactNumber x, SchemeDefect *d) {
  const PetscReal defect = fabs((PetscReal)x.value), error = x.error + DBL_MIN;
  if (!(defect / error <= d->defect / d->error)) {
    d->defect = defect;
    d->error = error;
  }
  d->exact = (PetscBool)(d->exact && ExactIsZero(&scheme->field, x));
}

PetscInt SchemeRowOffNode(const Scheme *scheme, PetscInt colour, PetscReal least,
                          ExactNumber *sum) {
  for (PetscInt i = 0; i < scheme->s; ++i) {
    *sum = ExactSum(&scheme->field, scheme->s, scheme->a[colour] + i * scheme->s);
    if (!ExactAgree(&scheme->field, *sum, scheme->c[i]) &&
        fabsq(sum->value - scheme->c[i].value) > (Quad)least)
      return i;
  }
  return -1;
}

PetscBool SchemeHasNodes(const Scheme *scheme) {
  const ExactField *f = &scheme->field;
  /* Nodes of long decimals are meant to be these sums: an error of theirs is one of the table. */
  const PetscReal least = f->exactness == EXACT_UNKNOWN && !f->rounded ? 1e-8 : 0;
  ExactNumber sum;
  if (scheme->stages || scheme->more)
    return PETSC_TRUE;
  for (PetscInt k = 0; k < scheme->colours; ++k)
    if (SchemeRowOffNode(scheme, k, least, &sum) < 0)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

SchemeDefect SchemeSymplectic(const Scheme *scheme) {
  const PetscInt s = scheme->s, other = scheme->colours - 1;
  const ExactField *f = &scheme->field;
  const ExactNumber *a = scheme->a[0], *b = scheme->b[0];
  const ExactNumber *conjugate = scheme->a[other], *weight = scheme->b[other];
  SchemeDefect d = SchemeNoDefect();
  for (PetscInt i = 0; i < s; ++i) {
    if (!scheme->separable)
      SchemeCollect(scheme, ExactSubtract(f, b[i], weight[i]), &d);
    for (PetscInt j = 0; j < s; ++j) {
      ExactNumber x = ExactMultiply(f, b[i], conjugate[i * s + j]);
      x = ExactAdd(f, x, ExactMultiply(f, weight[j], a[j * s + i]));
      SchemeCollect(scheme, ExactSubtract(f, x, ExactMultiply(f, b[i], weight[j])), &d);
    }
  }
  return d;
}

static SchemeDefect Symmetric(const Scheme *scheme, const PetscInt turned[]) {
  const PetscInt s = scheme->s;
  const ExactField *f = &scheme->field;
  SchemeDefect d = SchemeNoDefect();
  for (PetscInt k = 0; k < scheme->colours; ++k)
    for (PetscInt i = 0; i < s; ++i) {
      const ExactNumber *a = scheme->a[k], *b = scheme->b[k];
      SchemeCollect(scheme, ExactSubtract(f, b[i], b[turned[i]]), &d);
      for (PetscInt j = 0; j < s; ++j) {
        const ExactNumber sum = ExactAdd(f, a[turned[i] * s + turned[j]], a[i * s + j]);
        SchemeCollect(scheme, ExactSubtract(f, sum, b[j]), &d);
      }
    }
  return d;
}

PetscBool SchemePairByNodes(const Scheme *scheme, PetscInt turned[]) {
  const ExactField *f = &scheme->field;
  for (PetscInt i = 0; i < scheme->s; ++i)
    turned[i] = -1;
  for (PetscInt i = 0; i < scheme->s; ++i) {
    PetscInt j = i;
    for (; j < scheme->s && turned[i] < 0; ++j) {
      const ExactNumber sum = ExactAdd(f, scheme->c[i], scheme->c[j]);
      if (turned[j] < 0 && ExactAgree(f, sum, ExactInteger(f, 1))) {
        turned[j] = i;
        turned[i] = j;
      }
    }
    if (turned[i] < 0)
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

SchemeDefect SchemeSymmetric(const Scheme *scheme) {
  enum { ROOM = 1024 };
  PetscInt turned[ROOM] = {0};
  SchemeDefect reversed = SchemeNoDefect(), paired;
  if (scheme->s > ROOM)
    return (SchemeDefect){.defect = NAN, .error = NAN};
  for (PetscInt i = 0; i < scheme->s; ++i)
    turned[i] = scheme->first_part + (i < scheme->first_part ? 0 : scheme->s) - 1 - i;
  reversed = Symmetric(scheme, turned);
  if (reversed.defect <= reversed.error || !SchemePairByNodes(scheme, turned))
    return reversed;
  paired = Symmetric(scheme, turned);
  return paired.defect / paired.error < reversed.defect / reversed.error ? paired : reversed;
}

SchemeDefect SchemeStifflyAccurate(const Scheme *scheme) {
  const PetscInt s = scheme->s;
  const ExactField *f = &scheme->field;
  const ExactNumber *last = (scheme->beta ? scheme->beta : scheme->a[0]) + (s - 1) * s;
  SchemeDefect d = SchemeNoDefect();
  for (PetscInt j = 0; j < s; ++j)
    SchemeCollect(scheme, ExactSubtract(f, last[j], scheme->b[0][j]), &d);
  if (scheme->beta)
    SchemeCollect(scheme, ExactSubtract(f, scheme->c[s - 1], ExactInteger(f, 1)), &d);
  return d;
}

static ExactNumber Power(const ExactField *f, ExactNumber x, PetscInt n) {
  ExactNumber power = ExactInteger(f, 1);
  for (; n > 0; --n)
    power = ExactMultiply(f, power, x);
  return power;
}

/* k times the i-th equation of B, C or D, as a difference. */
static ExactNumber Assumption(const Scheme *scheme, char which, PetscInt k, PetscInt i) {
  const PetscInt s = scheme->s;
  const ExactField *f = &scheme->field;
  const ExactNumber *a = scheme->a[0], *b = scheme->b[0], *c = scheme->c,
                    degree = ExactInteger(f, k);
  ExactNumber sum = ExactInteger(f, 0), right = ExactInteger(f, 1);
  for (PetscInt j = 0; j < s; ++j) {
    ExactNumber x = Power(f, c[j], k - 1);
    x = ExactMultiply(f, which == 'C' ? a[i * s + j] : b[j], x);
    if (which == 'D')
      x = ExactMultiply(f, x, a[j * s + i]);
    sum = ExactAdd(f, sum, x);
  }
  if (which == 'C')
    right = Power(f, c[i], k);
  else if (which == 'D')
    right = ExactMultiply(f, b[i], ExactSubtract(f, right, Power(f, c[i], k)));
  return ExactSubtract(f, ExactMultiply(f, degree, sum), right);
}

SchemeDefect SchemeAssumption(const Scheme *scheme, char which, PetscInt k) {
  SchemeDefect d = SchemeNoDefect();
  for (PetscInt i = 0; i < (which == 'B' ? 1 : scheme->s); ++i)
    SchemeCollect(scheme, Assumption(scheme, which, k, i), &d);
  return d;
}
