/* What the host derives from a model: the mass matrix, directional derivatives, structure
 * functions, the inverse Legendre transform, accelerations, multipliers and the first-order field.
 *
 * In double precision the derivatives are taken through the quadruple twin, where a central
 * difference is exact to double rounding; differences of differences in double would floor near
 * 4e-14. In quadruple precision a stencil of order 16 leaves an error near 1e-31. */
#include "core/problem.h"
#include <string.h>

/* Solves Mx = b in place, by the factors at hand if M is the matrix that they are of. */
static int MassSolve(Problem p, const Real *mass, Real *b) {
  const size_t size = (size_t)(p->m * p->m) * sizeof *mass;
  PetscBool same = p->factored;
  for (PetscInt i = 0; same && i < p->m * p->m; ++i)
    same = (PetscBool)(p->mass[i] == mass[i]);
  if (!same) {
    memcpy(p->mass, mass, size);
    memcpy(p->factors, mass, size);
    p->factored =
        (PetscBool)(AllFinite(p->m * p->m, mass) && !LinearFactor(p->m, p->factors, p->pivot));
    if (!p->factored)
      return 1;
    p->diagonal = PETSC_TRUE;
    for (PetscInt i = 0; i < p->m; ++i)
      for (PetscInt j = 0; j < p->m; ++j)
        p->diagonal = (PetscBool)(p->diagonal && (i == j || mass[i * p->m + j] == 0));
  }
  if (p->diagonal) {
    for (PetscInt i = 0; i < p->m; ++i)
      b[i] *= p->factors[i * (p->m + 1)];
    return !AllFinite(p->m, b);
  }
  return LinearCorrect(p->m, p->factors, p->pivot, b);
}

PetscInt ProblemDifferentiableSize(Problem p, Differentiable what) {
  switch (what) {
  case OF_MOMENTUM:
    return p->m;
  case OF_RATES:
    return p->m + p->k;
  case OF_FRAME:
    return p->n * p->m;
  case OF_CONSTRAINT:
    return p->nonholonomic;
  }
  return 0;
}

static int Evaluate(Problem p, Differentiable what, Real t, const Real *q, const Real *v,
                    Real *out) {
  switch (what) {
  case OF_MOMENTUM:
    return ProblemMomentum(p, t, q, v, out);
  case OF_RATES: {
    Real rows[p->holonomic * p->n + 1];
    if (ProblemMomentum(p, t, q, v, out) || ProblemHolonomicGradient(p, t, q, rows))
      return 1;
    for (PetscInt a = 0; a < p->holonomic; ++a) {
      out[p->m + a] = 0;
      for (PetscInt i = 0; i < p->n; ++i)
        out[p->m + a] += rows[a * p->n + i] * v[i];
    }
    return ProblemConstraint(p, t, q, v, out + p->m + p->holonomic);
  }
  case OF_FRAME:
    return ProblemFrame(p, t, q, out);
  case OF_CONSTRAINT:
    return ProblemConstraint(p, t, q, v, out);
  }
  return 1;
}

/* f'(0) ≈ Σ_j c_j (f(jε) − f(−jε)) / ε with c_j = (−1)^{j+1} (w!)² / (j (w−j)! (w+j)!), of order
 * 2w [Fornberg 1988]. */
static int Stencil(Problem p, Differentiable what, Real t, const Real *q, const Real *v, Real dt,
                   const Real *dq, const Real *dv, PetscInt width, Real epsilon, Real *out) {
  const PetscInt size = ProblemDifferentiableSize(p, what);
  Real point[p->n + p->m + 1], value[size + 1], weight = 1, largest = 1;
  for (PetscInt i = 0; dq && i < p->n; ++i)
    largest = gimbal_fmax(largest, gimbal_fabs(dq[i]));
  for (PetscInt i = 0; dv && i < p->m; ++i)
    largest = gimbal_fmax(largest, gimbal_fabs(dv[i]));
  epsilon /= largest;
  memset(out, 0, (size_t)size * sizeof *out);
  for (PetscInt j = 1; j <= width; ++j) {
    weight *= (Real)(width - j + 1) / (Real)(width + j);
    for (int sign = 1; sign >= -1; sign -= 2) {
      const Real step = sign * j * epsilon;
      for (PetscInt i = 0; i < p->n; ++i)
        point[i] = q[i] + (dq ? step * dq[i] : 0);
      for (PetscInt i = 0; v && i < p->m; ++i)
        point[p->n + i] = v[i] + (dv ? step * dv[i] : 0);
      if (Evaluate(p, what, t + step * dt, point, point + p->n, value))
        return 1;
      const Real c = (j % 2 ? weight : -weight) / j * sign / epsilon;
      for (PetscInt i = 0; i < size; ++i)
        out[i] += c * value[i];
    }
  }
  return 0;
}

