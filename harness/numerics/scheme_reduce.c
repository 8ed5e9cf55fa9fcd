/* An equivalent scheme with as few stages as possible, where the time does not count: of such a scheme the
 * equations of structure are necessary [Hairer, Lubich, Wanner, Geometric Numerical Integration, VI.7.3]. */
#include "numerics/scheme.h"

/* The sum of a colour's row i over the columns of a class. */
static ExactNumber RowOverClass(const Scheme *scheme, PetscInt colour, PetscInt i,
                                const PetscInt class[], PetscInt which) {
  const ExactField *f = &scheme->field;
  ExactNumber sum = ExactInteger(f, 0);
  for (PetscInt j = 0; j < scheme->s; ++j)
    if (class[j] == which)
      sum = ExactAdd(f, sum, scheme->a[colour][i * scheme->s + j]);
  return sum;
}

/* Whether two stages are equal if all stages of each class are. */
static PetscBool StagesAgree(const Scheme *scheme, PetscInt i, PetscInt j, const PetscInt class[],
                             PetscInt classes) {
  for (PetscInt colour = 0; colour < scheme->colours; ++colour)
    for (PetscInt k = 0; k < classes; ++k)
      if (!ExactAgree(&scheme->field, RowOverClass(scheme, colour, i, class, k),
                      RowOverClass(scheme, colour, j, class, k)))
        return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Splits the classes of stages until those of each class are equal [Hundsdorfer and Spijker]. */
static PetscErrorCode FindClasses(const Scheme *scheme, PetscInt class[], PetscInt *classes) {
  PetscInt *finer, count = 1;
  PetscCall(PetscCalloc1(scheme->s, &finer));
  PetscCall(PetscArrayzero(class, scheme->s));
  do {
    *classes = count;
    count = 0;
    for (PetscInt i = 0; i < scheme->s; ++i) {
      PetscInt j = 0;
      while (j < i && (class[j] != class[i] || !StagesAgree(scheme, i, j, class, *classes)))
        ++j;
      finer[i] = j < i ? finer[j] : count++;
    }
    PetscCall(PetscArraycpy(class, finer, scheme->s));
  } while (count > *classes);
  return PetscFree(finer);
}

/* One stage for each class; those of class −1 are left out. */
static PetscErrorCode MergeClasses(const Scheme *scheme, const PetscInt class[], PetscInt classes,
                                   Scheme *out) {
  const ExactField *f = &scheme->field;
  PetscCall(SchemeCreate(classes, scheme->colours, out));
  out->separable = scheme->separable;
  out->field = scheme->field;
  for (PetscInt i = 0; i < scheme->s; ++i) {
    if (class[i] < 0)
      continue;
    out->c[class[i]] = scheme->c[i];
    for (PetscInt colour = 0; colour < scheme->colours; ++colour) {
      ExactNumber *const b = &out->b[colour][class[i]];
      *b = ExactAdd(f, *b, scheme->b[colour][i]);
      for (PetscInt k = 0; k < classes; ++k)
        out->a[colour][class[i] * classes + k] = RowOverClass(scheme, colour, i, class, k);
    }
  }
  return 0;
}

/* Whether stage j enters the result, or stage i of those that do. */
static PetscBool Enters(const Scheme *scheme, PetscInt j, const PetscBool used[]) {
  for (PetscInt colour = 0; colour < scheme->colours; ++colour) {
    if (!ExactVanishes(&scheme->field, scheme->b[colour][j]))
      return PETSC_TRUE;
    for (PetscInt i = 0; i < scheme->s; ++i)
      if (used[i] && !ExactVanishes(&scheme->field, scheme->a[colour][i * scheme->s + j]))
        return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Leaves out the stages on which the result does not depend [Dahlquist and Jeltsch]. */
static PetscErrorCode DropUnused(const Scheme *scheme, Scheme *out) {
  PetscBool *used, more = PETSC_TRUE;
  PetscInt *class, count = 0;
  PetscCall(PetscCalloc2(scheme->s, &used, scheme->s, &class));
  while (more) {
    more = PETSC_FALSE;
    for (PetscInt j = 0; j < scheme->s; ++j)
      if (!used[j] && Enters(scheme, j, used))
        used[j] = more = PETSC_TRUE;
  }
  for (PetscInt i = 0; i < scheme->s; ++i)
    class[i] = used[i] ? count++ : -1;
  PetscCall(MergeClasses(scheme, class, count, out));
  return PetscFree2(used, class);
}

PetscErrorCode SchemeReduce(const Scheme *scheme, Scheme *reduced) {
  PetscInt *class, classes = 0;
  Scheme merged;
  PetscCall(PetscMalloc1(scheme->s, &class));
  PetscCall(FindClasses(scheme, class, &classes));
  PetscCall(MergeClasses(scheme, class, classes, &merged));
  PetscCall(DropUnused(&merged, reduced));
  PetscCall(SchemeDestroy(&merged));
  return PetscFree(class);
}
