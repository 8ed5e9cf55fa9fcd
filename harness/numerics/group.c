/* Lie groups and their retractions. Left trivialisation throughout: dτ_ξ η = τ(ξ)⁻¹ d/dε τ(ξ+εη).
 * Cayley's formulas are those of Martín de Diego and Sato Martín de Almagro 2018, section 6; the
 * exponential's tangent is (1 − e^{−ad}) / ad, which on so(3) and se(2), where ad³ = −θ² ad, is
 * I − a ad + b ad² with a = (1 − cos θ)/θ² and b = (θ − sin θ)/θ³. Checked against differences in
 * the tests. */
#include "numerics/group.h"
#include <stdlib.h>
#include <string.h>

PetscErrorCode GroupParse(const char *name, Group *group) {
  const char *at = name;
  PetscFunctionBeginUser;
  memset(group, 0, sizeof *group);
  for (;;) {
    PetscInt f = group->factors, n, m;
    GroupFactor kind;
    char *end;
    PetscCheck(f < GROUP_FACTORS_MAX, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "group '%s' has more than %d factors", name, GROUP_FACTORS_MAX);
    if (!strncmp(at, "SO3", 3))
      kind = FACTOR_SO3, n = 9, m = 3, end = (char *)at + 3;
    else if (!strncmp(at, "SE2", 3))
      kind = FACTOR_SE2, n = m = 3, end = (char *)at + 3;
    else if (*at == 'R' || *at == 'S') {
      kind = FACTOR_VECTOR, n = m = (PetscInt)strtol(at + 1, &end, 10);
      PetscCheck(end > at + 1 && n > 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
                 "group '%s': '%s' needs a dimension, as in R2", name, at);
    } else
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
              "group '%s': unknown factor '%s'; known are SO3, SE2, Rk and Sk, joined by '*'", name,
              at);
    group->factor[f].kind = kind, group->factor[f].n = n, group->factor[f].m = m;
    group->factors++, group->n += n, group->m += m;
    if (!*end)
      break;
    PetscCheck(*end == '*', PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "group '%s': factors are joined by '*', not by '%c'", name, *end);
    at = end + 1;
  }
  PetscFunctionReturn(0);
}

static void Cross(const Real *a, const Real *b, Real *out) {
  const Real x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2],
             z = a[0] * b[1] - a[1] * b[0];
  out[0] = x, out[1] = y, out[2] = z;
}

static void Multiply3(const Real *A, const Real *B, Real *out) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* The 3×3 matrix of ad_ξ. */
static void Bracket3(GroupFactor kind, const Real *x, Real *ad) {
  if (kind == FACTOR_SO3) {
    const Real hat[9] = {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0};
    memcpy(ad, hat, sizeof hat);
  } else { /* [ξ,η] = (−w η₂ + v₂ η₃, w η₁ − v₁ η₃, 0) */
    const Real se2[9] = {0, -x[2], x[1], x[2], 0, -x[0], 0, 0, 0};
    memcpy(ad, se2, sizeof se2);
  }
}

/* a = (1 − cos θ)/θ², b = (θ − sin θ)/θ³ and their derivatives over θ, by series near zero, where
 * the quotients lose digits. */
static void ExponentialCoefficients(Real theta, Real *a, Real *b, Real *da, Real *db) {
  const Real square = theta * theta;
  if (square < GIMBAL_C(0.25)) {
    Real term = GIMBAL_C(0.5);
    *a = *b = *da = *db = 0;
    for (int k = 0; k < 16; ++k) { /* term = (−1)^k θ^{2k} / (2k+2)! */
      *a += term;
      *b += term / (2 * k + 3);
      *da += -term * (2 * k + 2) / ((2 * k + 3) * (2 * k + 4));
      *db += -term * (2 * k + 2) / ((2 * k + 3) * (2 * k + 4) * (2 * k + 5));
      term *= -square / ((2 * k + 3) * (2 * k + 4));
    }
  } else {
    const Real sine = gimbal_sin(theta), cosine = gimbal_cos(theta);
    *a = (1 - cosine) / square;
    *b = (theta - sine) / (square * theta);
    *da = (sine / theta - 2 * *a) / square;
    *db = (*a - 3 * *b) / square;
  }
}

static Real Angle(GroupFactor kind, const Real *xi) {
  return kind == FACTOR_SO3 ? gimbal_sqrt(xi[0] * xi[0] + xi[1] * xi[1] + xi[2] * xi[2])
                            : gimbal_fabs(xi[2]);
}

