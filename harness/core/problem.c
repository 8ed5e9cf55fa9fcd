/* The model's own functions, formulation by formulation, behind one face. */
#include "core/problem.h"
#include <string.h>

#ifdef GIMBAL_QUAD
#define DESCRIPTOR(model) ((model)->descriptor_quad)
#else
#define DESCRIPTOR(model) ((model)->descriptor)
#endif

PetscErrorCode ProblemCreate(ModelCase instance, PetscInt index, Problem *out) {
  const gimbal_model *model = DESCRIPTOR(instance->model);
  const gimbal_realisation *r;
  Dimensions dimensions;
  Problem p;
  PetscFunctionBeginUser;
  PetscCheck(model, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "model %s was built in double precision only", instance->model->name);
  PetscCheck(index >= 0 && (size_t)index < model->realisations.count, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "model %s has no realisation %d", instance->model->name,
             (int)index);
  PetscCall(ModelCaseGetDimensions(instance, index, &dimensions));
  PetscCall(PetscNew(&p));
  r = ListAt(model->realisations, gimbal_realisation, index);
  p->instance = instance;
  p->index = index;
  p->realisation = r;
  p->lagrangian = r->lattice ? &r->lattice->lagrangian : r->lagrangian;
  p->formulation = dimensions.formulation;
  p->n = dimensions.n;
  p->m = r->ode ? 0 : dimensions.m;
  p->holonomic = dimensions.holonomic;
  p->nonholonomic = dimensions.nonholonomic;
  p->k = p->holonomic + p->nonholonomic;
  p->plain = (PetscBool)(p->formulation == GIMBAL_LAGRANGIAN && r->traits &&
                         strstr(r->traits, "separable"));
  if (r->group) {
    PetscCall(GroupParse(r->group->group, &p->group));
    PetscCheck(p->group.n == p->n && p->group.m == p->m, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "model %s: the group %s has %d and %d entries, not n = %d and m = %d",
               instance->model->name, r->group->group, (int)p->group.n, (int)p->group.m, (int)p->n,
               (int)p->m);
  }
  PetscCall(PetscMalloc1(model->parameters.count + 1, &p->parameters));
  for (size_t i = 0; i < model->parameters.count; ++i)
    p->parameters[i] = (Real)instance->parameters[i];
  if (!r->lattice) {
    const size_t size = (size_t)(p->m + p->k + 1);
    PetscCall(PetscMalloc1(size * (size + 2) + (size_t)((p->m + 1) * (p->m + 1)), &p->work));
    PetscCall(PetscMalloc3(p->m * p->m, &p->mass, p->m * p->m, &p->factors, p->m, &p->pivot));
  }
  PetscCall(PetscMalloc2(p->m + 1, &p->more, p->m + 1, &p->force));
  PetscCall(PetscMalloc2(p->n + p->m + 1, &p->at, p->n + p->m + p->k + 1, &p->values));
#ifndef GIMBAL_QUAD
  if (instance->model->descriptor_quad) {
    PetscCall(CoreQuad()->problem_create(instance, index, &p->twin));
    if (!r->lattice) /* nothing of a lattice is derived */
      PetscCall(PetscMalloc1(2 * (p->n + p->m) + (p->n + 1) * (p->m + p->k + 1), &p->exchange));
  }
#endif
  *out = p;
  PetscFunctionReturn(0);
}

PetscErrorCode ProblemDestroy(Problem *problem) {
  Problem p = *problem;
  PetscFunctionBeginUser;
  if (!p)
    PetscFunctionReturn(0);
  if (p->twin)
    PetscCall(CoreQuad()->problem_destroy(&p->twin));
  PetscCall(PetscFree(p->parameters));
  PetscCall(PetscFree(p->work));
  PetscCall(PetscFree3(p->mass, p->factors, p->pivot));
  PetscCall(PetscFree2(p->more, p->force));
  PetscCall(PetscFree2(p->at, p->values));
  PetscCall(PetscFree(p->exchange));
  PetscCall(PetscFree(*problem));
  PetscFunctionReturn(0);
}

