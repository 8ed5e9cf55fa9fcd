/* Every derivative that a model gives, against differences of what it is the derivative of. */
#include "check/subject.h"

enum { POINTS = 5, MOST_COLUMNS = 40 };

/* A derivative: entry (a, i) of `of` is ∂`what`_a along column i. */
typedef struct {
  Function of, what;
  PetscInt first, columns; /* of (q,v) */
  PetscBool along_group;   /* column i is the motion with body velocity e_i instead */
  PetscBool diagonal;      /* only the entries (i,i) are given */
} Derivative;

static PetscErrorCode Direction(Subject *s, const Derivative *d, const Quad *y, PetscInt column,
                                Quad *direction) {
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(direction, (size_t)s->size * sizeof(Quad)));
  if (d->along_group) {
    Quad *at = s->work + 2 * s->size, *f = s->work + 3 * s->size;
    PetscBool valid;
    for (PetscInt i = 0; i < s->size; i++)
      at[i] = i < s->d.n ? y[i] : i - s->d.n == column;
    PetscCall(s->core->problem_field(s->problem, 0, at, f, NULL, &valid));
    for (PetscInt i = 0; i < s->d.n; i++)
      direction[i] = f[i];
  } else
    direction[d->first + column] = 1;
  PetscFunctionReturn(0);
}

static PetscErrorCode Compare(Subject *s, const Derivative *d) {
  const PetscInt given_count = d->diagonal ? d->columns : d->what.count * d->columns;
  const PetscInt step = 1 + (d->columns - 1) / MOST_COLUMNS; /* of large systems, a sample */
  Quad *given, *found, *y, *direction, t, worst = 0, bad_given = 0, bad_found = 0;
  PetscInt points = 0, bad_row = 0, bad_column = 0;
  Function of = d->of;
  PetscFunctionBeginUser;
  of.count = given_count;
  PetscCall(PetscMalloc4(given_count + 1, &given, d->what.count + 1, &found, s->size + 1, &y,
                         s->size + 1, &direction));
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++, points++) {
    Quad value[d->what.count + 1], size = 0;
    SubjectCall(s, &of, t, y, given);
    SubjectCall(s, &d->what, t, y, value);
    for (PetscInt a = 0; a < d->what.count; a++)
      if (fabsq(value[a]) > size * s->scale[d->first >= s->d.n])
        size = fabsq(value[a]) / s->scale[d->first >= s->d.n];
    for (PetscInt i = 0; i < given_count; i++)
      if (fabsq(given[i]) > size)
        size = fabsq(given[i]);
    for (PetscInt i = 0; i < d->columns; i += step) {
      PetscCall(Direction(s, d, y, i, direction));
      SubjectDifference(s, &d->what, t, y, direction, found);
      for (PetscInt a = 0; a < d->what.count; a++) {
        const Quad entry = !d->diagonal ? given[a * d->columns + i] : a == i ? given[i] : 0;
        const Quad defect = fabsq(entry - found[a]);
        if (!(defect <= worst * size)) {
          worst = size > 0 ? defect / size : defect;
          bad_row = a;
          bad_column = i;
          bad_given = entry;
          bad_found = found[a];
          if (!finiteq(worst))
            worst = QUAD_C(1e300);
        }
      }
    }
  }
  CheckResult((PetscBool)(points > 0 && worst <= s->tolerance),
              "%s: %s is the derivative of %s at %d points (relative defect %.1e)", s->name,
              d->of.name, d->what.name, (int)points, (double)worst);
  if (!(worst <= s->tolerance))
    CheckRemark("entry (%d,%d) is %.17g, differences say %.17g", (int)bad_row, (int)bad_column,
                (double)bad_given, (double)bad_found);
  PetscCall(PetscFree4(given, found, y, direction));
  PetscFunctionReturn(0);
}

/* A vector function, a scalar one, and a derivative with columns in q or in v. */
#define VECTOR(name_, f, count_)                                                                   \
  { .name = name_, .vector = (f), .count = (count_) }
#define SCALAR(name_, f)                                                                           \
  { .name = name_, .scalar = (f), .count = 1 }

static PetscErrorCode OfLagrangian(Subject *s, const gimbal_lagrangian *l, PetscBool lattice) {
  const PetscInt n = s->d.n, h = s->d.holonomic, k = s->d.nonholonomic;
  const Derivative list[] = {
      {VECTOR("D1L", l->D1L, n), SCALAR("L", l->L), 0, n, PETSC_FALSE, PETSC_FALSE},
      {VECTOR("D2L", l->D2L, n), SCALAR("L", l->L), n, n, PETSC_FALSE, PETSC_FALSE},
      {VECTOR("D22L", l->D22L, n * n), VECTOR("D2L", l->D2L, n), n, n, PETSC_FALSE, lattice},
      {VECTOR("D2Phi", l->D2Phi, k * n), VECTOR("Phi", l->Phi, k), n, n, PETSC_FALSE, PETSC_FALSE},
      {VECTOR("Dg", l->Dg, h * n), VECTOR("g", l->g, h), 0, n, PETSC_FALSE, PETSC_FALSE}};
  PetscFunctionBeginUser;
  for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
    if (list[i].of.vector)
      PetscCall(Compare(s, &list[i]));
  PetscFunctionReturn(0);
}

