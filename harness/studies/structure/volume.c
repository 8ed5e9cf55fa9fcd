/* What the derivative of the step map does to volumes, and to the measure that a model declares.
 *
 * A density ρ is that of ρ dq dv. Under constraints c = (g, Dg·v, Φ) it is that of ρ σ on their
 * manifold, where σ is what dq dv leaves of itself: dq dv = dc σ. Of tangent vectors T, with any
 * vectors W across the manifold, σ(T) = det(T, W) / det(Dc·W), which needs no coordinates there. */
#include "numerics/linear.h"
#include "studies/structure/structure.h"

/* det J, of which the factors take the place. */
static PetscErrorCode DeterminantOf(PetscInt size, Quad *J, Quad *determinant) {
  PetscInt *pivot;
  PetscCall(PetscMalloc1(size + 1, &pivot));
  *determinant = QUAD_PRECISION(LinearFactor)(size, J, pivot) ? 0 : 1;
  for (PetscInt k = 0; k < size && *determinant != 0; ++k)
    *determinant /= pivot[k] == k ? J[k * size + k] : -J[k * size + k]; /* a reciprocal */
  return PetscFree(pivot);
}

/* Entries with error e change a determinant near one by size·e times the largest entry of the
 * inverse, which is about that of the matrix. */
PetscErrorCode CompareVolumes(const Tangents *t, PetscInt before, PetscInt after, Defects *out) {
  const PetscInt size = t->size, level[2] = {before, after};
  Quad *room, volume[2] = {1, 1}, error = 0;
  PetscCall(PetscMalloc1(size * size, &room));
  for (int k = 0; k < 2; ++k) {
    Quad difference = 0, largest = 1;
    if (level[k] < 0)
      continue;
    memcpy(room, ImageOf(t, level[k], 0), (size_t)(size * size) * sizeof *room);
    PetscCall(DeterminantOf(size, room, &volume[k]));
    for (PetscInt d = 0; d < size; ++d)
      difference = LargerOrNaN(difference, t->bound[level[k] * size + d]);
    for (PetscInt i = 0; i < size * size; ++i)
      largest = LargerOrNaN(largest, fabsq(ImageOf(t, level[k], 0)[i]));
    error += 2 * size * largest * difference;
  }
  out->defect = LargerOrNaN(out->defect, fabsq(volume[1] / volume[0] - 1));
  out->error = LargerOrNaN(out->error, error);
  return PetscFree(room);
}

/* ---- The measure that the model declares ---- */

/* A point, and the room for what is computed there. */
typedef struct {
  const Map *map;
  PetscInt size, k;         /* entries of a point; constraints */
  Quad *y;                  /* in the units of the experiment */
  Quad *direction, *change; /* of the differences of the constraints */
  Quad *across, *copy;      /* Dc·W, k×k, and room for it */
  Quad *frame, *factors;    /* (T, W), size×size, and room for it */
} Place;

/* Of differences over a thousandth. */
#define ROUNDINGS 1e5

/* ρ at a point and a time. */
static Quad DensityAt(const Place *at, const Quad *z, Quad t) {
  const Map *const map = at->map;
  Quad density;
  for (PetscInt i = 0; i < at->size; ++i)
    at->y[i] = z[i] * map->size[i];
  map->core->problem_call(map->problem, &ExperimentRealisation(map->s, map->precision)->density, t,
                          at->y, &density);
  return density;
}

/* Fills Dc·W; *error: of it, relative to its determinant. */
static PetscErrorCode FindAcross(Place *at, const Quad *z, Quad *error, PetscBool *done) {
  const PetscInt k = at->k;
  for (PetscInt b = 0; b < k && *done; ++b) {
    Quad length = 0;
    for (PetscInt i = 0; i < at->size; ++i)
      length = LargerOrNaN(length, fabsq(at->map->normals[b * at->size + i]));
    for (PetscInt i = 0; i < at->size; ++i)
      at->direction[i] = at->map->normals[b * at->size + i] / length;
    PetscCall(MapResidualAlong(at->map, z, at->direction, at->change, done));
    for (PetscInt a = 0; a < k; ++a)
      at->across[a * k + b] = length * at->change[a];
  }
  *error = (Quad)(k * k) * ROUNDINGS * (Quad)at->map->core->epsilon;
  return 0;
}