#ifdef GIMBAL_QUAD
int ProblemDirectional(Problem p, Differentiable what, Real t, const Real *q, const Real *v,
                       Real dt, const Real *dq, const Real *dv, Real *out) {
  return Stencil(p, what, t, q, v, dt, dq, dv, 8, GIMBAL_Q(1, 1024), out);
}

/* For the double core: one central difference, exact to double rounding. */
PetscErrorCode ProblemDirectionalQuad(Problem p, int what, Quad t, const Quad *q, const Quad *v,
                                      Quad dt, const Quad *dq, const Quad *dv, Quad *out,
                                      PetscBool *valid) {
  PetscFunctionBeginUser;
  *valid = (PetscBool)!Stencil(p, (Differentiable)what, t, q, v, dt, dq, dv, 1,
                               GIMBAL_Q(1, 1 << 30), out);
  PetscFunctionReturn(0);
}
#else
int ProblemDirectional(Problem p, Differentiable what, Real t, const Real *q, const Real *v,
                       Real dt, const Real *dq, const Real *dv, Real *out) {
  const PetscInt size = ProblemDifferentiableSize(p, what);
  Quad *const at = p->exchange, *const direction = at + p->n + p->m,
              *const result = direction + p->n + p->m;
  PetscBool valid;
  if (!p->twin)
    return Stencil(p, what, t, q, v, dt, dq, dv, 3, GIMBAL_Q(1, 128), out);
  for (PetscInt i = 0; i < p->n; ++i)
    at[i] = q[i], direction[i] = dq ? dq[i] : 0;
  for (PetscInt i = 0; i < p->m; ++i)
    at[p->n + i] = v ? v[i] : 0, direction[p->n + i] = dv ? dv[i] : 0;
  if (CoreQuad()->problem_directional(p->twin, what, t, at, v ? at + p->n : NULL, dt,
                                      dq ? direction : NULL, dv ? direction + p->n : NULL, result,
                                      &valid) ||
      !valid)
    return 1;
  for (PetscInt i = 0; i < size; ++i)
    out[i] = (Real)result[i];
  return 0;
}
#endif

int ProblemMass(Problem p, Real t, const Real *q, const Real *v, Real *mass) {
  const gimbal_realisation *r = p->realisation;
  gimbal_vector *given = p->lagrangian ? p->lagrangian->D22L
                         : r->frame    ? r->frame->D22ell
                         : r->group    ? r->group->D22ell
                                       : NULL;
  if (given)
    given(p->parameters, t, q, v, mass);
  else {
    Real unit[p->m], column[p->m];
    for (PetscInt j = 0; j < p->m; ++j) {
      for (PetscInt i = 0; i < p->m; ++i)
        unit[i] = i == j;
      if (ProblemDirectional(p, OF_MOMENTUM, t, q, v, 0, NULL, unit, column))
        return 1;
      for (PetscInt i = 0; i < p->m; ++i)
        mass[i * p->m + j] = column[i];
    }
  }
  return !AllFinite(p->m * p->m, mass);
}

int ProblemVelocity(Problem p, Real t, const Real *q, const Real *momentum, Real *v) {
  const PetscInt m = p->m;
  Real before = -1;
  if (p->formulation == GIMBAL_HAMILTONIAN) {
    memcpy(v, momentum, (size_t)m * sizeof *v);
    return 0;
  }
  memset(v, 0, (size_t)m * sizeof *v);
  if (p->formulation == GIMBAL_LATTICE) {
    p->lagrangian->D22L(p->parameters, t, q, v, v);
    for (PetscInt i = 0; i < m; ++i)
      v[i] = momentum[i] / v[i];
    return !AllFinite(m, v);
  }
  /* Newton's method; one iteration where the transform is linear in v, as it nearly always is. */
  for (int iteration = 0; iteration < 50; ++iteration) {
    Real *const mass = p->work, residual[m + 1], size = 0, correction = 0;
    if (ProblemMomentum(p, t, q, v, residual))
      return 1;
    for (PetscInt i = 0; i < m; ++i) {
      size = gimbal_fmax(size, gimbal_fmax(gimbal_fabs(momentum[i]), gimbal_fabs(residual[i])));
      residual[i] = momentum[i] - residual[i];
      correction = gimbal_fmax(correction, gimbal_fabs(residual[i]));
    }
    if (correction <= size * 4 * PRECISION_EPSILON)
      return 0;
    if (before >= 0 && correction >= before / 2)
      return !(correction <= size * 1000 * PRECISION_EPSILON);
    before = correction;
    if (ProblemMass(p, t, q, v, mass) || MassSolve(p, mass, residual))
      return 1;
    for (PetscInt i = 0; i < m; ++i)
      v[i] += residual[i];
  }
  return 1;
}