int ProblemMomentum(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const gimbal_realisation *r = p->realisation;
  if (p->lagrangian)
    p->lagrangian->D2L(p->parameters, t, q, v, out);
  else if (r->frame)
    r->frame->D2ell(p->parameters, t, q, v, out);
  else if (r->group)
    r->group->D2ell(p->parameters, t, q, v, out);
  else
    memcpy(out, v, (size_t)p->m * sizeof *out);
  return !AllFinite(p->m, out);
}

int ProblemForce(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const gimbal_realisation *r = p->realisation;
  gimbal_vector *force = NULL;
  if (p->lagrangian) {
    p->lagrangian->D1L(p->parameters, t, q, v, out);
    force = p->lagrangian->force;
  } else if (r->hamiltonian) {
    r->hamiltonian->D1H(p->parameters, t, q, v, out);
    for (PetscInt i = 0; i < p->m; ++i)
      out[i] = -out[i];
    force = r->hamiltonian->force;
  } else if (r->frame) {
    Real gradient[p->n], psi[p->n * p->m];
    r->frame->D1ell(p->parameters, t, q, v, gradient);
    r->frame->psi(p->parameters, t, q, NULL, psi);
    for (PetscInt j = 0; j < p->m; ++j) {
      out[j] = 0;
      for (PetscInt i = 0; i < p->n; ++i)
        out[j] += psi[i * p->m + j] * gradient[i];
    }
    force = r->frame->force;
  } else if (r->group) {
    r->group->D1ell(p->parameters, t, q, v, out);
    force = r->group->force;
  } else
    return 1;
  if (force) {
    force(p->parameters, t, q, v, p->more);
    for (PetscInt i = 0; i < p->m; ++i)
      out[i] += p->more[i];
  }
  return !AllFinite(p->m, out);
}

int ProblemLagrangian(Problem p, Real t, const Real *q, const Real *v, Real *value) {
  const gimbal_realisation *r = p->realisation;
  if (p->lagrangian)
    *value = p->lagrangian->L(p->parameters, t, q, v);
  else if (r->frame)
    *value = r->frame->ell(p->parameters, t, q, v);
  else if (r->group)
    *value = r->group->ell(p->parameters, t, q, v);
  else
    return 1;
  return !AllFinite(1, value);
}

int ProblemEnergy(Problem p, Real t, const Real *q, const Real *v, Real *value) {
  const gimbal_realisation *r = p->realisation;
  if (r->energy)
    *value = r->energy(p->parameters, t, q, v);
  else if (r->hamiltonian)
    *value = r->hamiltonian->H(p->parameters, t, q, v);
  else if (r->ode)
    *value = GIMBAL_NAN;
  else {
    Real lagrangian, *const momentum = p->more;
    if (ProblemLagrangian(p, t, q, v, &lagrangian))
      return 1;
    if (ProblemMomentum(p, t, q, v, momentum))
      return 1;
    *value = -lagrangian;
    for (PetscInt i = 0; i < p->m; ++i)
      *value += momentum[i] * v[i];
  }
  return !AllFinite(1, value);
}

int ProblemConstraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const gimbal_realisation *r = p->realisation;
  if (!p->nonholonomic)
    return 0;
  if (p->lagrangian)
    p->lagrangian->Phi(p->parameters, t, q, v, out);
  else if (r->hamiltonian)
    r->hamiltonian->Psi(p->parameters, t, q, v, out);
  else if (r->group)
    r->group->phi(p->parameters, t, q, v, out);
  else
    for (PetscInt a = 0; a < p->nonholonomic; ++a)
      out[a] = v[p->m - p->nonholonomic + a];
  return !AllFinite(p->nonholonomic, out);
}

int ProblemReaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const gimbal_realisation *r = p->realisation;
  if (!p->nonholonomic)
    return 0;
  if (p->lagrangian)
    p->lagrangian->D2Phi(p->parameters, t, q, v, out);
  else if (r->hamiltonian)
    r->hamiltonian->reaction(p->parameters, t, q, v, out);
  else if (r->group)
    r->group->D2phi(p->parameters, t, q, v, out);
  else
    for (PetscInt a = 0; a < p->nonholonomic; ++a)
      for (PetscInt j = 0; j < p->m; ++j)
        out[a * p->m + j] = j == p->m - p->nonholonomic + a;
  return !AllFinite(p->nonholonomic * p->m, out);
}