/* How far from the constraints, along the normals and in sizes of the entries. */
static PetscErrorCode DistanceOf(Place *at, const Quad *z, Quad *distance, PetscBool *done) {
  const PetscInt k = at->k;
  PetscCall(MapResidual(at->map, z, at->change, done));
  memcpy(at->copy, at->across, (size_t)(k * k) * sizeof *at->copy);
  *done = (PetscBool)(*done && !QUAD_PRECISION(LinearSolve)(k, at->copy, at->change));
  for (PetscInt r = 0; r < at->size && *done; ++r) {
    Quad way = 0;
    for (PetscInt b = 0; b < k; ++b)
      way += at->map->normals[b * at->size + r] * at->change[b];
    *distance = LargerOrNaN(*distance, fabsq(way));
  }
  return 0;
}

/* The relative error of det(T, W): of ln det it is Σ |inverse_ji| |error of entry ij|. */
static PetscErrorCode ErrorOfFrame(Place *at, const Quad *difference, PetscInt count, Quad *error,
                                   PetscBool *done) {
  const PetscInt size = at->size;
  Quad *const A = at->factors;
  Quad *column;
  PetscCall(PetscMalloc1(size, &column));
  for (PetscInt i = 0; i < size && *done; ++i) {
    memcpy(A, at->frame, (size_t)(size * size) * sizeof *A);
    memset(column, 0, (size_t)size * sizeof *column);
    column[i] = 1;
    *done = (PetscBool)!QUAD_PRECISION(LinearSolve)(size, A, column);
    /* The rows of the frame are the vectors: the solution has an entry for each component. */
    for (PetscInt j = 0; i < count && j < size && *done; ++j)
      *error += fabsq(column[j]) * difference[i];
  }
  return PetscFree(column);
}

/* ρσ of the tangents at a level, at the point z, and a bound of its relative error. */
static PetscErrorCode MeasureAt(Place *at, const Tangents *t, PetscInt level, const Quad *z,
                                Quad *measure, Quad *error, PetscBool *done) {
  const Map *const map = at->map;
  const PetscInt size = at->size, k = at->k;
  const Quad time = (map->skip + level + 1) * map->h;
  const Quad *const vectors = level < 0 ? t->u : ImageOf(t, level, 0);
  Quad volume, across;
  *error = 0;
  PetscCall(FindAcross(at, z, error, done));
  if (!*done)
    return 0;
  memcpy(at->frame, vectors, (size_t)(t->count * size) * sizeof *at->frame);
  if (k)
    memcpy(at->frame + t->count * size, map->normals, (size_t)(k * size) * sizeof *at->frame);
  if (level >= 0)
    PetscCall(ErrorOfFrame(at, t->bound + level * t->count, t->count, error, done));
  memcpy(at->copy, at->across, (size_t)(k * k) * sizeof *at->copy);
  PetscCall(DeterminantOf(size, at->frame, &volume));
  PetscCall(DeterminantOf(k, at->copy, &across));
  *measure = DensityAt(at, z, level < 0 ? 0 : time) * volume / across;
  *done = (PetscBool)(*done && finiteq(*measure) && *measure != 0);
  return 0;
}

PetscErrorCode CompareMeasures(const Map *map, const Tangents *t, PetscInt before, Defects *out,
                               Quad *off, PetscBool *done) {
  const PetscInt size = t->size, k = map->constraints;
  Place at = {.map = map, .size = size, .k = k};
  Quad *images, first = 0, first_error = 0;
  *off = 0;
  PetscCall(PetscMalloc5(size, &at.y, size, &at.direction, k + 1, &at.change, k * k + 1, &at.across,
                         k * k + 1, &at.copy));
  PetscCall(
      PetscMalloc3(size * size, &at.frame, size * size, &at.factors, t->levels * size, &images));
  PetscCall(MapApply(map, map->z, images, done));
  for (PetscInt level = before; level < t->levels && *done; ++level) {
    const Quad *const z = level < 0 ? map->z : images + level * size;
    Quad measure = 0, error = 0;
    PetscCall(MeasureAt(&at, t, level, z, &measure, &error, done));
    if (map->constraints && *done)
      PetscCall(DistanceOf(&at, z, off, done));
    if (level == before) {
      first = measure;
      first_error = error;
    } else if (*done) {
      out->defect = LargerOrNaN(out->defect, fabsq(measure / first - 1));
      out->error = LargerOrNaN(out->error, first_error + error);
    }
  }
  PetscCall(PetscFree5(at.y, at.direction, at.change, at.across, at.copy));
  return PetscFree3(at.frame, at.factors, images);
}