int ProblemConfigurationRate(Problem p, Real t, const Real *q, const Real *v, Real *rate) {
  switch (p->formulation) {
  case GIMBAL_LAGRANGIAN:
  case GIMBAL_LATTICE:
    for (PetscInt i = 0; i < p->n; ++i)
      rate[i] = v[i];
    return 0;
  case GIMBAL_HAMILTONIAN:
    p->realisation->hamiltonian->D2H(p->parameters, t, q, v, rate);
    break;
  case GIMBAL_FRAME: {
    Real psi[p->n * p->m];
    if (ProblemFrame(p, t, q, psi))
      return 1;
    for (PetscInt i = 0; i < p->n; ++i) {
      rate[i] = 0;
      for (PetscInt j = 0; j < p->m; ++j)
        rate[i] += psi[i * p->m + j] * v[j];
    }
    break;
  }
  case GIMBAL_GROUP:
    GroupVelocity(&p->group, q, v, rate);
    break;
  case GIMBAL_ODE:
    p->realisation->ode->f(p->parameters, t, q, NULL, rate);
    break;
  }
  return !AllFinite(p->n, rate);
}

int ProblemFrameDerivative(Problem p, Real t, const Real *q, Real *out) {
  Real unit[p->n];
  if (!p->realisation->frame)
    return 1;
  for (PetscInt k = 0; k < p->n; ++k) {
    for (PetscInt i = 0; i < p->n; ++i)
      unit[i] = i == k;
    if (ProblemDirectional(p, OF_FRAME, t, q, NULL, 0, unit, NULL, out + k * p->n * p->m))
      return 1;
  }
  return 0;
}

int ProblemStructure(Problem p, Real t, const Real *q, Real *c) {
  const PetscInt n = p->n, m = p->m;
  if (p->realisation->group) {
    Real unit[m], bracket[m * m];
    for (PetscInt i = 0; i < m; ++i) {
      for (PetscInt j = 0; j < m; ++j)
        unit[j] = i == j;
      GroupBracket(&p->group, unit, bracket);
      for (PetscInt k = 0; k < m; ++k)
        for (PetscInt j = 0; j < m; ++j)
          c[(k * m + i) * m + j] = bracket[k * m + j];
    }
    return 0;
  }
  if (!p->realisation->frame)
    return 1;
  if (p->realisation->frame->structure) {
    p->realisation->frame->structure(p->parameters, t, q, NULL, c);
    return !AllFinite(m * m * m, c);
  }
  if (n != m)
    return 1;
  /* [ψ_i,ψ_j] = (ψ_i·∇)ψ_j − (ψ_j·∇)ψ_i, in the frame itself. */
  Real psi[n * n], along[n * n * n], direction[n], factors[n * n], bracket[n];
  if (ProblemFrame(p, t, q, psi))
    return 1;
  for (PetscInt i = 0; i < n; ++i) {
    for (PetscInt a = 0; a < n; ++a)
      direction[a] = psi[a * n + i];
    if (ProblemDirectional(p, OF_FRAME, t, q, NULL, 0, direction, NULL, along + i * n * n))
      return 1;
  }
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt j = 0; j < n; ++j) {
      for (PetscInt a = 0; a < n; ++a)
        bracket[a] = along[(i * n + a) * n + j] - along[(j * n + a) * n + i];
      memcpy(factors, psi, sizeof factors);
      if (LinearSolve(n, factors, bracket))
        return 1;
      for (PetscInt k = 0; k < n; ++k)
        c[(k * n + i) * n + j] = bracket[k];
    }
  return 0;
}

/* The inertial terms c^k_ij ξ^i ∂ℓ/∂ξ^k of the Hamel equations [Ball 2013, section 2], of which the
 * Euler–Poincaré equations are the case of constant structure functions. */
static int AddInertialTerms(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const PetscInt m = p->m;
  Real c[m * m * m], momentum[m];
  if (p->formulation != GIMBAL_FRAME && p->formulation != GIMBAL_GROUP)
    return 0;
  if (ProblemStructure(p, t, q, c) || ProblemMomentum(p, t, q, v, momentum))
    return 1;
  for (PetscInt k = 0; k < m; ++k)
    for (PetscInt i = 0; i < m; ++i)
      for (PetscInt j = 0; j < m; ++j)
        out[j] += c[(k * m + i) * m + j] * v[i] * momentum[k];
  return 0;
}

