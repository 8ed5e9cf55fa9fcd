/* Lie groups and their retractions. Left trivialisation throughout: dτ_ξ η = τ(ξ)⁻¹ d/dε τ(ξ+εη).
 * Cayley's formulas are those of Martín de Diego and Sato Martín de Almagro 2018, section 6. Checked
 * against differences in the tests. */
#include "numerics/group_private.h"
#include "base/user_error.h"

PetscErrorCode GroupParse(const char *name, Group *group) {
  const char *at = name;
  memset(group, 0, sizeof *group);
  for (;;) {
    PetscInt f = group->factors, n, m;
    GroupFactor kind;
    char *end;
    UserCheck(f < GROUP_FACTORS_MAX, "group '%s' has more than %d factors", name,
              GROUP_FACTORS_MAX);
    if (!strncmp(at, "SO3", 3))
      kind = FACTOR_SO3, n = 9, m = 3, end = (char *)at + 3;
    else if (!strncmp(at, "SE3", 3))
      kind = FACTOR_SE3, n = 12, m = 6, end = (char *)at + 3;
    else if (!strncmp(at, "SE2", 3))
      kind = FACTOR_SE2, n = m = 3, end = (char *)at + 3;
    else if (*at == 'R' || *at == 'S') {
      kind = FACTOR_VECTOR, n = m = (PetscInt)strtol(at + 1, &end, 10);
      UserCheck(end > at + 1 && n > 0, "group '%s': '%s' needs a dimension, as in R2", name, at);
    } else
      UserError(
          "group '%s': unknown factor '%s'; known are SO3, SE2, SE3, Rk and Sk, joined by '*'",
          name, at);
    group->factor[f].kind = kind, group->factor[f].n = n, group->factor[f].m = m;
    group->factors++, group->n += n, group->m += m;
    if (!*end)
      break;
    UserCheck(*end == '*', "group '%s': factors are joined by '*', not by '%c'", name, *end);
    at = end + 1;
  }
  return 0;
}

