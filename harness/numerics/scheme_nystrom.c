#include "numerics/scheme.h"

PetscErrorCode SchemeFromNystrom(PetscInt s, ExactField *f, const ExactNumber A[],
                                 const ExactNumber b[], const ExactNumber c[],
                                 const ExactNumber v[], Scheme *out) {
  const PetscInt n = 2 * s + 1;
  const ExactNumber one = ExactInteger(f, 1);
  PetscCall(SchemeCreate(n, 2, out));
  out->separable = out->quadratic = out->nystrom = PETSC_TRUE;
  out->b[0][0] = one;
  for (PetscInt i = 0; i < s; ++i) {
    const PetscInt force = 2 * i + 1, velocity = 2 * i + 2;
    ExactNumber *const row = out->a[0] + force * n;
    row[0] = out->c[force] = c[i];
    for (PetscInt j = 0; j < s; ++j) {
      row[2 * j + 2] = A[i * s + j];
      row[0] = ExactSubtract(f, row[0], A[i * s + j]);
    }
    out->a[1][velocity * n + force] = one;
    out->b[0][0] = ExactSubtract(f, out->b[0][0], b[i]);
    out->b[0][velocity] = b[i];
    out->b[1][force] = v[i];
  }
  return 0;
}

/* The entries of the table that it was made from. */
static ExactNumber A(const Scheme *scheme, PetscInt i, PetscInt j) {
  return scheme->a[0][(2 * i + 1) * scheme->s + 2 * j + 2];
}
static ExactNumber B(const Scheme *scheme, PetscInt i) { return scheme->b[0][2 * i + 2]; }
static ExactNumber V(const Scheme *scheme, PetscInt i) { return scheme->b[1][2 * i + 1]; }
static ExactNumber OneMinusNode(const Scheme *scheme, PetscInt i) { /* 1 − c_i */
  return ExactSubtract(&scheme->field, ExactInteger(&scheme->field, 1), scheme->c[2 * i + 1]);
}

SchemeDefect SchemeNystromSymplectic(const Scheme *scheme) {
  const ExactField *f = &scheme->field;
  SchemeDefect d = SchemeNoDefect();
  for (PetscInt i = 0; i < scheme->s / 2; ++i) {
    const ExactNumber v = V(scheme, i), last = ExactMultiply(f, v, OneMinusNode(scheme, i));
    SchemeCollect(scheme, ExactSubtract(f, B(scheme, i), last), &d);
    for (PetscInt j = 0; j < i; ++j) {
      const ExactNumber one = ExactSubtract(f, B(scheme, j), A(scheme, i, j));
      const ExactNumber two = ExactSubtract(f, B(scheme, i), A(scheme, j, i));
      SchemeCollect(scheme,
                    ExactSubtract(f, ExactMultiply(f, v, one), ExactMultiply(f, V(scheme, j), two)),
                    &d);
    }
  }
  return d;
}

/* The adjoint has the nodes 1 − c_i, the weights v_i and v_i − b_i, and A_ij + v_j (1 − c_i) − b_j. */
SchemeDefect SchemeNystromSymmetric(const Scheme *scheme) {
  const PetscInt s = scheme->s / 2;
  const ExactField *f = &scheme->field;
  SchemeDefect d = SchemeNoDefect();
  for (PetscInt i = 0; i < s; ++i) {
    const PetscInt turned = s - 1 - i;
    const ExactNumber rest = ExactSubtract(f, V(scheme, i), B(scheme, i));
    SchemeCollect(scheme, ExactSubtract(f, OneMinusNode(scheme, i), scheme->c[2 * turned + 1]), &d);
    SchemeCollect(scheme, ExactSubtract(f, V(scheme, i), V(scheme, turned)), &d);
    SchemeCollect(scheme, ExactSubtract(f, rest, B(scheme, turned)), &d);
    for (PetscInt j = 0; j < s; ++j) {
      ExactNumber x = ExactMultiply(f, V(scheme, j), OneMinusNode(scheme, i));
      x = ExactAdd(f, ExactSubtract(f, x, B(scheme, j)), A(scheme, i, j));
      SchemeCollect(scheme, ExactSubtract(f, x, A(scheme, turned, s - 1 - j)), &d);
    }
  }
  return d;
}