/* Hamilton's equations: λ from d/dt Ψ = 0. */
static int HamiltonianRate(Problem p, Real t, const Real *q, const Real *v, Real *rate,
                           Real *lambda) {
  const PetscInt m = p->m, k = p->nonholonomic;
  Real dq[p->n], directions[k * m + 1], matrix[k * k + 1], column[k + 1];
  if (ProblemForce(p, t, q, v, rate))
    return 1;
  if (!k)
    return 0;
  if (ProblemConfigurationRate(p, t, q, v, dq) || ProblemReaction(p, t, q, v, directions) ||
      ProblemDirectional(p, OF_CONSTRAINT, t, q, v, 1, dq, rate, lambda))
    return 1;
  for (PetscInt b = 0; b < k; ++b) {
    if (ProblemDirectional(p, OF_CONSTRAINT, t, q, v, 0, NULL, directions + b * m, column))
      return 1;
    for (PetscInt a = 0; a < k; ++a)
      matrix[a * k + b] = -column[a];
  }
  if (LinearSolve(k, matrix, lambda))
    return 1;
  for (PetscInt a = 0; a < k; ++a)
    for (PetscInt i = 0; i < m; ++i)
      rate[i] += lambda[a] * directions[a * m + i];
  return 0;
}

int ProblemAcceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  const PetscInt m = p->m, k = p->k, size = m + k;
  if (p->formulation == GIMBAL_HAMILTONIAN) {
    Real multipliers[k + 1];
    return HamiltonianRate(p, t, q, v, acceleration, lambda ? lambda : multipliers);
  }
  if (p->formulation == GIMBAL_LATTICE) {
    p->lagrangian->D22L(p->parameters, t, q, v, acceleration);
    if (ProblemForce(p, t, q, v, p->force))
      return 1;
    for (PetscInt i = 0; i < m; ++i)
      acceleration[i] = p->force[i] / acceleration[i];
    return !AllFinite(m, acceleration);
  }
  if (p->formulation == GIMBAL_ODE)
    return 1;
  if (k == 0 && p->plain && p->lagrangian->D22L) {
    /* The usual case, and the one that is called most often. */
    p->lagrangian->D22L(p->parameters, t, q, v, p->work);
    return ProblemForce(p, t, q, v, acceleration) || MassSolve(p, p->work, acceleration);
  }
  /* [M −Cᵀ; C 0] (v̇, λ) = (F − d/dt|_v p, −d/dt|_v (Dg·v, Φ)), with the rows C of Dg and D₂Φ. */
  Real *const matrix = p->work, *const right = matrix + size * size, *const mass = right + size,
              rates[size + 1], rate[p->n + 1], rows[k * m + 1];
  if (ProblemMass(p, t, q, v, mass) || ProblemForce(p, t, q, v, right) ||
      AddInertialTerms(p, t, q, v, right) || ProblemHolonomicGradient(p, t, q, rows) ||
      ProblemReaction(p, t, q, v, rows + p->holonomic * m))
    return 1;
  if (ProblemConfigurationRate(p, t, q, v, rate) ||
      ProblemDirectional(p, OF_RATES, t, q, v, 1, rate, NULL, rates))
    return 1;
  for (PetscInt i = 0; i < m; ++i) {
    right[i] -= rates[i];
    for (PetscInt j = 0; j < m; ++j)
      matrix[i * size + j] = mass[i * m + j];
    for (PetscInt a = 0; a < k; ++a)
      matrix[i * size + m + a] = -rows[a * m + i];
  }
  for (PetscInt a = 0; a < k; ++a) {
    right[m + a] = -rates[m + a];
    for (PetscInt j = 0; j < m; ++j)
      matrix[(m + a) * size + j] = rows[a * m + j];
    for (PetscInt b = 0; b < k; ++b)
      matrix[(m + a) * size + m + b] = 0;
  }
  if (LinearSolve(size, matrix, right))
    return 1;
  memcpy(acceleration, right, (size_t)m * sizeof *right);
  if (lambda)
    memcpy(lambda, right + m, (size_t)k * sizeof *right);
  return 0;
}

int ProblemField(Problem p, Real t, const Real *y, Real *f) {
  if (p->formulation == GIMBAL_ODE)
    return ProblemConfigurationRate(p, t, y, NULL, f);
  if (p->plain) {
    for (PetscInt i = 0; i < p->n; ++i)
      f[i] = y[p->n + i];
    return ProblemAcceleration(p, t, y, y + p->n, f + p->n, NULL);
  }
  return ProblemConfigurationRate(p, t, y, y + p->n, f) ||
         ProblemAcceleration(p, t, y, y + p->n, f + p->n, NULL);
}
