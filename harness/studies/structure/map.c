/* The step map on (q,p) for the structure study. What a method carries beside them, such as a
 * multiplier, is as at the start. */
#include "studies/structure/structure.h"
#include "numerics/linear.h"
#include <string.h>

PetscErrorCode MapCreate(Map *map, PetscInt states) {
  const PetscInt n = map->n, size = map->n + map->m, k = 2 * map->s->dimensions.holonomic;
  PetscFunctionBeginUser;
  map->states = states;
  map->normals = NULL;
  PetscCall(PetscMalloc4(states + 1, &map->start, states + 1, &map->state, n * n + 1, &map->psi,
                         n * n + 1, &map->matrix));
  PetscCall(PetscMalloc3(k + 1, &map->residual, size + 1, &map->y, k * k + 1, &map->square));
  PetscCall(PetscMalloc3(size + 1, &map->z, size + 1, &map->moved, size + 1, &map->image));
  PetscFunctionReturn(0);
}

PetscErrorCode MapDestroy(Map *map) {
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(map->start, map->state, map->psi, map->matrix));
  PetscCall(PetscFree3(map->residual, map->y, map->square));
  PetscCall(PetscFree3(map->z, map->moved, map->image));
  PetscCall(PetscFree(map->normals));
  PetscFunctionReturn(0);
}

/* μ = ψᵀp, or with `back` p of φᵀ: ψᵀp = μ solved for p, by elimination in place. `out` is none of
 * the others. */