int ProblemHolonomic(Problem p, Real t, const Real *q, Real *out) {
  if (!p->holonomic)
    return 0;
  p->lagrangian->g(p->parameters, t, q, NULL, out);
  return !AllFinite(p->holonomic, out);
}

int ProblemHolonomicGradient(Problem p, Real t, const Real *q, Real *out) {
  if (!p->holonomic)
    return 0;
  p->lagrangian->Dg(p->parameters, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->n, out);
}

int ProblemFrame(Problem p, Real t, const Real *q, Real *psi) {
  if (!p->realisation->frame)
    return 1;
  p->realisation->frame->psi(p->parameters, t, q, NULL, psi);
  return !AllFinite(p->n * p->m, psi);
}

int ProblemGradient(Problem p, Real t, const Real *q, const Real *xi, Real *out) {
  if (!p->realisation->frame)
    return 1;
  p->realisation->frame->D1ell(p->parameters, t, q, xi, out);
  return !AllFinite(p->n, out);
}

PetscInt ProblemResidualCount(Problem p) { return 2 * p->holonomic + p->nonholonomic; }

int ProblemResiduals(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const PetscInt h = p->holonomic;
  if (!p->k)
    return 0;
  Real rows[h * p->n + 1];
  if (ProblemHolonomic(p, t, q, out) || ProblemHolonomicGradient(p, t, q, rows) ||
      ProblemConstraint(p, t, q, v, out + 2 * h))
    return 1;
  for (PetscInt a = 0; a < h; ++a) {
    out[h + a] = 0;
    for (PetscInt i = 0; i < p->n; ++i)
      out[h + a] += rows[a * p->n + i] * v[i];
  }
  return 0;
}

/* Adds |∂Φ/∂q_i q_i|: what the rounding of q does to a residual that is zero otherwise. It is the
 * largest part where an angle counts its revolutions. */
static int AddConfigurationScale(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  Real direction[p->n], along[p->nonholonomic];
  for (PetscInt i = 0; i < p->n; ++i)
    direction[i] = 0;
  for (PetscInt i = 0; i < p->n; ++i) {
    direction[i] = q[i];
    if (ProblemDirectional(p, OF_CONSTRAINT, t, q, v, 0, direction, NULL, along))
      return 1;
    direction[i] = 0;
    for (PetscInt a = 0; a < p->nonholonomic; ++a)
      scale[a] += gimbal_fabs(along[a]);
  }
  return 0;
}

int ProblemResidualScales(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  const PetscInt h = p->holonomic;
  if (!p->k)
    return 0;
  Real rows[(p->k + 1) * (p->n + p->m)], *const nonholonomic = scale + 2 * h;
  if (ProblemHolonomicGradient(p, t, q, rows))
    return 1;
  for (PetscInt a = 0; a < h; ++a) {
    scale[a] = scale[h + a] = 0;
    for (PetscInt i = 0; i < p->n; ++i) {
      scale[h + a] += gimbal_fabs(rows[a * p->n + i] * v[i]);
      scale[a] += gimbal_fabs(rows[a * p->n + i] * q[i]);
    }
  }
  if (!p->nonholonomic)
    return 0;
  if (p->formulation == GIMBAL_HAMILTONIAN || p->formulation == GIMBAL_FRAME) {
    for (PetscInt a = 0; a < p->nonholonomic; ++a) {
      nonholonomic[a] = 0;
      for (PetscInt i = 0; i < p->m; ++i)
        nonholonomic[a] = gimbal_fmax(nonholonomic[a], gimbal_fabs(v[i]));
    }
  } else {
    if (ProblemReaction(p, t, q, v, rows))
      return 1;
    for (PetscInt a = 0; a < p->nonholonomic; ++a) {
      nonholonomic[a] = 0;
      for (PetscInt i = 0; i < p->m; ++i)
        nonholonomic[a] += gimbal_fabs(rows[a * p->m + i] * v[i]);
    }
  }
  return p->formulation == GIMBAL_FRAME ? 0 : AddConfigurationScale(p, t, q, v, nonholonomic);
}
