/* What the derivative of a step does to the contact form η = ds − p·dq of y = (q,p,s): a contact map takes it
 * to a multiple f η [Vermeeren, Bravetti and Seri 2019]. */
#include "studies/structure/structure.h"

/* The form's coefficients at a point, both in units of the sizes. */
static void FormAt(const Map *map, const Quad *z, Quad *form) {
  const PetscInt k = map->n / 2;
  const Quad *const size = map->size;
  for (PetscInt i = 0; i < k; ++i) {
    form[i] = -z[k + i] * size[k + i] * size[i] / size[2 * k];
    form[k + i] = 0;
  }
  form[2 * k] = 1;
}

/* η on the images of all directions at a level whose point is z, and a bound of their errors. */
static void PullBack(const Map *map, const Tangents *t, PetscInt level, const Quad *z, Quad *form,
                     Quad *row, Quad *error) {
  FormAt(map, z, form);
  for (PetscInt d = 0; d < t->count; ++d) {
    const Quad *const image = level < 0 ? t->u + d * t->size : ImageOf(t, level, d);
    row[d] = 0;
    for (PetscInt i = 0; i < t->size; ++i) {
      row[d] += form[i] * image[i];
      if (level >= 0)
        *error += t->bound[level * t->count + d] * fabsq(form[i]);
    }
  }
}

/* The factor by which the second row is nearest to a multiple of the first. */
static Quad FactorOf(PetscInt count, const Quad *first, const Quad *second) {
  Quad product = 0, square = 0;
  for (PetscInt d = 0; d < count; ++d) {
    product += first[d] * second[d];
    square += first[d] * first[d];
  }
  return product / square;
}

PetscBool CompareContactForms(const Map *map, const Tangents *t, PetscInt before, Defects *contact,
                              Defects *conformal) {
  const PetscInt size = t->size;
  Quad *const images = ExperimentRoom(map->s, t->levels * size),
              *const form = ExperimentRoom(map->s, size),
              *const first = ExperimentRoom(map->s, size),
              *const row = ExperimentRoom(map->s, size), error = 0;
  const PetscBool done = MapApply(map, map->z, images);
  if (done)
    PullBack(map, t, before, before < 0 ? map->z : images, form, first, &error);
  for (PetscInt level = before + 1; level < t->levels && done; ++level) {
    const Quad rate = MapContraction(map, before, level);
    PullBack(map, t, level, images + level * size, form, row, &error);
    const Quad factor = FactorOf(t->count, first, row);
    for (PetscInt d = 0; d < t->count; ++d) {
      contact->defect = LargerOrNaN(contact->defect, fabsq(row[d] - factor * first[d]));
      conformal->defect = LargerOrNaN(conformal->defect, fabsq(row[d] - rate * first[d]));
    }
    contact->error = conformal->error = LargerOrNaN(contact->error, error);
  }
  return done;
}
