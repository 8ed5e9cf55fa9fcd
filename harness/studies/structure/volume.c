/* What the derivative of the step map does to volumes, and to the measure that a model declares.
 *
 * A density ρ is that of ρ dq dv. Under constraints c = (g, Dg·v, Φ) it is that of ρ σ on their
 * manifold, where σ is what dq dv leaves of itself: dq dv = dc σ. Of tangent vectors T, with any
 * vectors W across the manifold, σ(T) = det(T, W) / det(Dc·W), which needs no coordinates there. */
#include "numerics/linear.h"
#include "studies/structure/structure.h"

/* det J, of which the factors take the place. */
static Quad DeterminantOf(PetscInt size, Quad *J, PetscInt *pivot) {
  Quad determinant = QUAD_PRECISION(LinearFactor)(size, J, pivot) ? 0 : 1;
  for (PetscInt k = 0; k < size && determinant != 0; ++k)
    determinant /= pivot[k] == k ? J[k * size + k] : -J[k * size + k]; /* a reciprocal */
  return determinant;
}

/* Entries with error e change a determinant near one by size·e times the largest entry of the
 * inverse, which is about that of the matrix. */
void CompareVolumes(const Tangents *t, PetscInt before, PetscInt after, Defects *out) {
  const PetscInt size = t->size, level[2] = {before, after};
  OWNED(MemoryFree) Quad *room = MemoryZeroed((size_t)(size * size), sizeof(*room));
  OWNED(MemoryFree) PetscInt *pivot = MemoryZeroed((size_t)size, sizeof(*pivot));
  Quad volume[2] = {1, 1}, error = 0;
  for (int k = 0; k < 2; ++k) {
    Quad difference = 0, largest = 1;
    if (level[k] < 0)
      continue;
    memcpy(room, ImageOf(t, level[k], 0), (size_t)(size * size) * sizeof *room);
    volume[k] = DeterminantOf(size, room, pivot);
    for (PetscInt d = 0; d < size; ++d)
      difference = LargerOrNaN(difference, t->bound[level[k] * size + d]);
    for (PetscInt i = 0; i < size * size; ++i)
      largest = LargerOrNaN(largest, fabsq(ImageOf(t, level[k], 0)[i]));
    error += 2 * size * largest * difference;
  }
  out->defect = LargerOrNaN(out->defect, fabsq(volume[1] / volume[0] - 1));
  out->error = LargerOrNaN(out->error, error);
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
  PetscInt *pivot;          /* size */
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

/* Fills Dc·W. */
static PetscBool FindAcross(Place *at, const Quad *z) {
  const PetscInt k = at->k;
  for (PetscInt b = 0; b < k; ++b) {
    Quad length = 0;
    for (PetscInt i = 0; i < at->size; ++i)
      length = LargerOrNaN(length, fabsq(at->map->normals[b * at->size + i]));
    for (PetscInt i = 0; i < at->size; ++i)
      at->direction[i] = at->map->normals[b * at->size + i] / length;
    if (!MapResidualAlong(at->map, z, at->direction, at->change))
      return PETSC_FALSE;
    for (PetscInt a = 0; a < k; ++a)
      at->across[a * k + b] = length * at->change[a];
  }
  return PETSC_TRUE;
}

/* How far from the constraints, along the normals and in sizes of the entries. */
static PetscBool DistanceOf(Place *at, const Quad *z, Quad *distance) {
  const PetscInt k = at->k;
  memcpy(at->copy, at->across, (size_t)(k * k) * sizeof *at->copy);
  if (!MapResidual(at->map, z, at->change) || QUAD_PRECISION(LinearSolve)(k, at->copy, at->change))
    return PETSC_FALSE;
  for (PetscInt r = 0; r < at->size; ++r) {
    Quad way = 0;
    for (PetscInt b = 0; b < k; ++b)
      way += at->map->normals[b * at->size + r] * at->change[b];
    *distance = LargerOrNaN(*distance, fabsq(way));
  }
  return PETSC_TRUE;
}

/* The relative error of det(T, W): of ln det it is Σ |inverse_ji| |error of entry ij|. */
static PetscBool ErrorOfFrame(Place *at, const Quad *difference, PetscInt count, Quad *error) {
  const PetscInt size = at->size;
  Quad *const A = at->factors, *const column = at->direction;
  for (PetscInt i = 0; i < size; ++i) {
    memcpy(A, at->frame, (size_t)(size * size) * sizeof *A);
    memset(column, 0, (size_t)size * sizeof *column);
    column[i] = 1;
    if (QUAD_PRECISION(LinearSolve)(size, A, column))
      return PETSC_FALSE;
    /* The rows of the frame are the vectors: the solution has an entry for each component. */
    for (PetscInt j = 0; i < count && j < size; ++j)
      *error += fabsq(column[j]) * difference[i];
  }
  return PETSC_TRUE;
}

/* ρσ of the tangents at a level, at the point z, and a bound of its relative error. */
static PetscBool MeasureAt(Place *at, const Tangents *t, PetscInt level, const Quad *z,
                           Quad *measure, Quad *error) {
  const Map *const map = at->map;
  const PetscInt size = at->size, k = at->k;
  const Quad time = (map->skip + level + 1) * map->h;
  const Quad *const vectors = level < 0 ? t->u : ImageOf(t, level, 0);
  *error = (Quad)(k * k) * ROUNDINGS * (Quad)map->core->epsilon;
  if (!FindAcross(at, z))
    return PETSC_FALSE;
  memcpy(at->frame, vectors, (size_t)(t->count * size) * sizeof *at->frame);
  if (k)
    memcpy(at->frame + t->count * size, map->normals, (size_t)(k * size) * sizeof *at->frame);
  if (level >= 0 && !ErrorOfFrame(at, t->bound + level * t->count, t->count, error))
    return PETSC_FALSE;
  memcpy(at->copy, at->across, (size_t)(k * k) * sizeof *at->copy);
  const Quad volume = DeterminantOf(size, at->frame, at->pivot);
  *measure =
      DensityAt(at, z, level < 0 ? 0 : time) * volume / DeterminantOf(k, at->copy, at->pivot);
  return (PetscBool)(finiteq(*measure) && *measure != 0);
}

PetscBool CompareMeasures(const Map *map, const Tangents *t, PetscInt before, Defects *out,
                          Quad *off) {
  const PetscInt size = t->size, k = map->constraints;
  Place at = {.map = map,
              .size = size,
              .k = k,
              .y = ExperimentRoom(map->s, size),
              .direction = ExperimentRoom(map->s, size),
              .change = ExperimentRoom(map->s, k),
              .across = ExperimentRoom(map->s, k * k),
              .copy = ExperimentRoom(map->s, k * k),
              .frame = ExperimentRoom(map->s, size * size),
              .factors = ExperimentRoom(map->s, size * size),
              .pivot = ArenaArray(map->s->room, size + k, sizeof(*at.pivot))};
  Quad *const images = ExperimentRoom(map->s, t->levels * size), first = 0, first_error = 0;
  *off = 0;
  PetscBool done = MapApply(map, map->z, images);
  for (PetscInt level = before; level < t->levels && done; ++level) {
    const Quad *const z = level < 0 ? map->z : images + level * size;
    Quad measure = 0, error = 0;
    done = (PetscBool)(MeasureAt(&at, t, level, z, &measure, &error) &&
                       (!map->constraints || DistanceOf(&at, z, off)));
    if (level == before) {
      first = measure;
      first_error = error;
    } else if (done) {
      out->defect = LargerOrNaN(out->defect, fabsq(measure / first - 1));
      out->error = LargerOrNaN(out->error, first_error + error);
    }
  }
  return done;
}