static void Tangent3(GroupFactor kind, gimbal_retraction tau, const Real *x, Real *out) {
  if (tau == GIMBAL_EXPONENTIAL) {
    Real a, b, da, db, ad[9], square[9];
    ExponentialCoefficients(Angle(kind, x), &a, &b, &da, &db);
    Bracket3(kind, x, ad);
    Multiply3(ad, ad, square);
    for (int i = 0; i < 9; ++i)
      out[i] = (i % 4 == 0) - a * ad[i] + b * square[i];
  } else if (kind == FACTOR_SO3) {
    const Real c = 2 / (4 + x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    Real hat[9];
    Bracket3(kind, x, hat);
    for (int i = 0; i < 9; ++i)
      out[i] = c * (2 * (i % 4 == 0) - hat[i]);
  } else {
    const Real c = 4 / (4 + x[2] * x[2]);
    const Real matrix[9] = {c, c * x[2] / 2, -c * x[1] / 2, -c * x[2] / 2, c, c * x[0] / 2, 0, 0,
                            c};
    memcpy(out, matrix, sizeof matrix);
  }
}

static void TangentDerivative3(GroupFactor kind, gimbal_retraction tau, const Real *x,
                               const Real *eta, Real *out) {
  if (tau == GIMBAL_EXPONENTIAL) {
    /* δ ↦ −a [δ,η] + b([δ,[ξ,η]] + [ξ,[δ,η]]) + (ξ·δ)(−a'/θ [ξ,η] + b'/θ [ξ,[ξ,η]]); in se(2) the
     * angle depends on the last component alone. */
    Real a, b, da, db, ad[9], once[3], twice[3], of_eta[9], of_once[9], product[9];
    ExponentialCoefficients(Angle(kind, x), &a, &b, &da, &db);
    Bracket3(kind, x, ad);
    for (int i = 0; i < 3; ++i)
      once[i] = ad[3 * i] * eta[0] + ad[3 * i + 1] * eta[1] + ad[3 * i + 2] * eta[2];
    for (int i = 0; i < 3; ++i)
      twice[i] = ad[3 * i] * once[0] + ad[3 * i + 1] * once[1] + ad[3 * i + 2] * once[2];
    Bracket3(kind, eta, of_eta);
    Bracket3(kind, once, of_once);
    Multiply3(ad, of_eta, product);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Real direction = kind == FACTOR_SO3 || j == 2 ? x[j] : 0;
        out[3 * i + j] = a * of_eta[3 * i + j] - b * (of_once[3 * i + j] + product[3 * i + j]) +
                         direction * (-da * once[i] + db * twice[i]);
      }
  } else if (kind == FACTOR_SO3) {
    const Real c = 2 / (4 + x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    Real cross[3], hat[9];
    Cross(x, eta, cross);
    Bracket3(kind, eta, hat);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        out[3 * i + j] = -c * c * (2 * eta[i] - cross[i]) * x[j] + c * hat[3 * i + j];
  } else {
    const Real c = 4 / (4 + x[2] * x[2]);
    const Real matrix[9] = {
        0, -c * eta[2] / 2, c * eta[1] / 2, c * eta[2] / 2, 0, -c * eta[0] / 2, 0, 0, 0};
    Real tangent[9];
    Tangent3(kind, tau, x, tangent);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        out[3 * i + j] = matrix[3 * i + j];
        if (j == 2)
          out[3 * i + j] -=
              c * x[2] / 2 *
              (tangent[3 * i] * eta[0] + tangent[3 * i + 1] * eta[1] + tangent[3 * i + 2] * eta[2]);
      }
  }
}

static void Retract3(GroupFactor kind, gimbal_retraction tau, const Real *x, Real *out) {
  if (kind == FACTOR_SO3) {
    Real hat[9], square[9], first, second;
    Bracket3(kind, x, hat);
    Multiply3(hat, hat, square);
    if (tau == GIMBAL_CAYLEY) { /* I + 4/(4+|ξ|²) (ξ̂ + ξ̂²/2) */
      first = 4 / (4 + x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
      second = first / 2;
    } else {
      Real b, da, db;
      ExponentialCoefficients(Angle(kind, x), &second, &b, &da, &db);
      first = 1 - b * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); /* sin θ / θ */
    }
    for (int i = 0; i < 9; ++i)
      out[i] = (i % 4 == 0) + first * hat[i] + second * square[i];
  } else if (tau == GIMBAL_CAYLEY) {
    const Real c = 4 / (4 + x[2] * x[2]);
    out[0] = c * (x[0] - x[2] * x[1] / 2);
    out[1] = c * (x[1] + x[2] * x[0] / 2);
    out[2] = 2 * gimbal_atan(x[2] / 2);
  } else {
    Real a, b, da, db;
    ExponentialCoefficients(gimbal_fabs(x[2]), &a, &b, &da, &db);
    const Real s = 1 - b * x[2] * x[2], c = a * x[2]; /* sin w / w, (1 − cos w)/w */
    out[0] = s * x[0] - c * x[1];
    out[1] = c * x[0] + s * x[1];
    out[2] = x[2];
  }
}