/* [ψ_i,ψ_j] = c^k_ij ψ_k; of a redundant frame nothing can be said, since its brackets may leave
 * it. */
static PetscErrorCode CheckStructure(Subject *s, const gimbal_frame *frame) {
  const PetscInt n = s->d.n, m = s->d.m;
  const Function psi = VECTOR("psi", frame->psi, n * m);
  const Function structure = VECTOR("structure", frame->structure, m * m * m);
  Quad *value, *c, *along, *y, *direction, t, worst = 0;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc5(n * m, &value, m * m * m, &c, m * n * m, &along, s->size, &y, s->size,
                         &direction));
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    Quad size = 0;
    SubjectCall(s, &psi, t, y, value);
    SubjectCall(s, &structure, t, y, c);
    for (PetscInt i = 0; i < m; i++) {
      for (PetscInt a = 0; a < s->size; a++)
        direction[a] = a < n ? value[a * m + i] : 0;
      SubjectDifference(s, &psi, t, y, direction, along + i * n * m);
    }
    for (PetscInt i = 0; i < m * n * m; i++)
      if (fabsq(along[i]) > size)
        size = fabsq(along[i]);
    for (PetscInt i = 0; i < m; i++)
      for (PetscInt j = 0; j < m; j++)
        for (PetscInt a = 0; a < n; a++) {
          Quad defect = along[(i * n + a) * m + j] - along[(j * n + a) * m + i];
          for (PetscInt k = 0; k < m; k++)
            defect -= c[(k * m + i) * m + j] * value[a * m + k];
          defect = fabsq(defect) / (1 + size);
          if (!(defect <= worst))
            worst = finiteq(defect) ? defect : QUAD_C(1e300);
        }
  }
  CheckResult((PetscBool)(worst <= s->tolerance),
              "%s: the structure functions are those of the frame (relative defect %.1e)", s->name,
              (double)worst);
  PetscCall(PetscFree5(value, c, along, y, direction));
  PetscFunctionReturn(0);
}

PetscErrorCode CheckDerivatives(Subject *s) {
  const gimbal_realisation *r = s->descriptor;
  const PetscInt n = s->d.n, m = s->d.m, k = s->d.nonholonomic;
  PetscFunctionBeginUser;
  if (r->lagrangian)
    PetscCall(OfLagrangian(s, r->lagrangian, PETSC_FALSE));
  if (r->lattice)
    PetscCall(OfLagrangian(s, &r->lattice->lagrangian, PETSC_TRUE));
  if (r->hamiltonian) {
    const gimbal_hamiltonian *h = r->hamiltonian;
    const Derivative d1 = {VECTOR("D1H", h->D1H, n), SCALAR("H", h->H), 0, n, 0, 0};
    const Derivative d2 = {VECTOR("D2H", h->D2H, n), SCALAR("H", h->H), n, n, 0, 0};
    PetscCall(Compare(s, &d1));
    PetscCall(Compare(s, &d2));
  }
  if (r->frame) {
    const gimbal_frame *f = r->frame;
    const Derivative d1 = {VECTOR("D1ell", f->D1ell, n), SCALAR("ell", f->ell), 0, n, 0, 0};
    const Derivative d2 = {VECTOR("D2ell", f->D2ell, m), SCALAR("ell", f->ell), n, m, 0, 0};
    const Derivative d22 = {
        VECTOR("D22ell", f->D22ell, m * m), VECTOR("D2ell", f->D2ell, m), n, m, 0, 0};
    PetscCall(Compare(s, &d1));
    PetscCall(Compare(s, &d2));
    if (f->D22ell)
      PetscCall(Compare(s, &d22));
    if (f->structure && n == m)
      PetscCall(CheckStructure(s, f));
    else if (f->structure)
      CheckSkip("the frame is redundant", "%s: structure functions", s->name);
  }
  if (r->group) {
    const gimbal_group *g = r->group;
    const Derivative d1 = {
        VECTOR("D1ell", g->D1ell, m), SCALAR("ell", g->ell), 0, m, PETSC_TRUE, PETSC_FALSE};
    const Derivative d2 = {VECTOR("D2ell", g->D2ell, m), SCALAR("ell", g->ell), n, m, 0, 0};
    const Derivative d22 = {
        VECTOR("D22ell", g->D22ell, m * m), VECTOR("D2ell", g->D2ell, m), n, m, 0, 0};
    const Derivative d2phi = {
        VECTOR("D2phi", g->D2phi, k * m), VECTOR("phi", g->phi, k), n, m, 0, 0};
    PetscCall(Compare(s, &d1));
    PetscCall(Compare(s, &d2));
    if (g->D22ell)
      PetscCall(Compare(s, &d22));
    if (g->D2phi)
      PetscCall(Compare(s, &d2phi));
  }
  PetscFunctionReturn(0);
}