static PetscErrorCode FrameMomentum(const Map *map, const Quad *q, const Quad *in, PetscBool back,
                                    Quad *out, PetscBool *valid) {
  const PetscInt n = map->n;
  PetscFunctionBeginUser;
  PetscCall(map->core->problem_frame(map->problem, 0, q, map->psi, valid));
  for (PetscInt j = 0; j < n && *valid; ++j) {
    out[j] = 0;
    for (PetscInt i = 0; i < n; ++i) {
      map->matrix[j * n + i] = map->psi[i * n + j];
      out[j] += map->psi[i * n + j] * in[i];
    }
  }
  if (back && *valid) {
    memcpy(out, in, (size_t)n * sizeof *out);
    *valid = (PetscBool)!QUAD_PRECISION(LinearSolve)(n, map->matrix, out);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode MapStart(const Map *map) {
  Quad *const z = map->z;
  const PetscInt n = map->n;
  PetscBool valid;
  PetscFunctionBeginUser;
  memcpy(z, map->s->y0, (size_t)n * sizeof *z);
  PetscCall(map->core->problem_momentum(map->problem, 0, map->s->y0, z + n));
  if (map->frame) {
    memcpy(map->y, z + n, (size_t)map->m * sizeof *z);
    PetscCall(FrameMomentum(map, z, map->y, PETSC_TRUE, z + n, &valid));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode MapApply(const Map *map, const Quad *z, Quad *out, PetscBool *done) {
  const PetscInt n = map->n, m = map->m;
  Quad *const state = map->state;
  StepFailure failure;
  PetscInt count;
  PetscBool valid = PETSC_TRUE;
  PetscFunctionBeginUser;
  memcpy(state, map->start, (size_t)map->states * sizeof *state);
  memcpy(state + 1, z, (size_t)n * sizeof *state);
  if (map->ode)
    PetscCall(map->core->problem_velocity(map->problem, 0, z, z + n, state + 1 + n, &valid));
  else if (map->frame)
    PetscCall(FrameMomentum(map, z, z + n, PETSC_FALSE, state + 1 + n, &valid));
  else
    memcpy(state + 1 + n, z + n, (size_t)m * sizeof *state);
  PetscCall(map->core->set_state(map->it, state));
  PetscCall(map->core->advance(map->it, 1, &failure));
  *done = (PetscBool)(valid && !failure.failed);
  if (!*done)
    PetscFunctionReturn(0);
  PetscCall(map->core->get_state(map->it, &count, state));
  memcpy(out, state + 1, (size_t)n * sizeof *out);
  if (map->ode)
    PetscCall(map->core->problem_momentum(map->problem, map->h, state + 1, out + n));
  else if (map->frame)
    PetscCall(FrameMomentum(map, state + 1, state + 1 + n, PETSC_TRUE, out + n, done));
  else
    memcpy(out + n, state + 1 + n, (size_t)m * sizeof *out);
  PetscFunctionReturn(0);
}

/* ---- Constraints ---- */

/* (g, Dg·v) at (q,p). */
static PetscErrorCode Residual(const Map *map, const Quad *z, Quad *r, PetscBool *valid) {
  Quad *const y = map->y;
  PetscFunctionBeginUser;
  memcpy(y, z, (size_t)map->n * sizeof *y);
  PetscCall(map->core->problem_velocity(map->problem, 0, z, z + map->n, y + map->n, valid));
  if (*valid)
    PetscCall(map->core->problem_constraint(map->problem, 0, y, r));
  PetscFunctionReturn(0);
}

/* Onto the phase space, by Newton steps of least norm along the normals at the map's point: from δ
 * away each step gains a factor of δ. */
static PetscErrorCode Project(const Map *map, Quad *z, PetscBool *done) {
  const PetscInt k = map->constraints, size = map->n + map->m;
  Quad *const r = map->residual, *const A = map->square;
  PetscFunctionBeginUser;
  for (int iteration = 0; iteration < 12 && *done; ++iteration) {
    PetscCall(Residual(map, z, r, done));
    for (PetscInt a = 0; a < k; ++a)
      for (PetscInt b = 0; b < k; ++b) {
        A[a * k + b] = 0;
        for (PetscInt j = 0; j < size; ++j)
          A[a * k + b] += map->normals[a * size + j] * map->normals[b * size + j];
      }
    *done = (PetscBool)(*done && !QUAD_PRECISION(LinearSolve)(k, A, r));
    for (PetscInt a = 0; a < k && *done; ++a)
      for (PetscInt j = 0; j < size; ++j)
        z[j] -= map->normals[a * size + j] * r[a];
  }
  PetscFunctionReturn(0);
}

/* Takes from the vector what it has along the rows, and gives back what is left of its length. */
static Quad Orthogonalise(PetscInt size, PetscInt rows, const Quad *row, Quad *vector) {
  Quad square = 0;
  for (int twice = 0; twice < 2; ++twice)
    for (PetscInt a = 0; a < rows; ++a) {
      Quad along = 0;
      for (PetscInt j = 0; j < size; ++j)
        along += row[a * size + j] * vector[j];
      for (PetscInt j = 0; j < size; ++j)
        vector[j] -= along * row[a * size + j];
    }
  for (PetscInt j = 0; j < size; ++j)
    square += vector[j] * vector[j];
  for (PetscInt j = 0; j < size && square > 0; ++j)
    vector[j] /= sqrtq(square);
  return sqrtq(square);
}

PetscErrorCode MapConstrain(Map *map, Quad *basis, PetscInt *rank, PetscBool *done) {
  const Quad *z = map->z;
  const PetscInt size = map->n + map->m, k = 2 * map->s->dimensions.holonomic;
  const Quad delta = map->precision == IN_QUAD ? QUAD_C(1e-8) : QUAD_C(1e-5);
  Quad *moved, *plus, *minus, *all;
  PetscFunctionBeginUser;
  *rank = 0;
  *done = PETSC_TRUE;
  map->constraints = k;
  PetscCall(PetscMalloc4((size + k) * size, &all, size, &moved, k, &plus, k, &minus));
  PetscCall(PetscMalloc1(k * size, &map->normals));
  for (PetscInt j = 0; j < size && *done; ++j) {
    memcpy(moved, z, (size_t)size * sizeof *moved);
    moved[j] += delta;
    PetscCall(Residual(map, moved, plus, done));
    moved[j] -= 2 * delta;
    if (*done)
      PetscCall(Residual(map, moved, minus, done));
    for (PetscInt a = 0; a < k && *done; ++a)
      map->normals[a * size + j] = (plus[a] - minus[a]) / (2 * delta);
  }
  for (PetscInt a = 0; a < k && *done; ++a) {
    memcpy(all + a * size, map->normals + a * size, (size_t)size * sizeof *all);
    Orthogonalise(size, a, all, all + a * size);
  }
  for (PetscInt j = 0; j < size && *rank < size - k && *done; ++j) {
    Quad *candidate = all + (k + *rank) * size;
    memset(candidate, 0, (size_t)size * sizeof *candidate);
    candidate[j] = 1;
    if (Orthogonalise(size, k + *rank, all, candidate) > QUAD_C(1e-2))
      memcpy(basis + (*rank)++ * size, candidate, (size_t)size * sizeof *basis);
  }
  PetscCall(PetscFree4(all, moved, plus, minus));
  PetscFunctionReturn(0);
}

/* ---- The derivative ---- */

PetscErrorCode MapAlong(const Map *map, const Quad *direction, Quad delta, Quad *out,
                        PetscBool *done) {
  Quad *const moved = map->moved, *const image = map->image;
  const PetscInt size = map->n + map->m;
  static const int at[4] = {1, -1, 2, -2};
  static const int weight[4] = {8, -8, -1, 1};
  PetscFunctionBeginUser;
  *done = PETSC_TRUE;
  memset(out, 0, (size_t)size * sizeof *out);
  for (int i = 0; i < 4 && *done; ++i) {
    for (PetscInt r = 0; r < size; ++r)
      moved[r] = map->z[r] + at[i] * delta * direction[r];
    if (map->constraints)
      PetscCall(Project(map, moved, done));
    if (*done)
      PetscCall(MapApply(map, moved, image, done));
    for (PetscInt r = 0; r < size && *done; ++r)
      out[r] += weight[i] * image[r] / (12 * delta);
  }
  PetscFunctionReturn(0);
}

Quad CanonicalForm(PetscInt n, const Quad *a, const Quad *b) {
  Quad sum = 0;
  for (PetscInt i = 0; i < n; ++i)
    sum += a[i] * b[n + i] - a[n + i] * b[i];
  return sum;
}