static void Adjoint3(GroupFactor kind, const Real *g, Real *out) {
  if (kind == FACTOR_SO3)
    memcpy(out, g, 9 * sizeof *out);
  else {
    const Real c = gimbal_cos(g[2]), s = gimbal_sin(g[2]);
    const Real matrix[9] = {c, -s, g[1], s, c, -g[0], 0, 0, 1};
    memcpy(out, matrix, sizeof matrix);
  }
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
      Bracket3(FACTOR_SO3, eta, hat);
      Multiply3(a, hat, out);
      break;
    }
    case FACTOR_SE2: {
      const Real c = gimbal_cos(a[2]), s = gimbal_sin(a[2]);
      out[0] = c * eta[0] - s * eta[1], out[1] = s * eta[0] + c * eta[1], out[2] = eta[2];
      break;
    }
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
      for (PetscInt i = 0; i < n; ++i)
        out[i] = xi[i];
    else
      Retract3(group->factor[f].kind, tau, xi, out);
    out += n, xi += m;
  }
}

/* Lays a factor's block into the block-diagonal m×m matrix. */
static void PutBlock(const Group *group, PetscInt at, PetscInt size, const Real *block, Real *out) {
  for (PetscInt i = 0; i < size; ++i)
    for (PetscInt j = 0; j < size; ++j)
      out[(at + i) * group->m + at + j] = block ? block[size * i + j] : (Real)(i == j);
}

void GroupTangent(const Group *group, gimbal_retraction tau, const Real *xi, Real *out) {
  memset(out, 0, (size_t)(group->m * group->m) * sizeof *out);
  for (PetscInt f = 0, at = 0; f < group->factors; at += group->factor[f++].m) {
    Real block[9];
    const GroupFactor kind = group->factor[f].kind;
    if (kind != FACTOR_VECTOR)
      Tangent3(kind, tau, xi + at, block);
    PutBlock(group, at, group->factor[f].m, kind == FACTOR_VECTOR ? NULL : block, out);
  }
}

/* The inverse of a 3×3 matrix by cofactors: the tangents are well conditioned near the identity. */
static int Invert3(const Real *A, Real *out) {
  Real cofactor[9], determinant;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int p = (i + 1) % 3, q = (i + 2) % 3, r = (j + 1) % 3, s = (j + 2) % 3;
      cofactor[3 * i + j] = A[3 * p + r] * A[3 * q + s] - A[3 * p + s] * A[3 * q + r];
    }
  determinant = A[0] * cofactor[0] + A[1] * cofactor[1] + A[2] * cofactor[2];
  if (!(gimbal_fabs(determinant) > 0))
    return 1;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out[3 * i + j] = cofactor[3 * j + i] / determinant;
  return 0;
}

int GroupTangentInverse(const Group *group, gimbal_retraction tau, const Real *xi, Real *out) {
  memset(out, 0, (size_t)(group->m * group->m) * sizeof *out);
  for (PetscInt f = 0, at = 0; f < group->factors; at += group->factor[f++].m) {
    Real block[9], inverse[9];
    const GroupFactor kind = group->factor[f].kind;
    if (kind != FACTOR_VECTOR) {
      Tangent3(kind, tau, xi + at, block);
      if (Invert3(block, inverse))
        return 1;
    }
    PutBlock(group, at, group->factor[f].m, kind == FACTOR_VECTOR ? NULL : inverse, out);
  }
  return 0;
}

void GroupTangentDerivative(const Group *group, gimbal_retraction tau, const Real *xi,
                            const Real *eta, Real *out) {
  memset(out, 0, (size_t)(group->m * group->m) * sizeof *out);
  for (PetscInt f = 0, at = 0; f < group->factors; at += group->factor[f++].m) {
    Real block[9];
    const GroupFactor kind = group->factor[f].kind;
    if (kind == FACTOR_VECTOR)
      continue;
    TangentDerivative3(kind, tau, xi + at, eta + at, block);
    PutBlock(group, at, 3, block, out);
  }
}

void GroupAdjoint(const Group *group, const Real *a, Real *out) {
  memset(out, 0, (size_t)(group->m * group->m) * sizeof *out);
  for (PetscInt f = 0, at = 0; f < group->factors; at += group->factor[f++].m) {
    Real block[9];
    const GroupFactor kind = group->factor[f].kind;
    if (kind != FACTOR_VECTOR)
      Adjoint3(kind, a, block);
    PutBlock(group, at, group->factor[f].m, kind == FACTOR_VECTOR ? NULL : block, out);
    a += group->factor[f].n;
  }
}

void GroupBracket(const Group *group, const Real *xi, Real *out) {
  memset(out, 0, (size_t)(group->m * group->m) * sizeof *out);
  for (PetscInt f = 0, at = 0; f < group->factors; at += group->factor[f++].m) {
    Real block[9];
    if (group->factor[f].kind == FACTOR_VECTOR)
      continue;
    Bracket3(group->factor[f].kind, xi + at, block);
    PutBlock(group, at, 3, block, out);
  }
}