PetscBool GroupCommutes(const Group *group) {
  for (PetscInt f = 0; f < group->factors; ++f)
    if (group->factor[f].kind != FACTOR_VECTOR)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

void GroupCompose(const Group *group, const Real *a, const Real *b, Real *out) {
  for (PetscInt f = 0; f < group->factors; ++f) {
    const PetscInt n = group->factor[f].n;
    switch (group->factor[f].kind) {
    case FACTOR_SO3: {
      Real product[9];
      Multiply3(a, b, product);
      memcpy(out, product, sizeof product);
      break;
    }
    case FACTOR_SE3:
      MotionCompose(a, b, out);
      break;
    case FACTOR_SE2: {
      const Real c = gimbal_cos(a[2]), s = gimbal_sin(a[2]);
      const Real x = a[0] + c * b[0] - s * b[1], y = a[1] + s * b[0] + c * b[1];
      out[2] = a[2] + b[2], out[0] = x, out[1] = y;
      break;
    }
    case FACTOR_VECTOR:
      for (PetscInt i = 0; i < n; ++i)
        out[i] = a[i] + b[i];
    }
    a += n, b += n, out += n;
  }
}

void GroupInverse(const Group *group, const Real *a, Real *out) {
  for (PetscInt f = 0; f < group->factors; ++f) {
    const PetscInt n = group->factor[f].n;
    switch (group->factor[f].kind) {
    case FACTOR_SO3:
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          out[3 * i + j] = a[3 * j + i];
      break;
    case FACTOR_SE3:
      MotionInverse(a, out);
      break;
    case FACTOR_SE2: {
      const Real c = gimbal_cos(a[2]), s = gimbal_sin(a[2]);
      out[0] = -c * a[0] - s * a[1], out[1] = s * a[0] - c * a[1], out[2] = -a[2];
      break;
    }
    case FACTOR_VECTOR:
      for (PetscInt i = 0; i < n; ++i)
        out[i] = -a[i];
    }
    a += n, out += n;
  }
}

void GroupVelocity(const Group *group, const Real *a, const Real *eta, Real *out) {
  for (PetscInt f = 0; f < group->factors; ++f) {
    const PetscInt n = group->factor[f].n, m = group->factor[f].m;
    switch (group->factor[f].kind) {
    case FACTOR_SO3: {
      Real hat[9];
      SmallBracket(FACTOR_SO3, eta, hat);
      Multiply3(a, hat, out);
      break;
    }
    case FACTOR_SE3:
      MotionVelocity(a, eta, out);
      break;
    case FACTOR_SE2:
      PlaneVelocity(a, eta, out);
      break;
    case FACTOR_VECTOR:
      for (PetscInt i = 0; i < n; ++i)
        out[i] = eta[i];
    }
    a += n, out += n, eta += m;
  }
}

void GroupRetract(const Group *group, gimbal_retraction tau, const Real *xi, Real *out) {
  for (PetscInt f = 0; f < group->factors; ++f) {
    const PetscInt n = group->factor[f].n, m = group->factor[f].m;
    if (group->factor[f].kind == FACTOR_VECTOR)
      memcpy(out, xi, (size_t)n * sizeof *out);
    else if (group->factor[f].kind == FACTOR_SE3)
      MotionRetract(tau, xi, out);
    else
      SmallRetract(group->factor[f].kind, tau, xi, out);
    out += n, xi += m;
  }
}

void GroupIncrement(const Group *group, gimbal_retraction tau, const Real *a, const Real *xi,
                    Real *out) {
  for (PetscInt f = 0; f < group->factors; ++f) {
    const PetscInt n = group->factor[f].n, m = group->factor[f].m;
    Real motion[12];
    switch (group->factor[f].kind) {
    case FACTOR_SO3:
      RotationIncrement(tau, a, xi, out);
      break;
    case FACTOR_SE3:
      MotionRetract(tau, xi, motion);
      RotationIncrement(tau, a, xi, out);
      Apply3(a, motion + 9, out + 9);
      break;
    case FACTOR_SE2: /* the translation turns as a velocity does */
      SmallRetract(FACTOR_SE2, tau, xi, motion);
      PlaneVelocity(a, motion, out);
      break;
    case FACTOR_VECTOR:
      memcpy(out, xi, (size_t)n * sizeof *out);
    }
    a += n, out += n, xi += m;
  }
}

int GroupLogarithm(const Group *group, const Real *a, Real *out) {
  for (PetscInt f = 0; f < group->factors; ++f) {
    const PetscInt n = group->factor[f].n, m = group->factor[f].m;
    int none = 0;
    switch (group->factor[f].kind) {
    case FACTOR_SO3:
      RotationLogarithm(a, out);
      break;
    case FACTOR_SE3:
      none = MotionLogarithm(a, out);
      break;
    case FACTOR_SE2:
      none = PlaneLogarithm(a, out);
      break;
    case FACTOR_VECTOR:
      memcpy(out, a, (size_t)n * sizeof *out);
    }
    if (none)
      return 1;
    a += n, out += m;
  }
  return 0;
}

/* The matrices of a group, block-diagonal: their diagonal blocks are those of the factors. */
typedef enum { TANGENT, TANGENT_INVERSE, TANGENT_DERIVATIVE, ADJOINT, BRACKET } Matrix;

enum { LARGEST = 36 }; /* entries of a block */

/* Of a factor that does not commute. Non-zero where it does not exist. */
static int FindBlock(Matrix matrix, GroupFactor kind, gimbal_retraction tau, const Real *x,
                     const Real *eta, Real *out) {
  const int motion = kind == FACTOR_SE3;
  switch (matrix) {
  case TANGENT:
    motion ? MotionTangent(tau, x, out) : SmallTangent(kind, tau, x, out);
    break;
  case TANGENT_INVERSE:
    return motion ? MotionTangentInverse(tau, x, out) : SmallTangentInverse(kind, tau, x, out);
  case TANGENT_DERIVATIVE:
    motion ? MotionTangentDerivative(tau, x, eta, out)
           : SmallTangentDerivative(kind, tau, x, eta, out);
    break;
  case ADJOINT:
    motion ? MotionAdjoint(x, out) : SmallAdjoint(kind, x, out);
    break;
  case BRACKET:
    motion ? MotionBracket(x, out) : SmallBracket(kind, x, out);
  }
  return 0;
}

/* At x: an element for the adjoint, else an element of the algebra, as eta, which only the derivative
 * needs. */
static int FindMatrix(const Group *group, Matrix matrix, gimbal_retraction tau, const Real *x,
                      const Real *eta, Real *out) {
  const Real vector = matrix == TANGENT_DERIVATIVE || matrix == BRACKET ? 0 : 1;
  memset(out, 0, (size_t)(group->m * group->m) * sizeof *out);
  for (PetscInt f = 0, at = 0; f < group->factors; ++f) {
    const PetscInt m = group->factor[f].m;
    const GroupFactor kind = group->factor[f].kind;
    Real block[LARGEST];
    if (kind != FACTOR_VECTOR && FindBlock(matrix, kind, tau, x, eta ? eta + at : NULL, block))
      return 1;
    for (PetscInt i = 0; i < m; ++i)
      for (PetscInt j = 0; j < m; ++j)
        out[(at + i) * group->m + at + j] =
            kind != FACTOR_VECTOR ? block[m * i + j] : vector * (Real)(i == j);
    x += matrix == ADJOINT ? group->factor[f].n : m, at += m;
  }
  return 0;
}

void GroupTangent(const Group *group, gimbal_retraction tau, const Real *xi, Real *out) {
  FindMatrix(group, TANGENT, tau, xi, NULL, out);
}

int GroupTangentInverse(const Group *group, gimbal_retraction tau, const Real *xi, Real *out) {
  return FindMatrix(group, TANGENT_INVERSE, tau, xi, NULL, out);
}

void GroupTangentDerivative(const Group *group, gimbal_retraction tau, const Real *xi,
                            const Real *eta, Real *out) {
  FindMatrix(group, TANGENT_DERIVATIVE, tau, xi, eta, out);
}

void GroupAdjoint(const Group *group, const Real *a, Real *out) {
  FindMatrix(group, ADJOINT, GIMBAL_EXPONENTIAL, a, NULL, out);
}

void GroupBracket(const Group *group, const Real *xi, Real *out) {
  FindMatrix(group, BRACKET, GIMBAL_EXPONENTIAL, xi, NULL, out);
}
